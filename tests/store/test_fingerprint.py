"""Descriptions of estimators: what changes them, what does not, and what has none."""

from __future__ import annotations

import dataclasses
import functools
import json

import numpy as np
import pytest
from scipy import stats
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from pybench.base.errors import ArgumentError
from pybench.store.fingerprint import describe, digest, versions_of


class Loop:
    def __init__(self, by):
        self.me = self
        self.by = by


@dataclasses.dataclass(frozen=True, slots=True)
class Slots:
    by: int


def own(x):
    return x


class Scale:
    def __init__(self, by):
        self.by = by

    def apply(self, x):
        return x * self.by


def made(by):
    return lambda x: x * by


def by_default(by):
    return lambda x, by=by: x * by


def compiled(by):
    """Return a function that numba compiles, or would."""
    try:
        import numba
    except ImportError:
        return made(by)
    return numba.njit(made(by))


def searched(highest):
    return RandomizedSearchCV(SVC(), {"C": stats.loguniform(0.1, highest)}, random_state=0)


def kind(by):
    class Local(DecisionTreeClassifier):
        def fit(self, X, y):
            return super().fit(X * by, y)

    return Local()


def recursive():
    def again(x):
        return x if x > 1 else again(x + 1)

    return again


PAIR = (lambda x: x + 1), (lambda x: x + 2)
NAMED = (lambda x: x.real), (lambda x: x.imag)

# Ufuncs that say nothing of themselves but their names.
ABS, LEN = (np.frompyfunc(one, 1, 1) for one in (abs, len))

SAME = [
    *(
        (FunctionTransformer(make(2)), FunctionTransformer(make(2)))
        for make in (made, by_default, lambda by: Scale(by).apply, Loop, Slots, compiled)
    ),
    (FunctionTransformer(recursive()), FunctionTransformer(recursive())),
    (kind(2), kind(2)),
    (SVC(), SVC()),
    (searched(10), searched(10)),
    (DecisionTreeClassifier(random_state=1), DecisionTreeClassifier(random_state=2)),
    (BaggingClassifier(SVC(C=2)), BaggingClassifier(SVC(C=2))),
    (GaussianNB(priors=np.array([0.5, 0.5])), GaussianNB(priors=np.array([0.5, 0.5]))),
    (GridSearchCV(SVC(), {"C": [1, 2]}), GridSearchCV(SVC(), {"C": [1, 2]})),
    (FunctionTransformer(own), FunctionTransformer(own)),
]
OTHER = [
    *(
        (FunctionTransformer(make(2)), FunctionTransformer(make(3)))
        for make in (made, by_default, lambda by: Scale(by).apply, lambda by: [by].index)
    ),
    *(
        (FunctionTransformer(make(2)), FunctionTransformer(make(3)))
        for make in (Loop, Slots, compiled)
    ),
    (FunctionTransformer(Scale(2).apply), FunctionTransformer(made(2))),
    (FunctionTransformer(PAIR[0]), FunctionTransformer(PAIR[1])),
    (FunctionTransformer(NAMED[0]), FunctionTransformer(NAMED[1])),
    (kind(2), kind(3)),
    (SVC(), SVC(C=2)),
    (searched(10), searched(20)),
    (FunctionTransformer(ABS), FunctionTransformer(LEN)),
    (SVC(C=1), SVC(C=1.0000000000000002)),
    (BaggingClassifier(SVC()), BaggingClassifier(SVC(C=2))),
    (GaussianNB(priors=np.array([0.5, 0.5])), GaussianNB(priors=np.array([0.4, 0.6]))),
    (GridSearchCV(SVC(), {"C": [1, 2]}), GridSearchCV(SVC(), {"C": [1, 3]})),
    (
        GridSearchCV(SVC(), {}, cv=StratifiedKFold(3)),
        GridSearchCV(SVC(), {}, cv=StratifiedKFold(4)),
    ),
    (VotingClassifier([("a", SVC())]), VotingClassifier([("b", SVC())])),
    (FunctionTransformer(own), FunctionTransformer(np.log)),
    (
        FunctionTransformer(functools.partial(own, 1)),
        FunctionTransformer(functools.partial(own, 2)),
    ),
    (SVC(class_weight={0: 1}), SVC(class_weight={"0": 1})),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_estimators_have_one_description(one, other):
    assert digest(describe(one)) == digest(describe(other))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_every_difference_shows(one, other):
    assert digest(describe(one)) != digest(describe(other))


def test_a_description_is_plain_json():
    text = json.dumps(
        describe(GridSearchCV(SVC(), {"C": np.array([1.0, np.inf])})), allow_nan=False
    )
    assert "sklearn.svm" in text


def test_ones_own_code_is_hashed_and_packages_have_versions():
    assert len(describe(FunctionTransformer(own))["parameters"]["func"]["code"]) == 64
    assert set(versions_of(describe(FunctionTransformer(np.log)))) == {"numpy", "scikit-learn"}


@pytest.mark.parametrize(
    "value",
    [iter([]), np.random.default_rng(0), stats.rv_histogram(np.histogram([1, 2]), name="norm")(0)],
    ids=["iterator", "generator", "histogram"],
)
def test_what_has_no_description_is_refused(value):
    with pytest.raises(ArgumentError, match="cannot be described"):
        describe(SVC(kernel=value))
