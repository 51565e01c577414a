"""Peaks and their supports."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.peaks import _supports


def test_supports_of_the_example_of_tsfresh():
    x = np.array([3.0, 0, 0, 4, 0, 0, 3])
    assert _supports(x, 50).tolist() == [0, 0, 0, 3, 0, 0, 0]
    assert _supports(x, 2).tolist() == [0, 0, 0, 2, 0, 0, 0]
    x[-1] = 13
    assert _supports(x, 50).tolist() == [0, 0, 0, 2, 0, 0, 0]


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"n": n} for n in (1, 2, 7, 49, 50, 99, 150)]
    for n in (24, 100, 101):
        assert disagreement("number_peaks", shapes(n)[kind], parameters) == "", n
