"""The gap of classifiers to the best AUC over the number of training paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

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
    from pybench.optimal.learningcurves import LearningCurve


@documented
def learning_curve(
    result: LearningCurve,
    ax: Axes | None = None,
    *,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the gap of classifiers to the best AUC over the number of training paths.

    Parameters
    ----------
    result : LearningCurve
        From `pybench.optimal.learning_curve`.

    Returns
    -------
    matplotlib.figure.Figure
        The line at 0 is the best AUC. Marks show the gap on test paths, with 95 % intervals. The
        dashed line of a classifier is the gap that remains after any number of training paths (its
        approximation error). The dotted line is the gap on training paths: as far as it is above
        the gap on test paths, the classifier overfits.

    Raises
    ------
    ArgumentError
        A number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.learning_curve("a-T1", "girsanov", sizes=(10, 20, 40), runs=2)
    >>> figure = pb.plot.learning_curve(found)
    >>> float(figure.get_figwidth())
    4.5
    """
    from pybench.optimal.learningcurves import LearningCurve

    check.kind("result", result, LearningCurve, "optimal.learning_curve(setting, classifiers)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    size = style.font_size
    looks = method_looks(
        result.classifiers, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    entries = [KeyEntry(result.ceiling, INK, "-", 1.1)]
    entries += [
        KeyEntry(
            name, *looks.curve(i), mark=SHAPES.get(looks.shape(i, ""), ""), bold=i in looks.bold
        )
        for i, name in enumerate(looks.names)
    ]
    notes = [
        "Training paths",
        f"AUC less that of {result.ceiling} ({result.best:.3f}) in {visible(result.setting)}; "
        "bars: 95 % intervals",
        "Dashed: after any number of paths; dotted: on training paths",
    ]
    texts = [*(one.name for one in entries), *looks.group_names, *notes]
    face = typeface(style.font, size, texts)
    beside = (3.8 * size, 1.2 * size)
    page = paper(style, face, (4.5, 3.6), beside, notes, ax)
    room = page.width - sum(beside)
    rows = group_key(looks.group_names, face, room) + key_rows(entries, face, room)
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(rows)) * size), face)
    dress(axes, face)
    axes.axhline(0.0, color=INK, linewidth=1.1)
    axes.set_xscale("log")
    for i in range(len(looks.names)):
        _draw(axes, result, i, looks)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(result.sizes, [str(one) for one in result.sizes])
    axes.margins(x=0.06, y=0.06)
    draw_key(axes, rows, face)
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _draw(axes: Axes, result: LearningCurve, i: int, looks: MethodLooks) -> None:
    name = result.classifiers[i]
    own = result.table[result.table["classifier"] == name]
    limit = -float(result.limits["approximation"].iloc[i])
    colour, dash = looks.curve(i)
    at = own["size"] * 1.02 ** (i - (len(looks.names) - 1) / 2)
    axes.axhline(limit, color=colour, linewidth=0.8, linestyle=DASHED)
    axes.plot(at, own["train_auc"] - result.best, color=colour, linewidth=1, linestyle=":")
    axes.vlines(at, own["gap_lower"], own["gap_upper"], color=ink_of(colour), linewidth=1)
    axes.plot(
        at, own["gap"], color=colour, linewidth=1.5, linestyle=dash, markersize=3.5,
        marker=SHAPES[looks.shape(i, "circle")], markeredgewidth=0, path_effects=cased(colour, 1.5),
    )  # fmt: skip
