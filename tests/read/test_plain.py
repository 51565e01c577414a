"""Large plain files: read fast, with the tables and the refusals of the strict reader."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import PybenchError
from pybench.read import plain
from pybench.table import results_table
from tests.read.test_results import CASES, GOLDEN

TOKENS = [
    "0.5", "1", "-0", "+1", ".5", "5.", "1e-3", "1E+02", " 0.25", "0.25\t", "1e308", "1e309",
    "4.9e-324", "1e-400", "0.1000000000000000055511151231257827", "9007199254740993", "", "NA",
    "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "<NA>", "NAN", "Nan", " NA", "-nan",
    "nan(1)", "inf", "Infinity", "-Inf", "0x1p3", "1_0", "1,5", "TRUE", "1e", ".", "-", "٣",
    "1d5", "\x0b1", "1\x0c", "1\xa0",
]  # fmt: skip


def outcome(read):
    """Return the table, or the words of its refusal."""
    try:
        table = read()
    except PybenchError as error:
        return type(error), str(error), error.line, error.column
    named = {name: getattr(table, name) for name in ("datasets", "classifiers", "dropped")}
    arrays = [table.scores, table.by_repeat, table.n_available]
    return (
        named,
        table.n_repeats,
        table.source,
        [None if a is None else a.tobytes() for a in arrays],
    )


@pytest.fixture
def both(monkeypatch):
    """Return a function that reads a file in both ways, and whether the fast one answered."""

    def read(path, **options):
        options = {"higher_is_better": True, **options}
        taken = []

        def watched(*given):
            taken.append(plain.plain_grid(*given))
            return taken[-1]

        with monkeypatch.context() as patch:
            patch.setattr("pybench.read.plain.SMALLEST", 0)
            patch.setattr("pybench.read.results.plain_grid", watched)
            fast = outcome(lambda: pb.read_results(path, **options))
            patch.setattr("pybench.read.results.plain_grid", lambda *given: None)
            strict = outcome(lambda: pb.read_results(path, **options))
        assert fast == strict
        return any(grid is not None for grid in taken)

    return read


@pytest.mark.parametrize("case", CASES)
def test_the_golden_corpus(both, case):
    if case["file"].lower().endswith((".csv", ".tsv", ".txt")):
        both(GOLDEN / "read" / case["file"], **case.get("options", {}))


@pytest.mark.parametrize("token", TOKENS, ids=repr)
def test_every_spelling_of_a_score(both, tmp_path, token):
    for missing in ("error", "keep"):
        path = tmp_path / "t.csv"
        path.write_text(f"dataset,a,b\nd1,0.5,1\nd2,{token},2\nd3,0.25,3\n", encoding="utf-8")
        both(path, missing=missing)


def test_plain_files_are_read_fast(both, tmp_path):
    path = tmp_path / "t.csv"
    for end in ("\n", "\r\n"):
        path.write_bytes(f"dataset,a,b{end}é,0.5,NA{end}d2,1e-3,2".encode().replace(b"X", b""))
        assert both(path, missing="drop")
    long = "classifier;x;dataset;score;resample\na;;d;1;0\nb;;d;2;0\na;;d;3;1\nb;;d;4;1\n"
    path.write_text(long)
    for repeats in ("keep", "mean", "available", "error"):
        assert both(path, repeats=repeats)


def test_random_files(both, tmp_path):
    """Tables with a defect here and there: wrong widths, quotes, blank lines, odd bytes."""
    draw = random.Random(1)
    odd = ['"', "\n", "\r", "\r\n", "\0", ",", ";", "é", "\ufeff", " ", "NA", "e", "-"]
    fast = 0
    for _ in range(400):
        n, k = draw.randint(1, 6), draw.randint(1, 4)
        mark, end = draw.choice(",;\t|"), draw.choice(["\n", "\n", "\r\n"])
        names = [f"d{draw.randint(0, 4) if draw.random() < 0.3 else i}" for i in range(n)]
        if long := draw.random() < 0.5:
            rows = [["dataset", "classifier", "score", "resample"]]
            for name in names:
                score = str(draw.random()) if draw.random() < 0.9 else draw.choice(TOKENS)
                rows += [[name, f"m{j}", score, str(draw.randint(0, 2))] for j in range(k)]
        else:
            rows = [["dataset", *(f"m{j}" for j in range(k))]]
            rows += [[name, *(repr(draw.gauss(0, 10)) for _ in range(k))] for name in names]
        text = end.join(mark.join(row) for row in rows) + draw.choice(["", end, end + end])
        if draw.random() < 0.6:
            place = draw.randrange(len(text))
            text = text[:place] + draw.choice(odd) + text[place + draw.randint(0, 1) :]
        path = tmp_path / "t.csv"
        path.write_bytes(text.encode())
        options = {"missing": draw.choice(["error", "drop", "keep"])}
        options["repeats"] = draw.choice(["error", "mean", "keep", "available"])
        if not long and draw.random() < 0.3:
            options["layout"] = draw.choice(["wide", "long"])
        fast += both(path, **options)
    assert 50 < fast < 400


def test_blocks_and_threads_do_not_show(both, tmp_path, monkeypatch):
    """A file of many blocks, whose edges cut rows, numbers, line ends and letters."""
    scores = np.random.default_rng(0).normal(size=(3000, 7))
    names = [f"d-é{i}" for i in range(3000)]
    frame = pd.DataFrame(scores, columns=[f"m{j}" for j in range(7)])
    frame.insert(0, "dataset", names)
    path = tmp_path / "t.csv"
    path.write_bytes(frame.to_csv(index=False, lineterminator="\r\n").encode())
    for size in (997, 4096, 1 << 19):
        monkeypatch.setattr("pybench.read.plain._BLOCK", size)
        assert both(path)
    table = pb.read_results(path, higher_is_better=True)
    assert (table.scores == scores).all()
    assert table.datasets == tuple(names)


def test_a_read_only_array_is_shared_and_a_writable_one_copied():
    def table(scores):
        return results_table(scores, ["a", "b"], ["x", "y"], higher_is_better=True).scores

    scores = np.array([[1.0, 2.0], [3.0, 4.0]])
    view = scores[:]
    view.flags.writeable = False
    assert not np.shares_memory(table(scores), scores)
    assert not np.shares_memory(table(view), scores)
    scores.flags.writeable = False
    assert np.shares_memory(table(scores), scores)
    zeros = np.array([[-0.0, 1.0], [2.0, 3.0]])
    zeros.flags.writeable = False
    assert not np.signbit(table(zeros)).any()
