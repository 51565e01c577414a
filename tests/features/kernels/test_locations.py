"""Places of extremes, mass and energy."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from pybench.features.kernels.locations import energy_ratio_by_chunks, last_location_of_maximum
from pybench.features.kernels.sample import Sample


def test_shares_of_energy_sum_to_one(shapes):
    settings = [{"num_segments": 7, "segment_focus": i} for i in range(7)]
    assert sum(energy_ratio_by_chunks(Sample(shapes(24)["noise"]), settings)) == pytest.approx(1)


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [
        {"num_segments": count, "segment_focus": focus}
        for count in (1, 3, 7, 200)
        for focus in range(min(count, 5))
    ]
    for n in (24, 100, 101):
        assert disagreement("energy_ratio_by_chunks", shapes(n)[kind], parameters) == "", n


def test_the_last_maximum_ends_at_a_share_of_the_length():
    assert last_location_of_maximum(Sample([1.0, 3.0, 2.0, 3.0, 0.0]), None) == [0.8]
    assert last_location_of_maximum(Sample([1.0, 0.0]), None) == [0.5]
