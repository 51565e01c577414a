"""Built-in classifiers: they learn what can be learned, on series that are not scrambled."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import pybench as pb
from pybench.base.errors import ArgumentError, ExtraMissing
from pybench.optimal import estimators
from pybench.optimal.estimators import LikelihoodRatioClassifier, RocketRidge, shaped


def data(setting, paths=500, seed=1):
    """Return training and test paths with their labels."""
    seen = pb.simulate(setting, paths, seed=seed)
    order = np.random.default_rng(0).permutation(2 * paths)
    train, test = order[: 3 * paths // 2], order[3 * paths // 2 :]
    series = seen.with_time()
    return series[train], seen.label[train], series[test], seen.label[test]


def auc(estimator, parts):
    X, y, new, label = parts
    estimator.fit(shaped(estimator, X), y)
    return roc_auc_score(label, estimators.score(estimator, shaped(estimator, new)))


def test_the_ratio_as_an_estimator():
    one = pb.optimal.setting("c-d4")
    X, y, new, label = data(one)
    model = LikelihoodRatioClassifier(one, "exact_chain").fit(X, y)
    ratio = pb.likelihood_ratio(one, new[:, :-1], method="exact_chain")
    assert np.array_equal(model.decision_function(new), ratio)
    assert model.predict_proba(new)[:, 1] == pytest.approx(1 / (1 + np.exp(-ratio)))
    assert model.predict_proba(new).sum(axis=1) == pytest.approx(np.ones(len(new)))
    assert (model.predict(new) == label).mean() > 0.75


def test_forest_searches_the_papers_ranges():
    search = estimators.forest(pb.optimal.setting("a-T1"))
    assert search.factor == 2
    assert search.cv == 5
    ranges = search.param_distributions
    assert ranges["n_estimators"] == list(range(10, 100))
    assert ranges["max_features"] == list(range(1, 11))
    assert ranges["min_samples_split"] == list(range(2, 11))
    assert ranges["max_depth"] == [3, None]


def test_few_columns_leave_few_features():
    own = pb.optimal.own_setting("short", pb.optimal.ConstantDrift(), [0, 1])
    assert estimators.forest(own).param_distributions["max_features"] == [1, 2, 3, 4]


@pytest.mark.slow
def test_forest_learns():
    one = pb.optimal.setting("a-T1")
    assert auc(estimators.forest(one), data(one)) > 0.65


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rocket", "minirocket"])
def test_rocket_learns(kind):
    pytest.importorskip("aeon")
    assert auc(RocketRidge(kind, kernels=500), data("a-T2")) > 0.7


@pytest.mark.slow
def test_normalised_rocket_loses_what_tells_potentials_apart():
    """aeon's and sktime's default throws away where a path lies; AUC .57 where .76 can be had."""
    pytest.importorskip("aeon")
    learners = {
        "as it is": lambda setting: RocketRidge(kernels=1000),
        "normalised": lambda setting: RocketRidge(kernels=1000, normalise=True),
    }
    auc = pb.optimality("b-T2", learners, runs=2).runs.groupby("classifier")["auc"].mean()
    assert auc["as it is"] > 0.7
    assert auc["normalised"] < 0.65


def test_series_too_short_for_minirocket_are_refused_before_anything_is_fitted(tmp_path):
    with pytest.raises(ArgumentError, match="longer than the series of e-L5") as caught:
        pb.optimality(["a-T1", "e-L5"], ["LRT numerical", "MiniRocket"], runs=1, out=tmp_path)
    assert "found 6" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_ridge_has_the_authors_range():
    assert len(estimators.ALPHAS) == 20
    assert (estimators.ALPHAS[0], estimators.ALPHAS[-1]) == pytest.approx((10, 1e7))


def test_rocket_without_aeon_names_the_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "aeon.transformations.collection.convolution_based", None)
    with pytest.raises(ExtraMissing, match="ROCKET") as caught:
        RocketRidge().fit(np.zeros((4, 2, 11)), np.array([0, 1, 0, 1]))
    assert "pybench[optimal]" in str(caught.value)
