"""Fonts: which of them a text needs, and how large the text is in them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from matplotlib import font_manager
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from pybench.plot.draw.style import FALLBACK_FONTS, SMALL
from pybench.plot.draw.text import Extent, Measure, wrap

_MEASURED_AT = 100.0  # points; without hinting, widths are proportional


@contextmanager
def quiet_glyphs() -> Iterator[None]:
    """Silence Matplotlib's warnings about missing characters."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from", category=UserWarning)
        yield


def families(font: str, texts: Iterable[str]) -> list[str]:
    """Return the font and, if it lacks characters of the texts, the installed fallbacks."""
    needed = {ord(character) for text in texts for character in text}
    fallback = [] if needed <= _characters(font) else _installed_fallbacks()
    return [font, *fallback, "sans-serif"]


@cache
def _characters(font: str) -> frozenset[int]:
    path = font_manager.findfont(FontProperties(family=[font, "sans-serif"]))
    return frozenset(font_manager.get_font(path).get_charmap())


@cache
def _installed_fallbacks() -> list[str]:
    installed = set(font_manager.get_font_names())
    return [name for name in FALLBACK_FONTS if name in installed]


def measurer(family: list[str]) -> Measure:
    """Return the function that measures text in these fonts."""
    properties = {
        bold: FontProperties(family=family, size=_MEASURED_AT, weight="bold" if bold else "normal")
        for bold in (False, True)
    }

    @cache
    def at_reference(text: str, bold: bool) -> tuple[float, float, float]:
        with quiet_glyphs():
            return text_to_path.get_text_width_height_descent(text, properties[bold], False)

    def measure(text: str, size: float, bold: bool) -> Extent:
        width, height, descent = at_reference(text, bold)
        scale = size / _MEASURED_AT
        # In axes of the caller, hinting may make a line longer by this factor.
        return Extent(1.02 * width * scale + 0.5, (height - descent) * scale, descent * scale)

    return measure


@dataclass(frozen=True, slots=True)
class Typeface:
    """Fonts at the size of a figure's names, and how large a text is in them."""

    family: list[str]
    size: float  #: points, of names
    measure: Measure

    def width(self, text: str, scale: float = 1.0) -> float:
        """Return the width of a text in points; ``scale`` is its size in sizes of names."""
        return self.measure(text, scale * self.size, False).width

    def widest(self, texts: Iterable[str], scale: float = 1.0) -> float:
        """Return the width of the widest text, 0 without any."""
        return max((self.width(text, scale) for text in texts), default=0.0)

    def wrap(self, text: str, room: float) -> tuple[str, ...]:
        """Break a note into lines no wider than ``room`` points."""
        return wrap(text, room, SMALL * self.size, self.measure)


def typeface(font: str, size: float, texts: Iterable[str]) -> Typeface:
    """Return a font, with those that fill in for it, at a size of names in points."""
    family = families(font, texts)
    return Typeface(family, size, measurer(family))
