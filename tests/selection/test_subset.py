"""A hand-picked subset among random ones."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.stream import draw


def test_by_brute_force(table):
    t = table(1, repeats=1)
    found = pb.subset_quality(t, ["d03", "d07"], 300, seed=4)
    row = found.table.set_index("metric").loc["mae"]
    ranks = pb.ranks(t).to_numpy()
    errors = [
        np.abs(ranks[rows].mean(axis=0) - ranks.mean(axis=0)).mean()
        for rows in [[3, 7], *draw(14, 2, 300, 4, "random selection of 2").tolist()]
    ]
    assert row["value"] == pytest.approx(errors[0])
    rest = np.round(errors[1:], 12)
    own = round(errors[0], 12)
    assert row["better_than"] == pytest.approx(np.mean(rest > own) + np.mean(rest == own) / 2)
    assert row["random"] == pytest.approx(np.mean(errors[1:]))
    assert "2 of 14 datasets, beside 300 random subsets" in str(found)


def test_the_best_by_the_oracle_is_better_than_random(table):
    t = table(1)
    names = pb.select(t, 4, "oracle").names
    assert pb.subset_quality(t, names).table["better_than"].iloc[0] > 0.95


@pytest.mark.parametrize("names", [[], ["zz"], ["d01", "d01"]])
def test_what_is_refused(table, names):
    with pytest.raises(ArgumentError, match="names"):
        pb.subset_quality(table(0), names)
