"""The classifier that knows the family: its statistics, what it may not know, what it reaches."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_classifier
from sklearn.metrics import roc_auc_score
from sklearn.utils.estimator_checks import check_estimator

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import driftbasis, girsanovlearner
from pybench.optimal.girsanovlearner import Girsanov, girsanov, integrals
from pybench.suite.running.definitions import made
from tests.optimal.given import paths

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ("a-T1", "b-T2", "c-d2", "d-d6", "e-L10")  # one setting of each case

#: The same families with other coefficients.
OTHERS = {
    "a-T1": pb.optimal.ConstantDrift((-7, 30)),
    "b-T2": pb.optimal.Potentials(((0, 1, 0, 4, 9), (8, 0, 1, 2, -3))),
    "c-d2": pb.optimal.OrnsteinUhlenbeck(((5, 1), (0, 7)), dimension=2),
    "d-d6": pb.optimal.Particles(3, kernels=(([1, 3], [4, 0, 9]), ([0.2], [0, 1]))),
    "e-L10": pb.optimal.LinearNonlinear(((9, 2, 4), (8, 2, -7))),
}


def coefficients(process):
    """Return the coefficients of both classes in the basis of the family, (2, J)."""
    if isinstance(process, pb.optimal.Potentials):
        return np.array([slope + [0.0] * (4 - len(slope)) for slope in process.slopes])
    if isinstance(process, pb.optimal.Particles):
        return np.array([kernel.values for kernel in process.kernels])
    return np.array([np.ravel(one) for one in process.theta])


@pytest.mark.parametrize("name", FAMILIES)
def test_the_numerical_ratio_is_linear_in_the_statistics(name):
    """With the true coefficients, and of steps the true edges, it is Girsanov's formula."""
    process, seen = pb.optimal.process(name), pb.simulate(name, 40, seed=3)
    basis = driftbasis.basis_of(process, None, 3, 6, 2, seen.paths)
    if name == "d-d6":
        basis = driftbasis.Distances(process.kernels[0].edges, 2)
    zero, one = coefficients(process)
    found = integrals(seen.paths, seen.times, basis, process.noise)
    first, second = np.triu_indices(len(zero))
    squares = one[first] * one[second] - zero[first] * zero[second]
    squares = np.where(first == second, 0.5, 1.0) * squares
    ratio = found[:, : len(zero)] @ (one - zero) - found[:, len(zero) :] @ squares
    wanted = pb.likelihood_ratio(process, seen)
    assert ratio == pytest.approx(wanted, rel=1e-9, abs=1e-9 * np.abs(wanted).max())


@pytest.mark.parametrize("name", FAMILIES)
def test_coefficients_are_not_known_to_it(name):
    """With the process of other coefficients it says the same of the same paths."""
    X, y = paths(name, 100)
    told, other = (girsanov(given).fit(X, y) for given in (name, OTHERS[name]))
    assert np.array_equal(told.decision_function(X), other.decision_function(X))


@pytest.mark.parametrize(
    ("name", "behind"),
    [("a-T1", 0.01), ("b-T2", -0.01), ("c-d2", 0.01), ("d-d6", -0.02), ("e-L10", 0.02)],
)
def test_it_learns_every_case(name, behind):
    """After 600 paths it is about as good as LRT numerical, and better where times are coarse."""
    X, y = paths(name)
    new = pb.simulate(name, 1000, seed=2)
    own = roc_auc_score(new.label, girsanov(name).fit(X, y).decision_function(new.with_time()))
    numerical = roc_auc_score(new.label, pb.likelihood_ratio(name, new))
    assert own > numerical - behind
    assert own < roc_auc_score(new.label, new.hidden) + 0.001


def test_polynomials_of_paths_of_any_origin():
    """No family, no times: in the two wells it does as well as with the family."""
    X, y = paths("b-T2")
    new, label = paths("b-T2", 1000, seed=2)
    free = girsanov(times="even").fit(X[:, :-1], y)
    known = girsanov("b-T2").fit(X, y)
    scores = [
        roc_auc_score(label, one.decision_function(given))
        for one, given in ((free, new[:, :-1]), (known, new))
    ]
    assert scores[0] == pytest.approx(scores[1], abs=0.02)
    rows = girsanov().fit(X[:, 0], y)
    assert np.array_equal(rows.decision_function(new[:, 0]), free.decision_function(new[:, :-1]))


def test_functions_of_ones_own():
    """The functions x and cos(pi x) distinguish classes that powers up to 1 do not."""
    one = pb.optimal.own_setting(
        "waves",
        pb.optimal.BasisDrift([lambda t, x: -x, lambda t, x: np.sin(3 * x)], ((1, 3), (1, -3))),
        np.linspace(0, 2, 41),
    )
    X, y = paths(one, 200)
    new, label = paths(one, 500, seed=2)
    family = girsanov(one).fit(X, y)
    listed = girsanov(basis=one.process.basis).fit(X, y)
    straight = girsanov(degree=1).fit(X, y)
    assert np.array_equal(family.decision_function(new), listed.decision_function(new))
    auc = [roc_auc_score(label, m.decision_function(new)) for m in (family, straight)]
    assert auc[0] > auc[1] + 0.1


def test_uneven_times_count():
    """Integrals over time weigh each interval by its length."""
    times = [0, 0.5, 0.6, 2]
    seen = pb.simulate("ornstein-uhlenbeck", 5, times=times, seed=1)
    model = girsanov("ornstein-uhlenbeck").fit(seen.with_time(), seen.label)
    x = seen.paths[:, 0]
    wanted = [(x[:, :-1] * np.diff(x)).sum(axis=1), (x[:, :-1] ** 2 * np.diff(times)).sum(axis=1)]
    assert model.statistics(seen.with_time()) == pytest.approx(np.transpose(wanted))


def test_more_than_two_classes():
    """A third class is another drift: its odds are linear in the same statistics."""
    parts = [
        pb.simulate(pb.optimal.ConstantDrift((0, drift)), 200, times=np.arange(0, 5.0), seed=drift)
        for drift in (1, 2)
    ]
    X = np.concatenate([parts[0].with_time(), parts[1].with_time()[200:]])
    names = np.repeat(["none", "slow", "swift"], 200)
    model = girsanov("constant").fit(X, names)
    assert model.score(X, names) > 0.6
    assert model.predict_proba(X).shape == model.decision_function(X).shape == (600, 3)


def test_it_is_a_classifier_to_scikit_learn():
    X, names = paths("c-d1", 50)[0], np.repeat(["slow", "swift"], 50)
    model = girsanov("c-d1")
    assert is_classifier(model)
    fitted = clone(model).fit(X, names)
    assert model.get_params().keys() == clone(model).get_params().keys()
    assert set(fitted.predict(X)) == {"slow", "swift"}
    score = fitted.decision_function(X)
    assert fitted.predict_proba(X)[:, 1] == pytest.approx(1 / (1 + np.exp(-score)))
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.decision_function(X), score)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_all_checks_of_scikit_learn():
    check_estimator(Girsanov())


def test_it_needs_one_path_of_each_class():
    X, y = paths("a-T1", 2)
    model = girsanov("a-T1").fit(X[1:3], y[1:3])
    assert model.predict(X).shape == (4,)


def test_it_has_a_name_in_optimality(tmp_path):
    one = pb.optimal.own_setting("few", pb.optimal.process("c-d1"), [0, 1, 2], train=60)
    found = [pb.optimality(one, "girsanov", runs=2, out=tmp_path) for _ in range(2)]
    assert found[0].runs["auc"].tolist() == found[1].runs["auc"].tolist()
    assert len(list(tmp_path.iterdir())) == 2
    assert found[0].classifiers == ("girsanov",)


def test_a_study_can_name_it():
    """As `estimators` of studies and runs name other classes."""
    name = f"{Girsanov.__module__}.Girsanov"
    model = made({"class": name, "parameters": {"process": "d-d6", "bins": 3}}, "g")
    assert pb.optimality("d-d6", {"g": model}, runs=1).runs["auc"][0] > 0.7


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"process": "no"}, "`name` must be"),
        ({"basis": "waves"}, '"polynomial", "distances"'),
        ({"basis": [1]}, "`basis` must be a function"),
        ({"basis": []}, "`basis` must not be empty"),
        ({"degree": 21}, "`degree` must be a whole number from 0 to 20"),
        ({"bins": 1}, "`bins` must be a whole number from 2"),
        ({"space": 0}, "`space` must be a whole number"),
        ({"times": "odd"}, '"channel", "even"'),
    ],
)
def test_what_is_no_classifier_is_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        girsanov(**given)


def test_paths_that_it_cannot_take_are_refused():
    X, y = paths("a-T1", 5)
    cases = [
        (girsanov("c-d2"), X, y, "1 coordinates, but .* has 2"),
        (girsanov(), X[:, :1], y, "does not hold the times"),
        (girsanov(), X[:, :, ::-1], y, "does not hold the times"),
        (girsanov(times="even"), X[:, None], y, "must be paths"),
        (girsanov("d-d6"), np.concatenate([X, X], axis=1), y, "coordinates"),
        (girsanov(basis="distances"), X, y, "not those of two or more agents"),
        (girsanov(), X, np.zeros(10), "two classes or more"),
        (girsanov(), X[:, :, :1], y, "two or more observed points"),
        (girsanov(degree=20), X * [[[1e30], [1]]], y, "not finite"),
    ]
    for model, given, label, message in cases:
        with pytest.raises(ValueError, match=message):
            model.fit(given, label)


def test_the_committed_table_reaches_its_bars():
    """bench/girsanov.csv: 20 runs; above LRT numerical with particles, never above LRT observed."""
    table = pd.read_csv(ROOT / "bench" / "girsanov.csv", index_col="setting")
    assert (table["runs"] == 20).all()
    assert table["score_lower"]["d-d6"] > 0.79
    assert table["score_lower"]["d-d24"] > 0.87
    assert (table.loc[["d-d6", "d-d24", "f-L10"], "gap_numerical_lower"] > 0.05).all()
    assert (table["score"] <= table["hidden"] + 0.0005).all()
    known = table["observed"].dropna()
    assert {name[0] for name in known.index} == set("abce")
    assert (table.loc[known.index, "gap_observed_lower"] <= 0.0005).all()


def test_penalties_span_the_range():
    assert (girsanovlearner.PENALTIES[0], girsanovlearner.PENALTIES[-1]) == (1e-3, 1e3)
