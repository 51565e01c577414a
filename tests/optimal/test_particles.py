"""Particles: the double sum, the compiled loop against NumPy, symmetries."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb
from pybench.optimal import particles


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
