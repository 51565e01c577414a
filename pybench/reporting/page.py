"""One comparison as one HTML file that needs nothing else: no network, no script."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import notes
from pybench.base.result import P_FLOOR, format_p
from pybench.reporting import escape
from pybench.reporting.languages import allowed, difference, largest

if TYPE_CHECKING:
    from jinja2 import Environment

    from pybench.comparison.friedman import FriedmanResult
    from pybench.comparison.summary import Comparison

_HERE = Path(__file__).parent
_AXIS, _MARGIN = 200.0, 8.0  # drawing of a mean rank: width, and room beyond ranks 1 and k
_MANY = 12  # classifiers from which the matrix of pairs is set smaller and broader

METHODS = {
    "chi-square": "Friedman, chi-square",
    "iman-davenport": "Iman and Davenport, F",
    "exact": "Friedman, exact",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A cell of the matrix of p-values."""

    shown: str  #: three decimals
    exact: str  #: four significant digits
    kind: str  #: class of the cell: "self", "same", or "differs" and how clearly


@dataclass(frozen=True, slots=True)
class Bar:
    """A mean rank and the critical difference round it, on an axis of 200 units."""

    at: float
    start: float
    end: float


def page(
    comparison: Comparison, diagram: str, *, title: str | None = None, files: tuple[str, ...] = ()
) -> str:
    """Write a comparison as an HTML page.

    Parameters
    ----------
    comparison : Comparison
    diagram : str
        The critical difference diagram as SVG; shown as an image, so that nothing in it can act
        on the page.
    title : str, optional
        Heading.
    files : tuple of str
        Names of the files written beside the page, which it then lists.

    Returns
    -------
    str
        The same for the same arguments: no dates, no paths of this machine.
    """
    sheet = (_HERE / "style.css").read_text(encoding="utf-8")
    return (
        _environment()
        .get_template("template.html")
        .render(
            style=escape.style(sheet),
            style_hash=escape.style_hash(sheet),
            diagram=escape.image(diagram.encode("utf-8"), "image/svg+xml"),
            title=title or "Which classifiers differ?",
            files=files,
            **_view(comparison),
        )
    )


@cache
def _environment() -> Environment:
    made = escape.environment(_HERE)
    made.filters.update(fixed=fixed, number=number, p=p_value)
    return made


def _view(comparison: Comparison) -> dict[str, Any]:
    meaning, rows = notes.texts(), largest(comparison.differences)
    table, pairs = comparison.table, comparison.critical_difference
    return {
        "comparison": comparison,
        "table": table,
        "size": _size(comparison),
        "metric": table.metric or "score",
        "notes": [(key, meaning[key]) for key in comparison.notes],
        "alternative": _alternative(comparison),
        "scores": _scores(comparison),
        "omnibus": [comparison.friedman, comparison.iman_davenport],
        "methods": METHODS,
        "pairs": list(zip(pairs.classifiers, _pairs(comparison), strict=True)),
        "many": table.n_classifiers > _MANY,
        "measured": [(row, difference(row), allowed(row)) for row in rows if row.tolerance],
        "equal": [row for row in rows if not row.tolerance],
        "settings": _settings(comparison),
        "methods_sentence": _methods_sentence(comparison),
    }


def _size(comparison: Comparison) -> str:
    table = comparison.table
    return f"{table.n_classifiers} classifiers on {table.n_datasets} datasets"


def _alternative(comparison: Comparison) -> str:
    """Say in words what the diagram shows."""
    pairs = comparison.critical_difference
    ranks = ", ".join(
        f"{name} {rank:.2f}" for name, rank in zip(pairs.classifiers, pairs.mean_ranks, strict=True)
    )
    bars = "; ".join(", ".join(clique) for clique in pairs.cliques) or "none"
    return f"Critical difference diagram. Mean ranks: {ranks}. Not told apart: {bars}."


def _scores(comparison: Comparison) -> list[tuple[Any, Bar]]:
    k, width = comparison.table.n_classifiers, comparison.nemenyi.critical_difference
    rows: Iterator[Any] = comparison.scores.itertuples()
    return [(row, _bar(row.mean_rank, width, k)) for row in rows]


def _bar(rank: float, width: float, k: int) -> Bar:
    def place(value: float) -> float:
        position = _MARGIN + (value - 1) / (k - 1) * (_AXIS - 2 * _MARGIN)
        return round(min(max(position, 0.0), _AXIS), 2)

    return Bar(place(rank), place(rank - width / 2), place(rank + width / 2))


def _pairs(comparison: Comparison) -> list[list[Pair]]:
    pairs = comparison.critical_difference
    order = list(pairs.classifiers)
    values = comparison.nemenyi.pvalues.loc[order, order].to_numpy()
    k = range(len(order))
    return [[_pair(values[i, j], pairs.significant[i, j], i == j) for j in k] for i in k]


def _pair(p: float, differs: bool, is_self: bool) -> Pair:
    if is_self:
        return Pair("–", "", "self")
    strength = "weak" if p > 0.01 else "clear" if p > 0.001 else "strong"
    return Pair(_short(p), format_p(p), f"differs {strength}" if differs else "same")


def _short(p: float) -> str:
    return "<.001" if p < 0.001 else f"{p:.3f}"


def _settings(comparison: Comparison) -> list[tuple[str, str]]:
    table = comparison.table
    engines = {"python": "Python", "r": "R", "both": "Python and R, compared"}
    repeats = f", mean of {table.n_repeats} repeats" if table.n_repeats > 1 else ""
    return [
        ("Source", table.source or "in memory"),
        ("Metric", (table.metric or "not named") + repeats),
        ("Better is", "higher" if table.higher_is_better else "lower"),
        ("Level alpha", f"{comparison.alpha:g}"),
        ("Convention", comparison.convention),
        ("Tie tolerance", f"{comparison.tie_tol}"),
        ("Computed by", engines[comparison.engine]),
    ]


def _methods_sentence(comparison: Comparison) -> str:
    test, width = comparison.friedman, comparison.nemenyi.critical_difference
    return (
        f"We compared {_size(comparison)} by Friedman's test {_statistic(test)} and the post-hoc "
        f"test of Nemenyi (critical difference {width:.2f} at alpha = {comparison.alpha:g}), "
        f"following Demšar (2006), with pybench {comparison.versions['pybench']}."
    )


def _statistic(test: FriedmanResult) -> str:
    df = ", ".join(f"{value:g}" for value in test.df)
    return f"(chi-square = {number(test.statistic)}, df = {df}, p {format_p(test.pvalue)})"


def fixed(value: float, digits: int) -> str:
    """Write a number with a fixed number of decimals, a true minus before negative ones."""
    return f"{value:.{digits}f}".replace("-", "−")


def number(value: float) -> str:
    """Write a number with six significant digits."""
    return "∞" if math.isinf(value) else f"{value:.6g}"


def p_value(value: float) -> str:
    """Write a p-value with three decimals, or as a bound."""
    if value < P_FLOOR:
        return "<1e-12"
    return "<0.001" if value < 0.001 else f"{value:.3f}"
