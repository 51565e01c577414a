"""Means of products."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"lag": lag} for lag in (1, 10, 49, 50, 51)]
    for n in (24, 100, 101):
        assert disagreement("c3", shapes(n)[kind], parameters) == "", n
