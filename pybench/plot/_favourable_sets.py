"""The sets of other methods that are most favourable to either method of a pair, as rank axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.noun import nouns
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import show
from pybench.plot.draw.scene import GAP, LINE, Areas, Lines, Marks, Scene, hold, rectangle
from pybench.plot.draw.style import INK, LEADER, QUIET, TITLE, Style, group_colour
from pybench.plot.draw.text import Measure, visible, wrap
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.favourable import FavourableSets

_SMALLEST, _NARROWEST = 34.0, 16.0  # em: usual width, least width
_NUMBERS = 12  # most numbers on an axis
_OFF = 0.46  # em: the marks of the pair touch the axis from above and from below


@documented
def favourable_sets(
    result: FavourableSets,
    ax: Axes | None = None,
    *,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 30,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw a pair beside the other methods that are most favourable to either of them.

    Three axes show mean ranks: in the set most favourable to the first method, among all methods of
    the table, and in the set most favourable to the second. The mark of the first method is above
    the axis, that of the second below; dots are other methods. A thick line joins the pair if it
    does not differ significantly. The bar at the bottom shows the share of sets in which the first
    is significantly better, neither is, and the second is.

    Parameters
    ----------
    result : FavourableSets
        From `pybench.favourable_sets`.
    highlight : str or iterable of str, optional
        Methods of the pair whose names are bold in the legend.
    groups : mapping of str to str, optional
        For each method, the name of its group. Marks then have the colours and shapes of the
        groups, which a legend names.
    width : float or str, optional
        Width of a new figure in inches, or the name of the width of a paper, such as "acm-text".
        Default: 34 times the font size.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not such a result, a number out of range, or a width that is too small for the names.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[9, 8, 7, 6, 1], [8, 9, 7, 5, 2], [9, 7, 8, 5, 3], [9, 6, 8, 4, 4]] * 3
    >>> t = pb.read_results(scores, datasets=[f"d{i}" for i in range(12)],
    ...     classifiers=list("abcde"), higher_is_better=True)
    >>> figure = pb.plot.favourable_sets(pb.favourable_sets(t, "a", "b", size=1))
    >>> [text.get_text() for text in figure.axes[0].texts][:2]
    ['a', 'b']
    """
    from pybench.comparison.favourable import FavourableSets

    check.kind("result", result, FavourableSets, "favourable_sets(t, first, second)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font, title=title, width=width, max_label=max_label
    )
    methods = [str(name) for name in result.mean_ranks.index]
    looks = method_looks(
        methods, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    names = dict(zip(methods, looks.names, strict=True))
    family = families(style.font, [*style.title, *names.values(), *looks.group_names])
    scene = _scene(result, looks, names, style, measurer(family))
    hold(style.width, scene.width, scene.em)
    return show(scene, ax, family, width=style.width)


def _scene(
    result: FavourableSets, looks: MethodLooks, names: dict[str, str], style: Style,
    measure: Measure,
) -> Scene:  # fmt: skip
    em = style.font_size
    scene = Scene(em)
    first, second = (list(names).index(name) for name in result.pair)
    grouped = bool(looks.group_names)
    places = (" (above the axes)", " (below the axes)") if grouped else ("", "")
    pair = [looks.naming(first, places[0]), looks.naming(second, places[1])]
    longest = max(name.width(em, measure) for name in pair)
    needed = max(_NARROWEST * em, longest + (1.1 + 2 * GAP) * em)
    scene.width = max(needed, style.width or _SMALLEST * em)
    inside = scene.width - 2 * GAP * em
    lines = (wrap(line, inside, TITLE * em, measure, bold=True) for line in style.title)
    y = scene.head([part for line in lines for part in line])
    if grouped:
        for name in pair:
            y += LINE * em
            name.write(scene, (GAP * em, y - LINE * em / 2), measure)
        y = scene.legend(y, looks.group_names, measure)
    else:
        bold = [place for place, name in enumerate(pair) if name.bold]
        y = scene.legend(y, [name.text for name in pair], measure, bold)
    marks = dict(zip(names, looks.groups, strict=True)) if grouped else {}
    for case in range(3):
        y = _panel(scene, result, case, (names, marks), y, measure)
    y = _shares(scene, result, y, (INK, LEADER) if grouped else (group_colour(0), group_colour(1)))
    scene.foot(y + 0.3 * em, _notes(result, looks), measure)
    return scene


def _panel(
    scene: Scene, result: FavourableSets, case: int,
    shown: tuple[dict[str, str], dict[str, int | None]], y: float, measure: Measure,
) -> float:  # fmt: skip
    """Draw the axis of a case below y; return the y below it."""
    names, groups = shown
    em, left = scene.em, GAP * scene.em
    inside = scene.width - 2 * left
    for line in wrap(_heading(result, case, names), inside, em, measure, bold=True):
        y += LINE * em
        scene.write(left, y, line, bold=True)
    ranks = result.mean_ranks.iloc[:, case].dropna()
    count = len(ranks)
    ends = left + 0.8 * em, scene.width - left - 0.8 * em

    def across(rank: float) -> float:
        return ends[0] + (rank - 1) / (count - 1) * (ends[1] - ends[0])

    y += 1.6 * em
    ticks = range(1, count + 1, math.ceil(count / _NUMBERS))
    for tick in ticks:
        scene.write(across(tick), y + 1.7 * em, str(tick), anchor="center", colour=QUIET)
    x1, x2 = (across(ranks[name]) for name in result.pair)
    others = [(across(ranks[name]), y) for name in result.others[case]]
    joined = [[(x1, y), (x2, y)]] if result.verdicts[case] == 0 else []
    scene.layers += [
        Lines("axis", [[(ends[0], y), (ends[1], y)]], LEADER, 0.08 * em),
        Lines("tick", [[(across(x), y), (across(x), y + 0.3 * em)] for x in ticks], LEADER),
        Lines("alike", joined, INK, 0.28 * em),
        Marks("other", [] if groups else others, 0.42 * em, LEADER),
    ]
    for name, at in zip(result.others[case] if groups else (), others, strict=False):
        scene.mark(at, groups[name], 0.42)
    one, other = (groups[name] for name in result.pair) if groups else (0, 1)
    scene.mark((x1, y - _OFF * em), one)
    scene.mark((x2, y + _OFF * em), other)
    y += 1.9 * em
    for line in wrap(_beside(result, case, names), inside, em, measure):
        y += LINE * em
        scene.write(left, y, line, colour=QUIET)
    return y + 0.6 * em


def _heading(result: FavourableSets, case: int, names: dict[str, str]) -> str:
    first, second = (names[name] for name in result.pair)
    better = {1: f"{first} is significantly better", -1: f"{second} is significantly better"}
    said = better.get(result.verdicts[case], "they do not differ significantly")
    if case == 1:
        return f"All {result.n_classifiers} {nouns()}: {said}"
    return f"Most favourable to {second if case else first}: {said}"


def _beside(result: FavourableSets, case: int, names: dict[str, str]) -> str:
    """Return the mean ranks of the pair and of the other methods of a set, the best first."""
    means = result.mean_ranks.iloc[:, case]
    others = sorted(result.others[case], key=lambda name: means[name])
    both, rest = (
        ", ".join(f"{names[name]} {means[name]:.2f}" for name in some)
        for some in (result.pair, others)
    )
    return f"{both}. Others: {rest}." if case != 1 else f"{both}."


def _shares(scene: Scene, result: FavourableSets, y: float, inks: tuple[str, str]) -> float:
    """Draw the shares of sets with each verdict as one bar below y; return the y below it."""
    em, left = scene.em, GAP * scene.em
    wide = scene.width - 2 * left
    y += 0.4 * em
    x, shapes = left, []
    for count in (result.first_better, result.neither, result.second_better):
        shapes.append(rectangle(x, y, wide * count / result.n_sets, 0.9 * em))
        x += wide * count / result.n_sets
    fills = [inks[0], "#D9D9D9", inks[1]]
    scene.layers.append(Areas("share", shapes, fills))
    return y + 0.9 * em


def _notes(result: FavourableSets, looks: MethodLooks) -> list[str]:
    first, second = (looks.full[name] for name in result.pair)
    return [
        f"Bar: of {counted(result.n_sets, 'set')} of {counted(result.size, 'other method')}, "
        f"{first} is significantly better in {result.first_better}, neither in {result.neither}, "
        f"{second} in {result.second_better}.",
        "Axes: mean ranks, 1 is best; a thick line joins the pair if it does not differ "
        "significantly.",
        f"Test {visible(result.test)}, adjustment {visible(result.adjust)}, "
        f"α\u00a0=\u00a0{result.alpha:g}, {counted(result.n_datasets, 'dataset')}.",
    ]
