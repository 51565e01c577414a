"""Orders of neighbouring values."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.ordinal import _count_orders


def test_orders_are_numbered_lexicographically():
    for dimension in range(2, 7):
        for number, ranks in enumerate(itertools.permutations(range(dimension))):
            counts = np.zeros(720, np.int64)
            tied = _count_orders(np.array(ranks, float), dimension, 1, counts)
            assert tied.size == 0
            assert np.flatnonzero(counts).tolist() == [number]


def test_windows_with_ties_are_left_to_numpy():
    x = np.array([1.0, 2.0, 2.0, 3.0, 0.0, -0.0, 5.0])
    counts = np.zeros(6, np.int64)
    assert _count_orders(x, 3, 1, counts).tolist() == [0, 1, 3, 4]
    assert counts.sum() == 1


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"tau": tau, "dimension": d} for tau in (1, 2, 5) for d in (2, 5)]
    for n in (24, 100, 101):
        assert disagreement("permutation_entropy", shapes(n)[kind], parameters) == "", n
