"""R reads the files of other tools as Python does: the same tables, the same refusals."""

from __future__ import annotations

import copy
import gzip
import json
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pybench as pb
from pybench.base.errors import PybenchError
from pybench.read.results import read_results
from tests.read.format_files import DOCUMENTS, MAKERS, TABLES, written

FIELDS = ("line", "column", "expected", "found", "hint")
#: The libraries of the languages word these themselves.
OWN_WORDS = (
    "valid JSON",
    "a gzip file",
    "a zip archive with `header.json`",
    "an Excel file (.xlsx)",
)
R_READS = r"""
library(pybench)
folder <- commandArgs(TRUE)
outcome <- function(path, arguments) {
  tryCatch({
    t <- do.call(pb_read_results, c(list(path), arguments))
    list(table = list(
      datasets = as.list(t$datasets), classifiers = as.list(t$classifiers),
      scores = unname(t$scores), higher_is_better = t$higher_is_better, metric = t$metric,
      source = t$source, dropped = as.list(t$dropped), n_repeats = t$n_repeats
    ))
  }, pybench_error = function(e) {
    kind <- class(e)[[1L]]
    list(error = c(list(kind = kind, file = e$file), unclass(e)[
      c("line", "column", "expected", "found", "hint")
    ]))
  }, error = function(e) list(crash = conditionMessage(e)))
}
cases <- jsonlite::read_json(file.path(folder, "cases.json"))
found <- suppressMessages(lapply(cases, function(case) outcome(case$source, case$arguments)))
jsonlite::write_json(
  found, file.path(folder, "found.json"), auto_unbox = TRUE, digits = NA, null = "null",
  na = "string"
)
"""
CHANGES: tuple[Any, ...] = (
    None,
    "",
    "text",
    True,
    7,
    float("inf"),
    float("nan"),
    [],
    {},
    [None],
    {"": None},
)
SPOILT_TEXTS = (
    ("0.25", "abc"), ("0.25", "inf"), ("0.25", "True"), ("0.25", ""), ("0.25", "0,25"),
    ("0.25", "0x1"), ("first", ""), ("a/small", ""), ("a/small", "b/large"), ("first", '"first'),
    ("\n", "\n\n"), ("\n", "\r"), ("first", "first\0"), ("first", "second"), (",", ";"),
    ("FINISHED", "FAILED"), ("finished", "crashed"), ("rmse", "auc"), ("False", "True"),
    ("1h8c", "4h8c"), ("fold", "part"), ("metric", "measure"),
)  # fmt: skip


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*at, key)
        if isinstance(one, (dict, list)):
            yield from _places(one, (*at, key))


def _changed(document: Any, at: tuple[Any, ...], change: Any, *, delete: bool = False) -> Any:
    changed = copy.deepcopy(document)
    inside = changed
    for key in at[:-1]:
        inside = inside[key]
    if delete:
        del inside[at[-1]]
    else:
        inside[at[-1]] = change
    return changed


def _spoilt_bytes(data: bytes) -> Iterator[bytes]:
    yield from (b"", data[: len(data) // 2], data + b"}", b"\0" + data, data + b"\xff")
    yield from (data.replace(b'"', b"'"), b"[]", b"null", b"7", b'{"a": 1, "a": 2}')
    yield b"[" * 100_000 + b"]" * 100_000
    yield data.replace(b'"first"', b'"\xc3\xa9 \\u00e9\\n"')
    yield b"\xef\xbb\xbf" + data


def cases(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield what to read: every format as it is, with other arguments, and spoilt."""
    for name, make in MAKERS.items():
        source, arguments = make(folder / name)
        yield source, arguments
        for more in (
            {"format": name}, {"metric": "absent"}, {"higher_is_better": True},
            {"higher_is_better": False}, {"format": "lm-eval"}, {"format": "table"},
            {"missing": "drop"}, {"repeats": "keep"}, {"dataset": "task"},
        ):  # fmt: skip
            yield source, {**arguments, **more}
        arguments.setdefault("higher_is_better", True)
        yield source, {key: value for key, value in arguments.items() if key == "metric"}
    for name, make in DOCUMENTS.items():
        yield from _documents(folder / "spoilt" / name, name, make)
    for name in TABLES:
        yield from hostile_tables(folder / "spoilt" / name, name)
    yield from _archives(folder / "archives")
    row = {"validation_id": "d", "model_id": "m"}
    for scores in (None, {}, {"fit_time": 1}):
        folds = {} if scores is None else {"0": {"scores": scores}}
        name = f"sktime-{len(json.dumps(folds))}.json"
        yield written(folder / name, [{**row, "folds": folds}]), {"higher_is_better": False}


def _documents(folder: Path, name: str, make: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    source, arguments = make(folder / "good")
    path = source if source.is_file() else sorted(source.rglob("*.json"))[-1]
    data, number = path.read_bytes(), 0
    document = json.loads(data)
    spoilt = [json.dumps(_changed(document, at, None, delete=True)) for at in _places(document)]
    for number, at in enumerate(_places(document)):
        change = CHANGES[number % len(CHANGES)]
        spoilt.append(json.dumps(_changed(document, at, change)))
        change = CHANGES[(number + 4) % len(CHANGES)]
        spoilt.append(json.dumps(_changed(document, at, change)))
    for number, one in enumerate([*_spoilt_bytes(data), *(text.encode() for text in spoilt)]):
        other, _ = make(folder / str(number))
        target = other if other.is_file() else other / path.relative_to(source)
        target.write_bytes(one)
        yield other, {**arguments, **({"format": name} if number % 2 else {})}


def hostile_tables(folder: Path, name: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield spoilt tables of a format, each read as any file and as one of the format."""
    source, arguments = MAKERS[name](folder)
    data = source.read_bytes()
    text = (gzip.decompress(data) if source.suffix == ".gz" else data).decode()
    header = text.partition("\n")[0].split(",")
    spoilt = [text.replace(old, new, 1) for old, new in SPOILT_TEXTS if old in text]
    spoilt += [text.replace(column, f"{column}_", 1) for column in header]
    spoilt += [text + text.partition("\n")[2], text.partition("\n")[0] + "\n", text.upper()]
    for number, one in enumerate(spoilt):
        path = folder / f"spoilt-{number}.csv"
        path.write_bytes(one.encode())
        yield path, {**arguments, "higher_is_better": True}
        yield path, {**arguments, "format": name, "repeats": "mean"}
    cut = folder / "cut.csv.gz"
    cut.write_bytes(gzip.compress(text.encode())[:-20])
    yield cut, arguments


def _archives(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    source, arguments = MAKERS["inspect"](folder)
    path = next(source.glob("*.eval"))
    header = zipfile.ZipFile(path).read("header.json")
    for number, method in enumerate((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)):
        whole = folder / f"whole-{number}.eval"
        with zipfile.ZipFile(whole, "w", method) as archive:
            archive.writestr("samples/1.json", "{}")
            archive.writestr("header.json", header)
        if method != zipfile.ZIP_BZIP2:
            yield whole, arguments
        data = whole.read_bytes()
        at = data.find(b"0.25") if number == 0 else 120
        damaged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        for part, one in enumerate((b"", data[:60], data.replace(b"header", b"heater"), damaged)):
            spoilt = folder / f"spoilt-{number}-{part}.eval"
            spoilt.write_bytes(one)
            yield spoilt, arguments


def outcome(source: Path, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what Python makes of a source, in the form of R's answer."""
    try:
        t = read_results(source, **arguments)
    except PybenchError as error:
        fields = {field: getattr(error, field) for field in FIELDS}
        return {"error": {"kind": error.r_class, "file": error.file, **fields}}
    return {
        "table": {
            "datasets": list(t.datasets), "classifiers": list(t.classifiers),
            "scores": t.scores.tolist(), "higher_is_better": t.higher_is_better,
            "metric": t.metric, "source": t.source, "dropped": list(t.dropped),
            "n_repeats": t.n_repeats,
        }
    }  # fmt: skip


def in_words_of_both(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out what each language words in its own way."""
    error = found.get("error")
    if error:
        if error["expected"] in OWN_WORDS:
            error["found"] = None
        if error["expected"] == "names as text or integers":
            error["found"] = None
        if error["kind"] == "pybench_error_argument":
            error["found"] = error["expected"] = error["hint"] = None
        for key in ("found", "expected"):
            if error[key]:
                error[key] = error[key].replace("TRUE", "True").replace("FALSE", "False")
    return found


@pytest.mark.r
def test_r_reads_and_refuses_the_same(tmp_path: Path) -> None:
    asked = list(cases(tmp_path))
    listed = [{"source": str(source), "arguments": arguments} for source, arguments in asked]
    written(tmp_path / "cases.json", listed)
    command = ["Rscript", "--vanilla", "-e", R_READS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    apart = []
    for (source, arguments), found in zip(asked, answers, strict=True):
        expected = in_words_of_both(json.loads(json.dumps(outcome(source, arguments))))
        if in_words_of_both(found) != expected:
            apart.append((str(source), arguments, expected, found))
    assert not apart, f"{len(apart)} of {len(asked)}, the first: {apart[0]}"
    refused = sum("error" in found for found in answers)
    assert refused > 20 * len(MAKERS), refused
    assert len(asked) - refused > 5 * len(MAKERS)


@pytest.mark.r
def test_r_lists_the_same_formats() -> None:
    code = "write.csv(pybench::pb_formats(), row.names = FALSE)"
    command = ["Rscript", "--vanilla", "-e", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    listed = [line.split(",")[0].strip('"') for line in done.stdout.splitlines()[1:]]
    assert listed == pb.formats()["format"].tolist()
