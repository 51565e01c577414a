"""How stable each verdict is, as a matrix of classifiers, in Matplotlib."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.content import part_of
from pybench.plot.figure import DiagramFigure, PlainText, families, measurer
from pybench.plot.label import Measure, visible
from pybench.plot.paint import axes_size
from pybench.plot.style import BASELINE, FONT, INK, PALETTE, QUIET, SMALL, TITLE

if TYPE_CHECKING:
    from pybench.comparison.stability import Stability
    from pybench.comparison.summary import Comparison

_SAID = {
    "order": ("in which two mean ranks are", "the other way round than in the full table"),
    "nemenyi": ("in which the Nemenyi test", "says otherwise than in the full table"),
    "wilcoxon-holm": (
        "in which the signed-rank test with",
        "Holm's correction says otherwise than in the full table",
    ),
}
_DEEPEST = PALETTE[1]  # a share of 1; white is 0
_LARGEST = 7200.0  # points: as for critical difference diagrams
# Multiples of the font size.
_CELL, _GAP, _LINE = 2.7, 0.6, 1.45


@dataclass(frozen=True, slots=True)
class _Grid:
    """The content of the figure and its lengths in points, x to the right, y downwards."""

    names: list[str]
    shares: list[list[float | None]]  #: row, column; None on the diagonal
    differs: list[list[bool]]
    title: list[str]
    footnote: list[str]
    left: float  #: of the first cell
    top: float
    cell: float
    em: float
    width: float
    height: float


@documented
def stability(
    result: Stability | Comparison,
    ax: Axes | None = None,
    *,
    question: str = "wilcoxon-holm",
    title: str | None = None,
    font_size: float = 9.0,
    font: str = FONT,
) -> Figure:
    """Draw in what percentage of other tables each verdict is another one.

    Classifiers are ordered by mean rank. Below the diagonal are sets of classifiers that hold the
    pair, above it resampled datasets. A dot in the corner marks pairs that the full table calls
    different.

    Parameters
    ----------
    result : Stability or Comparison
        From `pybench.stability` or `pybench.compare(t, stability=True)`.
    question : {"order", "nemenyi", "wilcoxon-holm"}
        Which verdict: the order of two mean ranks, or that of a test.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown question, a font size out of range.

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

    result = part_of(result, Stability, "stability", "stability")
    style = style_of(ax, font_size=font_size, font=font, title=title)
    check.choice("question", question, tuple(_SAID))
    em = style.font_size
    names = [visible(name) for name in result.mean_ranks.index]
    said = [*([] if title is None else title.splitlines())]
    family = families(font, [*names, *said])
    grid = _grid(result, question, [visible(line) for line in said], measurer(family), em)
    if ax is None:
        scale = min(1.0, _LARGEST / grid.width, _LARGEST / grid.height)
        inches = (round(size * scale / 72.0, 6) for size in (grid.width, grid.height))
        ax = DiagramFigure(*inches).add_axes((0, 0, 1, 1))
    _paint(ax, grid, family)
    return cast(Figure, ax.get_figure(root=True))


def _grid(result: Stability, question: str, title: list[str], measure: Measure, em: float) -> _Grid:
    names = list(result.mean_ranks.index)
    order = sorted(range(len(names)), key=lambda i: (result.mean_ranks.iloc[i], names[i]))
    place = {names[i]: at for at, i in enumerate(order)}
    shares: list[list[float | None]] = [[None] * len(names) for _ in names]
    differs = [[False] * len(names) for _ in names]
    over_sets, over_resamples = (result.flips(kind)[question] for kind in ("sets", "resamples"))
    for row, pair in enumerate(result.pairs):
        high, low = sorted(place[name] for name in pair)
        shares[low][high] = float(over_sets.iloc[row])
        shares[high][low] = float(over_resamples.iloc[row])
        if question != "order":
            differs[low][high] = differs[high][low] = bool(result.full[question].iloc[row])
    shown = [visible(names[i]) for i in order]
    longest = max(measure(name, em, False).width for name in shown)
    footnote = _footnote(result, question)
    head = len(title) * _LINE * TITLE * em + (_GAP * em if title else 0.0)
    left, top = longest + 2 * _GAP * em, longest + 2 * _GAP * em + head
    cell = _CELL * em
    lines = [measure(line, SMALL * em, False).width for line in footnote]
    lines += [measure(line, TITLE * em, True).width for line in title]
    width = max(left + cell * len(names), max(lines) + _GAP * em) + _GAP * em
    height = top + cell * len(names) + _GAP * em + len(footnote) * _LINE * SMALL * em + _GAP * em
    return _Grid(shown, shares, differs, title, footnote, left, top, cell, em, width, height)


def _footnote(result: Stability, question: str) -> list[str]:
    which = "all" if result.exhaustive else "drawn"
    lines = [
        f"Percentage of tables {_SAID[question][0]}",
        f"{_SAID[question][1]}; blank: none.",
        f"Below the diagonal: {result.n_sets} sets of classifiers ({which}).",
        f"Above: {result.n_resamples} resamples of {result.n_datasets} datasets.",
    ]
    if question != "order":
        lines.append(f"Dot: different in the full table (level {result.alpha:g}).")
    return lines


def percentage(share: float | None) -> str:
    """Write a share as a whole percentage; what is not 0 or 100 is never shown as such."""
    if share is None or share == 0:
        return ""
    rounded = int(100 * share + 0.5)
    if rounded == 0:
        return "<1"
    return ">99" if rounded == 100 and share < 1 else str(rounded)


def shade(share: float) -> tuple[float, float, float]:
    """Return the colour of a share, between white and the deepest."""
    red, green, blue = (1 - share * (1 - part) for part in to_rgb(_DEEPEST))
    return red, green, blue


def _paint(axes: Axes, grid: _Grid, family: list[str]) -> None:
    size = axes_size(axes)
    own_size = (grid.width, grid.height)
    scale = min(1.0, size[0] / grid.width, size[1] / grid.height)
    axes.set_axis_off()
    across, down = ((room / scale - own) / 2 for room, own in zip(size, own_size, strict=True))
    axes.set_xlim(-across, grid.width + across)
    axes.set_ylim(grid.height + down, -down)
    count = len(grid.names)
    cells = [(row, column) for row in range(count) for column in range(count) if row != column]
    axes.add_collection(_tiles(grid, cells, scale), autolim=False)
    axes.add_artist(_dots(grid, cells, scale))
    for text in _texts(grid, cells, family, scale):
        axes.add_artist(text)


def _corner(grid: _Grid, row: int, column: int) -> tuple[float, float]:
    return grid.left + column * grid.cell, grid.top + row * grid.cell


def _tiles(grid: _Grid, cells: list[tuple[int, int]], scale: float) -> PatchCollection:
    return PatchCollection(
        [Rectangle(_corner(grid, *cell), grid.cell, grid.cell) for cell in cells],
        facecolors=[shade(grid.shares[row][column] or 0.0) for row, column in cells],
        edgecolors="#D0D0D0",
        linewidths=0.06 * grid.em * scale,
        clip_on=False,
        label="_share",
    )


def _dots(grid: _Grid, cells: list[tuple[int, int]], scale: float) -> Line2D:
    inset = 0.38 * grid.em
    corners = [_corner(grid, *cell) for cell in cells if grid.differs[cell[0]][cell[1]]]
    return Line2D(
        [x + grid.cell - inset for x, _ in corners],
        [y + inset for _, y in corners],
        linestyle="none",
        marker="o",
        markersize=0.3 * grid.em * scale,
        color=INK,
        markeredgewidth=0,
        clip_on=False,
        label="_different",
    )


def _texts(
    grid: _Grid, cells: list[tuple[int, int]], family: list[str], scale: float
) -> list[PlainText]:
    em = grid.em

    def text(x: float, y: float, said: str, size: float, **more: object) -> PlainText:
        look = {"color": INK, "ha": "left", "va": "baseline"} | more
        return PlainText(x, y, said, fontsize=size * em * scale, fontfamily=family, **look)

    found = []
    for at, name in enumerate(grid.names):
        middle = (at + 0.5) * grid.cell
        down = grid.top + middle + BASELINE * em
        found.append(text(grid.left - _GAP * em, down, name, 1.0, ha="right"))
    for at, name in enumerate(grid.names):
        along = grid.left + (at + 0.5) * grid.cell + BASELINE * em
        upright = {"rotation": 90, "rotation_mode": "anchor"}
        found.append(text(along, grid.top - _GAP * em, name, 1.0, **upright))
    for row, column in cells:
        share = grid.shares[row][column]
        x, y = _corner(grid, row, column)
        middle_x, base = x + grid.cell / 2, y + grid.cell / 2 + BASELINE * em
        colour = "white" if (share or 0) > 0.85 else INK
        found.append(text(middle_x, base, percentage(share), 0.95, ha="center", color=colour))
    for at, line in enumerate(grid.title):
        down = (at + 1) * _LINE * TITLE * em
        found.append(text(_GAP * em, down, line, TITLE, weight="bold"))
    below = grid.top + grid.cell * len(grid.names) + _GAP * em
    for at, line in enumerate(grid.footnote):
        down = below + (at + 0.9) * _LINE * SMALL * em
        found.append(text(_GAP * em, down, line, SMALL, color=QUIET))
    return found
