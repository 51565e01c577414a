"""Which verdicts missing scores can lead to: the bounds against every fill of a grid."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.stats import norm

from pybench.comparison import fills

GRID = np.arange(-16, 17) / 4


@cache
def sums(doubled):
    """Return the sorted sums of all subsets of ranks."""
    signs = np.array(list(product([0, 1], repeat=len(doubled))))
    return np.sort(signs @ np.array(doubled, int).reshape(-1))


def signed(doubled, plus):
    """Return the share of all signs of the ranks with at least this sum of positive ranks."""
    every = sums(doubled)
    return 1 - np.searchsorted(every, plus) / len(every)


def normal(doubled, plus):
    squares = sum(rank**2 for rank in doubled)
    return norm.sf((plus - sum(doubled) / 2) / np.sqrt(squares / 4)) if doubled else 1.0


def reachable(known, low, high, p=signed, sign_test=False):
    """Return least and most of twice the p-values of both methods, over all fills of the grid."""
    each = [GRID[(a <= GRID) & (b >= GRID)] for a, b in zip(low, high, strict=True)]
    gaps = np.array([[*known, *fill] for fill in product(*each)])
    gaps = np.unique(np.sort(np.sign(gaps) if sign_test else gaps, axis=1), axis=0)
    found = []
    for every in (gaps, -gaps):
        sizes = np.abs(every)
        apart = sizes[:, :, None] - sizes[:, None]
        doubled = ((apart > 0) * 1 + (apart >= 0)) @ (sizes > 0)[:, :, None]
        doubled = (doubled[..., 0] + 1) * (sizes > 0)
        plus = (doubled * (every > 0)).sum(axis=1)
        cases = np.unique(np.column_stack([np.sort(doubled, axis=1), plus]), axis=0)
        ps = [p(tuple(filter(None, ranks)), plus) for *ranks, plus in cases.tolist()]
        found.append([min(ps), max(ps)])
    return np.minimum(1, 2 * np.array(found))


def boxes(count, seed, most=3):
    """Yield differences of 3 to 6 scores present, with ties and zeros, and ends of the others."""
    rng = np.random.default_rng(seed)
    for case in range(count):
        m = int(rng.integers(1, most + 1))
        known = rng.integers(-2, 4, rng.integers(3, 7))
        if case % 3 == 0:  # no ties: sizes 0.5, 1, 1.5, ...
            known = rng.choice([-1, 1, 1], 6) * rng.permutation(6) / 2
        high, low = rng.integers(0, 5, m) / 1.0, -rng.integers(0, 5, m) / 1.0
        low[(low == 0) & (high == 0)] = -1
        if case % 2:  # both scores are missing, or they can be any number
            low, high = np.full((2, m), [[-4.0], [4.0]])
        yield known.astype(float), low, high


def span(function, known, low, high, numbers):
    if (high == 4).all() and (low == -4).all():
        low, high = low * np.inf, high * np.inf
    return function(np.append(known, low), np.append(known, high), numbers)


def test_bounds_of_the_signed_rank_test_are_attained_if_all_orders_are_tried():
    for known, low, high in boxes(40, 4, most=2):
        found, exact = span(fills.signed_rank_span, known, low, high, 10**6)
        assert exact
        np.testing.assert_allclose(found, reachable(known, low, high), rtol=1e-12)


def test_no_fill_is_outside_the_bounds_of_many_missing_scores():
    attained = 0
    for known, low, high in boxes(100, 5):
        found, exact = span(fills.signed_rank_span, known, low, high, 0)
        assert not exact
        truth = reachable(known, low, high)
        assert (found[:, 0] <= truth[:, 0] * (1 + 1e-12)).all()
        assert (found[:, 1] >= truth[:, 1] * (1 - 1e-12)).all()
        attained += np.isclose(found, truth).sum()
    assert attained > 100  # of 400: they are not far off


@pytest.mark.parametrize("numbers", [0, 10**6])
def test_no_fill_is_outside_the_bounds_of_the_normal_distribution(monkeypatch, numbers):
    """Exact up to 5 nonzero differences and normal above, so that zeros change the method."""
    from pybench.comparison import wilcoxon

    monkeypatch.setattr(wilcoxon, "AUTO_LARGEST", 5)
    monkeypatch.setattr(fills, "AUTO_LARGEST", 5)

    def p(doubled, plus):
        return (normal if len(doubled) > 5 else signed)(doubled, plus)

    for known, low, high in boxes(40, 6, most=2):
        found, exact = span(fills.signed_rank_span, known, low, high, numbers)
        truth = reachable(known, low, high, p)
        assert exact == (numbers > 0)
        if exact:
            np.testing.assert_allclose(found, truth, rtol=1e-12)
        assert (found[:, 0] <= truth[:, 0] * (1 + 1e-12)).all()
        assert (found[:, 1] >= truth[:, 1] * (1 - 1e-12)).all()


def test_bounds_of_the_sign_test_are_attained():
    for known, low, high in boxes(20, 7):
        found, exact = span(fills.sign_span, known, low, high, 0)
        assert exact
        np.testing.assert_allclose(found, reachable(known, low, high, sign_test=True), rtol=1e-12)
