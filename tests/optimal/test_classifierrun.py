"""A run: what a classifier is given, and that it depends on nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.optimal import scores
from pybench.optimal.classifierrun import ClassifierRun, line_scores, solve


def test_an_estimator_is_copied_seeded_and_given_rows_or_series():
    seen = []

    class Series:
        series = True

        def __init__(self, random_state=0):
            self.random_state = random_state

        def get_params(self, deep=True):
            return {"random_state": self.random_state}

        def set_params(self, random_state):
            self.random_state = random_state
            return self

        def fit(self, X, y):
            seen.append((X.shape, self.random_state, y.mean()))

        def predict_proba(self, X):
            return np.column_stack([1 - X[:, 0, -1], X[:, 0, -1]])

    pb.optimality("c-d2", {"own": lambda setting: Series()}, runs=2)
    shapes, states, shares = zip(*seen, strict=True)
    assert shapes == ((1500, 3, 21),) * 2  # two coordinates and the time, not scrambled
    assert len(set(states)) == 2
    assert shares == (0.5, 0.5)


def test_the_answer_of_a_task_does_not_depend_on_others():
    one = pb.optimal.setting("a-T1")
    tasks = [ClassifierRun(one, 5, "x", lambda s: DummyClassifier(), 0) for _ in range(2)]
    assert tasks[0].key == tasks[1].key
    assert solve(tasks[0])["scores"] == solve(tasks[1])["scores"]


def test_lines_are_the_ratios_of_the_test_paths():
    one = pb.optimal.setting("c-d2")
    seen = pb.simulate(one, 20)
    lines = line_scores(one, seen.hidden, seen.paths)
    assert list(lines) == ["lrt_hidden", "lrt_numerical", "lrt_exact_chain"]
    made = pb.optimal.likelihood_ratios(one, paths=20).ratios
    for name, values in lines.items():
        assert values == pytest.approx(made[name], rel=1e-10, abs=1e-10)


def test_error_of_a_difference_on_the_same_paths():
    """DeLong's double sums; 0 for a score beside itself, whatever its scale."""
    rng = np.random.default_rng(0)
    label, first = np.repeat([0, 1], [30, 40]), rng.normal(size=70)
    second = first + rng.normal(size=70)
    assert scores.paired_error(label, first, np.exp(first)) == pytest.approx(0, abs=1e-12)
    kernels = [(np.sign(s[label == 1][:, None] - s[label == 0]) + 1) / 2 for s in (first, second)]
    apart = kernels[0] - kernels[1]
    expected = apart.mean(1).var(ddof=1) / 40 + apart.mean(0).var(ddof=1) / 30
    assert scores.paired_error(label, first, second) == pytest.approx(np.sqrt(expected), rel=1e-12)
