"""Matplotlib's figure and text: saved to the same bytes everywhere, and always literal."""

from __future__ import annotations

import html
import io
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import IO, Any

from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from pybench.base.latex import escape
from pybench.plot.draw.fonts import quiet_glyphs
from pybench.plot.draw.text import alternative

_NO_DATE: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
# Smaller files than with zlib's default level 6; a large matrix takes three quarters of the time.
_QUICK = {"compress_level": 3}


@contextmanager
def usual_settings() -> Iterator[None]:
    """Apply Matplotlib's own settings, whatever those of the session are."""
    with rc_context():
        rcdefaults()
        yield


def reproducible() -> AbstractContextManager[None]:
    """Apply settings that keep text as text and make files reproducible."""
    return rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "pybench",
            "pdf.fonttype": 42,
            "ps.fonttype": 42,
            "path.sketch": None,
            "path.effects": [],
            "text.hinting": "none",  # lines as long as measured in every format; also faster
        }
    )


class DiagramFigure(Figure):
    """A figure unknown to pyplot, saved in the same way everywhere.

    `savefig` keeps text as text in SVG and PDF and writes no date.

    Attributes
    ----------
    shows : tuple of str and result, or None
        Which figure of which result this is.
    """

    def __init__(self, width: float, height: float) -> None:
        self.shows: tuple[str, object] | None = None
        super().__init__(figsize=(width, height), dpi=150, facecolor="white")
        self.set_layout_engine("none")  # positions are fixed, whatever the settings of the session
        FigureCanvasAgg(self)

    def draw(self, renderer: RendererBase) -> None:
        """Draw with the settings under which texts were measured."""
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
        """Return the figure with a title, the alternative text of a notebook."""
        svg = self.to_svg()
        if self.shows is None:
            return svg
        at = svg.index(">") + 1
        return f"{svg[:at]}<title>{html.escape(alternative(*self.shows))}</title>{svg[at:]}"


def _format(fname: object, given: str | None) -> str:
    """Return the file format that Matplotlib will choose."""
    suffix = ""
    if isinstance(fname, (str, os.PathLike)):
        suffix = os.path.splitext(os.fspath(fname))[1].lstrip(".")
    return str(given or suffix or rcParams["savefig.format"]).lower()


class PlainText(Text):
    """Literal text: no mathtext, no warnings about missing glyphs.

    With ``text.usetex`` of rcParams, LaTeX sets the text, escaped.
    """

    def __init__(self, x: float, y: float, text: str, **properties: Any) -> None:
        if tex := rcParams["text.usetex"]:
            text = escape(text)
        super().__init__(x, y, text, parse_math=False, usetex=tex, clip_on=False, **properties)

    def draw(self, renderer: Any) -> None:
        """Draw; a character that no font has becomes an empty box, without a warning."""
        with quiet_glyphs():
            super().draw(renderer)

    def get_window_extent(self, renderer: Any = None, dpi: float | None = None) -> Bbox:
        """Return the bounding box in pixels."""
        with quiet_glyphs():
            return super().get_window_extent(renderer, dpi)
