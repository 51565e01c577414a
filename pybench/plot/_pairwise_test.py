"""Heat map of the p-values of a test of pairs, or a list, with a compact letter display."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.noun import said
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.critical_difference_text import test_and_choices
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import show
from pybench.plot.draw.scene import GAP, LINE, Areas, Marks, Scene, hold, rectangle
from pybench.plot.draw.style import EVEN, SCALES, TITLE, Style, mixed
from pybench.plot.draw.text import Measure, wrap
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.pairs import PairwiseTest

_TALL = 1.6  # height of a cell, multiples of the font size, as all here
_NARROWEST = 1.1  # narrowest cell, so that upright names do not touch
_MOST_NUMBERED = 40  # methods with p-values in the cells of a figure of its own width
_LETTER = 0.8  # from letter to letter
_SMALLEST = 22.0  # smallest width of a figure of its own size, for the sentences
_ORDER = ascii_lowercase + ascii_uppercase
#: Largest p of each depth of colour; the level of the test limits the last.
_DEPTHS = ((0.001, 1.0), (0.01, 0.7), (1.0, 0.42))


@documented
def pairwise_test(
    result: PairwiseTest,
    ax: Axes | None = None,
    *,
    letters: bool = True,
    cells: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 30,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the adjusted p-values of a test of pairs as a heat map, with letters.

    Methods are in the order of their mean ranks, the best on top and on the left. A cell is
    coloured if the pair differs significantly: blue if the column's method is better, red with a
    dot if the row's method is better, and darker for smaller p-values. Letters are printed between
    the names and the cells: methods that share a letter do not differ significantly, and methods
    that share none differ significantly.

    Parameters
    ----------
    result : PairwiseTest
        From any test of pairs, such as `pybench.wilcoxon`.
    letters : bool
        Whether letters are drawn. One-sided tests and tests against a control have no letters. If
        more than 52 letters would be needed, none are drawn, and the figure says so.
    cells : bool
        Whether the heat map is drawn. Without it, the figure is a list of the methods with their
        mean ranks and letters, which fits into a column of a paper.
    width : float or str, optional
        Width of a new figure in inches, or the name of a standard width, such as "acm-text". Cells
        become narrower to fit. If the p-values no longer fit into the cells, they are left out, and
        letters are set closer together. Default: as wide as the content; with more than 40 methods,
        p-values are left out.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a test of pairs, a number out of range, a width that is too small for the cells, or no
        cells and no letters.

    References
    ----------
    Piepho, H.-P. (2004). An algorithm for a letter-based representation of all-pairwise
    comparisons. *Journal of Computational and Graphical Statistics* 13, 456-466.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.5, 0.6]] * 4,
    ...     datasets=[f"d{i}" for i in range(12)], classifiers=["a", "b", "c"],
    ...     higher_is_better=True)
    >>> figure = pb.plot.pairwise_test(pb.wilcoxon(t))
    >>> sorted({text.get_text() for text in figure.axes[0].texts if len(text.get_text()) == 1})
    ['a', 'b', 'c']
    """
    from pybench.comparison.pairs import PairwiseTest

    check.kind("result", result, PairwiseTest, "wilcoxon(t)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font, title=title, width=width, max_label=max_label
    )
    check.flag("letters", letters)
    check.flag("cells", cells)
    table = _cells(result)
    found = result.letters() if letters else None
    if found is None and not cells:
        raise ArgumentError(
            "`cells` is False, but there are no letters to draw instead",
            expected="a two-sided test of all pairs that needs at most 52 letters",
            found="no letters",
            hint="Use cells = True.",
        )
    ranks = result.mean_ranks.to_dict()
    methods = [str(name) for name in sorted(ranks, key=lambda name: (ranks[name], name))]
    looks = method_looks(
        methods, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    family = families(style.font, [*style.title, *looks.names, *looks.group_names])
    signs = [] if found is None else [found[name] for name in table.rows]
    measure = measurer(family)
    notes = partial(_notes, result, table, looks, letters=letters)

    def listed() -> Scene:
        values = [ranks[name] for name in table.rows]
        at = [methods.index(name) for name in table.rows]
        return _list(at, looks, values, signs, notes(cells=False), style, measure)

    ways: tuple[str, ...] = ()
    if not cells:
        scene = listed()
    else:
        sides = [[methods.index(name) for name in side] for side in (table.rows, table.columns)]
        scene = _scene(table, sides, looks, signs, notes(cells=True), style, measure)
        narrow = 0 < style.width < scene.width and found is not None
        ways = ("cells = False",) if narrow and listed().width <= style.width else ()
    hold(style.width, scene.width, scene.em, ways)
    return show(scene, ax, family, width=style.width)


@dataclass(frozen=True, slots=True)
class _Cells:
    """P-values and verdicts of the tested pairs, best mean rank first."""

    rows: list[str]
    columns: list[str]
    at: list[tuple[int, int]]  #: row and column of each tested pair
    pvalues: list[float]  #: of each
    verdicts: list[int]  #: of each: 1 if the row's method is better, -1 if the column's is


def _cells(result: PairwiseTest) -> _Cells:
    ranks = result.mean_ranks.to_dict()
    rows = sorted(result.pvalues.index, key=lambda name: (ranks[name], name))
    columns = sorted(result.pvalues.columns, key=lambda name: (ranks[name], name))
    both = result.alternative == "two-sided" and result.control is None
    at = [
        (i, j)
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
        if row != column and (i > j or not both)
    ]
    values = [part.loc[rows, columns].to_numpy() for part in (result.pvalues, result.verdicts)]
    return _Cells(
        rows,
        columns[:-1] if both else columns,  # of the last one, no cell is tested
        at,
        [float(values[0][place]) for place in at],
        [int(values[1][place]) for place in at],
    )


def _scene(
    cells: _Cells,
    sides: list[list[int]],
    looks: MethodLooks,
    signs: Sequence[str],
    notes: Sequence[str],
    style: Style,
    measure: Measure,
) -> Scene:
    em = style.font_size
    scene, (rows, columns) = Scene(em), sides
    texts = [p_text(p) for p in cells.pvalues]
    number = max(measure(text, em, True).width for text in texts)
    beside = GAP * em + looks.widest(rows, em, measure) + 0.6 * em
    wide = number + 0.7 * em if len(rows) <= _MOST_NUMBERED else _TALL * em
    for spread in (True, False):
        places = _letter_places(signs, em, measure, spread=spread)
        left = beside + max((x for row in places for _, x in row), default=-0.8 * em) + 0.8 * em
        room = (style.width - left - GAP * em) / len(columns) if style.width else wide
        if room >= _NARROWEST * em:
            break
    wide = max(_NARROWEST * em, min(wide, room))
    scene.width = max(left + wide * len(columns) + GAP * em, style.width or _SMALLEST * em)
    top = _headed(scene, looks, style, measure)
    for i, method in enumerate(rows):
        middle = top + (i + 0.5) * _TALL * em
        looks.write(scene, method, (beside - 0.6 * em, middle), "left", measure)
        for sign, x in places[i] if places else ():
            scene.write(beside + x, middle, sign, anchor="center", middle=True, role="letter")
    bottom = top + _TALL * em * len(rows)
    for j, method in enumerate(columns):
        x = left + (j + 0.5) * wide
        looks.write(scene, method, (x, bottom + 0.5 * em), "below", measure)
    fits = number + 0.3 * em <= wide
    shapes, fills, dots = [], [], []
    for (i, j), p, text, verdict in zip(
        cells.at, cells.pvalues, texts, cells.verdicts, strict=True
    ):
        x, y = left + j * wide, top + i * _TALL * em
        shapes.append(rectangle(x, y, wide, _TALL * em))
        fills.append(shade(p, verdict))
        if verdict > 0:
            dots.append((x + wide - 0.26 * em, y + 0.26 * em))
        if fits:
            scene.write(
                x + wide / 2, y + _TALL * em / 2, text, anchor="center", middle=True,
                bold=verdict != 0, role="p",
            )  # fmt: skip
    scene.layers.append(Areas("p", shapes, fills, "#D0D0D0", 0.05 * em))
    scene.layers.append(Marks("row-better", dots, 0.26 * em))
    scene.foot(bottom + looks.widest(columns, em, measure) + em, notes, measure)
    return scene


def _list(
    rows: list[int],
    looks: MethodLooks,
    ranks: Sequence[float],
    signs: Sequence[str],
    notes: Sequence[str],
    style: Style,
    measure: Measure,
) -> Scene:
    """Arrange the methods, best mean rank first: name, mean rank, letters."""
    em = style.font_size
    scene, texts = Scene(em), [f"{rank:.2f}" for rank in ranks]
    beside = GAP * em + looks.widest(rows, em, measure)
    number = beside + 0.8 * em + max(measure(text, em, False).width for text in texts)
    left = number + 0.8 * em
    for spread in (True, False):
        places = _letter_places(signs, em, measure, spread=spread)
        right = left + max(x for row in places for _, x in row) + 0.5 * em + GAP * em
        if right <= style.width or not style.width:
            break
    scene.width = max(right, style.width or _SMALLEST * em)
    top = _headed(scene, looks, style, measure)
    for i, method in enumerate(rows):
        middle = top + (i + 0.5) * LINE * em
        looks.write(scene, method, (beside, middle), "left", measure)
        scene.write(number, middle, texts[i], anchor="right", middle=True, role="rank")
        for sign, x in places[i]:
            scene.write(left + x, middle, sign, anchor="center", middle=True, role="letter")
    scene.foot(top + LINE * em * len(rows), notes, measure)
    return scene


def _headed(scene: Scene, looks: MethodLooks, style: Style, measure: Measure) -> float:
    """Write the title and the groups; return where the rows begin."""
    inside = scene.width - 2 * GAP * scene.em
    lines = (wrap(line, inside, TITLE * scene.em, measure, bold=True) for line in style.title)
    title = [part for line in lines for part in line]
    return scene.legend(scene.head(title), looks.group_names, measure)


def _letter_places(
    signs: Sequence[str], em: float, measure: Measure, *, spread: bool
) -> list[list[tuple[str, float]]]:
    """Return the letters of each row with their middles: each letter in its column, or close."""
    every = sorted(set("".join(signs)), key=_ORDER.index)
    if spread:
        column = {sign: (i + 0.5) * _LETTER * em for i, sign in enumerate(every)}
        return [[(sign, column[sign]) for sign in row] for row in signs]
    step = max((measure(sign, em, False).width for sign in every), default=0.0)
    return [[(sign, (i + 0.5) * step) for i, sign in enumerate(row)] for row in signs]


def shade(p: float, verdict: int) -> str:
    """Return the colour of a cell: that of the better method's side, darker for smaller p."""
    if verdict == 0:
        return EVEN
    depth = next(depth for most, depth in _DEPTHS if p <= most)
    row, column = SCALES["red-blue"]
    return mixed(row if verdict > 0 else column, depth, EVEN)


def p_text(p: float) -> str:
    """Write a p-value with three decimals; only 0 and 1 are written as such.

    Examples
    --------
    >>> p_text(0.0312), p_text(0.0002), p_text(0.99987), p_text(1.0)
    ('.031', '<.001', '>.999', '1')
    """
    if p < 0.0005:
        return "<.001"
    if p >= 0.9995:
        return "1" if p == 1 else ">.999"
    return f"{p:.3f}".removeprefix("0")


def _notes(
    result: PairwiseTest, table: _Cells, looks: MethodLooks, *, letters: bool, cells: bool
) -> list[str]:
    subject, choices = test_and_choices(result.test, result.adjust, result.convention, result.alpha)
    side = {"greater": ", row better", "less": ", row worse"}.get(result.alternative, "")
    against = "" if result.control is None else f" against {looks.full[result.control]}"
    apart = sum(map(bool, table.verdicts))
    ordered = result.alternative != "two-sided" and result.control is None
    pair = "ordered pair" if ordered else "pair"
    found = [
        f"{'Adjusted p' if cells else 'Letters'} by {subject} {choices}{side}{against}; "
        f"{counted(result.n_datasets, 'dataset')}. {apart} of "
        f"{counted(len(table.at), pair)} differ significantly."
    ]
    if not cells:
        found += _of_list(result, table)
    elif apart:
        found.append(
            said(
                "Blue: the column's method is better; red with a dot: the row's; darker: p ≤ .01, "
                "p ≤ .001."
            )
        )
    if letters and result.control is None and result.alternative == "two-sided":
        found.append(
            said(
                "Methods that share a letter do not differ significantly, which does not show that "
                "they are equal; methods that share none differ significantly."
            )
            if result.letters() is not None
            else "No letters: more than 52 would be needed to show which pairs differ."
        )
    return found


def _of_list(result: PairwiseTest, table: _Cells) -> list[str]:
    """Say what the numbers are, and how many verdicts they do not show the direction of."""
    ranks = result.mean_ranks
    turned = sum(
        verdict > 0 and ranks[table.rows[i]] > ranks[table.columns[j]]
        for (i, j), verdict in zip(table.at, table.verdicts, strict=True)
    )
    found = ["Numbers: mean ranks; rank 1 is best."]
    if turned:
        found.append(
            said(
                f"In {counted(turned, 'pair')} that differ{'s' if turned == 1 else ''} "
                "significantly, the method with the worse mean rank is better by the test."
            )
        )
    return found
