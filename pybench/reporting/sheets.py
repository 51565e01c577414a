"""The tables that a comparison writes to disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pybench.base.noun import noun, nouns, said
from pybench.base.tables import Table
from pybench.comparison.within import NOT_EQUAL
from pybench.reporting.bayesian import test_of
from pybench.reporting.figures import STABILITY
from pybench.reporting.formats import spread
from pybench.reporting.matrix import matrix_table
from pybench.reporting.stability import Flip, most_flipped
from pybench.reporting.tables import frame_table

if TYPE_CHECKING:
    import pandas as pd

    from pybench.bridge.agreement import Agreement
    from pybench.comparison.bayesian import BayesianPairs
    from pybench.comparison.nemenyi import NemenyiResult
    from pybench.comparison.pairs import PairwiseTest
    from pybench.comparison.stability import Stability
    from pybench.comparison.summary import Comparison
    from pybench.comparison.within import WithinDatasets

WITHIN = "within-datasets"


def csv_tables(comparison: Comparison) -> Iterator[Table]:
    """Yield every table that is written as CSV.

    Parameters
    ----------
    comparison : Comparison

    Yields
    ------
    Table
        Methods are sorted by (mean rank, name), best first; pairs by the order of the table.
    """
    yield from _both_forms(comparison)
    if comparison.multi_comparison is not None:
        yield matrix_table(comparison.multi_comparison)
    if comparison.within is not None:
        yield frame_table(WITHIN, comparison.within.to_frame())
    if comparison.stability is not None:
        yield _stability(comparison.stability)


def latex_tables(comparison: Comparison) -> Iterator[Table]:
    """Yield every table that is written as LaTeX; the matrix is drawn, see ``figures.py``."""
    for table in _both_forms(comparison):
        first, *others = table.header  # in a CSV file it is the name of a column of data
        yield replace(table, header=(noun() if first == "classifier" else first, *others))
    if comparison.within is not None:
        yield _within(comparison.within)
    if comparison.stability is not None:
        yield _flips(comparison.stability)


def _both_forms(comparison: Comparison) -> Iterator[Table]:
    yield _scores(comparison)
    if comparison.nemenyi is not None:
        yield _nemenyi(comparison.nemenyi, comparison.diagram.classifiers)
    yield _wilcoxon(comparison)
    if comparison.bayesian is not None:
        yield _bayesian(comparison.bayesian)
    if comparison.differences:
        yield _differences(comparison)


def _scores(comparison: Comparison) -> Table:
    metric = comparison.table.metric or "score"
    classifiers: Iterator[Any] = comparison.scores.itertuples()
    several = comparison.table.metrics is not None  # no mean of scores of different metrics
    rows = (
        (row.Index, row.mean_rank, *(() if several else (row.mean, row.sd, row.median)), row.best,
         *_n_scores(row))
        for row in classifiers
    )  # fmt: skip
    means = () if several else ("mean", "sd", "median")
    counts = "n_scores" in comparison.scores
    return Table(
        name="scores",
        caption=f"Mean rank (1 is best) {'by' if several else 'and'} {metric} over "
        f"{comparison.table.n_datasets} datasets; best: datasets on which no other is better"
        + (
            f". {comparison.table.n_missing} scores are missing: all is of the scores present."
            if counts
            else "."
        ),
        header=("classifier", "mean rank", *means, "best", *["scores"] * counts),
        formats=("", ".2f", *[".4f"] * len(means), "d", *["d"] * counts),
        rows=tuple(rows),
    )


def _n_scores(row: Any) -> tuple[int, ...]:
    """Return the number of scores of a method if some are missing."""
    return (row.n_scores,) if hasattr(row, "n_scores") else ()


def _sizes(test: PairwiseTest | BayesianPairs) -> str:
    """Return the number of datasets, and of those of the pairs if scores are missing."""
    size = f"{test.n_datasets} datasets"
    return (
        size
        if test.n_common is None
        else f"{size} ({spread(test.to_frame()['n_common'])} per pair)"
    )


def _nemenyi(pairs: NemenyiResult, order: tuple[str, ...]) -> Table:
    frame = pairs.pvalues.loc[list(order), list(order)]
    return Table(
        name="nemenyi-pvalues",
        caption=f"p-values of the Nemenyi test ({pairs.convention}; "
        f"{pairs.n_datasets} datasets, {pairs.n_classifiers} {nouns()}).",
        header=("classifier", *order),
        formats=("", *("p" for _ in order)),
        rows=tuple(
            (name, *map(float, row)) for name, row in zip(order, frame.to_numpy(), strict=True)
        ),
    )


def _wilcoxon(comparison: Comparison) -> Table:
    test = comparison.pair_tests
    frame, common = test.to_frame(), test.n_common
    counts = common is not None
    verdicts = frame.pop("verdict")
    frame["differs"] = verdicts != 0
    frame["better"] = frame["classifier_1"].where(verdicts > 0, frame["classifier_2"])
    frame["better"] = frame["better"].where(verdicts != 0, "")
    signs = comparison.pairs_by == "sign"
    return Table(
        name="sign-test-pairs" if signs else "wilcoxon-pairs",
        caption=f"{'Sign tests' if signs else 'Wilcoxon signed-rank tests'} of all pairs on "
        f"{_sizes(test)}: "
        f"{test.statistic}, p before and after adjustment ({test.adjust}), "
        f"whether the pair differs at alpha = {comparison.alpha:g}, and by this test the better.",
        header=(
            "classifier",
            "other",
            *["datasets"] * counts,
            test.statistic,
            "p raw",
            "p adjusted",
            "differs",
            "better",
        ),
        formats=("", "", *["d"] * counts, ".6g", "p", "p", "", ""),
        rows=_rows(frame),
    )


def _bayesian(test: BayesianPairs) -> Table:
    columns = ["better", "equal", "worse", "monte_carlo_error"]
    return Table(
        name="bayesian-pairs",
        caption=said(f"Bayesian {test_of(test)}: probability that a method is better than, ")
        + f"practically equivalent to (within {test.rope:g}) or worse than the other; "
        f"{_sizes(test)}, {test.samples} draws, seed "
        f"{test.seed}.",
        header=("classifier", "other", "better", "equivalent", "worse", "Monte-Carlo error"),
        formats=("", "", ".4f", ".4f", ".4f", ".1e"),
        rows=_rows(test.to_frame()[["classifier_1", "classifier_2", *columns]]),
    )


def _within(result: WithinDatasets) -> Table:
    return Table(
        name=WITHIN,
        caption=f"{result.counted_how()} {NOT_EQUAL}",
        header=(noun(), "other", "better", "worse", "neither shown"),
        formats=("", "", "d", "d", "d"),
        rows=tuple(result.counts()),
    )


def _stability(result: Stability) -> Table:
    frame = result.to_frame()
    return Table(
        name=STABILITY,
        caption="Shares of tables in which a verdict changes.",
        header=tuple(frame.columns),
        formats=("",) * len(frame.columns),
        rows=_rows(frame),
    )


def _flips(result: Stability) -> Table:
    return Table(
        name=STABILITY,
        caption=f"The verdicts at alpha = {result.alpha:g} that most depend on which other "
        f"{nouns()} take part: shares of {result.n_sets} sets of {nouns()}, of "
        f"{result.n_resamples} resampled and of {result.n_datasets} reduced lists of datasets "
        "in which the verdict changes.",
        header=("pair", "test", "verdict", "sets", "resamples", "without one dataset"),
        formats=("", "", "", ".3f", ".3f", ".3f"),
        rows=tuple(map(_flip, most_flipped(result))),
    )


def _flip(flip: Flip) -> tuple[str, str, str, float, float, float]:
    pair = f"{flip.first} and {flip.second}"
    return (pair, flip.test, flip.verdict, flip.sets, flip.resamples, flip.datasets)


def _differences(comparison: Comparison) -> Table:
    rows = (
        (row.quantity, row.python, row.r, row.difference, row.tolerance, _kind(row), row.agrees)
        for row in comparison.differences
    )
    return Table(
        name="language-differences",
        caption="Largest difference between Python and R, and what is allowed.",
        header=("quantity", "Python", "R", "difference", "allowed", "kind", "agrees"),
        formats=("", ".6g", ".6g", ".1e", ".0e", "", ""),
        rows=tuple(rows),
    )


def _kind(row: Agreement) -> str:
    return "relative" if row.relative else "absolute"


def _rows(frame: pd.DataFrame) -> tuple[tuple[Any, ...], ...]:
    """Return the rows of a frame as plain values."""
    return tuple(zip(*(frame[column].tolist() for column in frame.columns), strict=True))
