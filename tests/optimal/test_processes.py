"""Processes: drifts against their formulas, what is refused, forms that are one."""

from __future__ import annotations

import numpy as np
import pytest
from given import Given

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal.simulation import block
from pybench.optimal.timegrid import grid

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
    ("make", "message"),
    [
        (lambda: pb.optimal.ConstantDrift((1, 2, 3)), "pair"),
        (lambda: pb.optimal.ConstantDrift(((1, 2), (3, 4))), "1 numbers"),
        (lambda: pb.optimal.OrnsteinUhlenbeck(dimension=0), "dimension"),
        (lambda: pb.optimal.BasisDrift([np.sin], ((1, 2), (3, 4))), "one per basis function"),
        (lambda: pb.optimal.BasisDrift([np.sin], [["a"], [1]]), "`theta` must hold numbers"),
        (lambda: pb.optimal.BasisDrift([np.sin], [[1], [1, 2]]), "one per basis function"),
        (lambda: pb.optimal.BasisDrift([np.sin], [[np.nan], [1]]), "`theta` must hold finite"),
        (lambda: pb.optimal.BasisDrift([3], [[1], [1]]), "`basis` must be a function"),
        (lambda: pb.optimal.BasisDrift(3, [[1], [1]]), "`basis` must be functions"),
        (lambda: pb.optimal.Diffusion((1, 2), dimension=1), r"`drifts\[0\]` must be a function"),
        (lambda: pb.optimal.Gradient((np.sin, 2), dimension=1), r"`gradients\[1\]` must be a f"),
        (lambda: pb.optimal.Hamiltonian((1, np.sin)), r"`gradients\[0\]` must be a function"),
        (lambda: pb.optimal.Hamiltonian((np.sin, np.sin), initial=3.0), "`initial` must be a fun"),
        (lambda: pb.optimal.Steps((2, 1), (1, 2, 3)), "ascending"),
        (lambda: pb.optimal.process("brownian"), "one of"),
        (lambda: pb.optimal.process("linear-nonlinear", diffusion=1.0), "no parameter diffusion"),
        (lambda: pb.optimal.process(pb.optimal.Potentials(), dimension=2), "built already"),
        (lambda: pb.likelihood_ratio(3, np.zeros((1, 1, 2))), "process"),
    ],
)
def test_messages(make, message):
    with pytest.raises(ArgumentError, match=message):
        make()


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("constant", {"theta": ("a", "b")}), ("constant", {"diffusion": "a"}),
        ("constant", {"diffusion": None}), ("constant", {"dimension": 10**12}),
        ("linear-nonlinear", {"theta": (1, 2)}), ("linear-nonlinear", {"theta": ((1, 2), (1, 2))}),
        ("linear-nonlinear", {"theta": ((1, np.nan, 1), (1, 2, 3))}),
        ("potentials", {"coefficients": ("a", "b")}), ("potentials", {"coefficients": (1, 2)}),
        ("potentials", {"coefficients": ((1, np.nan), (1,))}),
        ("particles", {"kernels": (1, 2)}), ("particles", {"kernels": None}),
        ("particles", {"kernels": (([1, 2], [np.nan, 2, 3]), ([1, 2], [1, 2, 3]))}),
        ("particles", {"kernels": ((["a", "b"], [1, 2, 3]), ([1, 2], [1, 2, 3]))}),
    ],
)  # fmt: skip
def test_parameters_that_are_no_finite_numbers_are_refused(name, given):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(given))}`"):
        pb.optimal.process(name, **given)


def same(*given):
    """Return the last that is given: the state."""
    return given[-1]


@pytest.mark.parametrize("wrong", ["a", None, [[1], [1, 2]], np.array([[1j]])])
@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda f: pb.optimal.Diffusion((f, same), dimension=1), "drift"),
        (lambda f: pb.optimal.Diffusion((same, same), dimension=1, initial=f), "initial state"),
        (lambda f: pb.optimal.Diffusion((same, same), dimension=1, diffusion=f), "diffusion"),
        (
            lambda f: pb.optimal.Diffusion((same, same), dimension=1, diffusion=f, sources=1),
            "diffusion",
        ),
        (lambda f: pb.optimal.Gradient((f, same), dimension=1), "gradient"),
        (lambda f: pb.optimal.Hamiltonian((f, same)), "gradient"),
        (lambda f: pb.optimal.BasisDrift([f], [[1], [2]]), "basis function"),
        (lambda f: pb.optimal.Particles(kernels=(f, same)), "kernel"),
    ],
)
def test_functions_that_give_no_numbers_are_named(make, what, wrong):
    with pytest.raises(ArgumentError, match=f"the {what} must return numbers, not "):
        pb.simulate(make(lambda *given: wrong), 2, times=[0, 1])


def test_functions_that_give_another_shape_are_named():
    three = np.ones((3, 3, 3))
    plane = pb.optimal.Diffusion((same, same), dimension=2, diffusion=lambda *g: three, sources=1)
    for pair in (plane, pb.optimal.Particles(kernels=(lambda r: np.ones(3), same))):
        with pytest.raises(ArgumentError, match="has shape"):
            pb.simulate(pair, 2, times=[0, 1])


def test_two_arrays_of_noise_are_two_noises():
    for pair in ((np.ones(2), np.ones(3)), (np.ones(2), 2 * np.ones(2)), (1.0, [1.0, 2.0])):
        with pytest.raises(ArgumentError, match="different diffusion coefficients"):
            pb.optimal.ConstantDrift(dimension=2, diffusion=pair)
