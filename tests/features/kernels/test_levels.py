"""Values about levels."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels.levels import _about, _crossings


@given(st.lists(st.integers(-1, 1), min_size=1, max_size=50))
def test_strikes_are_the_longest_runs(signs):
    runs = [(sign, len(list(run))) for sign, run in itertools.groupby(signs)]
    longest = [max((size for s, size in runs if s == sign), default=0) for sign in (1, -1)]
    found = _about(np.array(signs, float), 0.0)
    assert found == (signs.count(1), signs.count(-1), *longest)


def test_a_touch_from_above_is_a_crossing_and_one_from_below_is_none():
    assert _crossings(np.array([1.0, 0.0, 1.0]), 0.0) == 2
    assert _crossings(np.array([-1.0, 0.0, -1.0]), 0.0) == 0


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"r": r} for r in (0, 0.1, 1.1)]
    for n in (24, 100, 101):
        assert disagreement("ratio_beyond_r_sigma", shapes(n)[kind], parameters) == "", n
