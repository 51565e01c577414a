"""The smallest sufficient number of datasets: strategies by representations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Scene, rectangle
from pybench.plot.draw.style import BLUE, mixed
from pybench.plot.draw.text import Measure, labels_for, visible
from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    from pybench.selection.preservation import RankPreservation

_NONE = "#EFEFEF"
_DARKEST = 0.5  # of the colour: black text is readable on all shades
# Multiples of the font size.
_CELL, _ROW = 5.0, 2.4
_SHOWN = {
    "mae": "mean absolute error of mean ranks",
    "spearman": "Spearman's correlation",
    "kendall": "Kendall's tau-b",
    "ndcg5": "NDCG at 5",
    "mrr": "reciprocal rank",
    "mrr_reversed": "reversed reciprocal rank",
}


@documented
def sufficient(
    result: RankPreservation,
    ax: Axes | None = None,
    *,
    metric: str = "spearman",
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the smallest sufficient number of datasets of each strategy and representation.

    Parameters
    ----------
    result : RankPreservation
        From `pybench.rank_preservation`.
    metric : str
        One of the metrics with a target.

    Returns
    -------
    matplotlib.figure.Figure
        There is one cell per strategy and representation. A cell contains the smallest number of
        datasets at which the mean over trials reaches the target. The number in parentheses is the
        smallest at which the worse end of the middle range of the trials (95 % of the trials by
        default) reaches the target, too. A dash means that no number of datasets reaches the
        target. Darker cells have smaller numbers.

    Raises
    ------
    ArgumentError
        A metric without a target, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> t = pb.read_results(np.random.default_rng(0).normal(size=(20, 4)) + 2 * np.arange(4),
    ...     datasets=[f"d{i}" for i in range(20)], classifiers=list("abcd"), higher_is_better=True)
    >>> result = pb.rank_preservation(t, None, ["random"], range(2, 9), trials=20)
    >>> figure = pb.plot.sufficient(result)
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['no features', 'random', '2 (2)']
    """
    from pybench.selection.preservation import RankPreservation

    check.kind("result", result, RankPreservation, "rank_preservation(t, embeddings)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        title=title, width=width, max_label=max_label,
    )  # fmt: skip
    check.choice("metric", metric, tuple(result.sufficient["metric"].unique()))
    em = style.font_size
    frame = result.sufficient
    frame = frame[frame["metric"] == metric]
    rows, columns = (list(dict.fromkeys(frame[name])) for name in ("strategy", "representation"))
    family = families(style.font, [*style.title, *map(visible, rows), *map(visible, columns)])
    cells = {
        (row["strategy"], row["representation"]): (row["by_mean"], row["conservative"])
        for _, row in frame.iterrows()
    }
    names = labels_for(rows, max_label)
    shown = zip(columns, labels_for(columns, max_label), strict=True)
    heads = [head if name else "no features" for name, head in shown]
    measure = measurer(family)
    found = [[cells.get((row, column)) for column in columns] for row in rows]
    notes = _notes(result, metric, float(frame["target"].iloc[0]))

    def arranged(most: float) -> Scene:
        scene = Scene(em, most=most)
        _cells(scene, found, (names, heads), style.title, measure, result.sizes)
        scene.foot(scene.height, notes, measure)
        return scene

    return draw(arranged, ax, family, style.width)


Cell = tuple[float, float] | None


def _cells(
    scene: Scene,
    found: list[list[Cell]],
    names: tuple[list[str], list[str]],
    title: Sequence[str],
    measure: Measure,
    sizes: tuple[int, ...],
) -> None:
    em = scene.em
    left = GAP * em + max(measure(name, em, False).width for name in names[0]) + 0.8 * em
    longest = max(measure(name, em, False).width for name in names[1])
    flat = longest <= (_CELL - 0.6) * em  # else heads are vertical
    top = scene.head(title) + (1.6 * em if flat else longest + 0.8 * em)
    for at, head in enumerate(names[1]):
        x = left + (at + 0.5) * _CELL * em
        if flat:
            scene.write(x, top - 0.6 * em, head, anchor="center")
        else:
            scene.write(x, top - 0.5 * em, head, upright=True, middle=True)
    shapes, fills = [], []
    for i, (name, row) in enumerate(zip(names[0], found, strict=True)):
        y = top + i * _ROW * em
        scene.write(left - 0.5 * em, y + _ROW * em / 2, name, anchor="right", middle=True)
        for j, cell in enumerate(row):
            if cell is None:
                continue
            x = left + j * _CELL * em
            shapes.append(rectangle(x, y, _CELL * em, _ROW * em))
            fills.append(_shade(cell[0], sizes))
            middle = x + _CELL * em / 2, y + _ROW * em / 2
            scene.write(*middle, cell_text(cell), anchor="center", middle=True)
    scene.layers.append(Areas("size", shapes, fills, "#FFFFFF", 0.12 * em))
    heads = [measure(line, 1.15 * em, True).width + GAP * em for line in title]
    scene.span(max([left + len(names[1]) * _CELL * em, *heads]) + GAP * em, 34 + GAP)
    scene.height = top + len(names[0]) * _ROW * em + 0.6 * em


def cell_text(cell: tuple[float, float]) -> str:
    """Write a size by the mean and, in parentheses, conservatively.

    Examples
    --------
    >>> cell_text((5.0, 11.0)), cell_text((15.0, math.inf)), cell_text((math.inf, math.inf))
    ('5 (11)', '15 (–)', '–')
    """
    mean, careful = (f"{size:.0f}" if math.isfinite(size) else "–" for size in cell)
    return mean if mean == "–" else f"{mean} ({careful})"


def _shade(size: float, sizes: tuple[int, ...]) -> str:
    if not math.isfinite(size):
        return _NONE
    share = (sizes[-1] - size) / max(sizes[-1] - sizes[0], 1)
    return mixed(BLUE, 0.06 + (_DARKEST - 0.06) * share)


def _notes(result: RankPreservation, metric: str, target: float) -> list[str]:
    sign = "at most" if metric in LESS else "at least"
    return [
        f"Smallest number of datasets, of {result.sizes[0]} to {result.sizes[-1]}, with "
        f"{_SHOWN[metric]} of {sign} {target:g}: by the mean over {result.trials} trials, and in "
        f"parentheses by the worse end of the interval of {100 * result.confidence:g} %. "
        "A dash: none.",
    ]
