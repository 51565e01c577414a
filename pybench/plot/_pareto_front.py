"""The Pareto front of scores and costs, with the certainty of each method's place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted, percentage
from pybench.plot._score_cost import DOT, Chart, against_cost, mark_of
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.style import BLUE, LEADER
from pybench.plot.draw.text import visible
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    from pybench.comparison.pareto import ParetoFront

_SHAPES = {"front": "o", "ambiguous": "o", "dominated": "s"}
_SMALL = 3.5  # points: the marks of dominated methods whose shape shows the group


@documented
def pareto_front(
    result: ParetoFront,
    ax: Axes | None = None,
    *,
    cost_name: str = "Cost",
    log: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    height: float = 3.6,
    max_label: int | None = 30,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw scores against costs, with the Pareto front and how certain it is.

    A line joins the methods on the front of the whole table. A filled dot is a method with the
    verdict "front", a grey square one that is "dominated", and a hollow dot an "ambiguous" one,
    with the share of resamples in which it is on the front.

    Parameters
    ----------
    result : ParetoFront
        From `pybench.pareto`.
    cost_name : str
        Name and unit of the cost, such as "Training time (s)".
    log : bool
        Whether the axis of costs is logarithmic.
    highlight : str or iterable of str, optional
        Methods whose names are bold and, without groups, whose marks have another colour.
    groups : mapping of str to str, optional
        For each method, the name of its group. Methods of the same group share a colour and a
        shape; a legend names the groups. The size of a mark and whether it is filled then show the
        verdict: "dominated" methods have small marks.
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
        Not a result of `pybench.pareto`, or an argument out of its range.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.6, 0.7]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> found = pb.pareto(t, {"a": 60.0, "b": 2.0, "c": 5.0})
    >>> figure = pb.plot.pareto_front(found, cost_name="Time (s)")
    >>> len(figure.axes)
    1
    """
    from pybench.comparison.pareto import ParetoFront

    check.kind("result", result, ParetoFront, "pareto(t, cost)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, usual_width=5.5, font=font, title=title, width=width,
        height=height, max_label=max_label,
    )  # fmt: skip
    check.flag("log", log)
    classifiers = list(result.values.index)
    looks = method_looks(
        classifiers, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    verdicts = result.verdicts.tolist()
    names = [
        f"{name} ({percentage(share)} %)" if verdict == "ambiguous" else name
        for name, share, verdict in zip(looks.names, result.shares.tolist(), verdicts, strict=True)
    ]
    marks = [
        replace(
            mark_of(looks, i, _SHAPES[verdict], LEADER if verdict == "dominated" else BLUE),
            filled=verdict != "ambiguous",
            size=_SMALL if looks.group_names and verdict == "dominated" else DOT,
        )
        for i, verdict in enumerate(verdicts)
    ]
    metric = "score" if result.metric is None else visible(result.metric)
    ranks = result.of == "ranks"
    across = visible(check.text("cost_name", cost_name)) + (", logarithmic" if log else "")
    chart = Chart(
        looks,
        names,
        result.costs.to_numpy(),
        result.values.to_numpy(),
        result.front.to_numpy(),
        marks,
        upside_down=ranks,
    )
    up = "Mean rank (1 is best)" if ranks else f"Mean {metric}"
    return against_cost(
        chart,
        across,
        up,
        _note(result, grouped=bool(looks.group_names)),
        log=log,
        style=style,
        ax=ax,
    )


def _note(result: ParetoFront, *, grouped: bool) -> str:
    sure, out, unsure = (
        ("Large filled marks", "small marks", "hollow marks")
        if grouped
        else ("Filled dots", "squares", "hollow dots")
    )
    better = "higher" if result.higher_is_better and result.of == "scores" else "lower"
    what = "ranks" if result.of == "ranks" else "scores"
    few = f"{100 * (1 - result.confidence):.10g}"
    return (
        f"{counted(result.n_datasets, 'dataset')}. Lower costs and {better} {what} are better. "
        f"Joined: Pareto front. {sure}: on the front in at least {100 * result.confidence:g} "
        f"% of {result.resamples} resamples of the datasets; {out}: in at most {few} %; {unsure}: "
        "between, with the share."
    )
