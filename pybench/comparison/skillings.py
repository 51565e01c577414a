"""The Skillings-Mack test: Friedman's test with missing scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ResultsTableError
from pybench.base.result import P_FLOOR
from pybench.base.stream import uniforms
from pybench.base.text import shown_names
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.omnibus import OmnibusTest, noise_decides, upper_tail
from pybench.comparison.permutation import shuffled_sums
from pybench.comparison.ranks import doubled_ranks, mean_ranks_of, require_comparable, tie_groups

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

METHODS = ("chi-square", "simulation")
# Statistics that differ by less, relatively, are equal: they are sums of roots.
_SAME = 1e-9


class Incomplete(NamedTuple):
    """Ranks of a table with gaps, only of datasets with scores of two methods or more."""

    ranks: Floats  #: (N, k), among the scores of the dataset; NaN if missing
    weighted: Floats  #: (N, k): sqrt(12 / (k_i + 1)) (r - (k_i + 1)/2), 0 if missing
    inverse: Floats  #: (k, k): a generalised inverse of the covariance of the column sums


def skillings_mack(
    t: ResultsTable,
    method: str = "chi-square",
    samples: int = 10_000,
    seed: int = 0,
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> OmnibusTest:
    r"""Test whether all methods perform alike if some scores are missing.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets, read with ``missing="keep"``.
    method : {"chi-square", "simulation"}
        "chi-square": the limiting distribution. "simulation": the permutation distribution,
        estimated by shuffling the ranks within datasets; use it for few datasets or many ties.
    samples, seed : int
        Used with "simulation": the number of shuffled tables, and the seed for the shuffling.
        Python and R draw the same tables.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    OmnibusTest
        ``n_datasets`` counts the datasets with at least two scores; other datasets do not affect
        the test. Each of the ``mean_ranks`` is a mean over the counted datasets on which the method
        has a score, of ranks that are rescaled to 1 to k: 1 + (k - 1)(r - 1)/(k_i - 1). The sets of
        other methods differ between datasets, so these means are no order of the methods.

    Raises
    ------
    ResultsTableError
        If fewer than 2 datasets have two scores, or there are fewer than 2 methods; also if the
        methods fall into groups that no dataset connects (no dataset has scores of methods of two
        groups).
    ArgumentError
        An argument that is not one of its choices.

    Notes
    -----
    If :math:`k_i` methods have a score on dataset i and :math:`r_{ij}` is the rank of method j
    among them,

    .. math:: A_j = \sum_i \sqrt{\frac{12}{k_i + 1}} \Bigl(r_{ij} - \frac{k_i + 1}{2}\Bigr),
       \qquad T = A' \Sigma^- A,

    where :math:`\Sigma^-` is a generalised inverse of the covariance matrix :math:`\Sigma` of A.
    Outside the diagonal, the element (j, l) of :math:`\Sigma` is minus the number of datasets on
    which both j and l have scores. Each row of :math:`\Sigma` sums to 0 (Skillings and Mack 1981,
    *Technometrics* 23, 171-177). T is compared with the chi-square distribution with k - 1 degrees
    of freedom; without missing scores and without ties, T is Friedman's statistic. The variance is
    not corrected for ties, so with many ties the chi-square test is conservative. By simulation,
    the ranks are shuffled within datasets in ``samples`` random tables, and p is (1 + the number of
    these tables in which T is at least as large as observed) / (1 + ``samples``).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, None], [6, 7, 5]], missing="keep",
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> round(pb.skillings_mack(t).statistic, 4)
    3.25
    """
    check.choice("method", method, METHODS)
    samples = check.count("samples", samples)
    check.room("samples", samples)
    uniforms(seed, "skillings-mack", 0, 0)  # refuses a bad seed
    tolerance = check.tie_tolerance(tie_tol)
    require_comparable(t, complete=False)
    return engines.answer(
        "skillings_mack",
        {"t": t, "method": method, "samples": samples, "seed": seed, "tie_tol": tolerance},
        engine=engine,
        kind=OmnibusTest,
        python=lambda: _skillings_mack(t, method, samples, seed, tolerance),
    )


def _skillings_mack(
    t: ResultsTable, method: str, samples: int, seed: int, tie_tol: float | str
) -> OmnibusTest:
    import pandas as pd

    table = incomplete(t, tie_tol)
    n, k = table.ranks.shape
    statistic, df = float(statistics(table, table.weighted)), (k - 1.0,)
    pvalue = limiting = upper_tail(statistic, df, "standard")
    if method == "simulation":
        pvalue = simulated_pvalue(table, statistic, samples, seed)

    def pvalue_at(tolerance: float | str) -> float:
        other = incomplete(t, tolerance)
        return upper_tail(float(statistics(other, other.weighted)), df, "standard")

    return OmnibusTest(
        test="skillings_mack",
        statistic=statistic,
        pvalue=pvalue,
        df=df,
        n_datasets=n,
        n_classifiers=k,
        method=method,
        convention="standard",
        mean_ranks=pd.Series(
            mean_ranks_of(np.nan_to_num(2 * table.ranks)), index=list(t.classifiers)
        ),
        notes=notes.holding(
            {
                "degenerate": not table.weighted.any(),
                "few-datasets": n < 10 and method == "chi-square",
                "two-classifiers": k == 2,
                "ties": any(tie_groups(row[row == row]) for row in table.ranks),
                "near-ties": noise_decides(tie_tol, limiting, pvalue_at),
                "missing-scores": t.n_missing > 0,
                "single-scores": n < t.n_datasets,
                **about_table(t),
                "pairwise-complete": False,
                "mean-of-repeats": t.n_repeats > 1,
                "floor": pvalue < P_FLOOR,
            }
        ),
        engine="python",
        reference="simulation" if method == "simulation" else "limit",
        least_pvalue=1 / (1 + samples) if method == "simulation" else 0.0,
    )


def incomplete(t: ResultsTable, tie_tol: float | str) -> Incomplete:
    """Rank the available scores of each dataset, and set up the covariance."""
    present = ~np.isnan(t.scores)
    used = present.sum(axis=1) >= 2
    scores, present = t.scores[used], present[used]
    if len(scores) < 2:
        raise ResultsTableError(
            f"expected at least 2 datasets with two scores or more, found {len(scores)}",
            expected="at least 2 datasets with two scores or more",
            found=str(len(scores)),
        )
    _require_connected(t.classifiers, present)
    ranks = np.full(scores.shape, np.nan)
    for i, (row, here) in enumerate(zip(scores, present, strict=True)):
        ranks[i, here] = doubled_ranks(row[here], t.higher_is_better, tie_tol) / 2
    sizes = present.sum(axis=1, keepdims=True)
    weighted = np.where(present, np.sqrt(12 / (sizes + 1)) * (ranks - (sizes + 1) / 2), 0.0)
    together = present.T.astype(float) @ present
    np.fill_diagonal(together, 0.0)
    covariance = np.diag(together.sum(axis=1)) - together
    # The null space consists of equal entries, to which the sums are orthogonal: filling it makes
    # the matrix regular, and its inverse is a generalised inverse.
    filled = covariance + together.sum() / together.size
    return Incomplete(ranks, weighted, np.linalg.inv(filled))


def _require_connected(classifiers: tuple[str, ...], present: NDArray[np.bool_]) -> None:
    reached = np.arange(len(classifiers)) == 0
    while True:
        wider = reached | present[(present & reached).any(axis=1)].any(axis=0)
        if (wider == reached).all():
            break
        reached = wider
    if not reached.all():
        apart = [name for name, here in zip(classifiers, reached, strict=True) if not here]
        found = f"none with {shown_names(apart)}"
        raise ResultsTableError(
            f"expected datasets that compare {shown_names(classifiers[:1])} with all other "
            f"methods, directly or through further methods, found {found}",
            expected="datasets that compare all methods, directly or through further methods",
            found=found,
            hint="Compare each group of methods separately.",
        )


def statistics(table: Incomplete, weighted: Floats) -> Floats:
    """Return T of tables of weighted ranks, (..., N, k)."""
    sums = weighted.sum(axis=-2)
    return np.asarray(np.einsum("...i,ij,...j->...", sums, table.inverse, sums))


def simulated_pvalue(table: Incomplete, statistic: float, samples: int, seed: int) -> float:
    """Return the share of shuffled tables whose T is at least ``statistic``, itself included.

    The tables are those of `shuffled_sums`.
    """
    absent = np.isnan(table.ranks)
    ordered = np.sort(np.where(absent, np.inf, table.weighted), axis=1)
    ordered[np.isinf(ordered)] = 0.0
    threshold = statistic * (1 - _SAME)
    sums = shuffled_sums(ordered, absent, samples, seed, "skillings-mack")
    count = sum(int((statistics(table, part[:, None]) >= threshold).sum()) for part in sums)
    return (1 + count) / (1 + samples)
