"""Arrow: Parquet and IPC files and any Arrow producer -> a grid; a results table -> Arrow.

Apart from the bridge, the only module that uses pyarrow. Everything is validated in full before
use: otherwise a damaged file can end the process (measured: 41 of 707 mutants).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pybench.base.errors import PybenchError, refusal
from pybench.base.frame import decoded, ipc_table, parquet_table
from pybench.base.text import shown
from pybench.read.grid import Column, Names, RawTable

if TYPE_CHECKING:
    import pyarrow as pa


def read_parquet(data: bytes, file: str | None = None) -> RawTable:
    """Return the columns of a Parquet file, given its bytes.

    Raises
    ------
    ResultsTableError
        If it is not a Parquet file, or is damaged.
    """
    return _grid(lambda: parquet_table(data), "a Parquet file", file)


def read_ipc(data: bytes, file: str | None = None) -> RawTable:
    """Return the columns of an Arrow IPC file or stream (Feather version 2), given its bytes.

    Raises
    ------
    ResultsTableError
        If it is not an Arrow IPC file, or is damaged.
    """
    return _grid(lambda: ipc_table(data), "an Arrow IPC file", file)


def held(source: Any) -> pa.Table:
    """Return an Arrow table or stream as a table, which can be read again."""
    import pyarrow as pa

    return pa.table(source)


def stream_grid(source: Any) -> RawTable:
    """Return the columns of an object with ``__arrow_c_stream__``.

    Raises
    ------
    ResultsTableError
        If it does not produce a valid table.
    """

    def load() -> pa.Table:
        import pyarrow as pa

        # Before pyarrow 25, exporting string views may end the process.
        if isinstance(source, pa.Table):
            return source
        if isinstance(source, pa.RecordBatchReader):
            return source.read_all()
        try:
            return pa.table(source)
        except pa.ArrowInvalid as error:
            if "non-struct" not in str(error):
                raise
            found = f"one column alone ({type(source).__name__})"
            hint = "Give a frame, or an array with `datasets` and `classifiers`."
            raise refusal("an Arrow table", found, hint) from error

    return _grid(load, "an Arrow table", None)


def _grid(load: Callable[[], pa.Table], expected: str, file: str | None) -> RawTable:
    """Load, validate and unpack a table; Arrow's errors become pybench errors."""
    try:
        table = load()
        table.validate(full=True)
        columns = [
            arrow_column(field.name, column)
            for field, column in zip(table.schema, table.columns, strict=True)
        ]
        return RawTable(columns, table.num_rows, file)
    except PybenchError:
        raise
    except Exception as error:
        found = shown(str(error).partition("\n")[0] or type(error).__name__)
        hint = "The data may be damaged: write it again."
        raise refusal(expected, found, hint, file=file) from error


def arrow_column(name: str, column: pa.ChunkedArray) -> Column:
    """Return a valid Arrow column as plain values: floats, integers or texts; else nothing."""
    import numpy as np
    import pyarrow as pa

    type_name = str(column.type)
    column = decoded(column)
    if pa.types.is_null(column.type):
        return Column(name, "floats", np.full(len(column), np.nan), type_name)
    if pa.types.is_floating(column.type):
        return Column(name, "floats", column.cast(pa.float64()).to_numpy(), type_name)
    if pa.types.is_integer(column.type):
        return Column(name, "integers", column.to_pylist(), type_name)
    if _is_text(column.type):
        return _texts(name, column, type_name)
    return Column(name, "other", [], type_name)


def _texts(name: str, column: pa.ChunkedArray, type_name: str) -> Column:
    """Return texts as names if none is missing: they usually occur many times."""
    import numpy as np
    import pyarrow as pa

    if column.null_count or not len(column):
        return Column(name, "texts", column.to_pylist(), type_name)
    # Arrow cannot code views of strings.
    parts = column.cast(pa.large_string()).dictionary_encode().unify_dictionaries().chunks
    codes = np.concatenate([part.indices.to_numpy() for part in parts])
    names = Names.coded(codes, parts[-1].dictionary.to_pylist())
    return Column(name, "texts", names, type_name)


def _is_text(kind: pa.DataType) -> bool:
    import pyarrow as pa

    checks = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(check(kind) for check in checks)


def unpacked_zstd(data: bytes, size: int) -> bytes:
    """Return the content of Zstandard data, which `zipfile` of older Pythons cannot read.

    Raises
    ------
    OSError
        If the data are damaged, or not of this size.
    """
    import pyarrow as pa

    return bytes(pa.decompress(data, size, codec="zstd", asbytes=True))
