"""Phrases of Lempel and Ziv."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels.dictionary import _phrases


@given(st.lists(st.integers(0, 3), min_size=1, max_size=80))
def test_phrases_are_those_of_the_plain_parse(bins):
    phrases, start = set(), 0
    for stop in range(1, len(bins) + 1):
        if tuple(bins[start:stop]) not in phrases:
            phrases.add(tuple(bins[start:stop]))
            start = stop
    assert _phrases(np.array(bins), 4) == len(phrases)


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"bins": bins} for bins in (1, 4, 26, 1000)]
    for n in (24, 100, 101):
        assert disagreement("lempel_ziv_complexity", shapes(n)[kind], parameters) == "", n
