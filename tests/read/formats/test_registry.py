"""Which format files are of; values, folders, formats of one's own."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, ResultsTableError
from pybench.read.formats import registry
from pybench.read.formats.file import File
from pybench.read.results import file_grid, read_results
from tests.read.format_files import DATASETS, MAKERS, METHODS, SCORES, written

METRIC = {
    "lm-eval": "acc", "inspect": "match/accuracy", "every-eval-ever": "error",
    "mteb": "main_score", "helm": "exact_match/test", "sktime": "MSE", "amlb": "auc",
    "tabarena": "rmse", "fev": "MASE", "mlflow": "acc", "wandb": "acc",
}  # fmt: skip


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("asked", ["auto", "by name"])
def test_scores_names_metric_and_direction(name, asked, tmp_path):
    source, arguments = MAKERS[name](tmp_path / "in")
    t = read_results(source, format="auto" if asked == "auto" else name, **arguments)
    order = [t.datasets.index(one) for one in DATASETS]
    assert (sorted(t.datasets), t.classifiers) == (sorted(DATASETS), METHODS)
    assert np.array_equal(t.scores[order], SCORES)
    assert t.metric == METRIC[name]
    lower = name in ("every-eval-ever", "tabarena", "fev", "sktime")
    assert t.higher_is_better is not lower
    assert t.source == f"{source} ({name})"


@pytest.mark.parametrize("name", MAKERS)
def test_a_file_is_of_one_format(name, tmp_path):
    source, _ = MAKERS[name](tmp_path)
    files = [source] if source.is_file() else [p for p in source.rglob("*") if p.is_file()]
    found = set()
    for path in files:
        file = File(str(path), file_grid)
        found |= {one.name for one in registry.BUILT_IN if not one.lacks(file)}
    assert found == {name}


def test_folders_of_two_formats_need_a_choice(tmp_path):
    MAKERS["mteb"](tmp_path)
    MAKERS["every-eval-ever"](tmp_path)
    with pytest.raises(InputError, match="found `every-eval-ever`, `mteb`"):
        read_results(tmp_path, higher_is_better=True)
    assert read_results(tmp_path, higher_is_better=True, format="mteb").metric == "main_score"


def test_an_unknown_layout_names_the_nearest_format(tmp_path):
    path = written(tmp_path / "x.json", {"results": {}, "versions": {}})
    with pytest.raises(InputError, match="found almost `lm-eval`, without `n-shot`"):
        read_results(path)


@pytest.mark.parametrize(
    ("header", "near"),
    [
        ("id,task,framework,fold,score2", "almost `amlb`, without `result`"),
        ("dataset,fold,method,error", "almost `tabarena`, without `metric_error`"),
        ("model_name,dataset_path,error", "almost `fev`, without `test_error`"),
        ("run_id,status,params.model", "almost `mlflow`, without `metrics.NAME`"),
        ("Name,State,Created,acc", "almost `wandb`, without `Runtime`"),
    ],
)
def test_an_unknown_table_names_the_nearest_format(header, near, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(f"{header}\n{','.join('abcde'[: header.count(',') + 1])}\n")
    for source in (path, pd.read_csv(path)):
        with pytest.raises(ResultsTableError, match="expected a column") as caught:
            read_results(source, higher_is_better=True)
        assert caught.value.hint.endswith(f" The table is {near}.")
        assert str(caught.value).endswith(f" The table is {near}.")


def test_a_table_that_is_near_no_format_names_none(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a,b\nc,0.5\n")
    with pytest.raises(ResultsTableError) as caught:
        read_results(path, higher_is_better=True)
    assert caught.value.hint == 'Say which column holds the datasets: dataset="NAME".'


def test_a_pattern_a_list_and_a_folder_are_the_same(tmp_path):
    source, arguments = MAKERS["lm-eval"](tmp_path / "runs")
    whole = read_results(source, **arguments)
    files = sorted(source.rglob("*.json"))
    for other in (str(source / "*" / "*.json"), files, [str(one) for one in files]):
        t = read_results(other, **arguments)
        assert np.array_equal(t.scores, whole.scores)
        assert t.classifiers == whole.classifiers
    with pytest.raises(InputError, match="expected files that match the pattern, found none"):
        read_results(str(source / "*.nothing"), **arguments)


def test_a_folder_tells_what_it_leaves_out_and_refuses_what_it_cannot_read(tmp_path, caplog):
    source, arguments = MAKERS["lm-eval"](tmp_path)
    written(source / "results_other.json", {"results": {}})
    with caplog.at_level(logging.WARNING, "pybench"):
        t = read_results(source, **arguments)
    assert np.array_equal(t.scores, SCORES)
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("not of the format lm-eval and left out: `")
    (source / "results_cut.json").write_text("{")
    with pytest.raises(InputError, match=r"results_cut.json: expected valid JSON"):
        read_results(source, **arguments)


@pytest.fixture
def own_format(monkeypatch):
    monkeypatch.setattr(registry, "_own", {})

    def read(path):
        return pd.read_csv(path, sep=" ", names=["dataset", "method", "score"])

    def recognises(path):
        return Path(path).suffix == ".out" and Path(path).read_text().startswith("first ")

    pb.register_format("mine", read, files="*.out", recognises=recognises)


def test_a_format_of_ones_own(own_format, tmp_path):
    (tmp_path / "x.out").write_text("first A 1\nfirst B 2\n")
    for source in (tmp_path / "x.out", tmp_path):
        t = read_results(source, higher_is_better=True)
        assert (t.classifiers, t.source) == (("A", "B"), f"{source} (mine)")
    assert pb.formats()["format"].iloc[-1] == "mine"
    (tmp_path / "y.out").write_text("first A 3\nfirst B inf\n")
    with pytest.raises(ResultsTableError, match="finite"):
        read_results(tmp_path / "y.out", higher_is_better=True)


@pytest.mark.parametrize("name", ["auto", "table", "lm-eval"])
def test_a_built_in_format_is_not_replaced(name):
    with pytest.raises(ArgumentError, match="must not be that of a built-in format"):
        pb.register_format(name, str, files="*")


def test_formats_lists_what_there_is():
    listed = pb.formats()
    listed = listed.loc[listed["languages"] != "R", "format"].tolist()
    assert listed == ["table", *(one.name for one in registry.BUILT_IN)]
