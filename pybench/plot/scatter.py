"""A map of datasets: two principal components, every dataset named, in Matplotlib."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.chart import chart_axes, dress, footnote
from pybench.plot.figure import PlainText, families, measurer
from pybench.plot.label import Measure, labels_for, wrap
from pybench.plot.names import nearest, place_names
from pybench.plot.paint import axes_size
from pybench.plot.style import FONT, INK, LEADER, MARKERS, PALETTE, SMALL

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.features.projection import EmbeddingMap

    Floats = npt.NDArray[np.float64]

Font = tuple[list[str], Measure, float]  # families, their measure, size in points

_SHAPES = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "wedge": "v"}
_SCALES = {"ranks": "as ranks", "variance": "each scaled to variance 1", "none": "not scaled"}
_DOT = 4.2  # points
_HANDLE, _BEFORE, _BETWEEN = 2.0, 0.2, 1.2  # of the legend, multiples of its font size
_PAD = 3.5  # points between an axis and its numbers
_BESIDE = 1.2  # multiples of the font size: farther names get a line to their dot


@documented
def embedding(
    result: EmbeddingMap,
    ax: Axes | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    labels: bool = True,
    axes: tuple[int, int] = (1, 2),
    width: float = 9.0,
    height: float = 7.0,
    max_label: int | None = 24,
    font_size: float = 7.0,
    font: str = FONT,
) -> Figure:
    """Draw the map of datasets.

    Neighbours have like features. Names stand where they cover neither dot nor name; one that had
    to go farther away is joined to its dot by a line, and one that finds no place at all is left
    out and counted below. Both axes have the same unit.

    Parameters
    ----------
    result : EmbeddingMap
        From `pybench.embedding_map`.
    groups : mapping of str to str, optional
        Dataset to group, such as its kind of data: colour and shape of its dot. At most 30 groups.
    labels : bool
        Whether datasets are named.
    axes : (int, int)
        Which components, counted from 1, across and up.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        A number out of range, a component that the map does not have, a dataset without a group.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> frame = pd.DataFrame({"a": [1.0, 2.0, 4.0], "b": [2.0, 1.0, 6.5]}, ["x", "y", "z"])
    >>> figure = pb.plot.embedding(pb.embedding_map(frame))
    >>> sorted(text.get_text() for text in figure.axes[0].texts)[-3:]
    ['x', 'y', 'z']
    """
    from pybench.features.projection import EmbeddingMap

    check.kind("result", result, EmbeddingMap, "embedding_map(embedding)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    size = style.font_size
    check.flag("labels", labels)
    components = columns_of(result, axes)
    kinds = _kinds(result, groups)
    names = labels_for(result.datasets, max_label) if labels else []
    note = _said(result)
    said = labels_for(kinds, max_label)
    family = families(font, [*names, note, *said])
    points = result.coordinates[:, components]
    measure = measurer(family)
    typed = (family, measure, size)
    paper = (style.width, style.height)
    # Beside a new figure's legend there is room for long numbers at the upward axis.
    columns = _columns(said, axes_size(ax)[0] if ax else paper[0] - 12 * size, measure, size)
    above = 1.5 * size + 1.6 * size * len(kinds) / columns
    drawn, room = map_axes(ax, points, paper, above, note, typed)
    _dots(drawn, points, result.datasets, groups, kinds)
    high = [measure(f"lp{name}", size, False) for name in names]  # as lines are laid out
    sizes = [
        (measure(name, size, False).width, of.ascent + of.descent + 0.5)
        for name, of in zip(names, high, strict=True)
    ]
    lost = write_names(drawn, points, names, sizes, size, family)
    write_below(drawn, share_of(result, axes[0]), note + without_room(lost), room, typed)
    write_upward(drawn, share_of(result, axes[1]), typed)
    if kinds:
        _legend(drawn, said, columns, size, family)
    return cast(Figure, drawn.get_figure(root=True))


def columns_of(result: EmbeddingMap, axes: tuple[int, int]) -> list[int]:
    """Return the columns of two components, counted from 1."""
    most = len(result.variance)
    found = [check.count("axes", axis) for axis in axes]
    if len(found) != 2 or max(found) > most:
        raise ArgumentError(
            f"`axes` must be two components of the map, which has {most}, not {axes!r}",
            expected=f"two numbers from 1 to {most}",
            found=repr(axes),
            hint="Ask embedding_map() for more dimensions.",
        )
    return [axis - 1 for axis in found]


def _kinds(result: EmbeddingMap, groups: Mapping[str, str] | None) -> list[str]:
    """Return the groups, in order of first appearance."""
    if groups is None:
        return []
    absent = [name for name in result.datasets if name not in groups]
    if absent:
        raise ArgumentError(
            f"`groups` must name the group of every dataset, {absent[0]!r} has none",
            expected="a group for every dataset",
            found=absent[0],
        )
    kinds = list(dict.fromkeys(groups[name] for name in result.datasets))
    if len(kinds) > len(MARKERS) * len(PALETTE):
        most = len(MARKERS) * len(PALETTE)
        raise ArgumentError(
            f"`groups` must be at most {most}, which colour and shape tell apart, not {len(kinds)}",
            expected=f"at most {most} groups",
            found=str(len(kinds)),
        )
    return kinds


def share_of(result: EmbeddingMap, axis: int) -> str:
    """Name a component with its share of the variance."""
    return f"PC{axis}: {100 * result.variance[axis - 1]:.1f} % of the variance"


def _said(result: EmbeddingMap) -> str:
    features = counted(len(result.features), "feature")
    unit = _SCALES[result.scale]
    out = f"; {len(result.left_out)} left out" if result.left_out else ""
    return f"{counted(len(result.datasets), 'dataset')} by {features}, {unit}{out}."


def equal_units(axes: Axes, points: Floats) -> None:
    """Set limits of the same unit across and up, with room for names at the edges."""
    wide, high = axes_size(axes)
    low, top = points.min(axis=0), points.max(axis=0)
    unit = max((top[0] - low[0]) / (0.86 * wide), (top[1] - low[1]) / (0.9 * high)) or 1.0
    middle = (low + top) / 2
    axes.set_xlim(middle[0] - unit * wide / 2, middle[0] + unit * wide / 2)
    axes.set_ylim(middle[1] - unit * high / 2, middle[1] + unit * high / 2)


def _dots(
    axes: Axes,
    points: Floats,
    datasets: Sequence[str],
    groups: Mapping[str, str] | None,
    kinds: list[str],
) -> None:
    for place, kind in enumerate(kinds or [""]):
        mine = [i for i, name in enumerate(datasets) if groups is None or groups[name] == kind]
        axes.add_line(_marks(points[mine, 0].tolist(), points[mine, 1].tolist(), place))


def _marks(x: Sequence[float], y: Sequence[float], place: int) -> Line2D:
    """Return dots of one group; for six groups colours differ, then shapes."""
    shape = _SHAPES[MARKERS[place // len(PALETTE) % len(MARKERS)]]
    return Line2D(
        x, y, linestyle="none", marker=shape, markersize=_DOT, color=PALETTE[place % len(PALETTE)],
        markeredgecolor="white", markeredgewidth=0.3, zorder=3,
    )  # fmt: skip


def write_names(
    axes: Axes,
    points: Floats,
    names: list[str],
    sizes: list[tuple[float, float]],
    size: float,
    family: list[str],
    mark: float = _DOT,
) -> int:
    """Write the names beside the dots, in points of the axes; return how many found no place.

    A dot without a name has the name "".
    """
    if not names:
        return 0
    wide, high = axes_size(axes)
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    at = [((x - x0) / (x1 - x0) * wide, (y - y0) / (y1 - y0) * high) for x, y in points.tolist()]
    figure = cast(Figure, axes.get_figure(root=True))
    places = place_names(at, sizes, (wide, high), mark)
    for name, dot, box, point in zip(names, at, places, points.tolist(), strict=True):
        if box is None or not name:
            continue
        shift = ScaledTranslation(
            (box.x0 - dot[0]) / 72, (box.y0 - dot[1]) / 72, figure.dpi_scale_trans
        )
        axes.add_artist(
            PlainText(
                point[0], point[1], name, transform=axes.transData + shift, fontsize=size,
                family=family, color=INK, ha="left", va="bottom", zorder=4,
            )
        )  # fmt: skip
        end = nearest(box, dot)
        if math.dist(end, dot) > _BESIDE * size:
            unit = ((x1 - x0) / wide, (y1 - y0) / high)
            ends = [p + (e - d) * u for p, e, d, u in zip(point, end, dot, unit, strict=True)]
            line = Line2D(
                [point[0], ends[0]], [point[1], ends[1]], color=LEADER, linewidth=0.5, zorder=2
            )
            axes.add_line(line)
    return sum(box is None and bool(name) for name, box in zip(names, places, strict=True))


def map_axes(
    ax: Axes | None,
    points: Floats,
    paper: tuple[float, float],
    above: float,
    note: str,
    font: Font,
) -> tuple[Axes, float]:
    """Return axes of the same unit across and up, and how wide the note below them may be.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        The caller's.
    paper : (float, float)
        Width and height of a new figure, points.
    above : float
        Margin above new axes, points.
    note : str
        Goes below the name of the axis.
    """
    family, measure, size = font
    left = 4 * size
    for _ in range(3):  # other margins, other numbers at the ticks
        room = axes_size(ax)[0] if ax else paper[0] - left - 2 * size
        lines = 1 + len(wrap(note, room, SMALL * size, measure))
        axes = ax or chart_axes(*paper, (left, (3.2 + 1.4 * lines) * size, 1.5 * size, above))
        equal_units(axes, points)
        dress(axes, family, size)
        needed = _clear_of_numbers(axes, measure, size) + 1.4 * size
        if ax is not None or needed <= left:
            break
        left = needed
    return axes, room


def _clear_of_numbers(axes: Axes, measure: Measure, size: float) -> float:
    """Return how far left of the axes the name of the upward one stands, in points."""
    low, high = axes.get_ylim()
    ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
    numbers = axes.yaxis.get_major_formatter().format_ticks(ticks)
    wide = max((measure(number, SMALL * size, False).width for number in numbers), default=0.0)
    return max(2.6 * size, _PAD + wide + 0.25 * size)


def without_room(lost: int) -> str:
    """Say how many names are left out, if any."""
    return f" {counted(lost, 'name')} found no room: make the figure larger." if lost else ""


def write_below(axes: Axes, said: str, note: str, room: float, font: Font) -> None:
    """Write the name of the axis across, and the note below it."""
    family, measure, size = font
    footnote(axes, [said, *wrap(note, room, SMALL * size, measure)], family, size)


def write_upward(axes: Axes, said: str, font: Font) -> None:
    """Write the name of the upward axis along its left edge, clear of the numbers at the ticks."""
    family, measure, size = font
    figure = cast(Figure, axes.get_figure(root=True))
    far = _clear_of_numbers(axes, measure, size)
    shift = ScaledTranslation(-far / 72, 0.0, figure.dpi_scale_trans)
    axes.add_artist(
        PlainText(
            0.0, 0.0, said, transform=axes.transAxes + shift, rotation=90,
            rotation_mode="anchor", family=family, fontsize=SMALL * size, color=INK, ha="left",
            va="baseline",
        )
    )  # fmt: skip


def _columns(labels: list[str], room: float, measure: Measure, size: float) -> int:
    """Return in how many columns, at most three, the names of groups fit above the axes."""
    em = SMALL * size
    wide = [(_HANDLE + _BEFORE) * em + measure(label, em, False).width for label in labels]
    for count in (3, 2):
        deep = -(-len(wide) // count)  # the legend goes down its columns
        columns = [max(wide[at : at + deep]) for at in range(0, len(wide), deep)] if wide else []
        if sum(columns) + (count - 1) * _BETWEEN * em <= room:
            return count
    return 1


def _legend(axes: Axes, labels: list[str], columns: int, size: float, family: list[str]) -> None:
    """Name the groups above the axes."""
    axes.legend(
        handles=[_marks([0], [0], place) for place in range(len(labels))],
        labels=labels, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False,
        prop={"family": family, "size": SMALL * size}, handlelength=_HANDLE,
        handletextpad=_BEFORE, columnspacing=_BETWEEN, borderaxespad=0.2, borderpad=0,
    )  # fmt: skip
