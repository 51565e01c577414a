"""A YAML file as values with their lines, so that errors can name the line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pybench.base.errors import InputError, StudyError
from pybench.base.text import shown, without_controls
from pybench.read.files import file_bytes

MOST_NODES, DEPTH = 20_000, 40
_PLAIN = ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document: a scalar, a list of nodes, or a mapping of texts to nodes."""

    value: Any
    line: int  #: its line, from 1
    keys: Mapping[str, int]  #: line of each key of a mapping

    def plain(self) -> Any:
        """Return the value without the lines."""
        if isinstance(self.value, dict):
            return {name: node.plain() for name, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def __iter__(self) -> Iterator[Node]:
        return iter(self.value)


def read_document(path: Path) -> Node:
    """Read a YAML file (JSON is YAML too).

    Raises
    ------
    StudyError
        It cannot be read, is not YAML, or repeats a key; with the line.
    """
    import yaml

    file = str(path)
    try:
        text = file_bytes(file).decode("utf-8-sig")
    except InputError as error:
        raise refused(
            "a study in YAML", error.found or error.message, "Check the path.", file
        ) from error
    except UnicodeDecodeError as error:
        raise refused("text in UTF-8", str(error), "Save it as UTF-8.", file) from error
    try:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
        finally:
            loader.dispose()
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        raise refused("YAML", _problem(error), "Correct it there.", file, line) from error
    if root is None:
        hint = "pybench study --example writes one with comments."
        raise refused("a study", "an empty file", hint, file, 1)
    return _Converter(loader, file).node(root, 0)


def refused(
    expected: str,
    found: str,
    hint: str,
    file: str | None,
    line: int | None = None,
    field: str | None = None,
) -> StudyError:
    """Return the error in a study's file: where, what was expected, what was found."""
    prefix = "" if field is None else f"`{field}`: "
    error = StudyError(
        f"{prefix}expected {expected}, found {found}",
        file=file,
        line=line,
        expected=expected,
        found=found,
        hint=hint,
    )
    error.field = field
    return error


def _problem(error: Exception) -> str:
    """Return PyYAML's error, without the excerpt of the file."""
    return without_controls(str(getattr(error, "problem", None) or error))[:200]


class _Converter:
    """Converts nodes of PyYAML, within limits: a few bytes may expand to very many values."""

    def __init__(self, loader: Any, file: str) -> None:
        self._loader, self._file, self._seen = loader, file, 0

    def node(self, given: Any, depth: int) -> Node:
        line = given.start_mark.line + 1
        self._seen += 1
        if given.id != "scalar" and given.tag not in _PLAIN:
            hint = "Remove the tag."
            raise refused("plain values", shown(given.tag), hint, self._file, line)
        if depth > DEPTH or self._seen > MOST_NODES:
            found = "more, or an anchor that contains itself"
            expected = f"at most {MOST_NODES} values, {DEPTH} deep"
            raise refused(expected, found, "Simplify it.", self._file, line)
        if given.id == "mapping":
            return self._mapping(given, line, depth)
        if given.id == "sequence":
            return Node([self.node(item, depth + 1) for item in given.value], line, {})
        try:
            return Node(self._loader.construct_object(given), line, {})
        except Exception as error:  # a tag for an object, an invalid date
            hint = "Write strings in quotes."
            raise refused(
                "a string, a number, true or false", _problem(error), hint, self._file, line
            ) from error

    def _mapping(self, given: Any, line: int, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, int] = {}
        for key, value in given.value:
            at = key.start_mark.line + 1
            if key.id != "scalar":
                raise refused("a name", f"a {key.id}", "Write `name: value`.", self._file, at)
            name = str(key.value)
            if name in values:
                found = f"{shown(name)} on lines {keys[name]} and {at}"
                raise refused("each name once", found, "Remove one.", self._file, at, name)
            values[name], keys[name] = self.node(value, depth + 1), at
        return Node(values, line, keys)
