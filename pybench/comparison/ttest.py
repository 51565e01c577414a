"""Student's t test of pairs of methods, plain and corrected for resampling."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.differences import (
    Floats,
    better_scores,
    differences,
    in_order,
    pairs_of,
    square,
    verdicts_change,
)
from pybench.comparison.doubts import about_table
from pybench.comparison.pairs import PairwiseTest, check_pairs, pairwise_test
from pybench.comparison.ranks import Ranked, ranked, require_comparable
from pybench.comparison.scores import scores_of_repeats
from pybench.table import results_table

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def paired_t(
    t: ResultsTable,
    adjust: str = "holm",
    alternative: str = "two-sided",
    control: str | None = None,
    *,
    engine: str | None = None,
) -> PairwiseTest:
    r"""Test pairs of methods by Student's t test of their differences over datasets.

    The test assumes that the differences are normally distributed and that scores are comparable
    between datasets. Demšar (2006, JMLR 7, section 3.1.2) explains why neither assumption can be
    taken for granted. We recommend `wilcoxon` instead.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    alternative : {"two-sided", "greater", "less"}
        "greater": the row is better than the column.
    control : str, optional
        Compare all other methods with this method only.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of t, positive if the row is better on average.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown correction, alternative or control.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With the mean :math:`\bar d` and the variance :math:`s^2` (divisor N - 1) of the differences on
    the N datasets, :math:`t = \bar d / \sqrt{s^2 / N}` with N - 1 degrees of freedom. If all
    differences are equal and not zero, t is infinite and p is 0 (1 if the one-sided alternative has
    the other direction). If all differences are zero, t is 0 and p is 1.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[4, 1], [5, 3], [4, 3]], datasets=["x", "y", "z"],
    ...     classifiers=["a", "b"], higher_is_better=True)
    >>> result = pb.paired_t(t)
    >>> round(float(result.statistics.loc["a", "b"]), 6), result.df  # 2 / sqrt(1 / 3)
    (3.464102, (2.0,))
    """
    table = ranked(t, pairwise=True, one_metric=True)
    column = check_pairs(table.names, alternative, control)
    check_adjust(adjust, control, alternative)
    options = {"adjust": adjust, "alternative": alternative, "control": control}
    return engines.answer(
        "paired_t",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _t_test(table, 0.0, column, "paired_t", "t", adjust, alternative, control),
    )


def corrected_t(
    t: ResultsTable,
    rho: float,
    dataset: str | None = None,
    adjust: str = "holm",
    alternative: str = "two-sided",
    control: str | None = None,
    *,
    engine: str | None = None,
) -> PairwiseTest:
    r"""Test pairs of methods by Nadeau and Bengio's t test, which allows for overlapping resamples.

    Parameters
    ----------
    t : ResultsTable
        Without ``dataset``: a table whose rows are the J >= 2 resamples of one dataset. With
        ``dataset``: a table that keeps its repeats (``repeats="keep"``); the repeats of that
        dataset are tested.
    rho : float
        Correlation of the differences on two resamples, in [0, 1). Use n_test / (n_train + n_test),
        the share of the data in each test set, such as 0.1 for tenfold cross-validation. With 0,
        the test is Student's t test, without correction.
    dataset : str, optional
        Name of the dataset whose repeats are tested.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    alternative : {"two-sided", "greater", "less"}
        "greater": the row is better than the column.
    control : str, optional
        Compare all other methods with this method only.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of t, positive if the row is better on average. With
        ``dataset``, ``n_datasets`` is 1, as in `bayesian_t`, and ``mean_ranks`` are means over the
        repeats of this dataset. Without ``dataset``, the rows are interpreted as resamples, and the
        note ``rows-as-resamples`` is added.

    Raises
    ------
    ResultsTableError
        Fewer than 2 resamples or methods.
    ArgumentError
        An invalid ``rho``; an unknown correction, alternative, control or dataset; or a table
        without repeats.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The test is that of Nadeau and Bengio (2003, *Inference for the generalization error*, Machine
    Learning 52, 239-281). With the mean :math:`\bar d` and the variance :math:`s^2` (divisor J - 1)
    of the differences on the J resamples, the statistic is

    .. math:: t = \frac{\bar d}{\sqrt{\left(\frac1J + \frac{\rho}{1 - \rho}\right) s^2}}

    with J - 1 degrees of freedom. Equal differences are treated as in `paired_t`.

    Examples
    --------
    >>> import pybench as pb
    >>> folds = pb.read_results([[4, 1], [5, 3], [4, 3]], datasets=["1", "2", "3"],
    ...     classifiers=["a", "b"], higher_is_better=True)
    >>> t = pb.corrected_t(folds, rho=0.4).statistics.loc["a", "b"]
    >>> round(float(t), 6)  # 2 / sqrt(1/3 + 2/3)
    2.0
    """
    rho = check.share("rho", rho)
    require_comparable(t, datasets=1, pairwise=True)
    rows, method = (t, "t") if dataset is None else _repeats_of(t, dataset)
    resamples = ranked(rows, pairwise=True, one_metric=True)
    column = check_pairs(resamples.names, alternative, control)
    check_adjust(adjust, control, alternative)
    options = {
        "rho": rho,
        "dataset": dataset,
        "adjust": adjust,
        "alternative": alternative,
        "control": control,
    }
    return engines.answer(
        "corrected_t",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _about_one_dataset(
            _t_test(resamples, rho, column, "corrected_t", method, adjust, alternative, control),
            named=dataset is not None,
        ),
    )


def _about_one_dataset(found: PairwiseTest, *, named: bool) -> PairwiseTest:
    if named:
        return replace(found, n_datasets=1)
    return replace(found, notes=notes.ordered([*found.notes, "rows-as-resamples"]))


def _repeats_of(t: ResultsTable, dataset: object) -> tuple[ResultsTable, str]:
    """Return the repeats of one dataset as the rows of a table, and a text for the method."""
    repeats = scores_of_repeats(t, dataset)
    rows = results_table(
        repeats,
        [f"repeat {i + 1}" for i in range(len(repeats))],
        t.classifiers,
        higher_is_better=t.higher_is_better,
        metric=t.metric if t.metrics is None else t.metrics[t.datasets.index(str(dataset))],
    )
    return rows, f"t over {len(repeats)} repeats of {dataset}"


def _t_test(
    table: Ranked,
    rho: float,
    column: int | None,
    test: str,
    method: str,
    adjust: str,
    alternative: str,
    control: str | None,
) -> PairwiseTest:
    t, k = table.results, table.k
    scores, pairs = better_scores(t.scores, t.higher_is_better), pairs_of(k, column)

    def tested(tie_tol: float | str) -> tuple[Floats, Floats, bool]:
        values, same, df = in_order(
            (
                places,
                (
                    t_statistics(gaps, rho),
                    (gaps == 0).all(axis=1),
                    np.full(len(gaps), gaps.shape[1] - 1),
                ),
            )
            for places, gaps in differences(scores, pairs, tie_tol)
        )
        found = t_pvalues(values, same, df, alternative)
        return np.stack([values, -values]), found, bool(same.any())

    values, pvalues, identical = tested("decimal")
    both = (values, pvalues), tested("auto")[:2]
    near = verdicts_change(k, pairs, both, adjust, alternative, column)
    return pairwise_test(
        table,
        square(k, pairs, *values),
        square(k, pairs, *pvalues),
        test=test,
        statistic="t",
        method=method,
        df=() if t.n_missing else (table.n - 1,),
        adjust=adjust,
        alternative=alternative,
        control=control,
        doubts={
            "no-difference": identical,
            "near-ties": near,
            **about_table(t),
            "mean-of-repeats": t.n_repeats > 1,
        },
    )


def t_statistics(gaps: Floats, rho: float) -> Floats:
    """Return Nadeau and Bengio's t of each row of differences.

    Parameters
    ----------
    gaps : (P, J) float, J >= 2
    rho : float in [0, 1)
        0 is Student's t.

    Returns
    -------
    (P,) float
        +-Inf if all differences are equal, 0 if they are all zero.
    """
    n = gaps.shape[1]
    # t has no unit: after scaling by a power of two, which is exact, no square overflows.
    _, exponent = np.frexp(np.abs(gaps).max(axis=1, keepdims=True))
    scaled = np.ldexp(gaps, -exponent)
    # Deviations from the first difference are exactly zero if all are equal.
    off = scaled - scaled[:, :1]
    off -= np.array([[math.fsum(row) / n] for row in off.tolist()])
    variance = (off**2).sum(axis=1) / (n - 1) * (1 / n + rho / (1 - rho))
    means = np.array([math.fsum(row) / n for row in scaled.tolist()])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(means == 0, 0.0, means / np.sqrt(variance))


def t_pvalues(
    values: Floats, same: NDArray[np.bool_], df: int | NDArray[np.intp], alternative: str
) -> Floats:
    """Return the p-values of pairs and of reversed pairs.

    Parameters
    ----------
    values : (P,) float
        t, from `t_statistics`.
    same : (P,) bool
        Whether all differences are zero, which favours neither direction: p = 1.
    df : int, or (P,) int
    alternative : {"two-sided", "greater", "less"}

    Returns
    -------
    (2, P) float in [0, 1]
    """
    from scipy import special

    if alternative == "two-sided":
        both = np.minimum(1.0, 2 * special.stdtr(df, -np.abs(values)))
        return np.stack([both, both])
    tails = np.where(same, 1.0, special.stdtr(df, np.stack([-values, values])))
    return tails if alternative == "greater" else tails[::-1]
