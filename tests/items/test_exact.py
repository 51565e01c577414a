"""McNemar's test and sign flips, against enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from pybench.items.exact import flipped, mcnemar
from tests.items.made import made


def enumerated(sums):
    """Return p over all 2^G patterns of signs."""
    reach = abs(sum(sums)) - 1e-9
    found = [abs(np.dot(signs, sums)) >= reach for signs in product((1, -1), repeat=len(sums))]
    return sum(found) / len(found)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (0, 1), (5, 0), (3, 9), (7, 7), (40, 61)])
def test_mcnemar_is_the_binomial_test(wins, losses):
    p = mcnemar(np.array([wins]), np.array([losses]))[0]
    theirs = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert p == pytest.approx(theirs, rel=1e-12)
    if 0 < wins + losses < 13:
        assert p == pytest.approx(enumerated([1] * wins + [-1] * losses), rel=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_flips_of_clusters_are_enumerated(seed):
    items = made(seed, n=30, k=2, clusters=9, weighted=seed % 2 == 1, answers=seed < 3)
    weights = np.ones(30) if items.weights is None else items.weights
    gap = weights * (items.scores[:, 0] - items.scores[:, 1])
    names = np.array(items.clusters)
    sums = [gap[names == name].sum() for name in dict.fromkeys(items.clusters)]
    result = pb.compare_items(items, test="sign_flip")
    assert result.pvalues_raw[0] == pytest.approx(enumerated(sums), rel=1e-12)
    assert result.informative[0] == sum(abs(x) > 1e-9 for x in sums)


def test_flips_of_answers_are_mcnemars_test_at_any_size():
    items = made(7, n=300, k=4)
    one, other = (pb.compare_items(items, test=test) for test in ("sign_flip", "mcnemar"))
    np.testing.assert_array_equal(one.pvalues, other.pvalues)
    np.testing.assert_array_equal(one.informative, other.informative)


def test_drawn_flips_agree_with_enumerated_ones():
    draw = np.random.default_rng(8)
    sums = draw.normal(0.3, 1, (21, 1))
    p = flipped(sums, np.zeros((21, 1)), 20_000, 0)[0][0]
    found = sums[:1, 0]
    for size in sums[1:, 0]:
        found = np.concatenate([found + size, found - size])
    exact = (np.abs(found) >= abs(sums.sum())).mean()
    assert abs(p - exact) < 4 * np.sqrt(exact * (1 - exact) / 20_000)
    assert p != exact  # it was drawn
    assert p != flipped(sums, np.zeros((21, 1)), 20_000, 1)[0][0]
    assert p == flipped(-sums, np.zeros((21, 1)), 20_000, 0)[0][0]


def test_drawn_p_is_never_zero():
    sums = np.arange(1.0, 41)[:, None]
    p, least, informative = flipped(sums, 0 * sums, 99, 0)
    assert p[0] == least[0] == 0.01
    assert informative[0] == 40


def test_rounding_does_not_break_a_tie():
    # 0.1 + 0.2 - 0.3 is not 0: the sums 0.6 and 0.6000000000000001 are one sum.
    sums = np.array([0.1, 0.2, 0.3])[:, None]
    assert flipped(sums, 0 * sums, 1, 0)[0][0] == 0.25
    other = np.array([0.3, 0.1])[:, None]
    assert flipped(other, np.array([0.1 + 0.2, 0.0])[:, None], 1, 0)[2][0] == 1


def test_nothing_differs():
    p, least, informative = flipped(np.ones((4, 1)), np.ones((4, 1)), 9, 0)
    assert (p[0], least[0], informative[0]) == (1, 1, 0)
