"""AUC of the likelihood ratios and of classifiers over one factor: time, sampling, noise, size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    DASHED,
    ROW,
    KeyEntry,
    cased,
    chart_axes,
    draw_key,
    dress,
    footnote,
    group_key,
    key_rows,
    paper,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.paint_matplotlib import SHAPES
from pybench.plot.draw.style import INK, ink_of
from pybench.plot.draw.text import visible
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    import pandas as pd

    from pybench.optimal.sweeps import Sweep

_NAMES = {
    "end": "Length in time",
    "dt": "Time between observations",
    "train": "Training paths",
    "diffusion": "Noise (diffusion)",
    "agents": "Agents",
    "dimension": "Dimension",
}
_LINES = (
    ("LRT hidden", "hidden", "-"),
    ("LRT numerical", "numerical", DASHED),
    ("LRT observed", "observed", ":"),
)


@documented
def sweep(
    result: Sweep,
    ax: Axes | None = None,
    *,
    factor: str | None = None,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the AUC of the likelihood ratios, and of classifiers, over one factor of a sweep.

    Parameters
    ----------
    result : Sweep
        From `pybench.optimal.sweep`.
    factor : str, optional
        One of the factors of the sweep; by default the first.

    Returns
    -------
    matplotlib.figure.Figure
        The values of the factor are equally spaced on the axis. The bands of the likelihood ratios
        and the vertical bars of the classifiers are 95 % intervals.

    Raises
    ------
    ArgumentError
        An unknown factor, or a number out of range.

    Notes
    -----
    The figure corresponds to figures 5 and 8 of "Benchmarking optimality of time series
    classification methods in distinguishing diffusions" (arXiv 2301.13112).

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.sweep("constant", {"end": (1, 4)}, paths=50)
    >>> figure = pb.plot.sweep(found)
    >>> float(figure.get_figwidth())
    4.5
    """
    from pybench.optimal.sweeps import Sweep

    check.kind("result", result, Sweep, "optimal.sweep(process)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    known = list(dict.fromkeys(result.table["factor"]))
    chosen = check.choice("factor", factor or known[0], known)
    size = style.font_size
    table = result.table[result.table["factor"] == chosen].reset_index(drop=True)
    fitted = result.learners[result.learners["factor"] == chosen]
    names = list(dict.fromkeys(fitted["classifier"]))
    lines = [one for one in _LINES if table[one[1]].notna().all()]
    entries = [KeyEntry(name, INK, style, 1.1) for name, _, style in lines]
    looks = method_looks(
        names, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    entries += [
        KeyEntry(
            name, *looks.curve(i), mark=SHAPES.get(looks.shape(i, ""), ""), bold=i in looks.bold
        )
        for i, name in enumerate(looks.names)
    ]
    of = f"AUC for {visible(result.process)}; bars and bands: 95 % intervals"
    notes = [_NAMES.get(chosen, chosen), of]
    texts = [*(one.name for one in entries), *looks.group_names, *notes]
    face = typeface(style.font, size, texts)
    beside = (3.8 * size, 1.2 * size)
    page = paper(style, face, (4.5, 3.6), beside, notes, ax)
    room = page.width - sum(beside)
    rows = group_key(looks.group_names, face, room) + key_rows(entries, face, room)
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(rows)) * size), face)
    dress(axes, face)
    for _, column, dashes in lines:
        _draw_line(axes, table, column, dashes)
    for i, name in enumerate(names):
        _draw_learner(axes, fitted[fitted["classifier"] == name], i, looks)
    axes.set_xticks(range(len(table)), [f"{value:g}" for value in table["value"]])
    axes.set_xlim(-0.4, len(table) - 0.6)
    axes.margins(y=0.06)
    draw_key(axes, rows, face)
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _draw_line(axes: Axes, table: pd.DataFrame, column: str, style: Any) -> None:
    at = np.arange(len(table))
    value = table[column].to_numpy(np.float64)
    half = 1.959964 * table[f"{column}_se"].to_numpy(np.float64)
    axes.fill_between(
        at, np.maximum(value - half, 0), np.minimum(value + half, 1), color=INK, alpha=0.1,
        linewidth=0,
    )  # fmt: skip
    axes.plot(at, value, color=INK, linewidth=1.1, linestyle=style)


def _draw_learner(axes: Axes, part: pd.DataFrame, i: int, looks: MethodLooks) -> None:
    at = np.arange(len(part)) + 0.08 * (i - (len(looks.names) - 1) / 2)
    colour, dash = looks.curve(i)
    axes.vlines(
        at,
        part["lower"].clip(0, 1),
        part["upper"].clip(0, 1),
        color=ink_of(colour),
        linewidth=1,
    )
    axes.plot(
        at, part["auc"], color=colour, linewidth=1.5, linestyle=dash, markersize=3.5,
        marker=SHAPES[looks.shape(i, "circle")], markeredgewidth=0, path_effects=cased(colour, 1.5),
    )  # fmt: skip
