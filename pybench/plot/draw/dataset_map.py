"""Maps of datasets: axes with the same unit, names beside dots, notes below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.plot.draw.chart import chart_axes, dress, footnote, paper, write
from pybench.plot.draw.figure import PlainText
from pybench.plot.draw.fonts import Typeface
from pybench.plot.draw.label_placement import along, nearest, place_names
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.style import INK, LEADER, Style

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.features.projection import EmbeddingMap

    Floats = npt.NDArray[np.float64]

SIZE = (9.0, 7.0)  # inches, of a map without a given size
_PAD = 3.5  # points between an axis and its numbers
_BESIDE = 1.2  # multiples of the font size: farther names get a line to their dot
_DOT = 4.2  # points


def columns_of(result: EmbeddingMap, axes: tuple[int, int]) -> list[int]:
    """Return the columns of two components, counted from 1."""
    most = len(result.variance)
    found = [check.count("axes", axis) for axis in axes]
    if len(found) != 2 or max(found) > most:
        raise ArgumentError(
            f"`axes` must be two components of the map, which has {most} components, not {axes!r}",
            expected=f"two numbers from 1 to {most}",
            found=repr(axes),
            hint="For more components, give embedding_map() a larger `dimensions`.",
        )
    return [axis - 1 for axis in found]


def share_of(result: EmbeddingMap, axis: int) -> str:
    """Name a component with its share of the variance."""
    return f"PC{axis}: {100 * result.variance[axis - 1]:.1f} % of the variance"


def equal_units(axes: Axes, points: Floats) -> None:
    """Set limits with the same unit on both axes, and room for names at the edges."""
    wide, high = axes_size(axes)
    low, top = points.min(axis=0), points.max(axis=0)
    unit = max((top[0] - low[0]) / (0.86 * wide), (top[1] - low[1]) / (0.9 * high)) or 1.0
    middle = (low + top) / 2
    axes.set_xlim(middle[0] - unit * wide / 2, middle[0] + unit * wide / 2)
    axes.set_ylim(middle[1] - unit * high / 2, middle[1] + unit * high / 2)


def map_axes(
    ax: Axes | None,
    points: Floats,
    style: Style,
    above: float,
    notes: tuple[str, str],
    face: Typeface,
) -> tuple[Axes, float]:
    """Return axes with the same unit on both, and the width of the notes below them.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        The caller's.
    above : float
        Margin above new axes, points.
    notes : (str, str)
        The name of the horizontal axis, and what goes below it.
    """
    size = face.size
    left, longest = 4 * size, notes[1] + names_without_room(len(points))
    for _ in range(3):  # margins and numbers at the ticks depend on each other
        page = paper(style, face, SIZE, (left, 1.5 * size), (notes[0], longest), ax)
        axes = ax or chart_axes(page, (left, 1.5 * size, above), face)
        equal_units(axes, points)
        dress(axes, face)
        needed = _clear_of_numbers(axes, face) + 1.4 * size
        if ax is not None or needed <= left:
            break
        left = needed
    return axes, page.room


def _clear_of_numbers(axes: Axes, face: Typeface) -> float:
    """Return the distance of the vertical axis's name from the axes, in points."""
    low, high = axes.get_ylim()
    ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
    numbers = axes.yaxis.get_major_formatter().format_ticks(ticks)
    return max(2.6 * face.size, _PAD + face.widest(numbers) + 0.25 * face.size)


def write_names(
    axes: Axes,
    points: Floats,
    names: list[str],
    sizes: list[tuple[float, float]],
    face: Typeface,
    mark: float = _DOT,
    path: Sequence[int] = (),
    looks: Sequence[tuple[str, str]] = (),
) -> int:
    """Write the names beside the dots; return the number of names without room.

    A dot without a name has the name "". Names do not cover the line that joins the dots of a
    ``path``. ``looks``: weight and colour of each name.
    """
    if not names:
        return 0
    wide, high = axes_size(axes)
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    at = [((x - x0) / (x1 - x0) * wide, (y - y0) / (y1 - y0) * high) for x, y in points.tolist()]
    figure = cast(Figure, axes.get_figure(root=True))
    places = place_names(at, sizes, (wide, high), mark, along([at[i] for i in path]))
    looks = looks or [("normal", INK)] * len(names)
    for name, dot, box, point, (weight, colour) in zip(
        names, at, places, points.tolist(), looks, strict=True
    ):
        if box is None or not name:
            continue
        shift = ScaledTranslation(
            (box.x0 - dot[0]) / 72, (box.y0 - dot[1]) / 72, figure.dpi_scale_trans
        )
        axes.add_artist(
            PlainText(
                point[0], point[1], name, transform=axes.transData + shift, fontsize=face.size,
                family=face.family, color=colour, ha="left", va="bottom", zorder=4, weight=weight,
            )
        )  # fmt: skip
        end = nearest(box, dot)
        if math.dist(end, dot) > _BESIDE * face.size:
            unit = ((x1 - x0) / wide, (y1 - y0) / high)
            ends = [p + (e - d) * u for p, e, d, u in zip(point, end, dot, unit, strict=True)]
            line = Line2D(
                [point[0], ends[0]], [point[1], ends[1]], color=LEADER, linewidth=0.5, zorder=2
            )
            axes.add_line(line)
    return sum(box is None and bool(name) for name, box in zip(names, places, strict=True))


def names_without_room(lost: int) -> str:
    """Return a sentence on the names that are left out, if any."""
    return f" {counted(lost, 'name')} found no room: make the figure larger." if lost else ""


def write_below(axes: Axes, notes: tuple[str, str], lost: int, room: float, face: Typeface) -> None:
    """Write the name of the axis and a note below it, and how many names are left out, if any."""
    texts = (notes[0], notes[1] + names_without_room(lost))
    footnote(axes, [face.wrap(text, room) for text in texts], face)


def write_upward(axes: Axes, name: str, face: Typeface) -> None:
    """Write the name of the vertical axis along it, left of the numbers at the ticks."""
    left = (-_clear_of_numbers(axes, face), 0.0)
    write(axes, (0.0, 0.0), name, face, move=left, rotation=90, rotation_mode="anchor")
