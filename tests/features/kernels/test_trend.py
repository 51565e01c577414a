"""Lines: scipy's linregress, bit by bit."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels import trend
from tests.versions import PINNED


@PINNED
@pytest.mark.parametrize("scale", [1e-170, 1e-8, 1.0, 1e9, 1e90])
def test_lines_have_the_bits_of_scipy(scale):
    from scipy.stats import linregress

    rng = np.random.default_rng(5)
    with np.errstate(all="ignore"):
        for n in (*range(2, 60), 127, 128, 129, 500, 1500):
            for y in (rng.normal(size=n), rng.normal(size=n).cumsum(), np.arange(n), np.ones(n)):
                y = y * scale
                line, expected = trend._line(y), linregress(range(n), y)
                for name, value in line.items():
                    wanted = getattr(expected, name)
                    assert value == wanted or (value != value and wanted != wanted), (n, name)


@pytest.mark.parametrize("size", [1, 5, 10, 50, 200])
def test_chunks_have_the_bits_of_numpy(size):
    for n in (size + 1, 2 * size, 3 * size - 1, 1001):
        x = np.random.default_rng(n).normal(size=n) * 1e3
        parts = [x[i : i + size] for i in range(0, n, size)]
        expected = [[getattr(part, name)() for part in parts] for name in trend.AGGREGATES]
        assert np.array_equal(trend._chunks(x, size), expected)
