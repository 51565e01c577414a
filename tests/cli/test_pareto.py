from __future__ import annotations

import json

import pytest

import pybench as pb

PYTHON = ("--engine", "python")


def test_costs_of_a_file_or_of_options(pybench, table, tmp_path):
    """The same costs on every dataset, as a table or as numbers."""
    t = pb.read_results(table, higher_is_better=True)
    cost = {name: i + 1.5 for i, name in enumerate(t.classifiers)}
    rows = [",".join(["dataset", *cost])]
    rows += [",".join([name, *map(str, cost.values())]) for name in t.datasets]
    (tmp_path / "costs.csv").write_text("\n".join(rows) + "\n")
    given = [part for name, one in cost.items() for part in ("--cost", f"{name}={one}")]
    answers = [
        pybench(
            "pareto", table.name, "--higher-is-better", *options, "--resamples", "50", "--of",
            "ranks", "--out", "f.svg", "--out", "f.png", "--json", *PYTHON,
        )
        for options in (["--costs", "costs.csv"], given)
    ]  # fmt: skip
    results = [json.loads(done.stdout)["result"] for done in answers]
    expected = pb.pareto(t, cost, "ranks", resamples=50)
    assert results[1] == json.loads(json.dumps(expected.to_dict()))
    assert results[0]["shares"] == results[1]["shares"]
    assert results[0]["costs_vary"]
    assert (tmp_path / "f.svg").read_bytes().startswith(b"<?xml")
    assert json.loads(answers[0].stdout)["files"] == ["f.svg", "f.png"]


def test_text(pybench, table, tmp_path):
    names = pb.read_results(table, higher_is_better=True).classifiers
    given = [part for name in names for part in ("--cost", f"{name}=2")]
    done = pybench(
        "pareto", table, "--higher-is-better", *given, "--noun", "model", "--out", "f.pdf", *PYTHON
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{len(names)} models on" in done.stdout
    assert "Written: f.pdf" in done.stdout


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "expected --costs or --cost, found neither"),
        (("--cost", "a=1", "--costs", "x.csv"), "expected --costs or --cost, found both"),
        (("--cost", "a"), "expected --cost METHOD=NUMBER, found 'a'"),
        (("--cost", "a=b"), "expected --cost METHOD=NUMBER, found 'a=b'"),
        (("--cost", "zz=1"), "must name methods of the table"),
        (("--cost", "a=1", "--noun", "<b>"), "`noun` must be a word"),
    ],
)
def test_bad_options_write_nothing(pybench, table, tmp_path, given, message):
    done = pybench("pareto", table, "--higher-is-better", "--out", "d.svg", *given, *PYTHON)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "d.svg").exists()
