"""Principal components: a decomposition by another way, shares, signs, both languages."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.components import components


def table(n: int, p: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, p)) * np.linspace(4, 0.5, p) + 3.0


@pytest.mark.parametrize(("n", "p"), [(40, 6), (6, 40), (9, 9)])
def test_scores_are_those_of_a_singular_value_decomposition(n, p):
    rows = table(n, p)
    found = components(rows, tuple(map(str, range(p))), 1.0)
    u, size, vt = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    d = min(n - 1, p)
    assert found.variance == pytest.approx(size[:d] ** 2 / (size**2).sum(), rel=1e-9)
    sign = np.sign((found.loadings * vt[:d].T).sum(axis=0))
    assert found.loadings == pytest.approx(vt[:d].T * sign, abs=1e-7)
    assert found.scores(rows) == pytest.approx((u * size)[:, :d] * sign, abs=1e-6)
    assert found.explained == pytest.approx(1.0)


def test_the_first_of_the_largest_loadings_is_positive():
    found = components(table(30, 7, 2), tuple("abcdefg"), 1.0)
    size = np.abs(found.loadings)
    for column, at in zip(found.loadings.T, size.argmax(axis=0), strict=True):
        assert column[at] > 0
    tied = np.array([[1.0, -1.0], [-1.0, 1.0], [2.0, -2.0], [-2.0, 2.0]])
    assert components(tied, ("a", "b"), 1.0).loadings.ravel() == pytest.approx(
        np.array([1, -1]) / np.sqrt(2)
    )


@pytest.mark.parametrize("share", [0.3, 0.5, 0.9, 0.99])
def test_the_fewest_that_have_the_share(share):
    full = components(table(50, 8), tuple("abcdefgh"), 1.0)
    found = components(table(50, 8), tuple("abcdefgh"), share)
    d = len(found.variance)
    assert found.explained == pytest.approx(full.variance[:d].sum())
    assert full.variance[: d - 1].sum() < share <= found.explained + 1e-12
    assert str(found).startswith(f"{d} component")
    assert found.to_frame().shape == (8, d)


def test_repeated_columns_make_no_components_of_noise():
    rows = table(30, 3)
    found = components(np.hstack([rows, rows]), tuple("abcdef"), 1.0)
    assert len(found.variance) == 3


@pytest.mark.parametrize("share", [0, 1.5, -1, "all", True])
def test_a_share_is_between_0_and_1(share):
    with pytest.raises(pb.ArgumentError, match="`variance` must be a number > 0 and <= 1"):
        components(table(5, 3), tuple("abc"), share)


def test_equal_rows_have_none():
    with pytest.raises(pb.ArgumentError, match="rows that differ"):
        components(np.ones((4, 2)), ("a", "b"), 0.9)


@pytest.mark.r
@pytest.mark.parametrize(("n", "p"), [(40, 6), (6, 40)])
def test_r_has_the_same(n, p):
    rows = table(n, p, 4)
    names = [f"set {i % 3}" for i in range(n)]
    asked = {"reduction": "pca", "variance": 0.99, "k": 2, "scale": False}
    theirs = call("pb_map_landscape", {"features": rows, "dataset": names, **asked})
    ours = pb.map_landscape(rows, dataset=names, **asked)
    parts = theirs["components"]
    assert parts["loadings"]["values"] == pytest.approx(ours.components.loadings, abs=1e-9)
    assert parts["variance"] == pytest.approx(ours.components.variance, rel=1e-9)
    assert theirs["codes"]["values"] == pytest.approx(ours.codes, abs=1e-8)
