"""Swaps of one method for another that change the verdict on a pair, as a matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.noun import noun
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import show
from pybench.plot.draw.scene import GAP, Areas, Scene, hold, rectangle
from pybench.plot.draw.style import BLUE, TITLE, Style, mixed
from pybench.plot.draw.text import Measure, visible, wrap
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.swaps import Swaps

_TALL, _NARROWEST, _WIDEST = 1.6, 1.1, 2.6  # of a cell, multiples of the font size
_SMALLEST = 26.0  # smallest width of a figure of its own size, for the sentences


@documented
def swaps(
    result: Swaps,
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
    """Draw which swaps of one other method change both the order and the verdict of a pair.

    In a swap, the method of the column replaces the method of the row in a set of other methods. A
    cell counts the sets in which the swap has two effects: it reverses the order of the pair's mean
    ranks, and the pair differs significantly after the swap but not before. The darker the cell,
    the more sets. Rows and columns without any such set are left out.

    Parameters
    ----------
    result : Swaps
        From `pybench.swaps`.
    width : float or str, optional
        Width of a new figure in inches, or the name of a standard width, such as "acm-text". Cells
        become narrower to fit. If the numbers no longer fit into the cells, they are left out.
        Default: as wide as the content.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not such a result, a number out of range, or a width that is too small for the cells.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[9, 8, 7, 6], [8, 9, 7, 5], [9, 7, 8, 5], [9, 6, 8, 4]] * 3
    >>> t = pb.read_results(scores, datasets=[f"d{i}" for i in range(12)],
    ...     classifiers=list("abcd"), higher_is_better=True)
    >>> figure = pb.plot.swaps(pb.swaps(t, "a", "b"))
    >>> figure.axes[0].texts[0].get_text()[:30]
    'No swap of one method reverses'
    """
    from pybench.comparison.swaps import Swaps

    check.kind("result", result, Swaps, "swaps(t, first, second)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font, title=title, width=width, max_label=max_label
    )
    values = result.counts.to_numpy().astype(np.int64)
    gone, come = np.flatnonzero(values.any(axis=1)), np.flatnonzero(values.any(axis=0))
    cells = values[np.ix_(gone, come)]
    looks = method_looks(
        [*result.counts.index, *result.pair], highlight=highlight, labels=labels, groups=groups,
        max_label=max_label,
    )  # fmt: skip
    sides = gone.tolist(), come.tolist()
    family = families(style.font, [*style.title, *looks.names, *looks.group_names])
    scene = _scene(cells, sides, looks, _notes(result, looks), style, measurer(family))
    hold(style.width, scene.width, scene.em)
    return show(scene, ax, family, width=style.width)


def _scene(
    cells: np.ndarray,
    sides: tuple[list[int], list[int]],
    looks: MethodLooks,
    notes: Sequence[str],
    style: Style,
    measure: Measure,
) -> Scene:
    em = style.font_size
    scene, (rows, columns) = Scene(em), sides
    texts = [[str(count) for count in row] for row in cells.tolist()]
    number = max((measure(text, em, False).width for row in texts for text in row), default=0.0)
    left = GAP * em + 1.6 * em + looks.widest(rows, em, measure) + 0.5 * em
    wide = max(number + 0.7 * em, _WIDEST * em)
    if style.width and columns:
        room = (style.width - left - GAP * em) / len(columns)
        wide = max(_NARROWEST * em, min(wide, room))
    scene.width = max(left + wide * len(columns) + GAP * em, style.width or _SMALLEST * em)
    inside = scene.width - 2 * GAP * em
    lines = (wrap(line, inside, TITLE * em, measure, bold=True) for line in style.title)
    top = scene.head([part for line in lines for part in line])
    if not columns:
        scene.foot(top, notes, measure)
        return scene
    top = scene.legend(top, looks.group_names, measure)
    scene.write(left, top + 0.9 * em, "replaced by")
    top += 1.8 * em + looks.widest(columns, em, measure)
    for j, method in enumerate(columns):
        looks.write(scene, method, (left + (j + 0.5) * wide, top - 0.4 * em), "above", measure)
    shapes, fills = [], []
    for i, method in enumerate(rows):
        y = top + i * _TALL * em
        looks.write(scene, method, (left - 0.5 * em, y + _TALL * em / 2), "left", measure)
        for j, count in enumerate(cells[i].tolist()):
            x = left + j * wide
            shapes.append(rectangle(x, y, wide, _TALL * em))
            fills.append(shade(count / int(cells.max())))
            if count and number + 0.3 * em <= wide:
                scene.write(
                    x + wide / 2, y + _TALL * em / 2, texts[i][j], anchor="center",
                    middle=True, role="count",
                )  # fmt: skip
    scene.layers.append(Areas("count", shapes, fills, "#D0D0D0", 0.05 * em))
    scene.foot(top + len(rows) * _TALL * em + 0.6 * em, notes, measure)
    return scene


def shade(share: float) -> str:
    """Return the colour of a share of the largest count: white for 0 alone."""
    return mixed(BLUE, 0.0 if share == 0 else 0.1 + 0.4 * share)


def _notes(result: Swaps, looks: MethodLooks) -> list[str]:
    first, second = (looks.full[name] for name in result.pair)
    if result.total == 0:
        what = f"No swap of one {noun()} reverses the order of {first} and {second} and makes them "
        what += "differ significantly."
    else:
        what = (
            f"Number of sets in which replacing the row's {noun()} by the column's reverses the "
            f"order of {first} and {second} and makes them differ significantly; in all, "
            f"{result.total} of {counted(result.examined, 'swap')}."
        )
    return [
        what,
        f"Sets of {counted(result.size, 'other method')}; test {visible(result.test)}, adjustment "
        f"{visible(result.adjust)}, α\u00a0=\u00a0{result.alpha:g}, "
        f"{counted(result.n_datasets, 'dataset')}. The order is reversed in "
        f"{result.order_changes}, the verdict changes in {result.verdict_changes}.",
    ]
