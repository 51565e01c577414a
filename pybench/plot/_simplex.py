"""The posterior of a Bayesian comparison of two methods, in a triangle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import axes_size, show
from pybench.plot.draw.scene import Areas, Lines, Marks, Scene, hold
from pybench.plot.draw.style import BASELINE, BLUE, INK, LEADER, QUIET, TITLE
from pybench.plot.draw.text import Measure, shorten, visible, wrap
from pybench.plot.methods import MARK_MIDDLE, MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.posterior import Posterior

Floats = NDArray[np.float64]

KINDS = ("density", "points")
# Corners of better, equal, worse: left, top, right; the side is 1.
CORNERS = np.array([[0.0, 0.0], [0.5, math.sqrt(0.75)], [1.0, 0.0]])
_CELLS = 48  # along a side
_POINTS = 2000
_LINE = 1.3  # of text, in units of its size
_MOST_LINES = 3  # of a name
_WIDTH = 4.2  # inches, of a figure without a given width
_LEAST = 18.0  # em, of a given width
_SMALLEST_SIDE = 9.0  # of the triangle, in units of the font size: below it the text shrinks
_TESTS = {
    "bayesian_signed_rank": "Bayesian signed-rank test",
    "bayesian_sign": "Bayesian sign test",
    "bayesian_hierarchical": "Bayesian hierarchical model",
}


@documented
def simplex(
    posterior: Posterior,
    ax: Axes | None = None,
    *,
    kind: str = "density",
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    footnote: bool = True,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the posterior of one pair in a triangle.

    Parameters
    ----------
    posterior : Posterior
        From `pybench.posterior`.
    ax : matplotlib.axes.Axes, optional
        Where to draw. The frame and the ticks of these axes are removed, and the text shrinks if
        the axes are small. Default: a new figure.
    kind : {"density", "points"}
        "density": small cells, darker if they contain more draws from the posterior. "points": the
        first 2000 draws as dots.
    highlight : str or iterable of str, optional
        Methods whose corners are named in bold.
    groups : mapping of str to str, optional
        For each method, the name of its group; also for methods outside the pair, so that a group
        has the same colour and shape in all figures. A legend names the groups.
    footnote : bool
        Whether to describe the test below the figure.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a posterior, an unknown kind, or a number out of range.

    Notes
    -----
    Each corner of the triangle stands for one region: the first method is better, the two are
    practically equivalent, or the second method is better. A draw from the posterior is closer to a
    corner if the weight of its region is larger. Dashed lines separate the draws by the region with
    the largest weight, and each corner shows the share of draws in its part (Benavoli, Corani,
    Demšar & Zaffalon 2017, JMLR 18, figure 5).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6], [0.6, 0.605]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> figure = pb.plot.simplex(pb.posterior(t, "a", "b", samples=2000))
    >>> round(float(figure.get_figwidth()), 2)
    4.2
    """
    if not hasattr(posterior, "draws"):
        raise ArgumentError(
            f"`posterior` must be a Posterior, not {type(posterior).__name__}",
            expected="a Posterior",
            found=type(posterior).__name__,
            hint="Make one: pybench.posterior(t, first, second).",
        )
    style = style_of(ax, font_size=font_size, font=font, title=title, width=width)
    check.choice("kind", kind, KINDS)
    pair = (posterior.classifier_1, posterior.classifier_2)
    looks = method_looks(pair, highlight=highlight, labels=labels, groups=groups, of_more=True)
    texts = _texts(posterior, looks.names, style.title, footnote=footnote)
    written = [*looks.group_names, *(line for lines in texts for line in lines)]
    family = families(style.font, written)
    triangle = _fit(texts, looks, measurer(family), style.font_size, style.width, ax)
    _draw_cloud(triangle, posterior.draws, kind)
    _draw_lines(triangle)
    return show(triangle.scene, ax, family, scale=1.0)


def _texts(
    posterior: Posterior, names: Sequence[str], title: Sequence[str], *, footnote: bool
) -> list[list[str]]:
    """Return the title, the names of the corners, their shares, and the footnote."""
    a, b = names
    shares = (posterior.better, posterior.equal, posterior.worse)
    test = _TESTS.get(posterior.test, posterior.test)
    metric = "" if posterior.metric is None else f" of {visible(posterior.metric)}"
    note = f"{test}, rope {posterior.rope:g}{metric}, {posterior.samples} draws"
    return [
        list(title),
        [f"{a} better", "practically equivalent", f"{b} better"],
        [_share(share) for share in shares],
        [note] if footnote else [],
    ]


def _share(share: float) -> str:
    """Write a share with three digits; only 0 and 1 are written as such."""
    if 0.0 < share < 0.0005:
        return "< 0.001"
    if 0.9995 <= share < 1.0:
        return "> 0.999"
    return f"{share:.3f}"


@dataclass(frozen=True, slots=True)
class _Triangle:
    """Position of the triangle in a scene that has all texts."""

    scene: Scene
    corner: tuple[float, float]  #: bottom left one
    side: float

    def at(self, thetas: Floats) -> Floats:
        """Return the positions of points of the simplex, (..., 3), in the scene, (..., 2)."""
        return np.asarray(thetas @ CORNERS * (self.side, -self.side) + np.array(self.corner))

    @property
    def line(self) -> float:
        """Width of the outline in points: thinner where the triangle is small."""
        return min(1.0, 0.3 + self.side / 300.0)


def _fit(
    texts: list[list[str]], looks: MethodLooks, measure: Measure, em: float, paper: float,
    ax: Axes | None,
) -> _Triangle:  # fmt: skip
    """Arrange for a new figure, or for the size of the axes, with smaller text if necessary."""
    if ax is None:
        hold(paper, _LEAST * em, em)
        return _arrange(texts, looks, measure, em, paper or 72 * _WIDTH, None)
    width, height = axes_size(ax)
    while True:
        triangle = _arrange(texts, looks, measure, em, width, height)
        if triangle.side >= _SMALLEST_SIDE * em or em < 1.0:
            return triangle
        em *= 0.93


def _arrange(
    texts: list[list[str]], looks: MethodLooks, measure: Measure, em: float, width: float,
    height: float | None,
) -> _Triangle:  # fmt: skip
    title, corners, shares, note = texts
    margin = 0.8 * em
    room = width - 2 * margin
    mark = 0.0 if not looks.group_names else 2 * MARK_MIDDLE * em  # room before the ends
    ends = {0: 0, 2: 1}  # corner -> its method
    wrapped = [
        _lines(name, 0.47 * room - mark if at in ends else room, em, measure,
               bold=ends.get(at) in looks.bold)
        for at, name in enumerate(corners)
    ]  # fmt: skip
    heading = [line for text in title for line in wrap(text, room, TITLE * em, measure)]
    legend = Scene(em, width).legend(0.0, looks.group_names, measure)
    small = [line for text in note for line in wrap(text, room, em, measure)]
    above = _LINE * em * (len(wrapped[1]) + 1.2)
    above += TITLE * _LINE * em * (len(heading) + 0.4 * bool(heading)) + legend
    below = _LINE * em * (max(len(wrapped[0]), len(wrapped[2])) + 1.4)
    below += _LINE * em * (len(small) + 0.4)
    side = room
    if height is not None:
        side = min(room, (height - above - below - 2 * margin) / CORNERS[1, 1])
    side = max(side, 0.0)
    tall = 2 * margin + above + below + side * CORNERS[1, 1]
    scene = Scene(em, width, tall if height is None else height)
    edge = (scene.height - tall) / 2 + margin
    base = scene.height - edge - below

    def block(lines: list[str], x: float, y: float, size: float, **look: Any) -> float:
        """Write lines below y; return where the next one would begin."""
        for line in lines:
            middle = y + _LINE * size * em / 2
            scene.write(x, middle + BASELINE * size * em, line, size, **look)
            y += _LINE * size * em
        return y

    y = block(heading, width / 2, edge, TITLE, anchor="center")
    y = scene.legend(y, looks.group_names, measure)
    gap = 0.4 * TITLE * _LINE * em * bool(heading)
    block([*wrapped[1], shares[1]], width / 2, y + gap, 1.0, anchor="center")
    # Names grow from the edges towards the middle and are too narrow to meet there.
    below_corners = []
    for at, anchor in ((0, "left"), (2, "right")):
        bold, colour = ends[at] in looks.bold, looks.ink(ends[at])
        lines, top = wrapped[at], base + 0.3 * em
        x = margin + mark if at == 0 else width - margin
        if (group := looks.groups[ends[at]]) is not None:
            wide = measure(lines[0], em, bold).width if at else 0.0
            scene.mark((x - wide - MARK_MIDDLE * em, top + _LINE * em / 2), group)
        middle = block(lines, x, top, 1.0, anchor=anchor, bold=bold, colour=colour)
        below_corners.append(block([shares[at]], x, middle, 1.0, anchor=anchor))
    block(small, width / 2, max(below_corners) + 0.4 * em, 1.0, anchor="center", colour=QUIET)
    return _Triangle(scene, ((width - side) / 2, base), side)


def _lines(name: str, room: float, em: float, measure: Measure, *, bold: bool) -> list[str]:
    """Break the name of a corner into a few lines; the middle of a long name is cut."""
    limit = len(name)
    while (
        len(lines := wrap(shorten(name, limit), room, em, measure, bold=bold)) > _MOST_LINES
        and limit > 8
    ):
        limit = limit * 9 // 10
    return list(lines)


def cells(draws: Floats, count: int) -> tuple[Floats, NDArray[np.int64]]:
    """Count draws in small triangles, between parallels to the sides.

    Parameters
    ----------
    draws : (samples, 3) float, rows sum to 1
    count : int
        Of small triangles along a side.

    Returns
    -------
    (m, 3, 3) float, (m,) int
        The three corners of each small triangle that is not empty, and how many draws it holds.
    """
    scaled = draws * count
    floors = np.clip(np.floor(scaled).astype(np.int64), 0, count)
    # Points on the grid itself, such as the corners, belong to an adjacent triangle.
    spare = floors.sum(axis=1) - (count - 1)
    rows = np.arange(len(floors))
    largest = floors.argmax(axis=1)
    floors[rows, largest] -= np.maximum(spare, 0)
    # Rounding may make the sum of the floors too small by one.
    short = floors.sum(axis=1) < count - 2
    floors[rows[short], largest[short]] += count - 2 - floors[short].sum(axis=1)
    found, number = np.unique(floors, axis=0, return_counts=True)
    upright = found.sum(axis=1) == count - 1
    steps = np.where(upright[:, None, None], np.eye(3), 1.0 - np.eye(3))
    return (found[:, None, :] + steps) / count, number


def _draw_cloud(triangle: _Triangle, draws: Floats, kind: str) -> None:
    layers, line = triangle.scene.layers, triangle.line
    if kind == "points":
        at = triangle.at(draws[:_POINTS]).tolist()
        layers.append(Marks("draws", at, 2.0 * line, BLUE, opacity=0.35))
        return
    corners, number = cells(draws, _CELLS)
    strength = 0.12 + 0.88 * np.sqrt(number / number.max())[:, None]
    colours = 1.0 - strength * (1.0 - np.array(to_rgb(BLUE)))
    layers.append(Areas("density", triangle.at(corners), colours, "face", 0.3 * line))


def _draw_lines(triangle: _Triangle) -> None:
    """Draw the triangle, and the lines of equal probability of two regions."""
    middles = 0.5 * (1.0 - np.eye(3))
    ends = triangle.at(np.stack([np.full((3, 3), 1.0 / 3.0), middles], axis=1))
    outline = triangle.at(np.eye(3)[[0, 1, 2, 0]])
    triangle.scene.layers += [
        Lines("equal-weight", ends, LEADER, 0.8 * triangle.line, (4.0, 2.4)),
        Lines("outline", [outline], INK, triangle.line),
    ]
