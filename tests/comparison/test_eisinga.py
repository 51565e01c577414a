"""The exact test of rank sums against full enumeration; PMCMRplus: test_cases.py."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.eisinga import two_sided_tail
from pybench.comparison.siegel import z_pvalues


@pytest.mark.parametrize(
    ("n", "k"), [(1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (4, 3), (3, 4), (6, 2)]
)
def test_full_enumeration(n, k):
    """Every order of the methods on every dataset."""
    counts = dict.fromkeys(range(n * (k - 1) + 1), 0)
    for orders in itertools.product(itertools.permutations(range(k)), repeat=n):
        d = abs(sum(order[0] - order[1] for order in orders))
        for smaller in range(d + 1):
            counts[smaller] += 1
    expected = [count / math.factorial(k) ** n for count in counts.values()]
    np.testing.assert_allclose(two_sided_tail(n, k), expected, rtol=1e-14)


def test_far_tail_is_right_to_the_last_digits():
    """Exact integer arithmetic, N = 60, k = 20; the largest difference has 2 of (k(k-1))^N ways."""
    n, k = 60, 20
    ways = {0: 1}
    for _ in range(n):
        after: dict[int, int] = {}
        for d, count in ways.items():
            for step in range(1 - k, k):
                if step:
                    after[d + step] = after.get(d + step, 0) + count * (k - abs(step))
        ways = after
    tail = two_sided_tail(n, k)
    for d in (1, 100, 500, 900, 1140):
        exact = Fraction(sum(c for x, c in ways.items() if abs(x) >= d), (k * (k - 1)) ** n)
        assert tail[d] == pytest.approx(float(exact), rel=1e-12, abs=0)
    assert tail[1140] < 1e-150


def test_it_approaches_the_normal(make_table):
    """With the continuity correction of half a rank; what is left is of the order of 1 / N."""
    n, k = 300, 8
    d = np.arange(1, 200)
    z = (d - 0.5) / n / math.sqrt(k * (k + 1) / (6 * n))
    np.testing.assert_allclose(two_sided_tail(n, k)[d], z_pvalues(z, "two-sided"), atol=2e-4)


def test_two_classifiers_are_a_sign_test(make_table):
    """9 wins and 3 losses of 12: 2 (C(12,0) + ... + C(12,3)) / 2^12."""
    t = make_table([[2, 1]] * 9 + [[1, 2]] * 3)
    result = pb.eisinga(t)
    expected = 2 * sum(math.comb(12, i) for i in range(4)) / 2**12
    assert result.pvalues.loc["c1", "c2"] == pytest.approx(expected, rel=1e-14)
    assert result.statistics.loc["c1", "c2"] == 6
    assert result.method == "exact"


def test_ends_of_the_range(make_table):
    constant = pb.eisinga(make_table(np.ones((4, 3))))
    assert (constant.pvalues.to_numpy() == 1).all()
    apart = pb.eisinga(make_table([[3, 2, 1]] * 4), "none")
    assert apart.pvalues.loc["c1", "c3"] == pytest.approx(2 / 6**4, rel=1e-14)
    assert two_sided_tail(300, 60).shape == (17_701,)
    assert two_sided_tail(300, 60)[-1] == 0  # 1e-1064 is below the smallest double


def test_too_large(make_table):
    t = make_table(np.random.default_rng(3).random((502, 101)))
    with pytest.raises(
        pb.ArgumentError,
        match=r"N\(k - 1\) must be at most 50000 .*, not 50200\. Use siegel",
    ) as caught:
        pb.eisinga(t)
    assert caught.value.found == "50200"


@pytest.mark.r
def test_both_engines(random_tables, make_table):
    for t in [*random_tables(6, seed=5, largest=30), make_table(np.ones((3, 2)))]:
        pb.eisinga(t, engine="both")
        pb.eisinga(t, control="c2", tie_tol="auto", engine="both")


def test_an_exact_distribution_is_not_rough_on_few_datasets(make_table):
    t = make_table([[1, 2, 3], [3, 1, 2]])
    assert pb.eisinga(t).notes == ("mean-ranks",)
    assert pb.siegel(t, reference="limit").notes == ("few-datasets", "mean-ranks")
