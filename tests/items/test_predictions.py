"""Predictions that a run saved: items are rows, repeats are runs."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Two estimators on two datasets of scikit-learn, 3 folds."""
    folder = tmp_path_factory.mktemp("items")
    suite = pb.Suite.create("two", ["iris", "wine"], folds=3).save(folder / "suite")
    estimators = {"a tree": DecisionTreeClassifier(max_depth=2), "Bayes": GaussianNB()}
    t = pb.run(suite, estimators, out=folder / "run", workers=1, measure="accuracy")
    return folder / "run", t


def test_means_over_items_are_accuracies(run):
    folder, _ = run
    items = pb.read_items(folder, higher_is_better=True)
    assert (items.n_items, items.format, items.metric) == (150 + 178, "run", "accuracy")
    assert set(items.classifiers) == {"a tree", "Bayes"}
    found = items.to_results().select(["iris", "wine"], ["a tree", "Bayes"])
    table = pb.read_results(folder / "results.csv", higher_is_better=True, repeats="mean")
    # Folds of one size have the accuracy of all rows as their mean.
    expected = table.select(["iris", "wine"], ["a tree", "Bayes"])
    np.testing.assert_allclose(found.scores, expected.scores, atol=2e-3)
    np.testing.assert_allclose(found.scores[0], expected.scores[0], atol=1e-12)


def test_the_comparison_says_whose_result_it_is(run):
    items = pb.read_items(run[0], higher_is_better=True)
    assert "one-fit" in pb.compare_items(items, dataset="wine").notes


def test_other_folders_and_changed_files_are_refused(run, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(run[0], folder)
    file = next((folder / "runs").glob("*/iris/predictions-0-0.csv"))
    file.write_bytes(file.read_bytes().replace(b",0,0", b",0,1", 1))
    with pytest.raises(pb.SuiteError, match="predictions that were evaluated"):
        pb.read_items(folder, higher_is_better=True)
    evaluation = file.with_name("evaluation-0-0.json")
    evaluation.write_text("{}", encoding="utf-8")
    with pytest.raises(pb.SuiteError, match="evaluation of a fold"):
        pb.read_items(folder, higher_is_better=True)
    (tmp_path / "empty" / "runs").mkdir(parents=True)
    with pytest.raises(pb.SuiteError, match="predictions of a run"):
        pb.read_items(tmp_path / "empty", higher_is_better=True)
