"""Pools: blocks of the whole, and the rules that are checked."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.base.errors import ArgumentError
from pybench.selection.pools import check_rules, prefixes
from pybench.selection.space import distances, gram


def test_inner_products_and_distances_of_a_pool_are_a_block_of_all(place, pools):
    found = pools(place(0), count=3, size=6, metric="euclidean")
    whole = gram(found.space.coordinates())
    for i, rows in enumerate(found.rows):
        np.testing.assert_array_equal(found.grams[i], whole[np.ix_(rows, rows)])
        block = distances(whole, "euclidean")[np.ix_(rows, rows)]
        np.testing.assert_allclose(found.apart[i], block, atol=1e-12)
    assert (found.count, found.size) == (3, 6)


def test_prefixes():
    order = np.array([[3, 1, 2], [0, 2, 1]])
    assert [part.tolist() for part in prefixes(order, (1, 2))] == [[[3], [0]], [[3, 1], [0, 2]]]


@pytest.mark.parametrize(
    "wrong", [("middle", 1, 1, 0), ("mean", 0, 1, 0), ("mean", 1, 0, 0), ("mean", 1, 1, 0.5)]
)
def test_rules_are_checked(wrong):
    with pytest.raises(ArgumentError):
        check_rules(*wrong)
