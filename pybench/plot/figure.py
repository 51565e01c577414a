"""Matplotlib's part that all figures share: saving, and text that is only ever text.

The only module besides the figures themselves that imports matplotlib.
"""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import IO, Any

from matplotlib import font_manager, rc_context, rcParams
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Bbox

from pybench.plot.label import Extent, Measure
from pybench.plot.style import FALLBACK_FONTS

_NO_DATE: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
# Smaller files than with zlib's usual level 6, and a large matrix in three quarters of the time.
_QUICK = {"compress_level": 3}
_MEASURED_AT = 100.0  # points; widths without hinting grow in proportion


def reproducible() -> AbstractContextManager[None]:
    """Set what makes text stay text, and the same input give the same bytes."""
    return rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "pybench",
            "pdf.fonttype": 42,
            "ps.fonttype": 42,
            "path.sketch": None,
            "path.effects": [],
            "text.usetex": False,
            "text.hinting": "none",  # lines as long as measured, in every format; and faster
        }
    )


class DiagramFigure(Figure):
    """A figure that is nobody's current figure and is saved alike everywhere.

    `savefig` keeps text as text in SVG and PDF and writes no date; pyplot does not know it.
    """

    def __init__(self, width: float, height: float) -> None:
        super().__init__(figsize=(width, height), dpi=150, facecolor="white")
        self.set_layout_engine("none")  # all has its place, whatever the session is set to
        FigureCanvasAgg(self)

    def draw(self, renderer: RendererBase) -> None:
        """Draw with the settings under which the texts were measured."""
        with reproducible():
            super().draw(renderer)

    def savefig(
        self,
        fname: str | os.PathLike[str] | IO[Any],
        *,
        transparent: bool | None = None,
        **kwargs: Any,
    ) -> None:
        """Save as `matplotlib.figure.Figure.savefig` does, always to the same bytes."""
        form = _format(fname, kwargs.get("format"))
        kwargs.setdefault("metadata", _NO_DATE.get(form))
        if form == "png":
            kwargs.setdefault("pil_kwargs", _QUICK)
        with reproducible():
            super().savefig(fname, transparent=transparent, **kwargs)

    def to_svg(self) -> str:
        """Return the figure as one ``<svg>`` element, with text as text."""
        buffer = io.StringIO()
        self.savefig(buffer, format="svg")
        document = buffer.getvalue()
        return document[document.index("<svg") :]

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _format(fname: object, given: str | None) -> str:
    """Return the file format that matplotlib will choose."""
    suffix = ""
    if isinstance(fname, (str, os.PathLike)):
        suffix = os.path.splitext(os.fspath(fname))[1].lstrip(".")
    return str(given or suffix or rcParams["savefig.format"]).lower()


class PlainText(Text):
    """Text that is shown as it is: no mathtext, no TeX, no complaint about missing glyphs."""

    def __init__(self, x: float, y: float, text: str, **properties: Any) -> None:
        super().__init__(x, y, text, parse_math=False, usetex=False, clip_on=False, **properties)

    def draw(self, renderer: Any) -> None:
        """Draw; a character that no font has becomes an empty box without a warning."""
        with quiet_glyphs():
            super().draw(renderer)

    def get_window_extent(self, renderer: Any = None, dpi: float | None = None) -> Bbox:
        """Return the bounding box in pixels."""
        with quiet_glyphs():
            return super().get_window_extent(renderer, dpi)


@contextmanager
def quiet_glyphs() -> Iterator[None]:
    """Silence matplotlib where a font lacks a character."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from", category=UserWarning)
        yield


def families(font: str, texts: Iterable[str]) -> list[str]:
    """Return the font and, if it lacks characters of the texts, what is installed beside it."""
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
        # In axes of the caller, hinting may make a line this much longer.
        return Extent(1.02 * width * scale + 0.5, (height - descent) * scale, descent * scale)

    return measure
