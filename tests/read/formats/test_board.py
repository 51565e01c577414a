"""Directions, metrics, variants, files together."""

from __future__ import annotations

import shutil

import pandas as pd
import pytest

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.read.results import read_results
from tests.read.format_files import MAKERS, METHODS


@pytest.mark.parametrize("name", MAKERS)
def test_the_direction_is_stated_or_asked_for(name, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    given = arguments.pop("higher_is_better", None)
    if given is not None:
        with pytest.raises(ArgumentError, match="`higher_is_better` must be given"):
            read_results(source, **arguments)
        return
    stated = read_results(source, **arguments).higher_is_better
    with pytest.raises(ResultsTableError, match=r"the file says that (higher|lower) scores"):
        read_results(source, higher_is_better=not stated, **arguments)


@pytest.mark.parametrize("name", MAKERS)
def test_an_unknown_metric_is_refused_with_those_that_there_are(name, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    arguments = {"higher_is_better": True, **arguments, "metric": "absent"}
    with pytest.raises(ResultsTableError, match="absent"):
        read_results(source, **arguments)


@pytest.mark.parametrize("name", ["lm-eval", "inspect", "every-eval-ever", "helm"])
def test_the_same_run_twice_is_refused_with_its_files(name, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    first = next(p for p in sorted(source.rglob("*.json")) if p.name != "run_spec.json")
    for one in first.parent.iterdir():
        (first.parent / "again").mkdir(exist_ok=True)
        if one.is_file():
            shutil.copy(one, first.parent / "again" / one.name)
    with pytest.raises(ResultsTableError, match=f"found several for .*again/{first.name}"):
        read_results(source, **arguments)
    assert read_results(source, repeats="available", **arguments).n_repeats == 2


def test_variants_of_a_name_are_told_apart(tmp_path):
    source, _ = MAKERS["amlb"](tmp_path)
    frame = pd.read_csv(source)
    slow = frame.assign(constraint="4h8c", result=0.5)
    pd.concat([frame, slow]).to_csv(source, index=False)
    t = read_results(source)
    names = [
        f"{method} (1.{j}, {limit})"
        for limit in ("1h8c", "4h8c")
        for j, method in enumerate(METHODS)
    ]
    assert [name.replace("1.0, ", "").replace("1.1, ", "") for name in names] == list(t.classifiers)
    frame.assign(version=["1", "2", "2", "2"]).to_csv(source, index=False)
    with pytest.raises(
        ResultsTableError, match=r"found 2 missing, the first for dataset `first` and method"
    ):
        read_results(source)


def test_several_metrics_need_a_choice(tmp_path):
    source, _ = MAKERS["lm-eval"](tmp_path)
    with pytest.raises(
        ResultsTableError, match=r"`acc,none`, `acc_norm,none`. Give the metric, for ex"
    ):
        read_results(source)
    assert read_results(source, metric="acc_norm,none").datasets == ("second",)


def test_plain_tables_of_several_files_are_stacked(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(f"task,model,score\n{name},A,1\n{name},B,2\n")
    t = read_results(str(tmp_path / "*.csv"), higher_is_better=True)
    assert (t.datasets, t.scores.tolist()) == (("one", "two"), [[1, 2], [1, 2]])
    (tmp_path / "three.csv").write_text("task,method,score\nx,A,1\n")
    with pytest.raises(
        ResultsTableError, match=r"expected the columns of .*, found `m.*` in addition"
    ):
        read_results(str(tmp_path / "*.csv"), higher_is_better=True)
