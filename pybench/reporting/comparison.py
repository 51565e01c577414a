"""Which methods differ: the part about a comparison, and its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.noun import noun, nouns, said
from pybench.reporting import bayesian, choices, cite, matrix, pairs, stability, within
from pybench.reporting.figures import figure_files, of_pairs
from pybench.reporting.folder import write_part
from pybench.reporting.formats import joined
from pybench.reporting.frame import Part
from pybench.reporting.languages import allowed, difference, largest, sentence
from pybench.reporting.numbers import document
from pybench.reporting.sheets import csv_tables, latex_tables

if TYPE_CHECKING:
    from pybench.comparison.friedman import FriedmanResult
    from pybench.comparison.omnibus import OmnibusTest
    from pybench.comparison.posterior import Posterior
    from pybench.comparison.summary import Comparison

_AXIS, _MARGIN = 200.0, 8.0  # drawing of a mean rank: width, and margin beyond ranks 1 and k
_MANY = 12  # methods from which on matrices are smaller and wider, and all but the first folded

_CAUTION = "No significant difference does not mean"  # last conclusion: what cannot be concluded
NUMBERS = "results.json"
METHODS = {
    "chi-square": "Friedman, chi-square",
    "iman-davenport": "Iman and Davenport, F",
    "exact": "Friedman, exact",
    "skillings_mack": "Skillings-Mack, chi-square",
    "durbin": "Durbin, chi-square",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A mean rank with its critical difference, on an axis of 200 units."""

    at: float
    start: float
    end: float


def write(
    comparison: Comparison,
    folder: Path,
    *,
    title: str | None = None,
    posterior: Posterior | None = None,
    look: Mapping[str, Any] | None = None,
) -> tuple[Path, ...]:
    """Write a comparison into a folder, as `folder.write_part`.

    The figure "simplex" needs a posterior: draws for its pair. ``look`` has arguments of figures.
    """
    told = part(comparison, title=title, posterior=posterior)
    return write_part(folder, told, files(comparison, posterior, look))


def part(
    comparison: Comparison, *, title: str | None = None, posterior: Posterior | None = None
) -> Part:
    """Return the part about a comparison; the posterior is for the figure "simplex"."""
    told = comparison.told()
    found = [sentence for sentence in told if not sentence.startswith(_CAUTION)]
    cautions = [sentence for sentence in told if sentence.startswith(_CAUTION)]
    return Part(
        room="comparison",
        title=title or said("Which methods differ?"),
        lead=_lead(comparison),
        template="comparison.html",
        values={**_view(comparison), **_optional(comparison, posterior)},
        findings=(_plainly(comparison), *found),
        limits=(*cautions, *_limits(comparison)),
        notes=comparison.notes,
        facts=tuple(_settings(comparison)),
        methods=cite.methods_sentence(comparison),
        references=_references(comparison),
        versions=comparison.versions,
    )


def files(
    comparison: Comparison,
    posterior: Posterior | None = None,
    look: Mapping[str, Any] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file of a comparison beside its page."""
    yield NUMBERS, document(comparison.to_dict())
    yield from figure_files(comparison, posterior, look)
    for table in csv_tables(comparison):
        yield f"{table.name}.csv", table.to_csv().encode("utf-8")
    for table in latex_tables(comparison):
        yield f"{table.name}.tex", table.to_latex().encode("utf-8")


def _lead(comparison: Comparison) -> str:
    table = comparison.table
    better = "higher" if table.higher_is_better else "lower"
    return f"{cite.size(comparison)}, measured by {table.metric or 'score'}: {better} is better."


def _plainly(comparison: Comparison) -> str:
    """State which method has the best mean rank, and which both tests find significantly worse."""
    diagram = comparison.diagram
    names, ranks = diagram.classifiers, diagram.mean_ranks
    leaders = [name for name, rank in zip(names, ranks, strict=True) if rank == ranks[0]]
    if len(leaders) == len(names):
        return f"All have the same mean rank over these {comparison.table.n_datasets} datasets."
    others = names[len(leaders) :]
    tested = [test for test in (comparison.nemenyi, comparison.pair_tests) if test is not None]
    worse = [
        {name for name in others if (test.verdicts.loc[leaders, name] > 0).all()} for test in tested
    ]
    behind = [name for name in others if all(name in found for found in worse)]
    verb, pronoun = ("has", "it") if len(leaders) == 1 else ("share", "them")
    n = comparison.table.n_datasets
    first = f"{joined(leaders)} {verb} the best mean rank over {n} datasets"
    both = "both Nemenyi's test and " if len(tested) > 1 else ""
    tests = f"{both}the {comparison.pairs_by} tests (alpha = {comparison.alpha:g})"
    if not behind:
        return f"{first}; no other one is significantly worse by {tests}."
    found = "every other one" if len(behind) == len(others) else joined(behind)
    said = f"{first}; {tests} find {found} significantly worse"
    return said + ("." if len(behind) == len(others) else f" than {pronoun}, but not the others.")


def _limits(comparison: Comparison) -> tuple[str, ...]:
    """State the limits of the tests in plain words."""
    said = [
        f"The tests ask whether one {noun()} is better more often than chance would explain on "
        "datasets like these. They do not say by how much, nor what holds on other datasets.",
    ]
    if comparison.omnibus is not None:
        said.append(
            f"{comparison.table.n_missing} scores are missing. If they are missing because they "
            f"would be low, the {nouns()} that lack them look better than they are."
        )
    elif comparison.stability is None:
        said.append(f"Whether the verdicts hold with other {nouns()} or datasets was not examined.")
    return tuple(said)


def _references(comparison: Comparison) -> tuple[str, ...]:
    test = comparison.bayesian
    model = test is not None and test.test == "bayesian_hierarchical"
    repeats = ("nadeau2003",) if comparison.within is not None else ()
    bayes = ("corani2017",) if model else ("benavoli2017",) if test is not None else ()
    matrix = ("ismail2023",) if comparison.multi_comparison is not None else ()
    more = (*repeats, *bayes, *matrix)
    if (omnibus := comparison.omnibus) is not None:
        by = ("durbin1951",) if omnibus.test == "durbin" else ()
        mack = () if by else ("skillings1981",)
        return (*_signed(comparison), *by, "holm1979", *mack, "benavoli2016", *more)
    always = ("friedman1937", *_signed(comparison), "nemenyi1963", "holm1979", "iman1980")
    return (*always, "demsar2006", "benavoli2016", *more)


def _signed(comparison: Comparison) -> tuple[str, ...]:
    return ("wilcoxon1945",) if comparison.table.metrics is None else ()


def _view(comparison: Comparison) -> dict[str, Any]:
    rows = largest(comparison.differences)
    table = comparison.table
    return {
        "comparison": comparison,
        "table": table,
        "metric": table.metric or "score",
        "kind": comparison.pairs_by,
        "pairs_figure": of_pairs(comparison),
        "ranks_or_signs": choices.ranks_or_signs(comparison),
        "alternatives": {
            "nemenyi": choices.alternative(comparison.diagram, "Nemenyi"),
            "signed": choices.alternative(
                comparison.pair_diagram, choices.ranks_or_signs(comparison)
            ),
        },
        "diagrams": partial(choices.diagrams, comparison),  # drawn only if there is a figure
        "scores": _scores(comparison),
        "omnibus": list(_omnibus(comparison)),
        "pairs": pairs.view(comparison),
        "many": table.n_classifiers > _MANY,
        "measured": [(row, difference(row), allowed(row)) for row in rows if row.tolerance],
        "agreement": sentence(comparison.differences),
        "equal": [row for row in rows if not row.tolerance],
    }


def _omnibus(comparison: Comparison) -> Iterator[tuple[str, FriedmanResult | OmnibusTest]]:
    """Yield the tests of all methods, each with its name."""
    for test in (comparison.friedman, comparison.iman_davenport):
        if test is not None:
            yield METHODS[test.method], test
    if (other := comparison.omnibus) is not None:
        by = " (p by simulation)" if other.reference == "simulation" else ""
        yield METHODS[other.test] + by, other


def _optional(comparison: Comparison, posterior: Posterior | None) -> dict[str, Any]:
    """Return the optional parts, None for those not requested."""
    mcm, firm, each = comparison.multi_comparison, comparison.stability, comparison.within
    return {
        "matrix": None if mcm is None else matrix.view(mcm),
        "bayesian": None if comparison.bayesian is None else bayesian.view(comparison, posterior),
        "within": None if each is None else within.view(each),
        "stability": None if firm is None else stability.view(firm),
    }


def _scores(comparison: Comparison) -> list[tuple[Any, Bar]]:
    test = comparison.nemenyi
    k, width = comparison.table.n_classifiers, None if test is None else test.critical_difference
    rows: Iterator[Any] = comparison.scores.itertuples()
    return [(row, _bar(row.mean_rank, width or 0.0, k)) for row in rows]


def _bar(rank: float, width: float, k: int) -> Bar:
    def place(value: float) -> float:
        position = _MARGIN + (value - 1) / (k - 1) * (_AXIS - 2 * _MARGIN)
        return round(min(max(position, 0.0), _AXIS), 2)

    return Bar(place(rank), place(rank - width / 2), place(rank + width / 2))


def _settings(comparison: Comparison) -> list[tuple[str, str]]:
    table = comparison.table
    engines = {"python": "Python", "r": "R", "both": "Python and R, compared"}
    repeats = f", mean of {table.n_repeats} repeats" if table.n_repeats > 1 else ""
    lacking = f"{table.n_missing} of {table.scores.size}"
    return [
        ("Source", table.source or "in memory"),
        ("Metric", (table.metric or "not named") + repeats),
        ("Better is", "higher" if table.higher_is_better else "lower"),
        *([("Missing scores", lacking)] if table.n_missing else []),
        ("Level alpha", f"{comparison.alpha:g}"),
        ("Convention", comparison.convention),
        ("Tie tolerance", f"{comparison.tie_tol}"),
        (f"{comparison.pairs_by.capitalize()} p", comparison.pair_tests.method),
        *_drawn(comparison),
        ("Computed by", engines[comparison.engine]),
    ]


def _drawn(comparison: Comparison) -> Iterator[tuple[str, str]]:
    if comparison.within is not None:
        yield "Correlation of repeats", f"rho = {comparison.within.rho:g}"
    if comparison.bayesian is not None:
        yield "Practical equivalence", f"within {comparison.rope:g}"
    if comparison.bayesian is not None or comparison.stability is not None:
        yield "Seed", f"{comparison.seed}"
