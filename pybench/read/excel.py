"""The first sheet of an Excel file, read by openpyxl, as a table."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from pybench.base import extras
from pybench.base.errors import refusal
from pybench.read.grid import Column, RawTable, text_of


def read_sheet(data: bytes, file: str) -> RawTable:
    """Return the rows of the first sheet; its first row has the names of the columns.

    A formula counts as the value that Excel stored for it.

    Raises
    ------
    ExtraMissing
        If openpyxl is not installed.
    ResultsTableError
        If the file is no Excel file, or a row is longer than the header.
    """
    openpyxl = extras.require("openpyxl", "excel", "Reading .xlsx files")
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, IndexError, TypeError) as error:
        hint = "Save the file as .xlsx again, or as .csv."
        raise refusal("an Excel file (.xlsx)", str(error), hint, file=file) from None
    while rows and all(value is None for value in rows[-1]):
        rows.pop()
    if not rows:
        hint = "Put the table on the first sheet."
        raise refusal("a header row", "an empty sheet", hint, file=file)
    header, *body = rows
    while header and header[-1] is None:
        header.pop()
    for number, row in enumerate(body, start=2):
        if any(value is not None for value in row[len(header) :]):
            found, hint = "a value to the right of the header", "Name the column, or remove it."
            raise refusal("as many values as columns", found, hint, file=file, line=number)
    names = [text_of(name) or "" for name in header]
    columns = [
        Column(name, *_kind([row[place] if place < len(row) else None for row in body]), "Excel")
        for place, name in enumerate(names)
    ]
    return RawTable(columns, len(body), file, range(2, len(body) + 2))


def _kind(values: list[Any]) -> tuple[Any, list[Any]]:
    """Return the values as fields if one is a text, so that "NA" and "0.5" count as in a CSV."""
    if any(isinstance(value, str) for value in values):
        return "fields", [
            "" if value is None else text_of(value) or repr(value) for value in values
        ]
    return "objects", values
