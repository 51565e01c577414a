"""The covering radius of the farthest-first order, with its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import chart_axes, dress, footnote, name_ends, paper
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import INK, ORANGE, QUIET

if TYPE_CHECKING:
    from pybench.selection.covering import Covering

_NAMES = {"radius": "radius", "least": "lower bound for any choice", "bound": "bound of lemma A.3"}
_LOOKS = {"radius": (INK, 1.6), "least": (QUIET, 1.0), "bound": (ORANGE, 1.2)}


@documented
def covering(
    covering: Covering,
    ax: Axes | None = None,
    *,
    width: float | str | None = None,
    height: float | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the covering radius against the number of datasets chosen.

    Parameters
    ----------
    covering : Covering
        From `pybench.covering`.

    Returns
    -------
    matplotlib.figure.Figure
        The covering radius is the largest distance of a dataset from the nearest chosen dataset. No
        choice of the same number of datasets has a radius below the line "lower bound for any
        choice". The upper bound of lemma A.3 (see `pybench.covering`) is drawn where it is below
        the radius for one chosen dataset; elsewhere this bound is not informative. If it is not
        informative for any number of datasets, a note says so.

    Raises
    ------
    ArgumentError
        Not a covering, or a number out of range.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> place = pd.DataFrame({"x": [0, 1, 5, 6, 9], "y": [1, 0, 3, 4, 0]}, list("abcde"))
    >>> figure = pb.plot.covering(pb.covering(place, "euclidean"))
    >>> len(figure.axes[0].lines[0].get_xdata())
    5
    """
    from pybench.selection.covering import Covering

    check.kind("covering", covering, Covering, "covering(embedding)")
    style = style_of(ax, font_size=font_size, font=font, width=width, height=height)
    size = style.font_size
    first = float(covering.table["radius"].iloc[0])
    works = covering.table["bound"].to_numpy(float) < first
    shown = [name for name in _NAMES if name != "bound" or works.any()]
    notes = _notes(covering, bool(works.any()))
    face = typeface(style.font, size, notes)
    wide = face.widest(_NAMES[name] for name in shown)
    beside = (4 * size, wide + 2.5 * size)
    page = paper(style, face, (7.0, 3.6), beside, notes, ax)
    axes = ax or chart_axes(page, (*beside, 1.2 * size), face)
    ends = []
    for name in shown:
        colour, weight = _LOOKS[name]
        part = covering.table[works] if name == "bound" else covering.table
        axes.plot(
            part["size"], part[name], color=colour, linewidth=weight, label=f"_{name}",
            linestyle="-" if name == "radius" else (0, (4, 2.5)), drawstyle="steps-post",
        )  # fmt: skip
        ends.append(float(part[name].iloc[-1]))
    axes.set_ylim(0, 1.04 * first if first > 0 else 1.0)
    axes.set_xlim(1, max(covering.n_datasets, 2))
    dress(axes, face)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    # Radius and its half both end at 0: the radius, which is larger before, is on top.
    ends = [end - 1e-9 * place for place, end in enumerate(ends)]
    colours = [_LOOKS[name][0] for name in shown]
    name_ends(axes, ends, [_NAMES[name] for name in shown], colours, face, away=0.7)
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _notes(covering: Covering, works: bool) -> list[str]:
    lemma = "" if works else " The bound of lemma A.3 is above the first radius everywhere."
    return [
        f"Datasets chosen by farthest-first, of {covering.n_datasets}",
        f"Largest distance ({covering.metric}) of a dataset from the nearest of those chosen; "
        f"start by {covering.start}, {covering.dimension} dimensions.{lemma}",
    ]
