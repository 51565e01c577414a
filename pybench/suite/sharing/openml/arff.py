"""Tables and splits in ARFF, as OpenML's clients read it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pybench.base.errors import SuiteError, refusal
from pybench.base.text import shown
from pybench.read.tabular import DataTable, Variable, read_table
from pybench.suite.splits import Splits

if TYPE_CHECKING:
    import numpy as np

_PLAIN = re.compile(r"[A-Za-z0-9_.+-]+")
_ESCAPES = {"\\": "\\\\", "'": "\\'", "%": "\\%", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TYPES = ("type", "rowid", "repeat", "fold")


def quoted(text: str) -> str:
    """Return a text in ARFF's form, with quotes if it needs them."""
    if _PLAIN.fullmatch(text):
        return text
    return "'" + "".join(_ESCAPES.get(mark, mark) for mark in text) + "'"


def table_arff(table: DataTable, name: str) -> bytes:
    """Return a table as an ARFF file, which `pybench.read.tabular` reads as the same table."""
    lines = [f"@relation {quoted(name)}", ""]
    for variable in table.variables:
        lines.append(f"@attribute {quoted(variable.name)} {_type(variable)}")
    lines += ["", "@data"]
    columns = [_values(variable) for variable in table.variables]
    lines += map(",".join, zip(*columns, strict=True))
    return ("\n".join(lines) + "\n").encode("utf-8")


def splits_arff(splits: Splits, name: str) -> bytes:
    """Return splits as the server sends them, with rows in their order."""
    head = [f"@relation {quoted(name + '_splits')}", "", "@attribute type {TRAIN,TEST}"]
    head += [f"@attribute {column} numeric" for column in _TYPES[1:]]
    rows = splits.to_bytes().partition(b"\n")[2]
    return ("\n".join([*head, "", "@data", ""])).encode() + rows


def read_splits(data: bytes, file: str | None = None) -> Splits:
    """Read splits of OpenML.

    Raises
    ------
    SuiteError, DatasetError
        If the file has other columns, a row is incomplete, or folds are missing or empty. Several
        samples of a fold (for a learning curve) are refused, too.
    """
    table = read_table(data, format="arff", file=file)
    if table.names[:4] != _TYPES:
        hint = "This is no file of splits; tasks of learning curves are not read."
        names = ", ".join(map(shown, table.names))
        raise refusal(f"the columns {', '.join(_TYPES)}", names, hint, file=file, kind=SuiteError)
    kinds = table.variable("type").texts()
    if strange := next((kind for kind in kinds if kind not in ("TRAIN", "TEST")), ""):
        raise refusal(
            "TRAIN or TEST", shown(str(strange)), "Correct it.", file=file, kind=SuiteError
        )
    test, columns = _columns(table, kinds, file)
    return Splits.of(test, columns[0], columns[1], columns[2], file)


def _columns(
    table: DataTable, kinds: list[str | None], file: str | None
) -> tuple[np.ndarray, list[np.ndarray]]:
    import numpy as np

    columns = []
    for name in _TYPES[1:]:
        values = np.asarray(table.variable(name).values)
        if values.dtype.kind != "f" or not (values >= 0).all() or (values % 1 != 0).any():
            hint = "Rows, repeats and folds count from 0."
            raise refusal(
                "whole numbers", f"others in {shown(name)}", hint, file=file, kind=SuiteError
            )
        columns.append(values.astype(np.int64))
    return np.array([kind == "TEST" for kind in kinds]), columns


def with_classes(table: DataTable, targets: Collection[str]) -> DataTable:
    """Return the table with nominal targets: classes are names, even if they are numbers."""
    kept = tuple(
        variable
        if variable.name not in targets or variable.type == "nominal"
        else Variable(variable.name, "nominal", variable.texts(), classes_of(variable))
        for variable in table.variables
    )
    same = all(one is other for one, other in zip(kept, table.variables, strict=True))
    return table if same else replace(table, variables=kept, sparse=False)


def classes_of(target: Variable) -> tuple[str, ...]:
    """Return the classes of a target: as declared, or else those that occur, sorted."""
    if target.type == "nominal":
        return target.levels
    return tuple(sorted({text for text in target.texts() if text is not None}))


def _type(variable: Variable) -> str:
    if variable.type == "nominal":
        return "{" + ",".join(map(_level, variable.levels)) + "}"
    return "numeric" if variable.type == "numeric" else "string"


def _level(text: str) -> str:
    return "'?'" if text == "?" else quoted(text)


def _values(variable: Variable) -> Iterator[str]:
    for text in variable.texts():
        yield "?" if text is None else _level(text)
