"""OpenML's document of the qualities of a dataset: names and values, of which some are missing."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pybench.base.text import shown
from pybench.suite.sharing.openml.xml import Node, Writer, parse

_MISSING = ("", "null")  # in lower case, as servers of different age write it


def read_qualities(data: bytes, file: str | None = None) -> dict[str, float | None]:
    """Read the document; None for a quality without a finite value.

    Raises
    ------
    SuiteError
        If it is another document, or a value is not a number.
    """
    node = parse(data, "data_qualities", file)
    return {one.one("name").text().strip(): _value(one) for one in node.all("quality")}


def write_qualities(qualities: Mapping[str, float | None]) -> bytes:
    """Return the document as the server sends it, sorted by name."""
    out = Writer("data_qualities")
    for name, value in sorted(qualities.items()):
        out.begin("quality")
        out.text("name", name)
        out.text("value", "" if value is None else repr(float(value)))
        out.end()
    return out.bytes()


def _value(quality: Node) -> float | None:
    text = (quality.maybe_text("value") or "").strip()
    if text.lower() in _MISSING:
        return None
    try:
        value = float(text)
    except ValueError:
        raise quality.refused("a number as the value of a quality", shown(text)) from None
    return value if math.isfinite(value) else None
