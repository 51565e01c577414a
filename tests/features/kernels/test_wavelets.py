"""Coefficients of the wavelet transform."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [
        {"widths": (1, 3, 40), "coeff": coeff, "w": w}
        for coeff in (0, 7, 60, 99, 200)
        for w in (1, 3, 40)
    ]
    for n in (24, 100, 101):
        assert disagreement("cwt_coefficients", shapes(n)[kind], parameters) == "", n
