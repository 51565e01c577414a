"""The table of sufficient sizes: every cell is that of the result."""

from __future__ import annotations

import dataclasses
import math

import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot._sufficient import cell_text


@pytest.fixture(scope="module")
def result():
    t = pb.read_results(
        [[1, 2, 3]] * 8, higher_is_better=True, datasets=[f"d{i}" for i in range(8)],
        classifiers=list("abc"),
    )  # fmt: skip
    found = pb.rank_preservation(t, None, ["random"], (2, 3, 6), trials=3)
    rows = [
        ("random", "", "spearman", 0.9, 3.0, 6.0),
        ("k-means", "<b>&", "spearman", 0.9, 2.0, math.inf),
        ("k-means", "other", "spearman", 0.9, math.inf, math.inf),
        ("d-optimal", "other", "spearman", 0.9, 6.0, 6.0),
        ("d-optimal", "other", "mae", 1.5, 2.0, 2.0),
    ]
    return dataclasses.replace(
        found, sufficient=pd.DataFrame(rows, columns=list(found.sufficient.columns))
    )


def test_cells(result):
    figure = pb.plot.sufficient(result, title="Enough")
    said = [text.get_text() for text in figure.axes[0].texts]
    assert said[:4] == ["Enough", "no features", "<b>&", "other"]
    assert said[4:-len([s for s in said if "Smallest" in s])][:8] == [
        "random", "3 (6)", "k-means", "2 (–)", "–", "d-optimal", "6 (6)", said[11],
    ]  # fmt: skip
    assert "at least 0.9" in " ".join(said)


def test_the_fewer_the_darker(result):
    (tiles,) = pb.plot.sufficient(result).axes[0].collections
    depth = [sum(colour[:3]) for colour in tiles.get_facecolor()]  # 3, 2, none, 6
    assert depth[1] < depth[0] < depth[3]


def test_less_is_better_for_an_error(result):
    said = " ".join(t.get_text() for t in pb.plot.sufficient(result, metric="mae").axes[0].texts)
    assert "at most 1.5" in said


def test_text_of_a_cell():
    assert cell_text((2.0, 3.0)) == "2 (3)"


def test_a_metric_without_target(result):
    with pytest.raises(ArgumentError, match="metric"):
        pb.plot.sufficient(result, metric="kendall")
