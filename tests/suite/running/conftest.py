"""A suite of real datasets and estimators for it."""

from __future__ import annotations

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import pybench as pb


@pytest.fixture(scope="session")
def flowers(tmp_path_factory):
    """Two tasks of 3 folds."""
    folder = tmp_path_factory.mktemp("flowers")
    return pb.Suite.create("flowers", ["iris", "wine"], folds=3).save(folder)


@pytest.fixture
def three():
    """Return three estimators; two of them draw."""
    return {
        "Bayes": GaussianNB(),
        "forest": RandomForestClassifier(5),
        "tree": DecisionTreeClassifier(max_features=1),
    }


@pytest.fixture
def neighbours():
    """Return one estimator that draws nothing."""
    return {"neighbours": KNeighborsClassifier(3)}


@pytest.fixture(scope="session")
def written():
    """Return a function: folder of a run -> content of all that does not hold times."""

    def read(folder):
        files = [*folder.glob("*.csv"), *folder.glob("*.json"), *folder.glob("runs/*/*/*")]
        return {str(f.relative_to(folder)): f.read_bytes() for f in files if f.name != "times.csv"}

    return read
