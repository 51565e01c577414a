"""Runs of regressions: measures are scikit-learn's, tables and substitutes those of numbers."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.cluster import KMeans
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import pybench as pb
from pybench.base.errors import ArgumentError, TasksFailed
from pybench.suite.data import load_data, load_splits
from pybench.suite.running.regression import HIGHER_IS_BETTER, evaluate

THEIRS = {
    "r2": metrics.r2_score,
    "rmse": lambda t, p: math.sqrt(metrics.mean_squared_error(t, p)),
    "mse": metrics.mean_squared_error,
    "mae": metrics.mean_absolute_error,
    "median_absolute_error": metrics.median_absolute_error,
    "max_error": metrics.max_error,
    "mape": metrics.mean_absolute_percentage_error,
}


@pytest.fixture(scope="module")
def houses(tmp_path_factory):
    """Two regressions of 3 folds, one with missing values and names."""
    folder = tmp_path_factory.mktemp("houses")
    rng = np.random.default_rng(0)
    for name in ("a", "b"):
        x = rng.normal(size=(45, 2))
        y = 2 * x[:, 0] + rng.normal(size=45) / 3
        rows = (
            f"{'' if i % 9 == 0 else round(p, 3)},{q:.3f},{'uvw'[i % 3]},{value:.5f}\n"
            for i, ((p, q), value) in enumerate(zip(x, y, strict=True))
        )
        (folder / f"{name}.csv").write_text("p,q,k,y\n" + "".join(rows))
    suite = pb.Suite.create("houses", folder, target="y", type="regression", folds=3)
    return suite.save(folder / "suite")


@pytest.fixture
def regressors():
    """Two regressors; one draws."""
    return {"ridge": Ridge(), "tree": DecisionTreeRegressor(max_features=1)}


@pytest.mark.parametrize("seed", range(5))
def test_measures_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    truth, said = rng.normal(size=(2, 31)) * 10.0 ** rng.integers(-5, 6)
    found = evaluate(truth, said)
    assert set(found) == set(THEIRS) == set(HIGHER_IS_BETTER)
    for name, value in found.items():
        assert value == pytest.approx(THEIRS[name](truth, said), rel=1e-12), name


@pytest.mark.parametrize(
    ("truth", "said", "undefined"),
    [
        ([0.1, 0.1, 0.1], [0.1, 0.2, 0.3], {"r2"}),
        ([0.0, 1.0], [1.0, 1.0], {"mape"}),
        ([3.0], [3.0], {"r2"}),
        ([0.0, 1e200], [0.0, -1e200], {"r2", "mse", "rmse", "mape"}),
        ([1.0, 1e308], [1.0, -1e308], {"r2", "mse", "rmse", "mae", "max_error",
                                       "median_absolute_error", "mape"}),
    ],
)  # fmt: skip
def test_what_is_not_defined_or_not_a_double_is_none(truth, said, undefined):
    found = evaluate(np.array(truth), np.array(said))
    assert {name for name, value in found.items() if value is None} == undefined


def test_a_perfect_prediction_is_perfect():
    truth = np.array([0.1, 0.2, 0.7])
    found = evaluate(truth, truth)
    assert found.pop("r2") == 1.0
    assert set(found.values()) == {0.0}


def test_a_run_gives_the_table_of_r2_and_stores_all_measures(houses, regressors, tmp_path):
    t = pb.run(houses, regressors, out=tmp_path, workers=1)
    assert (t.metric, t.higher_is_better, t.scores.shape) == ("r2", True, (2, 2))
    frame = pd.read_csv(tmp_path / "evaluations.csv")
    assert [*frame.columns[7:]] == [*HIGHER_IS_BETTER]
    data = load_data(houses, "a")
    part = next(load_splits(houses, "a").folds())
    file = tmp_path / "runs" / "ridge" / "a" / "predictions-0-0.csv"
    stored = pd.read_csv(file)
    assert [*stored.columns] == ["repeat", "fold", "row_id", "prediction", "correct"]
    assert stored.correct.tolist() == data.y[part.test].tolist()
    row = frame[(frame.estimator == "ridge") & (frame.task == "a") & (frame.fold == 0)].iloc[0]
    for name, theirs in THEIRS.items():
        assert row[name] == pytest.approx(theirs(stored.correct, stored.prediction), rel=1e-12)
    errors = pb.run(houses, regressors, out=tmp_path, workers=1, measure="rmse")
    assert (errors.metric, errors.higher_is_better) == ("rmse", False)
    again = pb.read_results(tmp_path / "results.csv", higher_is_better=False)
    assert again.scores.tolist() == errors.scores.tolist()


def test_the_bytes_do_not_depend_on_workers_or_on_a_second_call(
    houses, regressors, tmp_path, written
):
    for workers, name in ((1, "one"), (2, "two"), (1, "one")):
        pb.run(
            houses, regressors, out=tmp_path / name, workers=workers,
            measure=["r2", "neg_mean_absolute_error", "mape"],
        )  # fmt: skip
    assert written(tmp_path / "one") == written(tmp_path / "two")
    assert (tmp_path / "one" / "results-neg_mean_absolute_error.csv").exists()


@pytest.mark.parametrize("estimator", [DecisionTreeClassifier(), KMeans(2),
                                       GridSearchCV(DecisionTreeClassifier(), {})])  # fmt: skip
def test_an_estimator_of_another_kind_is_refused_by_name(estimator, houses, tmp_path):
    with pytest.raises(ArgumentError, match=r"`odd`: expected an unfitted regressor.*found a cl"):
        pb.run(houses, {"odd": estimator}, out=tmp_path, workers=1)
    assert not (tmp_path / "run.json").exists()


def test_regressors_and_clusterers_are_refused_on_classes(flowers, tmp_path):
    for estimator, kind in ((Ridge(), "regressor"), (KMeans(2), "clusterer")):
        with pytest.raises(ArgumentError, match=f"unfitted classifier.*found a {kind}"):
            pb.run(flowers, {"odd": estimator}, out=tmp_path, workers=1)


def test_files_of_estimators_hold_regressors_and_pipelines(houses, tmp_path):
    (tmp_path / "e.yaml").write_text("""
ridge: {class: sklearn.linear_model.Ridge, parameters: {alpha: 0.5}}
scaled: {steps: [sklearn.preprocessing.StandardScaler, sklearn.neighbors.KNeighborsRegressor]}
target:
  class: sklearn.compose.TransformedTargetRegressor
  parameters: {regressor: {class: sklearn.linear_model.LinearRegression}}
""")
    given = pb.read_estimators(tmp_path / "e.yaml")
    t = pb.run(houses, given, out=tmp_path / "run", workers=1)
    assert t.classifiers == ("ridge", "scaled", "target")


class Says(RegressorMixin, BaseEstimator):
    """Predicts what a test wants."""

    def __init__(self, how="nan"):
        self.how = how

    def fit(self, X, y):
        if self.how == "fails":
            raise ValueError("no houses, please")
        self.fitted_ = True
        return self

    def predict(self, X):
        found = {"nan": math.nan, "inf": math.inf}.get(self.how, 1.0)
        return np.full(len(X) + (self.how == "long"), found, np.float32)


@pytest.mark.parametrize(
    ("how", "found"), [("nan", "found nan"), ("inf", "found inf"), ("long", "of shape (16,)")]
)
def test_answers_that_are_no_finite_numbers_are_failures(how, found, houses, tmp_path):
    with pytest.raises(TasksFailed, match="6 jobs failed"):
        pb.run(houses, {"odd": Says(how)}, out=tmp_path, workers=1)
    assert found in (tmp_path / "failures.csv").read_text()


def test_the_mean_stands_for_failed_jobs(houses, tmp_path):
    given = {"ridge": Ridge(), "fails": Says("fails")}
    with pytest.raises(TasksFailed) as caught:
        pb.run(houses, given, out=tmp_path / "run", workers=1)
    assert '"mean" or "missing"' in caught.value.hint
    t = pb.run(houses, given, out=tmp_path / "run", workers=1, fallback="mean",
               measure=["r2", "neg_mean_absolute_error"])  # fmt: skip
    dummy = pb.run(houses, {"mean": DummyRegressor()}, out=tmp_path / "dummy", workers=1)
    assert t.scores[:, 1] == pytest.approx(dummy.scores[:, 0], rel=1e-12)
    statuses = pd.read_csv(tmp_path / "run" / "evaluations.csv").status.value_counts()
    assert statuses.to_dict() == {"ok": 6, "mean": 6}
    for fallback in ("majority", "median"):
        with pytest.raises(ArgumentError, match="fallback"):
            pb.run(houses, given, out=tmp_path / "run", workers=1, fallback=fallback)


def test_the_majority_is_of_classes(flowers, three, tmp_path):
    with pytest.raises(ArgumentError, match='"majority" or "missing" for a classification'):
        pb.run(flowers, three, out=tmp_path, workers=1, fallback="mean")


def test_regressors_of_series(tmp_path):
    pytest.importorskip("aeon")
    rng = np.random.default_rng(1)
    head = "@problemName T\n@timeStamps false\n@univariate true\n@targetLabel true\n@data\n"
    for half in ("TRAIN", "TEST"):
        x = rng.normal(size=(20, 12))
        lines = "".join(",".join(f"{v:.4f}" for v in row) + f":{row.mean():.5f}\n" for row in x)
        (tmp_path / f"T_{half}.ts").write_text(head + lines)
    suite = pb.Suite.create("tser", {"T": tmp_path / "T_TRAIN.ts"}, repeats=2)
    given = {
        "neighbour": "aeon.regression.distance_based.KNeighborsTimeSeriesRegressor",
        "ridge": Ridge(),
        "mean": "aeon.regression.DummyRegressor",
    }
    t = pb.run(suite, given, out=tmp_path / "run", workers=1)
    assert t.by_repeat.shape == (1, 3, 2)
    assert t.scores[0, 1] > 0.9 > t.scores[0, 0] > t.scores[0, 2]
