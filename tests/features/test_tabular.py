"""Tables as numbers: closed forms of each group, and what must not matter."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.features import landmarking
from pybench.features.tabular import NAMES

QUICK = {"resamples": 5}


def row(x, y, **settings):
    return pb.embed_datasets({"d": (x, y)}, "tabular", **QUICK, **settings).loc["d"]


def iris():
    from sklearn.datasets import load_iris

    data = load_iris(as_frame=True)
    return data.data, data.target.to_numpy().astype(str)


def test_simple_columns_are_counts():
    x = pd.DataFrame({"a": [1.0, np.nan, 3, 4], "b": ["u", "v", None, "u"], "c": [True] * 4})
    found = row(x, ["1", "1", "1", "0"])
    assert found["log_rows"] == pytest.approx(np.log(4))
    assert found["log_features"] == pytest.approx(np.log(3))
    assert found["log_classes"] == pytest.approx(np.log(2))
    assert found["share_numeric"] == pytest.approx(2 / 3)
    assert found["share_missing"] == pytest.approx(2 / 12)
    assert found["majority_share"] == 0.75
    assert found["class_entropy"] == pytest.approx(stats.entropy([0.75, 0.25]) / np.log(2))


def test_moments_and_correlations_against_scipy():
    x, y = iris()
    found = row(x, y)
    skewness, kurtosis = stats.skew(x.to_numpy()), stats.kurtosis(x.to_numpy())
    assert found["mean_abs_skewness"] == pytest.approx(np.abs(skewness).mean(), abs=1e-12)
    assert found["mean_kurtosis"] == pytest.approx(kurtosis.mean(), abs=1e-12)
    pairs = np.abs(np.corrcoef(x.to_numpy().T))[np.triu_indices(4, 1)]
    assert found["mean_abs_correlation"] == pytest.approx(pairs.mean(), abs=1e-12)


def test_information_of_a_copy_of_the_class_and_of_an_independent_feature():
    y = np.repeat(["a", "b"], 20)
    copy = pd.DataFrame({"copy": y, "apart": np.tile(["u", "v"], 20)})
    found = row(copy, y)
    assert found["max_mutual_information"] == pytest.approx(1)
    assert found["mean_mutual_information"] == pytest.approx(0.5, abs=1e-12)
    assert found["mean_feature_entropy"] == pytest.approx(1)


def test_ten_equal_parts_of_a_number_against_scikit_learn():
    from sklearn.metrics import mutual_info_score

    rng = np.random.default_rng(0)
    value, y = rng.normal(size=200), rng.integers(3, size=200).astype(str)
    parts = np.argsort(np.argsort(value)) // 20
    whole = stats.entropy(np.unique(y, return_counts=True)[1])
    found = row(pd.DataFrame({"x": value}), y)
    expected = mutual_info_score(parts, y) / whole
    assert found["max_mutual_information"] == pytest.approx(expected, abs=1e-12)


def test_landmarks_are_those_of_the_probes_on_standardised_numbers():
    x, y = iris()
    found = row(x, y)
    assert tuple(found.index[-21:]) == landmarking.NAMES
    assert found["nearest_cv_error"] < 0.1 < found["stump_cv_error"] < 0.4
    constant = row(pd.DataFrame({"x": [1.0] * 20}), ["a", "b"] * 10)
    assert 0.3 < constant["tree_cv_error"] < 0.8  # nothing can be learned
    assert np.isfinite(found.to_numpy()).all()
    assert np.isfinite(constant.to_numpy()).all()


def test_order_of_rows_units_and_names_do_not_matter():
    x, y = iris()
    x = x.assign(kind=np.where(x.iloc[:, 0] > 5.5, "long", "short"))
    order = np.random.default_rng(1).permutation(len(x))
    other = x.iloc[order].assign(**{x.columns[0]: x.iloc[order, 0] * 1000 + 5})
    renamed = np.char.add("class ", y[order].astype(str))
    one, two = row(x, y), row(other, renamed)
    np.testing.assert_allclose(one[list(NAMES[:13])], two[list(NAMES[:13])], rtol=1e-9, atol=1e-9)


def test_the_order_of_rows_does_not_move_landmarks():
    x, y = iris()
    order = np.random.default_rng(1).permutation(len(x))
    assert (row(x, y) - row(x.iloc[order], y[order])).abs().max() < 1e-9


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([1, 2], "a table must be a pair"),
        ((pd.DataFrame({"a": [1.0, 2]}), ["x", None]), "a class for every row"),
        ((pd.DataFrame({"a": [1.0, 2]}), ["x"]), "a class for every row"),
        ((pd.DataFrame({"a": [1.0, 2]}), ["x", "x"]), "two classes or more"),
        ((pd.DataFrame({"a": [1.0, np.inf]}), ["x", "y"]), "finite numbers"),
    ],
)
def test_refusals(data, message):
    with pytest.raises(ArgumentError, match=message):
        pb.embed_datasets({"d": data}, "tabular")
