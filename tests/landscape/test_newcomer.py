"""What a new dataset adds: regions of its rows, overlap, brute force."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.newcomer import Newcomer
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
    assert "almost empty regions that it fills: R3" in str(far)
    verdicts = {copy: "fills no region", mixed: "shares less than 90%", far: "almost empty"}
    assert all(said in str(found).splitlines()[0] for found, said in verdicts.items())


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
        (
            lambda: pb.nearest_region([[1]], np.empty((0, 1)), []),
            "`codes` must have at least one row",
        ),
        (lambda: pb.nearest_region([[np.nan]], [[1]], [0]), "`X` must be a matrix of finite"),
        (lambda: pb.nearest_region([[1]], [[1], [2]], [0]), "`labels` must be 2 whole numbers"),
    ],
)
def test_what_is_refused(act, message):
    with pytest.raises(pb.ArgumentError, match=message):
        act()


FEATURES = Path(__file__).resolve().parents[2] / "out" / "features" / "ucr.parquet"
FEW = (
    *("CricketX", "CricketY", "CricketZ", "Coffee", "Beef", "ECG200", "FaceFour", "GunPoint"),
    *("ProximalPhalanxTW", "Wine", "Trace", "OSULeaf"),
)


@pytest.mark.r
@pytest.mark.slow
@pytest.mark.skipif(not FEATURES.exists(), reason="no features of UCR: run `make features`")
def test_a_left_out_dataset_on_a_map_of_real_ones():
    """The recorder of CricketY recorded CricketX and CricketZ too; nobody is like Trace."""
    found = {new: newcomer_of(new) for new in ("CricketY", "Trace")}
    assert found["CricketY"].closest in ("CricketX", "CricketZ")
    assert found["CricketY"].overlap > found["Trace"].overlap
    assert found["Trace"].adds


def newcomer_of(new: str) -> Newcomer:
    """Train a coarse map on a few datasets without one, and place that one on it."""
    table = pb.read_features(FEATURES)
    rng = np.random.default_rng(0)
    rows = [rng.permutation(np.flatnonzero(table.dataset == name))[:80] for name in FEW]
    picked = np.concatenate(rows)
    dataset, values = table.dataset[picked], table.values[picked]
    old = dataset != new
    keep = values[old].std(axis=0) > 0
    scaled = (values - values[old].mean(axis=0))[:, keep] / values[old].std(axis=0)[keep]
    som = call("pb_som", {"X": scaled[old], "xdim": 8, "ydim": 8, "rlen": 30, "seed": 1})
    codes, units = som["codes"]["values"], np.asarray(som["units"]).astype(int) - 1
    found = pb.regions(codes, None, range(2, 11), None, dataset[old].tolist(), units)
    spread = pb.coverage(dataset[old].tolist(), found.labels[units], found.k)
    region = pb.nearest_region(scaled[~old], codes, found.labels)
    return pb.newcomer(spread, region, new, engine="both")
