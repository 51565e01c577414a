"""Two methods against each other: one dot per dataset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted, strangers
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import write
from pybench.plot.draw.dataset_groups import (
    DOT,
    draw_dots,
    draw_legend,
    groups_of,
    legend_size,
)
from pybench.plot.draw.dataset_map import names_without_room, write_names
from pybench.plot.draw.fonts import Typeface, typeface
from pybench.plot.draw.margins import Words, frame
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.style import LEADER
from pybench.plot.draw.text import labels_for, visible

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.comparison.views import Duel
    from pybench.table import ResultsTable

    Floats = npt.NDArray[np.float64]

_LINE = 1.4  # multiples of the font size: from line to line
_Rows = list[list[tuple[str, float]]]


@documented
def scatter(
    t: ResultsTable,
    first: str,
    second: str,
    ax: Axes | None = None,
    *,
    labels: bool | int | Iterable[str] = False,
    groups: Mapping[str, str] | None = None,
    tie_tol: float | str = "decimal",
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the scores of one method against those of another, one dot per dataset.

    On the diagonal line, both methods have the same score. Texts at the corners say on how many
    datasets each method is better, and on how many both tie.

    Parameters
    ----------
    t : ResultsTable
        Scores of both methods. Datasets without scores of both methods are left out; the figure
        says how many.
    first, second : str
        Two different methods: ``first`` on the horizontal axis, ``second`` on the vertical axis.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on, preferably square; both axes get the same limits. Default: a new figure.
    labels : bool, int or iterable of str
        Which datasets are named: all (True), none (False), the given number of datasets with the
        largest differences, or those listed. Names cover neither dots nor other names; the figure
        says how many names were left out because they did not fit.
    groups : mapping of str to str, optional
        Group of each dataset, such as its kind of data. Colours and shapes show the groups.
    tie_tol : "decimal", float or "auto"
        Which scores of a dataset count as tied; see `pybench.ranks`.
    width : float or str
        Width of a new figure in inches, or the name of a standard width, such as "ieee-column". The
        figure has exactly this width.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a table, not two different methods of it, an unknown dataset in ``labels``, a dataset
        without a group, a bad ``tie_tol``, or a number out of range.
    ResultsTableError
        No dataset has scores of both methods.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.7, 0.75], [0.6, 0.6]], higher_is_better=True,
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b"], metric="accuracy")
    >>> figure = pb.plot.scatter(t, "a", "b", labels=1)
    >>> [text.get_text() for text in figure.axes[0].texts][:4]
    ['b better: 1', 'tied: 1', 'a better: 1', 'd1']
    """
    from pybench.comparison.views import Duel

    style = style_of(
        ax, font_size=font_size, usual=8.0, usual_width=3.5, font=font, title=title, width=width,
        max_label=max_label,
    )  # fmt: skip
    tolerance = check.tie_tolerance(tie_tol)
    shown = Duel.of(t, first, second, tolerance)
    kinds = groups_of(shown.datasets, groups)
    names = _named(labels, shown, max_label)
    methods, keys = labels_for((first, second), max_label), labels_for(kinds, max_label)
    unit = "" if t.metric is None else f", {visible(t.metric)}"
    corners = _corners(shown.better, methods, higher_is_better=t.higher_is_better)
    note = _note(t, shown, tolerance)
    across, up = (f"{method}{unit}" for method in methods)
    face = typeface(
        font, style.font_size, [*names, *corners, *keys, across, up, note, *style.title]
    )
    room = axes_size(ax)[0] if ax else style.width - 8 * face.size
    columns, legend = legend_size(keys, room, face)
    rows = _rows(corners, room, face)
    words = Words(
        across, note, up,
        right=1.2 * face.size,
        above=_LINE * len(rows[0]) * face.size + legend,
        below=_LINE * len(rows[1]) * face.size,
    )  # fmt: skip

    def draw(axes: Axes) -> str:
        _write_corners(axes, rows, face)
        draw_dots(axes, shown.scores, shown.datasets, groups, kinds)
        draw_legend(axes, keys, columns, face, _LINE * len(rows[0]) * face.size)
        sizes = [(face.width(name) if name else 0.0, 1.3 * face.size) for name in names]
        written = names if any(names) else []
        return names_without_room(
            write_names(axes, shown.scores, written, sizes, face, DOT)
        ).strip()

    def limits(axes: Axes) -> None:
        _limits(axes, shown.scores)

    return frame(ax, words, style, face, limits, lambda wide: wide, draw)


def _named(labels: object, shown: Duel, limit: int | None) -> list[str]:
    """Return the name beside each dot, "" where there is none."""
    datasets = shown.datasets
    if isinstance(labels, bool):
        chosen = set(datasets if labels else ())
    elif isinstance(labels, int | np.integer):
        gaps = np.abs(np.diff(shown.scores, axis=1)[:, 0])
        largest = np.argsort(-gaps, kind="stable")[: check.count("labels", labels, 0)]
        chosen = {datasets[i] for i in largest}
    else:
        chosen = set(check.listed("labels", labels, "True, False, a number or names of datasets"))
        if not chosen <= set(datasets):
            raise ArgumentError(
                "`labels` must be names of datasets that have scores of both methods",
                expected="names of datasets",
                found=repr(labels),
                hint=strangers(sorted(map(str, chosen)), datasets),
            )
    texts = labels_for(datasets, limit)
    return [text if name in chosen else "" for name, text in zip(datasets, texts, strict=True)]


def _corners(
    better: npt.NDArray[np.int64], methods: Sequence[str], *, higher_is_better: bool
) -> list[str]:
    """Return the texts of the upper left corner, the end of the diagonal and the lower right."""
    tied, *counts = np.bincount(better, minlength=3).tolist()
    texts = [f"{name} better: {count}" for name, count in zip(methods, counts, strict=True)]
    lower, upper = texts if higher_is_better else texts[::-1]
    return [upper, f"tied: {tied}", lower]


def _rows(corners: Sequence[str], room: float, face: Typeface) -> tuple[_Rows, _Rows]:
    """Return the lines above the axes and below: each texts at 0, the left end, or 1, the right."""
    upper, tied, lower = corners
    above: _Rows = [[(line, 0.0)] for line in face.wrap(upper, room)]
    if face.width(above[0][0][0]) + face.width(tied) + face.size > room:
        above.insert(0, [])
    above[0].append((tied, 1.0))
    return above, [[(line, 1.0)] for line in face.wrap(lower, room)]


def _write_corners(axes: Axes, rows: tuple[_Rows, _Rows], face: Typeface) -> None:
    sides: dict[float, dict[str, Any]] = {0.0: {}, 1.0: {"horizontalalignment": "right"}}
    above, below = rows
    for edge, lines, start in ((1.0, above, 0.5 + _LINE * (len(above) - 1)), (0.0, below, -2.6)):
        for at, line in enumerate(lines):
            up = (start - _LINE * at) * face.size
            for text, end in line:
                write(axes, (end, edge), text, face, move=(0.0, up), **sides[end])


def _note(t: ResultsTable, shown: Duel, tie_tol: float | str) -> str:
    parts = [
        counted(len(shown.datasets), "dataset"),
        f"means over {t.n_repeats} repeats" if t.n_repeats > 1 else "",
        f"{shown.left_out} left out for missing scores" if shown.left_out else "",
        "higher is better" if t.higher_is_better else "lower is better",
        "" if tie_tol == "decimal" else f"tie tolerance {tie_tol}",
    ]
    return "; ".join(part for part in parts if part) + ". Line: equal scores."


def _limits(axes: Axes, scores: Floats) -> None:
    """Give both axes the same limits, and draw the diagonal."""
    low, high = float(scores.min()), float(scores.max())
    spare = 0.05 * (high - low) or 0.05 * abs(high) or 0.5
    ends = (low - spare, high + spare)
    axes.set_xlim(*ends)
    axes.set_ylim(*ends)
    axes.add_line(Line2D(ends, ends, color=LEADER, linewidth=0.8, zorder=1.5, label="_equal"))
