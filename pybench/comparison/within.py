"""On which datasets does one method beat another? A test within each dataset, over its repeats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.noun import nouns
from pybench.base.printable import Sheet
from pybench.base.result import Result
from pybench.base.text import counted, lined, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.adjust import adjusted
from pybench.comparison.decimals import decimal_units, subtracted
from pybench.comparison.differences import Pairs, pairs_of
from pybench.comparison.doubts import about_table
from pybench.comparison.incomplete import of_equal_size
from pybench.comparison.ranks import require_comparable
from pybench.comparison.scores import require_repeats
from pybench.comparison.ttest import t_pvalues, t_statistics

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

_SHOWN = 10
# Differences that are equal up to rounding spread by up to 3 ulp of the scores.
_ROUNDING = 4 * np.finfo(float).eps
#: Notes of a table that are about scores of several datasets put together.
_ABOUT_SEVERAL = ("mixed-scales", "several-metrics")


class Counts(NamedTuple):
    """Numbers of datasets of a pair; the method that is better on more datasets is first."""

    first: str
    second: str
    better: int  #: datasets on which the first is significantly better
    worse: int
    not_shown: int  #: datasets on which neither is shown to be better


@dataclass(frozen=True, slots=True, eq=False)
class WithinDatasets(Result):
    """Corrected t-tests of each pair on each dataset; m pairs, N datasets."""

    pairs: tuple[tuple[str, str], ...]  #: the m pairs
    datasets: tuple[str, ...]  #: N names, table order
    differences: NDArray[np.float64]  #: (m, N) mean over repeats; positive: first better
    statistics: NDArray[np.float64]  #: (m, N) t; positive: first better
    pvalues_raw: NDArray[np.float64]  #: (m, N) in [0, 1]; NaN: fewer than 2 repeats in common
    pvalues: NDArray[np.float64]  #: (m, N) Holm-adjusted over the datasets of each pair
    verdicts: NDArray[np.int64]  #: (m, N): 1 first better, -1 second better, 0 neither shown
    repeats: NDArray[np.int64]  #: (m, N) repeats in which both methods have a score
    better: tuple[int, ...]  #: (m,) datasets on which the first is significantly better
    worse: tuple[int, ...]  #: (m,) datasets on which the first is significantly worse
    not_shown: tuple[int, ...]  #: (m,) datasets on which neither is shown to be better
    rho: float  #: correlation of the differences on two repeats of a dataset, in [0, 1)
    alpha: float  #: family-wise level of each pair over its datasets, in (0, 1)
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "within-datasets/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair and dataset: repeats, mean difference, t, p-values, verdict."""
        import pandas as pd

        n = len(self.datasets)
        return pd.DataFrame(
            {
                "classifier_1": np.repeat([pair[0] for pair in self.pairs], n),
                "classifier_2": np.repeat([pair[1] for pair in self.pairs], n),
                "dataset": np.tile(self.datasets, len(self.pairs)),
                "repeats": self.repeats.ravel(),
                "difference": self.differences.ravel(),
                "statistic": self.statistics.ravel(),
                "pvalue_raw": self.pvalues_raw.ravel(),
                "pvalue": self.pvalues.ravel(),
                "verdict": self.verdicts.ravel(),
            }
        )

    def _sheet(self, letters: bool) -> Sheet:
        import pandas as pd

        frame = pd.DataFrame(
            {
                "classifier_1": [pair[0] for pair in self.pairs],
                "classifier_2": [pair[1] for pair in self.pairs],
                "better": list(self.better),
                "worse": list(self.worse),
                "not shown": list(self.not_shown),
            }
        )
        sheet = Sheet(frame)
        sheet.notes = [("better", self.counted_how()), ("not shown", NOT_EQUAL)]
        return sheet

    def counted_how(self) -> str:
        """Return what the counts are, with test, level and correction."""
        return (
            "Number of datasets on which the first is significantly better or worse by the "
            f"corrected t-test over repeats (rho = {self.rho:g}, alpha = {self.alpha:g}, Holm's "
            "correction over the datasets of each pair)."
        )

    def sentences(self) -> tuple[str, ...]:
        """Return a sentence per pair, those that differ on most datasets first.

        Examples
        --------
        >>> import pybench as pb
        >>> import pandas as pd
        >>> rows = [[d, c, r, 5.0 * (c == "a") + (3 * r + i) % (4 + (c == "a")) / 10]
        ...         for i, d in enumerate("xyz") for c in "ab" for r in range(4)]
        >>> frame = pd.DataFrame(rows, columns=["dataset", "classifier", "repeat", "score"])
        >>> t = pb.read_results(frame, repeats="keep", higher_is_better=True)
        >>> pb.within_datasets(t, rho=0.2).sentences()[0][:49]
        'a significantly better than b on 3 of 3 datasets,'
        """
        return tuple(map(_sentence, self.counts()))

    def counts(self) -> tuple[Counts, ...]:
        """Return the numbers of datasets of each pair, those that differ on most datasets first.

        Examples
        --------
        >>> import pybench as pb
        >>> import pandas as pd
        >>> rows = [[d, c, r, 5.0 * (c == "b") + (3 * r + i) % (4 + (c == "b")) / 10]
        ...         for i, d in enumerate("xyz") for c in "ab" for r in range(4)]
        >>> frame = pd.DataFrame(rows, columns=["dataset", "classifier", "repeat", "score"])
        >>> t = pb.read_results(frame, repeats="keep", higher_is_better=True)
        >>> pb.within_datasets(t, rho=0.2).counts()
        (Counts(first='b', second='a', better=3, worse=0, not_shown=0),)
        """
        all_counts = zip(self.pairs, self.better, self.worse, self.not_shown, strict=True)
        found = [
            Counts(*pair, ahead, behind, neither)
            if ahead >= behind
            else Counts(*pair[::-1], behind, ahead, neither)
            for pair, ahead, behind, neither in all_counts
        ]
        return tuple(sorted(found, key=lambda one: -one.better - one.worse))

    def _lines(self) -> Iterator[str]:
        k = len({name for pair in self.pairs for name in pair})
        least, most = self.repeats.min(), self.repeats.max()
        repeats = counted(most, "repeat") if least == most else f"{least} to {most} repeats"
        yield (
            f"Tests within datasets: corrected t-test over repeats (rho = {self.rho:g}, "
            f"two-sided), alpha = {self.alpha:g}"
        )
        yield (
            f"  {k} {nouns()} on {counted(len(self.datasets), 'dataset')}, {repeats}; Holm's "
            f"correction over the datasets of each pair; engine {self.engine}"
        )
        told = self.sentences()
        yield from (without_controls(f"    {sentence}") for sentence in told[:_SHOWN])
        if len(told) > _SHOWN:
            yield f"    and {counted(len(told) - _SHOWN, 'pair')} more, see to_frame()"
        yield f"  {self.controlled()} {NOT_EQUAL}"

    def controlled(self) -> str:
        """Return what the correction controls."""
        several = len(self.pairs) > 1
        more = f"; over all {len(self.pairs)} pairs, it can be higher" if several else ""
        return (
            "With the right rho, the correction keeps the chance of any false verdict over the "
            f"datasets of a pair at or below alpha{more}."
        )

    def __str__(self) -> str:
        return lined([*self._lines(), *notes.lines(self.notes)])


def _sentence(one: Counts) -> str:
    datasets = counted(one.better + one.worse + one.not_shown, "dataset")
    return (
        f"{one.first} significantly better than {one.second} on {one.better} of {datasets}, "
        f"significantly worse on {one.worse}; neither shown to be better on {one.not_shown}"
    )


NOT_EQUAL = "Not shown to be better does not mean equal."


def within_datasets(
    t: ResultsTable, rho: float, alpha: float = 0.05, *, engine: str | None = None
) -> WithinDatasets:
    r"""Test each pair of methods within each dataset, over its repeats: who wins where?

    Tests over datasets, such as `wilcoxon`, ask whether a method is better in general.
    `within_datasets` asks on which datasets of the table it is better.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 1 datasets, with their repeats
        (``read_results(..., repeats="keep")``). The repeats of a dataset are resamples, such as the
        folds of a cross-validation, and all methods were run on the same resamples. Scores can be
        missing: a pair is tested on the repeats in which both methods have a score.
    rho : float
        Correlation of the differences on two repeats of a dataset, in [0, 1). Use n_test /
        (n_train + n_test), the share of the data in each test set, such as 0.1 for (ten times)
        ten-fold cross-validation. If this share differs between datasets, use the largest: a larger
        ``rho`` gives larger p-values. There is no default, since a table does not show how its
        repeats were made.
    alpha : float in (0, 1)
        Family-wise level of each pair over its datasets.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    WithinDatasets
        ``better``, ``worse`` and ``not_shown`` have the numbers of datasets of each pair;
        ``to_frame()`` has one row per pair and dataset.

    Raises
    ------
    ResultsTableError
        Fewer than 2 methods, or a table without repeats.
    ArgumentError
        An invalid ``rho`` or ``alpha``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The test of a pair on a dataset is that of `corrected_t` (Nadeau and Bengio 2003, Machine
    Learning 52, 239-281), two-sided. With the mean :math:`\bar d` and the variance :math:`s^2`
    (divisor J - 1) of the differences on the J repeats, :math:`t = \bar d / \sqrt{(1/J + \rho / (1
    - \rho)) s^2}` with J - 1 degrees of freedom.

    For each pair by itself, the p-values on the datasets are adjusted by Holm's method: the chance
    of calling any dataset wrongly is then at most ``alpha``, if the differences are normal and
    ``rho`` is their correlation or more. The p-values are not corrected for the number of pairs.
    ``bench/within.csv`` has the measured chance, also for a ``rho`` that is too small.

    If a pair's differences are the same in all repeats of a dataset, no t-test is possible. Then p
    is 1 by definition, and t is 0 or infinite; the note ``constant-repeats`` says so if the
    differences are not zero.

    The score of each repeat must come from one resample. The means over the folds of repeated
    cross-validations have a higher correlation: :math:`\rho` is then f r / (1 + (f - 1) r) for f
    folds whose own correlation is r (5/9 for five folds and r = 1/5). If the repeats are runs with
    other random seeds on one split of the data, the test is about this split only, and the
    correlation is not known.

    Examples
    --------
    >>> from importlib.resources import files
    >>> import pybench as pb
    >>> path = files("pybench") / "data" / "accuracy15.csv"
    >>> t = pb.read_results(path, higher_is_better=True, metric="accuracy", repeats="keep")
    >>> pair = t.select(classifiers=["random forest", "naive Bayes"])
    >>> found = pb.within_datasets(pair, rho=5 / 9)
    >>> found.better, found.worse, found.not_shown
    ((2,), (0,), (13,))
    """
    rho, level = check.share("rho", rho), check.level("alpha", alpha)
    require_comparable(t, datasets=1, pairwise=True)
    require_repeats(t)
    return engines.answer(
        "within_datasets",
        {"t": t, "rho": rho, "alpha": level},
        engine=engine,
        kind=WithinDatasets,
        python=lambda: within(t, rho, level),
    )


def within(t: ResultsTable, rho: float, alpha: float) -> WithinDatasets:
    """Test every pair on every dataset; the arguments are checked."""
    pairs, scores = pairs_of(t.n_classifiers, None), np.asarray(t.by_repeat)
    # Near the largest double a difference overflows: such scores are measured in units of 16.
    large = 16.0 if np.nanmax(np.abs(scores)) > 2.0**1019 else 1.0
    turned = scores / large if t.higher_is_better else -scores / large
    found = np.stack([on_dataset(one, pairs, rho) for one in turned], axis=-1)
    differences, statistics, raw, repeats = found
    final = np.full_like(raw, np.nan)
    for row, family in enumerate(raw):
        tested = ~np.isnan(family)
        if tested.any():
            final[row, tested] = adjusted(family[tested], "holm")
    verdicts = np.where(final <= alpha, np.sign(np.nan_to_num(statistics)), 0).astype(np.int64)
    counts = [(verdicts == sign).sum(axis=1) for sign in (1, -1)]
    none = (~np.isnan(raw)).sum(axis=1) - counts[0] - counts[1]
    doubts = {key: held for key, held in about_table(t).items() if key not in _ABOUT_SEVERAL}
    constant = int(np.isinf(statistics).sum())
    doubts["constant-repeats"] = f"{constant} of {np.count_nonzero(repeats > 1)}" * (constant > 0)
    with np.errstate(over="ignore"):
        differences = differences * large
    names = t.classifiers
    return WithinDatasets(
        pairs=tuple((names[i], names[j]) for i, j in zip(*pairs, strict=True)),
        datasets=t.datasets,
        differences=differences,
        statistics=statistics,
        pvalues_raw=raw,
        pvalues=final,
        verdicts=verdicts,
        repeats=repeats.astype(np.int64),
        better=tuple(counts[0].tolist()),
        worse=tuple(counts[1].tolist()),
        not_shown=tuple(none.tolist()),
        rho=rho,
        alpha=alpha,
        notes=notes.holding(doubts),
        engine="python",
    )


def on_dataset(scores: Floats, pairs: Pairs, rho: float) -> Floats:
    """Test all pairs on one dataset.

    Parameters
    ----------
    scores : (k, J) float
        Larger is better; NaN if missing.

    Returns
    -------
    (4, m) float
        Mean difference, t, p, and number of repeats; NaN with fewer than 2 repeats.
    """
    gaps, unit = subtracted(scores, decimal_units(scores), *pairs)
    largest = np.fmax.reduce(np.abs(scores), axis=1)
    slack = _ROUNDING * np.fmax(largest[pairs[0]], largest[pairs[1]]) * unit
    found = np.full((4, len(gaps)), np.nan)
    for at, part in of_equal_size(gaps):
        n = part.shape[1]
        found[3, at] = n
        if n < 2:
            continue
        constant = np.ptp(part, axis=1) <= slack[at]
        zero = constant & (np.abs(part[:, 0]) <= slack[at])
        moved = np.where(constant, np.copysign(np.inf, part[:, 0]), t_statistics(part, rho))
        t = np.where(zero, 0.0, moved)
        p = np.where(constant, 1.0, t_pvalues(t, zero, n - 1, "two-sided")[0])
        means = np.array([math.fsum(row) for row in part.tolist()]) / n
        found[:3, at] = means / unit[at], t, p
    return found
