"""Python arguments -> message, message -> answer. Values without an exact form are refused.

A node, a JSON object, describes a value; numbers are in blocks, so that every bit is kept:

=================  =========================================================================
type               further keys
=================  =========================================================================
null
logical, integer   data: position of a block of 32-bit integers, smallest one = missing; shape
double             data: position of a block of 64-bit floats; shape
character          values: texts, null = missing; shape
list               items: nodes; names
frame              data: position of a block with an Arrow IPC stream; to (arguments only)
rebuilt            function: R's; fields: a list node, its argument (arguments only)
=================  =========================================================================

where shape is any of names, dim, dimnames, as in R.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from pybench.base.errors import ConversionError
from pybench.base.text import shown
from pybench.bridge.forms import AsMatrix, Columns, Rebuilt
from pybench.bridge.protocol import Block, write_all

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    Array = np.ndarray[Any, np.dtype[Any]]

Node = dict[str, Any]

LARGEST_INT = 2**31 - 1
LARGEST_EXACT = 2**53
_MISSING_INT = -(2**31)
_MISSING_DOUBLE_BITS = 0x7FF00000000007A2  # the bits of R's NA_real_
_TILE = (512, 64)  # rows, columns copied at a time: both sides stay in the processor's cache


@dataclass(frozen=True)
class TableBlock:
    """A block with an Arrow IPC stream of a table."""

    table: pa.Table

    @property
    def nbytes(self) -> int:
        """Size of the columns, without the metadata."""
        return int(self.table.nbytes)

    def write_to(self, file: IO[bytes]) -> None:
        """Write the stream."""
        import pyarrow as pa

        with pa.ipc.new_stream(pa.PythonFile(file, mode="w"), self.table.schema) as writer:
            writer.write_table(self.table)


@dataclass(frozen=True)
class ColumnMajor:
    """A block with an array in column-major order, as in R."""

    array: Array

    @property
    def nbytes(self) -> int:
        """Exact size."""
        return self.array.nbytes

    def write_to(self, file: IO[bytes]) -> None:
        """Write the array, without a full second copy."""
        if self.array.flags.f_contiguous or self.array.ndim != 2:
            write_all(file, self.array.ravel(order="F").data)
            return
        rows, width = self.array.shape[0], _TILE[1]
        copy = np.empty((width, rows), dtype=self.array.dtype)
        for start in range(0, self.array.shape[1], width):
            columns = self.array[:, start : start + width]
            write_all(file, _transpose(columns, copy[: columns.shape[1]]).data)


def encode(arguments: Mapping[str, object]) -> tuple[Node, list[Block]]:
    """Encode named arguments.

    Raises
    ------
    ConversionError
        A value has no exact form in R; the message says which and why.
    """
    encoder = _Encoder()
    return encoder.mapping(arguments, ""), encoder.blocks


def decode(node: Node, blocks: Sequence[memoryview]) -> Any:
    """Convert an answer into Python values.

    Vectors of length one become scalars, other numeric vectors of R's type double NumPy arrays,
    other vectors lists; named values become a dictionary; a matrix a dictionary with values, rows
    and columns; a data frame a pyarrow table. Missing logicals, integers and texts are None.

    Raises
    ------
    ConversionError
        Names are repeated or missing, so that no dictionary can hold them.
    """
    kind = node["type"]
    if kind == "null":
        return None
    if kind == "frame":
        return _table_from(blocks[node["data"]])
    if kind == "list":
        items = [decode(item, blocks) for item in node["items"]]
        return _named(node["names"], items) if "names" in node else items
    return _vector_from(node, blocks)


class _Encoder:
    """Converts values into nodes and collects their blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def value(self, value: object, path: str) -> Node:
        if value is None:
            return {"type": "null"}
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, (bool, int, float, str)):
            return self.sequence([value], path)
        if isinstance(value, (list, tuple)):
            return self.sequence(value, path)
        if isinstance(value, Mapping):
            return self.mapping(value, path)
        if isinstance(value, np.ndarray):
            return self.array(value, path)
        if _is_results_table(value):
            return _rebuilt("bridge_results_table", self.fields(value, path))
        if isinstance(value, Rebuilt):
            return _rebuilt(value.function, self.mapping(value.fields, path))
        if isinstance(value, Columns):
            names = self.texts(value.names, path)
            labels = {"type": "list", "items": [{"type": "null"}, names]}
            return {**self.array(value.matrix, path), "dimnames": labels}
        if isinstance(value, AsMatrix):
            return self.frame(value.table, "matrix", path)
        return self.frame(value, "data.frame", path)

    def mapping(self, value: Mapping[Any, object], path: str) -> Node:
        names = [_text(name, f"a name in {path or 'the arguments'}") for name in value]
        items = [
            self.value(item, f"{path}${name}" if path else name)
            for name, item in zip(names, value.values(), strict=True)
        ]
        return {"type": "list", "items": items, "names": names}

    def sequence(self, values: Sequence[Any], path: str) -> Node:
        kinds = {_kind(value) for value in values}
        if not kinds or "other" in kinds:
            items = [self.value(value, f"{path}[{i}]") for i, value in enumerate(values)]
            return {"type": "list", "items": items}
        kinds.discard("missing")
        if kinds == {"character"}:
            return self.texts(values, path)
        if kinds <= {"logical"}:
            return self.integers("logical", _with_missing(values))
        if kinds == {"integer"} and all(v is None or abs(v) <= LARGEST_INT for v in values):
            return self.integers("integer", _with_missing(values))
        if kinds <= {"integer", "double"}:
            return self.doubles(values, path)
        raise _refused(path, f"a mixture of {' and '.join(sorted(kinds))} values")

    def texts(self, values: Sequence[str | None], path: str) -> Node:
        checked = [None if value is None else _text(value, path) for value in values]
        return {"type": "character", "values": checked}

    def doubles(self, values: Sequence[int | float | None], path: str) -> Node:
        for value in values:
            if isinstance(value, int) and abs(value) > LARGEST_EXACT:
                raise _refused(path, f"the integer {value}, more than a double holds exactly")
        numbers = np.array([0.0 if value is None else value for value in values], dtype=np.float64)
        missing = np.array([value is None for value in values])
        numbers.view(np.uint64)[missing] = _MISSING_DOUBLE_BITS
        return self.numbers("double", numbers)

    def integers(self, kind: str, values: Sequence[int]) -> Node:
        return self.numbers(kind, np.array(values, dtype=np.int32))

    def array(self, value: Array, path: str) -> Node:
        if isinstance(value, np.ma.MaskedArray):
            raise _refused(path, "a masked array")
        if value.ndim == 0:
            return self.value(value.item(), path)
        if value.dtype.kind in "UO":
            node = self.texts(value.ravel(order="F").tolist(), path)
        elif value.dtype.kind == "b":
            node = self.numbers("logical", value.astype(np.int32))
        elif value.dtype.kind in "iu":
            node = self.whole_numbers(value, path)
        elif value.dtype.kind == "f" and value.itemsize <= 8:
            node = self.numbers("double", value.astype(np.float64, copy=False))
        else:
            raise _refused(path, f"an array of {value.dtype}")
        return node if value.ndim == 1 else {**node, "dim": self.dim(value, path)}

    def whole_numbers(self, value: Array, path: str) -> Node:
        largest = max(-int(value.min()), int(value.max())) if value.size else 0
        if largest <= LARGEST_INT:
            return self.numbers("integer", value.astype(np.int32))
        if largest <= LARGEST_EXACT:
            return self.numbers("double", value.astype(np.float64))
        raise _refused(path, f"the integer {largest}, more than a double holds exactly")

    def dim(self, value: Array, path: str) -> list[int]:
        if max(value.shape) > LARGEST_INT:
            raise _refused(path, f"an array of shape {value.shape}")
        return list(value.shape)

    def numbers(self, kind: str, values: Array) -> Node:
        self.blocks.append(ColumnMajor(values))
        return {"type": kind, "data": len(self.blocks) - 1}

    def fields(self, table: Any, path: str) -> Node:
        names = [field.name for field in dataclasses.fields(table)]
        values = [getattr(table, name) for name in names]
        items = [
            self.texts(value, path) if isinstance(value, tuple) else self.value(value, path)
            for value in values
        ]
        return {"type": "list", "items": items, "names": names}

    def frame(self, value: Any, to: str, path: str) -> Node:
        self.blocks.append(TableBlock(_table_of(value, path)))
        return {"type": "frame", "data": len(self.blocks) - 1, "to": to}


def _rebuilt(function: str, fields: Node) -> Node:
    return {"type": "rebuilt", "function": function, "fields": fields}


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _refused(path, f"a {type(value).__name__}", "a string")
    if "\0" in value:
        raise _refused(path, f"the string {shown(value)} with a zero byte")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _refused(path, f"the string {shown(ascii(value))} with half a character") from None
    return value


def _kind(value: object) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None:
        return "missing"
    names = {bool: "logical", int: "integer", float: "double", str: "character"}
    return next((name for kind, name in names.items() if isinstance(value, kind)), "other")


def _with_missing(values: Sequence[int | None]) -> list[int]:
    return [_MISSING_INT if value is None else int(value) for value in values]


def _is_results_table(value: object) -> bool:
    from pybench.table import ResultsTable

    return isinstance(value, ResultsTable)


def _transpose(source: Array, target: Array) -> Array:
    """Copy the columns of one array into the rows of another, tile by tile."""
    height, width = _TILE
    for top in range(0, source.shape[0], height):
        for left in range(0, source.shape[1], width):
            tile = source[top : top + height, left : left + width]
            target[left : left + width, top : top + height] = tile.T
    return target


def _table_of(value: Any, path: str) -> pa.Table:
    import pyarrow as pa

    try:
        if "pandas" in sys.modules and isinstance(value, sys.modules["pandas"].DataFrame):
            table = _table_of_pandas(value, path)
        elif isinstance(value, (pa.Table, pa.RecordBatch)) or hasattr(value, "__arrow_c_stream__"):
            table = pa.table(value)
        else:
            raise _refused(path, f"a {type(value).__module__}.{type(value).__qualname__}")
        table.validate(full=True)
    except pa.ArrowException as error:
        raise _refused(path, f"a table that Arrow refuses: {error}") from error
    return table


def _table_of_pandas(frame: pd.DataFrame, path: str) -> pa.Table:
    """Convert a frame; unlike in pyarrow, NaN in a float column stays NaN, to the bit."""
    import pandas as pd
    import pyarrow as pa

    if not isinstance(frame.index, pd.RangeIndex):
        raise _refused(
            path,
            "a data frame with row labels",
            "a data frame without row labels: use .reset_index()",
        )
    names = [_text(name, f"a column name in {path}") for name in frame.columns]
    if len(names) and all(dtype == np.float64 for dtype in frame.dtypes):
        values = frame.to_numpy()
        columns = values.T
        if values.flags.c_contiguous:
            columns = _transpose(values, np.empty(columns.shape))
        return pa.Table.from_arrays([pa.array(column) for column in columns], names=names)
    arrays = [_array_of_pandas(frame.iloc[:, j]) for j in range(len(names))]
    return pa.Table.from_arrays(arrays, names=names)


def _array_of_pandas(column: pd.Series) -> pa.Array:
    import pyarrow as pa

    if isinstance(column.dtype, np.dtype) and column.dtype.kind == "f":
        return pa.array(column.to_numpy())
    return pa.array(column, from_pandas=True)


def _table_from(block: memoryview) -> pa.Table:
    import pyarrow as pa

    table = pa.ipc.open_stream(pa.py_buffer(block)).read_all()
    table.validate(full=True)
    return table


def _vector_from(node: Node, blocks: Sequence[memoryview]) -> Any:
    values = _cells(node, blocks)
    dim = node.get("dim", [])
    dimnames = node.get("dimnames") or [None] * len(dim)
    if len(dim) == 2:
        rows, columns = dimnames
        return {"values": _grid(values, dim), "rows": rows, "columns": columns}
    if len(dim) > 2:
        return {"values": _grid(values, dim), "dimnames": dimnames}
    names = node.get("names") or (dimnames[0] if dim else None)
    listed = values.tolist() if isinstance(values, np.ndarray) else values
    if names is not None:
        return _named(names, listed)
    if len(values) == 1:
        return listed[0]
    return values


def _cells(node: Node, blocks: Sequence[memoryview]) -> Any:
    """Return the values as a flat sequence: an array of doubles, else a list with None."""
    kind = node["type"]
    if kind == "character":
        return node["values"]
    if kind == "double":
        return np.frombuffer(blocks[node["data"]], dtype=np.float64)
    cast = bool if kind == "logical" else int
    cells = memoryview(blocks[node["data"]]).cast("i")
    return [None if cell == _MISSING_INT else cast(cell) for cell in cells]


def _grid(values: Any, dim: list[int]) -> Array:
    """Shape the values column by column; with text or missing ones they become objects."""
    has_objects = isinstance(values, list) and any(v is None or isinstance(v, str) for v in values)
    return np.asarray(values, dtype=object if has_objects else None).reshape(dim, order="F")


def _named(names: list[str | None], values: Sequence[Any]) -> dict[str, Any]:
    found = {name: value for name, value in zip(names, values, strict=True) if name}
    if len(found) != len(names):
        raise ConversionError(
            "expected an answer in which each value has its own name, found "
            + shown(", ".join(map(str, names)))
        )
    return found


def _refused(
    path: str, found: str, expected: str = "a value that R can hold exactly"
) -> ConversionError:
    return ConversionError(
        f"`{path}` must be {expected}, not {found}", expected=expected, found=found
    )
