"""Scores of classifiers and both likelihood ratios: one box per setting and classifier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    ROW,
    chart_axes,
    draw_key,
    dress,
    footnote,
    group_key,
    group_mark,
    name_ends,
    paper,
    upright_ticks,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import INK, ink_of, ink_on
from pybench.plot.draw.text import visible
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.optimal.optimality import Optimality

_BOX = 0.8  # share of a setting's width taken by its boxes
_STYLES: dict[str, Any] = {
    "lrt_hidden": "-", "lrt_exact_chain": (0, (1, 1.5)), "lrt_numerical": (0, (4, 2.5))
}  # fmt: skip
_STATISTICS = {"auc": "AUC", "acc_star": "ACC*", "fit_seconds": "Seconds of a fit"}


@documented
def optimality(
    result: Optimality,
    ax: Axes | None = None,
    *,
    statistic: str = "auc",
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the scores of classifiers and likelihood ratios over the runs of each setting.

    Parameters
    ----------
    result : Optimality
        From `pybench.optimality`.
    statistic : {"auc", "acc_star", "fit_seconds"}
        What is shown: the AUC, ACC*, or the seconds of fitting. These plots correspond to figures
        5, 6 and 7 of "Benchmarking optimality of time series classification methods in
        distinguishing diffusions" (arXiv 2301.13112). A plot of seconds has no lines of likelihood
        ratios.

    Returns
    -------
    matplotlib.figure.Figure
        Each box shows the quartiles and the median over runs; its whiskers reach to the smallest
        and the largest value. Lines are mean scores over runs. The solid line is LRT hidden, the
        likelihood ratio of the fine path, which no classifier sees. The dotted line is LRT
        observed, the exact likelihood ratio of the observed points, if it was computed: no
        classifier can be better. The dashed line is LRT numerical, the likelihood ratio by Euler
        steps between the observed points.

    Raises
    ------
    ArgumentError
        An unknown statistic, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimality("a-T1", "LRT numerical", runs=2)
    >>> figure = pb.plot.optimality(found, statistic="acc_star")
    >>> float(figure.get_figwidth())
    6.5
    """
    from pybench.optimal.optimality import Optimality

    check.kind("result", result, Optimality, "optimality(settings, classifiers)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    check.choice("statistic", statistic, _STATISTICS)
    size = style.font_size
    looks = method_looks(
        result.classifiers, highlight=highlight, labels=labels, groups=groups,
        max_label=max_label,
    )  # fmt: skip
    names = [looks.naming(i) for i in range(len(looks.names))]
    dotted = "dotted: LRT observed; " if "lrt_exact_chain" in set(result.lines["method"]) else ""
    notes = [
        f"{_STATISTICS[statistic]} over {_runs(result)}: quartiles, smallest and largest",
        "" if statistic == "fit_seconds" else f"Solid: LRT hidden; {dotted}dashed: LRT numerical",
    ]
    texts = [*looks.names, *looks.group_names, *result.settings, *notes]
    face = typeface(style.font, size, texts)
    right = max(name.width(size, face.measure) for name in names) + 2.5 * size
    beside = (3.8 * size, right)
    page = paper(style, face, (6.5, 3.6), beside, notes, ax)
    settings = [visible(name) for name in result.settings]
    if ax is None:
        page = upright_ticks(page, settings, beside, face, high=bool(style.height))
    key = group_key(looks.group_names, face, page.width - beside[0])
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(key)) * size), face)
    dress(axes, face)
    _draw(axes, result, statistic, looks)
    draw_key(axes, key, face)
    axes.set_xticks(range(len(settings)), settings, rotation=90 if page.ticks else 0)
    # Methods are named beside their boxes in the last setting.
    last = [
        float(np.median(_values(result, statistic, result.settings[-1], name)))
        for name in result.classifiers
    ]
    colours = [looks.curve(i)[0] for i in range(len(names))]
    name_ends(axes, last, names, colours, face, away=0.6)
    footnote(axes, page.notes, face, page.ticks)
    return cast(Figure, axes.get_figure(root=True))


def _runs(result: Optimality) -> str:
    """Say how many runs the boxes have; results that are put together may have unequal numbers."""
    sizes = result.runs.groupby(["setting", "classifier"]).size()
    same = sizes.min() == sizes.max()
    return counted(int(sizes.min()), "run") if same else f"{sizes.min()} to {sizes.max()} runs"


def _values(result: Optimality, statistic: str, setting: str, classifier: str) -> np.ndarray:
    runs = result.runs
    own = (runs["setting"] == setting) & (runs["classifier"] == classifier)
    return np.asarray(runs.loc[own, statistic], np.float64)


def _draw(axes: Axes, result: Optimality, statistic: str, looks: MethodLooks) -> None:
    step = _BOX / len(result.classifiers)
    for place, setting in enumerate(result.settings):
        for i, classifier in enumerate(result.classifiers):
            values = _values(result, statistic, setting, classifier)
            low, first, middle, third, high = np.quantile(values, [0, 0.25, 0.5, 0.75, 1])
            left, (colour, _) = place - _BOX / 2 + i * step, looks.curve(i)
            ink = ink_of(colour)
            centre = left + step / 2
            axes.plot([centre, centre], [low, high], color=ink, linewidth=0.9)
            box = Rectangle(
                (left + 0.1 * step, first), 0.8 * step, third - first, facecolor=colour,
                edgecolor=ink, linewidth=0.9, zorder=3,
            )  # fmt: skip
            axes.add_patch(box)
            whole = [left, left + step], [middle, middle]
            axes.plot(*whole, color=ink, linewidth=1.5, zorder=4)
            if (group := looks.groups[i]) is not None:
                axes.add_line(group_mark(centre, high, group, 8.0, axes.transData))
            if third > first:
                axes.plot(whole[0], whole[1], color=ink_on(colour), linewidth=0.6, zorder=5)
        _lines(axes, result, statistic, setting, place)
    axes.set_xlim(-0.5, len(result.settings) - 0.5)
    axes.margins(y=0.05)


def _lines(axes: Axes, result: Optimality, statistic: str, setting: str, place: int) -> None:
    lines = result.lines
    for method, style in _STYLES.items():
        own = (lines["setting"] == setting) & (lines["method"] == method)
        value = lines.loc[own & (lines["statistic"] == statistic), "value"]
        if len(value):
            at = float(value.mean())
            axes.plot(
                [place - 0.46, place + 0.46], [at, at], color=INK, linewidth=1.0, linestyle=style
            )
