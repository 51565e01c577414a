"""Kernels, potentials or drifts of both classes of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    DASHED,
    ROW,
    KeyEntry,
    chart_axes,
    draw_key,
    dress,
    footnote,
    key_rows,
    paper,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import group_colour
from pybench.plot.draw.text import visible

if TYPE_CHECKING:
    from pybench.optimal.catalogue import Setting
    from pybench.optimal.processes import Process

Floats = NDArray[np.float64]

SHOW = ("kernel", "potential", "drift")
_POINTS = 601
_STYLES = ("-", DASHED)


@documented
def drifts(
    process: str | Process | Setting,
    ax: Axes | None = None,
    *,
    show: str | None = None,
    limits: tuple[float, float] | None = None,
    time: float = 0.0,
    width: float | str | None = None,
    height: float | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the kernels, potentials or drifts of both classes of a process.

    Parameters
    ----------
    process : str, Process or Setting
        A process, as `pybench.simulate` accepts it.
    show : {"kernel", "potential", "drift"}, optional
        "kernel": the interaction kernel of particles against the distance between two particles.
        "potential": minus the integral of the drift, taken from 0 to the state (or from the state
        nearest to 0, if 0 is not between the limits). "drift": the drift. Potential and drift are
        drawn along the first coordinate, with the other coordinates at 0. Default: the kernel for
        particles, the potential for the process "potentials", the drift for all others.
    limits : (low, high), optional
        Lowest and highest distance or state shown. Default: (0, 2.5) for distances, (-2.5, 2.5) for
        states.
    time : float
        Time at which the drift or the potential is shown.

    Returns
    -------
    matplotlib.figure.Figure
        The line of class 0 is solid, the line of class 1 dashed.

    Raises
    ------
    ArgumentError
        A kernel of a process without particles, limits that do not increase, or an unknown process.

    Notes
    -----
    The figure corresponds to the left-hand sides of figures 1 to 3 of "Benchmarking optimality of
    time series classification methods in distinguishing diffusions" (arXiv 2301.13112).

    Examples
    --------
    >>> import pybench as pb
    >>> figure = pb.plot.drifts("particles")
    >>> figure.axes[0].lines[0].get_ydata()[[0, -1]].tolist()
    [0.2, 0.0]
    """
    from pybench.optimal.catalogue import Setting
    from pybench.optimal.particles import Particles

    pair = Setting.pair(process)
    style = style_of(ax, font_size=font_size, font=font, width=width, height=height)
    particles = isinstance(pair, Particles)
    usual = "kernel" if particles else "potential" if pair.name == "potentials" else "drift"
    kind = check.choice("show", usual if show is None else show, SHOW)
    if kind == "kernel" and not particles:
        raise ArgumentError(
            f'the process "{pair.name}" has no interaction kernel to show',
            expected="interacting particles",
            found=pair.name,
            hint='Use show="drift".',
        )
    low, high = _limits(limits, 0.0 if kind == "kernel" else -2.5)
    size = style.font_size
    at = np.linspace(low, high, _POINTS)
    curves = _kernels(pair, at) if kind == "kernel" else _along(pair, at, float(time), kind)
    entries = [KeyEntry(f"class {i}", group_colour(i), _STYLES[i]) for i in (0, 1)]
    notes = _notes(pair, kind, float(time))
    face = typeface(style.font, size, notes)
    beside = (3.5 * size, 1.2 * size)
    page = paper(style, face, (4.5, 3.2), beside, notes, ax)
    rows = key_rows(entries, face, page.width - sum(beside))
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(rows)) * size), face)
    dress(axes, face)
    for i, values in enumerate(curves):
        axes.plot(at, values, color=group_colour(i), linewidth=1.5, linestyle=_STYLES[i])
    axes.set_xlim(low, high)
    draw_key(axes, rows, face)
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _limits(limits: Any, low: float) -> tuple[float, float]:
    if limits is None:
        return low, 2.5
    pair = np.asarray(limits, np.float64)
    if pair.shape != (2,) or not np.isfinite(pair).all() or pair[0] >= pair[1]:
        raise ArgumentError(
            "`limits` must be two finite numbers, the lower one first",
            expected="(low, high)",
            found=repr(limits),
        )
    return float(pair[0]), float(pair[1])


def _kernels(pair: Any, at: Floats) -> list[Floats]:
    return [np.asarray(kernel(at * at), np.float64) for kernel in pair.kernels]


def _along(pair: Process, at: Floats, time: float, kind: str) -> list[Floats]:
    states = np.zeros((pair.dimension, len(at)))
    states[0] = at
    found = [np.broadcast_to(drift, states.shape)[0] for drift in pair.drifts(time, states)]
    if kind == "drift":
        return found
    # Minus the integral, by the trapezoidal rule, and 0 where the state is nearest to 0.
    steps = np.diff(at)
    sums = [np.append(0.0, np.cumsum(-(d[1:] + d[:-1]) / 2 * steps)) for d in found]
    zero = int(np.abs(at).argmin())
    return [total - total[zero] for total in sums]


def _notes(pair: Process, kind: str, time: float) -> list[str]:
    name = visible(pair.name)
    if kind == "kernel":
        return ["Distance", f"{name}: kernels, how strongly two agents attract one another"]
    several = pair.dimension > 1
    along = "First coordinate, the others 0" if several else "State"
    if kind == "potential":
        whose = "Potentials" if name == "potentials" else f"{name}: potentials"
        return [along, f"{whose}; the drift is minus their slope"]
    return [along, f"{name}: drifts at time {time:g}"]
