"""A map of datasets: two principal components, every dataset named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.dataset_groups import (
    draw_dots,
    draw_legend,
    groups_of,
    legend_columns,
)
from pybench.plot.draw.dataset_map import (
    SIZE,
    columns_of,
    map_axes,
    share_of,
    write_below,
    write_names,
    write_upward,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.text import labels_for

if TYPE_CHECKING:
    from pybench.features.projection import EmbeddingMap

_SCALES = {"ranks": "as ranks", "variance": "each scaled to variance 1", "none": "not scaled"}


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
        Group of each dataset, such as its kind of data, shown by colour and shape; at most 40
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
    kinds = groups_of(result.datasets, groups)
    names = labels_for(result.datasets, max_label) if labels else []
    note = _notes(result)
    group_names = labels_for(kinds, max_label)
    face = typeface(style.font, size, [*names, note, *group_names])
    points = result.coordinates[:, components]
    # Beside the legend of a new figure there is room for long numbers at the vertical axis.
    columns = legend_columns(
        group_names, axes_size(ax)[0] if ax else (style.width or 72 * SIZE[0]) - 12 * size, face
    )
    above = 1.5 * size + 1.6 * size * len(kinds) / columns
    notes = (share_of(result, axes[0]), note)
    drawn, room = map_axes(ax, points, style, above, notes, face)
    draw_dots(drawn, points, result.datasets, groups, kinds)
    high = [face.measure(f"lp{name}", size, False) for name in names]  # as lines are laid out
    sizes = [
        (face.width(name), of.ascent + of.descent + 0.5)
        for name, of in zip(names, high, strict=True)
    ]
    lost = write_names(drawn, points, names, sizes, face)
    write_below(drawn, notes, lost, room, face)
    write_upward(drawn, share_of(result, axes[1]), face)
    if kinds:
        draw_legend(drawn, group_names, columns, face)
    return cast(Figure, drawn.get_figure(root=True))


def _notes(result: EmbeddingMap) -> str:
    features = counted(len(result.features), "feature")
    unit = _SCALES[result.scale]
    out = f"; {len(result.left_out)} left out" if result.left_out else ""
    return f"{counted(len(result.datasets), 'dataset')} by {features}, {unit}{out}."
