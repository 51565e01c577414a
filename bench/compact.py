"""Compact benchmarks on published tables: the error of mean ranks of methods that did not choose.

``python -m bench.compact`` writes ``bench/compact.csv``: for four published tables and several k,
the mean error and Spearman's correlation of the mean ranks of each method on k datasets that were
chosen without it (`pybench.selection.compact`), beside those of random datasets. Seconds.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from bench.place_model import tables
from pybench.selection.compact import compact
from pybench.store.atomic import write_text

OUT = Path(__file__).with_name("compact.csv")
COLUMNS = (
    "table", "datasets", "methods", "k", "chosen_by", "error", "random_error", "spearman",
    "random_spearman",
)  # fmt: skip
SIZES = (5, 10, 20)


def main() -> None:
    """Measure, and write the table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, t in tables().items():
        for k in SIZES:
            if k > t.n_datasets / 2:
                continue
            found = compact(t, k)
            numbers = (found.error, found.random_error, found.spearman, found.random_spearman)
            cells = [f"{value:.3f}" for value in numbers]
            writer.writerow([name, t.n_datasets, t.n_classifiers, k, found.chosen_by, *cells])
    write_text(OUT, text.getvalue())


if __name__ == "__main__":
    main()
