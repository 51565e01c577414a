"""The multi-comparison matrix in Matplotlib."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import Areas, Scene, rectangle
from pybench.plot.draw.style import OWN, QUIET, TITLE, diverging, group_ink
from pybench.plot.draw.text import Measure, wrap
from pybench.plot.multi_comparison_text import MatrixTexts, MethodLabel, matrix_texts, require_few

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison


@documented
def multi_comparison(
    result: MultiComparison | Comparison,
    ax: Axes | None = None,
    *,
    colours: str = "red-blue",
    triangle: str = "both",
    cell: str | Iterable[str] | None = None,
    limit: float | None = None,
    decimals: int = 4,
    title: str | None = None,
    width: float | str | None = None,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw a multi-comparison matrix.

    A matrix with more than 50 columns is drawn only at a given ``width`` or on given axes: at the
    usual font size, it would be wider than any paper.

    Parameters
    ----------
    result : MultiComparison or Comparison
        From `pybench.multi_comparison` or `pybench.compare`.
    colours : {"red-blue", "orange-purple", "yellow-blue", "brown-teal", "none"}
        Colours of cells. A cell has the first colour if the method of its row has the better mean
        score, and the second colour if the method of its column has. All four pairs of colours are
        safe for colour-blind readers. "none": no colours.
    triangle : {"both", "upper"}
        "upper": only the cells above the diagonal, so that each pair is drawn once; rows and
        columns must have the same methods.
    cell : str or sequence of str, optional
        The lines of a cell, in this order. "difference": mean difference. "wins": numbers of
        datasets won, tied and lost. "p": p-value, with the method that is better by the test.
        "posterior": probabilities that the method of the row is better, practically equivalent and
        worse; needs ``bayesian=True`` in `pybench.multi_comparison`. "effect": effect size and its
        interval; needs ``effect=`` in `pybench.multi_comparison`. Default: all lines that the
        result has.
    limit : float, optional
        Absolute mean difference, > 0, that gets the full colour. By default, the largest absolute
        mean difference shown. To make several figures comparable, give all of them the same limit.
    decimals : int
        Number of digits after the decimal point of differences and means below 1; larger numbers
        get fewer digits.
    footnote : bool
        Whether to describe cells and conventions below the figure.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Neither a multi-comparison matrix nor a comparison that has one, an unknown option, a number
        out of range, a line of a cell that the result does not have, a triangle of a matrix whose
        rows and columns have different methods, or more than 50 columns without ``width``.

    Notes
    -----
    The figure follows Ismail-Fawaz et al. (2023), arXiv:2305.11921, figure 2. A cell contains the
    mean difference (score of the row minus score of the column), the numbers of datasets won, tied
    and lost by the row, and p; ``cell`` chooses other lines. A cell is bold if p <= alpha. Without
    the line "p", it is bold if one of the posterior probabilities is at least 1 - alpha, and
    without both it never is. The authors suggest posterior probabilities in place of p:
    ``cell=("difference", "wins", "posterior")``.

    Names are shown literally, without mathtext or TeX. Line ends and invisible characters in names
    are shown as escapes.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.multi_comparison(pb.multi_comparison(t))
    >>> len(figure.axes)
    1
    """
    style = style_of(ax, font_size=font_size, font=font, width=width)
    texts = matrix_texts(
        result,
        colours=colours,
        triangle=triangle,
        cell=cell,
        limit=limit,
        decimals=decimals,
        title=title,
        footnote=footnote,
        highlight=highlight,
        labels=labels,
        groups=groups,
        max_label=max_label,
    )
    if ax is None and width is None:
        require_few(len(texts.columns))
    names = (label.name for label in (*texts.rows, *texts.columns))
    family = families(style.font, (*names, *texts.groups, *texts.title, texts.footnote))
    measure = measurer(family)
    fewer = "one method against all: multi_comparison(t, columns=[name])"
    return draw(
        lambda most: arrange_matrix(texts, measure, style.font_size, most),
        ax, family, style.width, numbers=True,
        or_else=(fewer,) if len(texts.columns) > 1 else (),
    )  # fmt: skip


LINE = 1.25  # height of a line of text, in sizes of it
_WIDEST = 1.8  # a column may grow this much for its name
_FEW = 12  # columns up to which it may
_NARROWEST = 34.0  # width of the whole, in font sizes: the footnote must be readable
_BAR = (18.0, 0.8)  # colour bar: length and height, in font sizes
_MARK = 1.1  # room for the mark of a group beside a name
_SHORTEST = 10.0  # of the colour bar, so that its numbers do not meet
_STEPS = 101  # pieces of the colour bar


@dataclass(slots=True)
class MatrixScene(Scene):
    """An arranged matrix."""

    left: float = 0.0  #: of the first cell
    top: float = 0.0
    cell_width: float = 0.0
    cell_height: float = 0.0


def arrange_matrix(
    content: MatrixTexts, measure: Measure, em: float, most: float = math.inf
) -> MatrixScene:
    """Arrange a matrix for a font size of ``em`` points, and ``most`` points wide if it can be."""
    lines = max(len(content.key), 2)  # name and mean of a row
    upright, cell_width = _columns(content, measure, em, most)
    cell_height = (lines * LINE + 0.7) * em
    left = _left(content, measure, em)
    grid = MatrixScene(em, most=most, left=left, cell_width=cell_width, cell_height=cell_height)
    y = _title(content, grid)
    grid.top = y + _header_height(content, measure, em, upright, cell_width)
    right = left + cell_width * len(content.columns)
    bottom = grid.top + cell_height * len(content.rows)
    grid.span(right + em, _NARROWEST)
    _row_labels(content, grid)
    _column_labels(content, measure, grid, upright=upright)
    _key(content, grid)
    _cells(content, grid)
    height = bottom + 0.6 * em
    if content.scale is not None:
        beside = measure("row better", em, False).width + 1.5 * em
        long = max(_SHORTEST * em, min(_BAR[0] * em, most - left - beside))
        bar = (left, bottom + 0.9 * em, long, _BAR[1] * em)
        _scale(content, bar, grid)
        end = left + long + beside
        grid.width = max(grid.width, end)
        height = bar[1] + bar[3] + 1.6 * em
    height = grid.legend(height, content.groups, measure)
    for line in wrap(content.footnote, grid.width - em, em, measure):
        height += LINE * em
        grid.write(0.5 * em, height, line, colour=QUIET)
    grid.height = height + (0.5 * em if content.footnote else 0.0)
    _cell_texts(content, grid)
    return grid


def _columns(content: MatrixTexts, measure: Measure, em: float, most: float) -> tuple[bool, float]:
    """Return whether names of columns are vertical, and the width of a column."""
    widest = max(
        (len(line), line) for row in content.lines for cell in row for line in (*cell, "−0.0000")
    )[1]
    needed = measure("0" * len(widest), em, True).width + 0.7 * em
    means = max(measure(label.mean, em, False).width for label in content.columns)
    needed = max(needed, means + 0.4 * em)
    words = [(word, label.bold) for label in content.columns for word in label.name.split(" ")]
    longest = max(measure(word, em, bold).width for word, bold in words) + 0.5 * em
    allowed = needed * (_WIDEST if len(content.columns) <= _FEW else 1.0)
    room = (most - _left(content, measure, em) - em) / len(content.columns)
    if longest > min(allowed, room):
        return True, needed
    return False, max(needed, longest)


def _left(content: MatrixTexts, measure: Measure, em: float) -> float:
    names = max(measure(label.name, em, label.bold).width for label in content.rows)
    names += _MARK * em if content.groups else 0.0
    keys = max(measure(line, em, False).width for line in content.key)
    return max(names, keys) + 1.2 * em


def _title(content: MatrixTexts, grid: MatrixScene) -> float:
    y = 0.5 * grid.em
    for line in content.title:
        y += TITLE * LINE * grid.em
        grid.write(0.5 * grid.em, y, line, TITLE)
    return y + (0.5 * grid.em if content.title else 0.0)


def _header_lines(
    label: MethodLabel, measure: Measure, em: float, cell_width: float
) -> tuple[str, ...]:
    return wrap(label.name, cell_width - 0.3 * em, em, measure, bold=label.bold) or ("",)


def _header_height(
    content: MatrixTexts, measure: Measure, em: float, upright: bool, cell_width: float
) -> float:
    if upright:
        names = max(measure(label.name, em, label.bold).width for label in content.columns)
        names += 0.4 * em
    else:
        names = (
            LINE
            * em
            * max(len(_header_lines(label, measure, em, cell_width)) for label in content.columns)
        )
    keys = LINE * em * len(content.key)
    return max(names + LINE * em, keys) + 0.7 * em


def _row_labels(content: MatrixTexts, grid: MatrixScene) -> None:
    em, x = grid.em, grid.left - 0.5 * grid.em
    for i, label in enumerate(content.rows):
        middle = grid.top + (i + 0.5) * grid.cell_height
        look: dict[str, Any] = {"bold": label.bold, "colour": group_ink(label.group)}
        inward = _MARK * em if content.groups else 0.0
        grid.write(x - inward, middle - 0.15 * em, label.name, anchor="right", **look)
        if label.group is not None:
            grid.mark((x - 0.35 * em, middle - 0.5 * em), label.group)
        grid.write(x, middle + (LINE - 0.25) * em, label.mean, anchor="right", colour=QUIET)


def _column_labels(
    content: MatrixTexts, measure: Measure, grid: MatrixScene, *, upright: bool
) -> None:
    em, base = grid.em, grid.top - 0.5 * grid.em
    for j, label in enumerate(content.columns):
        middle = grid.left + (j + 0.5) * grid.cell_width
        look: dict[str, Any] = {"bold": label.bold, "colour": group_ink(label.group)}
        grid.write(middle, base, label.mean, anchor="center", colour=QUIET)
        above = base - LINE * em
        if upright:
            grid.write(middle, above, label.name, upright=True, middle=True, **look)
            continue
        for line in reversed(_header_lines(label, measure, em, grid.cell_width)):
            grid.write(middle, above, line, anchor="center", **look)
            above -= LINE * em


def _key(content: MatrixTexts, grid: MatrixScene) -> None:
    """Write the names of the lines of a cell, beside the names of columns."""
    x, y, high = grid.left - 0.5 * grid.em, grid.top - 0.5 * grid.em, LINE * grid.em
    for i, line in enumerate(content.key):
        down = y - (len(content.key) - 1 - i) * high
        grid.write(x, down, line, anchor="right", colour=QUIET)


def _cells(content: MatrixTexts, grid: MatrixScene) -> None:
    rows, columns = content.own.shape
    shapes = [
        rectangle(
            grid.left + j * grid.cell_width, grid.top + i * grid.cell_height, grid.cell_width,
            grid.cell_height,
        )
        for i in range(rows)
        for j in range(columns)
        if not content.hidden[i, j]
    ]  # fmt: skip
    shown = ~content.hidden
    fills = [
        OWN if own else diverging(share, content.colours)
        for own, share in zip(content.own[shown], content.favour[shown].tolist(), strict=True)
    ]
    edge = "#FFFFFF" if content.scale is not None else "#B5B5B5"
    grid.layers.append(Areas("cells", shapes, fills, edge, 0.8))


def _scale(content: MatrixTexts, bar: tuple[float, float, float, float], grid: MatrixScene) -> None:
    """Draw the colour bar, with numbers beneath and the meaning of its ends beside it."""
    x, y, width, height = bar
    starts = [at * width / _STEPS for at in range(_STEPS)]
    # Each piece reaches to the end and the next covers it: no white hairlines between them.
    pieces = [rectangle(x + at, y, width - at, height) for at in starts]
    fills = [diverging(2 * at / (_STEPS - 1) - 1, content.colours) for at in range(_STEPS)]
    grid.layers.append(Areas("scale", pieces, fills, smooth=False))
    size = grid.em
    beneath, middle, apart = y + height + LINE * size * 0.85, y + height / 2, 0.6 * size
    ends = content.scale or ()
    for text, at, anchor in zip(ends, (0.0, 0.5, 1.0), ("left", "center", "right"), strict=True):
        grid.write(x + at * width, beneath, text, anchor=anchor, colour=QUIET)
    for text, at, anchor in (
        ("column better", x - apart, "right"), ("row better", x + width + apart, "left")
    ):  # fmt: skip
        grid.write(at, middle, text, anchor=anchor, colour=QUIET, middle=True)


def _cell_texts(content: MatrixTexts, grid: MatrixScene) -> None:
    high, count = LINE * grid.em, len(content.key)
    for i, row in enumerate(content.lines):
        middle = grid.top + (i + 0.5) * grid.cell_height
        for j, lines in enumerate(row):
            x, bold = grid.left + (j + 0.5) * grid.cell_width, bool(content.bold[i, j])
            for at, text in enumerate(lines):
                y = middle + (at - (count - 1) / 2) * high
                grid.write(x, y, text, anchor="center", bold=bold, middle=True, role="cell")
