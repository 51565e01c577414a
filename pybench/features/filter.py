"""Which features are kept: numbers that every series has. Others are dropped with a reason.

As in the landscape paper ("Less is more", ICLR 2022 submission, section 3.1), which removes
features that are not numeric or cannot be computed, and nothing else: a constant column is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pybench.base.text import shown_names
from pybench.features.table import FeatureTable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

TRUTH_VALUE = "a truth value, not a number"


class Filter:
    """Collect all rows, some at a time, then return the columns to drop.

    Parameters
    ----------
    names : sequence of p str
        The columns.
    not_numeric : collection of str
        Those with truth values.
    row : {"series", "dataset"}
        What a row is, for the reasons.

    Examples
    --------
    >>> import numpy as np
    >>> seen = Filter(["a", "b"], not_numeric=())
    >>> seen.see("toy", np.array([[1.0, np.nan], [2.0, np.inf]]))
    >>> seen.removed()
    {'b': 'not computable for 2 series of `toy`'}
    """

    def __init__(
        self, names: Sequence[str], not_numeric: Collection[str], row: str = "series"
    ) -> None:
        self._names = tuple(names)
        self._not_numeric = frozenset(not_numeric)
        self._row = row
        self._bad: dict[str, npt.NDArray[np.int64]] = {}

    def see(self, dataset: str, values: npt.NDArray[np.float64]) -> None:
        """Record (rows, p) values of a dataset."""
        import numpy as np

        bad = np.sum(~np.isfinite(values), axis=0, dtype=np.int64)
        self._bad[dataset] = self._bad.get(dataset, np.zeros_like(bad)) + bad

    def removed(self) -> dict[str, str]:
        """Return column -> reason, in the order of the columns."""
        import numpy as np

        total = sum(self._bad.values(), np.zeros(len(self._names), np.int64))
        return {
            name: TRUTH_VALUE if name in self._not_numeric else self._reason(place)
            for place, name in enumerate(self._names)
            if name in self._not_numeric or total[place]
        }

    def _reason(self, place: int) -> str:
        bad = {dataset: int(counts[place]) for dataset, counts in self._bad.items()}
        where = [dataset for dataset, count in bad.items() if count]
        if self._row == "dataset":
            return f"not computable for {shown_names(where)}"
        n = sum(bad.values())
        return f"not computable for {n} series of {shown_names(where)}"


def filtered(table: FeatureTable, not_numeric: Collection[str]) -> FeatureTable:
    """Return what `extract_features` returns with its filter, from its table without the filter."""
    seen = Filter(table.names, not_numeric, table.unit)
    for dataset, values in table.by_dataset():
        seen.see(dataset, values)
    removed = seen.removed()
    places, names = kept(table.names, removed)
    return replace(
        table,
        values=table.values[:, places],
        names=names,
        groups={name: table.groups[name] for name in names if name in table.groups},
        removed=dict(sorted(removed.items())),
    )


def kept(names: Sequence[str], removed: Collection[str]) -> tuple[list[int], tuple[str, ...]]:
    """Return places and names of the columns that are kept, sorted by name."""
    places = sorted((i for i, n in enumerate(names) if n not in removed), key=names.__getitem__)
    return places, tuple(names[i] for i in places)
