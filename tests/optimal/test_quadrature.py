"""The exact ratio of observed points by quadrature: closed forms, brute force, laws, limits."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import scores
from pybench.optimal.likelihood import is_observed_known, observed, transitions
from pybench.optimal.quadrature import log_ratios, treats
from pybench.optimal.timegrid import grid

WELLS = (lambda t, x: -2 * x * (x * x - 1), lambda t, x: -(x**3))
GRID = np.linspace(0, 1, 6)


def varying(t, x):
    return 0.6 + 0.3 * np.sin(2 * x)


def pair_of(drifts, **more):
    return pb.optimal.Diffusion(drifts, dimension=1, **more)


def ratios(pair, paths, times=GRID, steps=10):
    found, error = log_ratios(pair, grid(times, steps), np.asarray(paths, np.float64))
    assert np.isfinite(found).all()
    assert (error <= 1e-8 * np.maximum(1, np.abs(found))).all()
    return found


def simulated(pair, count=30, times=GRID, steps=10):
    return pb.simulate(pair, count, times=times, substeps=steps, seed=4).paths


@pytest.mark.parametrize("steps", [1, 2, 25, 60])
def test_closed_form_of_gaussian_chains(steps):
    """To 1e-8, also far out, where paths hardly come: 5 deviations and more; uneven times."""
    pair = pb.optimal.OrnsteinUhlenbeck(([-1, 0.5], -2), dimension=2, diffusion=[0.7, 2])
    times = [0, 0.25, 0.5, 1]
    paths = np.random.default_rng(0).normal(size=(200, 2, 4)).cumsum(axis=2)
    chain = transitions(pair, grid(times, steps))["exact_chain"]
    expected = sum(chain.log_ratio(k, paths[:, :, k].T, paths[:, :, k + 1].T) for k in range(3))
    assert ratios(pair, paths, times, steps) == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_one_step_is_eulers_formula():
    pair = pb.optimal.Potentials(dimension=2, diffusion=[0.5, 2.0])
    seen = pb.simulate(pair, 50, times=GRID, substeps=1)
    found = ratios(pair, seen.paths, steps=1)
    assert found == pytest.approx(pb.likelihood_ratio(pair, seen), rel=1e-10, abs=1e-10)
    assert found == pytest.approx(seen.hidden, rel=1e-10, abs=1e-10)


def test_an_integral_by_hand():
    """Two steps: the density of what lies between, by adaptive quadrature; noise that varies."""
    x, y, fine = 0.8, -0.3, 0.1

    def density(drift):
        def step(a, b):
            mean, width = a + fine * drift(0, a), varying(0, a) * np.sqrt(fine)
            return stats.norm.pdf(b, mean, width)

        kernel = lambda z: step(x, z) * step(z, y)  # noqa: E731
        return integrate.quad(kernel, -4, 4, epsabs=1e-14, epsrel=1e-12)[0]

    expected = np.log(density(WELLS[1]) / density(WELLS[0]))
    found = ratios(pair_of(WELLS, diffusion=varying), [[[x, y]]], [0, 2 * fine], 2)
    assert found[0] == pytest.approx(expected, 1e-8)


def brute(pair, x, y, times, fine, points):
    """Chapman and Kolmogorov on an even grid of states, by the sums of the trapezoid rule."""
    states = np.linspace(-5, 5, points)
    density = []
    for label in (0, 1):
        forward = None
        for t in times:
            before = np.atleast_1d(x) if forward is None else states
            noise = pair.noise.sigma
            sigma = noise(t, before) if callable(noise) else noise * np.ones_like(before)
            mean = before + fine * pair.drifts(t, before[None])[label][0]
            after = states if t != times[-1] else np.atleast_1d(y)
            step = stats.norm.pdf(after, mean[:, None], sigma[:, None] * np.sqrt(fine))
            forward = step if forward is None else forward @ step * (states[1] - states[0])
        density.append(forward[0, 0])
    return np.log(density[1] / density[0])


@pytest.mark.parametrize(
    "pair",
    [
        pair_of(WELLS),
        pair_of(WELLS, diffusion=varying),
        pair_of((lambda t, x: np.sin(9 * t) - x, lambda t, x: np.sin(9 * t) - x**3)),
        pair_of(WELLS, diffusion=lambda t, x: (0.7 + t) / (1 + x * x) ** 0.25),
    ],
    ids=["wells", "noise of the state", "drift of time", "noise of both"],
)
def test_brute_force_refinement(pair):
    """Against a plain sum on an even grid, itself refined until Richardson's step is below 1e-9."""
    for x, y in ((0.3, -0.4), (1.5, 1.2), (-0.9, 0.6)):
        times = np.arange(6) * 0.05
        coarse, fine = (brute(pair, x, y, times, 0.05, points) for points in (1001, 2001))
        assert abs(fine - coarse) < 1e-9
        found = ratios(pair, [[[x, y]]], [0, 0.3], 6)
        assert found[0] == pytest.approx(fine, abs=1e-8)


def test_densities_integrate_to_one():
    """The density of class 1 is the ratio times that of class 0, here known in closed form."""
    pair = pair_of((lambda t, x: -x, WELLS[1]))
    y = np.linspace(-4, 4, 801)
    law = transitions(pb.optimal.OrnsteinUhlenbeck(), grid([0, 0.2], 10))["exact_chain"]
    for x in (-1.0, 0.2, 1.7):
        paths = np.stack([np.full_like(y, x), y], axis=1)[:, None]
        zero = stats.norm.pdf(y, law.a[0, 0, 0] * x, np.sqrt(law.v[0, 0, 0]))
        one = zero * np.exp(ratios(pair, paths, [0, 0.2], 10))
        assert one.sum() * (y[1] - y[0]) == pytest.approx(1, abs=1e-8)


def test_detailed_balance_in_the_limit_of_fine_steps():
    """Time reversal: log p(y|x) - log p(x|y) = 2 (V(x) - V(y)) for each class; Richardson in 1/s.

    The potentials are those of the paper: (x^2 - 1)^2 / 2 and x^4 / 4.
    """
    x, y = 1.2, 0.3
    both = [[[x, y]], [[y, x]]]

    def gap(steps):
        there, back = ratios(pb.optimal.Potentials(), both, [0, 0.2], steps)
        return there - back

    def change(v):
        return v**4 / 4 - (v**2 - 1) ** 2 / 2

    first, second, third = (gap(steps) for steps in (20, 40, 80))
    once, twice = 2 * second - first, 2 * third - second
    limit = 2 * (change(x) - change(y))
    assert abs(third - limit) < abs(second - limit) < abs(first - limit)
    assert (4 * twice - once) / 3 == pytest.approx(limit, abs=2e-4)


def test_symmetries():
    wells = pb.optimal.Potentials()
    paths = simulated(wells)
    found = ratios(wells, paths)
    assert ratios(wells, -paths) == pytest.approx(found, abs=1e-9)  # even potentials
    swapped = pb.optimal.Potentials(wells.coefficients[::-1])
    assert ratios(swapped, paths) == pytest.approx(-found, abs=1e-9)
    shifted = pair_of([lambda t, x, b=b: b(t, x - 5) for b in WELLS])
    assert ratios(shifted, paths + 5) == pytest.approx(found, abs=1e-9)
    scaled = pair_of(
        [lambda t, x, b=b: 3 * b(t, x / 3) for b in WELLS], diffusion=-3.0 * np.ones(1)
    )
    assert ratios(scaled, 3 * paths) == pytest.approx(found, abs=1e-9)
    assert ratios(wells, paths[::-1])[::-1] == pytest.approx(found, abs=1e-12)
    later = pair_of(WELLS)
    assert ratios(later, paths, GRID + 7) == pytest.approx(found, abs=1e-9)
    alike = pair_of((WELLS[0], WELLS[0]), diffusion=varying)
    assert ratios(alike, simulated(alike)) == pytest.approx(0, abs=1e-12)


def test_coordinates_and_intervals_add_up():
    pair = pb.optimal.Potentials(dimension=3, diffusion=[0.5, 1.0, 2.0])
    paths = simulated(pair)
    parts = [
        ratios(pb.optimal.Potentials(diffusion=sigma), paths[:, [i]])
        for i, sigma in enumerate((0.5, 1.0, 2.0))
    ]
    assert ratios(pair, paths) == pytest.approx(sum(parts), abs=1e-8)
    first, second = ratios(pair, paths[:, :, :3], GRID[:3]), ratios(pair, paths[:, :, 2:], GRID[2:])
    assert ratios(pair, paths) == pytest.approx(first + second, abs=1e-8)


def test_two_sources_of_noise_are_one():
    one = pair_of(WELLS, diffusion=1.0)
    fixed = pair_of(WELLS, diffusion=np.array([[0.6, 0.8]]))
    free = pair_of(WELLS, sources=2, diffusion=lambda t, x: np.stack([0.6 + 0 * x, 0.8 + 0 * x], 1))
    paths = simulated(one)
    for pair in (fixed, free):
        assert ratios(pair, paths) == pytest.approx(ratios(one, paths), abs=1e-8)


def test_paths_are_divided_among_grids_where_noise_is_small(monkeypatch):
    pair = pb.optimal.OrnsteinUhlenbeck((-0.1, -0.2), diffusion=0.01)
    seen = pb.simulate(pair, 40, times=GRID, substeps=5)
    expected = pb.likelihood_ratio(pair, seen, method="exact_chain")
    assert ratios(pair, seen.paths, steps=5) == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_many_fine_steps_are_squared():
    pair = pb.optimal.OrnsteinUhlenbeck()
    seen = pb.simulate(pair, 5, times=[0, 0.1, 0.2], substeps=150)
    expected = pb.likelihood_ratio(pair, seen, method="exact_chain")
    found = ratios(pair, seen.paths, seen.times, 150)
    assert found == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_states_where_noise_does_not_exist_are_left_out():
    """A process on positive numbers: outside, drift and noise are NaN."""

    def root(t, x):
        return 0.5 * np.sqrt(x)

    pair = pair_of(
        (lambda t, x: 2 - x, lambda t, x: 2 - 2 * x), diffusion=root, clip=1e10,
        initial=lambda z: 1 + 0.05 * z,
    )  # fmt: skip
    paths = simulated(pair)
    with np.errstate(invalid="ignore"):
        assert ratios(pair, paths).shape == (60,)


def areas(name, count):
    one = pb.optimal.setting(name)
    seen = pb.simulate(one, count, seed=6)
    best, error = observed(one.process, one.grid, seen.paths)
    lines = {"hidden": seen.hidden, "observed": best, "numerical": pb.likelihood_ratio(one, seen)}
    return {line: scores.auc(*np.split(found, 2)) for line, found in lines.items()}, error, lines


@pytest.mark.parametrize(
    "name",
    ["a-T1", "b-T2", "c-d1", "c-d8"]
    + [
        pytest.param(name, marks=pytest.mark.slow)
        for name in ("b-T4", "b-T8", "b-T16", "c-d2", "c-d4", "e-L5", "e-L10", "e-L20", "e-L40")
    ],
)
def test_hidden_is_above_observed_is_above_numerical(name):
    auc, _, lines = areas(name, 1000)
    label = np.repeat([0, 1], 1000)
    for upper, lower in (("hidden", "observed"), ("observed", "numerical")):
        error = scores.paired_error(label, lines[upper], lines[lower])
        assert auc[upper].value >= auc[lower].value - 2 * error


def test_figures_of_the_audit():
    """O3: b-T2, 5,000 paths a class: hidden .790, exact observed .782, numerical .745."""
    auc, error, _ = areas("b-T2", 5000)
    for line, expected in (("hidden", 0.790), ("observed", 0.782), ("numerical", 0.745)):
        assert abs(auc[line].value - expected) < 3 * auc[line].se
    assert error.max() < 1e-8


def test_noise_that_vanishes_has_a_stated_error():
    """Case e: all but the few paths near 0 are exact to 1e-6; errors are told path by path."""
    seen = pb.simulate("e-L40", 200)
    found, error = pb.likelihood_ratio("e-L40", seen, method="exact_chain", errors=True)
    assert np.isfinite(found).all()
    assert np.median(error) < 1e-6
    assert error.max() > 1e-8  # which is said


def test_a_drift_that_jumps_has_a_larger_error_that_is_told():
    pair = pair_of((lambda t, x: -np.sign(x), lambda t, x: -2 * np.sign(x)))
    paths = simulated(pair)
    found, error = log_ratios(pair, grid(GRID, 10), paths)
    assert error.max() > 1e-4
    assert np.abs(found).max() < 50


def test_errors_of_formulas_are_zero_and_of_the_euler_scheme_unknown():
    seen = pb.simulate("c-d1", 3)
    for method, expected in (("exact_chain", 0.0), ("numerical", np.nan)):
        found, error = pb.likelihood_ratio("c-d1", seen, method=method, errors=True)
        assert error == pytest.approx(np.full(6, expected), nan_ok=True)
        assert found.tolist() == pb.likelihood_ratio("c-d1", seen, method=method).tolist()


def test_processes_with_an_exact_ratio():
    plain = grid(GRID, 10)
    wells, curved = pb.optimal.Potentials, lambda t, x: 1 + x * x
    known = [
        wells(), wells(dimension=3), pb.optimal.OrnsteinUhlenbeck(), pb.optimal.LinearNonlinear(),
        pb.optimal.LinearNonlinear(dimension=2), pair_of(WELLS), wells(diffusion=curved),
        pb.optimal.Gradient((lambda x: x, lambda x: x**3), dimension=1),
        pb.optimal.ConstantDrift(diffusion=curved), pb.optimal.ConstantDrift(dimension=2),
        pb.optimal.BasisDrift([lambda t, x: x], ((1,), (2,))),
    ]  # fmt: skip
    unknown = [
        pb.optimal.process("particles", agents=2), wells(dimension=2, diffusion=curved),
        pb.optimal.Gradient((lambda x: x, lambda x: x**3), dimension=2),
        pb.optimal.Hamiltonian((lambda q: q, lambda q: q**3)),
        wells(dimension=2, diffusion=np.array([[1.0, 0.5], [0.5, 1.0]])),
        pair_of(WELLS, diffusion=np.zeros(1)),
    ]  # fmt: skip
    assert all(is_observed_known(pair, plain) for pair in known)
    assert not any(is_observed_known(pair, plain) for pair in unknown)
    milstein = grid(GRID, 10, "milstein")
    assert treats(wells(), milstein)  # the same as Euler's
    assert not treats(pb.optimal.LinearNonlinear(), milstein)


@pytest.mark.parametrize("name", ["e-code-L10", "e-code-L20"])
def test_other_processes_are_refused(name):
    seen = pb.simulate(name, 2)
    with pytest.raises(ArgumentError, match="no exact transition density of the process") as told:
        pb.likelihood_ratio(name, seen, method="exact_chain")
    assert "a process in one dimension, simulated by the Euler scheme" in told.value.expected
    assert told.value.hint == 'Use method="numerical".'


def test_points_that_no_class_explains_are_refused():
    with pytest.raises(ArgumentError, match="ratios of 1 of 2 paths are infinite or NaN"):
        pb.likelihood_ratio(
            pair_of(WELLS), [[[0.0, 0.1]], [[0.0, 30.0]]], times=[0, 0.1], substeps=2,
            method="exact_chain",
        )  # fmt: skip


def test_too_many_states_are_refused():
    pair = pair_of(WELLS, diffusion=1e-3)
    with pytest.raises(ArgumentError, match="would need more than 4000 states") as told:
        pb.likelihood_ratio(pair, [[[3.0, 0.0]]], times=[0, 1], substeps=10, method="exact_chain")
    assert told.value.hint == "Give fewer `substeps`, or more noise."


def test_constant_drift_with_noise_of_the_state_is_not_eulers_formula():
    """The three methods were said to give the same ratio for any noise."""
    pair = pb.optimal.ConstantDrift(diffusion=varying)
    seen = pb.simulate(pair, 20, times=[0, 1, 2], substeps=20)
    exact = pb.likelihood_ratio(pair, seen, method="exact_chain")
    assert np.abs(exact - pb.likelihood_ratio(pair, seen)).max() > 0.01
    with pytest.raises(ArgumentError, match="no exact transition density"):
        pb.likelihood_ratio(pair, seen, method="exact_transition")


def test_where_the_grid_would_be_too_large_the_line_is_left_out():
    """Noise so small that quadrature is out of reach: everything else is computed as before."""
    pair = pb.optimal.Potentials(diffusion=1e-4)
    one = pb.optimal.own_setting("quiet", pair, [0, 1, 2], paths=4, train=8, test=8)
    assert is_observed_known(pair, one.grid)
    assert list(pb.optimal.likelihood_ratios(one).ratios) == ["lrt_hidden", "lrt_numerical"]
    found = pb.optimality(one, "LRT numerical", runs=2)
    assert found.verdicts["observed"].isna().all()
    assert "LRT observed 0." not in str(found)
    swept = pb.optimal.sweep("potentials", {"dt": (0.5, 1.0)}, diffusion=1e-4, paths=4)
    assert swept.table["observed"].isna().all()
    assert "the best AUC of what is observed is not computed" in swept.conclusions[0]
