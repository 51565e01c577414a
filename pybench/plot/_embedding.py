"""A map of datasets: two principal components, every dataset named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.dataset_map import (
    SIZE,
    columns_of,
    map_axes,
    share_of,
    write_below,
    write_names,
    write_upward,
)
from pybench.plot.draw.fonts import Typeface, typeface
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.style import MARKERS, PALETTE, SMALL
from pybench.plot.draw.text import labels_for

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.features.projection import EmbeddingMap

    Floats = npt.NDArray[np.float64]

_SHAPES = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "wedge": "v"}
_SCALES = {"ranks": "as ranks", "variance": "each scaled to variance 1", "none": "not scaled"}
_DOT = 4.2  # points
_HANDLE, _BEFORE, _BETWEEN = 2.0, 0.2, 1.2  # of the legend, multiples of its font size


@documented
def embedding(
    result: EmbeddingMap,
    ax: Axes | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    labels: bool = True,
    axes: tuple[int, int] = (1, 2),
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw a map of datasets.

    Datasets are drawn as dots, placed by two components of the map. Datasets with similar features
    are close on the map. The reverse need not hold, because the map shows only two components.
    Names cover neither dots nor other names. A line connects a distant name with its dot; names
    that do not fit are left out, and the figure says how many. One unit is equally long on both
    axes.

    Parameters
    ----------
    result : EmbeddingMap
        From `pybench.embedding_map`.
    groups : mapping of str to str, optional
        Group of each dataset, such as its kind of data, shown by colour and shape; at most 30
        groups.
    labels : bool
        Whether datasets are named.
    axes : (int, int)
        The two components shown on the horizontal and the vertical axis, counted from 1.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        A number out of range, a component that the map does not have, or a dataset without a group.

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
        ax, font_size=font_size, usual=7.0,
        font=font, width=width, height=height, max_label=max_label,
    )  # fmt: skip
    size = style.font_size
    check.flag("labels", labels)
    components = columns_of(result, axes)
    kinds = _kinds(result, groups)
    names = labels_for(result.datasets, max_label) if labels else []
    note = _notes(result)
    group_names = labels_for(kinds, max_label)
    face = typeface(style.font, size, [*names, note, *group_names])
    points = result.coordinates[:, components]
    # Beside the legend of a new figure there is room for long numbers at the vertical axis.
    columns = _columns(
        group_names, axes_size(ax)[0] if ax else (style.width or 72 * SIZE[0]) - 12 * size, face
    )
    above = 1.5 * size + 1.6 * size * len(kinds) / columns
    notes = (share_of(result, axes[0]), note)
    drawn, room = map_axes(ax, points, style, above, notes, face)
    _dots(drawn, points, result.datasets, groups, kinds)
    high = [face.measure(f"lp{name}", size, False) for name in names]  # as lines are laid out
    sizes = [
        (face.width(name), of.ascent + of.descent + 0.5)
        for name, of in zip(names, high, strict=True)
    ]
    lost = write_names(drawn, points, names, sizes, face)
    write_below(drawn, notes, lost, room, face)
    write_upward(drawn, share_of(result, axes[1]), face)
    if kinds:
        _legend(drawn, group_names, columns, face)
    return cast(Figure, drawn.get_figure(root=True))


def _kinds(result: EmbeddingMap, groups: Mapping[str, str] | None) -> list[str]:
    """Return the groups, in order of first appearance."""
    if groups is None:
        return []
    absent = [name for name in result.datasets if name not in groups]
    if absent:
        raise ArgumentError(
            f"`groups` must name the group of every dataset; {absent[0]!r} has none",
            expected="a group for every dataset",
            found=absent[0],
        )
    kinds = list(dict.fromkeys(groups[name] for name in result.datasets))
    if len(kinds) > len(MARKERS) * len(PALETTE):
        most = len(MARKERS) * len(PALETTE)
        raise ArgumentError(
            f"`groups` must name at most {most} different groups, the number of markers that "
            f"differ in colour and shape, not {len(kinds)}",
            expected=f"at most {most} groups",
            found=str(len(kinds)),
        )
    return kinds


def _notes(result: EmbeddingMap) -> str:
    features = counted(len(result.features), "feature")
    unit = _SCALES[result.scale]
    out = f"; {len(result.left_out)} left out" if result.left_out else ""
    return f"{counted(len(result.datasets), 'dataset')} by {features}, {unit}{out}."


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
    """Return dots of one group: six colours, then other shapes."""
    shape = _SHAPES[MARKERS[place // len(PALETTE) % len(MARKERS)]]
    return Line2D(
        x, y, linestyle="none", marker=shape, markersize=_DOT, color=PALETTE[place % len(PALETTE)],
        markeredgecolor="white", markeredgewidth=0.3, zorder=3,
    )  # fmt: skip


def _columns(labels: list[str], room: float, face: Typeface) -> int:
    """Return the number of columns, at most three, in which the legend fits above the axes."""
    em = SMALL * face.size
    wide = [(_HANDLE + _BEFORE) * em + face.width(label, SMALL) for label in labels]
    for count in (3, 2):
        deep = -(-len(wide) // count)  # the legend fills one column after another
        columns = [max(wide[at : at + deep]) for at in range(0, len(wide), deep)] if wide else []
        if sum(columns) + (count - 1) * _BETWEEN * em <= room:
            return count
    return 1


def _legend(axes: Axes, labels: list[str], columns: int, face: Typeface) -> None:
    """Name the groups above the axes."""
    axes.legend(
        handles=[_marks([0], [0], place) for place in range(len(labels))],
        labels=labels, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False,
        prop={"family": face.family, "size": SMALL * face.size}, handlelength=_HANDLE,
        handletextpad=_BEFORE, columnspacing=_BETWEEN, borderaxespad=0.2, borderpad=0,
    )  # fmt: skip
