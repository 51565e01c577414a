"""The texts and colours of a multi-comparison matrix, before any geometry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.plot.arguments import check_labels, part_of_comparison
from pybench.plot.draw.style import SCALES
from pybench.plot.draw.text import title_lines, visible
from pybench.plot.methods import MethodLooks, method_looks
from pybench.plot.multi_comparison_cells import (
    bold_cells,
    cell_lines,
    chosen_lines,
    meanings,
    names_of,
    plain,
    signed,
)

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison

COLOURS = (*SCALES, "none")
TRIANGLES = ("both", "upper")
MOST = 50  # columns of a figure without a given width: 40 inches


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
    lines: tuple[tuple[tuple[str, ...], ...], ...]  #: of each cell; none where it is empty
    bold: NDArray[np.bool_]  #: (r, c) by the p-value or the posterior that the cell shows
    favour: NDArray[np.float64]  #: (r, c) in [-1, 1]: 1 is the row's colour, -1 the column's
    own: NDArray[np.bool_]  #: (r, c) row and column are the same
    hidden: NDArray[np.bool_]  #: (r, c) not in the upper triangle, where that alone is drawn
    key: tuple[str, ...]  #: what each line of a cell is
    scale: tuple[str, str, str] | None  #: ends and middle of the colours; None without colours
    colours: str  #: name of the scale
    groups: tuple[str, ...]  #: names of the groups, as shown
    title: tuple[str, ...]
    footnote: str


def matrix_texts(
    result: MultiComparison | Comparison,
    *,
    colours: str = "red-blue",
    triangle: str = "both",
    cell: str | Iterable[str] | None = None,
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
    check.choice("triangle", triangle, TRIANGLES)
    chosen = chosen_lines(result, cell)
    check_labels(max_label, decimals)
    rows, columns = _sides(result, triangle)
    sign = 1.0 if result.higher_is_better else -1.0
    favour = sign * result.mean_difference.to_numpy()
    largest = _limit(favour, limit)
    coloured = colours != "none"
    methods = tuple(dict.fromkeys((*result.rows, *result.columns)))
    looks = method_looks(
        methods, labels=labels, highlight=highlight, groups=groups, max_label=max_label
    )
    labelled = _labels(result, methods, decimals, looks)
    hidden = np.zeros(result.own.shape, bool)
    if triangle == "upper":
        hidden[np.tril_indices(len(hidden))] = True
    shares = np.clip(favour / largest, -1.0, 1.0) if coloured else np.zeros(favour.shape)
    lines = cell_lines(result, chosen, decimals, result.own | hidden)
    return MatrixTexts(
        rows=tuple(labelled[name] for name in result.rows[rows]),
        columns=tuple(labelled[name] for name in result.columns[columns]),
        lines=tuple(row[columns] for row in lines[rows]),
        bold=bold_cells(result, chosen)[rows, columns],
        favour=shares[rows, columns],
        own=result.own[rows, columns],
        hidden=hidden[rows, columns],
        key=tuple(line for name in chosen for line in names_of(result, name)),
        scale=_scale(largest, sign, decimals) if coloured else None,
        colours=colours if coloured else "red-blue",
        groups=looks.group_names,
        title=title_lines(title or ""),
        footnote=" ".join(sentences(result, chosen, triangle, colours)) if footnote else "",
    )


def require_few(columns: int) -> None:
    """Refuse more columns than a figure shows whose width is not given."""
    if columns > MOST:
        raise ArgumentError(
            f"a matrix with more than {MOST} columns needs `width`: `result` has {columns}",
            expected=f"at most {MOST} columns, or a `width`",
            found=f"{columns} columns",
            hint="Use one method against all: multi_comparison(t, columns=[name]); or the p-values "
            "of all pairs: plot.pairwise_test(wilcoxon(t)).",
        )


def _sides(result: MultiComparison, triangle: str) -> tuple[slice, slice]:
    """Return the rows and columns to draw: a triangle needs neither first column nor last row."""
    if triangle == "both":
        return slice(None), slice(None)
    if result.rows != result.columns:
        raise ArgumentError(
            f'`triangle` = "{triangle}" needs the same methods in rows and columns',
            expected="the same methods in rows and columns",
            found="different ones",
            hint='Use triangle = "both".',
        )
    return slice(None, -1), slice(1, None)


def matrix_of(result: MultiComparison | Comparison) -> MultiComparison:
    """Return the result itself, or the matrix of a whole comparison."""
    from pybench.comparison.matrix import MultiComparison

    return part_of_comparison(result, MultiComparison, "multi_comparison", "mcm")


def sentences(
    result: MultiComparison, chosen: tuple[str, ...], triangle: str, colours: str
) -> tuple[str, ...]:
    """Describe the cells, the conventions, and what p does not mean."""
    metric = visible(result.metric or "score")
    better = "higher" if result.higher_is_better else "lower"
    size = f"{result.n_datasets} dataset{'' if result.n_datasets == 1 else 's'}"
    found = [
        f"Row against column over {size}; {metric}, {better} is better; means beside the names.",
        *map(visible, notes.flags(result.notes)),
        f"Cells: {'; '.join(meanings(result, metric, chosen))}.",
    ]
    if "p" in chosen and result.against.any():
        found.append("! where the mean difference does not favour it.")
    if colours != "none":
        row, column = colours.split("-")
        found.append(f"{row.capitalize()}: the row is better on average; {column}: the column.")
    if triangle != "both":
        found.append("Each pair is shown once.")
    if "p" in chosen:
        found.append(_meaning_of_p(result))
        shown = [key for key in result.notes if key == "invariance-lost"]
        found += [notes.text(key) for key in shown]
    return tuple(found)


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


def _limit(favour: NDArray[np.float64], limit: float | None) -> float:
    """Return the difference that has the full colour."""
    if limit is not None:
        return check.number("limit", limit, "a positive number", 0.0, math.inf)
    finite = np.abs(favour[np.isfinite(favour)])
    return float(finite.max(initial=0.0)) or 1.0


def _scale(limit: float, sign: float, decimals: int) -> tuple[str, str, str]:
    return (signed(-sign * limit, decimals), "0", signed(sign * limit, decimals))
