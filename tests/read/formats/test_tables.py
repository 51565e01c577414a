"""Tables of other tools, from files and frames."""

from __future__ import annotations

import logging

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import InputError, ResultsTableError
from pybench.read.formats import registry
from pybench.read.results import read_results
from tests.read.format_files import MAKERS, SCORES, TABLES


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.25", "abc"), ("0.25", "inf"), ("0.25", "True"), ("0.25", ""), ("0.25", "0,25"),
        ("0.25", "0x1"), ("first", ""), ("a/small", ""), ("first", '"first'),
        ("a/small", "b/large"),
        (",first,", ",first,,"), ("\n", "\n\n"), ("\n", "\r"), ("first", "first\0"),
        ("first", "second"),
    ],
)  # fmt: skip
def test_a_spoilt_table_is_refused(name, old, new, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    import gzip

    text = (
        gzip.decompress(source.read_bytes()) if source.suffix == ".gz" else source.read_bytes()
    ).decode()
    if old not in text:
        old = old.replace(",first,", "first,")
    path = tmp_path / "spoilt.csv"
    path.write_text(text.replace(old, new, 1), newline="", encoding="utf-8")
    with pytest.raises(InputError):
        read_results(path, format=name, **arguments)


@pytest.mark.parametrize("name", TABLES)
def test_a_column_less_is_another_format(name, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    frame = pd.read_csv(source)
    one = next(one for one in registry.BUILT_IN if one.name == name)
    for column in one.needs:
        path = tmp_path / "less.csv"
        frame.drop(columns=column).to_csv(path, index=False)
        with pytest.raises(InputError, match=f"a file of the format `{name}`, found no `{column}`"):
            read_results(path, format=name, **arguments)


@pytest.mark.parametrize(("column", "state"), [("status", "FAILED"), ("State", "crashed")])
def test_a_run_that_did_not_end_is_refused(column, state, tmp_path):
    source, arguments = MAKERS["mlflow" if column == "status" else "wandb"](tmp_path)
    frame = pd.read_csv(source)
    frame.loc[2, column] = state
    frame.to_csv(source, index=False)
    with pytest.raises(ResultsTableError, match=f"found `{state}`") as caught:
        read_results(source, **arguments)
    assert (caught.value.line, caught.value.column) == (4, column)


def test_frames_are_recognised_as_files(tmp_path):
    for name in TABLES:
        source, arguments = MAKERS[name](tmp_path / name)
        t = read_results(pd.read_csv(source), **arguments)
        assert np.array_equal(t.scores, SCORES), name
        assert t.source == f"data frame ({name})"


def test_a_column_that_is_named_makes_a_plain_table(tmp_path):
    source, _ = MAKERS["amlb"](tmp_path)
    t = read_results(
        source, higher_is_better=True, dataset="task", classifier="framework", score="auc"
    )
    assert (t.source, t.metric) == (str(source), None)


def test_filled_scores_are_told(tmp_path, caplog):
    source, _ = MAKERS["tabarena"](tmp_path)
    frame = pd.read_csv(source)
    frame.loc[1, "imputed"] = True
    with caplog.at_level(logging.WARNING, "pybench"):
        t = read_results(frame)
    assert np.array_equal(t.scores, SCORES)
    assert caplog.messages == ["1 score of the file: the tool filled in the results of failed runs"]


@pytest.mark.parametrize("metric", ["roc_auc", "roc_auc error", None])
def test_the_error_of_a_metric_of_which_higher_is_better_is_named_so(tmp_path, metric):
    source, _ = MAKERS["tabarena"](tmp_path)
    frame = pd.read_csv(source).assign(metric="roc_auc")
    t = read_results(frame, metric=metric)
    assert (t.metric, t.higher_is_better) == ("roc_auc error", False)
    assert np.array_equal(t.scores, SCORES)
    assert "suspicious-direction" not in pb.nemenyi(t).notes
    plain = read_results(t.to_frame(), higher_is_better=False, metric="roc_auc")
    assert "suspicious-direction" in pb.nemenyi(plain).notes


def test_errors_of_several_metrics_are_named_by_dataset(tmp_path):
    source, _ = MAKERS["tabarena"](tmp_path)
    frame = pd.read_csv(source)
    first = frame["dataset"] == frame["dataset"].iloc[0]
    t = read_results(frame.assign(metric=np.where(first, "roc_auc", "rmse")))
    assert set(t.metrics) == {"roc_auc error", "rmse"}
    one = read_results(frame.assign(metric=np.where(first, "roc_auc", "rmse")), metric="roc_auc")
    assert one.metric == "roc_auc error"
    assert one.n_datasets == 1
