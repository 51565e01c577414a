"""Write r/inst/shared/reference.csv: what Python computes on Demšar's table, for R alone to check.

    python tools/reference.py

`pb_validate()` holds R's numbers against it where there is no Python.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from pybench.base import shared
from pybench.bridge.agreement import measured_fields
from pybench.certificate import tables
from pybench.comparison.questions import asked, function
from pybench.store.atomic import write_text

COLUMNS = ("table", "statistic", "options", "field", "place", "value")


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the file."""
    t = tables.results(tables.DEMSAR)
    for name, options in asked("reference", t):
        found = function(name)(t, **options, engine="python")
        text = "; ".join(f"{option}={value}" for option, value in options.items())
        for field in measured_fields(name):
            for place, value in _cells(getattr(found, field, None)):
                yield tables.DEMSAR, name, text, field, place, repr(value)


def _cells(value: Any) -> Iterator[tuple[str, float]]:
    """Yield the numbers of a field with where they stand: none, a method, or row and column."""
    if isinstance(value, (int, float)):
        yield "", float(value)
    elif hasattr(value, "columns"):
        for row in value.index:
            for column in value.columns:
                if not np.isnan(value.loc[row, column]):
                    yield f"{row} / {column}", float(value.loc[row, column])
    elif hasattr(value, "index"):
        for name in value.index:
            yield str(name), float(value[name])


def main() -> None:
    """Write the file."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    out.writerows(rows())
    write_text(shared.path("reference.csv"), text.getvalue())


if __name__ == "__main__":
    main()
