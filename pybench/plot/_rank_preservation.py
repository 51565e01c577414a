"""How well strategies preserve the ranking over the number of datasets: one curve per strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import cased, chart_axes, dress, footnote, name_ends, paper, write
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import INK, PALETTE, QUIET, group_colour, group_dash
from pybench.plot.draw.text import labels_for
from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    from pybench.selection.preservation import RankPreservation

_BACKGROUND = "#C9C9C9"
RANDOM = "random"  #: a strategy
#: Metrics for which less is better.
METRICS = {
    "mae": "Mean absolute error of mean ranks",
    "spearman": "Spearman's correlation with the ranking on all datasets",
    "kendall": "Kendall's tau-b with the ranking on all datasets",
    "ndcg5": "NDCG at 5",
    "mrr": "Reciprocal rank of the best model",
    "mrr_reversed": "Reciprocal rank, from the bottom, of the last model",
}


@documented
def rank_preservation(
    result: RankPreservation,
    ax: Axes | None = None,
    *,
    metric: str = "spearman",
    labelled: int = 5,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw how well strategies preserve the ranking, against the number of datasets chosen.

    Parameters
    ----------
    result : RankPreservation
        From `pybench.rank_preservation`.
    metric : str
        One of the metrics of the result.
    labelled : int
        Number of curves that are coloured and named: those with the best areas under the curve. The
        random choice is also coloured and named. Other curves are grey lines in the background. If
        the result has at most 8 curves, a curve has the same colour for every metric.

    Returns
    -------
    matplotlib.figure.Figure
        There is one curve per strategy and representation. The bands around the best curve and the
        curve of the random choice contain the middle range of the trials (95 % of the trials by
        default). If the metric has a target, a dashed line shows it.

    Raises
    ------
    ArgumentError
        A metric that is not in the result, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> t = pb.read_results(np.random.default_rng(0).normal(size=(20, 4)) + np.arange(4),
    ...     datasets=[f"d{i}" for i in range(20)], classifiers=list("abcd"), higher_is_better=True)
    >>> result = pb.rank_preservation(t, None, ["random"], range(2, 9), trials=20)
    >>> figure = pb.plot.rank_preservation(result)
    >>> float(figure.get_figwidth())
    7.5
    """
    from pybench.selection.preservation import RankPreservation

    check.kind("result", result, RankPreservation, "rank_preservation(t, embeddings)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    check.choice("metric", metric, tuple(result.auc["metric"].unique()))
    size = style.font_size
    lines = methods(result, metric)
    named = _named(lines, check.count("labelled", labelled, 0))
    every = labels_of(lines)
    labels = labels_for((every[i] for i in named), max_label)
    notes = _notes(result, metric)
    face = typeface(style.font, size, [*labels, *notes])
    right = face.widest(labels) + 3 * size
    page = paper(style, face, (7.5, 4.2), (3.4 * size, right), notes, ax)
    axes = ax or chart_axes(page, (3.4 * size, right, 2.4 * size), face)
    goals = result.sufficient
    target = goals.loc[goals["metric"] == metric, "target"].tolist()[:1]
    groups = _groups(result, lines, named)
    draw_curves(axes, lines, named, groups, target)
    dress(axes, face)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    ends = [float(lines[i]["mean"][-1]) for i in named]
    colours = [_colour(lines[i], group) for i, group in zip(named, groups, strict=True)]
    name_ends(axes, ends, labels, colours, face)
    footnote(axes, page.notes, face)
    above = (-2.6 * size, 0.9 * size)
    write(axes, (0.0, 1.0), METRICS[metric], face, move=above, color=QUIET)
    return cast(Figure, axes.get_figure(root=True))


def methods(result: RankPreservation, metric: str) -> list[dict[str, Any]]:
    """Return names, sizes, mean, low and high of each method, the best first."""
    curves, sign = result.curves, 1 if metric in LESS else -1
    curves = curves[curves["metric"] == metric]
    areas = result.auc[result.auc["metric"] == metric]
    found = []
    for place, row in enumerate(areas.to_dict("records")):
        strategy, seen = str(row["strategy"]), str(row["representation"])
        part = curves[(curves["strategy"] == strategy) & (curves["representation"] == seen)]
        numbers = {name: part[name].to_numpy(float) for name in ("size", "mean", "low", "high")}
        order = round(sign * float(row["mean"]), 9)
        one = {"strategy": strategy, "representation": seen, "order": order, "place": place}
        found.append(one | numbers)
    return sorted(found, key=lambda line: line["order"])


def _groups(result: RankPreservation, lines: list[dict[str, Any]], named: list[int]) -> list[int]:
    """Return the number of the colour of each named curve.

    If there are enough colours for all curves, a curve has the same colour in every metric.
    """
    every = result.auc[["strategy", "representation"]].drop_duplicates()
    others = [key for key in every.itertuples(index=False, name=None) if key[0] != RANDOM]
    if len(others) > len(PALETTE):
        return [*range(len(named))]
    keys = [(lines[i]["strategy"], lines[i]["representation"]) for i in named]
    return [others.index(key) if key in others else 0 for key in keys]


def labels_of(lines: list[dict[str, Any]]) -> list[str]:
    """Name methods: the strategy, and its representation if there are several."""
    several = len({line["representation"] for line in lines} - {""}) > 1
    seen = [f", {line['representation']}" if line["representation"] else "" for line in lines]
    return [
        line["strategy"] + (place if several else "")
        for line, place in zip(lines, seen, strict=True)
    ]


def _named(lines: list[dict[str, Any]], most: int) -> list[int]:
    """Return the best few, and the random choice."""
    chance = [i for i, line in enumerate(lines) if line["strategy"] == RANDOM and i >= most]
    return [*range(min(most, len(lines))), *chance]


def _colour(line: dict[str, Any], group: int) -> str:
    return INK if line["strategy"] == RANDOM else group_colour(group)


def draw_curves(
    axes: Axes,
    lines: list[dict[str, Any]],
    named: list[int],
    groups: list[int],
    target: list[float],
) -> None:
    """Draw curves, bands and the target; the named ones have colours by the numbers of groups."""
    others = [line for i, line in enumerate(lines) if i not in named]
    paths = [np.column_stack([line["size"], line["mean"]]) for line in others]
    axes.add_collection(LineCollection(paths, colors=_BACKGROUND, linewidths=0.6), autolim=False)
    for goal in target:
        axes.axhline(goal, color=INK, linewidth=0.9, linestyle=(0, (4, 2.5)), label="_target")
    shown = []
    for i, group in zip(named, groups, strict=True):
        line, colour = lines[i], _colour(lines[i], group)
        if i == 0 or line["strategy"] == RANDOM:
            axes.fill_between(
                line["size"], line["low"], line["high"], color=colour, alpha=0.14, linewidth=0,
                label="_band",
            )  # fmt: skip
            shown += [line["low"], line["high"]]
        axes.plot(
            line["size"], line["mean"], color=colour, linewidth=1.5, marker="o", markersize=3.0,
            markeredgewidth=0, clip_on=False, label="_method", linestyle=group_dash(group),
            path_effects=cased(colour, 1.5),
        )  # fmt: skip
        shown.append(line["mean"])
    values = np.concatenate([*shown, *(line["mean"] for line in others), np.asarray(target)])
    spare = 0.03 * (float(np.ptp(values)) or 1.0)
    axes.set_ylim(float(values.min()) - spare, float(values.max()) + spare)
    sizes = lines[0]["size"]
    room = 0.02 * max(float(sizes[-1] - sizes[0]), 1.0)
    axes.set_xlim(float(sizes[0]) - room, float(sizes[-1]) + room)


def _notes(result: RankPreservation, metric: str) -> list[str]:
    better = "less is better" if metric in LESS else "more is better"
    what = "datasets" if result.vary == "datasets" else "models"
    return [
        f"Datasets chosen, of {result.n_datasets}",
        f"Mean over {result.trials} trials with {result.n_pool} {what} each; bands of the best and "
        f"of random: {100 * result.confidence:g} % of trials; {better}; dashed: target.",
    ]
