"""Many texts of one look as one Matplotlib artist, which is faster than one artist per text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import TextToPath, text_to_path
from matplotlib.transforms import IdentityTransform
from numpy.typing import NDArray

from pybench.plot.draw.fonts import quiet_glyphs
from pybench.plot.draw.scene import Text as Line

Floats = NDArray[np.float64]

_MEASURED_AT = 100.0  # points; widths without hinting grow in proportion
_SHIFTS = {"left": 0.0, "center": 0.5, "right": 1.0}
#: What numbers are written with: the width of a text of these is the sum of its characters'.
TABULAR = frozenset("0123456789+\u2212-./<e\u221e")


class ManyTexts(Artist):
    """Texts that share size, weight, colour, anchor and direction.

    In SVG and PDF they are text. On a screen or in a PNG, numbers are filled outlines, all equal
    characters at once, which is several times faster. Always literally: no mathtext, no TeX.
    """

    def __init__(self, lines: Sequence[Line], scale: float, family: list[str]) -> None:
        super().__init__()
        self.look = lines[0]
        self.texts = [line.text for line in lines]
        self._places = np.array([(line.x, line.y) for line in lines])
        self._font = FontProperties(
            family=family,
            size=self.look.size * scale,
            weight="bold" if self.look.bold else "normal",
        )
        self._width = _widths(self._font)
        self._is_tabular = not self.look.upright and all(
            TABULAR.issuperset(text) for text in self.texts
        )
        # The SVG writer reads from such a text where the anchor is.
        self._anchor = Text(
            rotation=90 if self.look.upright else 0,
            rotation_mode="anchor",
            horizontalalignment=self.look.anchor,  # type: ignore[arg-type]
        )
        self.set_zorder(5.0)
        self.set_in_layout(False)
        self.set_label("_words")

    def draw(self, renderer: Any) -> None:
        """Draw every text with its anchor at its place."""
        if not self.get_visible() or self.axes is None:
            return
        gc = renderer.new_gc()
        colour = to_rgba(self.look.colour)
        gc.set_foreground(colour, isRGBA=True)
        places = self.axes.transData.transform(self._places)
        with quiet_glyphs():
            if self._is_tabular and isinstance(renderer, RendererAgg):
                gc.set_linewidth(0.0)
                gc.set_snap(
                    False
                )  # else a point or a minus, all right angles, may shrink to naught
                self._fill(renderer, gc, places, colour)
            else:
                self._write(renderer, gc, places)
        gc.restore()
        self.stale = False

    def _shifts(self, renderer: Any) -> Floats:
        """Return how far each text starts before its anchor, in pixels."""
        share = _SHIFTS[self.look.anchor]
        if share == 0.0:
            return np.zeros(len(self.texts))
        widths = [self._width(text) for text in self.texts]
        return np.asarray(np.array(widths) * (renderer.points_to_pixels(1.0) * share))

    def _write(self, renderer: Any, gc: Any, places: Floats) -> None:
        height = renderer.get_canvas_width_height()[1]
        angle, starts = 0, places.copy()
        if self.look.upright:
            angle = 90
            starts[:, 1] -= self._shifts(renderer)
        else:
            starts[:, 0] -= self._shifts(renderer)
        if renderer.flipy():
            starts[:, 1] = height - starts[:, 1]
        for text, (x, y), place in zip(self.texts, starts.tolist(), places.tolist(), strict=True):
            self._anchor.set_position(place)
            renderer.draw_text(gc, x, y, text, self._font, angle, ismath=False, mtext=self._anchor)

    def _fill(
        self, renderer: Any, gc: Any, places: Floats, colour: tuple[float, float, float, float]
    ) -> None:
        unit = renderer.points_to_pixels(1.0)
        starts = places[:, 0] - self._shifts(renderer)
        found: dict[str, list[tuple[float, float]]] = {}
        for text, x, y in zip(self.texts, starts.tolist(), places[:, 1].tolist(), strict=True):
            for character in text:
                found.setdefault(character, []).append((x, y))
                x += unit * self._width(character)
        size = unit * self._font.get_size() / TextToPath.FONT_SCALE
        for character, at in found.items():
            points, codes = text_to_path.get_text_path(self._font, character)
            if len(points):
                outlines = np.asarray(points) * size + np.array(at)[:, None, :]
                path = Path(outlines.reshape(-1, 2), np.tile(codes, len(at)))
                renderer.draw_path(gc, path, IdentityTransform(), colour)


def _widths(font: FontProperties) -> Callable[[str], float]:
    """Return a function: text -> width in points, of numbers the sum of their characters'."""
    scale = font.get_size() / _MEASURED_AT
    large = font.copy()
    large.set_size(_MEASURED_AT)

    @cache
    def length(text: str) -> float:
        return float(text_to_path.get_text_width_height_descent(text, large, False)[0]) * scale

    @cache
    def advance(character: str) -> float:
        # Alone, a character is measured without the room beside it.
        return length(f"0{character}0") - length("00")

    def width(text: str) -> float:
        return sum(map(advance, text)) if TABULAR.issuperset(text) else length(text)

    return width
