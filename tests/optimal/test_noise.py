"""Noise: forms that are one, and what has no likelihood ratio."""

from __future__ import annotations

import numpy as np
import pytest
from given import Given

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal.simulation import block
from pybench.optimal.timegrid import grid


def ratios(process, z, times, substeps=3):
    """Return hidden and numerical ratios, and paths, of class 1 for given normal numbers."""
    made = block(process, grid(times, substeps), 1, Given(z), keep=True, transitions={})
    return made.ratios["lrt_hidden"], made.ratios["lrt_numerical"], made.paths


def test_a_rotated_ou_with_its_full_matrix_is_the_diagonal_one():
    """Turned paths have the same ratios: fixed matrix, a matrix per path, uneven times."""
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


@pytest.mark.parametrize("varying", [False, True])
def test_a_clipped_matrix_is_the_clipped_diagonal_turned(varying):
    """Nearly silent in one of its own directions: what the hint says to declare."""
    times, turn = np.linspace(0, 1, 6), np.array([[0.6, -0.8], [0.8, 0.6]])
    z = np.random.default_rng(5).normal(size=(2 + 2 * 15, 20))
    sigma = np.array([1.0, 1e-9])
    drifts = (lambda t, x: -x, lambda t, x: -2 * x)
    plain = pb.optimal.Diffusion(drifts, dimension=2, diffusion=sigma, clip=100.0)
    matrix = turn @ np.diag(sigma)
    form = (lambda t, x: np.repeat(matrix[:, :, None], x.shape[1], axis=2)) if varying else matrix
    turned = pb.optimal.Diffusion(
        drifts,
        dimension=2,
        diffusion=form,
        sources=2 if varying else None,
        clip=100.0,
        initial=lambda start: turn @ start,
    )
    expected, found = ratios(plain, z, times), ratios(turned, z, times)
    assert np.ptp(expected[0]) > 1
    for a, b in zip(expected[:2], found[:2], strict=True):
        assert b == pytest.approx(a, rel=1e-9, abs=1e-10)


@pytest.mark.parametrize(
    ("diffusion", "message"),
    [
        ((1.0, 2.0), "different diffusion coefficients"),
        ((lambda t, x: x, lambda t, x: 2 * x), "different diffusion coefficients"),
        (np.zeros((2, 2)), "singular"),
        (np.ones((2, 2)), "singular"),
        (lambda t, x: 1e-7 * x, "singular"),
        (0.0, "number > 0"),
        (np.ones(3), "does not describe noise of 2 coordinates"),
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
