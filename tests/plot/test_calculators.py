"""What the figure of features counts."""

from __future__ import annotations

import numpy as np

from pybench.plot.calculators import chart_of

NAN = np.nan


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
