"""Spaces: standardisation, distances and what is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection import protocol
from pybench.selection import space as spaces
from pybench.selection.space import distances, doubts, first_best, gram, space, standardized


@pytest.mark.parametrize("grid", [False, True])
def test_standardised_columns(place, grid):
    values = place(0, grid=grid).to_numpy()
    z = standardized(values)
    varies = np.ptp(values, axis=0) > 0
    assert z[:, ~varies].tolist() == np.zeros_like(z[:, ~varies]).tolist()
    np.testing.assert_allclose(z[:, varies].mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(z[:, varies].std(axis=0), 1, rtol=1e-12)
    huge = standardized(values * 1e200)
    np.testing.assert_allclose(huge, z, atol=1e-12)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_distances_are_scipys(place, metric):
    x = place(1, n=20, p=7).to_numpy()
    np.testing.assert_allclose(distances(gram(x), metric), cdist(x, x, metric), atol=1e-7)


def test_equal_points_are_at_0_exactly_and_the_zero_vector_at_cosine_1():
    x = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [0.1, 0.2, 0.3]]) * 0.7
    cosine, euclidean = distances(gram(x), "cosine"), distances(gram(x), "euclidean")
    assert cosine[0, 1] == cosine[0, 3] == euclidean[0, 1] == 0
    assert cosine[2].tolist() == [1, 1, 0, 1]
    assert euclidean[0, 3] > 0


def test_rows_are_sorted_by_name_and_a_column_may_name_them(place):
    frame = place(2)
    mixed = frame.sample(frac=1, random_state=0)
    named = mixed.rename_axis("dataset").reset_index()
    for given in (mixed, named):
        found = space(given, "all", "error")
        assert found.datasets == tuple(frame.index)
        np.testing.assert_array_equal(found.values, frame.to_numpy())


def test_a_pool_is_standardised_by_itself_or_by_all(place):
    frame = place(3)
    rows = np.array([[0, 3, 4, 9], [1, 2, 5, 6]])
    values = frame.to_numpy()
    for how, expected in (
        ("all", standardized(values)[rows[0]]),
        ("pool", standardized(values[rows[0]])),
        ("none", values[rows[0]]),
    ):
        where = space(frame, how, "error")
        np.testing.assert_allclose(where.coordinates(rows[0]), expected)
        np.testing.assert_allclose(where.grams(rows)[0], expected @ expected.T, atol=1e-12)


def test_noise_does_not_decide():
    assert first_best(np.array([[1.0, 1.0 + 1e-13, 0.5]]), 1.0).tolist() == [0]
    assert first_best(np.array([[-np.inf, 1.0, 2.0]]), 1.0).tolist() == [2]


def test_doubts(place):
    frame = place(0, grid=True)
    assert {k for k, v in doubts(space(frame, "all", "error")).items() if v} == {
        "constant-features",
        "equal-datasets",
    }
    frame = pd.DataFrame({"a": [-1.0, 0.0, 1.0], "b": [2.0, 0.0, -2.0]}, list("xyz"))
    frame["c"] = [np.nan, 1, 2]
    assert {k for k, v in doubts(space(frame, "all", "drop")).items() if v} == {
        "incomplete-features",
        "zero-vectors",
    }


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ([[1, 2], [3, 4]], "dataset_embedding"),
        (pd.DataFrame({"a": [1.0]}, ["x"]), "two datasets"),
        (pd.DataFrame(index=["x", "y"]), "one column"),
        (pd.DataFrame({"a": [1.0, 2.0]}, ["x", "x"]), "twice"),
        (pd.DataFrame({"a": ["u", "v"]}, ["x", "y"]), "metadata_embedding"),
        (pd.DataFrame({"a": [1.0, np.inf]}, ["x", "y"]), "infinite"),
        (pd.DataFrame({"a": [1.0, np.nan]}, ["x", "y"]), "missing"),
        (pd.DataFrame({"a": [1.0, 2.0]}), "name the dataset of each row, but has rows without"),
        (pd.DataFrame({"a": [1.0, 2.0]}, ["x", None]), "has a missing name"),
    ],
)
def test_what_is_refused(frame, said):
    with pytest.raises(ArgumentError, match=said):
        space(frame, "all", "error")


@pytest.mark.parametrize("scale", [1e200, 1e-200])
@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_numbers_whose_squares_are_lost_are_refused(place, scale, metric):
    with pytest.raises(ArgumentError, match="products are beyond double precision"):
        pb.select(place(0) * scale, 3, metric=metric, standardize=False)
    assert len(set(pb.select(place(0) * scale, 3, metric=metric).names)) == 3  # standardised first
    near = pb.select(place(0) * scale**0.3, 3, metric=metric, standardize=False)
    assert near.names == pb.select(place(0), 3, metric=metric, standardize=False).names
    assert space(place(0) * 0, "none", "error").values.max() == 0


def test_inner_products_are_computed_once(table, place, monkeypatch):
    """Whatever the number of blocks of trials, and of strategies."""
    counted, real = [], spaces.standardized
    monkeypatch.setattr(spaces, "standardized", lambda x: counted.append(len(x)) or real(x))
    monkeypatch.setattr(protocol, "_BLOCK", 1)
    names = ["farthest-first", "k-means", "d-optimal"]
    pb.rank_preservation(table(1), {"x": place(1)}, names, (2, 3), 5, workers=1)
    assert counted == [14]


def test_an_embedding_without_a_dataset_of_the_table_is_refused(place):
    with pytest.raises(ArgumentError, match=r"lacks 1 dataset .*zz"):
        space(place(0), "all", "error", datasets=["d00", "zz"])
    frame = place(0)
    frame.iloc[0] = np.nan
    with pytest.raises(ArgumentError, match="every column of `embedding` has missing values"):
        space(frame, "all", "drop")


def test_numbers_far_from_0_are_refused_as_they_are_where_products_lose_what_sets_them_apart(place):
    """Seconds since 1970: every distance was 0, and the first names were chosen."""
    near = place(0)
    with pytest.raises(ArgumentError, match=r"numbers up to 1\.7e\+09 that differ by"):
        pb.select(near + 1.7e9, 3, metric="euclidean", standardize=False)
    assert len(pb.select(near + 1.7e9, 3, metric="euclidean").names) == 3
    assert len(pb.select(near * 0 + 1.7e9, 3, standardize=False).names) == 3  # all alike
    # As far as is taken the choice is that of centred columns.
    centred, moved = (
        pb.select(where, 5, metric="euclidean", standardize=False).names
        for where in (near - near.mean(), near - near.mean() + 1e4)
    )
    assert centred == moved
