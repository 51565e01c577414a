"""docs/reliability.md says what its tables hold, and these name tests that are there."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import dashboard  # noqa: E402

sys.path.remove(str(ROOT / "tools"))


def table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


TARGETS = table(ROOT / "bench" / "targets.csv")


def test_the_page_is_that_of_its_tables():
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert page == dashboard.page(), "run python tools/dashboard.py write"


def test_all_targets_are_judged():
    assert [row["id"] for row in TARGETS] == [f"R{i}" for i in range(1, len(TARGETS) + 1)]
    assert len(TARGETS) == 54
    assert {row["holds"] for row in TARGETS} <= {"yes", "partly", "no"}
    assert all(bool(row["short"]) == (row["holds"] != "yes") for row in TARGETS)


@pytest.mark.parametrize("row", TARGETS, ids=lambda row: row["id"])
def test_what_shows_a_target_is_there(row):
    assert row["shown_by"]
    for shown in row["shown_by"].split():
        file, _, test = shown.partition("::")
        assert (ROOT / file).exists(), shown
        if test:
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), shown


JUNIT = """<testsuites><testsuite>
<testcase name="a"><properties><property name="kills" value="3"/></properties></testcase>
<testcase name="b"><failure/>
<properties><property name="kills" value="200"/></properties></testcase>
<testcase name="c"><failure/></testcase>
<testcase name="d"><properties><property name="relative_difference" value="2e-13"/>
<property name="relative_difference_in" value="miller.pvalues"/></properties></testcase>
</testsuite></testsuites>"""


def test_numbers_are_counted_from_reports(tmp_path):
    (tmp_path / "slow.xml").write_text(JUNIT)
    (tmp_path / "fuzz.csv").write_text(
        "format,how,mutants,failures,seconds\nts,guided,20000,0,9\nucr,guided,20000,1,9\n"
    )
    head = "step,seconds,verdict,passed,failed,skipped\n"
    rows = "gctorture,9,ok,1,0,0\nvalgrind,9,FAILED,0,1,0\nother,9,FAILED,0,1,0\n"
    (tmp_path / "nightly.csv").write_text(head + rows)
    found = dashboard.measured(tmp_path, tmp_path / "nightly.csv")
    assert found["crashes"][:2] == ("40,000 mutants of 2 formats and readers", 1)
    gap = found["relative difference of R and Python"]
    assert gap[:3] == ("every statistic in 1 tests; the worst is miller.pvalues", 2e-13, 1e-12)
    assert found["torn reads"][:2] == ("203 kills", 1)
    assert found["C reports"][:2] == ("2 runs: gctorture, valgrind", 1)
    assert "lost values" not in found  # nobody counted
    assert found["share of seeded faults caught"][2] == 0.9


def test_rows_are_of_commits_of_this_repository():
    for row in table(ROOT / "bench" / "reliability.csv"):
        done = subprocess.run(["git", "cat-file", "-t", row["commit"]], cwd=ROOT, text=True,
                              capture_output=True)  # fmt: skip
        if "not a git repository" in done.stderr or (ROOT / ".git" / "shallow").exists():
            pytest.skip("no history here")
        assert done.stdout.strip() == "commit", row
