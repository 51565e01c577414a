"""Forest plot of paired effect sizes: one dot and interval per pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import write_rows
from pybench.plot.draw.dataset_groups import draw_legend, legend_size
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.margins import Words, frame
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.style import INK, LEADER
from pybench.plot.methods import MethodLooks, Named, method_looks

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.comparison.effects import Effects

    Floats = npt.NDArray[np.float64]

#: Effect -> its name on the axis, and its value for equal methods.
NAMES = {
    "hodges_lehmann": ("Hodges-Lehmann estimate of the difference", 0.0),
    "mean_difference": ("Mean difference", 0.0),
    "d_z": ("d_z, mean difference / standard deviation", 0.0),
    "rank_biserial": ("Rank-biserial correlation", 0.0),
    "superiority": ("Probability of superiority", 0.5),
}
_ROW = 1.7  # height of a row, multiples of the font size
_LEAST = 9.0  # narrowest axes beside which there are numbers


@documented
def effects(
    result: Effects,
    ax: Axes | None = None,
    *,
    effect: str = "hodges_lehmann",
    most: int = 40,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw effect sizes with their intervals, one row per pair (a forest plot).

    The vertical line is at the effect that equal methods have. A filled dot means that the interval
    does not contain this effect. Without a control, the largest effects are on top, and each pair
    is shown with its better method first, so no effect is smaller than that of equal methods. With
    a control, each row shows a method against the control, and the best method is on top.

    Parameters
    ----------
    result : Effects
        From `pybench.effects`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; names are to the left of these axes, numbers to the right. By default, a new
        figure that is as high as its content needs.
    effect : {"hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority"}
        Which effect is drawn; see `pybench.effects`.
    most : int, >= 1
        Largest number of pairs that are drawn. If there are more pairs, those with the largest
        effects are drawn, and the figure says so.
    highlight : str or iterable of str, optional
        Methods whose rows have names in bold.
    width : float or str
        Width of a new figure in inches, or the name of a standard width, such as "ieee-column". The
        figure has exactly this width.

    Returns
    -------
    matplotlib.figure.Figure
        To the right of each row are the effect and the ends of its interval, unless a new figure is
        too narrow for these numbers.

    Raises
    ------
    ArgumentError
        Not such a result, an unknown effect, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[90, 70], [80, 70], [60, 70], [90, 60]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> figure = pb.plot.effects(pb.effects(t), effect="superiority")
    >>> [text.get_text() for text in figure.axes[0].texts][:2]
    ['a against b', '0.75 (0.194 to 0.994)']
    """
    from pybench.comparison.effects import Effects

    check.kind("result", result, Effects, "effects(t)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, usual_width=5.5, font=font, title=title, width=width,
        max_label=max_label,
    )  # fmt: skip
    check.choice("effect", effect, tuple(NAMES))
    frames = result.to_frame()
    methods = list(dict.fromkeys([*frames["classifier_1"], *frames["classifier_2"]]))
    looks = method_looks(
        methods, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    rows = _rows(result, effect, check.count("most", most), methods, looks)
    name, equal = NAMES[effect]
    keys = looks.group_names
    texts = [*(name.text for name in rows.names), *keys, *style.title]
    face = typeface(style.font, style.font_size, texts)
    size = face.size
    left, right = (
        max(name.width(size, face.measure) for name in rows.names) + 1.1 * size,
        face.widest(rows.numbers) + 1.4 * size,
    )
    numbers = rows.numbers if ax or style.width - left - right > _LEAST * size else []
    right = right if numbers else 0.0
    room = axes_size(ax)[0] if ax else style.width - left - right
    columns, legend = legend_size(keys, room, face)
    note = _note(result, rows, equal, looks)
    words = Words(name, note, left=left, right=right, above=legend)

    def limits(axes: Axes) -> None:
        values = np.append(rows.values, equal)
        finite = values[np.isfinite(values)]
        low, high = float(finite.min()), float(finite.max())
        spare = 0.04 * (high - low) or 0.5
        axes.set_xlim(low - spare, high + spare)
        axes.set_ylim(len(rows.names) - 0.4, -0.6)

    def draw(axes: Axes) -> None:
        _draw(axes, rows.values, equal)
        write_rows(axes, rows.names, face)
        write_rows(axes, numbers, face, right=right - 0.5 * size)
        draw_legend(axes, keys, columns, face)

    return frame(ax, words, style, face, limits, lambda _: _ROW * size * len(rows.names), draw)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What is drawn, from the top."""

    names: list[Named]
    values: Floats  #: (rows, 3): effect, lower and upper end of its interval
    numbers: list[str]
    n_pairs: int  #: number of pairs, drawn or not


def _rows(result: Effects, effect: str, most: int, methods: list[str], looks: MethodLooks) -> _Rows:
    table = result.to_frame()
    values = table[[effect, f"{effect}_low", f"{effect}_high"]].to_numpy(float)
    index = {name: i for i, name in enumerate(methods)}
    first, second = ([index[x] for x in table[f"classifier_{at}"]] for at in (1, 2))
    equal = NAMES[effect][1]
    worse = (values[:, 0] < equal) & (result.control is None)
    # The same pair seen from its other method.
    values = np.where(worse[:, None], 2 * equal - values[:, [0, 2, 1]], values) + 0.0
    names = [
        looks.naming(*((b, " against ", a) if turned else (a, " against ", b)))
        if result.control is None
        else looks.naming(a)
        for a, b, turned in zip(first, second, worse, strict=True)
    ]
    size = np.abs(values[:, 0] - equal)
    kept = np.sort(np.argsort(-size, kind="stable")[:most])
    order = kept[np.argsort(-values[kept, 0], kind="stable")].tolist()
    return _Rows(
        [names[i] for i in order],
        values[order],
        [_written(*values[i].tolist()) for i in order],
        len(names),
    )


def _written(middle: float, low: float, high: float) -> str:
    text = f"{middle:.3g} ({low:.3g} to {high:.3g})"
    return text.replace("-", "−").replace("inf", "∞")


def _note(result: Effects, rows: _Rows, equal: float, looks: MethodLooks) -> str:
    pairs, total = len(rows.names), rows.n_pairs
    against = ""
    if result.control is not None:
        against = f" against {looks.full[result.control]}; right of the line: better than it"
    some = f"the {pairs} largest of {total}" if pairs < total else counted(total, "pair")
    share = f"{100 * result.confidence:g} %"
    return (
        f"{some[0].upper()}{some[1:]}{against}; {counted(result.n_datasets, 'dataset')}. {share} "
        "intervals, each alone, not adjusted for the number of pairs. Filled: the interval "
        f"excludes {equal:g}."
    )


def _draw(axes: Axes, values: Floats, equal: float) -> None:
    middle, low, high = values.T
    rows = np.arange(len(values))
    edges = axes.get_xlim()
    axes.axvline(equal, color=LEADER, linewidth=0.9, zorder=1.5, label="_equal")
    ends = np.clip(np.stack([low, high], axis=1), *edges)  # infinite ends leave the axes
    lines = np.stack([ends, np.repeat(rows[:, None], 2, axis=1)], axis=2)
    axes.add_collection(
        LineCollection(list(lines), colors=INK, linewidths=1.2, zorder=2.5, label="_intervals")
    )
    apart = (low > equal) | (high < equal)
    for shown, fill, label in ((apart, INK, "_apart"), (~apart, "white", "_open")):
        axes.add_line(
            Line2D(
                np.clip(middle[shown], *edges), rows[shown], linestyle="none", marker="o",
                markersize=4.5, color=INK, markerfacecolor=fill, markeredgewidth=1.0, zorder=3,
                label=label,
            )
        )  # fmt: skip
