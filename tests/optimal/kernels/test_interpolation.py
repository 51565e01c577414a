"""The compiled interpolation is NumPy's, on and between the states, and at the ends."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.optimal.kernels.interpolation import between
from pybench.optimal.quadrature import STENCIL, _Grid


def test_on_and_between_states():
    rng = np.random.default_rng(2)
    states = np.sort(rng.normal(size=60))
    grid, table = _Grid(states, np.ones(60)), rng.normal(size=(60, 60))
    x, y = rng.uniform(states[0], states[-1], size=(2, 500))
    x[:60], y[100:160] = states, states
    x[200], y[201] = states[0], states[-1]
    found = np.empty(500)
    between(table, states, grid.shares, x, y, found)
    plain = grid.between_by_numpy(table, x, y)
    assert found == pytest.approx(plain, rel=1e-9, abs=1e-9)
    assert found[:60] == pytest.approx(plain[:60])


def test_polynomials_are_exact():
    states = np.linspace(-1, 1, 25) ** 3
    grid = _Grid(states, np.ones(25))
    power = STENCIL - 1
    table = states[:, None] ** power + 2 * states**power
    x, y = np.random.default_rng(0).uniform(-1, 1, size=(2, 50))
    found = np.empty(50)
    between(np.ascontiguousarray(table), states, grid.shares, x, y, found)
    assert found == pytest.approx(x**power + 2 * y**power, abs=1e-9)
