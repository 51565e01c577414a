"""Measures of a fold: against scikit-learn's, by hand, and where they are not defined."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics

from pybench.suite.running.measures import HIGHER_IS_BETTER, OF_PROBABILITIES, evaluate


def random_case(seed):
    rng = np.random.default_rng(seed)
    k, n = int(rng.integers(2, 6)), int(rng.integers(5, 200))
    truth = np.concatenate([np.arange(k), rng.integers(k, size=n)])
    shares = rng.multinomial(20, rng.dirichlet(np.full(k, 0.5), len(truth))) / 20  # with ties
    said = np.where(rng.random(len(truth)) < 0.5, truth, rng.integers(k, size=len(truth)))
    return truth, said, shares, k


@pytest.mark.parametrize("seed", range(40))
def test_as_scikit_learn_has_them(seed):
    truth, said, shares, k = random_case(seed)
    found = evaluate(truth, said, shares, k)
    labels = np.arange(k)
    auroc = metrics.roc_auc_score(truth, shares[:, 1]) if k == 2 else metrics.roc_auc_score(
        truth, shares, multi_class="ovr", average="weighted"
    )  # fmt: skip
    expected = {
        "accuracy": metrics.accuracy_score(truth, said),
        "balanced_accuracy": metrics.balanced_accuracy_score(truth, said),
        "f1": metrics.f1_score(truth, said, average="macro"),
        "f1_weighted": metrics.f1_score(truth, said, average="weighted"),
        "kappa": metrics.cohen_kappa_score(truth, said),
        "mcc": metrics.matthews_corrcoef(truth, said),
        "auroc": auroc,
        "nll": metrics.log_loss(truth, shares, labels=labels),
        "brier": ((shares - np.eye(k)[truth]) ** 2).sum(axis=1).mean(),
    }
    assert set(found) == set(HIGHER_IS_BETTER)
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, rel=1e-12, abs=1e-12), name


def test_with_two_classes_both_curves_are_one():
    shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.5, 0.5], [0.2, 0.8]])
    found = evaluate(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), shares, 2)
    assert found["auroc"] == 0.75


def test_what_is_not_defined_is_none():
    one = evaluate(np.array([1, 1]), np.array([1, 1]), np.array([[0.0, 1.0]] * 2), 2)
    assert one["auroc"] is None
    assert one["kappa"] is None
    assert (one["accuracy"], one["balanced_accuracy"], one["nll"], one["brier"]) == (1, 1, 0, 0)
    without = evaluate(np.array([0, 1]), np.array([0, 1]), None, 2)
    assert [without[name] for name in OF_PROBABILITIES] == [None] * 3


def test_certain_and_wrong_is_finite():
    found = evaluate(np.array([0]), np.array([1]), np.array([[0.0, 1.0]]), 2)
    assert found["nll"] == pytest.approx(52 * np.log(2))
    assert found["brier"] == 2.0


def test_a_class_of_the_task_that_the_fold_does_not_have():
    truth, said = np.array([0, 0, 1]), np.array([0, 1, 1])
    shares = np.array([[0.8, 0.1, 0.1], [0.3, 0.6, 0.1], [0.2, 0.7, 0.1]])
    found = evaluate(truth, said, shares, 3)
    assert found["balanced_accuracy"] == 0.75
    assert found["auroc"] == 1.0
    assert found["f1"] == pytest.approx(metrics.f1_score(truth, said, average="macro"))
