"""Components: distances kept, signs settled, ranks that are not full."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.decomposition import PCA

from pybench.features.components import scores


@pytest.fixture
def matrix():
    return np.random.default_rng(0).normal(size=(9, 5)) @ np.diag([5, 4, 3, 2, 1])


def test_all_components_keep_distances_and_angles(matrix):
    rows = scores(matrix)
    np.testing.assert_allclose(rows @ rows.T, matrix @ matrix.T, atol=1e-12)
    np.testing.assert_allclose(pdist(rows), pdist(matrix), rtol=1e-12)
    assert (np.diff(np.linalg.norm(rows, axis=0)) <= 0).all()


def test_they_are_scikit_learns_but_for_signs(matrix):
    centred = matrix - matrix.mean(axis=0)
    rows = scores(centred, 3)
    theirs = PCA(3).fit(matrix)
    np.testing.assert_allclose(abs(rows), abs(theirs.transform(matrix)), atol=1e-12)


def test_signs_do_not_depend_on_the_order_of_rows_nor_on_rounding(matrix):
    rows = scores(matrix)
    order = np.random.default_rng(1).permutation(9)
    np.testing.assert_allclose(scores(matrix[order]), rows[order], atol=1e-12)
    np.testing.assert_allclose(scores(matrix * (1 + 1e-15)), rows, atol=1e-12)
    np.testing.assert_allclose(scores(-matrix), -rows, atol=1e-12)


def test_equal_loadings_of_either_sign_count_by_place():
    matrix = np.array([[1.0, -1.0], [-2.0, 2.0]])
    for noise in (0, 1e-12, -1e-12):
        noisy = matrix * (1 + np.array([0, noise]))
        found = scores(noisy, 1)[:, 0]
        np.testing.assert_allclose(found, [2**0.5, -(8**0.5)], rtol=1e-9)


@pytest.mark.parametrize("wanted", [None, 1, 4])
def test_beyond_the_rank_there_are_zeros(wanted):
    matrix = np.outer([1.0, 2, 3], [1.0, 1, 0, 2])
    rows = scores(matrix, wanted)
    assert rows.shape == (3, 1 if wanted is None else wanted)
    np.testing.assert_allclose(rows[:, 0], np.array([1, 2, 3]) * 6**0.5, rtol=1e-12)
    assert not rows[:, 1:].any()


def test_zeros_have_no_components():
    assert not scores(np.zeros((3, 2)), 2).any()
    assert scores(np.zeros((3, 2))).shape == (3, 0)
