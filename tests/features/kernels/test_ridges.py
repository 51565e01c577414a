"""Peaks that last over widths."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.ridges import _noise


@pytest.mark.parametrize("window", [1, 2, 3, 7, 20])
def test_noise_is_the_percentile_of_scipy(window, shapes):
    from scipy.stats import scoreatpercentile

    for kind in ("noise", "few values"):
        row = shapes(24)[kind]
        half, odd = divmod(window, 2)
        near = [row[max(i - half, 0) : i + half + odd] for i in range(row.size)]
        assert _noise(row, window).tolist() == [scoreatpercentile(part, 10) for part in near]


def test_ridges_that_part_and_meet(disagreement):
    rng = np.random.default_rng(5)
    for _ in range(40):  # maxima side by side, gaps, ridges that start late
        x = rng.choice([0.0, 1.0, 3.0], size=rng.integers(2, 120))
        assert disagreement("number_cwt_peaks", x, [{"n": n} for n in (1, 5, 8, 17)]) == ""


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"n": n} for n in (1, 2, 3, 4, 6, 9, 13, 20)]
    for n in (24, 100, 101):
        assert disagreement("number_cwt_peaks", shapes(n)[kind], parameters) == "", n
