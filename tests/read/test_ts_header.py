"""The header of .ts: every key, in any case and order; what is silent claims nothing."""

from __future__ import annotations

from itertools import permutations

import pytest

from pybench.base.errors import SeriesError
from pybench.read.ts_header import read_header

FULL = [
    "@problemName Toy",
    "@timeStamps false",
    "@missing false",
    "@univariate false",
    "@dimensions 2",
    "@equalLength true",
    "@seriesLength 3",
    "@classLabel true a B 1.0",
]


def header(*lines: str):
    return read_header("\n".join([*lines, "@data", ""]).encode())


def test_every_claim():
    found = header(*FULL)
    assert (found.problems, found.stamps, found.missing) == (("Toy",), False, False)
    assert (found.univariate, found.channels, found.equal, found.length) == (False, 2, True, 3)
    assert found.labels == {b"a": "a", b"B": "B", b"1.0": "1.0"}
    assert (found.labelled, found.targets, found.line) == (True, False, 10)


def test_order_case_comments_and_blanks_do_not_count():
    wanted = header(*FULL)
    for lines in list(permutations(FULL))[::997]:
        found = header("# c", "", *(f"\t {line} " for line in lines), "  % d")
        assert {**vars(found), "begin": 0, "line": 0} == {**vars(wanted), "begin": 0, "line": 0}
    shouted = [line.partition(" ")[0].upper() + " " + line.partition(" ")[2] for line in FULL]
    assert vars(header(*shouted)) == vars(wanted)
    assert header("@CLASSLABEL FALSE", "@Missing True").missing is True


def test_silence_claims_nothing():
    found = header("@targetLabel false")
    claims = (found.missing, found.univariate, found.channels, found.equal, found.length)
    assert claims == (None,) * 5
    assert not found.labelled
    assert found.problems == ()


def test_one_channel_and_synonym():
    assert header("@univariate true", "@classLabel false").channels == 1
    assert header("@dimension 4", "@classLabel false").channels == 4  # aeon's own writer


def test_a_length_of_series_that_differ_claims_nothing():
    assert header("@equalLength false", "@seriesLength 730", "@classLabel false").length is None


def test_a_target_is_no_class():
    found = header("@classLabel false", "@targetLabel true")
    assert (found.labels, found.targets, found.labelled) == (None, True, True)


def test_names_keep_their_case_and_blanks():
    assert header("@problemName  My  Set ", "@classLabel false").problems == ("My  Set",)
    twice = header("@problemName UnitTest", "@problemName Chinatown", "@classLabel false")
    assert twice.problems == ("UnitTest", "Chinatown")


@pytest.mark.parametrize("key", ["@missing", "@univariate", "@dimensions", "@classLabel"])
def test_the_column_is_that_of_the_word(key):
    with pytest.raises(SeriesError) as caught:
        header(f"  {key}   maybe")
    assert (caught.value.line, caught.value.column) == (1, str(len(key) + 6))
    with pytest.raises(SeriesError) as caught:
        header(f"  {key}")
    assert (caught.value.line, caught.value.column) == (1, str(len(key) + 3))
