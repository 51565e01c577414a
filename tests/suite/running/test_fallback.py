"""What stands for a job that failed is what it says, and marked."""

from __future__ import annotations

import logging

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import TasksFailed
from pybench.suite.data import load_data, load_splits


class Fails(DecisionTreeClassifier):
    def fit(self, X, y):
        if len(set(y.tolist())) == 3 and X.shape[1] == 4:
            raise ValueError("no irises, please")
        return super().fit(X, y)


def statuses(folder):
    return pd.read_csv(folder / "evaluations.csv")["status"].value_counts().to_dict()


def test_a_fallback_is_declared_and_marked(flowers, three, tmp_path, caplog):
    given = {"Bayes": three["Bayes"], "picky": Fails()}
    with caplog.at_level(logging.WARNING, "pybench"):
        t = pb.run(flowers, given, out=tmp_path, workers=1, fallback="majority")
    assert "picky on iris" in caplog.text
    data = load_data(flowers, "iris")
    expected = []
    for part in load_splits(flowers, "iris").folds():
        names, counts = np.unique(data.y[part.train].astype(str), return_counts=True)
        expected.append(np.mean(data.y[part.test] == names[counts.argmax()]))
    assert t.scores[0, 1] == pytest.approx(np.mean(expected), rel=1e-15)
    assert statuses(tmp_path) == {"ok": 9, "majority": 3}
    assert not (tmp_path / "runs" / "picky" / "iris").exists()
    missing = pb.run(flowers, given, out=tmp_path, workers=1, fallback="missing")
    assert missing.n_missing == 1
    assert (tmp_path / "results.csv").read_text().splitlines()[1].endswith(",")


class Never(DecisionTreeClassifier):
    def fit(self, X, y):
        raise ValueError("never at all")


def test_an_estimator_without_any_score_is_told_with_its_reasons(flowers, three, tmp_path):
    given = {"Bayes": three["Bayes"], "never": Never()}
    for estimators in (given, {"never": Never()}):
        with pytest.raises(TasksFailed, match=r"never on .*never at all") as caught:
            pb.run(flowers, estimators, out=tmp_path, workers=1, fallback="missing")
        assert 'fallback "majority"' in caught.value.hint
        assert caught.value.exit_code == 4
        assert not (tmp_path / "results.csv").exists()
        assert (tmp_path / "failures.csv").read_text().count("never at all") == 6
    assert statuses(tmp_path) == {"ok": 6, "missing": 6}
