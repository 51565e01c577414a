"""Leading digits."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.benford import _digits


def test_leading_digits_are_those_that_numpy_prints():
    rng = np.random.default_rng(0)
    starts = np.array([float(f"{d}e{k}") for k in range(-323, 101) for d in range(1, 10)])
    tried = [0.0, 5e-324, 1e-310, 1e-300, *starts, *np.nextafter(starts, 0)]
    tried += [*np.nextafter(starts, 1e200), *10.0 ** rng.uniform(-300, 100, 3000)]
    tried += [*rng.integers(0, 10**6, 500) * 1.0, *np.round(rng.uniform(0, 100, 500), 2)]
    digits = _digits(np.array(tried))
    assert digits.tolist() == [int(np.format_float_scientific(x)[0]) for x in tried]
