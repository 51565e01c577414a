"""Features that are missing or constant: calculators by datasets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import Areas, Lines, Marks, Scene, rectangle
from pybench.plot.draw.style import BASELINE, BLUE, LEADER, ORANGE, QUIET, TITLE
from pybench.plot.draw.text import Measure, labels_for, visible, wrap

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.features.report import FeatureReport

    Floats = npt.NDArray[np.float64]

SHOW = ("missing", "constant")
_DEEPEST = {"missing": ORANGE, "constant": BLUE}
_FAINTEST = 0.14  # so that one series of a thousand is visible
# Multiples of the font size.
_WIDE, _HIGH, _GAP, _LINE, _BARS, _SWATCH = 0.95, 1.25, 0.6, 1.45, 3.6, 1.1


@documented
def features(
    report: FeatureReport,
    ax: Axes | None = None,
    *,
    show: str = "missing",
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 60,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw which features are missing or constant on which datasets.

    There is one row per calculator (a function that computes one or more features) and one column
    per dataset. Calculators are grouped as in the representation. Datasets with the shortest series
    come first, so features that are missing because series are short appear on the left. Datasets
    and calculators without missing (or constant) features are not drawn; the figure says how many
    there are.

    The bar of a dataset shows how many features are missing (or constant) on it. The dark part of
    the bar counts the features that are missing (or constant) on no other dataset. If features with
    missing values are dropped, this dataset alone is the reason for dropping the features of the
    dark part.

    Parameters
    ----------
    report : FeatureReport
        From `pybench.feature_report`.
    show : {"missing", "constant"}
        "missing": missing values, as a share of all values of the calculator. "constant": features
        that are the same in all series of a dataset, as a share of the features of the calculator.
    title : str, optional
        Line above the figure.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown option, or a number out of range.

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
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        width=width, max_label=max_label,
    )  # fmt: skip
    check.choice("show", show, SHOW)
    em = style.font_size
    chart = feature_chart(report, show, title, max_label)
    texts = [*chart.datasets, *(row.name for row in chart.rows), chart.title, chart.footnote]
    measure = measurer(family := families(style.font, texts))

    def arranged(most: float) -> Scene:
        frame = _frame(chart, measure, em, most)
        scene = Scene(em, frame.width, frame.height)
        _draw(scene, chart, frame)
        _write(scene, chart, frame)
        return scene

    return draw(arranged, ax, family, style.width)


@dataclass(frozen=True, slots=True)
class _FeatureFrame:
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


def _frame(chart: FeatureChart, measure: Measure, em: float, most: float) -> _FeatureFrame:
    gap, line = _GAP * em, _LINE * em
    names = [measure(row.name, em, False).width for row in chart.rows]
    groups = [measure(row.group, em, True).width for row in chart.rows]
    left = max([*names, *groups, 12 * em]) + 2 * gap
    labels = max([measure(name, em, False).width for name in chart.datasets], default=0.0)
    right = max([measure(_fallen(row), em, False).width for row in chart.rows], default=0.0)
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
    key = (_GAP + len(KEY) * _SWATCH + 0.5) * em + measure(_key(chart), em, False).width + gap
    width = max(
        width, key, measure(chart.title, TITLE * em, True).width + 2 * gap, min(46 * em, most)
    )
    lines = wrap(chart.footnote, width - 2 * gap, em, measure)
    below = y + labels + 1.5 * gap
    height = below + (len(lines) + 1) * line + 1.5 * gap
    return _FeatureFrame(
        em, left, top, tuple(tops), tuple(headings), y, below, lines, width, height
    )


def _fallen(row: CalculatorRow) -> str:
    return f"{row.fallen} of {row.count}"


def _shade(show: str, share: float) -> tuple[float, float, float]:
    """Return the colour of a share: white for 0 alone."""
    depth = 0.0 if share == 0 else _FAINTEST + (1 - _FAINTEST) * share
    red, green, blue = (1 - depth * (1 - part) for part in to_rgb(_DEEPEST[show]))
    return red, green, blue


def _draw(scene: Scene, chart: FeatureChart, frame: _FeatureFrame) -> None:
    em, (wide, high) = scene.em, frame.cell
    columns = range(len(chart.datasets))
    cells = [
        rectangle(frame.left + at * wide, top, wide, high) for top in frame.tops for at in columns
    ]
    shades = [_shade(chart.show, share) for row in chart.rows for share in row.shares]
    scene.layers.append(Areas("share", cells, shades, "#E2E2E2", 0.05 * em))
    # A line over each group, from the left edge to the last dataset.
    right = frame.left + wide * len(columns)
    rules = [[(_GAP * em, y + 0.3 * em), (right, y + 0.3 * em)] for y, _ in frame.headings]
    scene.layers.append(Lines("rule", rules, LEADER, 0.08 * em, cap="butt"))
    # Features that are missing on a dataset; the dark part: on no other.
    foot, unit = frame.top - 0.3 * em, _BARS * em / max([*chart.bars.tolist(), 1])
    for counts, share, role in ((chart.bars, 0.45, "bars"), (chart.alone, 1.0, "alone")):
        bars = [
            rectangle(frame.left + (i + 0.12) * wide, foot, 0.76 * wide, -unit * n)
            for i, n in enumerate(counts.tolist())
        ]
        scene.layers.append(Areas(role, bars, [_shade(chart.show, share)]))
    dots = [
        (frame.left + (at + 0.5) * wide, top + high / 2)
        for top, row in zip(frame.tops, chart.rows, strict=True)
        for at in np.flatnonzero(row.some & (chart.show == "missing")).tolist()
    ]
    scene.layers.append(Marks("some", dots, 0.3 * em))
    side = _SWATCH * em
    key = [rectangle(_GAP * em + i * side, frame.below, side, 0.8 * side) for i in range(len(KEY))]
    fills = [_shade(chart.show, share) for share in KEY]
    scene.layers.append(Areas("key", key, fills, "#C8C8C8", 0.05 * em))


KEY = (0.0, 0.01, 0.25, 0.5, 0.75, 1.0)


def _write(scene: Scene, chart: FeatureChart, frame: _FeatureFrame) -> None:
    em, (wide, high) = scene.em, frame.cell
    right = frame.left + wide * len(chart.datasets) + 0.4 * em
    for row, top in zip(chart.rows, frame.tops, strict=True):
        base = top + high / 2 + BASELINE * em
        scene.write(frame.left - 0.4 * em, base, row.name, anchor="right")
        scene.write(right, base - 0.05 * em, _fallen(row), colour=QUIET)
    for y, group in frame.headings:
        scene.write(_GAP * em, y, group, bold=True)
    for at, name in enumerate(chart.datasets):
        x, y = frame.left + (at + 0.5) * wide, frame.bottom + 0.4 * em
        scene.write(x, y, name, anchor="right", upright=True, middle=True)
    if len(chart.bars):
        x, y = frame.left - 0.4 * em, frame.top - 0.3 * em - _BARS * em + 0.7 * em
        most = f"{chart.bars.max()} features"
        scene.write(x, y, most, anchor="right", colour=QUIET)
    if chart.title:
        scene.write(_GAP * em, 1.1 * TITLE * em, chart.title, TITLE, bold=True)
    x = (_GAP + len(KEY) * _SWATCH + 0.5) * em
    scene.write(x, frame.below + 0.8 * em, _key(chart), colour=QUIET)
    for at, line in enumerate(frame.footnote):
        y = frame.below + (at + 1.9) * _LINE * em
        scene.write(_GAP * em, y, line, colour=QUIET)


def _key(chart: FeatureChart) -> str:
    of = "values missing" if chart.show == "missing" else "features constant"
    return f"share of the {of} in a calculator: none, a trace, 25, 50, 75, 100 %"


MOST = 100  # rows


@dataclass(frozen=True, slots=True)
class CalculatorRow:
    """The features of one calculator on all datasets that are shown."""

    name: str
    group: str
    shares: Floats  #: (D,) share of values that are missing, or of features that are constant
    some: npt.NDArray[np.bool_]  #: (D,) whether a feature is missing in some series, not in all
    fallen: int  #: features that are missing (or constant) on any dataset
    count: int  #: features


@dataclass(frozen=True, slots=True)
class FeatureChart:
    """Texts and numbers of the figure."""

    show: str
    datasets: tuple[str, ...]  #: as shown, with the length of their series
    rows: tuple[CalculatorRow, ...]
    bars: npt.NDArray[np.int64]  #: (D,) features that are missing (or constant)
    alone: npt.NDArray[np.int64]  #: (D,) those on no other dataset
    title: str
    footnote: str


def feature_chart(
    report: FeatureReport, show: str, title: str | None, limit: int | None
) -> FeatureChart:
    """Collect the texts and numbers of the figure; arguments as in `features`."""
    fallen = report.missing > 0 if show == "missing" else report.constant
    amount = report.missing if show == "missing" else report.constant.astype(np.float64)
    by_length = sorted(
        np.flatnonzero(fallen.any(axis=1)).tolist(),
        key=lambda i: (_last(float(report.shortest[i])), -int(fallen[i].sum()), report.datasets[i]),
    )
    at = np.array(by_length, np.int64)
    rows = sorted(_rows(report, fallen[at], amount[at]), key=_weight)
    order = report.group_names
    names = labels_for(report.datasets, limit)
    rows.sort(key=lambda row: order.index(row.group) if row.group in order else len(order))
    lonely = fallen.sum(axis=0) == 1
    return FeatureChart(
        show=show,
        datasets=tuple(_dataset(report, i, names[i]) for i in by_length),
        rows=tuple(
            replace(row, name=label)
            for row, label in zip(
                rows[:MOST], labels_for([row.name for row in rows[:MOST]], limit), strict=True
            )
        ),
        bars=fallen[at].sum(axis=1),
        alone=fallen[at][:, lonely].sum(axis=1),
        title="" if title is None else visible(title),
        footnote=_footnote(report, show, fallen, len(rows)),
    )


def _rows(
    report: FeatureReport, fallen: npt.NDArray[np.bool_], amount: Floats
) -> Iterator[CalculatorRow]:
    """Yield the calculators with a missing (or constant) feature; arrays by dataset shown."""
    members: dict[str, list[int]] = {}
    for at, name in enumerate(report.calculators):
        members.setdefault(name, []).append(at)
    for name, places in members.items():
        if fallen[:, places].any():
            mine = amount[:, places]
            yield CalculatorRow(
                name=name,
                group=report.groups.get(report.names[places[0]], ""),
                shares=mine.mean(axis=1),
                some=np.asarray(((mine > 0) & (mine < 1)).any(axis=1)),
                fallen=int(fallen[:, places].any(axis=0).sum()),
                count=len(places),
            )


def _weight(row: CalculatorRow) -> tuple[float, str]:
    return -float(row.shares.sum()), row.name


def _last(length: float) -> float:
    return length if length == length else np.inf


def _dataset(report: FeatureReport, row: int, name: str) -> str:
    length = float(report.shortest[row])
    return f"{name}  {length:.0f}" if length == length else name


def _footnote(report: FeatureReport, show: str, fallen: npt.NDArray[np.bool_], n_rows: int) -> str:
    n, p = len(report.datasets), len(report.names)
    clean = n - int(fallen.any(axis=1).sum())
    idle = len(set(report.calculators)) - n_rows
    what = "missing" if show == "missing" else "constant"
    sentences = [
        f"{int(fallen.any(axis=0).sum())} of {counted(p, 'feature')} are {what} on some dataset; "
        f"right: how many of each calculator. Not shown, since none is: "
        f"{counted(clean, 'dataset')}, {counted(idle, 'calculator')}",
        f"Bars: features {what} on the dataset; dark: on no other",
    ]
    if np.isfinite(report.shortest).any():
        sentences.append("The number at a dataset is the length of its shortest series")
    if show == "missing":
        sentences.append("Dot: a feature is missing in some series of the dataset, not in all")
    if n_rows > MOST:
        sentences.append(f"Rows: the first {MOST} of {n_rows} calculators")
    if report.removed and show == "missing":
        removed = counted(len(report.removed), "feature")
        sentences.append(f"{removed} removed from the table before")
    return ". ".join(sentences) + "."
