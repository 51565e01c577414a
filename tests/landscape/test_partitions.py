"""Agreement of partitions: scikit-learn, brute force over pairs, closed forms and laws."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score, mutual_info_score

from pybench.landscape.partitions import adjusted_rand, shared_counts, variation_of_information


def partition(seed: int, n: int = 40, k: int = 5) -> np.ndarray:
    return np.unique(np.random.default_rng(seed).integers(0, k, n), return_inverse=True)[1]


def rand(a, b):
    return adjusted_rand(shared_counts(a, b))


def information(a, b):
    return variation_of_information(shared_counts(a, b))


def entropy(a):
    share = np.bincount(a) / len(a)
    return -sum(p * math.log(p) for p in share if p)


@pytest.mark.parametrize("seed", range(20))
def test_both_measures_are_those_of_scikit_learn(seed):
    a, b = partition(seed), partition(seed + 100, k=2 + seed % 6)
    assert rand(a, b) == pytest.approx(adjusted_rand_score(a, b), abs=1e-12)
    wanted = entropy(a) + entropy(b) - 2 * mutual_info_score(a, b)
    assert information(a, b) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_adjusted_rand_by_counting_pairs(seed):
    a, b = partition(seed, 12, 3), partition(seed + 50, 12, 4)
    pairs = list(itertools.combinations(range(12), 2))
    same = [(a[i] == a[j], b[i] == b[j]) for i, j in pairs]
    both, first, second = (sum(map(f, same)) for f in (all, lambda s: s[0], lambda s: s[1]))
    chance = first * second / len(pairs)
    assert rand(a, b) == pytest.approx((both - chance) / ((first + second) / 2 - chance))


def test_adjusted_rand_is_zero_on_average_over_all_relabellings_of_instances():
    a, b = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 1, 2])
    every = [rand(a, b[list(order)]) for order in itertools.permutations(range(6))]
    assert np.mean(every) == pytest.approx(0, abs=1e-12)


def test_known_values():
    halves, crossed = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert rand(halves, crossed) == pytest.approx(-0.5)  # S = 0, E = 2 * 2 / 6, mean of A and B 2
    assert information(halves, crossed) == pytest.approx(2 * math.log(2))
    one, alone = np.zeros(8, dtype=int), np.arange(8)
    assert rand(one, alone) == 0
    assert information(one, alone) == pytest.approx(math.log(8))  # the largest
    assert rand(one, one) == rand(alone, alone) == 1
    assert rand(np.zeros(1, dtype=int), np.zeros(1, dtype=int)) == 1


def test_both_are_perfect_for_the_same_partition_alone_whatever_its_labels():
    every = {tuple(np.unique(p, return_inverse=True)[1]) for p in
             itertools.product(range(4), repeat=4)}  # fmt: skip
    for a, b in itertools.product(every, repeat=2):
        a, b = np.array(a), np.array(b)
        same = all((a[i] == a[j]) == (b[i] == b[j]) for i in range(4) for j in range(4))
        assert (rand(a, b) == 1) == (information(a, b) == 0) == same
        other = (a.max() - a), (b + 1) % (b.max() + 1)
        assert rand(*other) == pytest.approx(rand(a, b), abs=1e-12)
        assert information(*other) == pytest.approx(information(a, b), abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_variation_of_information_is_a_metric(seed):
    a, b, c = (partition(seed + 100 * i, k=2 + i) for i in range(3))
    assert information(a, b) == pytest.approx(information(b, a), abs=1e-12)
    assert information(a, c) <= information(a, b) + information(b, c) + 1e-12
    assert 0 <= information(a, b) <= math.log(len(a))
