"""A map of datasets with the chosen ones, numbered in the order of choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.dataset_map import (
    columns_of,
    map_axes,
    share_of,
    write_below,
    write_names,
    write_upward,
)
from pybench.plot.draw.fonts import Typeface, typeface
from pybench.plot.draw.style import LEADER, ORANGE
from pybench.plot.draw.text import labels_for

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.features.projection import EmbeddingMap
    from pybench.selection.choose import Selection

    Floats = npt.NDArray[np.float64]

_OTHER, _CHOSEN = 3.2, 6.5  # points
_THREAD = "#D3D3D3"
_SCALES = {"ranks": "as ranks", "variance": "each scaled to variance 1", "none": "not scaled"}


@documented
def selection(
    selection: Selection,
    map: EmbeddingMap,
    ax: Axes | None = None,
    *,
    axes: tuple[int, int] = (1, 2),
    labels: bool = False,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw all datasets on a map, and number the chosen datasets in the order of choice.

    A line leads from every dataset that was not chosen to the chosen dataset that represents it.
    (With the strategy "landscape", a region may have no chosen dataset; its datasets have no line.)
    The map shows only two components: datasets that are close on the map need not be close in the
    representation.

    Parameters
    ----------
    selection : Selection
        From `pybench.select`.
    map : EmbeddingMap
        From `pybench.embedding_map`, for the same datasets.
    axes : (int, int)
        The two components shown on the horizontal and the vertical axis, counted from 1.
    labels : bool
        Whether the datasets that were not chosen are named too.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        A map that lacks a dataset, or a number out of range.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> frame = pd.DataFrame({"a": [1.0, 2.0, 4.0], "b": [2.0, 1.0, 6.5]}, ["x", "y", "z"])
    >>> figure = pb.plot.selection(pb.select(frame, 2), pb.embedding_map(frame))
    >>> sorted(text.get_text() for text in figure.axes[0].texts)[:2]
    ['1  z', '2  x']
    """
    from pybench.features.projection import EmbeddingMap
    from pybench.selection.choose import Selection

    check.kind("selection", selection, Selection, "select(embedding, k)")
    check.kind("map", map, EmbeddingMap, "embedding_map(embedding)")
    style = style_of(
        ax, font_size=font_size, usual=7.0,
        font=font, width=width, height=height, max_label=max_label,
    )  # fmt: skip
    check.flag("labels", labels)
    size = style.font_size
    columns = columns_of(map, axes)
    rows = _rows(selection, map)
    place = {name: at for at, name in enumerate(selection.names, 1)}
    shown = zip(rows, labels_for(rows, max_label), strict=True)
    names = [_name(place.get(name), label, labels) for name, label in shown]
    points = map.coordinates[list(rows.values())][:, columns]
    note = _notes(selection, map)
    face = typeface(style.font, size, names)
    sizes = [_extent(name, face) for name in names]
    notes = (share_of(map, axes[0]), note)
    drawn, room = map_axes(ax, points, style, 1.5 * size, notes, face)
    _marks(drawn, points, list(rows), selection)
    lost = write_names(drawn, points, names, sizes, face, _CHOSEN + 1.5)
    write_below(drawn, notes, lost, room, face)
    write_upward(drawn, share_of(map, axes[1]), face)
    return cast(Figure, drawn.get_figure(root=True))


def _rows(selection: Selection, map: EmbeddingMap) -> dict[str, int]:
    """Return the row of each dataset in the map, first those chosen, whose names come first."""
    at = {name: row for row, name in enumerate(map.datasets)}
    absent = [name for name in selection.datasets if name not in at]
    if absent:
        raise ArgumentError(
            f"`map` lacks {counted(len(absent), 'dataset')} of the selection; the first is "
            f"{shown(absent[0])}",
            expected="a map of the same datasets",
            found=f"{len(absent)} missing",
            hint="Build the map from the table that was given to `select()`: "
            "embedding_map(embedding).",
        )
    rest = [name for name in selection.datasets if name not in selection.names]
    return {name: at[name] for name in (*selection.names, *rest)}


def _name(place: int | None, label: str, labels: bool) -> str:
    if place is not None:
        return f"{place}  {label}"
    return label if labels else ""


def _extent(name: str, face: Typeface) -> tuple[float, float]:
    if not name:
        return 0.0, 0.0
    high = face.measure(f"lp{name}", face.size, False)
    return face.width(name), high.ascent + high.descent + 0.5


def _marks(axes: Axes, points: Floats, names: list[str], selection: Selection) -> None:
    at = dict(zip(names, points.tolist(), strict=True))
    home = dict(zip(selection.datasets, selection.nearest, strict=True))
    threads = [(at[name], at[home[name]]) for name in names if home[name] not in ("", name)]
    axes.add_collection(
        LineCollection(threads, colors=_THREAD, linewidths=0.5, zorder=1, label="_stands_for"),
        autolim=False,
    )
    k = len(selection.names)
    for part, size, colour, role in (
        (points[k:], _OTHER, LEADER, "_other"),
        (points[:k], _CHOSEN, ORANGE, "_chosen"),
    ):
        axes.add_line(
            Line2D(
                part[:, 0].tolist(), part[:, 1].tolist(), linestyle="none", marker="o",
                markersize=size, color=colour, markeredgecolor="white", markeredgewidth=0.4,
                zorder=3, label=role,
            )
        )  # fmt: skip


def _notes(selection: Selection, map: EmbeddingMap) -> str:
    n, k = len(selection.datasets), len(selection.names)
    return (
        f"{k} of {counted(n, 'dataset')} by {selection.strategy}, numbered in the order of choice; "
        "lines lead to the dataset that represents another. Map: "
        f"{counted(len(map.features), 'feature')}, {_SCALES[map.scale]}; distances were taken in "
        "all of them."
    )
