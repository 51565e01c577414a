"""Series in Arrow and Parquet: one row per series, one column of lists per channel -> SeriesSet.

Columns: `label`, `split` and `dataset` if they exist, then the channels. Everything is validated in
full before use, see `arrow`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pybench.base.errors import PybenchError, SeriesError, refusal
from pybench.base.frame import decoded, ipc_table, parquet_table
from pybench.base.text import shown, shown_names
from pybench.seriesset.build import SPLITS, UNIVARIATE, from_buffers
from pybench.seriesset.series import KEYS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]
    Offsets = npt.NDArray[np.int64]

SERIES = "series"  # name of a single channel without a name


def read_parquet(data: bytes, **names: Any) -> SeriesSet:
    """Return the series of a Parquet file, given its bytes; see `read_table`."""
    return _loaded(lambda: parquet_table(data), "a Parquet file", **names)


def read_ipc(data: bytes, **names: Any) -> SeriesSet:
    """Return the series of an Arrow IPC file or stream, given its bytes; see `read_table`."""
    return _loaded(lambda: ipc_table(data), "an Arrow IPC file", **names)


def read_table(source: Any, **names: Any) -> SeriesSet:
    """Return the series of an Arrow table, of anything with ``__arrow_c_stream__``, or of a frame.

    Parameters
    ----------
    dataset, split : str, optional
        Their names if the table has no such column.
    file : str, optional
        For error messages.

    Raises
    ------
    SeriesError
        If the table is not valid, has no column of lists or one of another type, a row without
        series, or channels of different lengths.
    """

    def load() -> pa.Table:
        import pyarrow as pa

        if hasattr(source, "__arrow_c_stream__") and not hasattr(source, "iloc"):
            return pa.table(source)
        return pa.Table.from_pandas(source, preserve_index=False)

    return _loaded(load, "an Arrow table", **names)


def _loaded(
    load: Callable[[], pa.Table],
    expected: str,
    *,
    dataset: str | None = None,
    split: str | None = None,
    file: str | None = None,
) -> SeriesSet:
    try:
        table = load()
        table.validate(full=True)
        return _series(table, dataset, split, file)
    except PybenchError:
        raise
    except Exception as error:
        found = shown(str(error).partition("\n")[0] or type(error).__name__)
        hint = "The data may be damaged: write it again."
        raise refusal(expected, found, hint, file=file, kind=SeriesError) from error


def _series(table: pa.Table, dataset: str | None, split: str | None, file: str | None) -> SeriesSet:
    _check_columns(table, file)
    datasets = _texts(table, "dataset", file)
    if datasets is None and dataset is None:
        hint = "Give it a name: `dataset`."
        raise refusal("a column `dataset`", "none", hint, file=file, kind=SeriesError)
    splits = _texts(table, "split", file)
    labels = _texts(table, "label", file)
    names = [name for name in table.column_names if name not in KEYS]
    lists = [_channel(table.column(name), name, file) for name in names]
    offsets = lists[0][0]
    for name, (other, _) in zip(names, lists, strict=True):
        if (bad := (other != offsets).nonzero()[0]).size:
            expected = "channels of equal length"
            found = f"other lengths in row {bad[0]}"
            raise _refused(
                expected, found, "Write all channels of a row with the same length.", file, name
            )
    return from_buffers(
        offsets,
        [values for _, values in lists],
        dataset=datasets or dataset or "",
        split=splits or split or "",
        label=labels,
        channels=UNIVARIATE if names == [SERIES] else names,
        source=file,
    )


def _check_columns(table: pa.Table, file: str | None) -> None:
    """Refuse a table without channels or rows, or with a repeated name."""
    names = table.column_names
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise _refused("every column once", f"{shown(twice[0])} twice", "Rename one of them.", file)
    if not set(names) - set(KEYS):
        hint = "Put each channel into a column of lists of numbers."
        raise _refused("a column of lists", shown_names(names) or "no column", hint, file)
    if table.num_rows == 0:
        raise _refused("at least one series", "none", "The table has no rows.", file)


def _texts(table: pa.Table, name: str, file: str | None) -> list[Any] | None:
    """Return a column of texts, integers as their digits; None if there is none."""
    import pyarrow as pa

    if name not in table.column_names:
        return None
    column = decoded(table.column(name))
    kind = column.type
    if pa.types.is_null(kind) and name == "label":
        return [None] * len(column)
    if pa.types.is_integer(kind):
        column, kind = column.cast(pa.string()), pa.string()
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or _is_view(kind)):
        hint = "Convert the column to strings."
        raise _refused("strings or integers", str(kind), hint, file, name)
    values: list[Any] = column.to_pylist()
    if name != "label" and None in values:
        found = f"none in row {values.index(None)}"
        raise _refused("a name per row", found, "Give every row a name.", file, name)
    if name == "split" and (strange := sorted(set(values) - {*SPLITS, ""})):
        hint = "Write train or test."
        raise _refused('"train" or "test"', shown(strange[0]), hint, file, name)
    return values


def _is_view(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string_view(kind))


def _channel(column: pa.ChunkedArray, name: str, file: str | None) -> tuple[Offsets, Floats]:
    """Return where each series begins, from 0, and the concatenated values, NaN where null."""
    import numpy as np
    import pyarrow as pa

    kind = column.type
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind) or _is_fixed(kind)):
        expected, hint = "lists of numbers", "Put each channel into a column of lists."
        raise _refused(expected, str(kind), hint, file, name)
    if not (pa.types.is_floating(kind.value_type) or pa.types.is_integer(kind.value_type)):
        hint = "Convert the values to double."
        raise _refused("lists of numbers", str(kind), hint, file, name)
    if column.null_count:
        row = column.is_null().index(pa.scalar(True)).as_py()
        raise _refused("one series per row", f"none in row {row}", "Leave the row out.", file, name)
    # cast() refuses an integer that a double does not hold exactly
    whole = column.cast(pa.large_list(pa.float64())).combine_chunks()
    whole = whole if isinstance(whole, pa.LargeListArray) else whole.chunk(0)
    begins = whole.offsets.to_numpy()
    values = whole.values.slice(begins[0], begins[-1] - begins[0])
    return begins - begins[0], np.asarray(values.to_numpy(zero_copy_only=not values.null_count))


def _is_fixed(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_fixed_size_list(kind))


def _refused(
    expected: str, found: str, hint: str, file: str | None, column: str | None = None
) -> PybenchError:
    return refusal(expected, found, hint, file=file, column=column, kind=SeriesError)
