"""Shaffer and Bergmann-Hommel against enumeration of all partitions; see also test_cases.py."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from originals import adjusted_by_scmamp

import pybench as pb
from pybench.comparison.adjust import LOGICAL, adjusted
from pybench.comparison.logical import numbers_of_true, partitions, shaffer_factors

NOISE = 1e-12  # absolute; scmamp's raw p are 1 - cdf


def set_partitions(things):
    """Yield every partition, one thing after the other: an independent enumeration."""
    if not things:
        yield []
        return
    first, rest = things[0], things[1:]
    for smaller in set_partitions(rest):
        yield [[first], *smaller]
        for i, group in enumerate(smaller):
            yield [*smaller[:i], [first, *group], *smaller[i + 1 :]]


def true_pairs(groups):
    return frozenset(p for group in groups for p in itertools.combinations(sorted(group), 2))


def test_scmamp_makes_bergmann_monotone():
    """The definition as it is; scmamp makes it monotone afterwards, which the definition is not."""
    for _, _, raw, theirs in adjusted_by_scmamp("pairs.csv.xz", "bergmann"):
        ours = adjusted(raw, "bergmann")
        assert (ours <= theirs + NOISE).all()
        order = np.argsort(raw, kind="stable")
        raised = np.maximum.accumulate(ours[order])
        np.testing.assert_allclose(raised, theirs[order], rtol=0, atol=NOISE)


def test_scmamp_was_asked_up_to_eight_and_fourteen_classifiers():
    for method, most in (("bergmann", 8), ("shaffer", 14)):
        sizes = {raw.size for _, _, raw, _ in adjusted_by_scmamp("pairs.csv.xz", method)}
        assert max(sizes) == most * (most - 1) // 2


@pytest.mark.parametrize("k", range(1, 10))
def test_possible_numbers_of_true_hypotheses(k):
    expected = {len(true_pairs(groups)) for groups in set_partitions(list(range(k)))}
    assert numbers_of_true(k).tolist() == sorted(expected)


def test_partitions_are_all_there_once():
    bell = [1, 2, 5, 15, 52, 203, 877, 4140, 21147]
    for k, count in enumerate(bell, 1):
        rows = partitions(k)
        assert rows.shape == (count, k)
        assert np.unique(rows, axis=0).shape == (count, k)
        assert all(row.max() < len(set(row)) for row in rows[:500])


def test_shaffer_by_hand():
    """k = 4: groups of 4, 3 + 1, 2 + 2, 2 + 1 + 1 and of one have 6, 3, 2, 1 and 0 true pairs."""
    assert shaffer_factors(6).tolist() == [6, 3, 3, 3, 2, 1]
    p = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06])
    np.testing.assert_allclose(adjusted(p, "shaffer"), [0.06, 0.06, 0.09, 0.12, 0.12, 0.12])


def test_sixty_classifiers():
    possible = numbers_of_true(60)
    assert possible[-1] == 1770
    assert possible[-2] == 59 * 58 // 2  # one method differs from all others
    p = np.random.default_rng(1).random(1770)
    result = adjusted(p, "shaffer")
    assert (result >= p).all()
    assert (result <= adjusted(p, "holm")).all()


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_bergmann_is_the_maximum_over_partitions(k):
    pairs = list(itertools.combinations(range(k), 2))
    sets = [s for s in map(true_pairs, set_partitions(list(range(k)))) if s]
    rng = np.random.default_rng(k)
    for _ in range(25):
        p = np.round(rng.random(len(pairs)) ** 3, 2)
        of = dict(zip(pairs, p, strict=True))
        expected = [
            min(1, max(len(s) * min(of[q] for q in s) for s in sets if pair in s)) for pair in pairs
        ]
        np.testing.assert_allclose(adjusted(p, "bergmann"), expected, rtol=1e-15)


def test_bergmann_need_not_be_monotone():
    """A smaller p can have the larger answer; and none is above Shaffer's."""
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(200):
        p = rng.random(10) ** 2
        result = adjusted(p, "bergmann")
        found += bool((np.diff(result[np.argsort(p)]) < 0).any())
        assert (result <= adjusted(p, "shaffer") * (1 + 1e-14)).all()
    assert found > 0


@pytest.mark.parametrize("method", LOGICAL)
def test_laws(method):
    """Permuting the methods permutes the answer; equal p-values all round give equal ones."""
    rng = np.random.default_rng(11)
    for k in (2, 3, 5, 7):
        upper = np.triu_indices(k, 1)
        square = np.ones((k, k))
        square[upper] = np.round(rng.random(len(upper[0])), 1)
        square.T[upper] = square[upper]
        answer = pb.adjust(square, method)
        moved = rng.permutation(k)
        np.testing.assert_array_equal(
            pb.adjust(square[np.ix_(moved, moved)], method), answer[np.ix_(moved, moved)]
        )
        assert (answer >= square).all()
        assert (np.diag(answer) == 1).all()


@pytest.mark.parametrize("method", LOGICAL)
def test_replicates_equal_single_families(method):
    p = np.random.default_rng(5).random((2, 30, 15)).round(2)
    one_by_one = np.array([[adjusted(row, method) for row in block] for block in p])
    np.testing.assert_array_equal(adjusted(p, method), one_by_one)


def test_many_replicates_go_block_by_block():
    p = np.random.default_rng(6).random((70, 36))
    whole = adjusted(p, "bergmann")
    np.testing.assert_array_equal(whole[-1], adjusted(p[-1], "bergmann"))


def test_ten_classifiers_are_too_many_for_bergmann(make_table):
    t = make_table(np.random.default_rng(2).random((12, 10)))
    with pytest.raises(pb.ArgumentError, match=r'at most 9 methods, not 10.*Use "shaffer"'):
        pb.siegel(t, "bergmann")
    assert pb.siegel(t, "shaffer").adjust == "shaffer"


def test_a_family_that_is_not_all_pairs():
    with pytest.raises(pb.ArgumentError, match="needs the p-values of all pairs, not 4"):
        adjusted(np.full(4, 0.1), "shaffer")
