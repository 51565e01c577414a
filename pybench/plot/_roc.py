"""ROC curves of classifiers and of both likelihood ratios."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.errors import ArgumentError
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
from pybench.plot.draw.style import LEADER, group_colour
from pybench.plot.draw.text import visible
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.optimal.benchmark import LikelihoodRatios
    from pybench.optimal.optimality import Optimality

LINES = {
    "lrt_hidden": ("LRT hidden", "-"),
    "lrt_numerical": ("LRT numerical", DASHED),
    "lrt_exact_chain": ("LRT observed", (0, (1, 1.5))),
    "lrt_exact_transition": ("LRT exact transition", (0, (6, 1.5, 1, 1.5))),
}


@documented
def roc(
    result: Optimality | LikelihoodRatios,
    ax: Axes | None = None,
    *,
    setting: str | None = None,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw ROC curves of classifiers and of the likelihood ratios, on the same test paths.

    Parameters
    ----------
    result : Optimality or LikelihoodRatios
        From `pybench.optimality`, of which the first run is shown, or from
        `pybench.optimal.likelihood_ratios`.
    setting : str, optional
        The setting shown, if ``result`` is an `Optimality`; by default the first setting.

    Returns
    -------
    matplotlib.figure.Figure
        The AUC is beside each name. The grey diagonal is the curve of random guessing.

    Raises
    ------
    ArgumentError
        An unknown setting, or a number out of range.

    Notes
    -----
    The figure corresponds to figure 4 of "Benchmarking optimality of time series classification
    methods in distinguishing diffusions" (arXiv 2301.13112). It shows a single run. The curves show
    where a difference between methods comes from, but not how certain it is. The certainty can be
    seen only from the intervals of the verdicts of `optimality`.

    Examples
    --------
    >>> import pybench as pb
    >>> figure = pb.plot.roc(pb.optimal.likelihood_ratios("c-d1", paths=200))
    >>> float(figure.get_figwidth())
    4.5
    """
    from pybench.optimal.benchmark import LikelihoodRatios
    from pybench.optimal.optimality import Optimality

    if isinstance(result, LikelihoodRatios):
        if setting is not None:
            raise ArgumentError(
                "`setting` must be None if `result` is from likelihood_ratios(), which has only "
                "one setting",
                expected="none",
                found=repr(setting),
            )
        judged, run = result, ""
    else:
        check.kind("result", result, Optimality, "optimality(settings, classifiers)")
        judged, run = result.shown(setting), ", first run"
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    size = style.font_size
    notes = [
        "False positive rate; up: true positive rate",
        f"{visible(judged.process)}{run}, {counted_each(judged.label)}",
    ]
    looks = method_looks(
        list(judged.ratios), highlight=highlight, labels=labels, groups=groups,
        max_label=max_label,
    )  # fmt: skip
    entries = _entries(judged, looks, labels or ())
    texts = [*(one.name for one in entries), *looks.group_names, *notes]
    face = typeface(style.font, size, texts)
    beside = (3.5 * size, 1.2 * size)
    page = paper(style, face, (4.5, 4.7), beside, notes, ax)
    room = page.width - sum(beside)
    rows = group_key(looks.group_names, face, room) + key_rows(entries, face, room)
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(rows)) * size), face)
    dress(axes, face)
    axes.plot([0, 1], [0, 1], color=LEADER, linewidth=0.7)
    for entry, method in zip(entries, judged.ratios, strict=True):
        marks: dict[str, Any] = (
            {"marker": entry.mark, "markevery": 0.2, "markersize": 4.0} if entry.mark else {}
        )
        axes.plot(
            *judged.roc(method),
            color=entry.colour,
            linestyle=entry.style,
            linewidth=entry.weight,
            path_effects=cased(entry.colour, entry.weight),
            **marks,
        )
    axes.set_xlim(-0.01, 1.01)
    axes.set_ylim(0, 1.01)
    draw_key(axes, rows, face)
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def counted_each(label: Any) -> str:
    """Return the number of paths of each class as text."""
    zero, one = int((label == 0).sum()), int((label == 1).sum())
    return f"{zero} paths of each class" if zero == one else f"{zero} and {one} paths"


def _entries(
    judged: LikelihoodRatios, looks: MethodLooks, labels: Collection[str]
) -> list[KeyEntry]:
    entries, others = [], 0
    for i, (method, label) in enumerate(zip(judged.ratios, looks.names, strict=True)):
        value, bold = f"{judged.auc(method):.3f}", i in looks.bold
        name, weight = label, 1.5
        colour, dash = looks.curve(i) if looks.group_names else looks.curve(others)
        if method in LINES:
            name = label if method in labels else LINES[method][0]
            dash, weight = LINES[method][1], 1.1
            colour = group_colour(looks.groups[i])
        else:
            others += 1
        mark = SHAPES.get(looks.shape(i, ""), "")
        entries.append(KeyEntry(f"{name} {value}", colour, dash, weight, mark, bold))
    return entries
