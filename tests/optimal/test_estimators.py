"""Built-in classifiers: they learn what can be learned, on series that are not scrambled."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_val_score

import pybench as pb
from pybench.base.errors import ArgumentError, ExtraMissing
from pybench.optimal import estimators
from pybench.optimal.estimators import LikelihoodRatioClassifier, RocketRidge, shaped
from pybench.optimal.resnet import ResNet


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


@pytest.mark.parametrize("kept", [True, False])
def test_series_too_short_for_minirocket_are_refused_before_anything_is_fitted(tmp_path, kept):
    done = []
    with pytest.raises(ArgumentError, match="longer than the series of e-L5") as caught:
        pb.optimality(
            ["a-T1", "e-L5"],
            ["LRT numerical", "MiniRocket"],
            runs=1,
            out=tmp_path if kept else None,
            progress=done.append,
        )
    assert caught.value.found == "6"
    assert list(tmp_path.iterdir()) == done == []


class Shapes(DummyClassifier):
    """Keeps what shapes it was given."""

    seen: ClassVar[list[tuple[int, ...]]] = []

    def fit(self, X, y):
        self.seen.append(X.shape)
        return super().fit(X.reshape(len(X), -1), y)


def test_an_instance_that_says_so_gets_series():
    model = Shapes()
    model.series = True
    for given in (model, Shapes()):
        pb.optimality("c-d2", given, runs=1)
    assert Shapes.seen == [(1500, 3, 21), (1500, 63)]


@pytest.mark.parametrize("named", ["ratio", "rocket", "resnet"])
def test_they_are_classifiers_to_scikit_learn(named):
    one = pb.optimal.setting("a-T8")
    model = {"ratio": LikelihoodRatioClassifier(one), "rocket": RocketRidge(), "resnet": ResNet()}
    copy = clone(model[named])
    assert is_classifier(copy)
    assert copy.get_params().keys() == model[named].get_params().keys()
    with pytest.raises(ArgumentError, match="two classes"):
        LikelihoodRatioClassifier(one).fit(np.zeros((3, 2, 81)), [0, 1, 2])


def test_the_ratio_is_validated_by_scikit_learn():
    """Exactly .921: the accuracy of constant drift after 8."""
    seen = pb.simulate("a-T8", 500, seed=1)
    names = np.array(["slow", "swift"])[seen.label]
    model = LikelihoodRatioClassifier(pb.optimal.setting("a-T8"))
    assert cross_val_score(model, seen.with_time(), names, cv=3).mean() == pytest.approx(
        0.921, abs=0.03
    )


def test_rocket_predicts_the_names_of_classes():
    pytest.importorskip("aeon")
    seen = pb.simulate("a-T8", 40, seed=1)
    names = np.array(["slow", "swift"])[seen.label]
    model = RocketRidge(kernels=50).fit(seen.with_time(), names)
    assert model.score(seen.with_time(), names) > 0.8
    coded = RocketRidge(kernels=50).fit(seen.with_time(), seen.label)
    scores = [one.decision_function(seen.with_time()) for one in (model, coded)]
    assert np.array_equal(*scores)


def test_the_reduced_network_can_be_named():
    one = pb.optimal.setting("a-T1")
    makers = estimators.named(["ResNet", "ResNet reduced"])
    whole, reduced = (make(one) for make in makers.values())
    assert (whole.epochs, whole.patience) == (150, None)
    assert (reduced.epochs, reduced.patience) == (30, 10)


def test_ridge_has_the_authors_range():
    assert len(estimators.ALPHAS) == 20
    assert (estimators.ALPHAS[0], estimators.ALPHAS[-1]) == pytest.approx((10, 1e7))


def test_rocket_without_aeon_names_the_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "aeon.transformations.collection.convolution_based", None)
    with pytest.raises(ExtraMissing, match="ROCKET") as caught:
        RocketRidge().fit(np.zeros((4, 2, 11)), np.array([0, 1, 0, 1]))
    assert "pybench-stats[optimal]" in str(caught.value)


class Told:
    """Says what it is told to say, of classes in the order it is told."""

    def __init__(self, method, classes=None):
        self.method = method
        if classes is not None:
            self.classes_ = classes

    def __getattr__(self, name):
        if name != self.__dict__.get("method", ("",))[0]:
            raise AttributeError(name)
        return lambda X: self.method[1]


UP = [-2.0, 0.5, 3.0]  # higher for class 1
ROWS = [[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]]


@pytest.mark.parametrize("classes", [None, [0, 1], np.array([0, 1]), ["no", "yes"]])
def test_scores_are_of_the_later_class(classes):
    for said in (UP, np.array(UP)[:, None], np.array([UP, UP]).T * [-1, 1]):
        assert estimators.score(Told(("decision_function", said), classes), UP).tolist() == UP
    found = estimators.score(Told(("predict_proba", ROWS), classes), UP)
    assert found.tolist() == [0.1, 0.5, 0.8]


@pytest.mark.parametrize("classes", [[1, 0], np.array([1.0, 0.0]), [True, False]])
def test_scores_are_of_label_1_where_its_column_is_the_first(classes):
    down = -np.array(UP)
    for said in (down, down[:, None], np.array([down, down]).T * [-1, 1]):
        assert estimators.score(Told(("decision_function", said), classes), UP).tolist() == UP
    found = estimators.score(Told(("predict_proba", ROWS), classes), UP)
    assert found.tolist() == [0.9, 0.5, 0.2]


@pytest.mark.parametrize("method", ["decision_function", "predict_proba"])
@pytest.mark.parametrize(
    ("said", "message"),
    [
        ([[0.5, 0.5]] * 2, "of shape"), ([[0.2, 0.3, 0.5]] * 3, "of shape"), (3.0, "of shape"),
        ([[0.5, np.nan]] * 3, "not finite numbers"), (["a", "b", "c"], "not finite numbers"),
        (None, "not finite numbers"),
        ([[0.5, np.inf]] * 3, "not finite numbers"), ([[1], [1, 2], [3]], "not finite numbers"),
    ],
)  # fmt: skip
def test_scores_that_are_none_are_refused(method, said, message):
    with pytest.raises(ArgumentError, match=rf"^{method} gave scores .*{message}"):
        estimators.score(Told((method, said)), UP)


def test_probabilities_of_one_class_are_refused():
    with pytest.raises(ArgumentError, match=r"scores of shape \(3,\) for 3 paths"):
        estimators.score(Told(("predict_proba", UP)), UP)


def test_a_seed_that_is_not_given_is_zero():
    assert RocketRidge().get_params()["random_state"] == 0
