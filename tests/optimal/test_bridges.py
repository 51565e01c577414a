"""The exact ratio of observed points by random bridges: closed forms, quadrature, brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import quadrature, scores
from pybench.optimal.bridges import log_ratios, treats
from pybench.optimal.timegrid import grid

GRID = np.linspace(0, 1, 6)
UNEVEN, STEPS = [0, 0.1, 0.3, 0.35, 1], [4, 10, 1, 12]
SMOOTH = (lambda r: 2 / (1 + r * r), lambda r: np.exp(-r * r))  # kernels of particles
NEAR = ((0.7, 1.4), (3.0, 0.2, 0.0)), ((0.7, 1.4), (0.2, 3.0, 0.0))


def assert_calibrated(exact, found, error):
    """The share within two standard errors is nearly that of a normal law; there is no bias.

    The standard error is itself estimated from few bridges whose weights are skewed, so the
    distances have longer tails than the normal distribution: 88 to 97 % are below 2, not 95.4.
    """
    assert np.isfinite(found).all()
    assert (error > 0).all()
    off = found - exact
    inside, share = (np.abs(off) < 2 * error).mean(), math.sqrt(0.05 * 0.95 / len(off))
    assert 0.88 - 3 * share < inside < 0.97 + 3 * share
    assert abs(off.mean()) < 4 * off.std() / math.sqrt(len(off))


def by_distance(edges, values):
    """Return a kernel of the distance that is a step function."""
    steps = pb.optimal.Steps(edges, values)
    return lambda r: steps(r * r)


def linear(matrix):
    """Return a drift (d, n) that is a matrix times the state."""
    return lambda t, x: matrix @ x


def test_calibrated_on_ornstein_uhlenbeck_processes():
    pair = pb.optimal.OrnsteinUhlenbeck(([-1, 0.5, 0], -2), dimension=3, diffusion=[0.7, 2, 1])
    seen = pb.simulate(pair, 500, times=UNEVEN, substeps=STEPS, seed=2)
    exact = pb.likelihood_ratio(pair, seen, method="exact_chain")
    for bridges, seed in ((64, 0), (256, 7)):
        found, error = pb.likelihood_ratio(
            pair, seen, method="exact_chain", errors=True, bridges=bridges, seed=seed
        )
        assert_calibrated(exact, found, error)


def test_few_bridges_have_no_bias():
    """With four pairs, a logarithm of a mean is too low; the correction takes nearly all of it."""
    pair = pb.optimal.OrnsteinUhlenbeck((0, -1.5), dimension=4)
    seen = pb.simulate(pair, 8000, times=[0, 0.5], substeps=10, seed=4)
    exact = pb.likelihood_ratio(pair, seen, method="exact_chain")
    found, error = log_ratios(pair, grid([0, 0.5], 10), seen.paths, 3, 8)
    off = found - exact
    bias = (error**2).mean() / 2  # of class 1; class 0 has no drift, and so no error
    assert abs(off.mean()) < 4 * off.std() / math.sqrt(len(off)) + 0.3 * bias
    assert bias > 8 * off.std() / math.sqrt(len(off))  # so the correction is seen


@pytest.mark.parametrize(
    "pair",
    [
        pb.optimal.Potentials(),
        pb.optimal.Potentials(dimension=2, diffusion=[0.5, 2]),
        pb.optimal.Diffusion(
            (lambda t, x: np.sin(9 * t) - x, lambda t, x: np.sin(9 * t) - x**3), dimension=1
        ),
    ],
    ids=["wells", "two coordinates", "drift of time"],
)
def test_calibrated_against_quadrature(pair):
    seen = pb.simulate(pair, 400, times=GRID, substeps=10, seed=5)
    exact, _ = quadrature.log_ratios(pair, grid(GRID, 10), seen.paths)
    found, error = log_ratios(pair, grid(GRID, 10), seen.paths, 1, 128)
    assert_calibrated(exact, found, error)


@pytest.mark.parametrize("kernels", [SMOOTH, NEAR], ids=["smooth", "steps"])
def test_two_agents_on_a_line_are_a_process_in_one_dimension(kernels):
    """Their distance is a chain of its own, and their centre moves by noise alone."""
    pair = pb.optimal.Particles(2, space=1, kernels=kernels, diffusion=0.8)
    seen = pb.simulate(pair, 400, times=GRID, substeps=10, seed=6)
    one = [kernel if callable(kernel) else by_distance(*kernel) for kernel in kernels]
    apart = pb.optimal.Diffusion(
        [lambda t, x, phi=phi: -phi(np.abs(x)) * x for phi in one],
        dimension=1, diffusion=0.8 * math.sqrt(2),
    )  # fmt: skip
    distance = np.diff(seen.paths, axis=1)
    exact, off = quadrature.log_ratios(apart, grid(GRID, 10), distance)
    found, error = pb.likelihood_ratio(pair, seen, method="exact_chain", errors=True, bridges=256)
    # A drift that jumps is hard to integrate: quadrature has an error, too.
    assert_calibrated(exact, found, np.hypot(error, off) + 1e-12)


def test_brute_force_in_the_plane():
    """Two steps of two agents on a line: a sum over a grid of the states between."""
    pair = pb.optimal.Particles(2, space=1, kernels=SMOOTH)
    fine, side = 0.1, np.linspace(-4, 4, 801)
    z = np.stack(np.meshgrid(side, side, indexing="ij")).reshape(2, -1)
    x, y = np.array([[0.5], [-0.8]]), np.array([[-0.3], [0.4]])

    def step(drift, before, after):
        mean = before + fine * drift
        return stats.norm.pdf(after, mean, math.sqrt(fine)).prod(axis=0)

    density = [
        (step(first, x, z) * step(second, z, y)).sum() * (side[1] - side[0]) ** 2
        for first, second in zip(pair.drifts(0, x), pair.drifts(0, z), strict=True)
    ]
    expected = math.log(density[1] / density[0])
    paths = np.repeat(np.stack([x[:, 0], y[:, 0]], axis=1)[None], 200, axis=0)
    found, error = log_ratios(pair, grid([0, 2 * fine], 2), paths, 0, 128)
    assert_calibrated(expected, found, error)


def test_noise_that_is_a_matrix():
    """Coordinates that are mixed: the same ratio as of the coordinates themselves."""
    mix = np.array([[1.0, 0.6], [-0.4, 0.9]])
    plain = pb.optimal.OrnsteinUhlenbeck((-1, -2), dimension=2)
    seen = pb.simulate(plain, 400, times=GRID, substeps=10, seed=8)
    exact = pb.likelihood_ratio(plain, seen, method="exact_chain")
    drifts = [linear(rate * np.eye(2)) for rate in (-1, -2)]  # the same in all coordinates
    for noise in (mix, np.hstack([mix / 2, math.sqrt(0.75) * mix])):
        mixed = pb.optimal.Diffusion(drifts, dimension=2, diffusion=noise)
        found, error = log_ratios(mixed, grid(GRID, 10), mix @ seen.paths, 2, 128)
        assert_calibrated(exact, found, error)


def test_one_step_is_eulers_formula_without_error():
    pair = pb.optimal.Particles(4, diffusion=0.5)
    seen = pb.simulate(pair, 20, times=GRID, substeps=1)
    found, error = pb.likelihood_ratio(pair, seen, method="exact_chain", errors=True)
    assert found == pytest.approx(seen.hidden, rel=1e-9, abs=1e-9)
    assert error == pytest.approx(np.zeros(40), abs=1e-6)


def test_laws():
    pair = pb.optimal.Particles(3)
    seen = pb.simulate(pair, 60, times=GRID, substeps=5, seed=1)
    lattice = grid(GRID, 5)

    def ratios(process=pair, paths=seen.paths, seed=0, bridges=64):
        return log_ratios(process, lattice, paths, seed, bridges)[0]

    found = ratios()
    assert ratios().tolist() == found.tolist()
    assert np.abs(ratios(seed=1) - found).max() > 1e-3
    assert ratios(paths=seen.paths[:7]) == pytest.approx(found[:7], rel=1e-12, abs=1e-12)
    swapped = pb.optimal.Particles(3, kernels=pair.kernels[::-1])
    assert ratios(swapped) == pytest.approx(-found, rel=1e-12, abs=1e-12)
    alike = pb.optimal.Particles(3, kernels=(pair.kernels[0],) * 2)
    assert ratios(alike) == pytest.approx(np.zeros(120), abs=1e-12)
    shift = np.tile([0.3, -1.0], 3)[:, None]
    assert ratios(paths=seen.paths + shift) == pytest.approx(found, abs=1e-9)


def test_an_odd_number_of_bridges_is_rounded_up():
    seen = pb.simulate("d-d6", 2, seed=1)
    known = {n: log_ratios(pb.optimal.process("d-d6"), pb.optimal.setting("d-d6").grid,
                           seen.paths, 0, n)[0].tolist() for n in (64, 65, 66)}  # fmt: skip
    assert known[65] == known[66] != known[64]


def test_the_default_number_is_doubled_until_errors_are_small():
    noise = np.array([[1.0, 0.5], [0.0, 1.0]])
    pair = pb.optimal.OrnsteinUhlenbeck((-1, -3), dimension=2, diffusion=noise)
    seen = pb.simulate(pair, 30, times=[0, 0.4, 0.8], substeps=10)
    found, error = pb.likelihood_ratio(pair, seen, method="exact_chain", errors=True)
    assert (error <= 0.1).mean() >= 0.9
    options = {
        n: pb.likelihood_ratio(pair, seen, method="exact_chain", errors=True, bridges=n)
        for n in (64, 128, 256, 512, 1024)
    }
    enough = [n for n, (_, told) in options.items() if (told <= 0.1).mean() >= 0.9]
    assert enough[0] > 64  # so it was doubled
    assert found.tolist() == options[enough[0]][0].tolist()


def test_errors_shrink_as_the_root_of_the_number():
    pair = pb.optimal.Particles(3)
    seen = pb.simulate(pair, 100, times=GRID, substeps=10)
    few, many = (
        pb.likelihood_ratio(pair, seen, method="exact_chain", errors=True, bridges=n)[1]
        for n in (128, 2048)
    )
    assert np.sqrt((few**2).mean() / (many**2).mean()) == pytest.approx(4, rel=0.15)


@pytest.mark.parametrize("name", ["d-d6", pytest.param("d-d24", marks=pytest.mark.slow)])
def test_particles_of_the_paper(name):
    """O3 and O4: above LRT numerical and above the learner that knows the family; below hidden."""
    learner = {"d-d6": 0.825, "d-d24": 0.889}[name]
    seen = pb.simulate(name, 1000, seed=6)
    found, error = pb.likelihood_ratio(name, seen, method="exact_chain", errors=True, bridges=128)
    lines = {"hidden": seen.hidden, "observed": found, "numerical": pb.likelihood_ratio(name, seen)}
    auc = {line: scores.auc(*np.split(ratio, 2)) for line, ratio in lines.items()}
    for upper, lower in (("hidden", "observed"), ("observed", "numerical")):
        off = scores.paired_error(seen.label, lines[upper], lines[lower])
        assert auc[upper].value > auc[lower].value + 3 * off
    assert auc["observed"].value > learner
    zero, one = np.split(found, 2)
    for terms in (np.exp(zero), np.exp(-one)):  # means of exact ratios are 1
        assert abs(terms.mean() - 1) < 4 * terms.std() / math.sqrt(len(terms))
    assert np.median(error) < 0.2


def test_processes_with_bridges():
    skew = np.array([[1.0, 0.5], [0.5, 1.0]])
    both = (lambda t, x: -x, lambda t, x: -(x**3))
    known = [
        pb.optimal.Particles(2), pb.optimal.Potentials(), pb.optimal.OrnsteinUhlenbeck(dimension=2),
        pb.optimal.Diffusion(both, dimension=2, diffusion=skew),
        pb.optimal.Diffusion(both, dimension=2, diffusion=np.array([0.5, 2.0])),
    ]  # fmt: skip
    unknown = [
        pb.optimal.LinearNonlinear(dimension=2), pb.optimal.Hamiltonian((np.sin, np.cos)),
        pb.optimal.Diffusion(both, dimension=2, diffusion=np.ones((2, 1)), clip=1e10),
    ]  # fmt: skip
    assert all(map(treats, known))
    assert not any(map(treats, unknown))


def test_messages():
    seen = pb.simulate("d-d6", 2)
    with pytest.raises(ArgumentError, match='`bridges` has a meaning only for method="exact_chain'):
        pb.likelihood_ratio("d-d6", seen, bridges=64)
    with pytest.raises(ArgumentError, match="`bridges` must be a whole number >= 4"):
        pb.likelihood_ratio("d-d6", seen, method="exact_chain", bridges=2)
    with pytest.raises(ArgumentError, match="no exact transition density"):
        pb.likelihood_ratio("d-d6", seen, method="exact_transition")
    with pytest.raises(ArgumentError, match="no exact transition density"):
        pb.likelihood_ratio("e-L40", pb.simulate("e-L40", 2), method="exact_chain", bridges=64)
