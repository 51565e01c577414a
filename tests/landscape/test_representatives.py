"""Representatives: thresholds, ties, brute force, laws."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
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


@pytest.mark.parametrize("threshold", [0, 100.5, "90", None, float("nan")])
def test_what_is_refused(threshold):
    expected = "`threshold` must be a number above 0 and at most 100"
    with pytest.raises(pb.ArgumentError, match=expected):
        pb.representatives(spread(a=[1]), threshold)
