"""How stable each verdict is, as a matrix of methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.noun import noun, nouns
from pybench.plot.arguments import documented, part_of_comparison, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import Areas, Marks, Point, Scene, rectangle
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
_ROW = 1.7  # height of a cell beside another method
_HEADS = ("Sets", "Resamples")  # of the columns of one method's pairs
Shares = dict[tuple[int, int], tuple[float, bool]]


@documented
def stability(
    result: Stability | Comparison,
    ax: Axes | None = None,
    *,
    question: str = "wilcoxon-holm",
    against: str | None = None,
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

    With ``against``, only the pairs of one method are shown: one row per other method, one column
    for the sets of methods and one for the resampled datasets.

    Parameters
    ----------
    result : Stability or Comparison
        From `pybench.stability` or `pybench.compare(t, stability=True)`.
    question : {"order", "nemenyi", "wilcoxon-holm"}
        Which verdict is shown: the order of two mean ranks, or the verdict of a test.
    against : str, optional
        Name of a method: only its pairs are shown. Default: all pairs.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown question or method, a font size out of range, or a width that is too small; the
        hint names the argument ``against``, which needs less room.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 5 + [[2, 3, 1]] * 3, higher_is_better=True,
    ...     datasets=list("defghijk"), classifiers=["a", "b", "c"])
    >>> figure = pb.plot.stability(pb.stability(t, resamples=100))
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['a', 'b', 'c']
    >>> figure = pb.plot.stability(pb.stability(t, resamples=100), against="a")
    >>> [text.get_text() for text in figure.axes[0].texts][:4]
    ['b', 'c', 'Sets', 'Resamples']
    """
    from pybench.comparison.pairs import check_member
    from pybench.comparison.stability import Stability

    result = part_of_comparison(result, Stability, "stability", "stability")
    style = style_of(ax, font_size=font_size, font=font, title=title, width=width)
    check.choice("question", question, tuple(_MEANINGS))
    found = result.mean_ranks
    order = sorted(found.index, key=lambda name: (found[name], name))
    own = None if against is None else check_member("against", against, order)
    looks = method_looks(
        order, labels=labels, highlight=highlight, groups=groups, max_label=max_label
    )
    family = families(style.font, [*looks.names, *looks.group_names, *style.title])
    measure = measurer(family)
    shares = _shares(result, question, order)
    cells = shares if own is None else _of_one(shares, own)
    notes = _footnote(result, question, None if against is None else looks.full[against])
    return draw(
        lambda most: _scene(cells, own, looks, notes, style, measure, most),
        ax,
        family,
        style.width,
        or_else=("one method against all: stability(result, against=name)",) if own is None else (),
    )


def _scene(
    cells: Shares,
    own: int | None,
    looks: MethodLooks,
    notes: list[str],
    style: Style,
    measure: Measure,
    most: float,
) -> Scene:
    """Arrange all pairs as a square, or those of the method ``own`` as two columns."""
    scene, em, title = Scene(style.font_size, most=most), style.font_size, style.title
    rows = [i for i in range(len(looks.names)) if i != own]
    longest = looks.widest(rows, em, measure)
    if own is None:
        wide, tall, above, columns = _CELL * em, _CELL * em, longest, len(rows)
    else:
        words = max(measure(head, em, False).width for head in _HEADS)
        wide, tall, above, columns = words + _GAP * em, _ROW * em, em, len(_HEADS)
    head = len(title) * _LINE * TITLE * em + (_GAP * em if title else 0.0)
    left = longest + 2 * _GAP * em
    heads = [measure(line, TITLE * em, True).width + _GAP * em for line in title]
    scene.span(max([left + wide * columns, *heads]) + _GAP * em, _NOTES)
    if looks.group_names:
        head = scene.legend(head, looks.group_names, measure) + _GAP * em
    top = head + above + 2 * _GAP * em
    for at, i in enumerate(rows):
        looks.write(scene, i, (left - _GAP * em, top + (at + 0.5) * tall), "left", measure)
    for at in range(columns):
        x, y = left + (at + 0.5) * wide, top - _GAP * em
        if own is None:
            looks.write(scene, at, (x, y), "above", measure)
        else:
            scene.write(x, y, _HEADS[at], anchor="center")
    _cells(scene, cells, (left, top), (wide, tall))
    for at, line in enumerate(title):
        scene.write(_GAP * em, (at + 1) * _LINE * TITLE * em, line, TITLE, bold=True)
    scene.foot(top + tall * len(rows) + _GAP * em, notes, measure)
    return scene


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


def _of_one(shares: Shares, own: int) -> Shares:
    """Return the cells of one method's pairs: a row each, the sets of methods before resamples."""
    found = {}
    others = sorted({row for row, _ in shares} - {own})
    for row, other in enumerate(others):
        high, low = sorted((own, other))
        found[row, 0], found[row, 1] = shares[low, high], shares[high, low]
    return found


def _cells(scene: Scene, shares: Shares, corner: Point, size: tuple[float, float]) -> None:
    em, (wide, tall), inset = scene.em, size, 0.38 * scene.em
    shapes, dots = [], []
    for (row, column), (share, differs) in shares.items():
        x, y = corner[0] + column * wide, corner[1] + row * tall
        shapes.append(rectangle(x, y, wide, tall))
        if differs:
            dots.append((x + wide - inset, y + inset))
        colour = "#FFFFFF" if share > 0.85 else INK
        middle = x + wide / 2, y + tall / 2
        scene.write(*middle, percentage(share), anchor="center", colour=colour, middle=True)
    fills = [shade(share) for share, _ in shares.values()]
    scene.layers.append(Areas("share", shapes, fills, "#D0D0D0", 0.06 * em))
    scene.layers.append(Marks("different", dots, 0.3 * em))


def _footnote(result: Stability, question: str, against: str | None) -> list[str]:
    which = "all" if result.exhaustive else "drawn"
    below, above = ("Below the diagonal", "Above") if against is None else _HEADS
    lines = [
        f"Percentage of tables {_MEANINGS[question][0]} {_MEANINGS[question][1]}; blank: none.",
        f"{below}: {result.n_sets} sets of {nouns()} ({which}).",
        f"{above}: {result.n_resamples} resamples of {result.n_datasets} datasets.",
    ]
    if against is not None:
        lines.insert(0, f"Pairs of {against} with each other {noun()}.")
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
