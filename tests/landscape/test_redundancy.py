"""Redundancy: the figures of the paper's section 4.3, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from tests.landscape.test_coverage import random_case, spread


def test_unique_datasets_per_region_and_their_mean():
    """Section 4.3: 65, 53, 7, 68, 55 and 1 datasets, 41.5 on average, 46 in one region only."""
    wanted = [65, 53, 7, 68, 55, 1]
    # 46 datasets live in one region each; the other memberships go to 67 datasets in turn.
    rows = np.zeros((113, 6), dtype=int)
    alone = [10, 10, 2, 14, 10, 0]
    at = 0
    for region, many in enumerate(alone):
        rows[at : at + many, region] = 50
        at += many
    for region, many in enumerate(wanted):
        mixed = np.arange(many - alone[region]) + 46 if region < 3 else None
        if mixed is None:
            mixed = 46 + (np.arange(67)[::-1])[: many - alone[region]]
        rows[mixed, region] = 5
    t = spread(**{f"d{i}": row.tolist() for i, row in enumerate(rows)})
    found = t.redundancy
    assert found.regions["datasets"].tolist() == wanted
    assert found.mean_datasets == 41.5
    assert len(found.single) == (np.count_nonzero(rows, axis=1) == 1).sum() >= 46
    assert found.sparse_regions == ("R6",)
    assert "R6: 1 dataset, 0 of them in no other" in str(found)


def test_brute_force():
    dataset, region = random_case(3)
    t = pb.coverage([*dataset, "lone"], [*region, 5], 7)
    found = pb.redundancy(t, 0.5)
    for r in range(7):
        inside = {d for d, x in zip([*dataset, "lone"], [*region, 5], strict=True) if x == r}
        row = found.regions.loc[f"R{r + 1}"]
        assert row["datasets"] == len(inside)
        assert row["instances"] == t.counts[f"R{r + 1}"].sum()
        assert row["share"] == 100 * row["instances"] / 401
    assert found.single == ("lone",)
    assert found.regions["alone"].tolist() == [0, 0, 0, 0, 0, 1, 0]
    assert found.sparse_regions == ("R6", "R7")


@pytest.mark.parametrize("sparse", [0, 100, -1, "1", None, float("nan"), True])
def test_bounds_out_of_range_are_refused(sparse):
    with pytest.raises(pb.ArgumentError, match="`sparse` must be a number between 0 and 100"):
        pb.redundancy(spread(a=[1]), sparse)


def test_what_is_no_coverage_is_refused():
    with pytest.raises(pb.ArgumentError, match="`coverage` must be a Coverage, not dict"):
        pb.redundancy({"a": [1]})
