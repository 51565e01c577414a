"""Patterns of verdicts within a core of methods, and in how many sets each occurs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted, percentage
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import show
from pybench.plot.draw.scene import GAP, Areas, Lines, Marks, Scene, hold, rectangle
from pybench.plot.draw.style import BLUE, INK, LEADER, QUIET, TITLE, Style
from pybench.plot.draw.text import Measure, visible, wrap
from pybench.plot.methods import MethodLooks, Named, method_looks

if TYPE_CHECKING:
    from pybench.comparison.patterns import CorePatterns

_ROW, _COLUMN = 1.6, 1.5  # multiples of the font size
_SHORTEST, _USUAL = 5.0, 14.0  # room for the bars
_SMALLEST = 26.0  # smallest width of a figure of its own size, for the sentences


@documented
def patterns(
    result: CorePatterns,
    ax: Axes | None = None,
    *,
    most: int = 20,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 20,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the patterns of verdicts within a core of methods.

    The core is a few methods that are compared together with varying sets of other methods (see
    `pybench.core_patterns`). The verdicts on the pairs of the core form a pattern.

    There is one row per pattern, the most frequent on top, and one column per pair. A filled dot:
    the pair differs significantly; a hollow dot: it does not. The bar of a row shows the share of
    all sets of other methods with which the pattern occurs. If there is more than one row, the
    verdicts within the core depend on which other methods are compared.

    Parameters
    ----------
    result : CorePatterns
        From `pybench.core_patterns`.
    most : int, >= 1
        Largest number of patterns that are drawn; the figure says how many more there are.
    highlight : str or iterable of str, optional
        Methods whose pairs have names in bold.
    groups : mapping of str to str, optional
        For each method, the name of its group; also for methods outside the core, so that a group
        has the same colour and shape in all figures. A legend names the groups.
    width : float or str, optional
        Width of a new figure in inches, or the name of a standard width, such as "acm-text".
        Default: as wide as the content.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not such a result, a number out of range, or a width that is too small for the pairs.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[9, 8, 7, 6, 1], [8, 9, 7, 5, 2], [9, 7, 8, 5, 3], [9, 6, 8, 4, 4]] * 3
    >>> t = pb.read_results(scores, datasets=[f"d{i}" for i in range(12)],
    ...     classifiers=list("abcde"), higher_is_better=True)
    >>> figure = pb.plot.patterns(pb.core_patterns(t, ["a", "b"], extra=1))
    >>> [text.get_text() for text in figure.axes[0].texts][:2]
    ['a, b', '100 % (3)']
    """
    from pybench.comparison.patterns import CorePatterns

    check.kind("result", result, CorePatterns, "core_patterns(t, core)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font, title=title, width=width, max_label=max_label
    )
    shown = check.count("most", most)
    looks = method_looks(
        result.core, highlight=highlight, labels=labels, groups=groups, max_label=max_label,
        of_more=True,
    )  # fmt: skip
    pairs = [looks.naming(i, ", ", j) for i, j in combinations(range(len(result.core)), 2)]
    texts = [*style.title, *looks.group_names, *(pair.text for pair in pairs)]
    family = families(style.font, texts)
    scene = _scene(result, (pairs, looks), shown, style, measurer(family))
    hold(style.width, scene.width, scene.em)
    return show(scene, ax, family, width=style.width)


def _scene(
    result: CorePatterns,
    named: tuple[list[Named], MethodLooks],
    most: int,
    style: Style,
    measure: Measure,
) -> Scene:
    em, (pairs, looks) = style.font_size, named
    scene = Scene(em)
    table = result.patterns.sort_values("sets", ascending=False, kind="stable").to_numpy()
    table = table[:most]
    shares = (table[:, 0] / result.n_sets).tolist()
    texts = [
        f"{percentage(share)} % ({int(sets)})"
        for share, sets in zip(shares, table[:, 0].tolist(), strict=True)
    ]
    number = max(measure(text, em, False).width for text in texts)
    left = GAP * em
    begin = left + len(pairs) * _COLUMN * em + 0.5 * em
    needed = begin + number + (0.5 + GAP) * em
    bars = max(_SHORTEST * em, (style.width or _SMALLEST * em) - needed)
    bars = bars if style.width else max(bars, _USUAL * em)
    scene.width = needed + bars
    inside = scene.width - 2 * GAP * em
    lines = (wrap(line, inside, TITLE * em, measure, bold=True) for line in style.title)
    top = scene.head([part for line in lines for part in line])
    top = scene.legend(top, looks.group_names, measure)
    top += max(pair.width(em, measure) for pair in pairs) + 0.6 * em
    for j, pair in enumerate(pairs):
        x = left + (j + 0.5) * _COLUMN * em
        pair.write(scene, (x, top - 0.4 * em), measure, upright=True)
    dots: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    shapes = []
    for i, (share, text) in enumerate(zip(shares, texts, strict=True)):
        y = top + (i + 0.5) * _ROW * em
        for j, differs in enumerate(table[i, 1:].tolist()):
            dots[bool(differs)].append((left + (j + 0.5) * _COLUMN * em, y))
        shapes.append(rectangle(begin, y - 0.45 * em, bars * share, 0.9 * em))
        scene.write(begin + bars * share + 0.5 * em, y, text, middle=True, colour=QUIET)
    bottom = top + len(shares) * _ROW * em
    scene.layers += [
        Areas("share", shapes, [BLUE] * len(shapes)),
        Lines("base", [[(begin, top), (begin, bottom)]], LEADER, 0.08 * em),
        Marks("differs", dots[True], 0.8 * em, INK),
        Marks("alike", dots[False], 0.8 * em, LEADER, hollow=True),
    ]
    scene.foot(bottom + 0.5 * em, _notes(result, len(shares)), measure)
    return scene


def _notes(result: CorePatterns, shown: int) -> list[str]:
    more = len(result.patterns) - shown
    others = f"; {counted(more, 'rarer pattern')} not shown" if more else ""
    return [
        f"{counted(len(result.patterns), 'pattern')} of verdicts over all "
        f"{counted(result.n_sets, 'set')} of {counted(result.extra, 'other method')}{others}. "
        "Filled: the pair differs significantly; hollow: it does not. Bars: share and number of "
        "sets.",
        f"Test {visible(result.test)}, adjustment {visible(result.adjust)}, "
        f"α\u00a0=\u00a0{result.alpha:g}, {counted(result.n_datasets, 'dataset')}.",
    ]
