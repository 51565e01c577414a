"""What kept answers are found by: all that numbers depend on, and nothing else."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.shared import version
from pybench.optimal import classifierrun, formerkeys
from pybench.optimal.classifierrun import ClassifierRun
from pybench.optimal.estimators import LikelihoodRatioClassifier, RocketRidge
from pybench.optimal.resnet import ResNet

FACTOR = 2.0


def key(process=None, estimator=None, *, times=(0, 1, 2), substeps=10):
    process = pb.optimal.ConstantDrift() if process is None else process
    one = pb.optimal.own_setting("mine", process, list(times), substeps=substeps)
    return key_of(one, estimator)


def key_of(setting, estimator=None):
    estimator = DummyClassifier() if estimator is None else estimator
    return ClassifierRun(setting, 0, "x", lambda s: estimator, 0).key


def attract(scale):
    return lambda distance: scale * distance


def two(first, second):
    return [lambda t, x: first * x, lambda t, x: second * x]


PROCESSES = {
    "theta": [pb.optimal.ConstantDrift((1, a)) for a in (2, 3)],
    "diffusion": [pb.optimal.Potentials(diffusion=s) for s in (0.5, 1.0)],
    "dimension": [pb.optimal.OrnsteinUhlenbeck(dimension=d) for d in (1, 2)],
    "coefficients": [pb.optimal.Potentials(((0, 0, 1), (0, 0, a))) for a in (2, 3)],
    "clip": [pb.optimal.LinearNonlinear(clip=c) for c in (1e10, 1e4)],
    "kernels": [pb.optimal.Particles(3, kernels=(attract(1.0), attract(a))) for a in (2.0, 3.0)],
    "drifts": [pb.optimal.Diffusion(two(-1, a), dimension=1) for a in (-2, -3)],
    "gradients": [pb.optimal.Gradient([np.sin, other], dimension=1) for other in (np.cos, np.tanh)],
    "initial": [
        pb.optimal.Diffusion(two(-1, -2), dimension=1, initial=functools.partial(np.add, a))
        for a in (0.0, 1.0)
    ],
    "matrix": [
        pb.optimal.Diffusion(two(-1, -2), dimension=2, diffusion=np.diag([1.0, a]))
        for a in (1.0, 2.0)
    ],
}


@pytest.mark.parametrize("changed", PROCESSES)
def test_a_changed_process_of_the_same_name_is_another(changed):
    first, second = PROCESSES[changed]
    before = key(first)
    assert before != key(second)
    pb.simulate(first, 4, times=[0, 0.1])
    assert key(first) == before  # nothing that was computed with it is in it


def test_another_process_of_one_name_gets_its_own_numbers(tmp_path):
    """The review's case: what was kept for sigma = 0.5 was given for sigma = 1."""
    found = []
    for sigma in (0.5, 1.0, 0.5):
        pair = pb.optimal.Potentials(diffusion=sigma)
        one = pb.optimal.own_setting("mine", pair, [0, 1, 2], train=40, test=40)
        found.append(pb.optimality(one, "LRT numerical", runs=2, out=tmp_path).runs["auc"].tolist())
    assert found[0] != found[1]
    assert found[0] == found[2]
    assert len(list(tmp_path.glob("*.json"))) == 4


def test_times_and_steps_count():
    keys = {key(), key(times=(0, 1, 3)), key(substeps=5)}
    assert len(keys) == 3


def test_scheme_of_the_same_times_counts():
    one = pb.optimal.setting("e-L10")
    for change in ({"scheme": "milstein"}, {"late": True}, {"train": 1000}, {"test": 1000}):
        assert key_of(one) != key_of(dataclasses.replace(one, **change))


def searched(highest):
    ranges = {"C": stats.loguniform(0.1, highest)}
    return RandomizedSearchCV(LogisticRegression(), ranges, cv=KFold(3), random_state=0)


ESTIMATORS = {
    "number": [LogisticRegression(C=c) for c in (1.0, 2.0)],
    "nested": [make_pipeline(StandardScaler(), Ridge(alpha=a)) for a in (1.0, 2.0)],
    "array": [DummyClassifier(constant=np.r_[np.zeros(5000), a]) for a in (0, 1)],
    "distribution": [searched(c) for c in (10, 20)],
    "function": [FunctionTransformer(attract(a)) for a in (1.0, 2.0)],
    "setting": [LikelihoodRatioClassifier(pb.optimal.setting(n)) for n in ("a-T1", "a-T2")],
    "rocket": [RocketRidge(normalise=a) for a in (True, False)],
    "resnet": [ResNet(epochs=a) for a in (30, 150)],
    "class": [LogisticRegression(), DummyClassifier()],
}


@pytest.mark.parametrize("changed", ESTIMATORS)
def test_a_changed_classifier_of_the_same_name_is_another(changed):
    first, second = ESTIMATORS[changed]
    assert key(estimator=first) != key(estimator=second)


class Plain:
    """An estimator without get_params."""

    def __init__(self, level):
        self.level = level

    def fit(self, X, y):
        return self

    def decision_function(self, X):
        return self.level * X[:, 0]


def test_an_estimator_without_parameters_counts_by_its_attributes():
    assert key(estimator=Plain(1)) != key(estimator=Plain(2))
    assert key(estimator=Plain(1)) == key(estimator=Plain(1))


def test_code_of_a_class_and_what_it_refers_to_count(monkeypatch):
    def fitted(self, X):
        return FACTOR * X[:, 0]

    before = key(estimator=Plain(1))
    monkeypatch.setattr(Plain, "decision_function", fitted)
    doubled = key(estimator=Plain(1))
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 3.0)
    assert len({before, doubled, key(estimator=Plain(1))}) == 3


def test_classes_of_one_name_are_two(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    text = "from sklearn.dummy import DummyClassifier\nclass Mine(DummyClassifier): pass\n"
    found = []
    for name in ("one_of_keys", "other_of_keys"):
        (tmp_path / f"{name}.py").write_text(text)
        found.append(key(estimator=importlib.import_module(name).Mine()))
    assert found[0] != found[1]


def test_lists_and_properties_of_a_class_count(monkeypatch):
    keys = []
    for change in ([1, 2], [1, 3], property(lambda self: 4), property(lambda self: 5)):
        monkeypatch.setattr(Plain, "table", change, raising=False)
        keys.append(key(estimator=Plain(1)))
    assert len(set(keys)) == 4


def test_being_given_series_counts():
    plain = [Plain(1), Plain(1)]
    plain[1].series = True
    assert key(estimator=plain[0]) != key(estimator=plain[1])


def test_its_own_seed_says_nothing():
    """It is set before every fit; that of a splitter is not."""
    forests = [RandomForestClassifier(random_state=s) for s in (0, 1)]
    assert key(estimator=forests[0]) == key(estimator=forests[1])
    splits = [KFold(3, shuffle=True, random_state=s) for s in (0, 1)]
    searches = [GridSearchCV(Ridge(), {}, cv=split) for split in splits]
    assert key(estimator=searches[0]) != key(estimator=searches[1])


def test_what_cannot_be_told_is_refused_only_where_it_is_kept(tmp_path):
    class Odd(DummyClassifier):
        def __init__(self, source=None):
            super().__init__()
            self.source = source

    one = {"odd": lambda setting: Odd(iter([1]))}
    with pytest.raises(ArgumentError, match="`out` cannot store"):
        pb.optimality("a-T1", one, runs=1, out=tmp_path)
    assert len(pb.optimality("a-T1", one, runs=1).runs) == 1


KEYS = """
import numpy as np, pybench as pb
from pybench.optimal.estimators import named
from pybench.optimal import classifierrun
from pybench.optimal.classifierrun import ClassifierRun
for name in ("random forest", "ROCKET", "ResNet", "LRT numerical"):
    for setting in ("a-T1", "e-L5", "f-L10"):
        print(ClassifierRun(pb.optimal.setting(setting), 0, name, named(name)[name], 0).key)
own = pb.optimal.Diffusion([lambda t, x: -x, lambda t, x: {-2, 0.5, 3} and -2 * np.sin(x)],
                           dimension=1)
one = pb.optimal.own_setting("own", own, [0, 1])
print(ClassifierRun(one, 0, "LRT", named("LRT numerical")["LRT numerical"], 0).key)
"""


def test_keys_are_the_same_in_every_process():
    """No address and no order of a set is in them."""
    told = [
        subprocess.run(
            [sys.executable, "-c", KEYS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(set(told[0])) == 13


BEFORE = Path(__file__).parents[1] / "golden" / "optimal" / "answers"


def test_answers_kept_by_earlier_states_of_this_version_are_found(tmp_path, monkeypatch):
    """The folder was made at 7f4cd805 by this call. A version to come drops it, and `earlier`."""
    assert version() == "0.1.0"
    shutil.copytree(BEFORE, tmp_path / "answers")
    one = pb.optimal.own_setting("drift", pb.optimal.ConstantDrift(), [0, 1, 2], train=8, test=8)
    asked = {"prior": DummyClassifier(), "LRT": lambda s: LikelihoodRatioClassifier(s)}
    monkeypatch.setattr(classifierrun.Data, "fit_seed", None)  # nothing is fitted
    found = pb.optimality(one, asked, runs=2, out=tmp_path / "answers")
    assert len(found.runs) == 4
    files = sorted(path.name for path in (tmp_path / "answers").iterdir())
    assert files == sorted(path.name for path in BEFORE.iterdir())


def test_what_a_function_refers_to_counts(monkeypatch):
    def fitted(x):
        return FACTOR * x

    before = key(estimator=FunctionTransformer(fitted))
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 3.0)
    assert key(estimator=FunctionTransformer(fitted)) != before
    monkeypatch.setattr(sys.modules[__name__], "attract", abs)  # of another function
    assert key(estimator=FunctionTransformer(fitted)) != before


def test_former_keys_tell_what_a_function_refers_to(monkeypatch):
    def fitted(x):
        return FACTOR * x

    before = formerkeys._described(fitted, ())
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 3.0)
    assert formerkeys._described(fitted, ()) != before
    assert formerkeys._described(fitted, ())[-1] == ["FACTOR", "3.0"]
