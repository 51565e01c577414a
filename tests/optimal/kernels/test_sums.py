"""The compiled sums are NumPy's: weights of bridges, and interpolation at and between states."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.optimal.bridges import weigh_by_numpy
from pybench.optimal.kernels.sums import between, weigh
from pybench.optimal.quadrature import STENCIL, _Grid


@pytest.mark.parametrize("columns", [1, 3, 4, 37])
def test_the_compiled_loop_is_numpys(columns):
    rng = np.random.default_rng(3)
    x, then, first, second = rng.normal(size=(4, 5, columns))
    weight, (ours, theirs) = rng.uniform(size=5), np.ones((2, 2, columns))
    weigh(x, then, first, second, weight, 0.05, ours)
    weigh_by_numpy(x, then, first, second, weight, 0.05, theirs)
    assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-13)


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
