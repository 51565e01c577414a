"""Bayesian comparisons under a Dirichlet process: the signed-rank test and the sign test.

Both draw random weights for the datasets, once for all pairs, and compute the weight of the
datasets on which a method is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.bridge import engine as engines
from pybench.comparison.bayesian import (
    BayesianPairs,
    bayesian_pairs,
    check_rope,
    in_common_unit,
    mirrored,
    noise,
    region_counts,
    standard_error,
)
from pybench.comparison.incomplete import of_equal_size
from pybench.comparison.ranks import require_comparable
from pybench.comparison.staircase import Rooms, staircase
from pybench.comparison.weights import over_blocks

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

PLACES = ("rope", "better", "worse")
SIGNED_RANK, SIGN = "bayesian-signed-rank", "bayesian-sign"  # names of streams


def bayesian_signed_rank(
    t: ResultsTable,
    rope: float = 0.01,
    samples: int = 50_000,
    prior: float = 0.5,
    seed: int = 0,
    *,
    engine: str | None = None,
) -> BayesianPairs:
    r"""Compare all pairs by the Bayesian signed-rank test with a region of practical equivalence.

    A pair of methods has three outcomes: the first method is better, the two are practically
    equivalent, or the first method is worse. Each posterior draw gives a weight to each outcome.
    The posterior probability of an outcome is the share of draws in which its weight is largest.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    rope : float
        Half width of the region of practical equivalence, >= 0, in units of the score: two scores
        that differ by at most this much count as equivalent.
    samples : int
        Number of draws from the posterior, >= 1.
    prior : float
        Weight s >= 0 of the pseudo-observation, a dataset on which the two scores are equal.
    seed : int
        Seed of the random draws.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    BayesianPairs

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Let r be the half-width of the region of practical equivalence (``rope``), and s the weight of
    the pseudo-observation (``prior``). With differences :math:`z_1, \dots, z_N`, the
    pseudo-observation :math:`z_0 = 0` and weights
    :math:`w \sim \mathrm{Dirichlet}(s, 1, \dots, 1)`, the weights of the three regions are

    .. math:: \theta_{better} = \sum_{ij} w_i w_j [z_i + z_j > 2r], \quad
       \theta_{equal} = \sum_{ij} w_i w_j [|z_i + z_j| \le 2r], \quad
       \theta_{worse} = \sum_{ij} w_i w_j [z_i + z_j < -2r]

    (Benavoli, Corani, Mangili, Zaffalon & Ruggeri 2014, ICML; Benavoli, Corani, Demšar & Zaffalon
    2017, JMLR 18, section 4.2.2). ``better`` is the share of draws in which :math:`\theta_{better}`
    is the largest of the three; a draw with a tie is divided equally. If the rope and all scores
    are decimals with few digits, the sums :math:`z_i + z_j` are compared exactly: both 0.9 - 0.8
    and 0.8 - 0.7 are inside a rope of 0.1. Otherwise the sums are compared as doubles, and rounding
    may put a sum just outside the rope; if so, the note ``rope-edge`` appears. To avoid this,
    choose a rope that lies between two possible differences of scores.

    All pairs share the same random weights of the datasets, which depend only on the seed and on N.
    So a pair has the same result in every table with the same datasets. Python and R draw the same
    weights.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6], [0.6, 0.605]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> result = pb.bayesian_signed_rank(t, samples=2000)
    >>> round(float(result.mean_better.loc["a", "b"]), 4)  # 21 / 24.75
    0.8485
    >>> bool(0.9 < result.better.loc["a", "b"] < 1)
    True
    """
    rope, prior = check_rope(rope), check.not_negative("prior", prior)
    samples, seed = check.count("samples", samples), check.seed(seed)
    check.room("samples", samples)
    require_comparable(t, pairwise=True, one_metric=True)
    return engines.answer(
        "bayesian_signed_rank",
        {"t": t, "rope": rope, "samples": samples, "prior": prior, "seed": seed},
        engine=engine,
        kind=BayesianPairs,
        python=lambda: _signed_rank(t, rope, samples, prior, seed),
    )


def bayesian_sign(
    t: ResultsTable,
    rope: float = 0.01,
    samples: int = 50_000,
    prior: float = 0.5,
    place: str = "rope",
    seed: int = 0,
    *,
    engine: str | None = None,
) -> BayesianPairs:
    r"""Compare all pairs by the Bayesian sign test with a region of practical equivalence.

    A pair of methods has three outcomes: the first method is better, the two are practically
    equivalent, or the first method is worse. Each posterior draw gives a weight to each outcome.
    The posterior probability of an outcome is the share of draws in which its weight is largest.
    The result depends on whether each difference is above, within or below the region of practical
    equivalence, but not on the size of the difference.

    Parameters
    ----------
    t, rope, samples, prior, seed, engine
        As `bayesian_signed_rank`.
    place : {"rope", "better", "worse"}
        Region in which the pseudo-observation lies: practically equivalent, row better, or column
        better. With "rope", the result for the pair (a, b) is the mirror image of the result for
        (b, a); with the other regions, it is not.

    Returns
    -------
    BayesianPairs

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Let r be the half-width of the region of practical equivalence (``rope``). Count the datasets on
    which the difference is above r (:math:`n_{better}`), within [-r, r] (:math:`n_{equal}`) and
    below -r (:math:`n_{worse}`). The prior is one pseudo-observation of weight ``prior``, which is
    added to the count of the region that ``place`` names. The posterior of the weights of the three
    regions is :math:`\mathrm{Dirichlet}(n_{better}, n_{equal}, n_{worse})` (Benavoli, Corani,
    Demšar & Zaffalon 2017, JMLR 18, section 4.2.1). ``better`` is the share of draws in which the
    region "better" has the largest weight.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6], [0.6, 0.605]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> result = pb.bayesian_sign(t, samples=2000)
    >>> round(float(result.mean_better.loc["a", "b"]), 4)  # 3 / 4.5
    0.6667
    """
    rope, prior = check_rope(rope), check.not_negative("prior", prior)
    samples, seed = check.count("samples", samples), check.seed(seed)
    check.room("samples", samples)
    check.choice("place", place, PLACES)
    require_comparable(t, pairwise=True, one_metric=rope > 0)
    return engines.answer(
        "bayesian_sign",
        {"t": t, "rope": rope, "samples": samples, "prior": prior, "place": place, "seed": seed},
        engine=engine,
        kind=BayesianPairs,
        python=lambda: _sign(t, rope, samples, prior, place, seed),
    )


def _signed_rank(
    t: ResultsTable, rope: float, samples: int, prior: float, seed: int
) -> BayesianPairs:
    k = t.n_classifiers
    scores, edge = in_common_unit(t.scores, rope, higher_is_better=t.higher_is_better)
    gaps = scores.T[np.triu_indices(k, 1)[0]] - scores.T[np.triu_indices(k, 1)[1]]
    stairs = [staircase(row[row == row], edge) for row in gaps]

    rooms = Rooms()

    def count(weights: Floats, places: Sequence[int]) -> Floats:
        room = rooms.of(weights)
        return np.stack([region_counts(*room.thetas(stairs[at])) for at in places])

    probabilities = np.empty((len(stairs), 3))
    for places, part in of_equal_size(gaps):
        own = partial(count, places=places.tolist())
        blocks = over_blocks(SIGNED_RANK, part.shape[1], samples, prior, seed, own)
        probabilities[places] = np.asarray(sum(blocks)) / samples
    slack = noise(scores, 2 * edge)
    return bayesian_pairs(
        t,
        mirrored(probabilities, k),
        mirrored(np.stack([one.means(prior) for one in stairs]), k),
        standard_error(np.moveaxis(mirrored(probabilities, k), 0, -1), samples) * (1 - np.eye(k)),
        test="bayesian_signed_rank",
        rope=rope,
        prior=prior,
        place="rope",
        samples=samples,
        seed=seed,
        doubts={"rope-edge": any(one.on_the_edge(slack) for one in stairs)},
    )


def _sign(
    t: ResultsTable, rope: float, samples: int, prior: float, place: str, seed: int
) -> BayesianPairs:
    k = t.n_classifiers
    # In both orders of each pair, outside "rope", the pseudo-observation favours the row.
    cells = [(i, j) for i in range(k) for j in range(k) if i != j]
    scores, edge = in_common_unit(t.scores, rope, higher_is_better=t.higher_is_better)
    differences = np.stack([scores[:, i] - scores[:, j] for i, j in cells])
    matrices = np.zeros((2, 3, k, k))
    matrices[:, 1] = np.eye(k)
    for places, part in of_equal_size(differences):
        better, worse = sign_regions(part, edge, place)

        def count(weights: Floats, better: Floats = better, worse: Floats = worse) -> Floats:
            return region_counts(*sign_thetas(weights, better, worse))

        counts = sum(over_blocks(SIGN, part.shape[1], samples, prior, seed, count))
        alpha = np.ones(part.shape[1] + 1)
        alpha[0] = prior
        means = np.stack(sign_thetas(alpha[:, None], better, worse))[..., 0].T / alpha.sum()
        rows, columns = np.array(cells)[places].T
        matrices[0][:, rows, columns] = np.asarray(counts).T / samples
        matrices[1][:, rows, columns] = means.T
    error = standard_error(np.moveaxis(matrices[0], 0, -1), samples) * (1 - np.eye(k))
    beyond = np.abs(differences) - edge
    return bayesian_pairs(
        t,
        matrices[0],
        matrices[1],
        error,
        test="bayesian_sign",
        rope=rope,
        prior=prior,
        place=place,
        samples=samples,
        seed=seed,
        doubts={"rope-edge": bool(((beyond > 0) & (beyond <= noise(scores, edge))).any())},
    )


def sign_regions(differences: Floats, rope: float, place: str) -> tuple[Floats, Floats]:
    """Return on which datasets the first is better and worse, (pairs, n + 1) of 0 and 1 each.

    Column 0 is the pseudo-observation.
    """
    regions = [differences > rope, differences < -rope]
    first = np.ones((len(differences), 1))
    better, worse = (
        np.hstack([first * (place == name), region])
        for name, region in zip(PLACES[1:], regions, strict=True)
    )
    return better, worse


def sign_thetas(weights: Floats, better: Floats, worse: Floats) -> Sequence[Floats]:
    """Return the weights of better, equal, worse, (pairs, draws) each, times the sum of weights."""
    equal = 1.0 - better - worse
    return tuple(part @ weights for part in (better, equal, worse))
