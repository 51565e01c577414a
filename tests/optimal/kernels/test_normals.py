"""The compiled inverse, and words of Philox against NumPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

pytest.importorskip("numba")

from pybench.optimal.kernels.normals import _middle, _tail, fill


def test_tails_go_as_far_as_uniforms_of_53_bits():
    """The compiled inverse on what it meets: the ends, the seams of its pieces, and between."""
    for p in [2.0**-54, 1e-15, 1e-12, np.exp(-25.0), np.exp(-25.001), 1e-5, 0.0749999]:
        assert -_tail(p) == pytest.approx(special.ndtri(p), rel=2e-15)
    for q in [-0.425, -0.1, -1e-17, 0.0, 1e-300, 0.3, 0.425]:
        assert _middle(q) == pytest.approx(special.ndtri(0.5 + q), rel=2e-15, abs=1e-16)


def test_words_are_those_of_numpy():
    """Each path a stretch of one stream, however far along it."""
    key, stride = (2**64 - 3, 2**63 + 11), 2**40
    made = np.empty((8, 3))
    fill(*key, 5, stride, made)
    for path in range(3):
        numpy = np.random.Philox(key=key[0] + (key[1] << 64), counter=5 + path * stride)
        u = np.random.Generator(numpy).random(8)
        assert made[:, path] == pytest.approx(special.ndtri(u), rel=1e-14)
