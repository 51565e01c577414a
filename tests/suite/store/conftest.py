"""Two runs of one suite."""

from __future__ import annotations

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    suite = pb.Suite.create("flowers", ["iris", "wine"], folds=3).save(folder / "suite")
    tree = DecisionTreeClassifier()
    pb.run(suite, {"Bayes": GaussianNB(), "tree": tree}, out=folder / "one", workers=1)
    pb.run(suite, {"tree": tree}, out=folder / "two", seed=1, workers=1)
    return folder
