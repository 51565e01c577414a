"""Maps of a search: quantization against topographic error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.plot.arguments import documented, result_or_part, style_of
from pybench.plot.draw.chart import chart_axes, dress, footnote, paper, write
from pybench.plot.draw.fonts import Typeface, typeface
from pybench.plot.draw.label_placement import Box, along, nearest, place_names
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.style import BLUE, INK, LEADER, ORANGE, QUIET
from pybench.plot.draw.text import visible

if TYPE_CHECKING:
    import pandas as pd

    from pybench.landscape.search import SomSearch

_DOT = 5.0  # points
_REACH = 4.5  # multiples of the font size: largest distance of labels off the front


@documented
def pareto(
    search: SomSearch,
    ax: Axes | None = None,
    *,
    labels: bool = True,
    title: str | None = None,
    width: float | str | None = None,
    height: float | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the quantization error and the topographic error of the maps of a search.

    The horizontal axis shows the quantization error, the vertical axis the topographic error. For
    both errors, smaller is better. A line joins the maps on the Pareto front, that is, the maps
    for which no other map is at least as good in both errors and better in one. The chosen map has
    a ring around its dot. Labels cover neither dots nor other labels; labels of maps that are not
    on the front are left out if they do not fit nearby.

    Parameters
    ----------
    search : SomSearch or Landscape
        From `pybench.som_search` or `pybench.map_landscape`.
    labels : bool
        Whether maps that are not on the front are labelled too.
    title : str, optional
        Line above the figure.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a search, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> rows = np.random.default_rng(0).normal(size=(60, 4))
    >>> found = pb.som_search(rows, (3, 4), (1, 2), rlen=10, workers=1)  # doctest: +SKIP
    >>> figure = pb.plot.pareto(found)  # doctest: +SKIP
    """
    from pybench.comparison.pareto import ParetoFront
    from pybench.landscape.search import SomSearch

    given: object = search
    if isinstance(given, ParetoFront):
        raise ArgumentError(
            "`search` must be a SomSearch, not ParetoFront",
            expected="a search for a map",
            found="ParetoFront",
            hint="A Pareto front of scores and costs is drawn by pb.plot.pareto_front(result).",
        )
    found = result_or_part("search", search, SomSearch, "search", "som_search(features)")
    style = style_of(ax, font_size=font_size, usual=8.0, font=font, width=width, height=height)
    check.flag("labels", labels)
    size = style.font_size
    frame = found.table
    errors = frame[["quantization_error", "topographic_error"]].to_numpy(float)
    drawn = frame.loc[np.isfinite(errors).all(axis=1)]
    head = "" if title is None else visible(title)
    face = typeface(style.font, size, [head])
    beside = (6.5 * size, 1.5 * size)
    page = paper(style, face, (7.0, 5.0), beside, _notes(frame, drawn), ax)
    axes = ax or chart_axes(page, (*beside, (3.2 if head else 1.2) * size), face)
    _limits(axes, drawn)
    dress(axes, face)
    _draw(axes, drawn)
    _name(axes, drawn, labels, face)
    footnote(axes, page.notes, face)
    write(
        axes, (0.0, 0.0), "Topographic error", face, move=(-4.6 * size, 0.0), rotation=90,
        rotation_mode="anchor", zorder=5,
    )  # fmt: skip
    if head:
        write(
            axes, (0.0, 1.0), head, face, 1.35, move=(0.0, 1.1 * size), weight="bold", zorder=5,
        )  # fmt: skip
    return cast(Figure, axes.get_figure(root=True))


def _limits(axes: Axes, drawn: pd.DataFrame) -> None:
    for column, setter in (
        ("quantization_error", axes.set_xlim),
        ("topographic_error", axes.set_ylim),
    ):
        values = drawn[column].to_numpy(float)
        low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
        spare = 0.08 * (high - low) or 0.05 * abs(high) or 0.5
        setter(low - spare, high + spare)


def _draw(axes: Axes, drawn: pd.DataFrame) -> None:
    front = drawn[drawn["pareto"]].sort_values(["quantization_error", "topographic_error"])
    for part, role, look in (
        (drawn[~drawn["pareto"]], "_other", {"color": LEADER, "marker": "o", "linestyle": "none"}),
        (front, "_front", {"color": BLUE, "marker": "o", "linewidth": 1.2}),
        (
            drawn[drawn["chosen"]],
            "_chosen",
            {"color": ORANGE, "marker": "o", "linestyle": "none", "markerfacecolor": "none"},
        ),
    ):
        ring = role == "_chosen"
        axes.add_line(
            Line2D(
                part["quantization_error"].tolist(), part["topographic_error"].tolist(),
                markersize=2.3 * _DOT if ring else _DOT, markeredgewidth=1.6 if ring else 0,
                label=role, zorder=3 if role == "_other" else 4, **look,
            )
        )  # fmt: skip


def names_of(drawn: pd.DataFrame) -> list[str]:
    """Return the label of each map: its size, and its seed if there are several."""
    several = drawn["seed"].nunique() > 1
    return [
        f"{x} × {y}{f', seed {seed}' if several else ''}"
        for x, y, seed in zip(drawn["xdim"], drawn["ydim"], drawn["seed"], strict=True)
    ]


def _name(axes: Axes, drawn: pd.DataFrame, labels: bool, face: Typeface) -> None:
    """Write labels beside the dots: first those of the front, in black."""
    if drawn.empty:
        return
    wide, high = axes_size(axes)
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    points = drawn[["quantization_error", "topographic_error"]].to_numpy(float).tolist()
    at = [((x - x0) / (x1 - x0) * wide, (y - y0) / (y1 - y0) * high) for x, y in points]
    names, measure, size = names_of(drawn), face.measure, face.size
    first, chosen = drawn["pareto"].to_numpy(bool), drawn["chosen"].to_numpy(bool)
    first = first | chosen
    front = np.flatnonzero(drawn["pareto"].to_numpy(bool)).tolist()
    taken = along(sorted(at[i] for i in front))
    dots = [Box(x - _DOT / 2, y - _DOT / 2, x + _DOT / 2, y + _DOT / 2) for x, y in at]
    for wanted, look, reach in (
        (first, INK, math.inf),
        (~first if labels else first & ~first, QUIET, _REACH * size),
    ):
        mine = np.flatnonzero(wanted).tolist()
        sizes = [(measure(names[i], size, bool(chosen[i])).width, 1.3 * size) for i in mine]
        others = taken + [box for i, box in enumerate(dots) if i not in mine]
        found = place_names([at[i] for i in mine], sizes, (wide, high), 2.9 * _DOT, others, reach)
        for i, box in zip(mine, found, strict=True):
            if box is None:
                continue
            taken.append(box)
            write(
                axes, (at[i][0] / wide, at[i][1] / high), names[i], face, 1.0, color=look,
                move=(box.x0 - at[i][0], box.y0 - at[i][1] + 0.3 * size), zorder=5,
                weight="bold" if chosen[i] else "normal",
            )  # fmt: skip
            end = nearest(box, at[i])
            if math.dist(end, at[i]) > 1.3 * size:
                line = [(at[i][0] / wide, end[0] / wide), (at[i][1] / high, end[1] / high)]
                axes.add_line(
                    Line2D(*line, color=LEADER, linewidth=0.5, transform=axes.transAxes, zorder=2)
                )


def _notes(frame: pd.DataFrame, drawn: pd.DataFrame) -> list[str]:
    left_out = len(frame) - len(drawn)
    front = int(drawn["pareto"].sum())
    out = f" {left_out} without a topographic error left out." if left_out else ""
    text = f"{counted(len(frame), 'map')}, lower is better. Joined: Pareto front ({front})"
    return ["Quantization error", f"{text}; ring: chosen.{out}"]
