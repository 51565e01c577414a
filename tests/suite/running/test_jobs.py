"""One job: seeds of nested estimators, answers that cannot be."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import TasksFailed
from pybench.store.journal import events
from pybench.suite.running.tables import read_failures
from pybench.suite.running.tasktypes import probabilities


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


def test_a_column_that_is_ignored_now_is_not_seen_from_an_earlier_run(tmp_path):
    rows = "".join(f"{i},{i % 2},{i % 3 > 0}\n" for i in range(30))
    (tmp_path / "x.csv").write_text("id,z,c\n" + rows)

    def columns(about, name):
        suite = pb.Suite.create("s", {"x": tmp_path / "x.csv"}, target="c", folds=3, about=about)
        given = {"Seen": {"estimator": Seen(), "preparation": "none"}}
        pb.run(suite.save(tmp_path / name), given, out=tmp_path / f"{name}-run", workers=1)
        return Seen.columns

    assert columns({}, "all") == ["id", "z"]
    assert columns({"x": {"ignore": ["id"]}}, "less") == ["z"]


class Seen(DecisionTreeClassifier):
    columns = ()

    def fit(self, X, y):
        type(self).columns = list(X.columns)
        return super().fit(X, y)


def test_predictions_in_a_column_are_those_of_a_vector(flowers, tmp_path):
    """As catboost gives them for more than two classes."""

    class Column(DecisionTreeClassifier):
        def predict(self, X):
            return super().predict(X)[:, np.newaxis]

    makers = {"column": Column, "plain": DecisionTreeClassifier}
    given = {name: {"tree": make(random_state=1)} for name, make in makers.items()}
    tables = {n: pb.run(flowers, one, out=tmp_path / n, workers=1) for n, one in given.items()}
    assert np.array_equal(tables["column"].scores, tables["plain"].scores)


@pytest.mark.parametrize("how", ["short", "strange", "sum", "nan", "shape"])
def test_answers_that_cannot_be_are_failures(how, flowers, tmp_path):
    kind = type(f"Odd{how}", (Odd,), {"how": how, "__module__": __name__})
    with pytest.raises(TasksFailed, match=r"6 jobs failed.*expected"):
        pb.run(flowers, {"odd": kind()}, out=tmp_path, workers=1)


def test_float32_gives_no_confidence_above_1():
    class Narrow:
        classes_ = ("a", "b")

        def predict_proba(self, X):
            return np.array([[1.0000001, 0.0], [0.25, 0.75]], dtype=np.float32)

    found = probabilities(Narrow(), None, ("a", "b"), 2)
    assert found.tolist() == [[1.0, 0.0], [0.25, 0.75]]


class Silent(ValueError):
    """Has no text."""

    def __str__(self):
        raise RuntimeError("nothing to say")


class Talks(DummyClassifier):
    """Fails with a text of its own."""

    def __init__(self, kind="long"):
        super().__init__()
        self.kind = kind

    def fit(self, X, y):
        if self.kind == "warns":
            warnings.warn("w" * 200_000, stacklevel=1)
            return super().fit(X, y)
        if self.kind == "silent":
            raise Silent
        raise ValueError({"long": "x" * 200_000, "no UTF-8": "\udcff"}[self.kind])


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("long", f"ValueError: {'x' * 1988}... (200012 characters)"),
        ("no UTF-8", "ValueError: \\udcff"),
        ("silent", "Silent, without a readable message"),
    ],
)
def test_whatever_an_error_says_the_folder_can_be_used_again(kind, said, flowers, tmp_path):
    given = {"talks": Talks(kind), "tree": DecisionTreeClassifier()}
    for _ in range(2):  # the second call reads what the first has written
        with pytest.raises(TasksFailed):
            pb.run(flowers, given, out=tmp_path, workers=1)
    assert set(read_failures(tmp_path).values()) == {said}
    assert pb.run(flowers, {"tree": given["tree"]}, out=tmp_path, workers=1).n_classifiers == 1


def test_a_warning_of_any_length_is_kept_cut(flowers, tmp_path):
    pb.run(flowers, {"talks": Talks("warns")}, out=tmp_path, workers=1)
    told = [one for one in events(tmp_path / "journal") if one["event"] == "done"]
    assert all(len(text) < 2100 for one in told for text in one["warnings"])
