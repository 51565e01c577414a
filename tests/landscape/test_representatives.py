"""Representatives: thresholds, ties, brute force, laws."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.flow.load import load_result
from pybench.landscape import representatives
from tests.landscape.test_coverage import random_case, spread


def test_at_least_the_threshold_is_enough():
    t = spread(a=[9, 1], b=[89, 11], c=[1, 9], d=[10, 0], e=[5, 5])
    assert t.representatives(90).members == (("a", "d"), ("c",))
    assert t.representatives(100).members == (("d",), ())
    assert t.representatives(80).members == (("a", "b", "d"), ("c",))
    half = t.representatives(50)
    assert half.members == (("a", "b", "d", "e"), ("c", "e"))
    assert half.shared_by == ("e",)


@pytest.mark.parametrize("n", [3, 7, 11, 13, 49, 1000])
def test_thresholds_are_met_exactly_whatever_division_makes_of_them(n):
    for share in (50, 70, 80, 90, 100):
        t = spread(a=[share * n, (100 - share) * n])
        assert t.representatives(share).members[0] == ("a",)


@pytest.mark.parametrize(
    ("count", "n", "threshold"),
    [(309, 375, 82.4), (644, 1000, 64.4), (648, 750, 86.4), (1298, 1375, 94.4), (1, 3, 100 / 3)],
)
def test_decimal_thresholds_are_met_exactly(count, n, threshold):
    members = spread(a=[count, n - count], b=[count - 1, n - count + 1]).representatives
    assert members(threshold).members[0] == ("a",)


@pytest.mark.parametrize("hundredths", [1, 7, 824, 3310, 5005, 6440, 8240, 9999])
def test_decimal_thresholds_are_those_of_whole_numbers(hundredths):
    n = np.arange(1, 301)
    counts = pd.DataFrame([[count, size - count] for size in n for count in range(size + 1)])
    whole = 10_000 * counts.to_numpy() >= hundredths * counts.sum(axis=1).to_numpy()[:, None]
    assert (representatives.enough(counts.to_numpy(), hundredths / 100) == whole).all()


def test_guidance():
    t = spread(**{f"a{i}": [10, 0, 0] for i in range(10)}, b=[0, 10, 0], c=[4, 3, 3])
    found = t.representatives()
    assert found.omitted == ("R3",)
    assert found.notes == ("no-representative", "short-region")
    assert (found.smallest_sample, found.largest_sample) == (5, 1)
    said = "of each region with representatives, at least 5 datasets (the Friedman test requires "
    assert said + "at least 10 in all) and at most 1 (" in str(found)
    assert found.tested_alone == ("R1",)
    assert found.by_threshold.loc["R1"].tolist() == [10, 10, 10, 10, 10]
    assert "R3: 0\n" in str(found)


def test_portfolios_are_possible_from_ten_datasets_on():
    t = spread(a=[1, 0, 0], **{f"b{i}": [0, 1, 0] for i in range(9)})
    assert (t.representatives().smallest_sample, t.representatives().largest_sample) == (5, 1)
    t = spread(**{f"a{i}": [1, 0, 0] for i in range(5)}, **{f"b{i}": [0, 1, 0] for i in range(9)})
    found = t.representatives()
    assert (found.smallest_sample, found.largest_sample) == (5, 5)
    assert "short-region" not in found.notes
    assert "small-portfolios" not in pb.bootstrap(table_of(t), t, 5, 3).notes
    assert "small-portfolios" in pb.bootstrap(table_of(t), t, 4, 3).notes
    none = spread(a=[5, 5]).representatives()
    assert (none.smallest_sample, none.largest_sample) == (10, 0)


def table_of(t: pb.Coverage) -> pb.ResultsTable:
    scores = np.random.default_rng(0).random((t.n_datasets, 3))
    names = list(t.counts.index)
    return pb.read_results(scores, higher_is_better=True, datasets=names, classifiers=list("xyz"))


@pytest.mark.parametrize("threshold", [20, 34, 50, 80, 100])
def test_brute_force_and_fewer_at_higher_thresholds(threshold):
    t = pb.coverage(*random_case(2))
    found = t.representatives(threshold)
    for region, names in zip(found.region_names, found.members, strict=True):
        assert list(names) == [d for d in t.percent.index if t.percent.loc[d, region] >= threshold]
    columns = found.by_threshold[["50", "80", "90", "100"]].to_numpy()
    assert (np.diff(columns, axis=1) <= 0).all()
    assert len(found.to_frame()) == sum(map(len, found.members))


# Datasets a, b, c, d of 10 instances each. R1 has a and b, R2 c, R3 none, and d is in two regions.
NAMES = list(np.repeat(list("abcd"), 10))
HERE = [0] * 20 + [1] * 10 + [1] * 5 + [0] * 5
MAPS = np.array(
    [
        HERE,
        [0] * 10 + [1] * 20 + [1] * 5 + [0] * 5,  # b with c
        [0] * 20 + [1] * 8 + [0] * 2 + [1] * 5 + [0] * 5,  # c in two regions
        [2] * 20 + [0] * 20,
    ]
).T


def firm(threshold=90.0):
    shares = pb.region_stability(MAPS, NAMES, threshold=threshold)
    return pb.representatives(pb.coverage(NAMES, HERE, 3), threshold, shares)


def test_shares_of_maps_by_hand():
    found = firm()
    assert found.members == (("a", "b"), ("c",), ())
    frame = found.to_frame()
    assert frame["share"].tolist() == [1, 0.75, 0.75]
    assert frame[["region", "dataset", "consensus"]].to_numpy().tolist() == [
        ["R1", "a", "C1"], ["R1", "b", "C1"], ["R2", "c", "C2"]
    ]  # fmt: skip
    assert frame["maps"].tolist() == [4, 4, 4]
    said = str(found)
    assert "  R1: 2: a (4 of 4 maps), b (3 of 4 maps)\n  R2: 1: c (3 of 4 maps)\n  R3: 0\n" in said
    assert "represent on most maps: C1 for R1, C2 for R2. The maps of" in said
    assert "those of one landscape" not in said


def test_without_a_stability_the_text_says_that_shares_are_not_known():
    found = pb.coverage(NAMES, HERE).representatives()
    assert found.shares is None
    assert list(found.to_frame()) == ["region", "dataset"]
    assert "another map may have others; landscape_stability gives the share of maps" in str(found)


def test_shares_of_files(tmp_path):
    for result in (firm(), firm(100.0)):
        (tmp_path / "r.json").write_text(json.dumps(result.to_dict()))
        again = load_result(tmp_path / "r.json")
        assert str(again) == str(result)
        pd.testing.assert_frame_equal(again.to_frame(), result.to_frame())
    earlier = {name: value for name, value in firm().to_dict().items() if name != "shares"}
    (tmp_path / "r.json").write_text(json.dumps(earlier))
    assert load_result(tmp_path / "r.json").shares is None


def test_regions_whose_representatives_represent_nothing_elsewhere():
    maps = np.stack([np.arange(20) % 2, np.arange(20) % 3], axis=1)
    names = ["a"] * 10 + ["b"] * 10
    shares = pb.region_stability(maps, names)
    found = pb.representatives(pb.coverage(names, [0] * 10 + [1] * 10), stability=shares)
    assert found.shares[["consensus", "share"]].to_numpy().tolist() == [["", 0], ["", 0]]
    assert "R1: 1: a (0 of 2 maps)" in str(found)
    assert "maps: none for R1, none for R2." in str(found)
    nobody = pb.representatives(pb.coverage(["a", "b", "a", "b"], [0, 0, 1, 1]), stability=shares)
    assert len(nobody.to_frame()) == 0
    assert "on most maps: none. The" in str(nobody)


@pytest.mark.parametrize(
    ("stability", "message"),
    [
        ("stable", "`stability` must be a LandscapeStability, not str"),
        (
            lambda: pb.region_stability(MAPS, [*NAMES[:-1], "e"]),
            "must have the datasets of the coverage, but only one of the two has `e`",
        ),
        (
            lambda: pb.region_stability(MAPS, NAMES, threshold=80),
            "must have the threshold 90, not 80",
        ),
    ],
)
def test_shares_of_something_else_are_refused(stability, message):
    given = stability() if callable(stability) else stability
    with pytest.raises(pb.ArgumentError, match=message):
        pb.coverage(NAMES, HERE).representatives(stability=given)


@pytest.mark.parametrize("threshold", [0, 100.5, "90", None, float("nan")])
def test_what_is_refused(threshold):
    expected = "`threshold` must be a number above 0 and at most 100"
    with pytest.raises(pb.ArgumentError, match=expected):
        pb.representatives(spread(a=[1]), threshold)
