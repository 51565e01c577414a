"""The style sheet and the script of all pages; their hashes are in the security policy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pybench.plot.draw.style import diverging

_HERE = Path(__file__).parent
_SHEETS = ("style.css", "matrix.css", "print.css")
_SCRIPTS = ("tables.js", "cells.js", "levels.js", "more.js", "paper.js")
STEPS = 10  # shades on each side: a style sheet cannot hold one for every cell of a matrix


@cache
def sheet() -> str:
    """Return the style sheet."""
    return "\n".join([*map(_text, _SHEETS), *_shades()])


@cache
def script() -> str:
    """Return the script."""
    return "\n".join(map(_text, _SCRIPTS))


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _shades() -> list[str]:
    """Return the colour rules for cells of a matrix, the figure's colours in steps."""
    shades = [(n, "r" if n > 0 else "c" if n < 0 else "e") for n in range(-STEPS, STEPS + 1)]
    return [f".mcm .{side}{abs(n)} {{ background: {diverging(n / STEPS)}; }}" for n, side in shades]
