"""The table of a run: means of folds, repeats kept, the measure that is asked for."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import SuiteError


def test_repeats_and_measures(tmp_path, three):
    suite = pb.Suite.create("twice", ["iris"], folds=3, repeats=2).save(tmp_path / "suite")
    out = tmp_path / "run"
    t = pb.run(suite, three, out=out, workers=1, measure="nll")
    assert (t.metric, t.higher_is_better, t.by_repeat.shape) == ("nll", False, (1, 3, 2))
    with (out / "evaluations.csv").open(newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["estimator"] == "Bayes"]
    assert len(rows) == 6
    for repeat in (0, 1):
        mine = [float(r["nll"]) for r in rows if r["repeat"] == str(repeat)]
        assert t.by_repeat[0, 0, repeat] == pytest.approx(np.mean(mine), rel=1e-15)
    again = pb.read_results(out / "results.csv", higher_is_better=False, metric="nll")
    assert np.array_equal(again.scores, t.scores)


def test_a_measure_that_is_not_there_is_named(flowers, tmp_path):
    from sklearn.linear_model import RidgeClassifier

    given = {"ridge": RidgeClassifier()}
    with pytest.raises(SuiteError, match="no nll for ridge on iris, repeat 0, fold 0"):
        pb.run(flowers, given, out=tmp_path, workers=1, measure="nll")
    assert pb.run(flowers, given, out=tmp_path, workers=1).metric == "accuracy"
