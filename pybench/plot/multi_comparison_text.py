"""The texts and colours of a multi-comparison matrix, before any geometry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import P_FLOOR
from pybench.plot.arguments import check_labels, part_of_comparison
from pybench.plot.draw.text import title_lines, visible
from pybench.plot.methods import MethodLooks, method_looks

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison

COLOURS = ("difference", "none")
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class MethodLabel:
    """A method beside the matrix."""

    name: str  #: as shown
    mean: str  #: its mean score
    bold: bool = False
    group: int | None = None  #: its number


@dataclass(frozen=True, slots=True)
class MatrixTexts:
    """Texts and colours of a matrix of r rows and c columns."""

    rows: tuple[MethodLabel, ...]
    columns: tuple[MethodLabel, ...]
    lines: tuple[tuple[tuple[str, ...], ...], ...]  #: of each cell; none on the diagonal
    bold: NDArray[np.bool_]  #: (r, c) p <= alpha
    favour: NDArray[np.float64]  #: (r, c) in [-1, 1]: 1 is the row's colour, -1 the column's
    own: NDArray[np.bool_]  #: (r, c) row and column are the same
    key: tuple[str, ...]  #: what each line of a cell is
    scale: tuple[str, str, str] | None  #: ends and middle of the colours; None without colours
    groups: tuple[str, ...]  #: names of the groups, as shown
    title: tuple[str, ...]
    footnote: str


def matrix_texts(
    result: MultiComparison | Comparison,
    *,
    colours: str = "difference",
    limit: float | None = None,
    decimals: int = 4,
    title: str | None = None,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = 40,
) -> MatrixTexts:
    """Collect the texts of a result's matrix; arguments as in `multi_comparison`."""
    result = matrix_of(result)
    check.choice("colours", colours, COLOURS)
    check_labels(max_label, decimals)
    sign = 1.0 if result.higher_is_better else -1.0
    favour = sign * result.mean_difference.to_numpy()
    largest = _limit(favour, limit)
    coloured = colours == "difference"
    own = result.own
    methods = tuple(dict.fromkeys((*result.rows, *result.columns)))
    looks = method_looks(
        methods, labels=labels, highlight=highlight, groups=groups, max_label=max_label
    )
    labelled = _labels(result, methods, decimals, looks)
    return MatrixTexts(
        rows=tuple(labelled[name] for name in result.rows),
        columns=tuple(labelled[name] for name in result.columns),
        lines=_lines(result, decimals),
        bold=result.significant,
        favour=np.clip(favour / largest, -1.0, 1.0) if coloured else np.zeros(own.shape),
        own=own,
        key=key(result),
        scale=_scale(largest, sign, decimals) if coloured else None,
        groups=looks.group_names,
        title=title_lines(title or ""),
        footnote=" ".join(sentences(result, coloured=coloured)) if footnote else "",
    )


def matrix_of(result: MultiComparison | Comparison) -> MultiComparison:
    """Return the result itself, or the matrix of a whole comparison."""
    from pybench.comparison.matrix import MultiComparison

    return part_of_comparison(result, MultiComparison, "multi_comparison", "mcm")


def signed(value: float, decimals: int) -> str:
    """Write a difference with its sign; the larger it is, the fewer decimals.

    Examples
    --------
    >>> signed(0.01234, 4), signed(-12.34, 4), signed(0.0, 4)
    ('+0.0123', '−12.340', '0.0000')
    """
    text = plain(abs(value), decimals)
    return ("+" if value > 0 else MINUS if value < 0 else "") + text


def plain(value: float, decimals: int) -> str:
    """Write a score; the larger it is, the fewer decimals, whatever stands beside it."""
    if not math.isfinite(value):
        return ("" if value > 0 else MINUS) + "∞"
    whole = len(str(int(abs(value))))
    return f"{value:.{max(0, decimals - whole + 1)}f}".replace("-", MINUS)


def probability(p: float) -> str:
    """Write a p-value in at most six characters.

    Examples
    --------
    >>> probability(0.0412), probability(3.4e-07), probability(1e-30)
    ('0.041', '3e-7', '<1e-12')
    """
    if p < P_FLOOR:
        return "<1e-12"
    if p >= 0.0005:
        return f"{p:.3f}"
    digits, _, exponent = f"{p:.0e}".partition("e")
    return f"{digits}e{int(exponent)}"


def key(result: MultiComparison) -> tuple[str, ...]:
    """Return the names of the lines of a cell."""
    lines = ("mean difference", "win / tie / loss", "p (Wilcoxon), better")
    return lines if result.better is None else (*lines, "P(better / alike / worse)")


def sentences(result: MultiComparison, *, coloured: bool) -> tuple[str, ...]:
    """Describe the cells, the conventions, and what p does not mean."""
    metric = visible(result.metric or "score")
    better = "higher" if result.higher_is_better else "lower"
    size = f"{result.n_datasets} dataset{'' if result.n_datasets == 1 else 's'}"
    found = [
        f"Row against column over {size}; {metric}, {better} is better; means beside the names.",
        f"Cells: mean of {metric}(row) {MINUS} {metric}(column); datasets that the row wins, "
        "ties and loses; p of the two-sided Wilcoxon signed-rank test, "
        f"bold where p\u00a0≤\u00a0{result.alpha:g}, with the method that is better by the test: "
        "row or col(umn).",
    ]
    if result.against.any():
        found.append("! where the mean difference does not favour it.")
    if coloured:
        found.append("Red: the row is better on average; blue: the column.")
    if result.rope is not None:
        found.append(
            "Last line: posterior probability that the row is better, alike (within "
            f"±{result.rope:g}) and worse, Bayesian signed-rank test."
        )
    found.append(_meaning_of_p(result))
    shown = [key for key in result.notes if key == "invariance-lost"]
    return (*found, *(notes.texts()[key] for key in shown))


def _meaning_of_p(result: MultiComparison) -> str:
    count = result.n_comparisons
    pairs = f"{count} comparison{'' if count == 1 else 's'}"
    if result.adjust == "none":
        return f"p is descriptive, not corrected for the {pairs}."
    return f"p is adjusted for the {pairs} by {visible(result.adjust)}."


def _labels(
    result: MultiComparison, methods: tuple[str, ...], decimals: int, looks: MethodLooks
) -> dict[str, MethodLabel]:
    means = [plain(float(result.mean_scores[name]), decimals) for name in methods]
    return {
        name: MethodLabel(looks.names[i], means[i], i in looks.bold, looks.groups[i])
        for i, name in enumerate(methods)
    }


def _lines(result: MultiComparison, decimals: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    difference = result.mean_difference.to_numpy()
    wins, draws, losses = (
        frame.to_numpy(int) for frame in (result.wins, result.draws, result.losses)
    )
    p = result.pvalues.to_numpy()
    better = result.better_by_test()
    three = [frame for frame in (result.better, result.equal, result.worse) if frame is not None]
    posterior = [frame.to_numpy() for frame in three]

    def of(i: int, j: int) -> tuple[str, ...]:
        lines = (
            signed(float(difference[i, j]), decimals),
            f"{wins[i, j]}/{draws[i, j]}/{losses[i, j]}",
            probability(float(p[i, j])) + better[i, j],
        )
        shares = "/".join(f"{part[i, j]:.2f}" for part in posterior)
        return (*lines, shares) if shares else lines

    own = result.own
    rows, columns = own.shape
    return tuple(tuple(() if own[i, j] else of(i, j) for j in range(columns)) for i in range(rows))


def _limit(favour: NDArray[np.float64], limit: float | None) -> float:
    """Return the difference that has the full colour."""
    if limit is not None:
        return check.number("limit", limit, "a positive number", 0.0, math.inf)
    finite = np.abs(favour[np.isfinite(favour)])
    return float(finite.max(initial=0.0)) or 1.0


def _scale(limit: float, sign: float, decimals: int) -> tuple[str, str, str]:
    return (signed(-sign * limit, decimals), "0", signed(sign * limit, decimals))
