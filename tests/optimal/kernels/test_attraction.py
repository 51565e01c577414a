"""The compiled attraction: every width of a block, and agents at one place."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

import pybench as pb
from pybench.optimal.kernels.attraction import TILE


@pytest.mark.parametrize("paths", [1, TILE - 1, TILE, TILE + 1, 3 * TILE + 5])
def test_width_of_a_block(paths):
    pair = pb.optimal.Particles(4)
    x = np.random.default_rng(5).normal(size=(8, paths))
    for compiled, plain in zip(pair.drifts(0, x), pair.drifts_by_numpy(x), strict=True):
        assert compiled == pytest.approx(plain, rel=1e-13, abs=1e-14)


def test_agents_at_one_place_do_not_move():
    for drift in pb.optimal.Particles(3).drifts(0, np.ones((6, 4))):
        assert (drift == 0).all()


def test_forces_cancel():
    """Each pair pulls with equal and opposite force: the centre stays."""
    x = np.random.default_rng(6).normal(size=(12, 50))
    for drift in pb.optimal.Particles(6).drifts(0, x):
        assert drift.reshape(6, 2, 50).sum(axis=0) == pytest.approx(np.zeros((2, 50)), abs=1e-14)
