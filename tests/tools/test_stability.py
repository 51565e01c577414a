"""Known regions are found, scattered datasets represent none, and fresh maps confirm the shares."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np

from bench import stability as bench

PAGE = Path(__file__).parents[2] / "docs" / "methods" / "landscapes.md"


def _rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def _percent(share):
    return f"{float(share):.0%}".replace("%", " %")


def test_regions_far_apart_are_found_and_confirmed():
    found, pairs = bench.one_run(8, 77)
    assert found["consensus_and_truth"] > 0.98
    assert found["regions"] == bench.REGIONS
    assert found["share_of_region_datasets"] > 0.95
    assert found["scattered_below_half"] == 1
    # Three consensus regions, 15 datasets; each pair is asked on three fresh maps of both kinds.
    assert len(pairs) == 3 * 15 * bench.FRESH * 2
    certain = [held for _, share, held in pairs if share == 1]
    assert len(certain) >= 11 * bench.FRESH * 2
    assert np.mean(certain) > 0.95


def test_without_regions_nothing_represents_one():
    found, pairs = bench.one_run(0, 77)
    assert abs(found["consensus_and_truth"]) < 0.1
    assert found["two_maps"] < 0.5
    assert found["share_of_region_datasets"] < 0.2
    assert np.mean([held for _, _, held in pairs]) < 0.05


def test_shares_are_sorted_into_bins():
    held = [(0, False), (0.25, True), (0.25, False), (0.5, True), (1, True)]
    rows = bench.calibration(
        [(new, *pair) for new in ("seed", "seed and instances") for pair in held]
    )
    assert [row["pairs"] for row in rows] == [1, 2, 1, 1] * 2
    assert [row["confirmed"] for row in rows[:4]] == ["0.000", "0.500", "1.000", "1.000"]


def test_the_page_quotes_the_tables():
    said = " ".join(PAGE.read_text().split())
    table = {row["distance"]: row for row in _rows(bench.OUT)}
    assert {row["scattered_below_half"] for row in table.values()} == {"1.000"}
    shares = {(r["new"], r["stated_share"]): r for r in _rows(bench.SHARES)}
    quoted = re.search(r"of (\S+) at distance 0, (\S+) at 3, (\S+) at 4 and (\S+) at 6", said)
    expected = [f"{float(table[d]['consensus_and_truth']):.2f}" for d in "0346"]
    assert [f"{float(one):.2f}" for one in quoted.groups()] == [
        one.replace("-0.00", "0.00") for one in expected
    ]
    for new, words in (("seed", "another seed confirms {} and {}"),
                       ("seed and instances", "new instances, too, {} and {}")):  # fmt: skip
        held = [shares[new, share]["confirmed"] for share in ("0.5 to below 1", "1")]
        assert words.format(*map(_percent, held)) in said
    assert f"({_percent(shares['seed', '0.5 to below 1']['mean_stated'])} on average)" in said
