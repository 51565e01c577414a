"""What depends on the type of a task: each type has all of it, and a run has one type."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.suite.data import TaskData
from pybench.suite.running.definitions import TAKES
from pybench.suite.running.fallback import NAMES
from pybench.suite.running.preparation import Behind
from pybench.suite.running.tasktypes import (
    DIRECTIONS,
    EVERY,
    FALLBACKS,
    answered,
    evaluated,
    fit,
    substituted,
    type_of,
)
from pybench.suite.splits import Fold
from pybench.suite.task import TYPES, USUAL


def test_each_type_has_measures_fallbacks_and_a_kind_of_estimator():
    for found in (USUAL, DIRECTIONS, FALLBACKS, TAKES):
        assert tuple(found) == TYPES
    assert all(USUAL[type] in DIRECTIONS[type] for type in TYPES)
    assert len(EVERY) == sum(map(len, DIRECTIONS.values()))  # no name has two meanings
    assert {name for names in FALLBACKS.values() for name in names} == set(NAMES)


def test_a_run_has_one_type_of_task(flowers, three, tmp_path):
    first, second = flowers.tasks
    both = replace(flowers, tasks=(first, replace(second, type="clustering")))
    assert type_of(flowers) == "classification"
    with pytest.raises(ArgumentError, match=r"different types \(classification, clustering\)"):
        pb.run(both, three, out=tmp_path, workers=1)


def test_a_substitute_is_the_mean_or_the_majority_with_the_shares():
    part = Fold(0, 0, np.array([0, 1, 2, 3]), np.array([4, 5]))
    numbers = TaskData(None, np.array([1.0, 2.0, 4.0, 5.0, 7.0, 8.0]), ())
    one = substituted("regression", numbers, part)
    assert (one.predicted, one.correct) == ((3.0, 3.0), (7.0, 8.0))
    assert evaluated("regression", one, ())["mae"] == 4.5
    names = TaskData(None, np.array(["b", "a", "b", "a", "b", "a"], object), ("a", "b"))
    one = substituted("classification", names, part)
    assert one.predicted == ("a", "a")  # of equally frequent classes, the first by name
    assert one.confidences.tolist() == [[0.5, 0.5]] * 2


class Plain:
    """No estimator of scikit-learn's; knows whether it saw a target."""

    def fit(self, rows, *target):
        self.saw, self.labels_ = bool(target), np.arange(len(rows)) % 2
        return self


@pytest.mark.parametrize(
    "made",
    [
        lambda: KMeans(2, random_state=0),
        lambda: make_pipeline(StandardScaler(), KMeans(2, random_state=0)),
        lambda: Behind(StandardScaler(), Plain()),
    ],
)
def test_clusters_are_those_of_the_last_step(made):
    rows = np.array([[0.0], [9.0], [0.1], [9.1]])
    data = TaskData(None, np.array(["a", "b", "a", "b"], object), ("a", "b"))
    part = Fold(0, 0, np.arange(4), np.arange(4))
    estimator = made()
    fit("clustering", estimator, rows, data.y)
    assert not getattr(getattr(estimator, "estimator", None), "saw", False)
    one = answered("clustering", estimator, rows, data, part)
    assert evaluated("clustering", one, data.classes)["adjusted_rand"] == 1.0
