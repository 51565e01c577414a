"""Leading digits."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.benford import _correlation, _digits


def test_leading_digits_are_those_that_numpy_prints():
    rng = np.random.default_rng(0)
    starts = np.array([float(f"{d}e{k}") for k in range(-323, 101) for d in range(1, 10)])
    tried = [0.0, 5e-324, 1e-310, 1e-300, *starts, *np.nextafter(starts, 0)]
    tried += [*np.nextafter(starts, 1e200), *10.0 ** rng.uniform(-300, 100, 3000)]
    tried += [*rng.integers(0, 10**6, 500) * 1.0, *np.round(rng.uniform(0, 100, 500), 2)]
    digits = _digits(np.array(tried))
    assert digits.tolist() == [int(np.format_float_scientific(x)[0]) for x in tried]


def test_correlations_have_the_bits_of_numpy():
    rng = np.random.default_rng(2)
    law = np.array([np.log10(1 + 1 / digit) for digit in range(1, 10)])
    for n in (1, 2, 3, 10, 24, 150, 1500):
        for _ in range(20):
            shares = np.bincount(rng.integers(0, 9, n), minlength=9) / (n + rng.integers(0, 3))
            assert _correlation(shares) == np.corrcoef(law, shares)[0, 1]
    assert np.isnan(_correlation(np.zeros(9)))
