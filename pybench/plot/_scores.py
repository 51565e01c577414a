"""Scores or ranks of each method over the datasets: dots, box and density."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import write_rows
from pybench.plot.draw.dataset_groups import draw_legend, legend_size
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.margins import Words, frame
from pybench.plot.draw.paint_matplotlib import SHAPES, axes_size
from pybench.plot.draw.style import BLUE, INK, ORANGE, group_colour, group_marker, mixed
from pybench.plot.draw.text import visible
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.comparison.views import Spread
    from pybench.table import ResultsTable

    Floats = npt.NDArray[np.float64]

SHOWN = ("scores", "ranks")
_ROW = 2.3  # height of a row, multiples of the font size
# Of a row's height, upwards from its middle: cloud, box, dots.
_CLOUD, _BOX, _DOTS = (0.12, 0.56), (-0.06, 0.06), (-0.38, -0.14)
_MOST_DOTS = 3_000  # of a figure whose dots are shapes; more are an image, of fewer bytes
_GOLDEN = 0.6180339887498949  # multiples of it, modulo 1, spread evenly


@documented
def scores(
    t: ResultsTable,
    ax: Axes | None = None,
    *,
    of: str = "scores",
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    tie_tol: float | str = "decimal",
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 30,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw how the scores, or the ranks, of each method spread over the datasets.

    Methods are rows, the best mean rank on top. Each row has a box plot. If scores are drawn, their
    density is above the box, and one dot per dataset is below it. If ranks are drawn, bars above
    the box show the share of datasets at each rank, and a diamond shows the mean rank.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 1 datasets, none of them missing.
    ax : matplotlib.axes.Axes, optional
        Where to draw; names are to the left of these axes, mean ranks to the right. By default, a
        new figure that is as high as its content needs.
    of : {"scores", "ranks"}
        What is drawn. Ranks are within each dataset; 1 is best.
    highlight : str or iterable of str, optional
        Methods whose names are bold and, without groups, whose density has another colour.
    tie_tol : "decimal", float or "auto"
        Which scores of a dataset tie; see `pybench.ranks`.
    width : float or str
        Width of a new figure in inches, or the name of a standard width, such as "ieee-column". The
        figure has exactly this width.

    Returns
    -------
    matplotlib.figure.Figure
        To the right of each row is the mean rank.

    Raises
    ------
    ArgumentError
        Not a table, a method that the table does not have, or an argument out of its range.
    ResultsTableError
        Fewer than 2 methods, or missing scores.

    Notes
    -----
    The box joins the quartiles, with a line at the median; whiskers end at the farthest scores
    within 1.5 box lengths of the box. The density is Gaussian with Silverman's (1986, eq. 3.31)
    bandwidth, cut at the smallest and the largest score. All densities are equally high, so that
    their heights cannot be compared.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.5, 0.6]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.scores(t, of="ranks", width="ieee-column")
    >>> float(figure.get_figwidth())
    3.487
    """
    from pybench.comparison.views import Spread

    style = style_of(
        ax, font_size=font_size, usual=8.0, usual_width=5.5, font=font, title=title, width=width,
        max_label=max_label,
    )  # fmt: skip
    check.choice("of", of, SHOWN)
    shown = Spread.of(t, of, check.tie_tolerance(tie_tol))
    looks = method_looks(
        shown.classifiers, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    names, keys = looks.names, looks.group_names
    bold = [i in looks.bold for i in range(len(names))]
    ranks = [f"{rank:.2f}" for rank in shown.mean_ranks]
    metric = "Score" if t.metric is None else visible(t.metric)
    across = metric if of == "scores" else "Rank within the dataset (1 is best)"
    note = _note(t, shown, of)
    face = typeface(style.font, style.font_size, [*names, *keys, across, note, *style.title])
    size = face.size
    right = face.widest(ranks) + 1.2 * size
    left = face.widest(names, bold) + 1.1 * size
    room = axes_size(ax)[0] if ax else style.width - left - right
    columns, legend = legend_size(keys, room, face)
    words = Words(across, note, left=left, right=right, whole=of == "ranks", above=legend)

    def limits(axes: Axes) -> None:
        low, high = float(shown.values.min()), float(shown.values.max())
        spare = 0.03 * (high - low) or 0.05 * abs(high) or 0.5
        axes.set_xlim(low - spare, high + spare)
        axes.set_ylim(len(names) - 0.4, -0.6)

    def draw(axes: Axes) -> None:
        for row, values in enumerate(shown.values.T):
            group = looks.groups[row]
            colour = group_colour(group) if keys else ORANGE if bold[row] else BLUE
            if of == "scores":
                _density(axes, row, values, colour)
                ink = looks.ink(row) if keys else colour
                _dots(axes, row, values, ink, group, pixels=shown.values.size > _MOST_DOTS)
            else:
                _shares(axes, row, values, len(names), colour)
        _boxes(axes, shown.values)
        if of == "ranks":
            _means(axes, shown.mean_ranks)
        write_rows(axes, names, face, bold=bold, colours=[*map(looks.ink, range(len(names)))])
        write_rows(axes, ranks, face, right=right - 0.5 * size)
        draw_legend(axes, keys, columns, face)

    return frame(ax, words, style, face, limits, lambda _: _ROW * size * len(names), draw)


def _note(t: ResultsTable, shown: Spread, of: str) -> str:
    over = f" (means over {shown.n_repeats} repeats)" if shown.n_repeats > 1 else ""
    better = "higher" if t.higher_is_better else "lower"
    parts = {
        "scores": "Above: density; below: one dot per dataset.",
        "ranks": "Above: share of datasets at each rank. Diamond, and right: mean rank.",
    }
    return (
        f"{counted(len(shown.values), 'dataset')}{over}, {better} scores are better. {parts[of]} "
        "Box: quartiles and median; whiskers: up to 1.5 box lengths."
        + (" Right: mean rank." if of == "scores" else "")
    )


def _density(axes: Axes, row: int, values: Floats, colour: str) -> None:
    from pybench.comparison.views import Box

    at, heights = Box.of(values).outline
    low, high = (row - height for height in _CLOUD)
    if len(at):
        axes.fill_between(
            at, low, low + (high - low) * heights, color=mixed(colour, 0.45), linewidth=0,
            label="_cloud",
        )  # fmt: skip


def _shares(axes: Axes, row: int, ranks: Floats, k: int, colour: str) -> None:
    """Draw a bar for each rank that occurs, half a rank wide."""
    shares = np.bincount(np.rint(2 * ranks).astype(np.int64), minlength=2 * k + 1) / len(ranks)
    low, high = (row - height for height in _CLOUD)
    places = np.flatnonzero(shares)
    axes.bar(
        places / 2, (high - low) * shares[places] / shares.max(), 0.4, low,
        color=mixed(colour, 0.45), label="_cloud",
    )  # fmt: skip


def _dots(
    axes: Axes, row: int, values: Floats, colour: str, group: int | None, *, pixels: bool
) -> None:
    """Draw a dot for each dataset, at heights that spread neighbours apart."""
    order = np.argsort(np.argsort(values, kind="stable"), kind="stable")
    low, high = _DOTS
    heights = low + (high - low) * (order * _GOLDEN % 1.0)
    axes.add_line(
        Line2D(
            values, row - heights, linestyle="none", markersize=2.2, color=colour,
            marker="o" if group is None else SHAPES[group_marker(group)],
            markeredgewidth=0, alpha=0.6, label="_dots", rasterized=pixels,
        )
    )  # fmt: skip


def _means(axes: Axes, mean_ranks: Floats) -> None:
    axes.add_line(
        Line2D(
            mean_ranks, range(len(mean_ranks)), linestyle="none", marker="D", markersize=4.0,
            color=INK, markerfacecolor="white", markeredgewidth=0.9, zorder=4, label="_means",
        )
    )  # fmt: skip


def _boxes(axes: Axes, values: Floats) -> None:
    from pybench.comparison.views import Box

    boxes = [Box.of(column) for column in values.T]
    low, high = _BOX
    whiskers = [[(x, row) for x in box.whiskers] for row, box in enumerate(boxes)]
    medians = [
        [(box.quartiles[1], row - low), (box.quartiles[1], row - high)]
        for row, box in enumerate(boxes)
    ]
    shapes = [
        [(first, row - low), (third, row - low), (third, row - high), (first, row - high)]
        for row, (first, _, third) in enumerate(box.quartiles for box in boxes)
    ]
    for layer in (
        LineCollection(whiskers, colors=INK, linewidths=0.8, label="_whiskers"),
        PolyCollection(shapes, facecolors="white", edgecolors=INK, linewidths=0.8, label="_boxes"),
        LineCollection(medians, colors=INK, linewidths=1.8, label="_medians"),
    ):
        layer.set_zorder(3)
        axes.add_collection(layer)
