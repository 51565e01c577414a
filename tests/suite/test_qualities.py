"""Qualities by hand, and equal to those that OpenML has recorded."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pybench.read.tabular import read_table
from pybench.seriesset.build import series_set
from pybench.suite import qualities

#: Ours is the same thing under the same name in OpenML's record of data set 2.
SAME = (
    "NumberOfInstances",
    "NumberOfFeatures",
    "NumberOfClasses",
    "NumberOfNumericFeatures",
    "NumberOfSymbolicFeatures",
    "NumberOfMissingValues",
    "NumberOfInstancesWithMissingValues",
    "MinorityClassSize",
    "MajorityClassSize",
    "Dimensionality",
)


@pytest.fixture
def anneal(recorded):
    folder = recorded / "datasets" / "2"
    text = (folder / "qualities.xml").read_text()
    pairs = re.findall(r"<oml:name>(.*?)</oml:name>\s*<oml:value>(.*?)</oml:value>", text)
    recorded = {name: float(value) for name, value in pairs}
    return read_table((folder / "dataset.arff").read_bytes(), format="arff"), recorded


def test_qualities_equal_the_recorded_ones(anneal):
    table, recorded = anneal
    found = qualities.of_table(table, "class", classes="declared")
    assert {name: found[name] for name in SAME} == {name: recorded[name] for name in SAME}
    assert found["MajorityClassPercentage"] == pytest.approx(100 * recorded["DefaultAccuracy"])


def test_a_class_that_no_row_has_counts_only_if_declared(anneal):
    found = qualities.of_table(anneal[0], "class")
    assert (found["NumberOfClasses"], found["MinorityClassSize"]) == (5, 8)
    declared = qualities.of_table(anneal[0], "class", classes="declared")
    assert (declared["NumberOfClasses"], declared["MinorityClassSize"]) == (6, 0)
    assert declared["MinorityToMajority"] == 0.0
    assert declared["ClassEntropy"] == found["ClassEntropy"]


def test_qualities_by_hand():
    table = read_table(b"x,w,id,c\n1,a,1,p\n?,b,2,p\n3,?,3,p\n4,a,4,q\n", format="csv")
    found = qualities.of_table(table, "c", ("id",))
    assert found == {
        "NumberOfInstances": 4,
        "NumberOfFeatures": 4,
        "NumberOfNumericFeatures": 2,
        "NumberOfSymbolicFeatures": 1,
        "NumberOfMissingValues": 2,
        "NumberOfInstancesWithMissingValues": 2,
        "Dimensionality": 1.0,
        "NumberOfClasses": 2,
        "MinorityClassSize": 1,
        "MajorityClassSize": 3,
        "MinorityClassPercentage": 25.0,
        "MajorityClassPercentage": 75.0,
        "MinorityToMajority": 1 / 3,
        "ClassEntropy": pytest.approx(2 - 0.75 * np.log2(3)),
        "SparseFormat": 0.0,
        "NumberOfOneHotFeatures": 3,
    }


def test_qualities_of_series_by_hand():
    series = series_set(
        [[[1, np.nan, 3], [1, 2, 3]], [[4, 5], [6, np.nan]]],
        dataset="s", label=["a", "b"], channels=("u", "v"),
    )  # fmt: skip
    found = qualities.of_series(series)
    expected = {
        "NumberOfInstances": 2, "NumberOfFeatures": 7, "NumberOfMissingValues": 2,
        "NumberOfInstancesWithMissingValues": 2, "NumberOfChannels": 2, "MinLength": 2,
        "MaxLength": 3, "NumberOfOneHotFeatures": 6,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
