"""How stable each verdict is, as a matrix of methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.noun import nouns
from pybench.plot.arguments import documented, part_of_comparison, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import Areas, Marks, Scene, rectangle
from pybench.plot.draw.style import INK, ORANGE, TITLE, Style
from pybench.plot.draw.text import Measure
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.stability import Stability
    from pybench.comparison.summary import Comparison

_MEANINGS = {
    "order": ("in which two mean ranks are", "the other way round than in the full table"),
    "nemenyi": ("in which the Nemenyi test", "gives another verdict than in the full table"),
    "wilcoxon-holm": (
        "in which the signed-rank test with",
        "Holm's correction gives another verdict than in the full table",
    ),
}
_DEEPEST = ORANGE  # a share of 1; white is 0
# Multiples of the font size.
_CELL, _GAP, _LINE, _NOTES = 2.9, 0.6, 1.45, 32.0


@documented
def stability(
    result: Stability | Comparison,
    ax: Axes | None = None,
    *,
    question: str = "wilcoxon-holm",
    title: str | None = None,
    width: float | str | None = None,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the percentage of modified tables in which the verdict on each pair changes.

    Methods are ordered by mean rank. Each pair has one cell below the diagonal and one above it.
    Below the diagonal, the modified tables have other sets of methods that contain the pair; above
    it, they have resampled datasets. If the verdict of a test is shown, a dot in the corner of a
    cell marks a pair that differs significantly in the full table.

    Parameters
    ----------
    result : Stability or Comparison
        From `pybench.stability` or `pybench.compare(t, stability=True)`.
    question : {"order", "nemenyi", "wilcoxon-holm"}
        Which verdict is shown: the order of two mean ranks, or the verdict of a test.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown question, or a font size out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 5 + [[2, 3, 1]] * 3, higher_is_better=True,
    ...     datasets=list("defghijk"), classifiers=["a", "b", "c"])
    >>> figure = pb.plot.stability(pb.stability(t, resamples=100))
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['a', 'b', 'c']
    """
    from pybench.comparison.stability import Stability

    result = part_of_comparison(result, Stability, "stability", "stability")
    style = style_of(ax, font_size=font_size, font=font, title=title, width=width)
    check.choice("question", question, tuple(_MEANINGS))
    found = result.mean_ranks
    order = sorted(found.index, key=lambda name: (found[name], name))
    looks = method_looks(
        order, labels=labels, highlight=highlight, groups=groups, max_label=max_label
    )
    family = families(style.font, [*looks.names, *looks.group_names, *style.title])
    measure = measurer(family)
    return draw(
        lambda most: _scene(result, question, (order, looks), style, measure, most),
        ax,
        family,
        style.width,
        or_else=("fewer methods",),
    )


def _scene(
    result: Stability,
    question: str,
    methods: tuple[list[str], MethodLooks],
    style: Style,
    measure: Measure,
    most: float,
) -> Scene:
    scene, em, title = Scene(style.font_size, most=most), style.font_size, style.title
    names, looks = methods
    longest = looks.widest(range(len(names)), em, measure)
    head = len(title) * _LINE * TITLE * em + (_GAP * em if title else 0.0)
    left, cell = longest + 2 * _GAP * em, _CELL * em
    heads = [measure(line, TITLE * em, True).width + _GAP * em for line in title]
    scene.span(max([left + cell * len(names), *heads]) + _GAP * em, _NOTES)
    if looks.group_names:
        head = scene.legend(head, looks.group_names, measure) + _GAP * em
    top, across = left + head, [left + at * cell for at in range(len(names))]
    for i, x in enumerate(across):
        looks.write(scene, i, (left - _GAP * em, x - left + top + cell / 2), "left", measure)
    for i, x in enumerate(across):
        looks.write(scene, i, (x + cell / 2, top - _GAP * em), "above", measure)
    _cells(scene, _shares(result, question, names), (left, top))
    for at, line in enumerate(title):
        scene.write(_GAP * em, (at + 1) * _LINE * TITLE * em, line, TITLE, bold=True)
    scene.foot(top + cell * len(names) + _GAP * em, _footnote(result, question), measure)
    return scene


Shares = dict[tuple[int, int], tuple[float, bool]]


def _shares(result: Stability, question: str, names: list[str]) -> Shares:
    """Return the share of each cell (row, column), and whether the full table's pair differs."""
    place = {name: at for at, name in enumerate(names)}
    over_sets, over_resamples = (result.flips(kind)[question] for kind in ("sets", "resamples"))
    found: Shares = {}
    for row, pair in enumerate(result.pairs):
        high, low = sorted(place[name] for name in pair)
        differs = question != "order" and bool(result.full[question].iloc[row])
        found[low, high] = float(over_sets.iloc[row]), differs
        found[high, low] = float(over_resamples.iloc[row]), differs
    return dict(sorted(found.items()))


def _cells(scene: Scene, shares: Shares, corner: tuple[float, float]) -> None:
    em, cell, inset = scene.em, _CELL * scene.em, 0.38 * scene.em
    shapes, dots = [], []
    for (row, column), (share, differs) in shares.items():
        x, y = corner[0] + column * cell, corner[1] + row * cell
        shapes.append(rectangle(x, y, cell, cell))
        if differs:
            dots.append((x + cell - inset, y + inset))
        colour = "#FFFFFF" if share > 0.85 else INK
        middle = x + cell / 2, y + cell / 2
        scene.write(*middle, percentage(share), anchor="center", colour=colour, middle=True)
    fills = [shade(share) for share, _ in shares.values()]
    scene.layers.append(Areas("share", shapes, fills, "#D0D0D0", 0.06 * em))
    scene.layers.append(Marks("different", dots, 0.3 * em))


def _footnote(result: Stability, question: str) -> list[str]:
    which = "all" if result.exhaustive else "drawn"
    lines = [
        f"Percentage of tables {_MEANINGS[question][0]} {_MEANINGS[question][1]}; blank: none.",
        f"Below the diagonal: {result.n_sets} sets of {nouns()} ({which}).",
        f"Above: {result.n_resamples} resamples of {result.n_datasets} datasets.",
    ]
    if question != "order":
        lines.append(f"Dot: different in the full table (level {result.alpha:g}).")
    return lines


def percentage(share: float) -> str:
    """Write a share as a whole percentage; only 0 and 100 are written as such."""
    if share == 0:
        return ""
    rounded = int(100 * share + 0.5)
    if rounded == 0:
        return "<1"
    return ">99" if rounded == 100 and share < 1 else str(rounded)


def shade(share: float) -> tuple[float, float, float]:
    """Return the colour of a share, between white and the deepest."""
    red, green, blue = (1 - share * (1 - part) for part in to_rgb(_DEEPEST))
    return red, green, blue
