"""What a new dataset adds: regions of its rows, overlap, brute force."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from tests.landscape.test_coverage import random_case, spread


def test_new_rows_take_the_region_of_the_nearest_unit():
    rng = np.random.default_rng(0)
    rows, codes, labels = rng.normal(size=(50, 4)), rng.normal(size=(9, 4)), np.arange(9) % 4
    expected = [labels[((row - codes) ** 2).sum(axis=1).argmin()] for row in rows]
    assert pb.nearest_region(rows, codes, labels).tolist() == expected
    assert pb.nearest_region([[0.0]], [[1.0], [-1.0]], [1, 0]).tolist() == [1]


@pytest.mark.r
def test_r_finds_the_same_regions():
    rows, codes = np.random.default_rng(0).normal(size=(2, 60, 4))
    labels = np.arange(60) % 7
    found = call("pb_nearest_region", {"X": rows, "codes": codes, "labels": labels + 1})
    assert (found - 1).tolist() == pb.nearest_region(rows, codes, labels).tolist()


def test_what_a_new_dataset_adds():
    t = spread(a=[98, 2, 0], b=[20, 80, 0])
    copy = pb.newcomer(t, [0] * 49 + [1])
    assert (copy.closest, copy.overlap, copy.adds) == ("a", 100.0, False)
    mixed = pb.newcomer(t, [0] * 3 + [1] * 2, "mixed")
    assert (mixed.closest, mixed.overlap, mixed.adds, mixed.fills) == ("a", 62.0, True, ())
    far = pb.newcomer(t, [2] * 100)
    assert (far.fills, far.main_region, far.overlap) == (("R3",), "R3", 0.0)
    assert far.share_after["R3"] == pytest.approx(100 / 3)
    assert "almost empty regions: R3" in str(far)


def test_overlap_by_brute_force():
    t = pb.coverage(*random_case(0), 5)
    region = np.random.default_rng(1).integers(0, 5, 30)
    found = pb.newcomer(t, region)
    own = [100 * float((region == r).mean()) for r in range(5)]
    overlaps = {
        name: sum(min(a, b) for a, b in zip(own, row, strict=True))
        for name, row in zip(t.percent.index, t.percent.to_numpy(), strict=True)
    }
    assert found.overlap == pytest.approx(max(overlaps.values()))
    assert overlaps[found.closest] == max(overlaps.values())
    assert found.percent.tolist() == pytest.approx(own)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: pb.newcomer(spread(a=[1]), [1]), "`region` must be whole numbers from 0 to 0"),
        (lambda: pb.newcomer(spread(a=[1]), []), "`region` must be whole numbers"),
        (lambda: pb.newcomer(spread(a=[1]), [0], name=None), "`name` must be a string, not None"),
        (lambda: pb.newcomer(spread(a=[1]), [0], sparse=0), "`sparse` must be"),
        (lambda: pb.newcomer("abc", [0]), "`coverage` must be a Coverage"),
        (lambda: pb.nearest_region([[1]], [[1, 2]], [0]), "`X` must have 2 columns"),
        (lambda: pb.nearest_region([[1]], np.empty((0, 1)), []), "`codes` must have a row"),
        (lambda: pb.nearest_region([[np.nan]], [[1]], [0]), "`X` must be a matrix of finite"),
        (lambda: pb.nearest_region([[1]], [[1], [2]], [0]), "`labels` must be 2 whole numbers"),
    ],
)
def test_what_is_refused(act, message):
    with pytest.raises(pb.ArgumentError, match=message):
        act()
