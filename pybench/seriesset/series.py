"""SeriesSet: labelled time series in Arrow, possibly ragged; the input of representations.

No Python object per series: the values of a channel are concatenated in one buffer, and offsets
mark where each series begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.base.text import counted, lined, shown, shown_names

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]
    Texts = npt.NDArray[np.object_]

KEYS = ("dataset", "split", "label", "id")
SHOWN_DATASETS = 5


@dataclass(frozen=True, eq=False, repr=False)
class SeriesSet:
    """Time series of one or more datasets, as `read_series` and `series_set` return them.

    Each row is a series with one or more channels of equal length. A missing value is NaN; infinite
    values raise an error.

    Attributes
    ----------
    arrow : pyarrow.Table
        The rows of the set, with each column in one chunk: ``dataset`` and ``split`` (dictionary of
        string), ``label`` (string, null if there is none), ``id`` (int64), then one column per
        channel (large_list of double).
    source : str or None
        The file or folder that the series came from.

    Examples
    --------
    >>> from pybench.seriesset.build import series_set
    >>> s = series_set([[1, 2, 3], [4, 5]], dataset="toy", split="train", label=["a", "b"])
    >>> s
    <SeriesSet: 2 series of 1 dataset, lengths 2 to 3>
    >>> s[1].values(0).tolist()
    [[4.0, 5.0]]
    """

    arrow: pa.Table
    source: str | None = None

    @property
    def channels(self) -> tuple[str, ...]:
        """Names of the channels: ("value",) if there is one."""
        return tuple(self.arrow.column_names[len(KEYS) :])

    @cached_property
    def dataset(self) -> Texts:
        """(n,) names of datasets."""
        return self._texts("dataset")

    @cached_property
    def split(self) -> Texts:
        """(n,) each "train", "test" or ""; "" if the source has no split."""
        return self._texts("split")

    @cached_property
    def label(self) -> Texts:
        """(n,) class labels byte for byte as in the source; None if it has none."""
        return self._texts("label")

    @cached_property
    def id(self) -> npt.NDArray[np.int64]:
        """(n,) Position of the series in its dataset and split, counted from 0."""
        column: npt.NDArray[np.int64] = self.arrow.column("id").to_numpy()
        column.flags.writeable = False
        return column

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """(n + 1,) where each series begins in `flat`."""
        return self._offsets(self.channels[0])

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """(n,) number of points in time of each series."""
        return self.offsets[1:] - self.offsets[:-1]

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the datasets, in order of first appearance."""
        return tuple(dict.fromkeys(self.dataset))

    def __len__(self) -> int:
        return int(self.arrow.num_rows)

    def flat(self, channel: int = 0) -> Floats:
        """Return the values of one channel, series after series, as a read-only view.

        Parameters
        ----------
        channel : int
            Place in `channels`.
        """
        column = self.arrow.column(self.channels[channel]).chunk(0)
        values: Floats = column.values.to_numpy(zero_copy_only=True)
        return values

    def values(self, row: int) -> Floats:
        """Return one series as read-only (channels, length) float64."""
        import numpy as np

        begin, end = self.offsets[row], self.offsets[row + 1]
        if len(self.channels) == 1:
            return self.flat()[None, begin:end]
        stacked = np.stack([self.flat(c)[begin:end] for c in range(len(self.channels))])
        stacked.flags.writeable = False
        return stacked

    def __iter__(self) -> Iterator[Floats]:
        return (self.values(row) for row in range(len(self)))

    def __getitem__(self, rows: int | slice | npt.NDArray[Any]) -> SeriesSet:
        """Return the set of some rows: one number, a slice, a mask or an array of places."""
        import numpy as np

        return self.take(np.atleast_1d(np.arange(len(self))[rows]))

    def take(self, rows: npt.NDArray[np.integer[Any]]) -> SeriesSet:
        """Return a set with the series at the given positions, in the given order."""
        return SeriesSet(whole(self.arrow.take(rows)), self.source)

    def select(
        self, datasets: str | Sequence[str] | None = None, split: str | None = None
    ) -> SeriesSet:
        """Return the series of the given datasets and of the given split, in the order of this set.

        Raises
        ------
        ArgumentError
            If a dataset or the split is not in the set.
        """
        import numpy as np

        keep = np.ones(len(self), bool)
        if datasets is not None:
            datasets = [datasets] if isinstance(datasets, str) else datasets
            keep &= np.isin(self.dataset, self._known("datasets", datasets, self.datasets))
        if split is not None:
            keep &= self.split == self._known("split", [split], tuple(dict.fromkeys(self.split)))
        return self[keep]

    def by_dataset(self) -> Iterator[SeriesSet]:
        """Yield one set per dataset, in order of the first appearance of the datasets."""
        return (self.select([name]) for name in self.datasets)

    def to_numpy(self) -> Floats:
        """Return (n, channels, length) float64.

        Raises
        ------
        ArgumentError
            If the series are not of equal length.
        """
        import numpy as np

        lengths = self.lengths
        if len(set(lengths.tolist())) != 1:
            found = f"lengths {lengths.min()} to {lengths.max()}" if len(lengths) else "no series"
            raise ArgumentError(
                f"expected series of equal length, found {found}",
                expected="equal lengths",
                found=found,
                hint="Take one dataset, or one of those that pybench.eligible keeps.",
            )
        flat = [self.flat(c)[self.offsets[0] :] for c in range(len(self.channels))]
        return np.stack([f[: lengths.sum()].reshape(len(self), -1) for f in flat], axis=1)

    def to_arrow(self) -> pa.Table:
        """Return the table itself; see `arrow`."""
        return self.arrow

    def to_frame(self) -> pd.DataFrame:
        """Return a data frame with one row per series: dataset, split, label, id and length."""
        import pandas as pd

        keys = {name: getattr(self, name) for name in KEYS}
        return pd.DataFrame({**keys, "length": self.lengths})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.arrow.__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> tuple[object, ...]:
        # A pickled slice would carry the whole buffer along; IPC writes only the rows.
        return (_from_ipc, (_to_ipc(self.arrow), self.source))

    def __eq__(self, other: object) -> bool:
        """Return whether keys, channels and values are the same; NaN equals NaN."""
        if not isinstance(other, SeriesSet):
            return NotImplemented
        if self.channels != other.channels or len(self) != len(other):
            return False
        same_keys = all((getattr(self, k) == getattr(other, k)).all() for k in (*KEYS, "lengths"))
        return same_keys and all(
            _same(self._dense(c), other._dense(c)) for c in range(len(self.channels))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lengths = self.lengths
        size = "no series"
        if len(lengths):
            low, high = lengths.min(), lengths.max()
            size = f"length {low}" if low == high else f"lengths {low} to {high}"
        channels = f", {len(self.channels)} channels" if len(self.channels) > 1 else ""
        of = counted(len(self.datasets), "dataset")
        return f"<SeriesSet: {len(self)} series of {of}, {size}{channels}>"

    def __str__(self) -> str:
        import numpy as np

        lines = [repr(self)[1:-1]]
        for name in self.datasets[:SHOWN_DATASETS]:
            mine = self.dataset == name
            labels = {x for x in self.label[mine] if x is not None}
            splits = [
                f"{np.sum(mine & (self.split == s))} {s}" for s in dict.fromkeys(self.split[mine])
            ]
            lines.append(f"  {shown(name)}: {', '.join(splits)}, {_classes(len(labels))}")
        if len(self.datasets) > SHOWN_DATASETS:
            lines.append(f"  and {len(self.datasets) - SHOWN_DATASETS} more")
        return lined(lines)

    def _texts(self, name: str) -> Texts:
        import numpy as np

        column = np.array(self.arrow.column(name).to_pylist(), dtype=object)
        column.flags.writeable = False
        return column

    def _offsets(self, channel: str) -> npt.NDArray[np.int64]:
        offsets: npt.NDArray[np.int64] = self.arrow.column(channel).chunk(0).offsets.to_numpy()
        offsets.flags.writeable = False
        return offsets

    def _dense(self, channel: int) -> Floats:
        return self.flat(channel)[self.offsets[0] : self.offsets[-1]]

    @staticmethod
    def _known(what: str, names: Sequence[str], known: tuple[str, ...]) -> list[str]:
        unknown = [str(name) for name in names if name not in known]
        if not unknown:
            return list(names)
        raise ArgumentError(
            f"`{what}` must be in the set, which has no {shown_names(unknown)}",
            expected=shown_names(known),
            found=shown_names(unknown),
        )


def whole(table: pa.Table) -> pa.Table:
    """Return the table with every column in one chunk, offsets from 0."""
    import pyarrow as pa

    table = table.unify_dictionaries()
    columns = [
        column.chunk(0)
        if column.num_chunks == 1
        else pa.concat_arrays(column.chunks)
        if column.num_chunks
        else pa.array([], column.type)
        for column in table.columns
    ]
    return pa.Table.from_arrays(columns, names=table.column_names)


def _classes(n: int) -> str:
    return "1 class" if n == 1 else f"{n} classes"


def _to_ipc(table: pa.Table) -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


def _from_ipc(data: bytes, source: str | None) -> SeriesSet:
    import pyarrow as pa

    with pa.ipc.open_stream(data) as reader:
        return SeriesSet(whole(reader.read_all()), source)


def _same(one: Floats, other: Floats) -> bool:
    return bool(((one == other) | ((one != one) & (other != other))).all())
