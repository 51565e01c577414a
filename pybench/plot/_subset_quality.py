"""How good a subset is among random subsets of its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Lines, Marks, Scene, rectangle
from pybench.plot.draw.style import BLUE, ORANGE, QUIET, mixed
from pybench.plot.draw.text import Measure, number
from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    import pandas as pd

    from pybench.selection.subset import SubsetQuality

_NAMES = {
    "mae": "Error of mean ranks",
    "spearman": "Spearman",
    "kendall": "Kendall tau-b",
    "ndcg5": "NDCG at 5",
    "mrr": "Reciprocal rank",
    "mrr_reversed": "Reversed rank",
}
#: Percentiles of random subsets between which a bar is drawn, and depth of its colour.
BANDS = ((0, 100, 0.14), (5, 95, 0.3), (25, 75, 0.5))
# Multiples of the font size.
_ROW, _BAR, _LONG, _SHORTEST, _VALUE = 2.6, 1.2, 26.0, 4.0, 5.0


@documented
def subset_quality(
    quality: SubsetQuality,
    ax: Axes | None = None,
    *,
    title: str | None = None,
    width: float | str | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw how good a subset is among random subsets of its size.

    There is one row per metric. Each row shows the value of the subset among the values of the
    random subsets. Each row has its own scale, from the worst random subset on the left to the best
    on the right. If the subset itself is worse or better than all random subsets, the scale extends
    to it.

    Parameters
    ----------
    quality : SubsetQuality
        From `pybench.subset_quality`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a subset quality, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> t = pb.read_results(np.random.default_rng(0).normal(size=(20, 4)) + np.arange(4),
    ...     datasets=[f"d{i}" for i in range(20)], classifiers=list("abcd"), higher_is_better=True)
    >>> figure = pb.plot.subset_quality(pb.subset_quality(t, ["d1", "d7", "d9"], 200))
    >>> figure.axes[0].texts[0].get_text()
    'Error of mean ranks'
    """
    from pybench.selection.subset import SubsetQuality

    check.kind("quality", quality, SubsetQuality, "subset_quality(t, names)")
    style = style_of(ax, font_size=font_size, usual=8.0, font=font, title=title, width=width)
    em = style.font_size
    family = families(style.font, style.title)
    measure = measurer(family)

    def arranged(most: float) -> Scene:
        scene = Scene(em, most=most)
        _rows(scene, quality, style.title, measure)
        scene.foot(scene.height, _notes(quality), measure)
        return scene

    return draw(arranged, ax, family, style.width)


def _rows(scene: Scene, quality: SubsetQuality, title: Sequence[str], measure: Measure) -> None:
    em, frame = scene.em, quality.table
    left = GAP * em + max(measure(_NAMES[m], em, False).width for m in frame["metric"])
    left += (_VALUE + 1.6) * em
    top = scene.head(title) + 0.4 * em
    widest = measure("0.000: better than 100 %", em, False).width
    room = scene.most - left - (_VALUE + 0.9 + GAP) * em - widest
    long = max(_SHORTEST * em, min(_LONG * em, room))
    bars: dict[int, list[tuple[tuple[float, float], ...]]] = {at: [] for at in range(len(BANDS))}
    medians, dots = [], []
    for at, (_, row) in enumerate(frame.iterrows()):
        random = quality.random[quality.random["metric"] == row["metric"]]
        place = scale(random, float(row["value"]), row["metric"] in LESS)
        y = top + at * _ROW * em
        middle = y + _ROW * em / 2
        scene.write(GAP * em, middle, _NAMES[row["metric"]], middle=True)
        worst, best = place(0), place(100)
        for band, (low, high, _) in enumerate(BANDS):
            x = left + long * place(low)
            wide = left + long * place(high) - x
            bars[band].append(rectangle(x, middle - _BAR * em / 2, wide, _BAR * em))
        assert worst <= best
        half = left + long * place(50)
        medians.append([(half, middle - _BAR * em / 2), (half, middle + _BAR * em / 2)])
        dots.append((left + long * place(None), middle))
        ends = place.ends
        scene.write(left - 0.9 * em, middle, number(ends[0]), colour=QUIET, anchor="right",
                  middle=True)  # fmt: skip
        end = left + long + 0.9 * em
        scene.write(end, middle, number(ends[1]), colour=QUIET, middle=True)
        text = f"{number(row['value'])}: better than {100 * row['better_than']:.0f} %"
        scene.write(end + _VALUE * em, middle, text, middle=True)
    for band, (_, _, depth) in enumerate(BANDS):
        fill = [mixed(BLUE, depth)] * len(dots)
        scene.layers.append(Areas(f"band-{band}", bars[band], fill))
    scene.layers.append(Lines("median", medians, "#FFFFFF", 0.16 * em))
    scene.layers.append(Marks("casing", dots, 1.25 * em, "#FFFFFF"))
    scene.layers.append(Marks("own", dots, 0.95 * em, ORANGE))
    heads = [measure(line, 1.15 * em, True).width + GAP * em for line in title]
    scene.span(max([left + long + (_VALUE + 0.9) * em + widest, *heads]) + GAP * em)
    scene.height = top + len(frame) * _ROW * em + 0.4 * em


class _MetricScale:
    """Positions from 0, the worst, to 1, the best, of a metric."""

    def __init__(self, values: dict[int, float], own: float, less: bool) -> None:
        self._values, self._own = values, own
        low, high = min(*values.values(), own), max(*values.values(), own)
        self.ends = (high, low) if less else (low, high)

    def __call__(self, percent: int | None) -> float:
        """Return the position of a percentile of the random subsets, or of the subset itself."""
        value = self._own if percent is None else self._values[percent]
        worst, best = self.ends
        return 0.5 if best == worst else (value - worst) / (best - worst)


def scale(random: pd.DataFrame, own: float, less: bool) -> _MetricScale:
    """Return the scale of a row; if less is better, percentiles count from the largest."""
    percents, values = random["percent"].to_numpy(int), random["value"].to_numpy(float)
    keys = 100 - percents if less else percents
    return _MetricScale(
        dict(zip(np.asarray(keys).tolist(), values.tolist(), strict=True)), own, less
    )


def _notes(quality: SubsetQuality) -> list[str]:
    size = len(quality.names)
    return [
        f"Dot: the {counted(size, 'dataset')} picked. Bars: {quality.trials} random subsets of "
        f"{size} of {quality.n_datasets}, all of them, 90 % and half; line: median. Better is to "
        "the right."
    ]
