"""One job: seeds of nested estimators, answers that cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import TasksFailed
from pybench.store.journal import events


def done(folder):
    return [tuple(e["job"]) for e in events(folder / "journal") if e["event"] == "done"]


def test_nested_seeds_are_set_and_a_given_one_does_not_count(flowers, tmp_path):
    from sklearn.ensemble import BaggingClassifier

    given = [
        {"bag": BaggingClassifier(DecisionTreeClassifier(random_state=s), 3, random_state=s)}
        for s in (None, 7)
    ]
    one, other = (pb.run(flowers, estimators, out=tmp_path, workers=1) for estimators in given)
    assert one == other
    assert len(done(tmp_path)) == 6


class Odd(DecisionTreeClassifier):
    how = ""

    def predict(self, X):
        found = super().predict(X)
        return {"short": found[1:], "strange": np.full(len(found), "?")}.get(self.how, found)

    def predict_proba(self, X):
        found = super().predict_proba(X)
        return {"sum": found * 2, "nan": found * np.nan, "shape": found[:, 1:]}.get(self.how, found)


@pytest.mark.parametrize("how", ["short", "strange", "sum", "nan", "shape"])
def test_answers_that_cannot_be_are_failures(how, flowers, tmp_path):
    kind = type(f"Odd{how}", (Odd,), {"how": how, "__module__": __name__})
    with pytest.raises(TasksFailed, match=r"6 jobs failed.*expected"):
        pb.run(flowers, {"odd": kind()}, out=tmp_path, workers=1)
