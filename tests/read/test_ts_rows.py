"""One line of .ts: what it gives, and the first thing that is wrong with it."""

from __future__ import annotations

import pytest

from pybench.base.errors import SeriesError
from pybench.read.ts_header import read_header
from pybench.read.ts_rows import Rules


def rules(*header: str) -> Rules:
    return Rules(read_header("\n".join([*header, "@data", ""]).encode()), "f.ts")


def row(line: str, *header: str):
    return rules(*header).row(line.encode(), 7)


CLASSES = "@classLabel true a b"


def test_values_and_label():
    assert row("1,2.5:a", CLASSES) == ([[1, 2.5]], "a")
    assert row(" 1 ,\t2.5 : b ", CLASSES) == ([[1, 2.5]], "b")
    assert row("1,2:3,4:a", CLASSES) == ([[1, 2], [3, 4]], "a")


def test_without_label():
    for line in ("1,2:3,4", "1,2:3,4:"):
        assert row(line, "@classLabel false") == ([[1, 2], [3, 4]], None)


def test_a_number_to_predict_is_kept_as_it_is_written():
    assert row("1,2: +1.50e0 ", "@targetLabel true").label == "+1.50e0"


@pytest.mark.parametrize("channels", ["(0,1),(1,2.5)", " ( 0 , 1 ) , (1,2.5) "])
def test_stamps(channels):
    header = "@timeStamps true"
    assert row(f"{channels}:a", header, CLASSES) == ([[1, 2.5]], "a")
    assert row(f"{channels}:{channels}:a", header, CLASSES).values == [[1, 2.5]] * 2
    assert row(channels, header, "@classLabel false") == ([[1, 2.5]], None)
    assert row(channels + ":", header, "@classLabel false") == ([[1, 2.5]], None)


def test_the_first_series_says_what_the_header_does_not():
    asked = rules(CLASSES, "@equalLength true")
    asked.row(b"1,2:3,4:a", 1)
    for line, expected in ((b"1,2:a", "2 channels"), (b"1:2:a", "2 values")):
        with pytest.raises(SeriesError) as caught:
            asked.row(line, 2)
        assert caught.value.expected.startswith(expected)
    free = rules(CLASSES)
    assert [len(free.row(x, 1).values[0]) for x in (b"1:a", b"1,2:a")] == [1, 2]


@pytest.mark.parametrize(
    ("line", "header", "expected", "column"),
    [
        ("", [], "a series", 1),
        (" \t", [], "a series", 1),
        ("1,2", [], "a class label after the values", 4),
        ("1,2:3", ["@dimensions 3"], "3 channels", 6),
        ("1:2:3:a", ["@dimensions 2"], "2 channels", 5),
        ("1:2:a", ["@univariate true"], "1 channel", 3),
        ("1:a", ["@univariate false"], "2 channels or more (@univariate false)", 1),
        ("1,x:a", [], "a number", 3),
        ("1,:a", [], "a number", 3),
        (":a", [], "a number", 1),
        ("1,inf:a", [], "a finite number", 3),
        ("1,1e999:a", [], "a finite number", 3),
        ("1,?:a", ["@missing false"], "no missing value (@missing false)", 3),
        ("1,2:3:a", [], "2 values in channel 2 as in the first", 5),
        ("1,2:a", ["@seriesLength 3"], "3 values (@equalLength, @seriesLength)", 1),
        ("1,2:c", [], "a label that @classLabel names", 5),
        ("1,2: A", [], "a label that @classLabel names", 6),
        ("1,2:", [], "a label that @classLabel names", 5),
    ],
)
def test_first_defect(line, header, expected, column):
    with pytest.raises(SeriesError) as caught:
        row(line, *header, CLASSES)
    error = caught.value
    assert (error.file, error.line, error.column) == ("f.ts", 7, str(column))
    assert error.expected == expected


@pytest.mark.parametrize(
    ("line", "expected", "column"),
    [
        ("1,2:a", "`(stamp,value)`", 1),
        ("(0,1),2:a", "`(stamp,value)`", 7),
        ("(0,1,2):a", "`(stamp,value)`", 1),
        ("(0,1)(1,2):a", "a comma or a colon", 6),
        ("(0,1", "`(stamp,value)`", 1),
        ("(0,1),:a", "`(stamp,value)`", 7),
        ("(0,1)", "a class label after the values", 6),
        ("(0,x):a", "a number", 4),
        ("(0,1),(2,1),(3,1):a", "stamps in even steps", 14),
        ("(noon,1):a", "a time or a number", 2),
    ],
)
def test_first_defect_with_stamps(line, expected, column):
    with pytest.raises(SeriesError) as caught:
        row(line, "@timeStamps true", CLASSES)
    assert (caught.value.expected, caught.value.column) == (expected, str(column))


@pytest.mark.parametrize("text", ["?", "nan", "inf", "x", "", "1e999", "1:2"])
def test_a_target_is_a_finite_number(text):
    with pytest.raises(SeriesError):
        row(f"1,2:{text}", "@univariate true", "@targetLabel true")
