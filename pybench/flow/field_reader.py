"""Values of a document -> values of fields, or an error that names what is wrong and where."""

from __future__ import annotations

import difflib
import math
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pybench.base.text import shown
from pybench.flow.document import Node, refused
from pybench.flow.field import SOME, Field, Section

HERE = "pybench:"  #: of paths: a table that ships with pybench
MOST = sys.float_info.max


class Reader:
    """Reads the sections of one file; keeps the line of every field for later errors."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lines: dict[str, int] = {}

    def section(self, node: Node, form: Section, key: str) -> dict[str, Any]:
        """Return the fields of a section, with defaults for those that are missing."""
        named = self.mapping(node, key)
        for name in named:
            if name not in form:
                self._unknown(name, form, self.at(key, name), node.keys[name])
        found = {}
        for name, field in form.items():
            where = self.at(key, name)
            if name in named and named[name].value is not None:
                self.lines[where] = node.keys[name]
                found[name] = self.value(named[name], field, where)
            elif field.default is SOME:
                hint = f"Write it: {name}: ...  # {field.about}"
                raise self.error(f"the field `{name}`", "none", hint, node.line, where)
            else:
                found[name] = field.default
        return found

    def mapping(self, node: Node, key: str) -> dict[str, Node]:
        """Return the nodes of a mapping."""
        if not isinstance(node.value, dict):
            hint = "Write `name: value`, one per line, indented."
            raise self.error("names with values", described(node), hint, node.line, key or None)
        return dict(node.value)

    def value(self, node: Node, field: Field, key: str) -> Any:
        """Return the value of a field."""
        return getattr(self, f"_{field.kind}")(node, field, key)

    def error(
        self, expected: str, found: str, hint: str, line: int | None, key: str | None
    ) -> Exception:
        """Return the refusal of a field."""
        return refused(expected, found, hint, str(self.file), line, key)

    def path(self, text: str, line: int, key: str) -> Path:
        """Return a path, relative to the folder of the file; it must exist."""
        if text.startswith(HERE):
            if text.removeprefix(HERE) not in shipped_names():
                expected = f"a table that ships with pybench: {', '.join(shipped_names())}"
                raise self.error(expected, shown(text), "Correct its name.", line, key)
            return Path(text)
        path = self.file.parent / text
        if not _is_there(path):
            hint = f"Paths start at the folder of the study, {self.file.parent}."
            raise self.error("a file or folder that is there", shown(text), hint, line, key)
        return path

    @staticmethod
    def at(key: str, name: str) -> str:
        """Return the dotted name of a field."""
        return f"{key}.{name}" if key else name

    def _unknown(self, name: str, known: Any, where: str, line: int) -> None:
        near = difflib.get_close_matches(name, list(known), 1, 0.5)
        listed = ", ".join(known)
        hint = f"Did you mean `{near[0]}`?" if near else "Remove it."
        raise self.error(f"one of {listed}", shown(name), hint, line, where)

    def _section(self, node: Node, field: Field, key: str) -> Node:
        self.mapping(node, key)
        return node

    _parts = _tables = _section

    def _text(self, node: Node, field: Field, key: str) -> str:
        if isinstance(node.value, str) and node.value.strip():
            return node.value
        raise self.error("a string", described(node), "Write it in quotes.", node.line, key)

    def _metric(self, node: Node, field: Field, key: str) -> str | dict[str, str]:
        if not isinstance(node.value, dict):
            return self._text(node, field, key)
        if not node.value:
            hint = "Write {dataset: metric, another: metric}."
            raise self.error("a metric for every dataset", "no names", hint, node.line, key)
        return {
            name: self._text(one, field, self.at(key, name)) for name, one in node.value.items()
        }

    def _choice(self, node: Node, field: Field, key: str) -> str:
        value = str(node.value)
        starts = [one.partition("<")[0] for one in field.choices if one.endswith(">")]
        if value in field.choices or any(value[len(s) :] for s in starts if value.startswith(s)):
            return value
        near = difflib.get_close_matches(value, field.choices, 1, 0.5)
        hint = f"Did you mean `{near[0]}`?" if near else "Choose one of them."
        listed = ", ".join(field.choices)
        raise self.error(f"one of {listed}", described(node), hint, node.line, key)

    def _flag(self, node: Node, field: Field, key: str) -> bool:
        if isinstance(node.value, bool):
            return node.value
        raise self.error("true or false", described(node), "Write true or false.", node.line, key)

    def _whole(self, node: Node, field: Field, key: str) -> int:
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool) and _within(value, field):
            return value
        raise self.error(
            f"a whole number{_range(field)}", described(node), "Correct it.", node.line, key
        )

    def _number(self, node: Node, field: Field, key: str) -> float:
        value = node.value
        if isinstance(value, str) and re.fullmatch(r"[-+]?\d+(\.\d*)?[eE][-+]?\d+", value):
            value = float(value)  # YAML 1.1 reads 1e-3 as a text
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            number = float(value) if abs(value) <= MOST else math.inf  # NaN fails both checks
            if math.isfinite(number) and _within(number, field):
                return number
        raise self.error(f"a number{_range(field)}", described(node), "Correct it.", node.line, key)

    def _texts(self, node: Node, field: Field, key: str) -> list[str]:
        if isinstance(node.value, str):
            return [self._text(node, field, key)]
        if isinstance(node.value, list) and node.value:
            return [self._text(item, field, key) for item in node]
        raise self.error(
            "a list of strings", described(node), "Write [one, another].", node.line, key
        )

    def _wholes(self, node: Node, field: Field, key: str) -> list[int]:
        if isinstance(node.value, str) and (
            span := re.fullmatch(r"(\d{1,4}) ?to ?(\d{1,4})", node.value)
        ):
            found = list(range(int(span[1]), int(span[2]) + 1))
            if found and all(_within(value, field) for value in found):
                return found
        elif isinstance(node.value, list) and node.value:
            return sorted({self._whole(item, field, key) for item in node})
        elif not isinstance(node.value, str):
            return [self._whole(node, field, key)]
        expected = f"whole numbers{_range(field)}, as [2, 3, 4] or 2 to 4"
        raise self.error(expected, described(node), "Correct it.", node.line, key)

    def _path(self, node: Node, field: Field, key: str) -> Path:
        return self.path(self._text(node, field, key), node.line, key)

    def _datasets(self, node: Node, field: Field, key: str) -> Path | list[str]:
        if isinstance(node.value, list):
            return self._texts(node, field, key)
        text = self._text(node, field, key)
        return ["*"] if text == "bundled" else self.path(text, node.line, key)

    def _estimators(self, node: Node, field: Field, key: str) -> Path | Mapping[str, Any]:
        if isinstance(node.value, str):
            return self.path(node.value, node.line, key)
        named = self.mapping(node, key)
        if not named:
            hint = "For example forest: sklearn.ensemble.RandomForestClassifier"
            raise self.error("an estimator or more", "none", hint, node.line, key)
        for name in named:
            self.lines[self.at(key, name)] = node.keys[name]
        return {name: one.plain() for name, one in named.items()}


def shipped_names() -> list[str]:
    """Return the names of the tables that ship with pybench."""
    inner = (files("pybench") / "data").iterdir()
    return sorted(one.name for one in inner if one.name.endswith(".csv"))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, a folder without permission
        return False


def described(node: Node) -> str:
    """Describe the value of a node, for an error."""
    if isinstance(node.value, dict):
        return "names with values" if node.value else "no names"
    if isinstance(node.value, list):
        return "a list" if node.value else "an empty list"
    if node.value is None:
        return "nothing"
    kinds = {bool: "", int: "the number ", float: "the number ", str: "the string "}
    kind = kinds.get(type(node.value), f"a {type(node.value).__name__}, ")
    text = str(node.value).lower() if isinstance(node.value, bool) else _written(node.value)
    return f"{kind}{shown(text)}"


def _written(value: object) -> str:
    # Python does not write a decimal number of thousands of digits.
    return hex(value) if isinstance(value, int) and abs(value) > MOST else str(value)


def _within(value: float, field: Field) -> bool:
    low = field.low is None or value >= field.low
    return low and (field.high is None or value <= field.high) and value not in field.outside


def _range(field: Field) -> str:
    if field.low is not None and field.high is not None:
        high = f"{field.high:g}" if field.high < 1e6 else f"{field.high:.0f}"
        without = " and ".join(f"{end:g}" for end in field.outside)
        return f" from {field.low:g} to {high}" + (f", without {without}" if without else "")
    return "" if field.low is None else f", at least {field.low:g}"
