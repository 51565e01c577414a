"""Clusterings with external labels: all rows are clustered, and no estimator sees the classes."""

from __future__ import annotations

import dataclasses

import pytest
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.linear_model import Ridge
from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import pybench as pb
from pybench.base.errors import ArgumentError, DatasetError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.splits import Splits, whole


@pytest.fixture(scope="module")
def flowers(tmp_path_factory):
    """Two clusterings of two repeats."""
    suite = pb.Suite.create("flowers", ["iris", "wine"], type="clustering", repeats=2)
    return suite.save(tmp_path_factory.mktemp("flowers"))


def test_a_clustering_has_all_rows_in_each_repeat(flowers):
    task = flowers.tasks[0]
    assert (task.type, task.measure, task.procedure.type) == (
        "clustering", "adjusted_rand", "whole",
    )  # fmt: skip
    splits = load_splits(flowers, task)
    assert [part.repeat for part in splits.folds()] == [0, 1]
    for part in splits.folds():
        assert part.train.tolist() == part.test.tolist() == list(range(150))
    assert load_data(flowers, "iris").classes == ("0", "1", "2")
    assert str(flowers).splitlines()[0].endswith(": 2 tabular clustering tasks")
    assert "leakage" not in set(flowers.check().findings.kind)
    assert flowers.freeze().status == "active"


def test_the_procedure_belongs_to_the_type(tmp_path):
    for type, procedure in (("clustering", "holdout"), ("classification", "whole")):
        with pytest.raises(DatasetError, match=f'"whole" for a clustering.*found {procedure} for'):
            pb.Suite.create("s", ["iris"], type=type, procedure=procedure)


def test_splits_of_another_procedure_are_refused(flowers, tmp_path):
    stored = whole(4, repeats=1).to_bytes()
    with pytest.raises(SuiteError, match="row 0 twice"):
        Splits.read(stored)
    splits = Splits.read(stored, whole=True)
    splits.check(4, "whole")
    with pytest.raises(SuiteError, match="every row in every fold"):
        splits.check(5, "whole")
    with pytest.raises(SuiteError, match="the same rows to train and to test on, found others"):
        Splits.read(b"type,rowid,repeat,fold\nTRAIN,0,0,0\nTRAIN,1,0,0\nTEST,1,0,0\n", whole=True)
    task = flowers.tasks[0]
    other = dataclasses.replace(task, procedure=dataclasses.replace(task.procedure, type="holdout"))
    wrong = dataclasses.replace(flowers, tasks=(other,))
    with pytest.raises(SuiteError, match="row 0 twice"):
        load_splits(wrong, "iris")


class Curious(ClusterMixin, BaseEstimator):
    """Refuses to see a target; clusters by the first column."""

    def fit(self, X, y=None):
        assert y is None
        self.labels_ = (X.iloc[:, 0] > X.iloc[:, 0].median()).to_numpy().astype(int)
        return self


def test_clusterers_of_all_kinds_run_and_see_no_target(flowers, tmp_path):
    given = {
        "k-means": KMeans(3),
        "linkage": AgglomerativeClustering(3),
        "mixture": GaussianMixture(3),
        "density": {"estimator": DBSCAN(), "preparation": "scale"},
        "steps": make_pipeline(StandardScaler(), AgglomerativeClustering(3)),
        "named": "sklearn.cluster.Birch",
        "curious": {"estimator": Curious(), "preparation": "none"},
    }
    t = pb.run(flowers, given, out=tmp_path / "run", workers=1)
    assert (t.metric, t.higher_is_better, t.scores.shape) == ("adjusted_rand", True, (2, 7))
    iris = load_iris()
    found = AgglomerativeClustering(3).fit(iris.data).labels_
    place = t.classifiers.index("linkage")
    assert t.scores[0, place] == pytest.approx(adjusted_rand_score(iris.target, found), rel=1e-12)
    other = pb.run_tables(tmp_path / "run", ["adjusted_mutual_info", "fowlkes_mallows_score"])
    column = other["adjusted_mutual_info"].classifiers.index("linkage")
    assert other["adjusted_mutual_info"].scores[0, column] == pytest.approx(
        adjusted_mutual_info_score(iris.target, found), rel=1e-12
    )
    for measure in ("f1_macro", "accuracy", "r2"):  # names of clusters are no classes
        with pytest.raises(ArgumentError, match=r"`measure` .* for a clustering"):
            pb.run_tables(tmp_path / "run", measure)
    repeats = t.by_repeat[:, t.classifiers.index("k-means")]
    assert repeats.shape == (2, 2)


def test_estimators_of_other_kinds_are_refused(flowers, tmp_path):
    for estimator, kind in ((GaussianNB(), "classifier"), (Ridge(), "regressor")):
        with pytest.raises(ArgumentError, match=f"an unfitted clusterer.*found a {kind}"):
            pb.run(flowers, {"odd": estimator}, out=tmp_path, workers=1)
    with pytest.raises(ArgumentError, match='"missing" for a clustering'):
        pb.run(flowers, {"k": KMeans(3)}, out=tmp_path, workers=1, fallback="majority")
    with pytest.raises(ArgumentError, match="number of clusters"):
        flowers.screen(tmp_path / "screen")


def test_series_are_clustered(tmp_path):
    pytest.importorskip("aeon")
    suite = pb.Suite.create("waves", ["ItalyPowerDemand"], type="clustering")
    t = pb.run(suite, {"k-means": KMeans(2)}, out=tmp_path, workers=1)
    assert t.scores.shape == (1, 1)
