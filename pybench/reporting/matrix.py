"""A multi-comparison matrix as one HTML file that needs nothing else: no network, no script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.base import notes, shared
from pybench.plot.cells import Cells, cells
from pybench.plot.style import diverging
from pybench.reporting.frame import file, rendered
from pybench.reporting.tables import Table

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison

_STEPS = 10  # shades on each side: a style sheet cannot hold one for every cell


def matrix_page(
    result: MultiComparison,
    *,
    title: str | None = None,
    colours: str = "difference",
    limit: float | None = None,
    decimals: int = 4,
) -> str:
    """Write a multi-comparison matrix as an HTML page.

    Parameters
    ----------
    result : MultiComparison
    title : str, optional
        Heading.
    colours, limit, decimals
        See `pybench.plot.multi_comparison`.

    Returns
    -------
    str
        The same for the same arguments: no dates, no paths of this machine.
    """
    meaning = notes.texts()
    return rendered(
        "matrix.html",
        brand="multi-comparison matrix",
        title=title or "Who beats whom?",
        version=shared.version(),
        rules=rules(),
        result=result,
        matrix=view(result, colours=colours, limit=limit, decimals=decimals),
        notes=[(key, meaning[key]) for key in result.notes],
    )


def view(
    result: MultiComparison,
    *,
    colours: str = "difference",
    limit: float | None = None,
    decimals: int = 4,
) -> dict[str, Any]:
    """Return what the macros of ``mcm.html`` show of a matrix."""
    said = cells(result, colours=colours, limit=limit, decimals=decimals, max_label=None)
    return {
        "said": said,
        "rows": list(zip(result.rows, said.rows, _grid(said), strict=True)),
        "columns": list(zip(result.columns, said.columns, strict=True)),
    }


def rules() -> str:
    """Return the style rules for the cells of a matrix."""
    return "\n".join([file("matrix.css"), *_shades()])


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


def _grid(said: Cells) -> list[list[tuple[str, tuple[str, ...]]]]:
    """Return the class and the lines of each cell."""
    return [
        [(_kind(said, i, j), lines) for j, lines in enumerate(row)]
        for i, row in enumerate(said.lines)
    ]


def _kind(said: Cells, i: int, j: int) -> str:
    if said.own[i, j]:
        return "self"
    step = round(_STEPS * float(said.favour[i, j]))
    side = "r" if step > 0 else "c" if step < 0 else "e"
    return f"{side}{abs(step)} strong" if said.bold[i, j] else f"{side}{abs(step)}"


def _shades() -> list[str]:
    """Return the rules for the colours of cells, those of the figure in steps."""
    shades = [(step, "r" if step > 0 else "c" if step < 0 else "e") for step in _range()]
    return [f".mcm .{s}{abs(n)} {{ background: {diverging(n / _STEPS)}; }}" for n, s in shades]


def _range() -> range:
    return range(-_STEPS, _STEPS + 1)
