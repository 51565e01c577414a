"""Groups of datasets: their dots in colours and shapes, and the legend above the axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from pybench.base.errors import ArgumentError
from pybench.plot.draw.fonts import Typeface
from pybench.plot.draw.paint_matplotlib import SHAPES
from pybench.plot.draw.style import (
    MARKERS,
    PALETTE,
    edge_of,
    group_colour,
    group_ink,
    group_marker,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

DOT = 4.2  #: diameter of a dot, points
_HANDLE, _BEFORE, _BETWEEN = 2.0, 0.2, 1.2  # of the legend, multiples of its font size


def groups_of(datasets: Sequence[str], groups: Mapping[str, str] | None) -> list[str]:
    """Return the groups, in order of first appearance."""
    if groups is None:
        return []
    absent = [name for name in datasets if name not in groups]
    if absent:
        raise ArgumentError(
            f"`groups` must name the group of every dataset; {absent[0]!r} has none",
            expected="a group for every dataset",
            found=absent[0],
        )
    kinds = list(dict.fromkeys(groups[name] for name in datasets))
    if len(kinds) > len(MARKERS) * len(PALETTE):
        most = len(MARKERS) * len(PALETTE)
        raise ArgumentError(
            f"`groups` must name at most {most} different groups, not {len(kinds)}: only {most} "
            "markers differ in colour and shape",
            expected=f"at most {most} groups",
            found=str(len(kinds)),
        )
    return kinds


def draw_dots(
    axes: Axes,
    points: Floats,
    datasets: Sequence[str],
    groups: Mapping[str, str] | None,
    kinds: Sequence[str],
) -> None:
    """Draw a dot for each dataset, in the colour and shape of its group."""
    for place, kind in enumerate(kinds or [""]):
        mine = [i for i, name in enumerate(datasets) if groups is None or groups[name] == kind]
        axes.add_line(_marks(points[mine, 0].tolist(), points[mine, 1].tolist(), place))


def _marks(x: Sequence[float], y: Sequence[float], place: int) -> Line2D:
    """Return dots of one group; colour and shape both differ from those of the next group."""
    colour = group_colour(place)
    edge = edge_of(colour)
    return Line2D(
        x, y, linestyle="none", marker=SHAPES[group_marker(place)], markersize=DOT,
        color=colour, markeredgecolor=edge or "white", markeredgewidth=0.5 if edge else 0.3,
        zorder=3,
    )  # fmt: skip


def legend_columns(labels: Sequence[str], room: float, face: Typeface) -> int:
    """Return the number of columns, at most three, in which the legend fits above the axes."""
    em = face.size
    wide = [(_HANDLE + _BEFORE) * em + face.width(label) for label in labels]
    for count in (3, 2):
        deep = -(-len(wide) // count)  # the legend fills one column after another
        columns = [max(wide[at : at + deep]) for at in range(0, len(wide), deep)] if wide else []
        if sum(columns) + (count - 1) * _BETWEEN * em <= room:
            return count
    return 1


def legend_size(labels: Sequence[str], room: float, face: Typeface) -> tuple[int, float]:
    """Return the number of columns of the legend above the axes, and its height in points."""
    columns = legend_columns(labels, room, face)
    return columns, 1.6 * -(-len(labels) // columns) * face.size


def draw_legend(
    axes: Axes, labels: Sequence[str], columns: int, face: Typeface, above: float = 0.0
) -> None:
    """Name the groups above the axes, ``above`` points from them."""
    em = face.size
    if not labels:
        return
    axes.legend(
        handles=[_marks([0], [0], place) for place in range(len(labels))],
        labels=list(labels), loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False,
        labelcolor=[group_ink(place) for place in range(len(labels))],
        prop={"family": face.family, "size": em}, handlelength=_HANDLE,
        handletextpad=_BEFORE, columnspacing=_BETWEEN, borderaxespad=0.2 + above / em, borderpad=0,
    )  # fmt: skip
