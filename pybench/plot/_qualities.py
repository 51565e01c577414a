"""Distributions of qualities: candidates of a suite and its tasks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown_names
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import dress, footnote, write
from pybench.plot.draw.figure import DiagramFigure
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.scene import hold
from pybench.plot.draw.style import BLUE, INK, LEADER, QUIET
from pybench.plot.draw.text import visible

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pybench.suite.manifest import Manifest

#: Default qualities, of which those that some dataset has are shown.
USUAL = (
    "NumberOfInstances",
    "NumberOfFeatures",
    "NumberOfClasses",
    "MinorityClassSize",
    "MinorityToMajority",
    "NumberOfMissingValues",
)
_WIDE = 50.0  # ratio of largest to smallest value from which an axis is logarithmic
_WIDTH, _PANEL = 6.5, 1.45  # inches, of the figure and down a row
_LEAST = 30.0  # em, width of a figure
_FOOT = 2.6  # lines


@documented
def qualities(
    suite: Manifest,
    names: Sequence[str] | None = None,
    *,
    width: float | str | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the distribution function of each quality over the datasets of a suite.

    Parameters
    ----------
    suite : Suite
    names : sequence of str, optional
        Names of qualities. By default, the qualities in the rules of the OpenML-CC18 suite, and the
        number of missing values, as far as the suite has them. A quality that pybench did not
        measure has the value that OpenML states (``suite.openml_qualities``).

    Returns
    -------
    matplotlib.figure.Figure
        Each panel shows, for one quality, the share of datasets whose value is at most x. Grey
        lines are for all candidate datasets, blue lines for those that became tasks. Dashed lines
        are the limits of the suite's constraints. An axis is logarithmic if all values and limits
        are positive and span a factor of 50 or more.

    Raises
    ------
    ArgumentError
        If the suite has none of the qualities, or a number is out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> figure = pb.plot.qualities(pb.Suite.shipped("OpenML-CC18"))
    >>> len(figure.axes)
    5
    """
    style = style_of(font_size=font_size, font=font, width=width)
    size = style.font_size
    chosen = _names(suite, names)
    face = typeface(style.font, size, map(visible, chosen))
    hold(style.width, _LEAST * size, size)
    wide = style.width / 72.0 or _WIDTH
    rows = math.ceil(len(chosen) / 2)
    candidates = suite.known_qualities()
    kept = len(set(suite.datasets) & set(candidates))
    of = counted(len(candidates), "candidate")
    text = f"Share of datasets. Grey: {of}; blue: {kept} kept; dashed: limits"
    note = face.wrap(text, 72 * wide - 4 * size)
    height = rows * _PANEL + (_FOOT + 1.4 * (len(note) - 1)) * size / 72.0
    figure = DiagramFigure(wide, round(height, 6))
    for place, name in enumerate(chosen):
        axes = figure.add_axes(_box(place, rows, wide, height, size))
        dress(axes, face)
        _draw(axes, suite, name)
        write(axes, (0.0, 1.06), visible(name), face, 1.0)
        axes.tick_params(axis="y", labelsize=size, labelcolor=QUIET)
    first = figure.axes[2 * (rows - 1)]
    footnote(first, [(), note], face)
    return figure


def _names(suite: Manifest, names: Sequence[str] | None) -> list[str]:
    known = {name for found in suite.known_qualities().values() for name in found}
    asked = USUAL if names is None else check.names("names", names, "names of qualities")
    chosen = [name for name in asked if name in known]
    strange = [name for name in asked if name not in known]
    if chosen and (names is None or not strange):
        return chosen
    raise ArgumentError(
        f"`names` must be qualities that the suite has, not {shown_names(strange)}",
        expected=shown_names(sorted(known), 20) or "a suite with qualities",
        found=shown_names(strange),
    )


def _box(
    place: int, rows: int, width: float, height: float, size: float
) -> tuple[float, float, float, float]:
    """Return the box of a panel, as shares of the figure: two per row, from the top."""
    em = size / 72.0
    row, column = divmod(place, 2)
    left, gap = 3.2 * em, 3.4 * em
    each = (width - left - gap - 1.6 * em) / 2
    low = height - (row + 1) * _PANEL + 1.2 * em
    return (
        (left + column * (each + gap)) / width, low / height, each / width,
        (_PANEL - 3.6 * em) / height,
    )  # fmt: skip


def _draw(axes: Axes, suite: Manifest, name: str) -> None:
    known = suite.known_qualities()
    every = {d: float(found[name]) for d, found in known.items() if name in found}
    kept = [value for dataset, value in every.items() if dataset in suite.datasets]
    values = np.array(list(every.values()))
    limits = [one for one in suite.constraints if one.quality == name]
    ends = [end for one in limits for end in (one.low, one.high) if end is not None]
    low, high = min(values.min(), *ends, math.inf), max(values.max(), *ends, -math.inf)
    wide = low > 0 and high / low >= _WIDE
    for drawn, colour, line in ((values, LEADER, 2.6), (np.array(kept), BLUE, 1.3)):
        if len(drawn):
            _steps(axes, np.sort(drawn), colour, line)
    for end in ends:
        axes.axvline(end, color=INK, linewidth=0.8, linestyle=(0, (3, 2)), zorder=3)
    _scale(axes, low, high, wide, whole=bool((values % 1 == 0).all()))
    axes.set_ylim(0.0, 1.04)
    axes.set_yticks([0.0, 0.5, 1.0], ["0", "½", "1"])


def _scale(axes: Axes, low: float, high: float, wide: bool, *, whole: bool) -> None:
    """Set the axis of values: counts have ticks at whole numbers only."""
    if wide:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("e+0", "e"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.tick_params(axis="x", which="minor", length=0)
    elif low == high:
        axes.set_xticks([low], [f"{low:.4g}"])
    elif whole:
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlim(*_room(low, high, wide))


def _steps(axes: Axes, values: NDArray[np.float64], colour: str, line: float) -> None:
    """Draw the share of values that are at most x."""
    shares = np.arange(1, len(values) + 1) / len(values)
    x, y = np.concatenate([values[:1], values]), np.concatenate([[0.0], shares])
    axes.step(x, y, where="post", color=colour, linewidth=line, solid_capstyle="butt")


def _room(low: float, high: float, wide: bool) -> tuple[float, float]:
    """Return limits with a margin, so that a line at an end is visible."""
    if wide:
        factor = (high / low) ** 0.03
        return low / factor, high * factor
    pad = 0.03 * (high - low) or 0.5
    return low - pad, high + pad
