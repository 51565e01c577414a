"""FeatureTable: one row per series (or dataset), named columns in fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined, shown_names
from pybench.seriesset.series import KEYS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class FeatureTable(Result):
    """Features of series, or of datasets, as `extract_features` or `read_features` returns them.

    Attributes
    ----------
    dataset, split, label : (n,) arrays of str
        As in `SeriesSet`; if a row is a whole dataset, split is "" and label is None.
    id : (n,) int64
        Position of the series in its dataset and split, counted from 0.
    values : (n, p) ndarray of float64
        Read-only. If the features were extracted with ``filter=True``, all values are finite;
        otherwise a feature that is not defined for a series is NaN.
    names : tuple of p str
        The columns, sorted.
    representation : str
        The representation of the features: "tsfresh", "catch22", ...
    groups : dict of str to str
        The group of each column, for representations that have groups.
    removed : dict of str to str
        The reason for each column that was left out.
    left_out : dict of str to str
        The reason for each dataset that was left out.
    versions : dict of str to str
        The version of each library that can change a feature value.
    unit : {"series", "dataset"}
        What a row is. A CSV file does not record the unit. Its rows are read as whole datasets if
        they have no split and no label, and if each is from a different dataset.
    """

    schema: ClassVar[str] = "feature-table/1"

    dataset: npt.NDArray[np.object_]
    split: npt.NDArray[np.object_]
    label: npt.NDArray[np.object_]
    id: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    names: tuple[str, ...]
    representation: str
    groups: Mapping[str, str] = field(default_factory=dict)
    removed: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    unit: str = "series"

    def __post_init__(self) -> None:
        import numpy as np

        for name in (*KEYS, "values"):
            view = np.asarray(getattr(self, name)).view()  # the caller's own array stays writeable
            view.flags.writeable = False
            object.__setattr__(self, name, view)
        shapes = {name: getattr(self, name).shape for name in (*KEYS, "values")}
        n = len(self.values) if self.values.ndim else 0
        expected = dict.fromkeys(KEYS, (n,)) | {"values": (n, len(self.names))}
        if shapes != expected:
            raise ArgumentError(
                "expected one dataset, split, label and id per row, and one name per column, found "
                f"shapes {shapes}",
                expected=str(expected),
                found=str(shapes),
            )

    @property
    def ids(self) -> tuple[str, ...]:
        """One name per row, each different: dataset/split/id, or the dataset alone."""
        keys = zip(self.dataset, self.split, self.id.tolist(), strict=True)
        if self.per_dataset:
            return tuple(self.dataset)
        return tuple("/".join((d, s, str(i)) if s else (d, str(i))) for d, s, i in keys)

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the datasets, in order of first appearance."""
        return tuple(dict.fromkeys(self.dataset))

    @property
    def per_dataset(self) -> bool:
        """Whether a row is a whole dataset."""
        return self.unit == "dataset"

    def __len__(self) -> int:
        return len(self.values)

    def column(self, name: str) -> Floats:
        """Return the values of one feature.

        Raises
        ------
        ArgumentError
            If there is no such column; the message gives the reason if it was removed.
        """
        if name in self.names:
            return self.values[:, self.names.index(name)]
        why = f": it was removed, {self.removed[name]}" if name in self.removed else ""
        raise ArgumentError(f"the table has no feature `{name}`{why}", found=name)

    def by_dataset(self) -> Iterator[tuple[str, Floats]]:
        """Yield each dataset's name and rows, in order of first appearance."""
        for name in self.datasets:
            yield name, self.values[self.dataset == name]

    def to_frame(self) -> pd.DataFrame:
        """Return a data frame: index dataset, split, label and id; one column per feature."""
        import pandas as pd

        index = pd.MultiIndex.from_arrays([getattr(self, key) for key in KEYS], names=KEYS)
        return pd.DataFrame(self.values.copy(), index=index, columns=list(self.names))

    def to_arrow(self) -> pa.Table:
        """Return a pyarrow table: dataset, split, label, id, then one column per feature."""
        import pyarrow as pa

        keys = [
            pa.array(self.dataset, pa.string()).dictionary_encode(),
            pa.array(self.split, pa.string()).dictionary_encode(),
            pa.array(self.label, pa.string()),
            pa.array(self.id),
        ]
        return pa.Table.from_arrays([*keys, *self.values.T.copy()], names=[*KEYS, *self.names])

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        rows = counted(len(self), "dataset") if self.per_dataset else f"{len(self)} series"
        of = "" if self.per_dataset else f" of {counted(len(self.datasets), 'dataset')}"
        what = f"{self.representation}: " if self.representation else ""
        lines = [f"{what}{counted(len(self.names), 'feature')} of {rows}{of}"]
        if self.removed:
            lines.append(f"removed: {counted(len(self.removed), 'feature')} (see .removed)")
        if self.left_out:
            lines.append(f"left out: {shown_names(tuple(self.left_out))} (see .left_out)")
        return lined(lines)
