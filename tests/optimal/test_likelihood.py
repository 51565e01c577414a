"""Likelihood ratios: closed forms to 1e-12, exact transitions, what simulation gives on the way."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from pybench.base.errors import ArgumentError

TIMES = np.array([0.0, 0.1, 0.25, 0.3, 1.0, 1.7])


def test_constant_drift_in_closed_form():
    """Equation after (10), with the sigma^-2 that the paper's m_l lacks: errata, section 3.1."""
    theta0, theta1, sigma = np.array([1.0, -0.5]), np.array([2.0, 0.5]), 1.7
    pair = pb.optimal.ConstantDrift((theta0, theta1), dimension=2, diffusion=sigma)
    seen = pb.simulate(pair, 50, times=TIMES, substeps=3)
    moved = seen.paths[:, :, -1] - seen.paths[:, :, 0]
    squares = theta1 @ theta1 - theta0 @ theta0
    expected = (moved @ (theta1 - theta0) - squares * 1.7 / 2) / sigma**2
    found = pb.likelihood_ratio(pair, seen)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert seen.hidden == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_laws_of_constant_drift():
    """Errata, section 3.1: m_l = |theta_1 - theta_0|^2 T / (2 sigma^2), v_l its root's double."""
    pair = pb.optimal.ConstantDrift(dimension=3, diffusion=2.0)
    seen = pb.simulate(pair, 20_000, times=[0.0, 1.0, 2.0], substeps=1, seed=3)
    distance = np.sqrt(3 * 2.0) / 2.0
    for label, sign in ((0, -1), (1, 1)):
        values = seen.hidden[seen.label == label]
        assert stats.kstest(values, stats.norm(sign * distance**2 / 2, distance).cdf).pvalue > 1e-3


def ou_density(theta, sigma, path, times):
    """Return the log density of a path of coordinates, transition by transition."""
    total = 0.0
    for before, after, dt in zip(path.T[:-1], path.T[1:], np.diff(times), strict=True):
        variance = sigma**2 * (np.exp(2 * theta * dt) - 1) / (2 * theta)
        total += stats.norm.logpdf(after, np.exp(theta * dt) * before, np.sqrt(variance)).sum()
    return total


def test_exact_transition_is_a_ratio_of_normal_densities():
    """Errata, section 3.2: the variance as printed is negative, the density lacks 1/2."""
    pair = pb.optimal.OrnsteinUhlenbeck((-0.7, -1.9), dimension=2, diffusion=1.3)
    seen = pb.simulate(pair, 10, times=TIMES)
    found = pb.likelihood_ratio(pair, seen, method="exact_transition")
    expected = [
        ou_density(-1.9, 1.3, path, TIMES) - ou_density(-0.7, 1.3, path, TIMES)
        for path in seen.paths
    ]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_exact_chain_is_the_ratio_of_the_chains_own_law():
    """Mean and covariance of Euler's chain at the observed times, by its recursion."""
    steps = (2, 1, 3, 4, 2)
    pair = pb.optimal.OrnsteinUhlenbeck((-0.7, -1.9))
    seen = pb.simulate(pair, 10, times=TIMES, substeps=steps)
    logs = []
    for theta in (-0.7, -1.9):
        total = np.zeros(20)
        for place, (dt, count) in enumerate(zip(np.diff(TIMES), steps, strict=True)):
            a, v = 1.0, 0.0
            for _ in range(count):
                factor = 1 + theta * dt / count
                a, v = a * factor, v * factor**2 + dt / count
            before, after = seen.paths[:, 0, place], seen.paths[:, 0, place + 1]
            total += stats.norm.logpdf(after, a * before, np.sqrt(v))
        logs.append(total)
    found = pb.likelihood_ratio(pair, seen, method="exact_chain")
    assert found == pytest.approx(logs[1] - logs[0], rel=1e-12, abs=1e-12)


def test_with_one_fine_step_chain_hidden_and_numerical_are_one():
    pair = pb.optimal.OrnsteinUhlenbeck(dimension=2)
    seen = pb.simulate(pair, 10, times=TIMES, substeps=1)
    for method in ("numerical", "exact_chain"):
        found = pb.likelihood_ratio(pair, seen, method=method)
        assert found == pytest.approx(seen.hidden, rel=1e-11, abs=1e-11)


def test_all_methods_meet_on_a_fine_grid():
    pair = pb.optimal.OrnsteinUhlenbeck()
    seen = pb.simulate(pair, 200, times=np.linspace(0, 1, 1001), substeps=1)
    exact = pb.likelihood_ratio(pair, seen, method="exact_transition")
    assert np.abs(exact - seen.hidden).mean() < 0.02


def test_theta_zero_is_the_limit():
    """A Brownian motion against a weak pull: no division by theta."""
    seen = np.random.default_rng(0).normal(size=(5, 1, 4))
    times = [0.0, 0.1, 0.2, 0.3]
    for method in ("exact_transition", "exact_chain"):
        pairs = [pb.optimal.OrnsteinUhlenbeck((-1, near)) for near in (0.0, 1e-9)]
        given = {"times": times, "substeps": 3, "method": method}
        found = [pb.likelihood_ratio(pair, seen, **given) for pair in pairs]
        assert found[0] == pytest.approx(found[1], abs=1e-6)


@pytest.mark.parametrize("setting", ["a-T1", "b-T2", "c-d4", "d-d6", "e-L20"])
def test_numerical_ratio_of_kept_paths_is_the_one_of_the_same_pass(setting):
    seen = pb.simulate(setting, 50, seed=1)
    made = pb.optimal.likelihood_ratios(setting, paths=50, seed=1).ratios
    scale = np.abs(made["lrt_numerical"]).max()
    found = pb.likelihood_ratio(setting, seen)
    assert found == pytest.approx(made["lrt_numerical"], rel=1e-10, abs=1e-12 * scale)
    assert np.array_equal(seen.hidden, made["lrt_hidden"])
    bare = pb.likelihood_ratio(setting, seen.paths)
    assert np.array_equal(bare, found)


def test_exchanging_the_classes_turns_the_sign():
    here, there = pb.optimal.OrnsteinUhlenbeck((-1, -2)), pb.optimal.OrnsteinUhlenbeck((-2, -1))
    seen = pb.simulate(here, 10, times=TIMES)
    for method in ("numerical", "exact_transition", "exact_chain"):
        a, b = (pb.likelihood_ratio(pair, seen, method=method) for pair in (here, there))
        assert a == pytest.approx(-b, rel=1e-12, abs=1e-12)


def test_coordinates_exchanged_change_nothing():
    pair = pb.optimal.OrnsteinUhlenbeck(dimension=3)
    seen = pb.simulate(pair, 10, times=TIMES)
    here = pb.likelihood_ratio(pair, seen)
    there = pb.likelihood_ratio(pair, seen.paths[:, [2, 0, 1]], times=TIMES)
    assert here == pytest.approx(there, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"paths": np.zeros((2, 1, 6))}, "times"),
        ({"paths": np.zeros((2, 2, 6)), "times": TIMES}, "shape"),
        ({"paths": np.zeros((2, 1, 5)), "times": TIMES}, "shape"),
        ({"paths": np.full((2, 1, 6), np.nan), "times": TIMES}, "finite"),
        ({"paths": np.zeros((2, 1, 6)), "times": TIMES, "method": "exact_chain"}, "substeps"),
        ({"paths": np.zeros((2, 1, 6)), "times": TIMES, "method": "hidden"}, "method"),
    ],
)
def test_messages(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        pb.likelihood_ratio("ornstein-uhlenbeck", **arguments)


@pytest.mark.parametrize("paths", [[["a"]], [[1], [1, 2]], None, np.zeros((2, 1, 11)) + 1j])
def test_paths_that_hold_no_numbers_are_refused(paths):
    with pytest.raises(ArgumentError, match="`paths` must hold numbers, not "):
        pb.likelihood_ratio("a-T1", paths)


def test_ratios_that_are_no_numbers_are_refused_and_counted():
    paths = np.array([0.0, 1e200, 1.0])[:, None, None] * np.ones((1, 1, 2))
    with pytest.raises(ArgumentError, match="the likelihood ratios of 1 of 3 paths are infinite"):
        pb.likelihood_ratio("potentials", paths, times=[0, 1])


def test_no_exact_transition_of_others():
    for name in ("d-d6", "e-L40"):
        with pytest.raises(ArgumentError, match="no exact transition"):
            pb.likelihood_ratio(name, pb.simulate(name, 2), method="exact_transition")
