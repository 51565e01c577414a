"""Processes: drifts against their formulas, what is refused, forms that are one."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import particles
from pybench.optimal.grid import grid
from pybench.optimal.normals import Given
from pybench.optimal.simulation import block

X = np.array([[-1.5, -0.3, 0.0, 0.7, 2.0]])


def ratios(process, z, times, substeps=3):
    """Return hidden and numerical ratios, and paths, of class 1 for given normal numbers."""
    made = block(process, grid(times, substeps), 1, Given(z), keep=True, transitions={})
    return made.ratios["lrt_hidden"], made.ratios["lrt_numerical"], made.paths


def test_double_and_single_well():
    """Errata: theta_0 of example 3 has the factor 1/2, so that the drift is -2x(x^2 - 1)."""
    first, second = pb.optimal.Potentials().drifts(0.0, X)
    assert first == pytest.approx(-2 * X * (X**2 - 1), rel=1e-14)
    assert second == pytest.approx(-(X**3), rel=1e-14)


def test_linear_and_nonlinear():
    first, second = pb.optimal.LinearNonlinear().drifts(0.3, X)
    assert first == pytest.approx(-np.pi * X + np.sin(0.3 * np.pi), rel=1e-14)
    assert second == pytest.approx(-0.1 * X + np.cos(np.pi * X), rel=1e-14)


def phi(r, near, far):
    return near if r < math.sqrt(2) else far if r < 2 else 0.0


def test_particles_attract_as_in_the_double_sum():
    x = np.random.default_rng(0).normal(size=(10, 7))
    found = pb.optimal.Particles(5).drifts(0.0, x)
    for drift, (near, far) in zip(found, [(0.2, 2.0), (2.0, 0.2)], strict=True):
        for path in range(7):
            place = x[:, path].reshape(5, 2)
            for i in range(5):
                pulls = [phi(np.hypot(*(q - place[i])), near, far) * (q - place[i]) for q in place]
                expected = np.sum(pulls, axis=0) / 5
                assert drift[2 * i : 2 * i + 2, path] == pytest.approx(expected, rel=1e-12)


def test_two_near_agents_approach_each_other():
    """Errata: example 5 as printed would be a repulsion."""
    x = np.array([[0.0], [0.0], [1.0], [0.0]])
    for drift in pb.optimal.Particles(2).drifts(0.0, x):
        assert drift[0, 0] > 0 > drift[2, 0]


def test_compiled_attraction_is_that_of_numpy():
    for agents in (1, 2, 3, 24):
        process = pb.optimal.Particles(agents)
        x = np.random.default_rng(1).normal(size=(2 * agents, 131))
        for a, b in zip(process.drifts(0, x), process.drifts_by_numpy(x), strict=True):
            assert a == pytest.approx(b, rel=1e-13, abs=1e-14)


def test_kernels_of_one_step_of_three_and_of_a_function(monkeypatch):
    x = np.random.default_rng(1).normal(size=(6, 40))
    one, three = ((1.0,), (3.0, 0.0)), ((0.5, 1.0, 2.0), (1.0, 3.0, 2.0, 0.0))
    for kernels in ((one, one), (one, three), (lambda r: np.exp(-r), one)):
        process = pb.optimal.Particles(3, kernels=kernels)
        found = process.drifts(0, x)
        monkeypatch.setattr(particles, "compiled", lambda file, name: None)
        for a, b in zip(found, process.drifts(0, x), strict=True):
            assert a == pytest.approx(b, rel=1e-13, abs=1e-14)
        monkeypatch.undo()


def test_order_of_agents_and_rotation_of_the_plane_change_nothing_but_names():
    x = np.random.default_rng(2).normal(size=(8, 9))
    process, turn = pb.optimal.Particles(4), np.array([[0.6, -0.8], [0.8, 0.6]])
    order = [2, 3, 6, 7, 0, 1, 4, 5]
    plain, moved = process.drifts(0, x), process.drifts(0, x[order])
    turned = process.drifts(0, np.einsum("ab,ibn->ian", turn, x.reshape(4, 2, 9)).reshape(8, 9))
    for a, b, c in zip(plain, moved, turned, strict=True):
        assert b == pytest.approx(a[order], rel=1e-12, abs=1e-14)
        expected = np.einsum("ab,ibn->ian", turn, a.reshape(4, 2, 9)).reshape(8, 9)
        assert c == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_a_rotated_ou_with_its_full_matrix_is_the_diagonal_one():
    """The same paths, turned, have the same ratios: fixed matrix, a matrix a path, uneven times."""
    times = np.array([0.0, 0.1, 0.15, 0.6, 1.0])
    z = np.random.default_rng(3).normal(size=(2 + 2 * 3 * 4, 50))
    turn, sigma = np.array([[0.6, -0.8], [0.8, 0.6]]), np.array([0.5, 2.0])
    plain = pb.optimal.OrnsteinUhlenbeck((-1, -2), dimension=2, diffusion=sigma)
    expected = ratios(plain, z, times)
    matrix = turn @ np.diag(sigma)
    for diffusion in (matrix, lambda t, x: np.repeat(matrix[:, :, None], x.shape[1], axis=2)):
        turned = pb.optimal.Diffusion(
            (lambda t, x: -x, lambda t, x: -2 * x),
            dimension=2,
            diffusion=diffusion,
            sources=2 if callable(diffusion) else None,
            initial=lambda start: turn @ start,
        )
        found = ratios(turned, z, times)
        assert found[0] == pytest.approx(expected[0], rel=1e-11, abs=1e-12)
        assert found[1] == pytest.approx(expected[1], rel=1e-11, abs=1e-12)
        assert found[2] == pytest.approx(np.einsum("ab,nbl->nal", turn, expected[2]), abs=1e-12)


def test_one_noise_in_four_forms():
    times, z = np.linspace(0, 1, 6), np.random.default_rng(4).normal(size=(2 + 2 * 15, 20))
    forms = [0.7, np.array([0.7, 0.7]), 0.7 * np.eye(2), lambda t, x: np.full_like(x, 0.7)]
    found = [
        ratios(pb.optimal.OrnsteinUhlenbeck(dimension=2, diffusion=form), z, times)
        for form in forms
    ]
    for other in found[1:]:
        for a, b in zip(found[0], other, strict=True):
            assert b == pytest.approx(a, rel=1e-12, abs=1e-13)


def test_basis_gradient_and_own_functions_are_the_named_ones():
    times, z = np.linspace(0, 1, 6), np.random.default_rng(4).normal(size=(16, 20))
    forms = [
        pb.optimal.Potentials(),
        pb.optimal.BasisDrift([lambda t, x: x, lambda t, x: x**3], ((2, -2), (0, -1))),
        pb.optimal.Gradient((lambda x: 2 * x * (x**2 - 1), lambda x: x**3), dimension=1),
        pb.optimal.Diffusion((lambda t, x: 2 * x - 2 * x**3, lambda t, x: -(x**3)), dimension=1),
    ]
    found = [ratios(form, z, times) for form in forms]
    for other in found[1:]:
        for a, b in zip(found[0], other, strict=True):
            assert b == pytest.approx(a, rel=1e-11, abs=1e-12)


def test_a_hamiltonian_pair_runs_and_obeys_the_identity():
    """Noise in the momenta alone: E_0[exp(l)] = 1 all the same."""
    pair = pb.optimal.Hamiltonian((lambda q: q, lambda q: q**3), sigma=1.5)
    seen = pb.simulate(pair, 20000, times=np.linspace(0, 1, 11), seed=2)
    assert np.isfinite(seen.paths).all()
    weight = np.exp(seen.hidden[seen.label == 0])
    assert abs(weight.mean() - 1) < 4 * weight.std() / np.sqrt(len(weight))
    assert seen.hidden[seen.label == 1].mean() > 0 > seen.hidden[seen.label == 0].mean()
    moved = np.diff(seen.paths[:, 0], axis=1).mean(axis=1)
    assert np.corrcoef(moved, seen.paths[:, 1, :-1].mean(axis=1))[0, 1] > 0.95  # dq = p dt


@pytest.mark.parametrize(
    ("diffusion", "message"),
    [
        ((1.0, 2.0), "different diffusions"),
        ((lambda t, x: x, lambda t, x: 2 * x), "different diffusions"),
        (np.zeros((2, 2)), "singular"),
        (np.ones((2, 2)), "singular"),
        (lambda t, x: 1e-7 * x, "singular"),
        (0.0, "number > 0"),
        (np.ones(3), "no noise of 2 coordinates"),
        (np.nan, "not finite"),
        (np.array([0.0, 1.0]), "coordinate without noise"),
        (lambda t, x: np.ones(7), "shape"),
    ],
)
def test_what_has_no_likelihood_ratio_is_refused(diffusion, message):
    with pytest.raises(ArgumentError, match=message):
        pb.simulate(
            pb.optimal.OrnsteinUhlenbeck(dimension=2, diffusion=diffusion), 4, times=[0, 0.1, 0.2]
        )


def test_a_pair_of_one_noise_is_that_noise():
    assert pb.optimal.ConstantDrift(diffusion=(2.0, 2.0)).noise.sigma == 2.0


def test_singular_noise_is_taken_with_a_declared_clip():
    pair = pb.optimal.Diffusion(
        (lambda t, x: -x, lambda t, x: x), dimension=1, diffusion=lambda t, x: 1e-7 * x, clip=1e10
    )
    assert np.isfinite(pb.simulate(pair, 4, times=[0, 0.1]).hidden).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pb.optimal.ConstantDrift((1, 2, 3)), "pair"),
        (lambda: pb.optimal.ConstantDrift(((1, 2), (3, 4))), "1 numbers"),
        (lambda: pb.optimal.OrnsteinUhlenbeck(dimension=0), "dimension"),
        (lambda: pb.optimal.BasisDrift([np.sin], ((1, 2), (3, 4))), "one a function"),
        (lambda: pb.optimal.Steps((2, 1), (1, 2, 3)), "ascending"),
        (lambda: pb.optimal.process("brownian"), "one of"),
        (lambda: pb.likelihood_ratio(3, np.zeros((1, 1, 2))), "process"),
    ],
)
def test_messages(make, message):
    with pytest.raises(ArgumentError, match=message):
        make()
