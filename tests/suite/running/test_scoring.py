"""Measures by name: scikit-learn's scorers and functions of one's own, from stored predictions."""

from __future__ import annotations

import math
import sys
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import RidgeClassifier
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.running.predictions import Predictions
from pybench.suite.running.scoring import Undefined, measure_called

OWN = '''
"""Measures of a user."""

import numpy as np

def hits(y_true, y_pred):
    assert y_true.dtype.kind == "U" and y_pred.dtype.kind == "U"
    return float(np.sum(y_true == y_pred))
hits.higher_is_better = True

def bias(y_true, y_pred):
    return np.mean(y_pred - y_true)
bias.higher_is_better = False

def sure(y_true, y_pred):
    return y_pred[np.arange(len(y_true)), y_true].min()
sure.higher_is_better = True
sure.of_probabilities = True

def undeclared(y_true, y_pred):
    return 0.0

def breaks(y_true, y_pred):
    raise RuntimeError("no fold, please")
breaks.higher_is_better = True

def text(y_true, y_pred):
    return "much"
text.higher_is_better = True

def never(y_true, y_pred):
    return None
never.higher_is_better = True

number = 3
'''


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Return the name of a module of measures that can be imported."""
    (tmp_path / "measures_of_mine.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    yield "measures_of_mine"
    sys.modules.pop("measures_of_mine", None)


def binary(shares=True):
    confidences = np.array([[0.9, 0.1], [0.4, 0.6], [0.7, 0.3], [0.2, 0.8]]) if shares else None
    return Predictions(
        0, 0, np.arange(4), ("no", "yes", "no", "yes"), ("no", "no", "yes", "yes"),
        ("no", "yes") if shares else (), confidences,
    )  # fmt: skip


def fitted(scorer, flowers, task, estimator):
    """Return what scikit-learn computes for the folds of a task, with an estimator at hand."""
    data = load_data(flowers, task)
    codes = np.searchsorted(data.classes, data.y.astype(str))
    found = []
    for part in load_splits(flowers, task).folds():
        estimator.fit(data.X.iloc[part.train], codes[part.train])
        found.append(get_scorer(scorer)(estimator, data.X.iloc[part.test], codes[part.test]))
    return found


@pytest.mark.parametrize(
    "name",
    ["accuracy", "neg_log_loss", "roc_auc_ovr", "roc_auc_ovo_weighted", "neg_brier_score",
     "top_k_accuracy", "f1_macro", "matthews_corrcoef", "adjusted_rand_score", "d2_log_loss_score"],
)  # fmt: skip
def test_a_scorer_of_stored_predictions_is_that_of_the_fitted_estimator(name, flowers, tmp_path):
    if name not in get_scorer_names():
        pytest.skip("this scikit-learn has no such scorer")
    given = {"Bayes": {"estimator": GaussianNB(), "preparation": "none"}}
    try:
        expected = fitted(name, flowers, "iris", GaussianNB())
    except ValueError:
        pytest.skip("the scorer of this scikit-learn knows two classes alone")
    t = pb.run(flowers, given, out=tmp_path, workers=1, measure=name)
    assert (t.metric, t.higher_is_better) == (name, True)
    assert t.by_repeat[0, 0].tolist() == pytest.approx(expected, rel=1e-12)


def test_scorers_of_labels_and_of_numbers_are_not_mixed(flowers, three, tmp_path):
    with pytest.raises(ArgumentError, match=r"`measure` .* for a classification") as refused:
        pb.run(flowers, three, out=tmp_path, workers=1, measure="neg_mean_squared_error")
    assert "accuracy" in refused.value.expected
    assert not (tmp_path / "runs").exists()
    with pytest.raises(ArgumentError, match=r"`measure` .* for a regression"):
        measure_called("neg_log_loss", "regression")
    for name in get_scorer_names():  # each is of one of both
        kinds = 0
        for kind in ("classification", "regression"):
            with suppress(ArgumentError):
                kinds += measure_called(name, kind).higher_is_better
        assert kinds == 1, name
        with suppress(ArgumentError):  # of clusters: of classes, too
            measure_called(name, "clustering")
            assert measure_called(name, "classification").higher_is_better


def test_a_near_name_is_proposed(flowers, three, tmp_path):
    with pytest.raises(ArgumentError) as refused:
        pb.run(flowers, three, out=tmp_path, workers=1, measure="log_loss")
    assert "neg_log_loss" in refused.value.hint


def test_the_positive_class_of_binary_scorers_is_the_second():
    assert measure_called("precision", "classification").score(binary(), ("no", "yes")) == 0.5
    area = measure_called("roc_auc", "classification").score(binary(), ("no", "yes"))
    assert area == 0.75


def test_probabilities_are_asked_for_before_any_work(flowers, tmp_path):
    given = {"ridge": RidgeClassifier()}
    for measure in ("neg_log_loss", ["accuracy", "roc_auc_ovr"]):
        with pytest.raises(ArgumentError, match=r"needs probabilities, but `ridge` gives none"):
            pb.run(flowers, given, out=tmp_path, workers=1, measure=measure)
    assert not (tmp_path / "runs").exists()
    with pytest.raises(Undefined, match="gives no probabilities"):
        measure_called("neg_log_loss", "classification").score(binary(False), ("no", "yes"))


def test_a_scorer_that_is_not_defined_says_why(flowers, tmp_path):
    with pytest.raises(SuiteError, match=r"no precision for .* multiclass"):
        pb.run(flowers, {"Bayes": GaussianNB()}, out=tmp_path, workers=1, measure="precision")


def test_functions_of_ones_own(own, flowers, three, tmp_path):
    t = pb.run(flowers, three, out=tmp_path, workers=1, measure=[f"{own}:hits", f"{own}:sure"])
    whole = pb.run(flowers, three, out=tmp_path, workers=1)
    sizes = np.array([[50.0] * 3, [60, 59, 59]])
    assert (t.metric, t.higher_is_better) == (f"{own}:hits", True)
    folds = (whole.by_repeat * sizes[:, None, :]).round(9)
    assert t.by_repeat.tolist() == folds.tolist()
    again = pb.run_tables(tmp_path, [f"{own}:sure"])[f"{own}:sure"]
    assert again.higher_is_better
    assert (again.scores <= 1).all()


def test_the_direction_of_a_function_is_declared(own, flowers, three, tmp_path):
    with pytest.raises(ArgumentError, match="must declare true or false") as refused:
        pb.run(flowers, three, out=tmp_path, workers=1, measure=f"{own}:undeclared")
    assert "never guessed" in refused.value.hint
    given = {"function": f"{own}:undeclared", "higher_is_better": False}
    t = pb.run(flowers, three, out=tmp_path, workers=1, measure=given)
    assert (t.higher_is_better, set(t.scores.ravel())) == (False, {0.0})

    def share(y_true, y_pred):
        return np.mean(y_true == y_pred)

    share.higher_is_better = True
    found = pb.run_tables(tmp_path, ["accuracy", share])
    assert found["share"].scores == pytest.approx(found["accuracy"].scores, rel=1e-12)


def test_a_suite_does_not_choose_what_is_imported(own, flowers, tmp_path):
    theirs = replace(flowers, tasks=tuple(replace(t, measure=f"{own}:hits") for t in flowers.tasks))
    with pytest.raises(ArgumentError, match="a function, which a suite cannot name"):
        pb.run(theirs, {"Bayes": GaussianNB()}, out=tmp_path / "run", workers=1)
    assert own not in sys.modules


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("{own}:breaks", "failed on repeat 0, fold 0: RuntimeError: no fold, please"),
        ("{own}:text", "must return a number, not str"),
        ("{own}:number", "import path of a function"),
        ("{own}:absent", "cannot be imported: AttributeError"),
        ("no_such_module:f", "cannot be imported: ModuleNotFoundError"),
        ("os:system", "import path of a function"),
        ("{own}:hits()", "import path of a function"),
        ({"function": "{own}:hits", "colour": 1}, "not colour"),
        ({"higher_is_better": True}, "no function"),
        (["accuracy", "accuracy"], "each once"),
        ([], "one or more"),
        (3, "not 3"),
    ],
)
def test_a_function_that_cannot_be_a_measure_is_refused(measure, expected, own, flowers, tmp_path):
    if isinstance(measure, str):
        measure = measure.format(own=own)
    elif isinstance(measure, dict):
        measure = {k: v.format(own=own) if k == "function" else v for k, v in measure.items()}
    with pytest.raises(ArgumentError, match=expected):
        pb.run(flowers, {"Bayes": GaussianNB()}, out=tmp_path, workers=1, measure=measure)


def test_a_function_of_numbers_gets_numbers(own):
    one = Predictions(0, 0, np.arange(2), ("1.5", "2.5"), ("1.0", "2.0"))  # as read from a file
    measure = measure_called(f"{own}:bias", "regression")
    assert (measure.score(one, ()), measure.higher_is_better) == (0.5, False)
    with pytest.raises(ArgumentError, match="which a regression does not have"):
        measure_called(f"{own}:sure", "regression")


def test_what_a_function_does_not_define_is_missing(own, flowers, tmp_path):
    given = {"Bayes": GaussianNB()}
    with pytest.raises(SuiteError, match="the function returns None"):
        pb.run(flowers, given, out=tmp_path, workers=1, measure=f"{own}:never")


class Fails(DecisionTreeClassifier):
    def fit(self, X, y):
        if X.shape[1] == 4:
            raise ValueError("no irises, please")
        return super().fit(X, y)


def test_substitutes_are_scored_by_every_measure(flowers, tmp_path):
    given = {"picky": Fails(), "most": DummyClassifier(strategy="prior")}
    names = ["accuracy", "neg_log_loss"]
    pb.run(flowers, given, out=tmp_path, workers=1, fallback="majority", measure=names)
    t = pb.read_results(tmp_path / "results-neg_log_loss.csv", higher_is_better=True)
    assert t.scores[0, 0] == pytest.approx(t.scores[0, 1], rel=1e-12)
    with pytest.raises(SuiteError, match="its substitute has no such score"):
        pb.run_tables(tmp_path, "neg_log_loss")
    kept = pb.run_tables(tmp_path, names, missing="keep", estimators=["picky", "most"])
    assert kept["neg_log_loss"].classifiers == ("picky", "most")
    assert math.isnan(kept["neg_log_loss"].scores[0, 0])
    assert kept["accuracy"].scores[0, 0] == kept["accuracy"].scores[0, 1]


def test_tables_of_an_earlier_call_do_not_stay(flowers, three, tmp_path):
    pb.run(flowers, three, out=tmp_path, workers=1, measure=["accuracy", "f1_macro"])
    assert (tmp_path / "results-f1_macro.csv").exists()
    pb.run(flowers, three, out=tmp_path, workers=1)
    assert [file.name for file in tmp_path.glob("results*.csv")] == ["results.csv"]
    assert [file.name for file in tmp_path.glob("folds*.csv")] == ["folds.csv"]
