from __future__ import annotations

import json

import pytest

import pybench as pb


@pytest.fixture
def gaps(tmp_path):
    path = tmp_path / "gaps.csv"
    lines = [f"d{i},{9 - i},{7 - i},{(5 - i) if i % 3 else ''}" for i in range(8)]
    path.write_text("\n".join(["dataset,a,b,c", *lines]) + "\n")
    return path


def test_it_prints_what_the_function_returns(pybench, gaps):
    t = pb.read_results(gaps, higher_is_better=True, missing="pairwise")
    expected = pb.missing_policies(t, ["pairwise", "impute:b"], 0.1, limits=(-9, 9))
    asked = (
        "missing", gaps.name, "--higher-is-better", "--policies", "pairwise, impute:b",
        "--alpha", "0.1", "--limits=-9,9", "--engine", "python",
    )  # fmt: skip
    done = pybench(*asked, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["result"] == json.loads(json.dumps(expected.to_dict()))
    words = " ".join(pybench(*asked).stdout.split())
    assert "Verdicts under 2 policies for missing scores" in words


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--limits", "0"), "expected --limits LOW,HIGH, found '0'"),
        (("--limits", "0,1"), "`limits` must include every score"),
        (("--policies", "error"), "`policies` must be policies for missing scores"),
        (("--policies", "impute:x"), "`missing` must name a method of the table"),
    ],
)
def test_bad_arguments_are_refused(pybench, gaps, arguments, message):
    done = pybench("missing", gaps.name, "--higher-is-better", "--engine", "python", *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
