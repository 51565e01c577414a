"""The Bayesian correlated t-test: the mean difference of scores that share training data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.bridge import engine as engines
from pybench.comparison.bayesian import (
    BayesianPairs,
    all_pairs,
    bayesian_pairs,
    check_rope,
    in_common_unit,
    mirrored,
    noise,
)
from pybench.comparison.ranks import require_comparable
from pybench.comparison.scores import scores_of_repeats

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

# Differences that are equal up to rounding spread by up to 3 ulp of the scores.
_ROUNDING = 4 * np.finfo(float).eps


def bayesian_t(
    t: ResultsTable,
    rope: float = 0.01,
    rho: float = 0.0,
    dataset: str | None = None,
    *,
    engine: str | None = None,
) -> BayesianPairs:
    r"""Compare all pairs by the Bayesian correlated t-test, exactly and without random sampling.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets; with ``dataset``, one dataset is enough.
    rope : float
        Half width of the region of practical equivalence, >= 0, in units of the score: a mean
        difference of at most this size counts as equivalent.
    rho : float
        Correlation of the differences, in [0, 1). For resamples, use the share of the data in each
        test fold, such as 1/10 for ten-fold cross-validation; for independent datasets, use 0.
    dataset : str, optional
        Compare the scores of the repeats of this dataset; the table must have kept its repeats
        (``read_results(..., repeats="keep")``). By default, the scores on all datasets
        are compared.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    BayesianPairs
        ``mean_better``, ``mean_equal`` and ``mean_worse`` are the same numbers as ``better``,
        ``equal`` and ``worse``, and ``monte_carlo_error`` is 0.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets (or repeats of ``dataset``), or fewer than 2 methods.
    ArgumentError
        An argument out of its range, an unknown dataset, or a table without repeats.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Let n be the number of differences (one per dataset, or one per repeat of ``dataset``), and s
    their standard deviation. The posterior of the mean difference is Student's t distribution with
    n - 1 degrees of freedom. It is centred at the mean of the differences and has the scale
    :math:`s \sqrt{1/n + \rho/(1 - \rho)}` (Corani & Benavoli 2015, Machine Learning 100, 285-304,
    eq. 8). If all differences are equal up to rounding, the posterior is concentrated on this
    common value. The ends of the rope count as equivalent.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7], [0.7, 0.65]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b"], higher_is_better=True)
    >>> round(float(pb.bayesian_t(t).better.loc["a", "b"]), 4)
    0.976
    """
    rope = check_rope(rope)
    rho = check_correlation(rho)
    whole = dataset is None
    require_comparable(t, datasets=2 if whole else 1, pairwise=True, one_metric=whole)
    sample = t.scores if dataset is None else np.asarray(scores_of_repeats(t, dataset))
    return engines.answer(
        "bayesian_t",
        {"t": t, "rope": rope, "rho": rho, "dataset": dataset},
        engine=engine,
        kind=BayesianPairs,
        python=lambda: _bayesian_t(t, sample, rope, rho, dataset),
    )


def check_correlation(rho: object) -> float:
    """Return a correlation, a number in [0, 1)."""
    if not isinstance(rho, bool) and isinstance(rho, (int, float)) and rho == 0:
        return 0.0
    return check.number("rho", rho, "a number >= 0 and < 1", 0.0, 1.0)


def _bayesian_t(
    t: ResultsTable, sample: Floats, rope: float, rho: float, dataset: str | None
) -> BayesianPairs:
    k = t.n_classifiers
    scores, edge = in_common_unit(sample, rope, higher_is_better=t.higher_is_better)
    largest = np.fmax.reduce(np.abs(scores), axis=0)
    differences = []
    for i, j in all_pairs(k):
        gaps = scores[:, i] - scores[:, j]
        differences.append((gaps[gaps == gaps], _ROUNDING * max(largest[i], largest[j])))
    regions = np.stack([t_regions(gaps, edge, rho, slack) for gaps, slack in differences])
    beyond = [abs(p) - edge for p in (constant(*gaps) for gaps in differences) if p is not None]
    matrices = mirrored(regions, k)
    return bayesian_pairs(
        t,
        matrices,
        matrices,
        np.zeros((k, k)),
        test="bayesian_t",
        rope=rope,
        rho=rho,
        dataset=dataset,
        doubts={
            "rope-edge": any(0 < gap <= noise(scores, edge) for gap in beyond),
            **({} if dataset is None else {"mean-of-repeats": False}),
        },
    )


def constant(differences: Floats, slack: float) -> float | None:
    """Return the common value of differences that vary by at most ``slack``, or None.

    The common value is the middle between the smallest and the largest difference. The mean is not
    used, because its last digit depends on the order of the sum, and this digit must not decide on
    which side of the rope the value lies.
    """
    least, most = float(differences.min()), float(differences.max())
    return least + (most - least) / 2 if most - least <= slack else None


def t_regions(differences: Floats, rope: float, rho: float, slack: float = 0.0) -> Floats:
    """Return the posterior probabilities that the mean difference is above, in, below the rope.

    Differences that vary by at most ``slack`` are equal up to rounding.
    """
    from scipy import special

    n = differences.size
    mean = float(differences.mean())
    scale = float(differences.std(ddof=1)) * math.sqrt(1.0 / n + rho / (1.0 - rho))
    # Scale 0 although they vary: squares too small for a double.
    point = constant(differences, slack if scale > 0.0 else math.inf)
    if point is not None:
        return np.array([point > rope, abs(point) <= rope, point < -rope], dtype=float)
    worse = float(special.stdtr(n - 1, (-rope - mean) / scale))
    better = float(special.stdtr(n - 1, (mean - rope) / scale))
    # The two tails are accurate; the middle is the remainder, unless they fill nearly all.
    return np.array([better, max(0.0, 1.0 - better - worse) if rope else 0.0, worse])
