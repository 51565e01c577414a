"""Signed ranks of paired differences and their null distribution.

Everything is a whole number until the last step: ranks are stored doubled, and the sum of the
positive ones is compared in the same unit. Under the null hypothesis each nonzero difference is
positive or negative with equal probability, given its rank: the *conditional* distribution, which
is exact with ties and zeros too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.ranks import doubled_ranks

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Treatment of datasets on which both scores are equal -> the same in words.
ZERO_METHODS = {
    "wilcox": "left out",
    "pratt": "ranked, then left out",
    "zsplit": "ranked, then split",
}
#: Most differences for the exact distribution: probabilities stay normal doubles.
EXACT_LARGEST = 1000
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """Ranks of the sizes of differences, by pair."""

    doubled: NDArray[np.int32]  #: (P, N) twice the ranks, ascending; 0 where a difference is zero
    plus: Ints  #: (P,) sum of `doubled` over positive differences
    minus: Ints  #: (P,) sum of `doubled` over negative differences
    zeros: Ints  #: (P,) number of zero differences
    split: bool  #: whether half of the ranks of zeros counts on each side

    def of(self, chosen: NDArray[np.bool_]) -> SignedRanks:
        """Return the chosen pairs only."""
        return SignedRanks(
            self.doubled[chosen],
            self.plus[chosen],
            self.minus[chosen],
            self.zeros[chosen],
            self.split,
        )

    def differ(self, other: SignedRanks) -> NDArray[np.bool_]:
        """Return which pairs have different ranks or another sum in the other object, (P,)."""
        return np.asarray((self.doubled != other.doubled).any(axis=1) | (self.plus != other.plus))

    @property
    def signed(self) -> Ints:
        """Number of nonzero differences, (P,)."""
        return np.asarray(self.doubled.shape[1] - self.zeros)

    @property
    def tied(self) -> NDArray[np.bool_]:
        """Whether two nonzero differences have the same size, (P,)."""
        same = self.doubled[:, 1:] == self.doubled[:, :-1]
        return np.asarray((same & (self.doubled[:, 1:] > 0)).any(axis=1))

    @property
    def statistic(self) -> tuple[Floats, Floats]:
        """The sums of positive and of negative ranks, W+ and W-; 0 if nothing differs."""
        # Zeros have the ranks 1 to z: half of their doubled sum is z(z + 1) / 2.
        shared = self.zeros * (self.zeros + 1) // 2 if self.split else np.zeros_like(self.zeros)
        shared = np.where(self.signed > 0, shared, 0)
        return (self.plus + shared) / 2, (self.minus + shared) / 2


def signed_ranks(gaps: Floats, zero_method: str) -> SignedRanks:
    """Rank the sizes of differences.

    Parameters
    ----------
    gaps : (P, N) float
        Differences of P pairs; equal doubles are ties.
    zero_method : {"wilcox", "pratt", "zsplit"}
        Whether zeros are left out before ranking, or have the lowest ranks, which then count on
        neither side or half on each.
    """
    doubled = doubled_ranks(np.abs(gaps), higher_is_better=False)
    zero = gaps == 0
    zeros = zero.sum(axis=1)
    doubled[zero] = 0
    if zero_method == "wilcox":
        doubled -= np.where(zero, 0, 2 * zeros[:, None]).astype(np.int32)
    plus = np.where(gaps > 0, doubled, 0).sum(axis=1, dtype=np.int64)
    minus = doubled.sum(axis=1, dtype=np.int64) - plus
    return SignedRanks(np.sort(doubled, axis=1), plus, minus, zeros, zero_method == "zsplit")


def normal_pvalues(ranks: SignedRanks, alternative: str, correction: bool) -> tuple[Floats, Floats]:
    """Return p-values of the pairs and of the reversed pairs, from the normal distribution.

    Parameters
    ----------
    ranks : SignedRanks
    alternative : {"two-sided", "greater", "less"}
    correction : bool
        Whether half a rank is subtracted from the distance of W+ from its mean.

    Returns
    -------
    two arrays (P,) float in [0, 1]
    """
    from scipy import special

    # In doubled ranks W+ has the mean (plus + minus) / 2 and the variance sum(doubled^2) / 4.
    squares = (ranks.doubled.astype(np.int64) ** 2).sum(axis=1)
    if ranks.split:  # Demšar (2006): zeros count like the others, each with rank (z + 1) / 2
        squares += ranks.zeros * (ranks.zeros + 1) ** 2
    lead = ranks.plus - ranks.minus
    scale = np.sqrt(np.maximum(squares, 1))
    shift = 2 if correction else 0
    if alternative == "two-sided":
        p = 2 * special.ndtr(-np.abs(lead - shift * np.sign(lead)) / scale)
        return p, p
    tails = special.ndtr((shift - lead) / scale), special.ndtr((shift + lead) / scale)
    nothing = ranks.signed == 0
    greater, less = (np.where(nothing, 1.0, tail) for tail in tails)
    return (greater, less) if alternative == "greater" else (less, greater)


def exact_pvalues(ranks: SignedRanks, alternative: str) -> tuple[Floats, Floats]:
    """Return p-values of the pairs and of the reversed pairs, from the exact distribution.

    Parameters
    ----------
    ranks : SignedRanks
        At most `EXACT_LARGEST` nonzero differences.
    alternative : {"two-sided", "greater", "less"}

    Returns
    -------
    two arrays (P,) float in (0, 1]
        Relative error about 1e-14, however small p is.
    """
    reached, short = _lower_tails(ranks.doubled, np.minimum(ranks.plus, ranks.minus))
    if alternative == "two-sided":
        p = twice(reached)
        return p, p
    # The smaller sum t is below its mean; by symmetry P(W >= total - t) = P(W <= t). The other tail
    # is at least a half, so subtracting from 1 loses no digits.
    small, large = reached, np.maximum(reached, 1 - short)
    behind = ranks.plus <= ranks.minus
    greater, less = np.where(behind, large, small), np.where(behind, small, large)
    return (greater, less) if alternative == "greater" else (less, greater)


def twice(tail: Floats) -> Floats:
    """Return the two-sided p-value of a smaller tail: twice that, at most 1.

    A tail of exactly a half, whose sum may be too small by a last digit, gives p = 1. Li's
    correction divides by the rest up to 1, which must not be rounding noise.
    """
    return np.where(tail >= 0.5 * (1 - _ROUNDING), 1.0, 2 * tail)


def _lower_tails(doubled: NDArray[np.int32], sums: Ints) -> tuple[Floats, Floats]:
    """Return P(W <= s) and P(W < s) by row of sorted doubled ranks; s at most half their sum."""
    alike: dict[bytes, list[int]] = {}
    for row, ranks in enumerate(doubled):
        alike.setdefault(ranks.tobytes(), []).append(row)
    reached, short = np.empty(len(sums)), np.empty(len(sums))
    for rows in alike.values():
        ranks = doubled[rows[0]]
        ranks = ranks[np.count_nonzero(ranks == 0) :]
        unit = int(np.gcd.reduce(ranks)) or 1  # 2 if no rank is a half-integer
        ends = sums[rows] // unit
        chances = subset_sums(ranks // unit, int(ends.max()))
        for row, end in zip(rows, ends.tolist(), strict=True):
            short[row] = chances[:end].sum()
            reached[row] = short[row] + chances[end]
    return reached, short


def subset_sums(weights: NDArray[np.int32], limit: int) -> Floats:
    """Return the probabilities of the sums 0 to ``limit`` of weights included at random.

    The recursion adds only positive numbers, so the smallest probability is as accurate as the
    largest (Streitberg and Röhmel 1986, the "shift algorithm").

    Parameters
    ----------
    weights : (n,) int, > 0, ascending
        At most `EXACT_LARGEST`.
    limit : int

    Returns
    -------
    (limit + 1,) float
    """
    chances, grown = np.zeros(limit + 1), np.zeros(limit + 1)
    chances[0] = 2.0 ** -len(weights)
    most = 0  # beyond it both arrays are zero
    for weight in weights.tolist():
        if weight > limit:
            break
        most = min(limit, most + weight)
        grown[:weight] = chances[:weight]
        np.add(
            chances[weight : most + 1],
            chances[: most + 1 - weight],
            out=grown[weight : most + 1],
        )
        chances, grown = grown, chances
    return chances
