"""Numbers as compact, readable JSON: one row of a matrix per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def document(value: dict[str, Any]) -> bytes:
    """Write what ``to_dict`` returned as a JSON file."""
    text = "".join(_pieces(value, "\n")) + "\n"
    # A file name that is not UTF-8 has lone surrogates: JSON escapes can hold them, UTF-8 cannot.
    return text.encode("utf-8", "backslashreplace")


def _pieces(value: Any, line: str) -> Iterator[str]:
    """Yield the text of a value; ``line`` is a line end and the indentation after it."""
    nested = isinstance(value, list) and any(isinstance(item, (list, dict)) for item in value)
    if not value or not (nested or isinstance(value, dict)):
        yield json.dumps(value, ensure_ascii=False, allow_nan=False)
        return
    inner, (start, end) = line + "  ", "[]" if nested else "{}"
    items = [("", item) for item in value] if nested else _named(value)
    for place, (name, item) in enumerate(items):
        yield f"{',' if place else start}{inner}{name}"
        yield from _pieces(item, inner)
    yield line + end


def _named(value: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(f"{json.dumps(name, ensure_ascii=False)}: ", item) for name, item in value.items()]
