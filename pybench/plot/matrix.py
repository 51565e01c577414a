"""The multi-comparison matrix in Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from pybench.plot.arguments import documented, style_of
from pybench.plot.cells import Cells, cells
from pybench.plot.critical import LARGEST
from pybench.plot.figure import DiagramFigure, families, measurer
from pybench.plot.grid import LINE, Grid, Word, arrange
from pybench.plot.paint import axes_size
from pybench.plot.style import BASELINE, FONT, diverging
from pybench.plot.words import Words

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison

_OWN = "#E4E4E4"
_STEPS = 101  # pieces of the colour bar


@documented
def multi_comparison(
    result: MultiComparison | Comparison,
    ax: Axes | None = None,
    *,
    colours: str = "difference",
    limit: float | None = None,
    decimals: int = 4,
    title: str | None = None,
    footnote: bool = True,
    max_label: int | None = 40,
    font_size: float = 9.0,
    font: str = FONT,
) -> Figure:
    """Draw a multi-comparison matrix.

    Parameters
    ----------
    result : MultiComparison or Comparison
        From `pybench.multi_comparison` or `pybench.compare`.
    colours : {"difference", "none"}
        Red where the row is better on average, blue where the column is, whatever the direction
        of the metric; or no colours.
    limit : float, optional
        Mean difference, > 0, that has the full colour. Default: the largest one shown. Give one
        to make figures comparable.
    decimals : int
        Digits after the point of differences and means below 1; larger ones have fewer.
    footnote : bool
        Whether to say below what the cells are and which conventions made them.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Neither a multi-comparison matrix nor a comparison that has one, an unknown word, a number
        out of range.

    Notes
    -----
    After Ismail-Fawaz et al. (2023), arXiv:2305.11921, figure 2. A cell holds the mean difference
    (row - column, in plain sign), datasets won, tied and lost by the row, and p; with
    ``bayesian=True`` a fourth line has the posterior probabilities. Bold is p <= alpha.

    Names are literal text: no mathtext, no TeX. Line ends and invisible characters are shown as
    escapes.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.multi_comparison(pb.multi_comparison(t))
    >>> len(figure.axes)
    1
    """
    style = style_of(ax, font_size=font_size, font=font)
    em = style.font_size
    said = cells(
        result,
        colours=colours,
        limit=limit,
        decimals=decimals,
        title=title,
        footnote=footnote,
        max_label=max_label,
    )
    labels = (*said.rows, *said.columns)
    family = families(font, (*(label.name for label in labels), *said.title, said.footnote))
    grid = arrange(said, measurer(family), em)
    room = (LARGEST, LARGEST) if ax is None else axes_size(ax)
    scale = min(1.0, room[0] / grid.width, room[1] / grid.height)
    axes = _new_axes(grid, scale) if ax is None else ax
    _paint(axes, grid, said, scale, family)
    return cast(Figure, axes.get_figure(root=True))


def _new_axes(grid: Grid, scale: float) -> Axes:
    width, height = (round(size * scale / 72.0, 6) for size in (grid.width, grid.height))
    return DiagramFigure(width, height).add_axes((0, 0, 1, 1))


def _paint(axes: Axes, grid: Grid, said: Cells, scale: float, family: list[str]) -> None:
    """Draw in points of the layout, in the middle of the axes."""
    width, height = (size / scale for size in axes_size(axes))
    spare = ((width - grid.width) / 2, (height - grid.height) / 2)
    axes.set_axis_off()
    axes.set_xlim(-spare[0], grid.width + spare[0])
    axes.set_ylim(grid.height + spare[1], -spare[1])
    axes.add_collection(_fields(grid, said), autolim=False)
    if grid.bar is not None:
        axes.add_collection(_bar(grid.bar), autolim=False)
    for words in _batches([*grid.words, *_cell_words(grid, said)]):
        axes.add_artist(Words(words, scale, family))


def _fields(grid: Grid, said: Cells) -> PolyCollection:
    rows, columns = said.own.shape
    x = [grid.left + j * grid.cell_width for j in range(columns + 1)]
    y = [grid.top + i * grid.cell_height for i in range(rows + 1)]
    corners = [
        [(x[j], y[i]), (x[j + 1], y[i]), (x[j + 1], y[i + 1]), (x[j], y[i + 1])]
        for i in range(rows)
        for j in range(columns)
    ]
    colours = [
        _OWN if own else diverging(share)
        for own, share in zip(said.own.ravel(), said.favour.ravel().tolist(), strict=True)
    ]
    return PolyCollection(
        corners,
        facecolors=colours,
        edgecolors="white" if said.scale is not None else "#B5B5B5",
        linewidths=0.8,
        clip_on=False,
        label="_cells",
    )


def _bar(bar: tuple[float, float, float, float]) -> PolyCollection:
    x, y, width, height = bar
    starts = np.linspace(0.0, width, _STEPS, endpoint=False)
    # Each piece reaches to the end and the next covers it: no white hairlines between them.
    pieces = [
        [(x + at, y), (x + width, y), (x + width, y + height), (x + at, y + height)]
        for at in starts.tolist()
    ]
    return PolyCollection(
        pieces,
        facecolors=[diverging(share) for share in np.linspace(-1.0, 1.0, _STEPS).tolist()],
        edgecolors="none",
        linewidths=0.0,
        antialiased=False,
        clip_on=False,
        label="_scale",
    )


def _cell_words(grid: Grid, said: Cells) -> list[Word]:
    size, count = grid.cell_size, len(said.key)
    words = []
    for i, row in enumerate(said.lines):
        middle = grid.top + (i + 0.5) * grid.cell_height + BASELINE * size
        for j, lines in enumerate(row):
            x, bold = grid.left + (j + 0.5) * grid.cell_width, bool(said.bold[i, j])
            for at, text in enumerate(lines):
                y = middle + (at - (count - 1) / 2) * LINE * size
                words.append(Word(x, y, text, size, "center", bold))
    return words


def _batches(words: Sequence[Word]) -> list[list[Word]]:
    """Sort words into lists of the same look, in the order in which looks appear."""
    found: dict[tuple[object, ...], list[Word]] = {}
    for word in words:
        if word.text:
            look = (word.size, word.anchor, word.bold, word.quiet, word.upright)
            found.setdefault(look, []).append(word)
    return list(found.values())
