"""Power over the number of datasets: one curve per pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    ROW,
    cased,
    chart_axes,
    draw_key,
    dress,
    footnote,
    group_key,
    name_ends,
    paper,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import DASHES, INK, group_colour, group_dash
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    from pybench.comparison.power import Power

_BACKGROUND = "#C9C9C9"
CURVES = ("family", "single")


@documented
def power(
    result: Power,
    ax: Axes | None = None,
    *,
    curve: str = "family",
    labelled: int = 6,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 24,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the power of each pair's test against the number of datasets.

    Parameters
    ----------
    result : Power
        From `pybench.datasets_needed`.
    curve : {"family", "single"}
        "family": the power with p-values adjusted for testing all pairs. "single": the power of
        each pair tested alone.
    labelled : int
        Number of pairs that are coloured and named. These are the pairs whose power grows most from
        the smallest number of datasets to the largest; other pairs are grey lines in the
        background.
    highlight : str or iterable of str, optional
        Methods whose pairs have names in bold.

    Returns
    -------
    matplotlib.figure.Figure
        The dashed line is the target power.

    Raises
    ------
    ArgumentError
        An unknown curve, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.5, 0.6]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.power(pb.datasets_needed(t, repeats=50))
    >>> float(figure.get_figwidth())
    6.5
    """
    from pybench.comparison.power import Power

    check.kind("result", result, Power, "datasets_needed(t)")
    style = style_of(
        ax, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    check.choice("curve", curve, CURVES)
    size = style.font_size
    curves = np.asarray(getattr(result, curve))
    named = _by_growth(result, curves)[: check.count("labelled", labelled, 0)]
    methods = list(dict.fromkeys(name for pair in result.pairs for name in pair))
    looks = method_looks(
        methods, highlight=highlight, labels=labels, groups=groups, max_label=max_label
    )
    index = {name: i for i, name in enumerate(methods)}
    pairs = [tuple(index[name] for name in result.pairs[i]) for i in named]
    names = [looks.naming(first, " against ", second) for first, second in pairs]
    curves_of = [_curve(place, grouped=bool(looks.group_names)) for place in range(len(named))]
    notes = [
        f"Number of datasets like the {result.n_datasets} of the table",
        f"Power of {result.test} at alpha = {result.alpha:g}, "
        + (f"adjustment {result.adjust}" if curve == "family" else "each pair alone")
        + f"; dashed: {result.power:g}; {result.repeats} resamples",
    ]
    texts = [*(name.text for name in names), *looks.group_names, *notes]
    face = typeface(style.font, size, texts)
    right = max((name.width(size, face.measure) for name in names), default=0.0) + 2.5 * size
    page = paper(style, face, (6.5, 3.6), (3 * size, right), notes, ax)
    key = group_key(looks.group_names, face, page.width - 3 * size)
    axes = ax or chart_axes(page, (3 * size, right, (1.0 + ROW * len(key)) * size), face)
    _draw(axes, result, curves, dict(zip(named, curves_of, strict=True)))
    draw_key(axes, key, face)
    dress(axes, face)
    # If curves end together, the one that rose first is on top.
    ends = [float(curves[i, -1]) - 1e-9 * place for place, i in enumerate(named)]
    colours = [colour for colour, _ in curves_of]
    name_ends(axes, ends, names, colours, face, limits=(0.0, 1.0))
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _by_growth(result: Power, curves: np.ndarray) -> list[int]:
    growth = curves[:, -1] - curves[:, 0]
    return sorted(range(len(curves)), key=lambda i: (-growth[i], result.pairs[i]))


def _curve(place: int, *, grouped: bool) -> tuple[str, Any]:
    """Return colour and dashes of a pair's curve; colours that show groups are not of pairs."""
    if grouped:
        return INK, DASHES[place % len(DASHES)]
    return group_colour(place), group_dash(place)


def _draw(axes: Axes, result: Power, curves: np.ndarray, named: dict[int, tuple[str, Any]]) -> None:
    sizes = result.sizes
    others = [i for i in range(len(curves)) if i not in named]
    lines = [np.column_stack([sizes, curves[i]]) for i in others]
    axes.add_collection(LineCollection(lines, colors=_BACKGROUND, linewidths=0.6), autolim=False)
    axes.axhline(result.power, color=INK, linewidth=0.9, linestyle=(0, (4, 2.5)))
    for i, (colour, dash) in named.items():
        axes.plot(
            sizes, curves[i], color=colour, linewidth=1.5, marker="o", markersize=3.5,
            markeredgewidth=0, clip_on=False, linestyle=dash, path_effects=cased(colour, 1.5),
        )  # fmt: skip
    axes.set_ylim(0, 1.02)
    span = max(sizes[-1] - sizes[0], 1)
    axes.set_xlim(sizes[0] - 0.02 * span, sizes[-1] + 0.02 * span)
