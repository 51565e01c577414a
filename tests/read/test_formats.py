"""Files of other tools: values, directions, choices; hostile variants of each format."""

from __future__ import annotations

import copy
import json
import logging
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, ResultsTableError
from pybench.read import results
from pybench.read.formats import registry
from pybench.read.formats.file import File
from pybench.read.layout import Roles
from pybench.read.results import file_grid, read_results
from tests.read.format_files import DATASETS, DOCUMENTS, MAKERS, METHODS, SCORES, TABLES, written

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


# ---- hostile variants ----------------------------------------------------------------------------


def _places(value, at=()):
    """Yield the path of every value inside a document, but for long lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*at, key)
        if isinstance(one, (dict, list)):
            yield from _places(one, (*at, key))


def _changed(document, at, change):
    changed = copy.deepcopy(document)
    inside = changed
    for key in at[:-1]:
        inside = inside[key]
    if change is DELETED:
        del inside[at[-1]]
    else:
        inside[at[-1]] = change
    return changed


DELETED = object()
CHANGES = (DELETED, None, "", "text", True, 7, 1e400, -1, [], {}, [None], {"": None})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_change_of_a_document_is_read_or_refused(name, tmp_path):
    """Each value in turn is deleted or replaced: pybench's errors alone may come out."""
    source, arguments = MAKERS[name](tmp_path)
    path = source if source.is_file() else sorted(source.rglob("*.json"))[-1]
    original, refused = json.loads(path.read_text()), 0
    for at in _places(original):
        for change in CHANGES:
            written(path, _changed(original, at, change))
            try:
                t = read_results(source, format=name, **arguments)
            except (InputError, ArgumentError):
                refused += 1
            else:
                assert np.isfinite(t.scores).all(), (at, change)
    assert refused >= 20


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"", "JSON"),
        (lambda data: data[: len(data) // 2], "JSON"),
        (lambda data: data + b"}", "JSON"),
        (lambda data: b"\0" + data, "JSON"),
        (lambda data: data + b"\xff", "JSON"),
        (lambda data: data.replace(b'"', b"'"), "JSON"),
        (lambda data: b"[" * 100_000, "nested too deeply"),
        (lambda data: b'{"a": 1, "a": 2}', "the key `a` twice"),
        (lambda data: b"[]", "expected"),
        (lambda data: b"null", "expected"),
        (lambda data: b"7", "expected"),
    ],
)
def test_a_spoilt_document_is_refused(name, spoil, words, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    path = source if source.is_file() else sorted(source.rglob("*.json"))[-1]
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InputError, match=words) as caught:
        read_results(path, format=name, **arguments)
    assert caught.value.file == str(path)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b""), "zip archive"),
        (lambda path: path.write_bytes(path.read_bytes()[:60]), "zip archive"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b"header", b"heater")), "none in"),
        (lambda path: path.write_bytes(b"{}"), "zip archive"),
    ],
)
def test_a_spoilt_archive_is_refused(spoil, words, tmp_path):
    source, arguments = MAKERS["inspect"](tmp_path)
    path = next(source.glob("*.eval"))
    spoil(path)
    with pytest.raises(InputError, match=words):
        read_results(path, **arguments)


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    source, arguments = MAKERS["inspect"](tmp_path)
    monkeypatch.setattr("pybench.read.formats.file.LARGEST", 10)
    with pytest.raises(InputError, match="unpacks to more than"):
        read_results(next(source.glob("*.eval")), **arguments)


@pytest.mark.parametrize("status", ["error", "cancelled", "started"])
def test_a_log_of_a_run_that_did_not_end_is_refused(status, tmp_path):
    source, arguments = MAKERS["inspect"](tmp_path)
    path = next(source.glob("*.json"))
    written(path, json.loads(path.read_text()) | {"status": status})
    with pytest.raises(InputError, match=f'expected the status "success", found `{status}`'):
        read_results(source, **arguments)


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


def test_gzip_that_is_cut_is_refused(tmp_path):
    source, _ = MAKERS["tabarena"](tmp_path)
    source.write_bytes(source.read_bytes()[:-20])
    with pytest.raises(InputError, match="expected a gzip file"):
        read_results(source)


@pytest.mark.parametrize(("column", "state"), [("status", "FAILED"), ("State", "crashed")])
def test_a_run_that_did_not_end_is_refused(column, state, tmp_path):
    source, arguments = MAKERS["mlflow" if column == "status" else "wandb"](tmp_path)
    frame = pd.read_csv(source)
    frame.loc[2, column] = state
    frame.to_csv(source, index=False)
    with pytest.raises(ResultsTableError, match=f"found `{state}`") as caught:
        read_results(source, **arguments)
    assert (caught.value.line, caught.value.column) == (4, column)


# ---- variants, choices ---------------------------------------------------------------------------


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


def test_a_benchmark_without_a_fold_is_refused(tmp_path):
    source, arguments = MAKERS["sktime"](tmp_path)
    written(source, [row | {"folds": {}} for row in json.loads(source.read_text())])
    with pytest.raises(InputError, match="expected at least one score, found none"):
        read_results(source, **arguments)


def test_a_metric_of_one_dataset_only_is_not_padded(tmp_path):
    source, _ = MAKERS["mteb"](tmp_path)
    t = read_results(source, metric="ndcg_at_10", higher_is_better=True)
    assert np.array_equal(t.scores, np.full((2, 2), 0.1))


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


# ---- columns -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dataset", ["dataset", "task"])
@pytest.mark.parametrize("method", ["classifier", "method", "model", "estimator", "framework"])
def test_synonyms_of_columns(dataset, method):
    frame = pd.DataFrame({dataset: ["d", "d"], method: ["A", "B"], "score": [1, 2]})
    t = read_results(frame, higher_is_better=True)
    assert (t.datasets, t.classifiers) == (("d",), ("A", "B"))


def test_a_method_called_model_stays_a_method(tmp_path):
    frame = pd.DataFrame({"dataset": ["d", "e"], "model": [0.1, 0.3], "score": [0.2, 0.4]})
    for source in (frame, tmp_path / "t.csv"):
        frame.to_csv(tmp_path / "t.csv", index=False)
        assert read_results(source, higher_is_better=True).classifiers == ("model", "score")


def test_two_synonyms_are_not_chosen_between():
    frame = pd.DataFrame({"dataset": ["d"], "model": ["A"], "framework": ["F"], "score": [1]})
    with pytest.raises(ResultsTableError):
        read_results(frame, higher_is_better=True)


def test_several_columns_make_a_resample():
    rows = [
        {"dataset": "d", "method": m, "score": 100 * r + f, "repeat": r, "fold": f}
        for f in (10, 9) for r in (1, 0) for m in "AB"
    ]  # fmt: skip
    t = read_results(
        pd.DataFrame(rows), higher_is_better=True, resample=("repeat", "fold"), repeats="keep"
    )
    assert t.by_repeat[0, 0].tolist() == [9, 10, 109, 110]
    with pytest.raises(ResultsTableError, match="resample `0, 9` on rows"):
        read_results(
            pd.DataFrame([*rows, rows[-1]]), higher_is_better=True, resample=("repeat", "fold"),
            repeats="keep",
        )  # fmt: skip
    with pytest.raises(ArgumentError, match="must name different columns"):
        read_results(pd.DataFrame(rows), higher_is_better=True, resample=("fold", "fold"))
    with pytest.raises(ArgumentError, match="`resample` must be the name of a column"):
        read_results(pd.DataFrame(rows), higher_is_better=True, resample=("fold", 3))


def test_large_files_with_synonyms_are_read_fast_and_the_same(tmp_path, monkeypatch):
    rows = "".join(f"d{i},m{j},{i + j}\n" for i in range(50) for j in range(4))
    path = tmp_path / "t.csv"
    path.write_text("task,framework,score\n" + rows)
    slow = read_results(path, higher_is_better=True)
    monkeypatch.setattr("pybench.read.plain.SMALLEST", 0)
    fast = read_results(path, higher_is_better=True)
    assert results.plain_grid(str(path), None, "auto", Roles(), None) is not None
    assert np.array_equal(fast.scores, slow.scores)
    assert (fast.datasets, fast.classifiers) == (slow.datasets, slow.classifiers)


# ---- Excel ---------------------------------------------------------------------------------------


def test_an_excel_sheet_is_read_as_its_csv(tmp_path):
    frame = pd.DataFrame({"dataset": ["d", "e"], "A": [0.1, 0.25], "B": [1, 2]})
    frame.to_excel(tmp_path / "t.xlsx", index=False)
    t = read_results(tmp_path / "t.xlsx", higher_is_better=True)
    assert (t.datasets, t.scores.tolist()) == (("d", "e"), [[0.1, 1], [0.25, 2]])


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "expected a header row, found an empty sheet"),
        ([["dataset", "A"], ["d", 1, 2]], "a value to the right of the header"),
        ([["dataset", "A"], ["d", "x"]], "found `x`"),
        ([["dataset", "A"], ["d", True]], "found"),
        ([["dataset", None, "A"], ["d", 1, 2]], "column 2 without one"),
        ([["dataset", "A"], [None, 1]], "found"),
        ([["dataset", "A"], ["d", None]], "missing"),
    ],
)
def test_a_spoilt_sheet_is_refused(rows, words, tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    with pytest.raises(InputError, match=words):
        read_results(tmp_path / "t.xlsx", higher_is_better=True)


def test_what_is_no_excel_file_is_refused(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(b"PK\3\4 and no more")
    with pytest.raises(InputError, match=r"expected an Excel file \(.xlsx\)"):
        read_results(tmp_path / "t.xlsx", higher_is_better=True)


# ---- formats of one's own ------------------------------------------------------------------------


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
