"""Measures of clusterings compare partitions: names of clusters have no meaning."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.suite.running.clustering import HIGHER_IS_BETTER, evaluate


def test_names_of_clusters_have_no_meaning():
    truth = ["a", "a", "b", "b", "c"]
    found = evaluate(truth, ["3", "3", "-1", "-1", "0"])
    assert found == pytest.approx(dict.fromkeys(HIGHER_IS_BETTER, 1.0))
    rng = np.random.default_rng(0)
    clusters = rng.integers(0, 3, 40).astype(str)
    classes = rng.integers(0, 3, 40).astype(str)
    again = np.array(["q", "r", "s"])[clusters.astype(int)]
    assert evaluate(classes, clusters) == pytest.approx(evaluate(classes, again))


def test_one_cluster_says_nothing_about_classes():
    found = evaluate(["a", "a", "b", "b"], ["0"] * 4)
    assert (found["adjusted_rand"], found["homogeneity"], found["completeness"]) == (0.0, 0.0, 1.0)
