"""What strategies gain over random choice, by the quality of the representation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    DASHED,
    ROW,
    KeyEntry,
    cased,
    chart_axes,
    draw_key,
    dress,
    footnote,
    key_rows,
    paper,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.paint_matplotlib import SHAPES
from pybench.plot.draw.style import INK, group_colour, group_dash, group_marker, ink_of
from pybench.plot.draw.text import labels_for

if TYPE_CHECKING:
    import pandas as pd

    from pybench.selection.synthetic_study import SyntheticStudy

METRICS = {
    "mae": "mean absolute error of mean ranks",
    "spearman": "Spearman's correlation",
    "kendall": "Kendall's tau-b",
    "ndcg5": "NDCG at 5",
    "mrr": "reciprocal rank",
    "mrr_reversed": "reversed reciprocal rank",
}


@documented
def synthetic_study(
    result: SyntheticStudy,
    ax: Axes | None = None,
    *,
    metric: str = "mae",
    distance: str = "cosine",
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw what strategies gain over random choice, against the quality of the representation.

    Parameters
    ----------
    result : SyntheticStudy
        From `pybench.synthetic_study`.
    metric : str
        One of the metrics of the result.
    distance : {"cosine", "euclidean"}
        Distance of the Mantel correlations below the signals.

    Returns
    -------
    matplotlib.figure.Figure
        There is one curve per strategy, over the views in order of their signals, equally spaced.
        Below each signal is the mean Mantel correlation of the view. Vertical bars reach one
        standard error over benchmarks to each side (none for a single benchmark). A line without
        marks is a strategy that uses no representation.

    Raises
    ------
    ArgumentError
        A metric that is not in the result, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> study = pb.synthetic_study(range(2), 5, signals=(0, 0.3, 1), datasets=30, models=5)
    >>> figure = pb.plot.synthetic_study(study)
    >>> float(figure.get_figwidth())
    4.5
    """
    from pybench.selection.synthetic_study import SyntheticStudy

    check.kind("result", result, SyntheticStudy, "synthetic_study(seeds)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    check.choice("metric", metric, tuple(result.auc["metric"].unique()))
    check.choice("distance", distance, ("cosine", "euclidean"))
    size, ticks = style.font_size, _ticks(result, distance)
    rows = result.auc[(result.auc["metric"] == metric) & (result.auc["strategy"] != "random")]
    names = list(dict.fromkeys(rows["strategy"]))
    labels = labels_for(names, max_label)
    bare = set(rows.loc[rows["view"] == "none", "strategy"])
    marks = ["" if name in bare else SHAPES[group_marker(i)] for i, name in enumerate(names)]
    entries = [
        KeyEntry(label, group_colour(i), group_dash(i), mark=mark)
        for i, (label, mark) in enumerate(zip(labels, marks, strict=True))
    ]
    notes = _notes(result, metric, distance)
    face = typeface(style.font, size, [*labels, *notes, *ticks])
    beside = (4.0 * size, 1.2 * size)
    page = paper(style, face, (4.5, 3.6), beside, notes, ax)
    page = replace(page, ticks=1.3, height=page.height + (0.0 if height else 1.3 * size))
    key = key_rows(entries, face, page.width - sum(beside))
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(key)) * size), face)
    dress(axes, face)
    axes.axhline(0.0, color=INK, linewidth=0.9, linestyle=DASHED, label="_random")
    views = _views(result)
    for i, name in enumerate(names):
        _curve(axes, rows[rows["strategy"] == name], views, i, len(names))
    axes.set_xticks(range(len(views)), ticks)
    axes.set_xlim(-0.4, len(views) - 0.6)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.4g} %"))
    axes.margins(y=0.06)
    draw_key(axes, key, face)
    footnote(axes, page.notes, face, page.ticks)
    return cast(Figure, axes.get_figure(root=True))


def _views(result: SyntheticStudy) -> list[str]:
    """Return the names of the views, signals ascending."""
    signals = result.auc.dropna(subset="signal").drop_duplicates("view")
    return [str(view) for view in signals.sort_values("signal", kind="stable")["view"]]


def _ticks(result: SyntheticStudy, distance: str) -> list[str]:
    """Return signals, and below them the Mantel correlations."""
    signals = result.auc.drop_duplicates("view").set_index("view")["signal"]
    texts = [f"{signals[view]:.3g}" for view in _views(result)]
    if result.mantel is None:
        return texts
    found = result.mantel[result.mantel["metric"] == distance].set_index("view")["correlation"]
    values = [round(float(found[view]), 2) + 0.0 for view in _views(result)]  # never -0.00
    return [f"{text}\n{value:.2f}" for text, value in zip(texts, values, strict=True)]


def _curve(axes: Axes, rows: pd.DataFrame, views: list[str], i: int, count: int) -> None:
    colour = group_colour(i)
    look = {"color": colour, "linewidth": 1.5, "linestyle": group_dash(i), "label": "_strategy",
            "path_effects": cased(colour, 1.5)}  # fmt: skip
    if set(rows["view"]) == {"none"}:
        axes.axhline(float(rows["gain"].iloc[0]), **look)
        return
    found = rows.set_index("view").loc[views]
    at = np.arange(len(views)) + 0.06 * (i - (count - 1) / 2)
    gain = found["gain"].to_numpy(float)
    half = found["gain_se"].to_numpy(float)
    if not np.isnan(half).any():
        axes.vlines(at, gain - half, gain + half, color=ink_of(colour), linewidth=1, label="_error")
    axes.plot(at, gain, marker=SHAPES[group_marker(i)], markersize=3.5, markeredgewidth=0, **look)


def _notes(result: SyntheticStudy, metric: str, distance: str) -> list[str]:
    below = "" if result.mantel is None else f"; below, Mantel correlation ({distance})"
    bars = "; bars: one standard error" if len(result.seeds) > 1 else ""
    return [
        f"Signal of the view{below}",
        f"Gain in area over random choice, as a share of it: {METRICS[metric]}. "
        f"{counted(len(result.seeds), 'benchmark')}, {result.trials} trials each{bars}.",
    ]
