"""Fonts: which of them a text needs, and how large the text is in them, or in those of LaTeX."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from typing import Any, cast

from matplotlib import font_manager, rcParams
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from pybench.base.errors import EnvironmentProblem
from pybench.base.latex import escape
from pybench.base.text import shown
from pybench.plot.draw.style import FALLBACK_FONTS, FONT
from pybench.plot.draw.text import Extent, Measure, wrap

_GENERIC = ("serif", "sans-serif", "cursive", "fantasy", "monospace")
_MEASURED_AT = 100.0  # points; without hinting, widths are proportional


@contextmanager
def quiet_glyphs() -> Iterator[None]:
    """Silence Matplotlib's warnings about missing characters."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from", category=UserWarning)
        yield


def families(font: str | None, texts: Iterable[str]) -> list[str]:
    """Return the font and, if it lacks characters of the texts, the installed fallbacks.

    ``font`` is a family, or a generic one such as "serif", of which rcParams list the members.
    None: the family of rcParams.
    """
    font = _installed(rcParams["font.family"] if font is None else [font])
    needed = {ord(character) for text in texts for character in text}
    fallback = [] if needed <= _characters(font) else _installed_fallbacks()
    return list(dict.fromkeys((font, *fallback, FONT)))


def _installed(asked: list[str]) -> str:
    """Return the first family that is installed; else warn, and return that of Matplotlib."""
    for family in asked:
        try:
            path = font_manager.findfont(FontProperties(family=[family]), fallback_to_default=False)
        except ValueError:
            continue
        return font_manager.get_font(path).family_name
    settings = cast("dict[str, Any]", rcParams)
    names = [settings[f"font.{one}"] if one in _GENERIC else [one] for one in asked]
    _tell_missing(" or ".join(chain(*names)))
    return FONT


@cache  # once a session
def _tell_missing(font: str) -> None:
    text = f"the font {font} is not installed: {FONT} is used instead"
    warnings.warn(text, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """Return the stack level, for the function that asks, of the first frame outside pybench."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("pybench."):
        frame, level = frame.f_back, level + 1
    return level


@cache
def _characters(font: str) -> frozenset[int]:
    path = font_manager.findfont(FontProperties(family=[font]))
    return frozenset(font_manager.get_font(path).get_charmap())


@cache
def _installed_fallbacks() -> list[str]:
    installed = set(font_manager.get_font_names())
    return [name for name in FALLBACK_FONTS if name in installed]


def measurer(family: list[str]) -> Measure:
    """Return the function that measures text in these fonts, or in LaTeX's with ``text.usetex``."""
    properties = {
        bold: FontProperties(family=family, size=_MEASURED_AT, weight="bold" if bold else "normal")
        for bold in (False, True)
    }

    @cache
    def at_reference(text: str, bold: bool) -> tuple[float, float, float]:
        with quiet_glyphs():
            return text_to_path.get_text_width_height_descent(text, properties[bold], False)

    @cache
    def in_latex(text: str, size: float, bold: bool) -> tuple[float, float, float]:
        own = properties[bold].copy()
        own.set_size(size)  # its fonts are not proportional
        return _in_latex(escape(text), own)

    def measure(text: str, size: float, bold: bool) -> Extent:
        if rcParams["text.usetex"]:
            width, height, descent, scale = *in_latex(text, size, bold), 1.0
        else:
            width, height, descent, scale = *at_reference(text, bold), size / _MEASURED_AT
        # In axes of the caller, hinting may make a line longer by this factor.
        return Extent(1.02 * width * scale + 0.5, (height - descent) * scale, descent * scale)

    return measure


def _in_latex(text: str, properties: FontProperties) -> tuple[float, float, float]:
    try:
        return text_to_path.get_text_width_height_descent(text, properties, "TeX")
    except (RuntimeError, FileNotFoundError) as problem:
        raise EnvironmentProblem(
            f"`text.usetex` is on, but LaTeX cannot typeset {shown(text)}: "
            f"{str(problem).splitlines()[0]}",
            expected="LaTeX with the packages that Matplotlib needs",
            hint="Install LaTeX with the packages that Matplotlib needs (Debian, Ubuntu: apt-get "
            "install texlive-latex-extra cm-super dvipng), or set "
            'matplotlib.rcParams["text.usetex"] = False.',
        ) from problem


@dataclass(frozen=True, slots=True)
class Typeface:
    """Fonts at the size of a figure's names, and how large a text is in them."""

    family: list[str]
    size: float  #: points, of names
    measure: Measure

    def width(self, text: str, bold: bool = False) -> float:
        """Return the width of a text in points."""
        return self.measure(text, self.size, bold).width

    def widest(self, texts: Iterable[str], bold: Sequence[bool] = ()) -> float:
        """Return the width of the widest text, 0 without any; ``bold``: which of them are."""
        return max(map(self.width, texts, bold or repeat(False)), default=0.0)

    def wrap(self, text: str, room: float) -> tuple[str, ...]:
        """Break a note into lines no wider than ``room`` points."""
        return wrap(text, room, self.size, self.measure)


def typeface(font: str | None, size: float, texts: Iterable[str]) -> Typeface:
    """Return a font, with those that fill in for it, at a size of names in points."""
    family = families(font, texts)
    return Typeface(family, size, measurer(family))
