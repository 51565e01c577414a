"""One comparison as one HTML file that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pybench.base import notes
from pybench.reporting import bayesian, cite, formats, matrix, pairs, stability
from pybench.reporting.frame import images, rendered
from pybench.reporting.languages import allowed, difference, largest, sentence

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.posterior import Posterior
    from pybench.comparison.summary import Comparison

_AXIS, _MARGIN = 200.0, 8.0  # drawing of a mean rank: width, and room beyond ranks 1 and k
_MANY = 12  # classifiers from which matrices are set smaller and broader, all but the first folded

METHODS = {
    "chi-square": "Friedman, chi-square",
    "iman-davenport": "Iman and Davenport, F",
    "exact": "Friedman, exact",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A mean rank and the critical difference round it, on an axis of 200 units."""

    at: float
    start: float
    end: float


def page(
    comparison: Comparison,
    drawn: Mapping[str, str],
    *,
    title: str | None = None,
    files: tuple[str, ...] = (),
    posterior: Posterior | None = None,
) -> str:
    """Write a comparison as an HTML page.

    Parameters
    ----------
    comparison : Comparison
    drawn : mapping of str to str
        Name of a figure, as in ``figures.py``, to its SVG; shown as images, so that nothing in
        them can act on the page.
    title : str, optional
        Heading.
    files : tuple of str
        Names of the files written beside the page, which it then lists.
    posterior : Posterior, optional
        What the figure "simplex" shows.

    Returns
    -------
    str
        The same for the same arguments: no dates, no paths of this machine.
    """
    return rendered(
        "comparison.html",
        brand="comparison",
        title=title or "Which classifiers differ?",
        version=comparison.versions["pybench"],
        rules=matrix.rules(),
        images=images(drawn),
        files=formats.grouped(files),
        **_view(comparison),
        **_optional(comparison, posterior),
    )


def _view(comparison: Comparison) -> dict[str, Any]:
    meaning, rows = notes.texts(), largest(comparison.differences)
    table = comparison.table
    return {
        "comparison": comparison,
        "table": table,
        "size": cite.size(comparison),
        "metric": table.metric or "score",
        "notes": [(key, meaning[key]) for key in comparison.notes],
        "alternatives": {
            "nemenyi": _alternative(comparison.critical_difference, "Nemenyi"),
            "signed": _alternative(comparison.signed_rank_diagram, "signed ranks"),
        },
        "scores": _scores(comparison),
        "omnibus": [comparison.friedman, comparison.iman_davenport],
        "methods": METHODS,
        "pairs": pairs.view(comparison),
        "many": table.n_classifiers > _MANY,
        "measured": [(row, difference(row), allowed(row)) for row in rows if row.tolerance],
        "agreement": sentence(comparison.differences),
        "equal": [row for row in rows if not row.tolerance],
        "settings": _settings(comparison),
        "methods_sentence": cite.methods_sentence(comparison),
    }


def _optional(comparison: Comparison, posterior: Posterior | None) -> dict[str, Any]:
    """Return the parts that are there if they were asked for, else None."""
    mcm, firm = comparison.multi_comparison, comparison.stability
    return {
        "matrix": None if mcm is None else matrix.view(mcm),
        "bayesian": None if comparison.bayesian is None else bayesian.view(comparison, posterior),
        "stability": None if firm is None else stability.view(firm),
    }


def _alternative(diagram: CriticalDifference, test: str) -> str:
    """Say in words what a diagram shows."""
    ranks = ", ".join(
        f"{name} {rank:.2f}"
        for name, rank in zip(diagram.classifiers, diagram.mean_ranks, strict=True)
    )
    bars = "; ".join(", ".join(clique) for clique in diagram.cliques) or "none"
    return f"Critical difference diagram, {test}. Mean ranks: {ranks}. Not told apart: {bars}."


def _scores(comparison: Comparison) -> list[tuple[Any, Bar]]:
    k, width = comparison.table.n_classifiers, comparison.nemenyi.critical_difference
    rows: Iterator[Any] = comparison.scores.itertuples()
    return [(row, _bar(row.mean_rank, width, k)) for row in rows]


def _bar(rank: float, width: float, k: int) -> Bar:
    def place(value: float) -> float:
        position = _MARGIN + (value - 1) / (k - 1) * (_AXIS - 2 * _MARGIN)
        return round(min(max(position, 0.0), _AXIS), 2)

    return Bar(place(rank), place(rank - width / 2), place(rank + width / 2))


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
        ("Signed-rank p", comparison.wilcoxon.method),
        *_drawn(comparison),
        ("Computed by", engines[comparison.engine]),
    ]


def _drawn(comparison: Comparison) -> Iterator[tuple[str, str]]:
    if comparison.bayesian is not None:
        yield "Practical equivalence", f"within {comparison.rope:g}"
    if comparison.bayesian is not None or comparison.stability is not None:
        yield "Seed", f"{comparison.seed}"
