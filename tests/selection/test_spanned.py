"""A-optimal designs of more datasets than directions: against direct inverses of M."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.selection import spanned
from pybench.selection.space import gram, standardized


def trace(x, chosen, ridge):
    return float(np.trace(np.linalg.inv(x[chosen].T @ x[chosen] + ridge * np.eye(x.shape[1]))))


def test_coordinates_have_the_inner_products_and_no_more_directions():
    x = np.random.default_rng(0).normal(size=(2, 9, 3))
    grams = np.array([gram(np.hstack([one, one])) for one in x])
    assert spanned.ranks(grams).tolist() == [3, 3]
    places = spanned.points(grams, 3)
    assert places.shape == (2, 9, 3)
    # Sums of six products of numbers of at most about 3.
    assert np.abs(places @ places.transpose(0, 2, 1) - grams).max() < 1e-13


def test_what_a_dataset_takes_is_what_the_trace_loses():
    x, chosen, ridge = np.random.default_rng(1).normal(size=(9, 3)), [0, 4, 5, 7], 1e-4
    found = spanned.taken(x, x[chosen], ridge)
    for j in range(9):
        expected = trace(x, chosen, ridge) - trace(x, [*chosen, j], ridge)
        assert found[j] == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("ridge", [1e-3, 1e-5, 1e-7])
@pytest.mark.parametrize(("size", "twice"), [(4, False), (10, False), (10, True), (17, False)])
def test_no_swap_improves_a_design_of_more_datasets_than_directions(size, twice, ridge):
    x = standardized(np.random.default_rng(size).normal(size=(40, 3)))
    x[-1] = 0.0
    frame = pd.DataFrame(np.hstack([x, x]) / np.sqrt(2) if twice else x)
    names = frame.index = [f"d{i:02d}" for i in range(40)]
    found = pb.select(frame, size, "a-optimal", standardize=False, ridge=ridge)
    chosen = [names.index(name) for name in found.names]
    value = trace(x, chosen, ridge)  # the columns twice only add a constant
    for i in range(size):
        for j in set(range(40)) - set(chosen):
            other = [*chosen[:i], j, *chosen[i + 1 :]]
            assert trace(x, other, ridge) >= value * (1 - 1.001e-6)
