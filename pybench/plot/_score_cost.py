"""Scores against costs, such as run times, with the Pareto front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.dataset_groups import draw_legend, legend_size
from pybench.plot.draw.dataset_map import names_without_room, write_names
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.margins import Words, frame, log_ticks
from pybench.plot.draw.paint_matplotlib import SHAPES, axes_size
from pybench.plot.draw.style import BLUE, LEADER, ORANGE, edge_of, group_colour, group_marker
from pybench.plot.draw.text import visible
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.views import Tradeoff
    from pybench.plot.draw.style import Style
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

SHOWN = ("scores", "ranks")
DOT = 5.0  #: points


@documented
def score_cost(
    t: ResultsTable,
    costs: ResultsTable | Mapping[str, float] | pd.Series | Sequence[float],
    ax: Axes | None = None,
    *,
    of: str = "scores",
    cost_name: str = "Cost",
    log: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    tie_tol: float | str = "decimal",
    title: str | None = None,
    width: float | str | None = None,
    height: float = 3.6,
    max_label: int | None = 30,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the mean score of each method against its cost, with the Pareto front.

    A line joins the methods on the Pareto front, that is, the methods for which no other method is
    at least as good in both score and cost and better in one. Names cover neither dots nor other
    names; the figure says how many names were left out because they did not fit.

    Parameters
    ----------
    t : ResultsTable
        Scores of k methods on N >= 1 datasets, none of them missing.
    costs : ResultsTable, mapping of str to float, Series or sequence of float
        Cost of each method, such as its run time: above 0, lower is better. Either one number per
        method, by its name or in the order of the table, or a results table of costs per dataset.
        Names must be those of the table, each once; a table may have more methods. With costs per
        dataset, mean cost and mean score are taken over the datasets that both tables have.
    of : {"scores", "ranks"}
        The vertical axis: mean scores, or mean ranks (1 is best), the best on top.
    cost_name : str
        Name and unit of the cost, such as "Training time (s)".
    log : bool
        Whether the axis of costs is logarithmic.
    highlight : str or iterable of str, optional
        Methods whose names are bold and, without groups, whose dots have another colour.
    tie_tol : "decimal", float or "auto"
        Which scores of a dataset count as tied when mean ranks are computed; see `pybench.ranks`.
    width : float or str
        Width of a new figure in inches, or the name of a standard width, such as "ieee-column". The
        figure has exactly this width.
    height : float
        Height of new axes, inches.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a table, a method without a cost above 0, a cost of a method that the table does not
        have, or an argument out of its range.
    ResultsTableError
        Missing scores, or no dataset in both tables.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6]], datasets=["d1", "d2"],
    ...     classifiers=["a", "b", "c"], higher_is_better=True, metric="accuracy")
    >>> figure = pb.plot.score_cost(t, {"a": 60.0, "b": 2.0, "c": 5.0}, cost_name="Time (s)")
    >>> figure.axes[0].get_xlabel(), float(figure.get_figwidth())
    ('', 5.5)
    """
    from pybench.comparison.views import Tradeoff

    style = style_of(
        ax, font_size=font_size, usual=8.0, usual_width=5.5, font=font, title=title, width=width,
        height=height, max_label=max_label,
    )  # fmt: skip
    check.choice("of", of, SHOWN)
    check.flag("log", log)
    found = Tradeoff.of(t, costs, of, check.tie_tolerance(tie_tol))
    looks = method_looks(
        found.classifiers, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    metric = "score" if t.metric is None else visible(t.metric)
    up = "Mean rank (1 is best)" if of == "ranks" else f"Mean {metric}"
    across = visible(check.text("cost_name", cost_name)) + (", logarithmic" if log else "")
    note = _note(t, found, of)
    marks = [
        mark_of(looks, i, "o" if best else "s", BLUE if best else LEADER)
        for i, best in enumerate(found.front.tolist())
    ]
    chart = Chart(
        looks, looks.names, found.costs, found.values, found.front, marks,
        upside_down=of == "ranks",
    )  # fmt: skip
    return against_cost(chart, across, up, note, log=log, style=style, ax=ax)


@dataclass(frozen=True, slots=True)
class Mark:
    """How a method is drawn."""

    shape: str  #: of Matplotlib
    colour: str
    filled: bool = True
    size: float = DOT  #: points


def mark_of(looks: MethodLooks, i: int, shape: str, colour: str) -> Mark:
    """Return a method's mark: that of its group, or else this one, orange if highlighted."""
    if not looks.group_names:
        return Mark(shape, ORANGE if i in looks.bold else colour)
    group = looks.groups[i]
    return Mark("o" if group is None else SHAPES[group_marker(group)], group_colour(group))


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """What to draw against costs."""

    looks: MethodLooks
    names: Sequence[str]  #: as printed beside the marks
    costs: Floats  #: (k,), above 0
    values: Floats  #: (k,)
    front: NDArray[np.bool_]  #: (k,): which methods the line joins
    marks: list[Mark]
    upside_down: bool  #: whether low values are on top


def against_cost(
    chart: Chart, across: str, up: str, note: str, *, log: bool, style: Style, ax: Axes | None
) -> Figure:
    """Draw values against costs, with the names of the axes and a note below."""
    looks, keys = chart.looks, chart.looks.group_names
    texts = [*chart.names, *keys, across, up, note, *style.title]
    face = typeface(style.font, style.font_size, texts)
    at = np.log10(chart.costs) if log else chart.costs
    low, high = _ends(at)
    room = axes_size(ax)[0] if ax else style.width - 8 * face.size
    columns, legend = legend_size(keys, room, face)
    words = Words(
        across, note, up, right=1.2 * face.size, ticks=log_ticks(low, high) if log else (),
        above=legend,
    )  # fmt: skip

    def limits(axes: Axes) -> None:
        axes.set_xlim(low, high)
        bottom, top = _ends(chart.values)
        axes.set_ylim(*((top, bottom) if chart.upside_down else (bottom, top)))

    def draw(axes: Axes) -> str:
        points = np.column_stack([at, chart.values])
        path = [i for i in np.argsort(at, kind="stable").tolist() if chart.front[i]]
        _draw(axes, points, path, chart.marks)
        draw_legend(axes, keys, columns, face)
        sizes = [
            (face.width(name, i in looks.bold), 1.3 * face.size)
            for i, name in enumerate(chart.names)
        ]
        ways = [(looks.weight(i), looks.ink(i)) for i in range(len(sizes))]
        lost = write_names(axes, points, list(chart.names), sizes, face, 1.3 * DOT, path, ways)
        return names_without_room(lost).strip()

    return frame(ax, words, style, face, limits, lambda _: style.height, draw)


def _ends(values: Floats) -> tuple[float, float]:
    """Return limits with room for names beside the outermost dots."""
    low, high = float(values.min()), float(values.max())
    spare = 0.1 * (high - low) or 0.1 * abs(high) or 0.5
    return low - spare, high + spare


def _note(t: ResultsTable, found: Tradeoff, of: str) -> str:
    better = "higher scores" if t.higher_is_better else "lower scores"
    repeats = f" (means over {t.n_repeats} repeats)" if t.n_repeats > 1 else ""
    return (
        f"{counted(found.n_datasets, 'dataset')}{repeats}. Lower costs and "
        f"{'lower ranks' if of == 'ranks' else better} are better. Joined: Pareto front, "
        f"{counted(int(found.front.sum()), 'method')}."
    )


def _draw(axes: Axes, points: Floats, path: list[int], marks: list[Mark]) -> None:
    """Draw the front and the marks."""
    front = points[path].T.tolist()
    axes.add_line(Line2D(*front, color=BLUE, linewidth=1.2, zorder=2.5, label="_front"))
    for (x, y), mark in zip(points.tolist(), marks, strict=True):
        edge = edge_of(mark.colour) or ("white" if mark.filled else mark.colour)
        face = mark.colour if mark.filled else "white"
        axes.add_line(
            Line2D(
                [x], [y], linestyle="none", marker=mark.shape, markersize=mark.size, zorder=3,
                markerfacecolor=face, markeredgecolor=edge,
                markeredgewidth=0.4 if mark.filled else 1.2, label="_dot",
            )
        )  # fmt: skip
