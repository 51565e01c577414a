"""One series, and what is computed of it once."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.features.kernels.sample import LARGEST, Sample


def test_one_sample_computes_once():
    calls = []
    sample = Sample([1.0, 2.0])

    def size(one: Sample) -> int:
        calls.append(one)
        return one.x.size

    assert [sample.once(size), sample.once(size)] == [2, 2]
    assert calls == [sample]


@pytest.mark.parametrize(
    ("x", "ordinary"),
    [
        ([1.0], True),
        ([0.0, -LARGEST], True),
        ([], False),
        ([1.0, np.nan], False),
        ([-np.inf, 1.0], False),
        ([1.0, 2 * LARGEST], False),
    ],
)
def test_ordinary_series(x, ordinary):
    assert Sample(x).ordinary is ordinary
