"""Tables of any library: functions that take a table convert it here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.base.errors import InputError, refusal
from pybench.base.text import shown

if TYPE_CHECKING:
    import pyarrow as pa

_FILE_MAGIC = b"ARROW1"


def as_frame(value: Any) -> Any:
    """Return a table of any library as a pandas frame, and anything else unchanged.

    A stream can be read only once: functions that take a table call this first and pass on the
    frame.

    Parameters
    ----------
    value : object
        A frame of pandas or polars, a table of pyarrow, or an object with ``__arrow_c_stream__`` or
        ``to_pandas()``. A pybench result is returned unchanged: it contains more than a table.

    Raises
    ------
    InputError
        If it is an Arrow table that is not valid.
    """
    if isinstance(getattr(type(value), "schema", None), str):  # a result of pybench names it
        return value
    table = None if hasattr(value, "iloc") else _arrow_table(value)  # pandas has streams, too
    if table is not None:
        return table.to_pandas(use_threads=False)
    return value.to_pandas() if hasattr(value, "to_pandas") else value


def by_dataset(value: Any) -> Any:
    """Return a table as `as_frame` does, with rows named by a column ``dataset`` if it exists."""
    frame = as_frame(value)
    named = hasattr(frame, "set_index") and "dataset" in frame.columns
    return frame.set_index("dataset") if named else frame


def decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column with its values instead of dictionary codes."""
    import pyarrow as pa

    kind = column.type
    if not pa.types.is_dictionary(kind):
        return column
    # Arrow cannot decode string views, which polars uses in every category.
    values = pa.large_string() if pa.types.is_string_view(kind.value_type) else kind.value_type
    chunks = [
        pa.DictionaryArray.from_arrays(
            chunk.indices, chunk.dictionary.cast(values)
        ).dictionary_decode()
        for chunk in column.chunks
    ]
    return pa.chunked_array(chunks, values)


def parquet_table(data: bytes) -> pa.Table:
    """Return the table of a Parquet file, given its bytes. The caller must validate it.

    It is read without Arrow's threads: they are no faster here, and a thread that Arrow has started
    can abort the process at its end (apache/arrow issue 34314).
    """
    import pyarrow as pa
    import pyarrow.parquet

    return pyarrow.parquet.ParquetFile(pa.BufferReader(data)).read(use_threads=False)


def ipc_table(data: bytes) -> pa.Table:
    """Return the table of an Arrow IPC file or stream (Feather version 2), given its bytes.

    The caller must validate it.
    """
    import pyarrow as pa

    is_file = data.startswith(_FILE_MAGIC)
    with (pa.ipc.open_file if is_file else pa.ipc.open_stream)(data) as reader:
        return reader.read_all()


def _arrow_table(value: Any) -> pa.Table | None:
    if not hasattr(value, "__arrow_c_stream__"):
        return None
    import pyarrow as pa

    try:
        table = pa.table(value)
    except pa.ArrowException:  # a single column has a stream, too
        return None
    try:
        table.validate(full=True)
    except pa.ArrowException as error:
        hint = "The data may be damaged: write it again."
        raise refusal("a table", shown(str(error)), hint, kind=InputError) from error
    return pa.Table.from_arrays([decoded(column) for column in table.columns], table.column_names)
