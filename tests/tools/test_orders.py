"""Rounds of tests in several orders: what is done is kept, what differs is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import orders  # noqa: E402

sys.path.remove(str(ROOT / "tools"))

REPORT = """<testsuites><testsuite><testcase classname="a" name="b"/>
<testcase classname="a" name="c">{}</testcase></testsuite></testsuites>"""


@pytest.fixture
def played(monkeypatch, tmp_path):
    """Return a function: arguments -> exit status, with rounds that only write a report."""
    monkeypatch.setattr(orders, "BUILD", tmp_path)
    monkeypatch.setattr(orders, "locales", lambda: ["C", "C.UTF-8"])
    monkeypatch.setattr(orders, "code", lambda: "this-code")
    monkeypatch.setattr(orders, "commit", lambda: "c0ffee")
    monkeypatch.setattr(orders, "turn_of_r", lambda number, locale: {"R test": "passed"})
    ran = []

    def run(command, variables, name):
        ran.append((name, variables["LC_ALL"], variables["PYTHONHASHSEED"]))
        result = broken.get(name, "")
        if result is not None:
            (tmp_path / f"{name}.xml").write_text(REPORT.format(result))
        return tmp_path / f"{name}.log"

    broken: dict[str, str | None] = {}
    monkeypatch.setattr(orders, "run", run)

    def play(*arguments):
        monkeypatch.setattr(sys, "argv", ["orders.py", *arguments])
        return orders.main()

    play.ran, play.broken = ran, broken
    return play


def test_rounds_that_are_done_are_not_run_again(played, monkeypatch, tmp_path):
    assert played("--rounds", "3") == 0
    assert played.ran == [
        ("round-0", "C", "0"), ("round-1", "C.UTF-8", "1"), ("round-2", "C", "2"),
    ]  # fmt: skip
    assert played("--rounds", "5", "--out", str(tmp_path / "t.csv")) == 0
    assert [name for name, *_ in played.ran[3:]] == ["round-3", "round-4"]
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 1 + 5 + 1  # and R in C
    for changed in (["--anew"], ["--workers", "2"]):
        del played.ran[:]
        assert played("--rounds", "2", *changed) == 0
        assert len(played.ran) == 2
    del played.ran[:]
    monkeypatch.setattr(orders, "code", lambda: "other-code")
    assert played("--rounds", "2", "--workers", "2") == 0
    assert len(played.ran) == 2


def test_a_commit_may_be_new_where_the_code_is_not(played, monkeypatch, tmp_path):
    assert played("--rounds", "1") == 0
    monkeypatch.setattr(orders, "commit", lambda: "decade")
    played.broken["round-1"] = "<skipped/>"
    assert played("--rounds", "2") == 1
    assert [name for name, *_ in played.ran] == ["round-0", "round-1"]
    # A stamp without its commit is of an older tool: the round is run again.
    (tmp_path / "round-0.done").write_text("this-code 8")
    assert played("--rounds", "1") == 0
    assert played.ran[-1][0] == "round-0"


def test_rounds_of_another_commit_count_when_asked_for(played, monkeypatch, tmp_path):
    assert played("--rounds", "2") == 0
    del played.ran[:]
    monkeypatch.setattr(orders, "code", lambda: "other-code")
    monkeypatch.setattr(orders, "commit", lambda: "decade")
    # What is new in it is no difference; what fails is.
    monkeypatch.setattr(sys.modules[__name__], "REPORT", REPORT.replace('"c"', '"d"'))
    table = tmp_path / "t.csv"
    more = ("--rounds", "4", "--workers", "2", "--also", "c0ffee", "--out", str(table))
    assert played(*more) == 0
    assert [name for name, *_ in played.ran] == ["round-2", "round-3"]
    ends = [line.split(",")[-3:] for line in table.read_text().splitlines()[1:5]]
    assert ends == [["0", "8", "c0ffee"]] * 2 + [["0", "2", "decade"]] * 2
    played.broken["round-4"] = "<failure/>"
    assert played("--rounds", "5", *more[2:]) == 1
    assert played("--rounds", "1", "--also", "another") == 0
    assert played.ran[-1][0] == "round-0"


@pytest.mark.parametrize("result", ["<failure/>", "<skipped/>", None])
def test_what_fails_differs_or_does_not_report_is_named(played, result, capsys):
    played.broken["round-1"] = result
    assert played("--rounds", "2") == 1
    assert (
        "the run itself" in capsys.readouterr().out
        if result is None
        else "a::c" in (capsys.readouterr().out)
    )
    # It is still bad when it is only looked at.
    if result is not None:
        assert played("--rounds", "2") == 1


def test_the_code_is_named_by_its_commit_and_its_changes():
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    if head.returncode:
        pytest.skip("no repository")
    assert orders.code() == orders.code()
    assert len(orders.code()) == 64
    assert orders.commit().removesuffix("-changed") == head.stdout[:7]
