from __future__ import annotations

import json
import re

import pytest

import pybench as pb

PYTHON = ("--engine", "python")
HEADS = {"png": b"\x89PNG", "pdf": b"%PDF-", "svg": b"<?xml", "tex": b"\\begin{tikzpicture}"}


def test_writes_every_form_asked_for(pybench, table, tmp_path):
    outs = [part for form in HEADS for part in ("--out", f"d.{form}")]
    done = pybench(
        "diagram", table, "--higher-is-better", "--highlight", "b", "--group", "a=x", "--label",
        "a=Alpha", "--title", "All", "--width", "ieee-column", *outs, *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Critical difference diagram (nemenyi")
    for form, head in HEADS.items():
        assert (tmp_path / f"d.{form}").read_bytes().startswith(head)
        assert f"Written: d.{form}" in done.stdout
    for form in ("svg", "tex"):
        source = (tmp_path / f"d.{form}").read_text()
        assert "Alpha" in source
        assert "All" in source
    width = re.search(r'width="([\d.]+)pt"', (tmp_path / "d.svg").read_text())[1]
    assert float(width) == pytest.approx(72 * 3.487, abs=0.01)


def test_json_is_the_result(pybench, table):
    done = pybench(
        "diagram", table.name, "--lower-is-better", "--test", "wilcoxon", "--control", "b",
        "--adjust", "hommel", "--alpha", "0.2", "--out", "d.svg", "--json", *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    t = pb.read_results(table, higher_is_better=False)
    expected = pb.critical_difference(t, "wilcoxon", 0.2, adjust="hommel", control="b")
    assert said["result"] == json.loads(json.dumps(expected.to_dict()))
    assert said["files"] == ["d.svg"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--test", "tukey"), "`test` must be one of"),
        (("--width", "0.5"), "`width` must be at least"),
        (("--width", "nature"), "`width` must be one of"),
        (("--highlight", "z"), "`highlight` names a method that the result does not have"),
        (("--group", "a"), "expected --group METHOD=TEXT"),
        (("--control", "z"), "`control`"),
    ],
)
def test_bad_options_write_nothing(pybench, table, tmp_path, given, message):
    done = pybench("diagram", table, "--higher-is-better", "--out", "d.svg", *given, *PYTHON)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "d.svg").exists()


def test_compare_draws_its_files_with_the_look(pybench, table, tmp_path):
    done = pybench(
        "compare", table, "--higher-is-better", "--no-mcm", "--label", "a=Alpha", "--out", "o",
        *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Alpha" in (tmp_path / "o" / "critical-difference.svg").read_text()
    assert "Alpha" in (tmp_path / "o" / "critical-difference.tex").read_text()
