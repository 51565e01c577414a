"""The sum in compiled code has the bits of NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.summation import pairwise_sum
from tests.versions import PINNED


def same_bits(a: float, b: float) -> bool:
    return np.float64(a).tobytes() == np.float64(b).tobytes() or a == b == 0


@PINNED
@pytest.mark.parametrize("scale", [1.0, 1e16])
def test_sums_have_the_bits_of_numpy(scale):
    rng = np.random.default_rng(0)
    for n in (*range(300), 511, 512, 513, 1023, 1024, 1025, 4096, 5003, 100_003):
        a = rng.normal(size=n) + scale * rng.normal(size=n) ** 5
        assert same_bits(pairwise_sum(a), np.add.reduce(a)), n


def test_sums_tell_an_order_from_another():
    a = np.random.default_rng(1).normal(size=1000)
    assert sum(a.tolist()) != np.add.reduce(a)  # or the test above could not fail
