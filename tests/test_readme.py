"""The README is short; the tables of speeds are those of the benchmarks."""

from __future__ import annotations

import runpy
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parent.parent


def told() -> list[list[str]]:
    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_the_readme_can_be_read_in_minutes():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def test_it_has_rows():
    assert len(told()) >= 10


@pytest.mark.parametrize("row", told(), ids=lambda row: f"{row[0]}: {row[2]}")
def test_a_row_is_a_measurement(row):
    """To the two digits that are shown."""
    what, ours, other, theirs, times = row
    table = pd.read_csv(ROOT / "bench" / "results.csv").set_index(["bench", "who"])["median_s"]
    mine, peer = table[what, "pybench"], table[what, other]
    assert float(ours) == pytest.approx(mine, rel=0.05)
    assert float(theirs) == pytest.approx(peer, rel=0.05)
    assert float(times) == pytest.approx(peer / mine, rel=0.05)


def test_the_page_of_benchmarks_is_what_the_tables_make():
    page = ROOT / "bench" / "README.md"
    text = runpy.run_path(str(ROOT / "bench" / "page.py"))["text"]
    assert page.read_text(encoding="utf-8") == text()
