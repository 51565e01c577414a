"""The Bayesian hierarchical model: repeats within datasets, datasets within one population."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ResultsTableError
from pybench.bridge import engine as engines
from pybench.comparison.bayesian import (
    BayesianPairs,
    all_pairs,
    bayesian_pairs,
    check_rope,
    in_common_unit,
    mirrored,
    region_counts,
    standard_error,
    symmetric,
)
from pybench.comparison.convergence import effective_samples, r_hat
from pybench.comparison.correlated import check_correlation
from pybench.comparison.gibbs import Evidence, sample
from pybench.comparison.ranks import require_comparable
from pybench.comparison.scores import require_repeats

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

_AGREE, _ENOUGH = 1.01, 400  # Vehtari et al. 2021, Bayesian Analysis 16, 667-718
# If the differences of a dataset are constant, they get this fraction of the mean deviation.
_LEAST_SPREAD = 1e-3
# Differences that vary by at most this fraction of the largest count as constant.
_ROUNDING = 1e-9


def bayesian_hierarchical(
    t: ResultsTable,
    rope: float = 0.01,
    rho: float | None = None,
    samples: int = 8_000,
    seed: int = 0,
    chains: int = 4,
    warmup: int = 500,
    *,
    engine: str | None = None,
) -> BayesianPairs:
    r"""Compare all pairs by the Bayesian hierarchical model of repeats within datasets.

    On the next dataset (one that is not in the table), a pair of methods has three possible
    outcomes: the first method is better, the two are practically equivalent, or the second method
    is better. Each draw from the posterior distribution gives a probability to each outcome. The
    result for an outcome is the share of draws in which this outcome has the largest probability.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets, with their repeats
        (``read_results(..., repeats="keep")``): n >= 2 repeats on each dataset.
    rope : float
        Half width of the region of practical equivalence, >= 0, in units of the score: two scores
        that differ by at most this much count as equivalent.
    rho : float, optional
        Correlation of the repeats of a dataset, in [0, 1). Use the share of the data in each test
        fold. The default 1/n is this share if the n repeats are the folds of one cross-validation.
        For ten times ten-fold cross-validation use 0.1.
    samples : int
        Number of draws to keep, over all chains. At least 8 draws per chain are needed. The number
        is rounded up to a multiple of ``chains``.
    seed : int
        Seed of the random draws.
    chains, warmup : int
        ``chains``: number of Markov chains, at least 2. ``warmup``: number of iterations that each
        chain discards at its start, 0 or more.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    BayesianPairs
        ``better`` is the share of draws in which "the first method is better" is the most probable
        of the three outcomes on the next dataset. ``mean_better`` is the mean, over the draws, of
        the probability of this outcome. ``r_hat`` and ``effective_samples`` are the worst values
        over the three outcomes.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or a table without repeats.
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    For a pair of methods, the n differences on dataset i are normal with mean :math:`\delta_i`,
    standard deviation :math:`\sigma_i` and pairwise correlation :math:`\rho`. The means
    :math:`\delta_i` have Student's t distribution with centre :math:`\delta_0`, scale
    :math:`\sigma_0` and :math:`\nu` degrees of freedom. The priors are those of Corani, Benavoli,
    Demšar, Mangili & Zaffalon (2017, Machine Learning 106, 1817-1837) and of the authors' model
    file. Here

    * :math:`\delta_0` is uniform between minus and plus the largest absolute difference,
    * :math:`\sigma_i` is uniform between 0 and 1000 times the mean of the standard deviations
      observed on the datasets,
    * :math:`\sigma_0` is uniform between 0 and 1000 times the standard deviation of the means
      observed on the datasets,
    * :math:`\nu - 1` has a Gamma distribution, whose shape is uniform in (0.5, 5) and whose rate is
      uniform in (0.05, 0.15).

    Each draw from the posterior gives the probabilities that the difference on a further dataset is
    above, within and below the region of practical equivalence (rope).

    The posterior is sampled by Gibbs sampling that interweaves two parametrisations; Stan is not
    needed. A standard deviation below a thousandth of the mean standard deviation over all
    datasets, such as that of constant differences, is raised to a thousandth of this mean, since
    otherwise the likelihood is unbounded. The note ``not-converged`` appears if R-hat is above
    1.01, or if the chains are equivalent to fewer than 400 independent draws. If fewer than 400
    draws were requested, it appears if the chains are equivalent to fewer independent draws than
    that. Python and R run the same chains.

    Examples
    --------
    >>> import pybench as pb
    >>> rows = [[d, c, r, 0.5 + 0.1 * (c == "a") + 0.01 * ((3 * r + d) % 4)]
    ...         for d in range(6) for c in "ab" for r in range(4)]
    >>> import pandas as pd
    >>> frame = pd.DataFrame(rows, columns=["dataset", "classifier", "repeat", "score"])
    >>> t = pb.read_results(frame.astype({"dataset": str}), repeats="keep", higher_is_better=True)
    >>> float(pb.bayesian_hierarchical(t, samples=400, warmup=100).better.loc["a", "b"])
    1.0
    """
    rope = check_rope(rope)
    rho = None if rho is None else check_correlation(rho)
    chains, warmup = check.count("chains", chains, 2), check.count("warmup", warmup, 0)
    samples, seed = check.count("samples", samples, 8 * chains), check.seed(seed)
    require_comparable(t, one_metric=True)
    require_equal_repeats(t)
    check.room("samples", samples, 3 * math.comb(t.n_classifiers, 2))
    check.room("warmup", warmup)
    return engines.answer(
        "bayesian_hierarchical",
        {
            "t": t,
            "rope": rope,
            "rho": rho,
            "samples": samples,
            "seed": seed,
            "chains": chains,
            "warmup": warmup,
        },
        engine=engine,
        kind=BayesianPairs,
        python=lambda: _hierarchical(t, rope, rho, samples, seed, chains, warmup),
    )


def require_equal_repeats(t: ResultsTable) -> None:
    """Refuse a table without repeats, and one with fewer repeats for some datasets."""
    require_repeats(t)
    assert t.by_repeat is not None
    if np.isnan(t.by_repeat).any():
        raise ResultsTableError(
            "expected the same number of repeats for every dataset, found fewer for some",
            expected="the same number of repeats for every dataset",
            found="fewer for some",
            hint="Leave out the datasets with fewer repeats: t.select(datasets=...).",
        )


def _hierarchical(
    t: ResultsTable,
    rope: float,
    rho: float | None,
    samples: int,
    seed: int,
    chains: int,
    warmup: int,
) -> BayesianPairs:
    k = t.n_classifiers
    rho = 1.0 / t.n_repeats if rho is None else rho
    length = math.ceil(samples / chains)
    size = chains * length
    thetas = hierarchical_thetas(
        t, list(all_pairs(k)), rope, rho, seed, chains=chains, warmup=warmup, length=length
    )
    probabilities = region_counts(*np.moveaxis(thetas.reshape(-1, 3, size), 1, 0)) / size
    wins = thetas == thetas.max(axis=1, keepdims=True)
    worth = effective_samples(thetas).min(axis=1)
    # The error of a share is that of a chain of zeros and ones, which may mix better or worse.
    error = standard_error(
        probabilities, np.minimum(effective_samples(wins * 1.0).min(axis=1), size)
    )
    worst = r_hat(thetas).max(axis=1)
    return bayesian_pairs(
        t,
        mirrored(probabilities, k),
        mirrored(thetas.mean(axis=(2, 3)), k),
        symmetric(error, k, 0.0),
        test="bayesian_hierarchical",
        rope=rope,
        rho=rho,
        samples=size,
        seed=seed,
        r_hat=symmetric(worst, k, 1.0),
        effective_samples=symmetric(worth, k, float(size)),
        doubts={
            "not-converged": bool((worst > _AGREE).any() or (worth < min(_ENOUGH, size)).any()),
            "mean-of-repeats": False,
        },
    )


def hierarchical_thetas(
    t: ResultsTable,
    pairs: list[tuple[int, int]],
    rope: float,
    rho: float,
    seed: int,
    *,
    chains: int,
    warmup: int,
    length: int,
) -> Floats:
    """Draw the probabilities that a further dataset is above, in and below the rope.

    Returns
    -------
    (pairs, 3, chains, length) float in [0, 1], the three sum to 1
    """
    from scipy import special

    repeats = np.asarray(t.by_repeat)
    scores, rope = in_common_unit(repeats, rope, higher_is_better=t.higher_is_better)
    differences = np.stack([scores[:, i] - scores[:, j] for i, j in pairs])
    unit, evidence = evidence_of(differences, rho)
    centre, width, nu = sample(evidence, seed, chains, warmup, length)
    half = (rope / unit)[:, None, None]
    above = special.stdtr(nu, (centre - half) / width)
    below = special.stdtr(nu, (-half - centre) / width)
    within = np.maximum(0.0, 1.0 - above - below) if rope else np.zeros_like(above)
    thetas = np.stack([above, within, below], axis=1)
    point = differences[:, 0, 0]
    # One difference everywhere: nothing to draw.
    certain = (differences == point[:, None, None]).all(axis=(1, 2))
    regions = np.stack([point > rope, np.abs(point) <= rope, point < -rope], axis=1)
    thetas[certain] = regions[certain][:, :, None, None]
    return thetas


def evidence_of(differences: Floats, rho: float) -> tuple[Floats, Evidence]:
    """Summarise the differences, (pairs, N, n), for the sampler; also return the unit of a pair."""
    n = differences.shape[-1]
    # Relative to the first difference, so that equal ones have no deviation at all.
    first = differences[..., :1]
    shifted = differences - first
    means = first[..., 0] + shifted.mean(axis=-1)
    deviation = shifted.std(axis=-1, ddof=1)
    between = (means - means[:, :1]).std(axis=-1, ddof=1)
    largest = np.abs(differences).max(axis=(1, 2))
    unit, noise = deviation.mean(axis=-1), _ROUNDING * largest
    unit = np.where(unit > noise, unit, np.where(between > noise, between, largest))
    unit = np.where(unit > 0.0, unit, 1.0)
    least = _LEAST_SPREAD * unit
    squares = (n - 1) * np.square(np.maximum(deviation, least[:, None]) / unit[:, None])
    return unit, Evidence(
        means=means / unit[:, None],
        squares=squares,
        spread=np.maximum(between, least) / unit,
        bound=np.maximum(largest, least) / unit,
        repeats=n,
        rho=rho,
    )
