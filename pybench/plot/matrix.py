"""The multi-comparison matrix in Matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.plot.arguments import documented, style_of
from pybench.plot.cells import cells
from pybench.plot.figure import families, measurer
from pybench.plot.grid import arrange
from pybench.plot.paint import fit, show
from pybench.plot.style import FONT

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison


@documented
def multi_comparison(
    result: MultiComparison | Comparison,
    ax: Axes | None = None,
    *,
    colours: str = "difference",
    limit: float | None = None,
    decimals: int = 4,
    title: str | None = None,
    footnote: bool = True,
    max_label: int | None = 40,
    font_size: float = 9.0,
    font: str = FONT,
) -> Figure:
    """Draw a multi-comparison matrix.

    Parameters
    ----------
    result : MultiComparison or Comparison
        From `pybench.multi_comparison` or `pybench.compare`.
    colours : {"difference", "none"}
        Red where the row is better on average, blue where the column is, whatever the direction
        of the metric; or no colours.
    limit : float, optional
        Mean difference, > 0, that has the full colour. Default: the largest one shown. Give one
        to make figures comparable.
    decimals : int
        Digits after the point of differences and means below 1; larger ones have fewer.
    footnote : bool
        Whether to say below what the cells are and which conventions made them.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Neither a multi-comparison matrix nor a comparison that has one, an unknown word, a number
        out of range.

    Notes
    -----
    After Ismail-Fawaz et al. (2023), arXiv:2305.11921, figure 2. A cell holds the mean difference
    (row - column, in plain sign), datasets won, tied and lost by the row, and p; with
    ``bayesian=True`` a fourth line has the posterior probabilities. Bold is p <= alpha.

    Names are literal text: no mathtext, no TeX. Line ends and invisible characters are shown as
    escapes.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.multi_comparison(pb.multi_comparison(t))
    >>> len(figure.axes)
    1
    """
    style = style_of(ax, font_size=font_size, font=font)
    said = cells(
        result,
        colours=colours,
        limit=limit,
        decimals=decimals,
        title=title,
        footnote=footnote,
        max_label=max_label,
    )
    labels = (*said.rows, *said.columns)
    family = families(font, (*(label.name for label in labels), *said.title, said.footnote))
    scene = arrange(said, measurer(family), style.font_size)
    scale = fit(scene) if ax is None else None
    return show(scene, ax, family, scale=scale, numbers=True)
