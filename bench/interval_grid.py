"""The grid on which intervals are measured: designs, sizes, what is estimated, and its true value.

A table has N datasets drawn independently from one population; each dataset ranks k methods.
What a mean rank estimates is the mean of a method's rank over that population. What Kendall's
W estimates is the population's concordance: the W of infinitely many datasets, |E c|^2 / E |c|^2
of the centred ranks c, which is the mean rank correlation of two datasets drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Floats = NDArray[np.float64]

SIZES = (10, 20, 30, 50, 100)
#: With two methods every table is enumerated: chance that the second is better.
SHARES = np.arange(1, 501) / 1000
CLASSIFIERS = (3, 5, 10)
TABLES = 10_000
TIED, FAILING, TURNED = 0.2, 0.05, 0.1  # chances in the designs "ties", "skewed" and "reversed"

#: Field or column of a result that is an end of an interval -> its rows in bench/intervals.csv.
MEASURED = {
    "RankIntervals.low": "mean rank",
    "RankIntervals.high": "mean rank",
    "KendallW.low": "concordance",
    "KendallW.high": "concordance",
    **{
        f"Effects.{name}_{end}": name
        for name in ("hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority")
        for end in ("low", "high")
    },
    # Those of `effects`, of the effect that was asked for:
    **{
        f"MultiComparison.effect_size_{end}": "hodges_lehmann, mean_difference, d_z, "
        "rank_biserial, superiority"
        for end in ("low", "high")
    },
    "LikelihoodRatios.lower": "auc, accuracy",
    "LikelihoodRatios.upper": "auc, accuracy",
    **{
        f"Optimality.{name}_{end}": "run mean"
        for name in ("score", "gap_hidden", "gap_numerical", "gap_observed")
        for end in ("lower", "upper")
    },
    "LearningCurve.gap_lower": "run mean",
    "LearningCurve.gap_upper": "run mean",
    "Sweep.lower": "run mean",
    "Sweep.upper": "run mean",
}
#: Field or column that looks like an end of an interval -> why nothing has to be held by it.
NOT_INTERVALS = {
    "RankPreservation.low": "quantile of trials, which are what it describes",
    "RankPreservation.high": "quantile of trials, which are what it describes",
    "SubsetQuality.low": "quantile of random subsets, which are what it describes",
    "SubsetQuality.high": "quantile of random subsets, which are what it describes",
    "MantelTest.low": "quartile of pairs of datasets, which are what it describes",
    "MantelTest.high": "quartile of pairs of datasets, which are what it describes",
    "MissingPolicies.verdict_low": "the verdict under an extreme assignment",
    "MissingPolicies.verdict_high": "the verdict under an extreme assignment",
    # Measured elsewhere: it holds the truth where the clustered t-test does not reject it.
    "ItemComparison.lower": "its coverage is 1 minus the size of the test, in bench/items.csv",
    "ItemComparison.upper": "its coverage is 1 minus the size of the test, in bench/items.csv",
    **{
        f"LearningCurve.{name}_{end}": "a test measures its coverage: tests/optimal"
        for name in ("approximation", "estimation")
        for end in ("lower", "upper")
    },
    # Measured elsewhere, on models that are left out of published tables:
    **{
        f"ModelPlace.{name}_{end}": "its coverage on published tables is in bench/place_model.csv"
        for name in ("mean_rank", "position")
        for end in ("low", "high")
    },
    "SyntheticStudy.low": "quantile of seeds, which are what it describes",
    "SyntheticStudy.high": "quantile of seeds, which are what it describes",
}


@dataclass(frozen=True)
class Design:
    """A population of datasets."""

    name: str
    draw: Callable[[np.random.Generator, tuple[int, int, int]], Floats]  #: scores, higher better
    mean_ranks: Floats  #: (k,) expected ranks
    concordance: float


def _values(skill: Floats) -> tuple[Floats, Floats]:
    """Return whole numbers, and the chance that each method's rounded score is one of them."""
    edges = np.arange(-8, skill.max() + 9)
    below = ndtr(edges[None, :] - 0.5 - skill[:, None])
    return edges[:-1], np.diff(below, axis=1)


def _ranks(better: Floats) -> Floats:
    """Return expected ranks from P(row better than column) + half of P(equal)."""
    return 1 + better.sum(axis=0) - np.diag(better)


def concordance(mean_ranks: Floats, tied: float = 0.0) -> float:
    """Return |E c|^2 / E |c|^2; `tied` is the expected sum of t^3 - t over groups of ties."""
    k = len(mean_ranks)
    length = (k**3 - k - tied) / 12
    return float(((mean_ranks - (k + 1) / 2) ** 2).sum() / length)


def _independent(name: str, skill: Floats) -> Design:
    """Return scores that are normal about a skill each."""
    better = ndtr((skill[:, None] - skill[None, :]) / 2**0.5)
    ranks = _ranks(better)
    return Design(name, lambda rng, s: rng.normal(skill, 1, s), ranks, concordance(ranks))


def _tied(skill: Floats) -> Design:
    """Return normal scores rounded to whole numbers."""
    _, chance = _values(skill)
    above = 1 - np.cumsum(chance, axis=1)
    better = chance @ above.T + chance @ chance.T / 2  # P(column above row)
    triples = sum(
        (chance[a] * chance[b] * chance[c]).sum() for a, b, c in permutations(range(len(skill)), 3)
    )
    pairs = sum((chance[a] * chance[b]).sum() for a, b in permutations(range(len(skill)), 2))
    ranks = _ranks(better.T)
    return Design(
        "ties",
        lambda rng, s: np.round(rng.normal(skill, 1, s)),
        ranks,
        concordance(ranks, triples + 3 * pairs),
    )


def _skewed(skill: Floats) -> Design:
    """Return scores far apart, each of which fails now and then: then it is among the last."""

    def draw(rng: np.random.Generator, shape: tuple[int, int, int]) -> Floats:
        fails = rng.random(shape) < FAILING
        return np.where(fails, rng.normal(-1000, 1, shape), rng.normal(skill, 1, shape))

    apart = ndtr((skill[:, None] - skill[None, :]) / 2**0.5)
    good = 1 - FAILING
    better = good * good * apart + good * FAILING + FAILING * FAILING / 2
    ranks = _ranks(better)
    return Design("skewed", draw, ranks, concordance(ranks))


def _reversed(k: int) -> Design:
    """Return one order, which now and then is turned round."""
    order = np.arange(k, 0.0, -1)

    def draw(rng: np.random.Generator, shape: tuple[int, int, int]) -> Floats:
        turned = rng.random(shape[:2]) < TURNED
        return np.where(turned[..., None], -order, order)

    ranks = (1 - TURNED) * np.arange(1.0, k + 1) + TURNED * order
    return Design("reversed", draw, ranks, concordance(ranks))


def designs(k: int) -> list[Design]:
    """Return the populations of k methods, from no to complete separation, ties, skewed."""
    steps = np.arange(k - 1, -1.0, -1)
    winner = np.where(np.arange(k) == 0, 3.5, 0.0)
    return [
        _independent("none", 0 * steps),
        _independent("mild", steps / (k - 1)),
        _independent("clear", steps),
        _independent("one winner", winner),
        _independent("near complete", 3 * steps),
        _independent("complete", 30 * steps),
        _tied(steps / 2),
        _skewed(3 * steps),
        _reversed(k),
    ]


def ranked(scores: Floats) -> Floats:
    """Return ranks of the last axis, 1 the highest score, ties averaged."""
    ranks = np.ones(scores.shape)
    for j in range(scores.shape[-1]):
        own = scores[..., j : j + 1]
        ranks += (own > scores) + 0.5 * (own == scores)
    return ranks - 0.5
