"""p-values by rearranging scores within datasets: for few datasets or perfect agreement.

Two null hypotheses, two ways to rearrange. If *no* method differs, every order of a whole row is
equally likely: this is for tests of all methods. If *two* do not differ, only their two columns can
be exchanged, whatever the others do: this is for tests of pairs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, shared
from pybench.base.errors import ArgumentError
from pybench.base.stream import uniforms
from pybench.base.text import counted
from pybench.comparison.exact import rearranged_tail
from pybench.comparison.signedrank import EXACT_LARGEST, SignedRanks, exact_pvalues

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Alike = NDArray[np.intp]
Number = TypeVar("Number", np.int64, np.float64)

REFERENCES = ("auto", "limit", "permutation")
#: Number of tables drawn if there are too many to enumerate.
SAMPLES = 19_999
MOST = 1_000_000  #: most rearrangements that are enumerated
_CHUNK = 1_000_000  # uniforms drawn at a time


class Rearranged(NamedTuple):
    """Result of rearranging whole rows."""

    pvalue: float
    least: float  #: of the most extreme rearrangement
    reference: str  #: "permutation" if all were enumerated, "simulation" if drawn


def check_reference(reference: object, convention: str, n: int) -> None:
    """Refuse an unknown reference distribution, and one that a convention does not have."""
    check.choice("reference", reference, REFERENCES)
    if reference != "permutation":
        return
    if convention != "standard":
        raise ArgumentError(
            f'`reference` "permutation" requires `convention` "standard", not "{convention}"',
            expected='"auto" or "limit"',
            found='"permutation"',
        )
    if n > EXACT_LARGEST:
        raise ArgumentError(
            f'`reference` "permutation" takes at most {EXACT_LARGEST} datasets; the table has {n}',
            expected=f"at most {EXACT_LARGEST}",
            found=str(n),
            hint='Use reference = "limit".',
        )


def permuted(
    test: str, reference: str, convention: str, shape: tuple[int, ...], infinite: bool
) -> bool:
    """Return whether p comes from rearranging.

    Parameters
    ----------
    test : str
        Its name in few-datasets.csv.
    reference : {"auto", "limit", "permutation"}
        "auto" rearranges below the number of datasets of few-datasets.csv, and if the statistic is
        ``infinite``; conventions of other packages always use the limit.
    shape : (N, k)
    """
    if reference != "auto":
        return reference == "permutation"
    return convention == "standard" and (infinite or shape[0] < few(test, shape[1]))


@cache
def few(test: str, k: int) -> int:
    """Return the number of datasets below which a test of k methods rearranges."""
    rows = [row for row in shared.rows("few-datasets.csv") if row["test"] == test]
    return next(int(row["below"]) for row in reversed(rows) if int(row["classifiers"]) <= k)


def rearrange_rows(scores: Ints, reach: int = 0) -> Rearranged:
    """Compare the spread of column sums with that of tables whose rows are rearranged.

    Parameters
    ----------
    scores : (N, k) int
    reach : int
        Tables of up to this many datasets are enumerated, whatever the number of rearrangements.

    Notes
    -----
    All rearrangements of N - 1 rows are enumerated if there are at most a million; otherwise tables
    are drawn from the stream of both languages and p is (1 + those at least as spread) / (1 + all).
    The most spread sums come from rows in one order: their probability is known without either.
    """
    n, k = scores.shape
    ordered = np.sort(scores, axis=1)
    ordered = ordered[np.lexsort(ordered.T[::-1])]  # the order of the table does not matter
    observed, largest = (sum(int(x) ** 2 for x in part.sum(axis=0)) for part in (scores, ordered))
    # Of the k! orders of all rows together, those of equal columns are one; likewise within a row.
    least = _chance(
        np.unique(ordered, axis=1, return_counts=True)[1],
        [np.unique(row, return_counts=True)[1] for row in ordered],
    )
    if observed == largest:
        return Rearranged(least, least, "permutation")
    if n <= reach or math.factorial(k) ** (n - 1) <= MOST:
        return Rearranged(rearranged_tail(ordered, observed), least, "permutation")
    sums = shuffled_sums(ordered, np.zeros((n, k), bool), SAMPLES, 0, "permutation")
    count = sum(int(((part**2).sum(axis=1) >= observed).sum()) for part in sums)
    return Rearranged((1 + count) / (1 + SAMPLES), least, "simulation")


def _chance(together: Alike, within: list[Alike]) -> float:
    """Return the probability that all rows have one order, given the numbers of ties."""
    if together.sum() <= 170:  # its factorial fits into a double
        return _orders(together) * math.prod(1 / _orders(counts) for counts in within)
    logarithms = [math.lgamma(together.sum() + 1) - _ties(counts) for counts in within]
    return math.exp(math.lgamma(together.sum() + 1) - _ties(together) - sum(logarithms))


def _orders(counts: Alike) -> float:
    return float(math.factorial(counts.sum()) // math.prod(map(math.factorial, counts)))


def _ties(counts: Alike) -> float:
    return sum(math.lgamma(count + 1) for count in counts)


def shuffled_sums(
    ordered: NDArray[Number], absent: NDArray[np.bool_], samples: int, seed: int, name: str
) -> Iterator[NDArray[Number]]:
    """Yield the column sums of tables with shuffled rows, (tables, k), many tables at a time.

    One uniform per cell, tables one after the other, datasets within tables; for an ``absent``
    score it is not used. The method with the smallest uniform gets the first of ``ordered``.
    """
    n, k = ordered.shape
    step = max(1, _CHUNK // (n * k))
    for start in range(0, samples, step):
        size = min(step, samples - start)
        drawn = uniforms(seed, name, start * n * k, size * n * k).reshape(size, n, k)
        drawn[:, absent] = 1.0  # behind all present scores
        order = np.argsort(drawn, axis=-1, kind="stable")
        shuffled = np.empty(drawn.shape, ordered.dtype)
        np.put_along_axis(shuffled, order, np.broadcast_to(ordered, drawn.shape), axis=-1)
        yield shuffled.sum(axis=1)


def exchange_pairs(
    scores: Ints, alternative: str = "two-sided", present: NDArray[np.bool_] | None = None
) -> tuple[Floats, Floats]:
    """Return p-values of all pairs by exchanging their two scores within datasets.

    Parameters
    ----------
    scores : (N, k) int
        The smaller column sum of a pair is the better one.
    alternative : {"two-sided", "greater", "less"}
    present : (N, k) bool, optional
        Which scores are present: datasets that lack one of a pair are left out.

    Returns
    -------
    two arrays (k, k) float in (0, 1]
        The p-values, row against column, and their least possible values.

    Notes
    -----
    An exchange reverses the sign of one difference: the difference of the column sums is
    distributed as a sum of weights with random signs, like signed ranks. All other sums are
    unchanged, and so is the sum of the two, so every statistic that increases with the difference
    has this p.
    """
    k = scores.shape[1]
    pvalues, least = np.ones((k, k)), np.ones((k, k))
    for i in range(k - 1):
        gaps = (scores[:, i + 1 :] - scores[:, [i]]).T  # positive: the first is better
        if present is not None:
            gaps = gaps * (present[:, i + 1 :] & present[:, [i]]).T
        plus, minus = (np.maximum(part, 0).sum(axis=1) for part in (gaps, -gaps))
        doubled = np.sort(np.abs(gaps), axis=1).astype(np.int32)
        zeros = (gaps == 0).sum(axis=1)
        ranks = SignedRanks(doubled, plus, minus, zeros, False)
        pvalues[i, i + 1 :], pvalues[i + 1 :, i] = exact_pvalues(ranks, alternative)
        least[i, i + 1 :] = least[i + 1 :, i] = least_signed(ranks.signed, alternative)
    return pvalues, least


def least_signed(signed: NDArray[np.integer], alternative: str) -> Floats:
    """Return the least p for ``signed`` random signs of equal weights."""
    sides = 2 if alternative == "two-sided" else 1
    return np.minimum(1.0, sides * 0.5 ** np.asarray(signed, float))


def unable(least: float, alpha: float, n: int, notes: Collection[str]) -> list[str]:
    """Return a line that states that a test cannot reject, if so."""
    if least <= alpha:
        return []
    ties = " and ties like these" if noted_ties(notes) else ""
    return [
        f"  With {counted(n, 'dataset')}{ties} no p can be below {least:.4g}: "
        f"this test cannot reject at {alpha:g}."
    ]


def noted_ties(notes: Collection[str]) -> bool:
    """Return by the notes of a test whether scores tie, so that its least p is that of such tables.

    A dataset on which two scores tie carries no information on them; ties reduce arrangements.
    """
    return "ties" in notes or "zero-differences" in notes
