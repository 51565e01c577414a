"""Several metrics, or scores and costs, of the same methods: on which pairs do they agree?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.catalogue import decision
from pybench.base.noun import nouns
from pybench.base.printable import Sheet
from pybench.base.result import Result
from pybench.base.text import counted, lined, without_controls
from pybench.comparison.adjust import ADJUSTMENTS, LOGICAL, adjusted, controls, noted
from pybench.comparison.benchmarks import require_alike
from pybench.comparison.pairs import PairwiseTest, decided
from pybench.comparison.permutation import noted_ties
from pybench.comparison.signtest import sign_test
from pybench.comparison.wilcoxon import wilcoxon

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

OVER = ("each", "all")
#: The tests of pairs on offer, two-sided.
TESTS: Mapping[str, Callable[..., PairwiseTest]] = {
    "wilcoxon": wilcoxon,
    "sign_test": sign_test,
}
#: What the metrics say about a pair -> the same in a sentence.
AGREEMENTS = {
    "all": "significant by every metric, in the same direction",
    "some": "significant by some metrics, in one direction",
    "opposite": "significant by several metrics, in opposite directions",
    "none": "significant by no metric, which does not mean that the two are equal",
}
#: What a correction controls -> its name in a sentence.
_RATES = {
    "strong FWER": "chance of any false rejection",
    "weak FWER": "chance of any false rejection",
    "FDR": "false discovery rate",
}
_SHOWN = 10


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparison(Result):
    """Tests of all pairs by several metrics, and where the metrics agree."""

    metrics: tuple[str, ...]  #: M names, in the order given
    higher_is_better: tuple[bool, ...]  #: (M,) direction of each
    pairs: tuple[tuple[str, str], ...]  #: the m pairs, as in the first table
    pvalues: NDArray[np.float64]  #: (m, M) adjusted
    verdicts: NDArray[np.int64]  #: (m, M): 1 first better, -1 second better, 0 neither shown
    agreement: tuple[str, ...]  #: (m,) "all", "some", "opposite" or "none"
    tests: tuple[PairwiseTest, ...]  #: (M,) each metric by itself, adjusted for its own pairs
    test: str  #: "wilcoxon" or "sign_test"
    adjust: str  #: correction for testing many pairs
    over: str  #: family of the correction: pairs of "each" metric, or of "all" metrics together
    alpha: float  #: family-wise level, in (0, 1)
    notes: tuple[str, ...]  #: caveats of all tests, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "metric-comparison/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair and metric: p-values, verdict, agreement of the metrics."""
        import pandas as pd

        several = len(self.metrics)
        raw = np.column_stack([test.to_frame()["pvalue_raw"].to_numpy() for test in self.tests])
        return pd.DataFrame(
            {
                "classifier_1": np.repeat([pair[0] for pair in self.pairs], several),
                "classifier_2": np.repeat([pair[1] for pair in self.pairs], several),
                "metric": np.tile(self.metrics, len(self.pairs)),
                "pvalue_raw": raw.ravel(),
                "pvalue": self.pvalues.ravel(),
                "verdict": self.verdicts.ravel(),
                "agreement": np.repeat(self.agreement, several),
            }
        )

    def _sheet(self, letters: bool) -> Sheet:
        import pandas as pd

        better = [self._better(row) for row in range(len(self.pairs))]
        frame = pd.DataFrame(
            {
                "classifier_1": [pair[0] for pair in self.pairs],
                "classifier_2": [pair[1] for pair in self.pairs],
                **{f"{metric}: p": self.pvalues[:, i] for i, metric in enumerate(self.metrics)},
                "better by": better,
                "agreement": list(self.agreement),
            }
        )
        bold = {
            f"{metric}: p": (self.verdicts[:, i] != 0).tolist()
            for i, metric in enumerate(self.metrics)
        }
        sheet = Sheet(frame, bold, f"Bold p: significant at alpha = {self.alpha:g}.")
        sheet.notes = [("", self._multiplicity())]
        return sheet

    def _better(self, row: int, than: str = "") -> str:
        return better_by(self.pairs[row], self.verdicts[row], self.metrics, than)

    def _multiplicity(self) -> str:
        tests, metrics = self.verdicts.size, len(self.metrics)
        if tests == 1:
            return "p-value is that of a single test, and needs no correction."
        if self.adjust == "none":
            return (
                f"p-values are not corrected: at alpha = {self.alpha:g} each of {tests} tests, "
                "some reject by chance alone."
            )
        adjusted_by = f"p-values are adjusted by {self.adjust}"
        if self.over == "all" or metrics == 1:
            return f"{adjusted_by} over all {tests} tests{' of all metrics' * (metrics > 1)}."
        rate = _RATES.get(controls(self.adjust)["controls"], "error rate")
        other = ' and adjust = "holm"' if self.adjust in LOGICAL else ""
        return (
            f"{adjusted_by} within each metric, at alpha = {self.alpha:g} each: over all {metrics} "
            f'metrics the {rate} can be higher; over = "all"{other} corrects that.'
        )

    def _unable(self) -> list[str]:
        """Say of each metric that its test cannot reject, if so; "" if it can."""
        least, ties = [test.least_pvalue for test in self.tests], [""] * len(self.tests)
        if self.over == "all":
            datasets = np.tile([test.n_datasets for test in self.tests], len(self.pairs))
            family = least_pvalues(datasets, self.adjust)
            least = family.reshape(len(self.pairs), -1).min(axis=0).tolist()
        else:
            ties = [" and ties like these" * noted_ties(test.notes) for test in self.tests]
        return [
            f"with {counted(test.n_datasets, 'dataset')}{tied} no p can be below {bound:.4g}: "
            f"no pair can differ significantly at alpha = {self.alpha:g}"
            if bound > self.alpha
            else ""
            for test, bound, tied in zip(self.tests, least, ties, strict=True)
        ]

    def told(self) -> tuple[str, ...]:
        """Return how many pairs differ by all, some or no metric, and what is corrected.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[2, 1]] * 8, higher_is_better=True,
        ...     datasets=list("stuvwxyz"), classifiers=["a", "b"])
        >>> pb.compare_metrics({"accuracy": t}).told()[0]
        'Significant by every metric, in the same direction: 1 pair: a better than b (accuracy).'
        """
        told = []
        for key, meaning in AGREEMENTS.items():
            rows = [row for row, found in enumerate(self.agreement) if found == key]
            if rows:
                which = [self._better(row, " better than ") for row in rows[:_SHOWN]]
                named = f": {'; '.join(which)}" if key != "none" else ""
                count = counted(len(rows), "pair")
                told.append(f"{meaning[0].upper()}{meaning[1:]}: {count}{named}.")
        said = zip(self.metrics, self._unable(), strict=True)
        told += [f"By {metric}, {unable}." for metric, unable in said if unable]
        return (*map(without_controls, told), f"The {self._multiplicity()}")

    def _told(self) -> Iterator[str]:
        each = self.metrics, self.higher_is_better, self.tests, self.verdicts.T, self._unable()
        for metric, higher, test, column, unable in zip(*each, strict=True):
            ranks = test.mean_ranks
            best = ", ".join(sorted(str(name) for name in ranks.index[ranks == ranks.min()]))
            yield (
                f"  {metric} ({'higher' if higher else 'lower'} is better, "
                f"{counted(test.n_datasets, 'dataset')}): {np.count_nonzero(column)} of "
                f"{counted(len(self.pairs), 'pair')} differ significantly; best mean rank "
                f"{ranks.min():.2f}: {best}"
            )
            if unable:
                yield f"    {unable}"
        for key, meaning in AGREEMENTS.items():
            rows = [row for row, found in enumerate(self.agreement) if found == key]
            if not rows and key == "opposite":
                continue
            yield f"  {meaning}: {counted(len(rows), 'pair')}"
            if key != "none":
                yield from (f"    {self._better(row, ' better than ')}" for row in rows[:_SHOWN])
                if len(rows) > _SHOWN:
                    yield f"    and {counted(len(rows) - _SHOWN, 'pair')} more, see to_frame()"

    def __str__(self) -> str:
        k = len({name for pair in self.pairs for name in pair})
        lines = [
            f"Comparison of {k} {nouns()} by {counted(len(self.metrics), 'metric')}; engine "
            f"{self.engine}",
            f"  {decision(self.test, self.alpha, self.adjust)}",
            *map(without_controls, self._told()),
            f"  {self._multiplicity()}",
        ]
        return lined([*lines, *notes.lines(self.notes)])


def compare_metrics(
    tables: Mapping[str, ResultsTable],
    alpha: float = 0.05,
    test: str = "wilcoxon",
    adjust: str = "holm",
    over: str = "each",
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> MetricComparison:
    """Compare the same methods by several metrics or costs, and find where the metrics agree.

    Scores of different metrics are never averaged: each metric is tested by itself, and only the
    verdicts are put together.

    Parameters
    ----------
    tables : mapping of str to ResultsTable
        Name of each metric or cost (such as "accuracy", "log loss", "seconds"), and its table, with
        its own direction. All tables have the same methods; their datasets may differ.
    alpha : float in (0, 1)
        Family-wise level.
    test : {"wilcoxon", "sign_test"}
        Test of each pair of methods, two-sided.
    adjust : str
        Correction of the p-values, see `adjust`. "shaffer" and "bergmann" are possible with
        ``over="each"`` alone.
    over : {"each", "all"}
        What the p-values are corrected for: the pairs of each metric by itself, or the pairs of all
        metrics together. With "each", each metric has its own level ``alpha``.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    engine : {"python", "r", "both"}, optional
        Which language computes the tests; default ``pybench.options.engine``. "both" computes them
        in both languages and compares the results.

    Returns
    -------
    MetricComparison
        ``agreement`` has a word for each pair. "all": every metric finds a significant difference
        in the same direction; "some": some metrics do, and none the opposite; "opposite": metrics
        find opposite directions; "none": no metric finds a significant difference, which does not
        mean that the two are equal.

    Raises
    ------
    ArgumentError
        An argument out of its range, no table, or a name that is not text.
    ResultsTableError
        Fewer than 2 datasets or methods, missing scores, or a table that lacks a method of another.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With ``over="all"`` and a correction of the family-wise error rate (such as Holm's), the chance
    of any false rejection, over all pairs and all metrics, is at most ``alpha``, however the
    metrics depend on each other.

    With few datasets, no pair can differ significantly by a metric, however large the differences;
    the printed result says so, with the smallest p-value possible.

    Examples
    --------
    >>> import pybench as pb
    >>> names = {"datasets": [f"d{i}" for i in range(8)], "classifiers": ["a", "b"]}
    >>> accuracy = pb.read_results([[0.9, 0.8]] * 8, higher_is_better=True, **names)
    >>> seconds = pb.read_results([[30, 1]] * 8, higher_is_better=False, **names)
    >>> pb.compare_metrics({"accuracy": accuracy, "seconds": seconds}).agreement
    ('opposite',)
    """
    metrics = require_alike(tables, "metric")
    level = check.level("alpha", alpha)
    check.choice("test", test, TESTS)
    check.choice("over", over, OVER)
    classifiers = tables[metrics[0]].classifiers
    settings: dict[str, Any] = {"adjust": adjust, "tie_tol": tie_tol, "engine": engine}
    given = [tables[name].select(classifiers=classifiers) for name in metrics]
    tests = [TESTS[test](t, **settings).at_level(level) for t in given]
    rows, columns = np.triu_indices(len(classifiers), 1)
    directions = np.column_stack([one.directions.to_numpy()[rows, columns] for one in tests])
    final = np.column_stack([one.pvalues.to_numpy()[rows, columns] for one in tests])
    if over == "all":
        raw = np.column_stack([one.pvalues_raw.to_numpy()[rows, columns] for one in tests])
        final = adjusted(raw.ravel(), _over_all(adjust)).reshape(raw.shape)
    verdicts = decided(final, directions, level, "two-sided")
    many = final.size if over == "all" or adjust == "none" else len(rows)
    return MetricComparison(
        metrics=metrics,
        higher_is_better=tuple(t.higher_is_better for t in given),
        pairs=tuple((classifiers[i], classifiers[j]) for i, j in zip(rows, columns, strict=True)),
        pvalues=final,
        verdicts=np.asarray(verdicts, np.int64),
        agreement=tuple(map(agreement_of, verdicts.tolist())),
        tests=tuple(tests),
        test=test,
        adjust=adjust,
        over=over,
        alpha=level,
        notes=noted({note for one in tests for note in one.notes}, adjust, many > 1),
        engine=tests[0].engine,
    )


def better_by(
    pair: tuple[str, str], verdicts: NDArray[np.int64], names: Sequence[str], than: str = ""
) -> str:
    """Say which of a pair is better by which of the names, and perhaps than which other."""
    told = []
    for sign, (name, other) in zip((1, -1), permutations(pair), strict=True):
        by = [one for one, verdict in zip(names, verdicts, strict=True) if verdict == sign]
        told += [f"{name}{than and than + other} ({', '.join(by)})"] if by else []
    return "; ".join(told)


def least_pvalues(datasets: NDArray[np.int64], adjust: str) -> NDArray[np.float64]:
    """Return what the adjusted p-values of tests of pairs on so many datasets cannot be below.

    That of signed ranks, and of signs, is 2/2^N without ties. It is 0 for a correction that is not
    registered in this session.
    """
    known = adjust in ADJUSTMENTS
    return (
        adjusted(np.minimum(2 * 0.5**datasets, 1.0), adjust) if known else np.zeros(len(datasets))
    )


def _over_all(adjust: str) -> str:
    """Refuse a correction that needs all pairs of one table."""
    known = [name for name in ADJUSTMENTS if name not in LOGICAL]
    return adjust if adjust not in LOGICAL else check.choice("adjust", adjust, known)


def agreement_of(verdicts: list[int]) -> str:
    """Return whether verdicts on a pair are "all" one way, "some", "opposite", or "none"."""
    if not any(verdicts):
        return "none"
    if {1, -1} <= set(verdicts):
        return "opposite"
    return "all" if all(verdicts) else "some"
