"""JSON from outside -> checked values: no duplicate keys, valid by the shipped schema.

Supports what pybench's schemas use of JSON Schema: type, enum, const, pattern, minimum, minLength,
required, properties, additionalProperties, items, minItems and references within the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.base.errors import SuiteError, refusal
from pybench.base.text import shown

MOST = 2**53
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@cache
def schema(name: str) -> Mapping[str, Any]:
    """Return a schema that ships with pybench: "suite-1"."""
    path = Path(__file__).parent / "schema" / f"{name}.json"
    found: dict[str, Any] = read_json(path.read_text(encoding="utf-8"))
    return found


def parsed(data: bytes, file: str | None = None) -> Any:
    """Parse JSON.

    Raises
    ------
    SuiteError
        If it is not JSON, a key occurs twice, or a number is not finite.
    """
    try:
        text = data.decode("utf-8")
        return read_json(text, pairs=_once, constant=_no_constant)
    except ValueError as error:
        line = getattr(error, "lineno", None)
        found = getattr(error, "msg", None) or str(error)
        hint = "Restore the file from where it came from."
        raise refusal("JSON", shown(found), hint, file=file, line=line, kind=SuiteError) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key} twice")
        found[key] = value
    return found


def _no_constant(text: str) -> None:
    raise ValueError(f"{text}, which JSON does not have")


def validate(value: Any, name: str, file: str | None = None) -> None:
    """Refuse a value that does not match a shipped schema.

    Raises
    ------
    SuiteError
        At the first mismatch: its place, what was expected and what was found.
    """
    whole = schema(name)
    _check(value, whole, whole, "", file)


def _check(
    value: Any, rule: Mapping[str, Any], whole: Mapping[str, Any], place: str, file: str | None
) -> None:
    if reference := rule.get("$ref"):
        rule = whole["$defs"][reference.removeprefix("#/$defs/")]
    if problem := _problem(value, rule):
        hint = f"The schema is pybench/suite/schema/{whole['$id'].rpartition('/')[2]}."
        column = place.removeprefix(".") or None
        raise refusal(problem, _found(value), hint, file=file, column=column, kind=SuiteError)
    if isinstance(value, dict):
        known = rule.get("properties", {})
        rest = rule.get("additionalProperties")
        for key, item in value.items():
            inner = known.get(key, rest if isinstance(rest, dict) else {})
            _check(item, inner, whole, f"{place}.{key}", file)
    if isinstance(value, list) and "items" in rule:
        for number, item in enumerate(value):
            _check(item, rule["items"], whole, f"{place}[{number}]", file)


def _problem(value: Any, rule: Mapping[str, Any]) -> str | None:
    """Return what was expected of the value itself, None if it matches."""
    if "type" in rule:
        names = [rule["type"]] if isinstance(rule["type"], str) else rule["type"]
        if not any(_is(value, name) for name in names):
            return " or ".join(names)
    if "enum" in rule and value not in rule["enum"]:
        return "one of " + ", ".join(map(str, rule["enum"]))
    if "const" in rule and value != rule["const"]:
        return repr(rule["const"])
    if isinstance(value, str):
        if "pattern" in rule and not fits(rule["pattern"], value):
            return rule.get("description") or f"text of the form {rule['pattern']}"
        if len(value) < rule.get("minLength", 0):
            return "text that is not empty"
    if isinstance(value, int) and abs(value) >= MOST:
        return "a number below 2^53, which R can hold too"
    if isinstance(value, (int, float)) and value < rule.get("minimum", value):
        return f"a number >= {rule['minimum']}"
    if isinstance(value, list) and len(value) < rule.get("minItems", 0):
        return f"{rule['minItems']} items or more"
    return _wrong_keys(value, rule) if isinstance(value, dict) else None


def fits(pattern: str, text: str) -> bool:
    """Return whether a text matches a pattern; "$" is the end of the text, not of a line."""
    return re.search(pattern.replace("$", r"\Z"), text) is not None


def _wrong_keys(value: dict[str, Any], rule: Mapping[str, Any]) -> str | None:
    if absent := [key for key in rule.get("required", ()) if key not in value]:
        return f"the key {absent[0]}"
    if rule.get("additionalProperties") is False:
        strange = [key for key in value if key not in rule.get("properties", {})]
        if strange:
            return f"no key {shown(strange[0])}"
    return None


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _TYPES[name])


def _found(value: Any) -> str:
    if isinstance(value, dict):
        return f"the keys {', '.join(map(shown, value))}" if value else "no keys"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return shown(json.dumps(value, ensure_ascii=False))
