"""A file of results, opened once and strictly: as bytes, JSON, member of an archive, or table."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pybench.base.document import read_json
from pybench.base.errors import InputError, refusal
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.read.grid import Column, RawTable
from pybench.read.zipped import DAMAGED, member

Kind = TypeVar("Kind")
_TYPES = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
          float: "a number", type(None): "null"}  # fmt: skip


class File:
    """One file; ``open_table`` reads it as a table, ``open_names`` the names of its columns.

    The path of a table in memory is empty.
    """

    def __init__(
        self,
        path: str,
        open_table: Callable[[str], RawTable],
        open_names: Callable[[str], list[str]] | None = None,
    ) -> None:
        self.path, self._open_table, self._open_names = path, open_table, open_names
        self.name = Path(path).name
        self.where = "/".join(Path(path).parts[-2:])  #: for messages about one of many files
        self.ending = Path(path).suffix.lower() if path else ".csv"

    @cached_property
    def data(self) -> bytes:
        """The content."""
        return file_bytes(self.path)

    @cached_property
    def document(self) -> Any:
        """The value of a JSON file; of an archive, that of its member ``header.json``."""
        data = self.member("header.json") if self.ending == ".eval" else self.data
        try:
            text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
            return read_json(text, pairs=_unique)
        except ValueError as error:
            raise self.refusal("valid JSON", str(error), "Write the file again.") from None

    @cached_property
    def table(self) -> RawTable:
        """The rows of a table."""
        return self._open_table(self.path)

    @cached_property
    def names(self) -> list[str]:
        """The names of the columns of a table; of a large text file, from its first line."""
        return self.table.names if self._open_names is None else self._open_names(self.path)

    def member(self, name: str) -> bytes:
        """Return a file inside a zip archive."""
        hint = "Check that the file was written completely."
        zipped = f"a zip archive with {shown(name)}"
        try:
            with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
                return member(archive, name)
        except KeyError:
            raise self.refusal(zipped, "none in it", hint) from None
        except DAMAGED as why:
            raise self.refusal(zipped, str(why), hint) from None

    def beside(self, name: str) -> File:
        """Return another file of the same folder."""
        return File(str(Path(self.path).with_name(name)), self._open_table)

    def refusal(self, expected: str, found: str, hint: str, key: str | None = None) -> InputError:
        """Return an error about the file, or a key of its JSON (``column`` of the error)."""
        return refusal(expected, found, hint, file=self.path or None, column=key)

    def get(self, value: Any, key: str, kind: type[Kind], at: str = "") -> Kind:
        """Return the value of a key of an object that must exist and have a type."""
        place = f"{at}.{key}" if at else key
        hint = "Check that the tool that wrote the file ended without an error."
        if not isinstance(value, dict) or key not in value:
            raise self.refusal(f"the key {shown(key)}", "none", hint, place)
        if not isinstance(value[key], kind):
            found = _TYPES.get(type(value[key]), "another value")
            raise self.refusal(_TYPES[kind], found, hint, place)
        if kind is str and not value[key].strip():
            raise self.refusal("a text", "an empty one", hint, place)
        return value[key]  # type: ignore[no-any-return]

    def number(self, value: Any, at: str) -> float:
        """Return a score; NaN if it is null or NaN."""
        if value is None:
            return float("nan")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            found = shown(value) if isinstance(value, str) else _TYPES.get(type(value), "no number")
            raise self.refusal("a number", found, "Correct the score, or leave it out.", at)
        if value in (float("inf"), float("-inf")) or (
            isinstance(value, int) and abs(value) > 1e300
        ):
            raise self.refusal("a finite number", shown(str(value)), "Correct the score.", at)
        return float(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless a key occurs twice: `json` alone would keep the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(twice)} twice in one object")
    return found


def rows_table(rows: list[dict[str, Any]], file: str) -> RawTable:
    """Return rows of JSON as a table; a key that a row lacks is missing there."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = [Column(n, "objects", [row.get(n) for row in rows], "JSON") for n in names]
    return RawTable(columns, len(rows), file)
