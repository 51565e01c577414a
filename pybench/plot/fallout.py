"""Which features fall out on which datasets: calculators by datasets, in Matplotlib."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.calculators import Chart, Row, chart_of
from pybench.plot.figure import DiagramFigure, PlainText, families, measurer
from pybench.plot.label import Measure, wrap
from pybench.plot.paint import axes_size
from pybench.plot.style import BASELINE, FONT, INK, LEADER, PALETTE, QUIET, SMALL, TITLE

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.features.report import FeatureReport

    Floats = npt.NDArray[np.float64]

SHOW = ("missing", "constant")
_DEEPEST = {"missing": PALETTE[1], "constant": PALETTE[0]}
_FAINTEST = 0.14  # so that one series of a thousand is seen
_LARGEST = 7200.0  # points: as for critical difference diagrams
# Multiples of the font size.
_WIDE, _HIGH, _GAP, _LINE, _BARS, _SWATCH = 0.95, 1.25, 0.6, 1.45, 3.6, 1.1


@documented
def features(
    report: FeatureReport,
    ax: Axes | None = None,
    *,
    show: str = "missing",
    title: str | None = None,
    max_label: int | None = 60,
    font_size: float = 8.0,
    font: str = FONT,
) -> Figure:
    """Draw which features fall out on which datasets.

    A row is a calculator with all its features, in the groups of the representation; a column is a
    dataset, those of the shortest series first, so that what falls out because series are short
    stands on the left. Datasets and calculators on which nothing falls out are counted below.
    The bars tell how many features a dataset costs, their dark part those that no other costs.

    Parameters
    ----------
    report : FeatureReport
        From `pybench.feature_report`.
    show : {"missing", "constant"}
        Missing values, as share of all values of the calculator; or features that are the same in
        all series of a dataset, as share of its features.
    title : str, optional
        Line above the figure.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown word, a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> from pybench.features.table import FeatureTable
    >>> keys = [np.array(x, object) for x in (["d", "e"], ["train", "train"], ["1", "2"])]
    >>> values = np.array([[1.0, np.nan], [2.0, 0.5]])
    >>> table = FeatureTable(*keys, np.array([0, 0]), values, ("a", "b"), "mine")
    >>> figure = pb.plot.features(pb.feature_report(table))
    >>> [text.get_text() for text in figure.axes[0].texts][:2]
    ['b', '1 of 1']
    """
    from pybench.features.report import FeatureReport

    check.kind("report", report, FeatureReport, "feature_report(features)")
    style = style_of(ax, font_size=font_size, font=font, max_label=max_label)
    check.choice("show", show, SHOW)
    em = style.font_size
    chart = chart_of(report, show, title, max_label)
    said = [*chart.datasets, *(row.name for row in chart.rows), chart.title, chart.footnote]
    measure = measurer(family := families(font, said))
    frame = _frame(chart, measure, em)
    if ax is None:
        scale = min(1.0, _LARGEST / frame.width, _LARGEST / frame.height)
        inches = (round(size * scale / 72.0, 6) for size in (frame.width, frame.height))
        ax = DiagramFigure(*inches).add_axes((0, 0, 1, 1))
    _paint(ax, chart, frame, family)
    return cast(Figure, ax.get_figure(root=True))


@dataclass(frozen=True, slots=True)
class _Frame:
    """Lengths in points, x to the right, y downwards."""

    em: float
    left: float  #: of the first cell
    top: float  #: of the first row, or of the heading above it
    tops: tuple[float, ...]  #: of each row
    headings: tuple[tuple[float, str], ...]  #: baseline and text of the groups
    bottom: float  #: of the last row
    below: float  #: first line of the footnote
    footnote: tuple[str, ...]
    width: float
    height: float

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell."""
        return _WIDE * self.em, _HIGH * self.em


def _frame(chart: Chart, measure: Measure, em: float) -> _Frame:
    gap, line = _GAP * em, _LINE * em
    names = [measure(row.name, em, False).width for row in chart.rows]
    groups = [measure(row.group, em, True).width for row in chart.rows]
    left = max([*names, *groups, 12 * em]) + 2 * gap
    labels = max([measure(name, SMALL * em, False).width for name in chart.datasets], default=0.0)
    right = max([measure(_fallen(row), SMALL * em, False).width for row in chart.rows], default=0.0)
    head = (TITLE * line + gap) if chart.title else gap
    top = head + _BARS * em + gap
    tops, headings, y, group = [], [], top, None
    for row in chart.rows:
        if row.group != group and row.group:
            y += 0.35 * em
            headings.append((y + 0.95 * em, row.group))
            y += 1.3 * em
        group = row.group
        tops.append(y)
        y += _HIGH * em
    width = left + _WIDE * em * len(chart.datasets) + right + 2 * gap
    width = max(width, measure(chart.title, TITLE * em, True).width + 2 * gap, 46 * em)
    lines = wrap(chart.footnote, width - 2 * gap, SMALL * em, measure)
    below = y + labels + 1.5 * gap
    height = below + (len(lines) + 1) * SMALL * line + 1.5 * gap
    return _Frame(em, left, top, tuple(tops), tuple(headings), y, below, lines, width, height)


def _fallen(row: Row) -> str:
    return f"{row.fallen} of {row.count}"


def _shade(show: str, share: float) -> tuple[float, float, float]:
    """Return the colour of a share, between white and the deepest; what is not 0 is never white."""
    depth = 0.0 if share == 0 else _FAINTEST + (1 - _FAINTEST) * share
    red, green, blue = (1 - depth * (1 - part) for part in to_rgb(_DEEPEST[show]))
    return red, green, blue


def _paint(axes: Axes, chart: Chart, frame: _Frame, family: list[str]) -> None:
    size = axes_size(axes)
    own = (frame.width, frame.height)
    scale = min(1.0, size[0] / own[0], size[1] / own[1])
    axes.set_axis_off()
    across, down = ((room / scale - mine) / 2 for room, mine in zip(size, own, strict=True))
    axes.set_xlim(-across, frame.width + across)
    axes.set_ylim(frame.height + down, -down)
    axes.add_collection(_cells(chart, frame, scale), autolim=False)
    axes.add_collection(_rules(chart, frame, scale), autolim=False)
    for bars in _bars(chart, frame):
        axes.add_collection(bars, autolim=False)
    axes.add_artist(_dots(chart, frame, scale))
    axes.add_collection(_key(chart, frame), autolim=False)
    for text in _texts(chart, frame, family, scale):
        axes.add_artist(text)


def _cells(chart: Chart, frame: _Frame, scale: float) -> PatchCollection:
    wide, high = frame.cell
    return PatchCollection(
        [
            Rectangle((frame.left + at * wide, top), wide, high)
            for top in frame.tops
            for at in range(len(chart.datasets))
        ],
        facecolors=[_shade(chart.show, share) for row in chart.rows for share in row.shares],
        edgecolors="#E2E2E2",
        linewidths=0.05 * frame.em * scale,
        clip_on=False,
        label="_share",
    )


def _rules(chart: Chart, frame: _Frame, scale: float) -> LineCollection:
    """Draw a line over each group, from the left edge to the last dataset."""
    right = frame.left + frame.cell[0] * len(chart.datasets)
    return LineCollection(
        [
            [(_GAP * frame.em, y + 0.3 * frame.em), (right, y + 0.3 * frame.em)]
            for y, _ in frame.headings
        ],
        colors=LEADER,
        linewidths=0.08 * frame.em * scale,
        clip_on=False,
    )


def _bars(chart: Chart, frame: _Frame) -> Iterator[PatchCollection]:
    """Draw how many features fall out on a dataset, and the dark part: on no other."""
    wide, foot = frame.cell[0], frame.top - 0.3 * frame.em
    unit = _BARS * frame.em / max([*chart.bars.tolist(), 1])
    for counts, share, label in ((chart.bars, 0.45, "_bars"), (chart.alone, 1.0, "_alone")):
        yield PatchCollection(
            [
                Rectangle((frame.left + (i + 0.12) * wide, foot), 0.76 * wide, -unit * n)
                for i, n in enumerate(counts.tolist())
            ],
            facecolors=[_shade(chart.show, share)],
            linewidths=0,
            clip_on=False,
            label=label,
        )


def _dots(chart: Chart, frame: _Frame, scale: float) -> Line2D:
    wide, high = frame.cell
    places = [
        (frame.left + (at + 0.5) * wide, top + high / 2)
        for top, row in zip(frame.tops, chart.rows, strict=True)
        for at in np.flatnonzero(row.some & (chart.show == "missing")).tolist()
    ]
    return Line2D(
        [x for x, _ in places], [y for _, y in places], linestyle="none", marker="o",
        markersize=0.3 * frame.em * scale, color=INK, markeredgewidth=0, clip_on=False,
        label="_some",
    )  # fmt: skip


KEY = (0.0, 0.01, 0.25, 0.5, 0.75, 1.0)


def _key(chart: Chart, frame: _Frame) -> PatchCollection:
    """Draw the scale of shares below the figure."""
    side = _SWATCH * frame.em
    return PatchCollection(
        [
            Rectangle((_GAP * frame.em + i * side, frame.below), side, 0.8 * side)
            for i in range(len(KEY))
        ],
        facecolors=[_shade(chart.show, share) for share in KEY],
        edgecolors="#C8C8C8",
        linewidths=0.05 * frame.em,
        clip_on=False,
    )


def _texts(chart: Chart, frame: _Frame, family: list[str], scale: float) -> Iterator[PlainText]:
    em, (wide, high) = frame.em, frame.cell

    def text(x: float, y: float, said: str, size: float, **more: object) -> PlainText:
        look = {"color": INK, "ha": "left", "va": "baseline"} | more
        return PlainText(x, y, said, fontsize=size * em * scale, fontfamily=family, **look)

    right = frame.left + wide * len(chart.datasets) + 0.4 * em
    for row, top in zip(chart.rows, frame.tops, strict=True):
        base = top + high / 2 + BASELINE * em
        yield text(frame.left - 0.4 * em, base, row.name, 1.0, ha="right")
        yield text(right, base - 0.05 * em, _fallen(row), SMALL, color=QUIET)
    for y, group in frame.headings:
        yield text(_GAP * em, y, group, 1.0, weight="bold")
    for at, name in enumerate(chart.datasets):
        x = frame.left + (at + 0.5) * wide + BASELINE * SMALL * em
        upright = {"rotation": 90, "rotation_mode": "anchor", "ha": "right"}
        yield text(x, frame.bottom + 0.4 * em, name, SMALL, **upright)
    if len(chart.bars):
        top = frame.top - 0.3 * em - _BARS * em
        most = f"{chart.bars.max()} features"
        yield text(frame.left - 0.4 * em, top + 0.7 * em, most, SMALL, ha="right", color=QUIET)
    if chart.title:
        yield text(_GAP * em, 1.1 * TITLE * em, chart.title, TITLE, weight="bold")
    of = "values missing" if chart.show == "missing" else "features constant"
    said = f"share of the {of} in a calculator: none, a trace, 25, 50, 75, 100 %"
    x = (_GAP + len(KEY) * _SWATCH + 0.5) * em
    yield text(x, frame.below + 0.8 * em, said, SMALL, color=QUIET)
    for at, line in enumerate(frame.footnote):
        y = frame.below + (at + 1.9) * _LINE * SMALL * em
        yield text(_GAP * em, y, line, SMALL, color=QUIET)
