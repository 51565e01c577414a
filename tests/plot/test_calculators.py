"""What the figure of features counts."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.plot.calculators import chart_of

NAN = np.nan


def report(values, datasets, names, **more):
    values = np.array(values, float)
    n = len(values)
    texts = [np.array(x, object) for x in (datasets, ["train"] * n, ["1"] * n)]
    table = pb.FeatureTable(*texts, np.arange(n), values, tuple(names), "mine", **more)
    return pb.feature_report(table)


@pytest.fixture
def small():
    """Three datasets, "long" without gaps; q and r of one calculator, s always there."""
    names = ("value__a__q_1", "value__a__q_2", "value__b", "value__c", "value__length")
    rows = [
        [NAN, 1, 5, 1, 30], [2, 1, 6, 2, 30], [4, NAN, NAN, 3, 9], [5, NAN, NAN, 4, 8],
        [1, 2, 3, 5, 99], [2, 4, 5, 6, 99],
    ]  # fmt: skip
    groups = dict(
        zip(names, ["symbolic", "symbolic", "fractal", "fractal", "statistical"], strict=True)
    )
    datasets = ["mid", "mid", "short", "short", "long", "long"]
    return report(rows, datasets, names, groups=groups)


def test_the_chart_counts_what_is_missing(small):
    chart = chart_of(small, "missing", None, None)
    assert chart.datasets == ("short  8", "mid  30")
    assert [(row.name, row.group) for row in chart.rows] == [("b", "fractal"), ("a", "symbolic")]
    assert [row.shares.tolist() for row in chart.rows] == [[1.0, 0.0], [0.5, 0.25]]
    assert [row.some.tolist() for row in chart.rows] == [[False, False], [False, True]]
    assert [(row.fallen, row.count) for row in chart.rows] == [(1, 1), (2, 2)]
    assert chart.bars.tolist() == [2, 1]
    assert chart.alone.tolist() == [2, 1]
    assert chart.footnote == (
        "3 of 5 features are missing on some dataset; right: how many of each calculator. Not "
        "shown, since none is: 1 dataset, 2 calculators. Bars: features missing on the dataset; "
        "dark: on no other. The number at a dataset is the length of its shortest series. Dot: a "
        "feature is missing in some series of the dataset, not in all."
    )


def test_the_chart_counts_what_is_constant(small):
    chart = chart_of(small, "constant", None, None)
    assert chart.datasets == ("mid  30", "long  99")
    assert [row.name for row in chart.rows] == ["length", "a"]
    assert [row.shares.tolist() for row in chart.rows] == [[1, 1], [0.5, 0]]
    assert chart.bars.tolist() == [2, 1]
    assert chart.alone.tolist() == [1, 0]
