"""Walsh averages: the Hodges-Lehmann estimate, its interval, the signed-rank distribution."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.walsh import (
    hodges_lehmann,
    interval_place,
    signed_rank_cdf,
    walsh_averages,
)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 12])
def test_distribution_by_counting_all_signs(n):
    ranks = np.arange(1, n + 1)
    sums = [ranks @ signs for signs in itertools.product((0, 1), repeat=n)]
    counted = np.bincount(sums, minlength=n * (n + 1) // 2 + 1).cumsum() / 2**n
    np.testing.assert_array_equal(signed_rank_cdf(n), counted)


@pytest.mark.parametrize("n", [2, 3, 6, 7])
def test_by_brute_force(n):
    d = np.random.default_rng(n).normal(size=(5, n))
    for row, *found in zip(d, *hodges_lehmann(d, 0.8), strict=True):
        averages = sorted((row[i] + row[j]) / 2 for i in range(n) for j in range(i, n))
        place, _ = interval_place(n, 0.8)
        expected = [np.median(averages), averages[place - 1], averages[-place]]
        # Halved and added, or added and halved.
        np.testing.assert_allclose(found, expected, rtol=1e-15)


def test_published_example():
    """Hollander and Wolfe (1973), table 3.1, depression: 95.3 % of n = 9 is place 6 = t(39) ..."""
    d = np.array([-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010])
    estimate, low, high = (float(part[0]) for part in hodges_lehmann(d[None], 0.95))
    assert interval_place(9, 0.95) == (6, pytest.approx(1 - 2 * 10 / 512))  # P(T <= 5) = 10/512
    assert (estimate, low, high) == pytest.approx((-0.46, -0.786, -0.010), abs=1e-12)


def test_interval_holds_the_shifts_that_the_exact_test_keeps():
    from scipy.stats import wilcoxon

    d = np.random.default_rng(1).normal(0.5, 1, 14)
    _, low, high = (float(part[0]) for part in hodges_lehmann(d[None], 0.95))
    for edge, inward in ((low, 1e-9), (high, -1e-9)):
        assert wilcoxon(d - (edge + inward), method="exact").pvalue > 0.05
        assert wilcoxon(d - (edge - inward), method="exact").pvalue <= 0.05


@pytest.mark.parametrize(("n", "attained"), [(2, 0.5), (3, 0.75), (5, 0.9375)])
def test_too_few_for_the_confidence(n, attained):
    """The widest interval misses with chance 2 / 2^n."""
    assert interval_place(n, 0.95) == (1, attained)


@pytest.mark.parametrize("n", [6, 20, 112, 200, 201, 500])
def test_attains_at_least_the_confidence_and_one_place_further_does_not(n):
    for confidence in (0.5, 0.9, 0.95, 0.999):
        place, attained = interval_place(n, confidence)
        if place > 1:
            assert attained >= confidence
        if n <= 200:
            assert 1 - 2 * signed_rank_cdf(n)[place] < confidence


def test_normal_beyond_200_is_near_the_exact_place():
    from pybench.comparison import walsh

    for n in (201, 300):
        normal = interval_place(n, 0.95)
        exact = int(np.searchsorted(walsh.signed_rank_cdf(n), 0.025))
        assert abs(normal[0] - exact) <= 2  # of about 8500 and 20000


def test_coverage_with_and_without_ties():
    """Noether 1967: closed intervals cover at least what they attain, whatever the ties."""
    rng = np.random.default_rng(7)
    _, attained = interval_place(12, 0.9)
    for decimals, centre in ((9, 0.4), (1, 0.4), (0, 0.0)):
        d = np.round(rng.normal(size=(20_000, 12)), decimals) + centre
        _, low, high = hodges_lehmann(d, 0.9)
        cover = float(((low <= centre) & (centre <= high)).mean())
        error = 4 * np.sqrt(attained * (1 - attained) / 20_000)  # four standard errors
        assert cover >= attained - error
        if decimals == 9:
            assert cover <= attained + error


def test_blocks_give_what_one_block_gives(monkeypatch):
    d = np.random.default_rng(3).normal(size=(50, 9))
    whole = hodges_lehmann(d, 0.95)
    monkeypatch.setattr("pybench.comparison.walsh._BLOCK", 100)
    np.testing.assert_array_equal(hodges_lehmann(d, 0.95), whole)


def test_all_averages_are_there():
    averages = walsh_averages(np.array([[1.0, 2.0, 4.0]]))
    assert sorted(averages[0]) == [1, 1.5, 2, 2.5, 3, 4]


@pytest.mark.parametrize(("n", "place"), [(3, 2), (5, 2), (8, 4)])
def test_a_confidence_that_is_met_exactly_needs_no_wider_interval(n, place):
    """P(T <= place - 1) is a whole number of 2^-n."""
    tail = signed_rank_cdf(n)[place - 1]
    assert interval_place(n, 1 - 2 * tail) == (place, 1 - 2 * tail)


def test_more_datasets_than_memory_has_room_for_are_refused_before_it_is_asked_for():
    with pytest.raises(pb.ResultsTableError, match=r"at most 32767 datasets .*, found 65536"):
        hodges_lehmann(np.zeros((1, 65536)), 0.95)
