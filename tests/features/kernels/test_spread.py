"""Extremes and the middle."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"number_of_maxima": n} for n in (1, 2, 49, 50, 51, 99, 100)]
    for n in (24, 100, 101):
        assert disagreement("mean_n_absolute_max", shapes(n)[kind], parameters) == "", n
