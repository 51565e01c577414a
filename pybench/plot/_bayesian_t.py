"""Posterior density of the mean difference of two methods, with its ROPE."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import DASHED, write_named
from pybench.plot.draw.dataset_groups import draw_legend, legend_size
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.margins import Words, frame
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.style import BLUE, INK, LEADER, ORANGE, group_colour, mixed
from pybench.plot.draw.text import visible
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    from pybench.comparison.views import TPosterior
    from pybench.table import ResultsTable

_SHOWN, _BAR = 0.99, 0.95  # shares of the posterior that the axis and the bar cover
_COLOURS = (BLUE, LEADER, ORANGE)  # first better, equivalent, second better
_LINE = 1.4  # multiples of the font size: from line to line


@documented
def bayesian_t(
    t: ResultsTable,
    first: str,
    second: str,
    ax: Axes | None = None,
    *,
    rope: float = 0.01,
    rho: float = 0.0,
    dataset: str | None = None,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 30,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the posterior density of the mean difference of two methods.

    The posterior is that of `pybench.bayesian_t`. Dashed lines are the ends of the region of
    practical equivalence (ROPE). Above the density are three probabilities: that the second method
    is better, that both are practically equivalent, and that the first method is better.

    Parameters
    ----------
    t : ResultsTable
        Scores of both methods, none of them missing.
    first, second : str
        Two different methods. Differences on the right of the figure mean that ``first`` is better.
    highlight : str or iterable of str, optional
        Methods whose probabilities are printed in bold.
    groups : mapping of str to str, optional
        For each method, the name of its group. The names and the parts of the density where they
        are better have the colours of the groups; a legend names the groups.
    rope : float
        Half width of the ROPE, >= 0, in units of the score.
    rho : float
        Correlation of the differences, in [0, 1); see `pybench.bayesian_t`.
    dataset : str, optional
        Name of a dataset: the scores of its repeats are compared. Default: the scores on all
        datasets are compared.
    width : float or str
        Width of a new figure in inches, or the name of a standard width, such as "ieee-column". The
        figure has exactly this width.

    Returns
    -------
    matplotlib.figure.Figure
        The axis shows at least the central 99 % of the posterior, and the ROPE.

    Raises
    ------
    ArgumentError
        Not a table, not two different methods of it, or an argument out of its range.
    ResultsTableError
        Fewer than 2 datasets (or repeats of ``dataset``), or missing scores.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7], [0.7, 0.65]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b"], higher_is_better=True)
    >>> figure = pb.plot.bayesian_t(t, "a", "b")
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['b better: 0.015', 'equivalent: 0.009', 'a better: 0.976']
    """
    from pybench.comparison.views import TPosterior

    style = style_of(
        ax, font_size=font_size, usual=8.0, usual_width=3.5, font=font, title=title, width=width,
        max_label=max_label,
    )  # fmt: skip
    found = TPosterior.of(t, first, second, rope, rho, dataset)
    pair = (first, second)
    looks = method_looks(
        pair, highlight=highlight, labels=labels, groups=groups, max_label=max_label,
        known=t.classifiers,
    )  # fmt: skip
    (a, b), keys = looks.names, looks.group_names
    one, other = (a, b) if t.higher_is_better else (b, a)
    metric = "Mean difference" if t.metric is None else f"Mean difference of {visible(t.metric)}"
    across = f"{metric}, {one} − {other}"
    better, equal, worse = map(_probability, found.regions)
    heads = [
        looks.naming(1, f" better: {worse}"),
        looks.naming(f"equivalent: {equal}"),
        looks.naming(0, f" better: {better}"),
    ]
    note = _note(found, t, rope, rho, dataset)
    texts = [*(head.text for head in heads), *keys, across, note, *style.title]
    face = typeface(style.font, style.font_size, texts)
    size = face.size
    room = axes_size(ax)[0] if ax else style.width - 2.4 * size
    left, middle, right = (head.width(size, face.measure) for head in heads)
    together = max(left, right) + middle / 2 + size <= room / 2
    rows = [tuple(heads)] if together else [(head,) for head in heads]
    columns, legend = legend_size(keys, room, face)
    above = _LINE * size * len(rows)
    words = Words(across, note, right=1.2 * size, left=1.2 * size, above=above + legend)
    first_ink, second_ink = (group_colour(group) for group in looks.groups)
    colours = (first_ink, LEADER, second_ink) if keys else _COLOURS

    def limits(axes: Axes) -> None:
        low, high = found.interval(_SHOWN)
        low, high = min(low, -rope, 0.0), max(high, rope, 0.0)
        spare = 0.05 * (high - low) or 0.5
        axes.set_xlim(low - spare, high + spare)
        axes.set_ylim(0.0, 1.12)

    def draw(axes: Axes) -> None:
        _density(axes, found, rope, colours)
        draw_legend(axes, keys, columns, face, above)
        for at, row in enumerate(rows):
            up = (0.5 + _LINE * (len(rows) - 1 - at)) * size
            for head in row:
                share = heads.index(head) / 2  # of the axes, and of the text that is left of it
                write_named(axes, (share, 1.0), head, face, move=(0.0, up), share=share, rows=False)

    return frame(ax, words, style, face, limits, lambda wide: 0.5 * wide, draw)


def _probability(p: float) -> str:
    """Write a probability with three decimals; only 0 and 1 are written as such."""
    if 0.0 < p < 0.0005:
        return "<0.001"
    return ">0.999" if 0.9995 <= p < 1.0 else f"{p:.3f}"


def _note(found: TPosterior, t: ResultsTable, rope: float, rho: float, dataset: str | None) -> str:
    n = found.df + 1
    over = counted(n, "dataset") if dataset is None else f"{n} repeats of {visible(dataset)}"
    shape = (
        f"Student's t, {counted(found.df, 'degree')} of freedom"
        if found.scale
        else "a single value, since all differences are equal"
    )
    bar = "; bar: central 95 % interval" if found.scale else ""
    return (
        f"Posterior of the Bayesian correlated t-test ({shape}), {over}, correlation {rho:g}. "
        f"Dashed: ROPE, ±{rope:g}{bar}."
    )


def _density(axes: Axes, found: TPosterior, rope: float, colours: tuple[str, str, str]) -> None:
    """Draw the density, in a colour for each region, as high as the axes whatever its height."""
    low, high = axes.get_xlim()
    for end in (-rope, rope):
        axes.axvline(end, color=INK, linewidth=0.9, linestyle=DASHED, zorder=3, label="_rope")
    if found.scale == 0.0:
        axes.plot([found.location] * 2, [0.0, 1.0], color=INK, linewidth=2.0, label="_density")
        return
    top = float(found.density(np.array([found.location]))[0])
    for (start, end), colour in zip(
        ((rope, high), (-rope, rope), (low, -rope)), colours, strict=True
    ):
        at = np.linspace(start, end, 120)
        axes.fill_between(
            at, found.density(at) / top, color=mixed(colour, 0.45), linewidth=0, label="_region"
        )
    at = np.linspace(low, high, 400)
    axes.plot(at, found.density(at) / top, color=INK, linewidth=1.2, label="_density")
    axes.plot(
        found.interval(_BAR), [0.0, 0.0], color=INK, linewidth=3.5, solid_capstyle="butt",
        clip_on=False, zorder=4, label="_interval",
    )  # fmt: skip
