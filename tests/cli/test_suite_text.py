"""What is said of a suite: who was left out and why, ten at most; verdicts, whole or in part."""

from __future__ import annotations

import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.cli.options import Output
from pybench.cli.suite_text import print_suite, verdicts_of


@pytest.fixture
def suite():
    frame = pd.DataFrame({"NumberOfInstances": [5.0] * 12 + [50.0]}, index=list("abcdefghijklm"))
    return pb.Suite.create("t", frame, constraints={"NumberOfInstances": (10, None)})


def test_ten_are_named_and_the_rest_counted(suite, capsys):
    print_suite(suite, Output())
    told = capsys.readouterr().out
    assert "12 candidates left out, 0 answers unknown" in told
    assert told.count("NumberOfInstances: 5, needed: >= 10") == 10
    assert "and 2 more: `pybench suite show --verdicts`" in told


def test_verdicts_of_some(suite):
    assert len(verdicts_of(suite, [], [])) == 13
    assert verdicts_of(suite, ["m"], ["NumberOfInstances"])["verdict"].tolist() == ["pass"]
    with pytest.raises(
        ArgumentError, match="--rules names rules that the suite does not have: `size`"
    ):
        verdicts_of(suite, [], ["size"])


def test_numbers_that_were_read_as_classes_are_named(tmp_path, capsys):
    rows = "".join(f"{i},{i % 3}\n" for i in range(30))
    (tmp_path / "codes.csv").write_text("x,y\n" + rows)
    for type, told in (("auto", True), ("classification", False), ("regression", False)):
        suite = pb.Suite.create("t", {"codes": tmp_path / "codes.csv"}, target="y", type=type)
        print_suite(suite, Output())
        line = "numbers read as classes (--type regression predicts them): `codes`"
        assert (line in capsys.readouterr().out) == told
