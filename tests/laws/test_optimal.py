"""Laws of optimal: likelihood ratios and scores when classes, units, noise or paths are changed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pybench as pb
from pybench.optimal.scores import auc, curve, scores, split
from pybench.optimal.simulation import Paths

TIMES = np.array([0.0, 0.1, 0.25, 0.6, 1.0])
LINES = ("numerical", "exact_transition", "exact_chain")


def ou(theta=(-0.7, -1.9), **options):
    return pb.optimal.OrnsteinUhlenbeck(theta, dimension=2, **options)


def drift(theta=((0.5, -1.0), (1.0, 0.25)), **options):
    return pb.optimal.ConstantDrift(tuple(map(np.array, theta)), dimension=2, **options)


PAIRS = {
    "ornstein-uhlenbeck": (ou, (-0.7, -1.9), LINES),
    "constant": (drift, ((0.5, -1.0), (1.0, 0.25)), LINES[:1]),
}
CASES = [(name, method) for name, (_, _, methods) in PAIRS.items() for method in methods]


def seen(pair, paths=40, **options):
    return pb.simulate(pair, paths, times=TIMES, substeps=3, **options)


def ratio(pair, paths, method):
    return pb.likelihood_ratio(pair, paths, times=TIMES, substeps=3, method=method)


@pytest.mark.parametrize(("name", "method"), CASES)
def test_exchanging_the_classes_turns_the_sign(name, method):
    make, theta, _ = PAIRS[name]
    paths = seen(make(theta)).paths
    there, back = (ratio(make(x), paths, method) for x in (theta, theta[::-1]))
    assert back == pytest.approx(-there, rel=1e-12, abs=1e-12)
    assert (ratio(make((theta[0], theta[0])), paths, method) == 0).all()


@pytest.mark.parametrize(("name", "method"), CASES)
def test_paths_are_judged_one_by_one_and_coordinates_add_up(name, method):
    make, theta, _ = PAIRS[name]
    paths = seen(make(theta)).paths
    whole = ratio(make(theta), paths, method)
    order = np.random.default_rng(1).permutation(len(paths))
    assert ratio(make(theta), paths[order], method) == pytest.approx(whole[order], rel=1e-12)
    kind = pb.optimal.OrnsteinUhlenbeck if name == "ornstein-uhlenbeck" else None
    if kind is None:
        parts = [pb.optimal.ConstantDrift(tuple(np.array([x[i]]) for x in theta), dimension=1)
                 for i in range(2)]  # fmt: skip
    else:
        parts = [kind(theta, dimension=1)] * 2
    sums = sum(ratio(part, paths[:, [i]], method) for i, part in enumerate(parts))
    assert sums == pytest.approx(whole, rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("method", LINES)
def test_the_unit_of_an_ornstein_uhlenbeck_process_does_not_matter(method):
    """Its drift is linear: paths and noise four times as large tell as much."""
    paths = seen(ou()).paths
    assert ratio(ou(diffusion=4.0), 4 * paths, method) == pytest.approx(
        ratio(ou(), paths, method), rel=1e-12, abs=1e-12
    )
    assert ratio(ou(), -paths, method) == pytest.approx(ratio(ou(), paths, method))


def test_a_constant_drift_knows_the_ends_of_a_path_alone():
    """And where it starts does not matter."""
    paths = seen(drift()).paths
    whole = ratio(drift(), paths, "numerical")
    ends = pb.likelihood_ratio(drift(), paths[:, :, [0, -1]], times=[0.0, 1.0], substeps=1)
    assert ends == pytest.approx(whole, rel=1e-10, abs=1e-10)
    assert ratio(drift(), paths + 3, "numerical") == pytest.approx(whole, rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("setting", ["a-T1", "b-T2", "c-d1"])
def test_the_mean_of_a_ratio_is_one_in_class_0_and_of_its_inverse_in_class_1(setting):
    """E_0[p_1 / p_0] = 1: the hidden ratio is one of densities."""
    found = pb.optimal.likelihood_ratios(setting, paths=4000, seed=2)
    hidden = found.ratios["lrt_hidden"]
    zero, one = hidden[found.label == 0], hidden[found.label == 1]
    assert zero.mean() < 0 < one.mean()  # minus and plus a Kullback-Leibler divergence
    for values in (np.minimum(zero, 3), np.minimum(-one, 3)):  # of bounded variance
        weights = np.exp(values)
        assert weights.mean() < 1 + 4 * weights.std() / math.sqrt(len(weights))
    # P_1(A) = E_0[ratio; A], for the paths that speak for class 0
    for here, there in ((zero, one), (-one, -zero)):
        weights = np.exp(here) * (here < 0)
        share = (there < 0).mean()
        error = math.hypot(weights.std(), 0.5) / math.sqrt(len(weights))
        assert weights.mean() == pytest.approx(share, abs=4 * error)


def test_equal_classes_cannot_be_told_apart():
    pair = ou((-1.0, -1.0))
    paths = seen(pair, 2000, seed=1)
    assert (paths.hidden == 0).all()
    found = scores(*split(paths.label, paths.hidden))
    assert found["auc"].value == found["acc_at_zero"].value == 0.5
    other = paths.paths[:, :, -1].sum(axis=1)  # any other score
    other_auc = auc(other[paths.label == 0], other[paths.label == 1])
    assert abs(other_auc.value - 0.5) < 4 * other_auc.se


@pytest.mark.parametrize("setting", ["a-T4", "c-d4"])
def test_no_score_of_the_paths_is_better_than_the_likelihood_ratio(setting):
    """Neyman and Pearson: on the same paths, within the error."""
    paths = pb.simulate(setting, 3000, seed=4)
    best = auc(paths.hidden[paths.label == 0], paths.hidden[paths.label == 1])
    moved = np.diff(paths.paths, axis=2)
    others = (
        paths.paths[:, :, -1].sum(axis=1), -(paths.paths**2).mean(axis=(1, 2)),
        -(moved**2).sum(axis=(1, 2)), paths.paths.max(axis=(1, 2)),
        pb.likelihood_ratio(setting, paths), np.tanh(paths.hidden) + moved[:, 0, 0],
    )  # fmt: skip
    for other in others:
        found = auc(other[paths.label == 0], other[paths.label == 1])
        assert found.value <= best.value + 3 * math.hypot(found.se, best.se)


NUMBERS = st.lists(st.integers(-4, 4), min_size=2, max_size=9).map(lambda x: np.array(x, float))


@given(NUMBERS, NUMBERS)
@settings(max_examples=50)
def test_an_auc_counts_pairs_and_is_the_area_under_its_curve(zero, one):
    pairs = np.subtract.outer(one, zero)
    share = ((pairs > 0) + (pairs == 0) / 2).mean()
    found = scores(zero, one)
    assert auc(zero, one).value == pytest.approx(share, abs=1e-12)
    false, true, _ = curve(zero, one)
    assert np.trapezoid(true, false) == pytest.approx(share, abs=1e-12)
    assert auc(one, zero).value == pytest.approx(1 - share, abs=1e-12)
    assert auc(-one, -zero).value == pytest.approx(share, abs=1e-12)
    assert auc(np.exp(zero), np.exp(one)).value == pytest.approx(share, abs=1e-12)
    twice = auc(np.tile(zero, 2), np.tile(one, 2))
    assert twice.value == pytest.approx(share, abs=1e-12)
    best = max(((zero <= x).mean() + (one > x).mean()) / 2 for x in [-9, *zero, *one])
    assert found["acc_star"].value == pytest.approx(best, abs=1e-12)
    assert found["acc_star"].value >= max(0.5, found["acc_at_zero"].value) - 1e-12
    assert found["acc_at_zero"].value == pytest.approx(
        ((zero < 0).mean() + (one > 0).mean() + ((zero == 0).mean() + (one == 0).mean()) / 2) / 2
    )


def test_a_path_depends_on_its_number_alone():
    few, many = seen(ou(), 5, seed=3), seen(ou(), 9, seed=3)
    assert (many.paths[many.label == 0][:5] == few.paths[few.label == 0]).all()
    assert (many.hidden[many.label == 1][:5] == few.hidden[few.label == 1]).all()
    assert isinstance(few, Paths)
    assert (seen(ou(), 5, seed=4).paths != few.paths).any()
    assert (seen(ou(), 5, seed=3, workers=2).paths == few.paths).all()


def test_more_paths_are_needed_for_less_error():
    needed = [pb.optimal.paths_needed(width) for width in (0.2, 0.1, 0.05)]
    assert needed[1] == pytest.approx(4 * needed[0], rel=0.02)
    assert needed[2] == pytest.approx(4 * needed[1], rel=0.02)
    for width in (0.2, 0.05):
        normal, sure = (pb.optimal.paths_needed(width, bound=x) for x in ("normal", "hoeffding"))
        assert normal <= sure
        assert pb.optimal.paths_needed(width, 0.1) == pb.optimal.paths_needed(width, 0.9) < normal


@pytest.mark.parametrize("settings_", [("a-T1", "a-T2", "a-T4", "a-T8"), ("c-d1", "c-d2", "c-d4")])
def test_seeing_more_tells_more(settings_):
    found = [pb.optimal.exact(name).set_index(["method", "statistic"]) for name in settings_]
    values = [frame.loc[("lrt_hidden", "auc"), "value"] for frame in found]
    assert values == sorted(values)
    assert values[0] > 0.5
    assert values[-1] < 1
