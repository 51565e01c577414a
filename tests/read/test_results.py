"""The golden corpus, and one table from every kind of source."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from originals import ALL, is_there, scores_of, table_of

from pybench.base.errors import ArgumentError, InputError, PybenchError, ResultsTableError
from pybench.read.results import read_results

GOLDEN = Path(__file__).parents[1] / "golden"
CORPUS = GOLDEN / "read"
CASES = json.loads((CORPUS / "index.json").read_text(encoding="utf-8"))["cases"]
NAMES = json.loads((GOLDEN / "names.json").read_text(encoding="utf-8"))

NUMBERS = [0.1, 0.30000000000000004, 1e-300, 5e-324, -1.7976931348623157e308, 2.0**53, 1 / 3, 0.0]


def outcome(case):
    """Return what the reader makes of a case, in the form of the index."""
    try:
        table = read_results(str(CORPUS / case["file"]), **case["arguments"])
    except PybenchError as error:
        fields = ("line", "column", "message", "expected", "found", "hint")
        found = {field: getattr(error, field) for field in fields}
        file = None if error.file is None else Path(error.file).name
        return {"error": {"class": type(error).__name__, "file": file, **found}}
    fields = ("datasets", "classifiers", "scores", "higher_is_better", "metric", "by_repeat")
    found = {field: getattr(table, field) for field in (*fields, "dropped")}
    return {
        "table": {
            key: value.tolist() if isinstance(value, np.ndarray) else value
            for key, value in {**found, **as_lists(found)}.items()
        }
    }


def as_lists(found):
    return {key: list(value) for key, value in found.items() if isinstance(value, tuple)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case):
    expected = {key: case[key] for key in ("table", "error") if key in case}
    assert outcome(case) == expected, case["why"]


def test_the_corpus_is_what_its_script_writes(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(GOLDEN / "make"), *sys.path])
    script = importlib.util.spec_from_file_location("make_read", GOLDEN / "make" / "read.py")
    module = importlib.util.module_from_spec(script)
    script.loader.exec_module(module)
    written = {path.name: path.read_bytes() for path in CORPUS.iterdir()}
    kept = {name: data for name, data in written.items() if name not in module.BY_HAND}
    assert kept == module.contents()


def test_the_corpus_is_large_enough():
    hostile = {case["file"] for case in CASES if "error" in case}
    assert len(hostile) >= 40  # R2


def test_every_table_error_says_what_was_expected_and_found_and_what_to_do():
    for case in CASES:
        error = case.get("error")
        if error and error["class"] != "ArgumentError":
            assert error["message"] == f"expected {error['expected']}, found {error['found']}"
            assert error["hint"].endswith(".")


# ---- one table, every source --------------------------------------------------------------------


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def long_rows(names: list[str]) -> dict[str, list]:
    """Return a long table of two methods: every name a dataset, two of them methods too."""
    classifiers = [names[0], names[-1]]
    return {
        "dataset": [name for name in names for _ in classifiers],
        "classifier": classifiers * len(names),
        "score": [NUMBERS[i % len(NUMBERS)] for i in range(2 * len(names))],
    }


def wide_rows(names: list[str]) -> dict[str, list]:
    """Return the same table, wide."""
    rows = long_rows(names)
    return {"dataset": names, names[0]: rows["score"][::2], names[-1]: rows["score"][1::2]}


def write_csv(path: Path, columns: dict[str, list], delimiter: str = ",") -> Path:
    header = delimiter.join(map(quoted, columns))
    rows = (
        delimiter.join(quoted(x) if isinstance(x, str) else repr(x) for x in row)
        for row in zip(*columns.values(), strict=True)
    )
    path.write_bytes("\n".join([header, *rows, ""]).encode())
    return path


def write_ipc(path: Path, columns: dict[str, list], stream: bool = False) -> Path:
    table = pa.table(columns)
    make = pa.ipc.new_stream if stream else pa.ipc.new_file
    with path.open("wb") as sink, make(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=7)
    return path


def write_parquet(path: Path, columns: dict[str, list]) -> Path:
    pyarrow.parquet.write_table(pa.table(columns), path)
    return path


def duck(columns: dict[str, list]):
    return pytest.importorskip("duckdb").from_arrow(pa.table(columns))


FILES = {
    "csv": lambda folder, columns: write_csv(folder / "t.csv", columns),
    "tsv": lambda folder, columns: write_csv(folder / "t.tsv", columns, "\t"),
    "parquet": lambda folder, columns: write_parquet(folder / "t.parquet", columns),
    "ipc-file": lambda folder, columns: write_ipc(folder / "t.arrow", columns),
    "ipc-stream": lambda folder, columns: write_ipc(folder / "t.ipc", columns, stream=True),
}
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas-objects": lambda columns: pd.DataFrame(columns, dtype=object),
    "pandas-arrow": lambda columns: pa.table(columns).to_pandas(types_mapper=pd.ArrowDtype),
    "polars": lambda columns: pytest.importorskip("polars").DataFrame(columns),
    "pyarrow": pa.table,
    "pyarrow-batch": lambda columns: pa.record_batch(columns),
    "pyarrow-reader": lambda columns: pa.table(columns).to_reader(max_chunksize=3),
    "duckdb": duck,
}
SOURCES = {
    **FILES,
    **{name: lambda _, columns, make=make: make(columns) for name, make in FRAMES.items()},
}


def expected_scores(names: list[str]) -> list[list[float]]:
    return np.reshape(long_rows(names)["score"], (-1, 2)).tolist()


@pytest.mark.parametrize("kind", SOURCES)
def test_300_hostile_names_come_through_every_source(kind, tmp_path):
    names = [name for name in NAMES if name]
    source = SOURCES[kind](tmp_path, long_rows(names))
    table = read_results(source, higher_is_better=True)
    assert table.datasets == tuple(names)
    assert table.classifiers == (names[0], names[-1])
    assert table.scores.tolist() == expected_scores(names)


@pytest.mark.parametrize("kind", SOURCES)
def test_the_wide_form_gives_the_same_table_as_the_long_one(kind, tmp_path):
    names = ["iris", "=wine", "a b"]
    wide = read_results(SOURCES[kind](tmp_path, wide_rows(names)), higher_is_better=True)
    long = read_results(SOURCES[kind](tmp_path, long_rows(names)), higher_is_better=True)
    assert wide == long
    assert wide.scores.tolist() == expected_scores(names)


@pytest.mark.parametrize("kind", ["csv", "pandas", "polars", "pyarrow", "parquet", "ipc-file"])
def test_hostile_names_of_classifiers_come_through(kind, tmp_path):
    names = [name for name in NAMES if name not in ("", "dataset", "resample", "classifier")]
    columns = {"dataset": ["", "NA"], **{name: [float(i), -1.5] for i, name in enumerate(names)}}
    table = read_results(SOURCES[kind](tmp_path, columns), higher_is_better=True)
    assert table.classifiers == tuple(names)
    assert table.datasets == ("", "NA")
    assert table.scores[0].tolist() == [float(i) for i in range(len(names))]


def test_names_come_through_an_array():
    scores = np.arange(600.0).reshape(300, 2)
    table = read_results(scores, higher_is_better=True, datasets=NAMES, classifiers=["a", "b"])
    assert table.datasets == tuple(NAMES)
    assert table.scores.tolist() == scores.tolist()


def test_names_come_through_in_the_c_locale(tmp_path):
    source = write_csv(tmp_path / "t\u00e9.csv", long_rows([name for name in NAMES if name]))
    code = (
        "import sys, json; from pybench.read.results import read_results; "
        "t = read_results(sys.argv[1], higher_is_better=True); "
        "sys.stdout.buffer.write(json.dumps(t.datasets).encode('ascii'))"
    )
    environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PATH": ""}
    environment["PYTHONPATH"] = str(GOLDEN.parents[1])
    command = [sys.executable, "-c", code, str(source)]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == [name for name in NAMES if name]


# ---- R6: missing and infinite -------------------------------------------------------------------

ABSENT = [None, float("nan"), np.nan, pd.NA]
INFINITE = [float("inf"), float("-inf")]


def with_value(kind: str, folder: Path, value):
    """Return a table of two datasets; the score of the second, by method b, is ``value``."""
    if kind in ("csv", "tsv"):
        path = folder / f"t.{kind}"
        mark = "," if kind == "csv" else "\t"
        text = "dataset,a,b\nd,1,2\ne,3,{}\n".replace(",", mark).format(
            "" if value is None else value
        )
        path.write_text(text, encoding="utf-8")
        return path
    plain = None if value is pd.NA and kind not in ("pandas", "pandas-objects") else value
    columns = {"dataset": ["d", "e"], "a": [1.0, 3.0], "b": [2.0, plain]}
    return SOURCES[kind](folder, columns)


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("value", ABSENT, ids=["None", "nan", "np.nan", "pd.NA"])
def test_a_missing_score_is_an_error_or_its_dataset_leaves(kind, value, tmp_path):
    with pytest.raises(
        ResultsTableError, match="found 1 missing, the first for dataset `e`"
    ) as caught:
        read_results(with_value(kind, tmp_path, value), higher_is_better=True)
    assert caught.value.column == "b"
    table = read_results(with_value(kind, tmp_path, value), higher_is_better=True, missing="drop")
    assert (table.datasets, table.dropped) == (("d",), ("e",))
    assert table.scores.tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize("missing", ["error", "drop"])
@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("value", INFINITE)
def test_an_infinite_score_is_refused(kind, value, missing, tmp_path):
    with pytest.raises(ResultsTableError, match="expected a finite number") as caught:
        read_results(with_value(kind, tmp_path, value), higher_is_better=True, missing=missing)
    assert caught.value.column == "b"


@pytest.mark.parametrize("value", [*ABSENT, *INFINITE], ids=str)
def test_arrays_follow_the_same_rule(value):
    scores = np.array([[1.0, 2.0], [3.0, value]], dtype=object)
    arguments = {"higher_is_better": True, "datasets": ["d", "e"], "classifiers": ["a", "b"]}
    word = "1 missing" if any(value is absent for absent in ABSENT) else "finite"
    with pytest.raises(ResultsTableError, match=word):
        read_results(scores, **arguments)
    if word == "1 missing":
        assert read_results(scores, missing="drop", **arguments).dropped == ("e",)


# ---- R11: duplicates ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SOURCES)
def test_a_dataset_twice_is_never_combined_unasked(kind, tmp_path):
    columns = {"dataset": ["d", "e", "d"], "a": [1.0, 2.0, 4.0]}
    places = r"lines 2, 4" if kind in ("csv", "tsv") else r"rows 1, 3"
    with pytest.raises(ResultsTableError, match=rf"several for `d` \({places}\)"):
        read_results(SOURCES[kind](tmp_path, columns), higher_is_better=True)
    columns = {"dataset": ["d", "e", "d", "e"], "a": [1.0, 2.0, 4.0, 8.0]}
    table = read_results(SOURCES[kind](tmp_path, columns), higher_is_better=True, repeats="keep")
    assert table.by_repeat.tolist() == [[[1.0, 4.0]], [[2.0, 8.0]]]
    assert table.scores.tolist() == [[2.5], [5.0]]


# ---- arguments and files ------------------------------------------------------------------------


def test_the_direction_has_no_default():
    with pytest.raises(ArgumentError, match="`higher_is_better` must be given"):
        read_results([[1, 2]], datasets=["d"], classifiers=["a", "b"])


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"higher_is_better": 1}, "higher_is_better"),
        ({"metric": 3}, "metric"),
        ({"dataset": 3}, "dataset"),
        ({"missing": None}, "missing"),
        ({"datasets": ["d"]}, "can be given only if `source` is an array"),
        ({"classifiers": ["d"]}, "can be given only if `source` is an array"),
    ],
)
def test_bad_arguments(arguments, word):
    with pytest.raises(ArgumentError, match=word):
        read_results(str(CORPUS / "wide.csv"), **{"higher_is_better": True, **arguments})


@pytest.mark.parametrize("source", [[[1.0, 2.0]], 3, None, b"t.csv", pd.Series([1.0])])
def test_other_sources_are_refused(source):
    with pytest.raises((ArgumentError, ResultsTableError)):
        read_results(source, higher_is_better=True)


def test_a_folder_without_results_is_refused(tmp_path):
    (tmp_path / "t.csv").mkdir()
    with pytest.raises(
        InputError, match=r"expected files of one of the formats .* found none"
    ) as caught:
        read_results(tmp_path / "t.csv", higher_is_better=True)
    assert caught.value.file == str(tmp_path / "t.csv")


def test_a_path_that_cannot_be(tmp_path):
    with pytest.raises(InputError, match="a file that can be read"):
        read_results("a\0b.csv", higher_is_better=True)
    with pytest.raises(InputError, match="a file that can be read"):
        read_results(tmp_path / ("x" * 300 + ".csv"), higher_is_better=True)


def test_the_source_is_the_path_as_given(monkeypatch):
    monkeypatch.chdir(CORPUS)
    assert read_results("./wide.csv", higher_is_better=True).source == "./wide.csv"


def test_a_sparse_long_table_needs_no_room_for_what_is_absent(tmp_path):
    n = 20_000  # the full table would have 4e8 cells, 3 GiB
    columns = {
        "dataset": [f"d{i}" for i in range(n)],
        "classifier": [f"c{i}" for i in range(n)],
        "score": [1.0] * n,
    }
    with pytest.raises(ResultsTableError, match=f"found {n * n - n} missing"):
        read_results(pd.DataFrame(columns), higher_is_better=True)
    with pytest.raises(ResultsTableError, match="at least one dataset without missing scores"):
        read_results(pd.DataFrame(columns), higher_is_better=True, missing="drop")


def test_the_tables_of_the_originals_are_read_to_the_bit():
    """Every text as Python reads it; those that are refused are rows of cases.csv."""
    refused = {"inf_k4_N15", "na_fullcol_k4_N15"}
    for name in filter(is_there, sorted(set(ALL) - refused)):
        rows = list(csv.DictReader(io.StringIO(scores_of(name))))
        whole = [row for row in rows if "NA" not in row.values()]
        table = table_of(name, missing="drop")
        assert list(table.datasets) == [row["dataset"] for row in whole], name
        expected = [[float(row[c]) for c in table.classifiers] for row in whole]
        assert table.scores.tolist() == expected, name
        assert len(table.dropped) == len(rows) - len(whole)
