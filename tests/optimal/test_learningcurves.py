"""Learning curves: the limits and errors that constant drift has in closed form."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtr
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, TasksFailed
from pybench.optimal import classifierrun
from pybench.optimal.learningcurves import effective_size, errors
from pybench.optimal.likelihood import observed_line

SIZES = (60, 120, 240, 480, 960)
LENGTH, END = 20, 4.0  # constant drift: D = 2, and 20 increments


class Means(ClassifierMixin, BaseEstimator):
    """The difference of the class means of increments; of the first ones if ``seen`` is given."""

    series = True

    def __init__(self, seen=None):
        self.seen = seen

    def _moves(self, X):
        return np.diff(X[:, 0], axis=1)[:, : self.seen]

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        moves = self._moves(X)
        self.weight_ = moves[y == 1].mean(axis=0) - moves[y == 0].mean(axis=0)
        return self

    def decision_function(self, X):
        return self._moves(X) @ self.weight_


def loss(size, seen=LENGTH):
    """Return the expected loss of AUC of `Means`, by the law of the angle of its weights.

    The weights are the true ones plus normal errors of variance 4 / size each, in units in which
    the true ones have the length D. The AUC is Phi(D / sqrt 2 * cosine of the angle).
    """
    rng = np.random.default_rng(0)
    far = np.sqrt(END * seen / LENGTH)
    along = far + rng.normal(size=100_000) * np.sqrt(4 / size)
    across = rng.chisquare(seen - 1, size=100_000) * 4 / size
    cosine = along / np.sqrt(along**2 + across)
    return ndtr(np.sqrt(END / 2)) - ndtr(far / np.sqrt(2) * cosine).mean()


@pytest.fixture(scope="module")
def found():
    pair = pb.optimal.ConstantDrift()
    times = np.linspace(0, END, LENGTH + 1)
    one = pb.optimal.own_setting("drift", pair, times, substeps=1)
    known = {"all": Means(), "half": Means(LENGTH // 2)}
    return pb.optimal.learning_curve(one, known, sizes=SIZES, runs=20, test=3000, seed=3)


def rows(frame, name):
    return frame[frame["classifier"] == name].reset_index(drop=True)


def test_the_ceiling_is_that_of_the_closed_form(found):
    assert found.best == pytest.approx(ndtr(2 / np.sqrt(2)), abs=0.006)  # D = 2
    assert found.effective == pytest.approx(END, abs=0.15)  # (theta_1 - theta_0)^2 T / sigma^2


@pytest.mark.parametrize(("name", "limit"), [("all", 0.0), ("half", ndtr(2**0.5) - ndtr(1))])
def test_the_approximation_error_is_that_of_the_closed_form(found, name, limit):
    own = rows(found.limits, name).loc[0]
    assert own["approximation_lower"] < limit < own["approximation_upper"]
    assert own["approximation_upper"] - own["approximation_lower"] < 0.01
    assert 0.5 <= own["rate"] <= 1


@pytest.mark.parametrize(("name", "seen"), [("all", LENGTH), ("half", LENGTH // 2)])
def test_gaps_and_estimation_errors_are_those_of_the_closed_form(found, name, seen):
    own = rows(found.table, name)
    limit = loss(10**9, seen)
    for row in own.to_dict("records"):
        assert row["gap_lower"] < -loss(row["size"], seen) < row["gap_upper"]
        assert row["estimation"] == pytest.approx(loss(row["size"], seen) - limit, abs=0.006)


def test_training_scores_fall_to_the_limit_while_test_scores_rise(found):
    own = rows(found.table, "all")
    assert own["auc"].is_monotonic_increasing
    assert own["train_auc"].is_monotonic_decreasing
    assert own["train_auc"].iloc[0] > found.best
    assert (own["effective"] < found.effective).all()


def test_smaller_training_sets_are_parts_of_larger_ones():
    """With the same test paths at all sizes; and runs do not depend on what else is asked."""
    sets = []

    class Kept(DummyClassifier):
        series = True

        def fit(self, X, y):
            sets.append((X.copy(), y.copy()))
            return super().fit(X[:, 0], y)

    found = pb.optimal.learning_curve("a-T1", {"k": Kept()}, sizes=(4, 10, 20), runs=2)
    for i in range(2):
        (few, label), (more, _), (most, _) = sets[i::2]
        assert sorted(label) == [0, 0, 1, 1]
        for small, large in ((few, more), (more, most)):
            held = {path.tobytes() for path in large}
            assert all(path.tobytes() in held for path in small)
    assert found.runs.groupby("run")["best"].nunique().tolist() == [1, 1]
    assert found.table["gap"].tolist() == [pytest.approx(0.5 - found.best)] * 3


def test_a_run_without_the_observed_line_has_the_hidden_one_as_ceiling(monkeypatch):
    """The ceiling must be the same line in all runs."""
    asked = []

    def sometimes(*given):
        asked.append(given)
        return None if len(asked) == 4 else observed_line(*given)

    monkeypatch.setattr(classifierrun, "observed_line", sometimes)
    found = pb.optimal.learning_curve("a-T1", "LRT numerical", sizes=(10, 20, 40), runs=2)
    assert len(asked) == 6
    assert found.ceiling == "LRT hidden"


def test_a_curve_of_the_formula_is_found():
    n = np.array(SIZES, float)
    exact = 0.03 + 0.9 * n**-0.7
    (limit, *parts), rate = errors(np.array([exact, exact]), SIZES)
    assert rate == pytest.approx(0.7)
    assert limit.mean == pytest.approx(0.03, abs=1e-5)
    assert [part.mean for part in parts] == pytest.approx(exact - 0.03, abs=1e-5)


@pytest.mark.parametrize(
    "rate", [0.5, *(pytest.param(rate, marks=pytest.mark.slow) for rate in (0.75, 1.0))]
)
def test_intervals_hold_the_truth_as_often_as_they_say(rate):
    """Of 400 curves over 5 runs with normal errors; the union over rates is cautious."""
    rng, held = np.random.default_rng(1), 0
    n = np.array(SIZES, float)
    for _ in range(400):
        losses = 0.02 + 0.9 * n**-rate + rng.normal(size=(5, 5)) * 0.2 / np.sqrt(n)
        own = errors(losses, SIZES)[0][0]
        held += own.lower < 0.02 < own.upper
    assert held / 400 > 0.93  # 0.95, less two standard errors


@pytest.mark.parametrize(("auc", "size"), [(0.5, 0), (0.3, 0), (ndtr(1 / 2**0.5), 1), (1, np.inf)])
def test_effective_sizes(auc, size):
    assert effective_size(auc) == pytest.approx(size)


def test_text_and_file(found):
    said = str(found)
    assert said.startswith(
        "Learning curves in drift: 20 runs, seed 3; 95 % intervals\n  The ceiling is the AUC of "
    )
    assert "  half: after 60 paths AUC 0." in said
    assert "; approximation error 0.0" in said
    again = pb.load_result(found.to_dict())
    assert str(again) == said
    pd.testing.assert_frame_equal(again.to_frame(), found.table)


def test_it_resumes(tmp_path):
    done = []
    given = {"sizes": (10, 20, 30), "runs": 2, "out": tmp_path, "progress": done.append}
    first = pb.optimal.learning_curve("c-d1", "girsanov", **given)
    again = pb.optimal.learning_curve("c-d1", "girsanov", **given)
    assert done[-1].kept == 6
    assert again.ceiling == "LRT observed"
    assert again.runs["auc"].tolist() == first.runs["auc"].tolist()


@pytest.mark.parametrize("sizes", [(10, 20), (10, 20, 20), (10, 15, 20), (0, 2, 4), 10])
def test_sizes_that_make_no_curve_are_refused(sizes):
    with pytest.raises(ArgumentError, match="`sizes` must be"):
        pb.optimal.learning_curve("a-T1", "girsanov", sizes=sizes)


def test_a_classifier_that_fails_is_named_with_its_size():
    class Broken(DummyClassifier):
        def fit(self, X, y):
            if len(X) > 10:
                raise RuntimeError("no")
            return super().fit(X, y)

    with pytest.raises(TasksFailed, match="Broken, in run 0 of a-T1, on 20 training paths failed"):
        pb.optimal.learning_curve("a-T1", Broken(), sizes=(10, 20, 30), runs=2)


def test_one_run_has_no_spread():
    with pytest.raises(ArgumentError, match="`runs`"):
        pb.optimal.learning_curve("a-T1", "girsanov", runs=1)
