"""Approximate and sample entropy."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.matches import _count, sample_entropy
from pybench.features.kernels.sample import Sample


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_matches_are_those_of_the_definition(m, shapes):
    for kind in ("noise", "few values"):
        x = shapes(24)[kind]
        tolerances = np.array([0.0, 0.5, 1.0, np.inf])
        for length, counts in zip((m, m + 1), _count(x, m, tolerances), strict=True):
            stretches = np.array([x[i : i + length] for i in range(x.size - length + 1)])
            apart = np.abs(stretches[:, np.newaxis] - stretches).max(axis=2)
            assert counts.tolist() == [(apart <= r).sum(axis=1).tolist() for r in tolerances]


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"m": m, "r": r} for m in (1, 2, 3, 4) for r in (0.2, 0.35)]
    for n in (24, 100, 101):
        assert disagreement("approximate_entropy", shapes(n)[kind], parameters) == "", n


def test_sample_entropy_is_that_of_the_definition(shapes):
    """Of stretches of 2 and 3 values, 0.2 standard deviations: -log of the ratio of matches."""
    x = shapes(51)["wave"]
    pairs = []
    for length in (2, 3):
        stretches = np.array([x[i : i + length] for i in range(x.size - length + 1)])
        apart = np.abs(stretches[:, np.newaxis] - stretches).max(axis=2)
        pairs.append((apart <= 0.2 * x.std()).sum() - len(stretches))
    assert sample_entropy(Sample(x), None) == [pytest.approx(-np.log(pairs[1] / pairs[0]))]
