"""Spectra: SciPy's and NumPy's bits for every length about the length of a segment."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.features.kernels import fourier
from pybench.features.kernels.sample import Sample
from tests.versions import PINNED


@PINNED
@pytest.mark.parametrize("n", [1, 2, 3, 8, 151, 255, 256, 257, 383, 384, 385, 511, 512, 1500, 2844])
def test_density_has_the_bits_of_scipy(n):
    from scipy.signal import welch

    for scale in (1e-9, 1.0, 1e9):
        x = np.random.default_rng(n).normal(size=n).cumsum() * scale
        assert np.array_equal(fourier.welch_density(Sample(x)), welch(x, nperseg=min(n, 256))[1])


def test_coefficients_beyond_the_spectrum_are_missing():
    x = np.arange(10.0) ** 2
    parts = [{"coeff": k, "attr": attr} for k in (0, 5, 6, 99) for attr in fourier.PARTS]
    found = np.array(fourier.fft_coefficient(Sample(x), parts)).reshape(4, -1)
    assert found[0].tolist() == [x.sum(), 0, x.sum(), 0]
    assert np.isfinite(found[:2]).all()
    assert np.isnan(found[2:]).all()


def test_angles_are_degrees():
    x = np.sin(2 * np.pi * np.arange(16) / 16)
    (angle,) = fourier.fft_coefficient(Sample(x), [{"coeff": 1, "attr": "angle"}])
    assert angle == pytest.approx(-90)
