"""Embeddings of datasets: laws of the aggregates, principal components, refusals."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pybench as pb
from pybench.features.representation import representation


def table(values, datasets, names=("x", "y")):
    n = len(datasets)
    return pb.FeatureTable(
        dataset=np.array(datasets, object),
        split=np.array(["train"] * n, object),
        label=np.array([None] * n, object),
        id=np.arange(n),
        values=np.array(values, np.float64).reshape(n, len(names)),
        names=tuple(names),
        representation="test",
    )


@pytest.fixture
def features():
    values = np.random.default_rng(0).normal(size=(12, 2))
    return table(values, ["b"] * 5 + ["a"] * 3 + ["b"] * 2 + ["c"] * 2)


def test_it_is_the_group_mean_of_pandas_in_the_order_of_the_table(features):
    found = pb.dataset_embedding(features)
    expected = features.to_frame().groupby(level="dataset", sort=False).mean()
    assert found.index.tolist() == ["b", "a", "c"]
    assert found.index.name == "dataset"
    assert found.columns.tolist() == ["x", "y"]
    np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.parametrize("by", ["median", "std", "min", "max"])
def test_other_aggregates_are_those_of_pandas(features, by):
    groups = features.to_frame().groupby(level="dataset", sort=False)
    expected = groups.std(ddof=0) if by == "std" else getattr(groups, by)()
    np.testing.assert_allclose(pb.dataset_embedding(features, by), expected, atol=1e-15)


def test_several_aggregates_stand_side_by_side(features):
    found = pb.dataset_embedding(features, "mean+std")
    assert found.columns.tolist() == ["x__mean", "y__mean", "x__std", "y__std"]
    for how in ("mean", "std"):
        alone = pb.dataset_embedding(features, how).to_numpy()
        assert (found[[f"x__{how}", f"y__{how}"]].to_numpy() == alone).all()


def test_a_function_of_one_s_own(features):
    found = pb.dataset_embedding(features, lambda rows: rows[0])
    assert found.loc["a"].tolist() == features.values[5].tolist()
    assert found.columns.tolist() == ["x", "y"]


@given(st.permutations(range(12)))
def test_the_order_of_the_rows_does_not_matter(order):
    values = np.random.default_rng(0).normal(size=(12, 2))
    names = np.array(["b"] * 5 + ["a"] * 3 + ["b"] * 2 + ["c"] * 2)
    whole = pb.dataset_embedding(table(values, names.tolist()))
    shuffled = pb.dataset_embedding(table(values[list(order)], names[list(order)].tolist()))
    np.testing.assert_allclose(shuffled.loc[whole.index], whole, rtol=1e-13)


def test_a_mean_of_means_weighs_the_rows(features):
    means = pb.dataset_embedding(features)
    sizes = pd.Series(features.dataset).value_counts()[means.index].to_numpy()
    whole = np.average(means, axis=0, weights=sizes)
    np.testing.assert_allclose(whole, features.values.mean(axis=0), rtol=1e-12)


def test_a_table_of_datasets_is_its_own_embedding():
    values = [[1.1, 2.2], [3.3, 4.4]]
    made = table(values, ["b", "a"])
    assert pb.dataset_embedding(made).to_numpy().tolist() == values


def test_missing_values_stay_missing():
    made = table([[1, np.nan], [3, 2], [5, 6]], ["a", "a", "b"])
    for by in ("mean", "median", "std", "min", "max"):
        found = pb.dataset_embedding(made, by).to_numpy()
        assert np.isnan(found).tolist() == [[False, True], [False, False]]


def test_infinite_values_raise_no_warning():
    made = table([[np.inf, -np.inf], [-np.inf, 1]], ["a", "a"])
    found = pb.dataset_embedding(made, "mean+std")
    assert found.isna().to_numpy().tolist() == [[True, False, True, True]]


def test_real_features_of_real_datasets(ucr):
    made = representation("summary")
    sets = [ucr(name)[::10] for name in ("GunPoint", "Beef")]
    values = np.concatenate([made.compute(s) for s in sets])
    names = [name for s in sets for name in s.dataset]
    found = pb.dataset_embedding(table(values, names, made.names))
    expected = [made.compute(s).mean(axis=0) for s in sets]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("mode", '"mean", "median", "std", "min", "max", not "mode"'),
        ("mean+", 'not ""'),
        (3, 'not "3"'),
        (lambda rows: rows.sum(), r"2 numbers, one per feature, not an array of shape \(\)"),
        (lambda rows: rows.T, "must return 2 numbers"),
    ],
)
def test_bad_aggregates_are_refused(features, by, says):
    with pytest.raises(pb.ArgumentError, match=says):
        pb.dataset_embedding(features, by)


def test_only_tables_of_features_are_taken():
    with pytest.raises(pb.ArgumentError, match=r"extract_features"):
        pb.dataset_embedding(pd.DataFrame({"x": [1.0]}))
