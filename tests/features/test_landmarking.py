"""Landmarking against scikit-learn and a cross-validation by hand, and its invariances."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import PredefinedSplit, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.stream import integer, stream
from pybench.features.landmarking import (
    drawn,
    in_order_of_values,
    measures,
    mistakes,
    stratified_folds,
)
from pybench.features.representation import representation


def computed(series, **settings):
    made = representation("landmarking", **settings)
    return dict(zip(made.names, made.compute(series)[0].tolist(), strict=True))


def blobs(n=60, length=12, classes=3, seed=0, spread=1.0):
    random = np.random.default_rng(seed)
    labels = [f"c{i % classes}" for i in range(n)]
    centres = random.normal(size=(classes, length))
    x = centres[np.arange(n) % classes] + spread * random.normal(size=(n, length))
    return x, labels


def as_set(x, labels, name="blobs"):
    return pb.series_set(x, dataset=name, label=labels)


def prepared(series):
    """Return values, classes and folds as the representation uses them."""
    name = series.datasets[0]
    x, classes = in_order_of_values(series.to_numpy()[:, 0], series.label)
    random = stream(0, "landmarking", name)
    if len(x) > 300:
        kept = drawn(classes, 300, random)
        x, classes = x[kept], classes[kept]
    return x, classes, stratified_folds(classes, 5, random), integer(0, "landmarking", name)


def nearest_by_hand(x, classes, fold):
    errors = []
    for k in range(5):
        train, test = np.flatnonzero(fold != k), np.flatnonzero(fold == k)
        distance = ((x[test][:, None] - x[train][None]) ** 2).sum(axis=2)
        errors.append(np.mean(classes[train][distance.argmin(axis=1)] != classes[test]))
    return np.mean(errors)


@pytest.mark.parametrize("name", ["GunPoint", "ItalyPowerDemand", "Beef"])
def test_errors_are_those_of_scikit_learn(ucr, name):
    require_errors_of_scikit_learn(ucr(name))


def test_errors_of_made_series_are_those_of_scikit_learn():
    """Eight classes: a tree of depth 3 is not one of depth 4."""
    require_errors_of_scikit_learn(as_set(*blobs(120, classes=8, spread=0.5)))


def require_errors_of_scikit_learn(series):
    x, classes, fold, state = prepared(series)
    found = computed(series)
    probes = {
        "stump": DecisionTreeClassifier(max_depth=1, random_state=state),
        "nearest": KNeighborsClassifier(n_neighbors=1),
        "linear": RidgeClassifier(),
        "tree": DecisionTreeClassifier(max_depth=3, random_state=state),
    }
    by_fold = {}
    for probe, estimator in probes.items():
        scores = cross_validate(
            estimator, x, classes, cv=PredefinedSplit(fold), return_train_score=True
        )
        by_fold[probe] = 1 - scores["test_score"]
        assert found[f"{probe}_cv_error"] == pytest.approx(by_fold[probe].mean(), abs=1e-12)
        variance = by_fold[probe].var(ddof=1)
        assert found[f"{probe}_cv_error_variance"] == pytest.approx(variance, abs=1e-12)
        if probe == "linear":
            gap = np.mean(scores["train_score"] - scores["test_score"])
            assert found["linear_gap"] == pytest.approx(gap, abs=1e-12)
    ranks = rankdata(np.round(np.array(list(by_fold.values())), 12), axis=0)
    for probe, row in zip(by_fold, ranks, strict=True):
        assert found[f"{probe}_cv_rank_variance"] == pytest.approx(row.var(ddof=1), abs=1e-12)
    by_hand = nearest_by_hand(x, classes, fold)
    assert found["nearest_cv_error"] == pytest.approx(by_hand, abs=1e-12)


def test_bootstrap_variances_are_those_of_resampled_predictions():
    wrong = np.random.default_rng(0).random((50, 4)) < [0.1, 0.3, 0.5, 0.9]
    row = measures(wrong, np.zeros(5), np.arange(50) % 5, 4000, np.random.default_rng(1))
    for place, probe in enumerate(("stump", "nearest", "linear", "tree")):
        p = wrong[:, place].mean()
        found = row[f"{probe}_bootstrap_error_variance"]
        assert found == pytest.approx(p * (1 - p) / 50, rel=0.1)
    assert row["tree_bootstrap_rank_variance"] < row["nearest_bootstrap_rank_variance"]


def test_names_of_classes_do_not_matter():
    x, labels = blobs()
    names = {"c0": "z", "c1": "a", "c2": "m"}
    renamed = [names[label] for label in labels]
    assert computed(as_set(x, labels)) == computed(as_set(x, renamed))


@pytest.mark.parametrize("most", [300, 25])
def test_order_of_the_series_does_not_matter(most):
    x, labels = blobs(spread=2.0)
    order = np.random.default_rng(3).permutation(len(x))
    shuffled = as_set(x[order], [labels[i] for i in order])
    assert computed(as_set(x, labels), most=most) == computed(shuffled, most=most)


def test_splits_do_not_matter():
    x, labels = blobs()
    split = ["train"] * 20 + ["test"] * 40
    apart = pb.series_set(x, dataset="blobs", label=labels, split=split)
    assert computed(apart) == computed(as_set(x, labels))


def test_the_seed_and_the_name_do():
    x, labels = blobs(spread=2.0)
    plain = computed(as_set(x, labels))
    assert computed(as_set(x, labels)) == plain
    assert computed(as_set(x, labels), seed=1) != plain
    assert computed(as_set(x, labels, "other")) != plain


def test_what_can_be_learned_is():
    easy = computed(as_set(*blobs(spread=0.01)))
    assert easy["nearest_cv_error"] == easy["linear_cv_error"] == easy["linear_gap"] == 0
    assert easy["stump_cv_error"] == pytest.approx(1 / 3, abs=0.05)  # two leaves, three classes
    x, labels = blobs(n=300, spread=0.5)
    chance = computed(as_set(x, list(np.random.default_rng(0).permutation(labels))))
    assert chance["nearest_cv_error"] == pytest.approx(2 / 3, abs=0.1)


def test_folds_and_draws_keep_the_proportions():
    classes = np.repeat([0, 1, 2, 3], [50, 30, 15, 5])
    random = stream(0, "test")
    fold = stratified_folds(classes, 5, random)
    for c in range(4):
        counts = np.bincount(fold[classes == c], minlength=5)
        assert counts.max() - counts.min() <= 1
    assert np.bincount(fold).tolist() == [20] * 5
    kept = drawn(classes, 20, random)
    assert len(set(kept.tolist())) == 20
    assert np.bincount(classes[kept]).tolist() == [10, 6, 3, 1]


def test_large_datasets_are_drawn_from(ucr):
    series = ucr("ItalyPowerDemand")
    assert len(series) > 300
    assert computed(series)["nearest_cv_error"] < 0.2


def test_the_summary_serves_series_of_unequal_lengths(ucr):
    series = ucr("PLAID")
    assert all(np.isnan(value) for value in computed(series).values())
    found = computed(series, on="summary")
    assert all(np.isfinite(value) for value in found.values())
    assert found["tree_cv_error"] < found["stump_cv_error"]


def test_what_is_not_defined():
    x, labels = blobs(n=12)
    missing = x.copy()
    missing[3, 4] = np.nan
    undefined = (
        as_set(x, ["a"] * 12),
        as_set(x, [None, *labels[1:]]),
        as_set(missing, labels),
        as_set([*x, x[0][:5]], [*labels, "c0"]),
        as_set(x * 1e300, labels),
    )
    for series in undefined:
        assert all(np.isnan(value) for value in computed(series).values())


def test_tiny_datasets():
    for labels in (["a", "b"], ["a", "b", "b"], ["a", "b", "c"]):
        found = computed(as_set(np.eye(len(labels)), labels))
        assert all(np.isfinite(value) for value in found.values())
    # Of two series each is predicted to be as the other.
    assert computed(as_set(np.eye(2), ["a", "b"]))["nearest_cv_error"] == 1


def test_a_fold_whose_training_series_are_of_one_class():
    x, classes = np.arange(6.0)[:, None], np.array([0, 0, 0, 0, 0, 1])
    wrong, seen = mistakes(x, classes, np.arange(6), 0)
    assert wrong[5].all()
    assert seen[5] == 0


def test_values_in_the_millions_raise_no_warning():
    x, labels = blobs()
    found = computed(as_set(1e7 + 1e-3 * x, labels))
    assert all(np.isfinite(value) for value in found.values())


@pytest.mark.parametrize(
    "setting", [{"on": "pixels"}, {"folds": 1}, {"resamples": 1}, {"most": 1}, {"seed": 0.5}]
)
def test_bad_settings_are_refused(setting):
    with pytest.raises(pb.ArgumentError, match=next(iter(setting))):
        representation("landmarking", **setting)


def test_the_smallest_settings_are_two():
    assert representation("landmarking", folds=2, resamples=2, most=2).settings["most"] == 2
