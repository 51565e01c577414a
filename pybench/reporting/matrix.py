"""Which methods win: the part about a multi-comparison matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base.noun import said
from pybench.base.tables import Table
from pybench.plot.multi_comparison_text import MatrixTexts, matrix_texts
from pybench.reporting.formats import counted
from pybench.reporting.frame import Part
from pybench.reporting.look import STEPS

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison

_LIMITS = (
    "A cell compares two methods only. Among many cells, some pairs differ by chance alone; for a "
    "verdict on all pairs at once, see the comparison.",
)


def part(
    result: MultiComparison,
    *,
    title: str | None = None,
    **look: Any,
) -> Part:
    """Return the part about a matrix; ``look`` are arguments of `plot.multi_comparison`.

    The style sheet has the colours "red-blue" alone.
    """
    better = "higher" if result.higher_is_better else "lower"
    size = f"{counted(result.n_classifiers, 'method')} on {result.n_datasets} datasets"
    return Part(
        room="multi-comparison matrix",
        title=title or "Who beats whom?",
        lead=f"{counted(result.n_comparisons, 'comparison')} of {size}, measured by "
        f"{result.metric or 'score'}: {better} is better.",
        template="matrix.html",
        values={"matrix": view(result, **look)},
        findings=_findings(result),
        limits=tuple(map(said, _LIMITS)),
        notes=result.notes,
        references=("wilcoxon1945", "ismail2023"),
    )


def _findings(result: MultiComparison) -> tuple[str, ...]:
    """State which method leads, and how many pairs differ by a test of the two alone."""
    means = result.mean_scores
    best = str(means.idxmax() if result.higher_is_better else means.idxmin())
    level = "with correction" if result.adjust != "none" else "not corrected for their number"
    pairs = {
        frozenset((result.rows[i], result.columns[j])) for i, j in np.argwhere(result.significant)
    }
    against = {
        frozenset((result.rows[i], result.columns[j])) for i, j in np.argwhere(result.against)
    }
    turned = (
        f"In {len(against)} of them the mean difference does not favour who is better by the test."
    )
    return (
        f"{best} has the best mean score ({means[best]:.4g}).",
        f"In {len(pairs)} of {counted(result.n_comparisons, 'comparison')} the two differ by "
        f"the signed-rank test at alpha = {result.alpha:g}, {level}.",
        *([turned] if against else []),
    )


def view(result: MultiComparison, **look: Any) -> dict[str, Any]:
    """Return the values of a matrix for the macros of ``mcm.html``."""
    said = matrix_texts(result, **{"max_label": None, **look})
    # The triangle has neither the last row nor the first column.
    rows, columns = result.rows[: len(said.rows)], result.columns[-len(said.columns) :]
    return {
        "said": said,
        "rows": list(zip(rows, said.rows, _grid(said), strict=True)),
        "columns": list(zip(columns, said.columns, strict=True)),
    }


def matrix_table(result: MultiComparison) -> Table:
    """Return the matrix in long form, one row per cell."""
    frame = result.to_frame()
    rows = tuple(tuple(row) for row in frame.astype(object).itertuples(index=False, name=None))
    return Table(
        name="multi-comparison",
        caption="Multi-comparison matrix, one row per cell.",
        header=tuple(frame.columns),
        formats=("",) * len(frame.columns),
        rows=rows,
    )


def _grid(said: MatrixTexts) -> list[list[tuple[str, tuple[str, ...]]]]:
    """Return the class and the lines of each cell."""
    return [
        [(_kind(said, i, j), lines) for j, lines in enumerate(row)]
        for i, row in enumerate(said.lines)
    ]


def _kind(said: MatrixTexts, i: int, j: int) -> str:
    if said.hidden[i, j]:
        return ""
    if said.own[i, j]:
        return "self"
    step = round(STEPS * float(said.favour[i, j]))
    side = "r" if step > 0 else "c" if step < 0 else "e"
    return f"{side}{abs(step)} strong" if said.bold[i, j] else f"{side}{abs(step)}"
