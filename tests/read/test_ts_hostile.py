"""Hostile .ts files, one defect each: read exactly, or refused with line, column and reason.

The files stand in tests/hostile/ts, with what must come out; no value there is from pybench.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pybench.base.errors import SeriesError
from pybench.read import ts
from pybench.read.ts import read_ts

FOLDER = Path(__file__).resolve().parent.parent / "hostile" / "ts"
READ, REFUSED = (
    tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("read", "refused")
)


def content(case) -> bytes:
    return case["text"].encode(case.get("encoding", "utf-8"))


@pytest.fixture(params=["at once", "one by one"])
def read(request, monkeypatch):
    """Return the reader, in bulk or value by value."""
    if request.param == "one by one":
        monkeypatch.setattr(ts, "_at_once", lambda lines, number, rules: None)
    return lambda data: read_ts(data, dataset="d", file="f.ts")


def test_there_are_enough():
    assert len(READ) + len(REFUSED) >= 60


@pytest.mark.parametrize("name", READ)
def test_is_read_exactly(read, name):
    case = READ[name]
    found = read(content(case))
    # As text, so that NaN is NaN and -0 is not 0.
    assert repr([series.tolist() for series in found]) == repr(case["series"])
    assert found.label.tolist() == (case["labels"] or [None] * len(found))


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_with_its_place(read, name):
    case = REFUSED[name]
    with pytest.raises(SeriesError) as caught:
        read(content(case))
    error = caught.value
    assert (error.expected, error.found) == (case["expected"], case["found"])
    place = case.get("line"), case.get("column")
    assert (error.line, error.column and int(error.column)) == place
    assert error.file == "f.ts"
    assert error.hint.endswith(".")
