"""Scores against costs, such as run times, with the Pareto front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.dataset_map import names_without_room, write_names
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.margins import Words, frame, log_ticks
from pybench.plot.draw.style import BLUE, LEADER, ORANGE
from pybench.plot.draw.text import labels_for, visible
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    from pybench.comparison.views import Tradeoff
    from pybench.table import ResultsTable

    Floats = npt.NDArray[np.float64]

SHOWN = ("scores", "ranks")
_DOT = 5.0  # points


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
        Methods whose dots have another colour.
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
    bold = method_looks(found.classifiers, highlight=highlight).bold
    names = labels_for(found.classifiers, max_label)
    metric = "score" if t.metric is None else visible(t.metric)
    up = "Mean rank (1 is best)" if of == "ranks" else f"Mean {metric}"
    across = visible(check.text("cost_name", cost_name)) + (", logarithmic" if log else "")
    note = _note(t, found, of)
    face = typeface(style.font, style.font_size, [*names, across, up, note, *style.title])
    at = np.log10(found.costs) if log else found.costs
    low, high = _ends(at)
    words = Words(
        across, note, up, right=1.2 * face.size, ticks=log_ticks(low, high) if log else ()
    )

    def limits(axes: Axes) -> None:
        axes.set_xlim(low, high)
        bottom, top = _ends(found.values)
        axes.set_ylim(*((top, bottom) if of == "ranks" else (bottom, top)))

    def draw(axes: Axes) -> str:
        points = np.column_stack([at, found.values])
        path = [i for i in np.argsort(at, kind="stable").tolist() if found.front[i]]
        _draw(axes, points, path, [i in bold for i in range(len(found.classifiers))])
        sizes = [(face.width(name), 1.3 * face.size) for name in names]
        lost = write_names(axes, points, names, sizes, face, 1.3 * _DOT, path)
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


def _draw(axes: Axes, points: Floats, path: list[int], chosen: list[bool]) -> None:
    """Draw the front and the dots; those off the front are grey squares."""
    front = points[path].T.tolist()
    axes.add_line(Line2D(*front, color=BLUE, linewidth=1.2, zorder=2.5, label="_front"))
    for i, (x, y) in enumerate(points.tolist()):
        best = i in path
        colour = ORANGE if chosen[i] else BLUE if best else LEADER
        axes.add_line(
            Line2D(
                [x], [y], linestyle="none", marker="o" if best else "s", markersize=_DOT,
                color=colour, markeredgecolor="white", markeredgewidth=0.4, zorder=3, label="_dot",
            )
        )  # fmt: skip
