"""Mean ranks with their intervals: one dot and whisker per method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.noun import noun
from pybench.base.text import percentage
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    ROW,
    chart_axes,
    draw_key,
    dress,
    footnote,
    group_key,
    paper,
    write,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.paint_matplotlib import SHAPES
from pybench.plot.draw.style import QUIET, edge_of, group_colour, group_ink, group_marker
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.intervals import RankIntervals

_ROW = 1.7  # height of a row, of the font size


@documented
def rank_intervals(
    result: RankIntervals,
    ax: Axes | None = None,
    *,
    width: float | str | None = None,
    decimals: int = 2,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw mean ranks with intervals, the best on top.

    Parameters
    ----------
    result : RankIntervals
        From `pybench.rank_intervals`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; names are to the left of these axes, numbers to the right. By default, a new
        figure that is as high as its content needs.
    decimals : int
        Number of digits after the decimal point.

    Returns
    -------
    matplotlib.figure.Figure
        To the right of each row are the mean rank and the share of resamples in which the method
        has the best mean rank.

    Raises
    ------
    ArgumentError
        A number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.5, 0.6]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.rank_intervals(pb.rank_intervals(t))
    >>> float(figure.get_figwidth())
    6.0
    """
    from pybench.comparison.intervals import RankIntervals

    check.kind("result", result, RankIntervals, "rank_intervals(t)")
    style = style_of(ax, font_size=font_size, font=font, width=width, max_label=max_label)
    size = style.font_size
    digits = check.count("decimals", decimals, 0)
    frame = result.to_frame()
    looks = method_looks(
        list(frame["classifier"]), labels=labels, highlight=highlight, groups=groups,
        max_label=max_label,
    )  # fmt: skip
    names = looks.names
    ranks = [f"{rank:.{digits}f}" for rank in frame["mean_rank"]]
    shares = [f"{percentage(share)} %" for share in frame["best"]]
    notes = [
        f"Mean rank (1 is best) over {result.n_datasets} datasets",
        f"Whiskers: {100 * result.confidence:g} % intervals, each {noun()} by itself. Right: mean "
        f"rank; in how many of {result.resamples} resamples the {noun()} is first",
    ]
    face = typeface(style.font, size, [*names, *looks.group_names, *notes])
    left = max(face.measure(n, size, i in looks.bold).width for i, n in enumerate(names)) + size
    columns = [face.widest(column) for column in (ranks, shares)]
    ends = (columns[0] + size, sum(columns) + 2 * size)
    right = ends[1] + 0.5 * size
    rows = (_ROW * len(names) + 2.0 * bool(groups)) * size / 72
    high = rows + 5.5 * size / 72
    page = paper(style, face, (6.0, high), (left, right), notes, ax, lowest=high)
    key = group_key(looks.group_names, face, page.width - left, "-")
    above = (0.5 + (0.6 + ROW * len(key) if key else 0.0)) * size
    axes = ax or chart_axes(page, (left, right, above), face)
    _draw(axes, result, looks)
    draw_key(axes, key, face)
    dress(axes, face)
    axes.grid(False, axis="y")
    axes.set_yticks([])
    right_aligned: dict[str, Any] = {"rows": True, "horizontalalignment": "right"}
    for row, name in enumerate(names):
        weight, colour = "bold" if row in looks.bold else "normal", group_ink(looks.groups[row])
        look = {**right_aligned, "weight": weight, "color": colour}
        write(axes, (0.0, row), name, face, 1.0, move=(-0.5 * size, 0.0), **look)
        for end, column in zip(ends, (ranks, shares), strict=True):
            write(
                axes, (1.0, row), column[row], face, move=(end, 0.0), color=QUIET, **right_aligned
            )
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _draw(axes: Axes, result: RankIntervals, looks: MethodLooks) -> None:
    frame = result.to_frame()
    rows = range(len(frame))
    colours = [group_ink(group) for group in looks.groups]
    axes.hlines(rows, frame["low"], frame["high"], colors=colours, linewidth=1.3)
    for group in dict.fromkeys(looks.groups):
        mine = [row for row in rows if looks.groups[row] == group]
        edge = edge_of(group_colour(group))
        mark = "o" if group is None else SHAPES[group_marker(group)]
        axes.plot(
            frame["mean_rank"].iloc[mine], mine, mark, linestyle="none",
            color=group_colour(group), markersize=4.5, markeredgewidth=0.4 if edge else 0,
            markeredgecolor=edge,
        )  # fmt: skip
    axes.set_ylim(len(frame) - 0.4, -0.6)
    low, high = frame["low"].min(), frame["high"].max()
    spare = 0.03 * max(high - low, 0.5)
    axes.set_xlim(low - spare, high + spare)
