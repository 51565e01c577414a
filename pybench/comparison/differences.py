"""Paired differences of methods, and the matrices that hold one number per pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.decimals import decimal_units, subtracted
from pybench.comparison.doubts import ABOUT_TABLE
from pybench.comparison.incomplete import of_equal_size
from pybench.comparison.pairs import verdicts_of
from pybench.comparison.ranks import Ranked, merge_near_ties, table_tolerance

Floats = NDArray[np.float64]
Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

# Differences held in memory at a time: 8 MiB, for any table.
_BLOCK = 2**20


def pairs_of(k: int, control: int | None) -> Pairs:
    """Return the pairs to test: all i < j, or all others against the control."""
    if control is None:
        first, second = np.triu_indices(k, 1)
        return first, second
    others = np.delete(np.arange(k), control)
    return others, np.full(k - 1, control)


def better_scores(scores: Floats, higher_is_better: bool) -> Floats:
    """Return scores, (N, k), with larger = better, scaled so that no difference overflows.

    Halving doubles is exact, and no test of pairs depends on the unit of the score.
    """
    scores = scores if higher_is_better else -scores
    return scores / 2 if np.nanmax(np.abs(scores)) > np.finfo(float).max / 2 else scores


def differences(
    scores: Floats, pairs: Pairs, tie_tol: float | str = "decimal"
) -> Iterator[tuple[NDArray[np.intp], Floats]]:
    """Yield the paired differences, positive where the first of a pair is better.

    Parameters
    ----------
    scores : (N, k) float
        From `better_scores`. NaN if missing: then a pair has the differences of the datasets on
        which both methods have a score.
    pairs : two arrays of P positions
    tie_tol : "decimal", float or "auto"
        "decimal": differences of two columns of decimal numbers are computed exactly, as whole
        multiples of a power of ten. A number: differences of at most this size become 0. The
        sizes of larger differences are sorted, and neighbours with a gap of at most this number
        become equal. "auto": the number is 1e-12 times the largest absolute score.

    Yields
    ------
    (p,) int, (p, n) float
        Places of pairs with equally many differences, and these differences. Without missing
        scores, the places of all blocks together are in order.
    """
    first, second = pairs
    columns = np.ascontiguousarray(scores.T)
    width = max(1, _BLOCK // scores.shape[0])
    tolerance = table_tolerance(scores, tie_tol)
    exact = tie_tol == "decimal"
    units = decimal_units(columns) if exact else np.full(len(columns), np.nan)
    for start in range(0, len(first), width):
        block = slice(start, start + width)
        gaps, _ = subtracted(columns, units, first[block], second[block])
        for rows, part in of_equal_size(gaps):
            yield start + rows, merged(part, tolerance) if tolerance else part


def merged(gaps: Floats, tolerance: float) -> Floats:
    """Merge differences, (..., N), that differ in size by no more than the tolerance."""
    sizes = np.abs(gaps)
    sizes[sizes <= tolerance] = 0.0
    return np.copysign(merge_near_ties(sizes, tolerance), gaps)


def in_order(parts: Iterable[tuple[NDArray[np.intp], Any]]) -> list[Any]:
    """Join what was computed for blocks of pairs: for each array, along its last axis.

    Parameters
    ----------
    parts : iterable of (places, sequence of arrays)
        The places are those of `differences`; the last axis of every array are the pairs.
    """
    places, found = zip(*parts, strict=True)
    order = np.argsort(np.concatenate(places), kind="stable")
    return [np.concatenate(part, axis=-1)[..., order] for part in zip(*found, strict=True)]


def square(k: int, pairs: Pairs, there: Floats, back: Floats) -> Floats:
    """Fill a (k, k) matrix: ``there`` at the pairs, ``back`` at the reversed pairs.

    The rest, the diagonal or pairs without the control, is 0.
    """
    matrix = np.zeros((k, k))
    matrix[pairs], matrix[pairs[::-1]] = there, back
    return matrix


def verdicts_change(
    k: int,
    pairs: Pairs,
    tests: Iterable[tuple[NDArray[Any], Floats]],
    adjust: str,
    alternative: str,
    column: int | None,
) -> bool:
    """Return whether a pair has another verdict by the second test than by the first.

    Parameters
    ----------
    k : int
    pairs : two arrays of P positions
    tests : two pairs of (2, P) float
        Statistics and raw p-values of the pairs, and of the reversed pairs.
    adjust, alternative
        As for the test.
    column : int, optional
        Position of the control.
    """
    before, after = (
        verdicts_of(
            square(k, pairs, *statistics), square(k, pairs, *raw), adjust, alternative, column
        )
        for statistics, raw in tests
    )
    return not np.array_equal(before, after)


def pair_notes(
    table: Ranked, convention: str = "standard", *, identical: bool, limiting: bool = False
) -> dict[str, bool | str]:
    """Return which caveats apply that the tests on differences share.

    Parameters
    ----------
    table : Ranked
    convention : str
    identical : bool
        Whether two methods score the same on every dataset.
    limiting : bool
        Whether any p-value comes from a limiting distribution.
    """
    shared = table.caveats(convention)
    kept = ("degenerate", *ABOUT_TABLE, "mean-of-repeats", "convention")
    return {
        **{note: shared[note] for note in kept},
        "few-datasets": shared["few-datasets"] and limiting,
        "no-difference": identical,
        "zero-differences": table.ties > 0,
    }
