"""The map of an embedding: laws of principal components, scikit-learn as oracle."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import PCA

import pybench as pb


def embedding(n=20, p=6, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, p)) @ rng.normal(size=(p, p)) * 10.0 ** np.arange(p)
    columns = [f"f{j}" for j in range(p)]
    return pd.DataFrame(values, [f"d{i}" for i in range(n)], columns)


@pytest.mark.parametrize("scale", ["ranks", "variance", "none"])
def test_scikit_learn_gives_the_same_up_to_signs(scale):
    frame = embedding()
    used = frame.rank() if scale == "ranks" else frame
    if scale != "none":
        used = (used - used.mean()) / used.std(ddof=0)
    oracle = PCA(3).fit(used.to_numpy())
    placed = pb.embedding_map(frame, 3, scale=scale)
    expected = oracle.transform(used.to_numpy())
    signs = np.sign((expected * placed.coordinates).sum(axis=0))
    np.testing.assert_allclose(placed.coordinates, expected * signs, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(placed.variance, oracle.explained_variance_ratio_, rtol=1e-12)
    np.testing.assert_allclose(placed.loadings, oracle.components_.T * signs, rtol=1e-9, atol=1e-12)


def test_all_axes_keep_all_distances():
    frame = embedding(7, 4)
    placed = pb.embedding_map(frame, 4, scale="none")
    for i in range(7):
        for j in range(i):
            expected = np.linalg.norm(frame.iloc[i] - frame.iloc[j])
            found = np.linalg.norm(placed.coordinates[i] - placed.coordinates[j])
            assert found == pytest.approx(expected, rel=1e-12)
    assert placed.variance.sum() == pytest.approx(1, rel=1e-12)
    assert (np.diff(placed.variance) <= 0).all()


def test_the_first_of_the_largest_loadings_is_positive():
    placed = pb.embedding_map(embedding(), 4)
    assert (placed.loadings[np.abs(placed.loadings).argmax(axis=0), range(4)] > 0).all()
    line = pd.DataFrame({"a": [1.0, 2, 4], "b": [-1.0, -2, -4]}, list("xyz"))
    placed = pb.embedding_map(line, 1)
    assert placed.loadings[0, 0] > 0 > placed.loadings[1, 0]


def test_features_alike_but_for_rounding_are_named_by_name():
    placed = pb.embedding_map(embedding(p=2), 1)
    for noise in (-1e-13, 1e-13):
        told = dataclasses.replace(placed, loadings=np.array([[0.7 + noise], [0.7]]))
        assert str(told).endswith("most: +f0, +f1")


def test_a_huge_value_moves_ranks_no_farther():
    frame = embedding()
    before = pb.embedding_map(frame)
    frame.iloc[frame["f0"].argmax(), 0] = 1e300
    np.testing.assert_array_equal(pb.embedding_map(frame).coordinates, before.coordinates)


def test_what_says_nothing_is_left_out_with_its_reason():
    frame = embedding(4, 2).assign(constant=3.0, gap=[1, np.nan, 2, np.inf])
    placed = pb.embedding_map(frame)
    assert placed.left_out == {"constant": "constant", "gap": "no finite value on 2 datasets"}
    assert placed.features == ("f0", "f1")
    lines = str(placed).splitlines()
    assert lines[0] == "4 datasets by 2 features, as ranks"
    assert lines[-1] == "not used: 2 features (see .left_out)"
    assert placed.to_frame().columns.tolist() == ["PC1", "PC2"]


@pytest.mark.parametrize(
    ("frame", "arguments", "message"),
    [
        ([[1.0]], {}, "`embedding` must be a table with a row per dataset, not list"),
        (embedding().assign(f0="x"), {}, "`embedding` must hold numbers, which column 'f0' does"),
        (embedding().reset_index(drop=True), {}, "has rows without names"),
        (embedding(2, 5), {}, "`dimensions` must be at most 1, not 2"),
        (embedding(5, 1), {}, "`dimensions` must be at most 1, not 2"),
        (embedding(1, 5), {"dimensions": 1}, "`dimensions` must be at most 0, not 1"),
        (embedding(), {"scale": "z"}, '`scale` must be one of "ranks", "variance", "none"'),
    ],
)
def test_bad_arguments(frame, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.embedding_map(frame, **arguments)
