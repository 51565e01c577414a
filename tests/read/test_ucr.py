"""UCR text: read to the last bit and byte, or refused with line and column; nothing in between."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from pybench.base.errors import ArgumentError, SeriesError
from pybench.read import ucr
from pybench.read.ucr import read_ucr
from pybench.seriesset.build import series_set

NAN = math.nan

# name -> (file, labels, values): one oddity each, which is no defect.
GOOD = {
    "tab": (b"1\t2\t3\n4\t5\t6\n", ["1", "4"], [[2, 3], [5, 6]]),
    "comma": (b"a,2,3\nb,5,6\n", ["a", "b"], [[2, 3], [5, 6]]),
    "blanks": (b"  1  2   3\n  4 -5   6\n", ["1", "4"], [[2, 3], [-5, 6]]),
    "blanks at the end": (b"1 2 3 \n4 5 6  \n", ["1", "4"], [[2, 3], [5, 6]]),
    "comma and blank": (b"a, 2, 3\nb, 5, 6\n", ["a", "b"], [[2, 3], [5, 6]]),
    "byte-order mark": (b"\xef\xbb\xbf1\t2\n", ["1"], [[2]]),
    "CRLF": (b"1\t2\r\n3\t4\r\n", ["1", "3"], [[2], [4]]),
    "no line end": (b"1\t2\n3\t4", ["1", "3"], [[2], [4]]),
    "line ends at the end": (b"1\t2\n3\t4\n\n\n", ["1", "3"], [[2], [4]]),
    "one value": (b"1\t2\n", ["1"], [[2]]),
    "label that is a missing token": (b"NaN\t2\n", ["NaN"], [[2]]),
    "label with a question mark": (b"who?\t2\n", ["who?"], [[2]]),
    "label with a colon": (b"a:b\t2\n", ["a:b"], [[2]]),
    "label with a comma, in tabs": (b"a,b\t2\t3\n", ["a,b"], [[2, 3]]),
    "label with a blank, in tabs": (b"a b\t2\t3\n", ["a b"], [[2, 3]]),
    "labels that differ by case": (b"a\t2\nA\t3\n", ["a", "A"], [[2], [3]]),
    "label as older files write it": (b"1.0000000e+00 2\n", ["1.0000000e+00"], [[2]]),
    "label beyond ASCII": ("é\t2\n".encode(), ["é"], [[2]]),
    "missing inside": (b"1\t2\tNaN\t3\n", ["1"], [[2, NAN, 3]]),
    "missing at the start": (b"1\tnan\t3\n", ["1"], [[NAN, 3]]),
    "missing as R writes it": (b"1\tNA\t3\n", ["1"], [[NAN, 3]]),
    "exponents": (b"1\t1e3\t-2.5E-2\t+3.\t.5\n", ["1"], [[1000, -0.025, 3, 0.5]]),
    "nearest double": (b"1\t0.1\t4.9406564584124654e-324\n", ["1"], [[0.1, 5e-324]]),
    "long decimals": (b"1\t0." + b"3" * 400 + b"\n", ["1"], [[1 / 3]]),
    "a line of a megabyte": (b"1" + b"\t0.5" * 262144 + b"\n", ["1"], [[0.5] * 262144]),
}  # fmt: skip

# name -> (file, line, column, what the message says): one defect each.
BAD = {
    "empty": (b"", None, None, "an empty file"),
    "line ends alone": (b"\n\r\n\n", None, None, "an empty file"),
    "UTF-16": ("1\t2\n".encode("utf-16"), 1, None, "UTF-16"),
    "not UTF-8": (b"1\t2\n\xe9\t3\n", 2, "1", "0xE9"),
    "mixed encodings": ("é\t2\n".encode() + "è\t3\n".encode("latin-1"), 2, "1", "0xE8"),
    "NUL": (b"1\t2\n3\t\x004\n", 2, "3", "NUL"),
    "CR alone": (b"1\t2\r3\t4\n", 1, "4", "CR alone"),
    "blank line": (b"1\t2\n\n3\t4\n", 2, None, "blank line"),
    "blank first line": (b"\n1\t2\n", 1, None, "blank line"),
    "header": (b"class\tt0\tt1\n1\t2\t3\n", 1, "2", "no header"),
    "duplicate header": (b"class,t0,t0\n1,2,3\n", 1, "2", "no header"),
    "no label": (b"\t2\t3\n", 1, "1", "a class label"),
    "label alone": (b"1\n2\n", 1, "2", "values after the label"),
    "label alone later": (b"1\t2\n2\n", 2, "2", "values after the label"),
    "quoted label": (b'"a"\t2\n', 1, "1", "no quotes"),
    "quoted newline": (b'"a\nb"\t2\n', 1, "1", "no quotes"),
    "label in single quotes": (b"'a',2\n", 1, "1", "no quotes"),
    "blank before the label": (b" 1\t2\n", 1, "1", "no blanks around"),
    "blank after the label": (b"1 \t2\n", 1, "1", "no blanks around"),
    "no-break space after the label": ("1\u00a0\t2\n".encode(), 1, "1", "no blanks around"),
    "one field less": (b"1\t2\t3\n4\t5\n", 2, None, "expected 3 fields as in line 1, found 2"),
    "one field more": (b"1\t2\t3\n4\t5\t6\t7\n", 2, None, "found 4"),
    "cut off in the last line": (b"1\t2\t3\n4\t5", 2, None, "found 2"),
    "mark at the end": (b"1\t2\t\n3\t4\t\n", 1, "3", "an empty field"),
    "two marks": (b"1\t2\t\t3\n", 1, "3", "an empty field"),
    "decimal comma": (b"1\t0,5\n", 1, "2", "with a point"),
    "decimal comma in blanks and tabs": (b"1\t2\n1\t1,5e3\n", 2, "2", "with a point"),
    "semicolons": (b"1;2;3\n", 1, "2", "values after the label"),
    "another mark later": (b"1\t2\t3\n4,5,6\n", 2, "2", "values after the label"),
    "tab among blanks": (b"1 2 3\n4 5\t6\n", 2, "2", "a number"),
    "a word": (b"1\t2\tabc\n", 1, "3", "found `abc`"),
    "a question mark": (b"1\t2\t?\n", 1, "3", "as NaN"),
    "infinity": (b"1\tinf\n", 1, "2", "a finite number"),
    "minus infinity": (b"1\t2\t-Infinity\n", 1, "3", "a finite number"),
    "too large": (b"1\t1e999\n", 1, "2", "a finite number, found `1e999`"),
    "underscore": (b"1\t1_000\n", 1, "2", "`1_000`"),
    "hexadecimal": (b"1\t0x1p3\n", 1, "2", "`0x1p3`"),
    "exponent without digits": (b"1\t1e\n", 1, "2", "`1e`"),
    "two signs": (b"1\t--1\n", 1, "2", "`--1`"),
    "signed NaN": (b"1\t-NaN\t2\n", 1, "2", "`-NaN`"),
    "NaN of another spelling": (b"1\tNaNa\t2\n", 1, "2", "`NaNa`"),
    "percent": (b"1\t5%\n", 1, "2", "`5%`"),
    "thousands": (b"1\t1 000\n", 1, "2", "`1 000`"),
    "Arabic digits": ("1\t٣\n".encode(), 1, "2", "`٣`"),
    "quoted number": (b'1\t"2"\n', 1, "2", "a number"),
    "vertical tab": (b"1\t2\x0b\n", 1, "2", "a number"),
    "NaN at the end": (b"1\t2\tNaN\n", 1, None, 'trailing_nan="padding"'),
    "NaN at the end of the second": (b"1\t2\t3\n4\t5\tnan\n", 2, None, "NaN at its end"),
}  # fmt: skip


@pytest.fixture(params=["at once", "one by one"])
def way(request, monkeypatch):
    """Read in blocks, or field by field."""
    if request.param == "one by one":
        monkeypatch.setattr(ucr, "block", lambda *_: None)


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.usefixtures("way")
def test_read_exactly(name):
    data, labels, values = GOOD[name]
    found = read_ucr(data, dataset="d", split="test")
    assert found.label.tolist() == labels
    assert found == series_set(values, dataset="d", split="test", label=labels)
    assert (set(found.dataset), set(found.split)) == ({"d"}, {"test"})


@pytest.mark.parametrize("name", BAD)
@pytest.mark.usefixtures("way")
def test_refused_with_a_place(name):
    data, line, column, says = BAD[name]
    with pytest.raises(SeriesError) as caught:
        read_ucr(data, dataset="d", file="d.tsv")
    error = caught.value
    assert (error.file, error.line, error.column) == ("d.tsv", line, column)
    assert says in str(error)
    assert error.hint


def test_there_are_enough_hostile_files():
    assert len(BAD) >= 40


def test_nan_at_the_end_is_what_one_says_it_is():
    data = b"1\t2\t3\tNaN\tNaN\n1\t4\tNaN\t5\tNaN\n1\t6\t7\t8\t9\n"
    cut = read_ucr(data, dataset="d", trailing_nan="padding")
    assert cut.lengths.tolist() == [2, 3, 4]
    assert np.isnan(cut.values(1)[0]).tolist() == [False, True, False]
    kept = read_ucr(data, dataset="d", trailing_nan="missing")
    assert kept.lengths.tolist() == [4, 4, 4]
    assert np.isnan(kept.to_numpy()).sum() == 4
    with pytest.raises(ArgumentError, match="trailing_nan"):
        read_ucr(data, dataset="d", trailing_nan="cut")


def test_a_row_of_padding_alone_is_refused():
    with pytest.raises(SeriesError, match="nothing but padding") as caught:
        read_ucr(b"1\t2\t3\n1\tNaN\tNaN\n", dataset="d", trailing_nan="padding")
    assert caught.value.line == 2


SEED = b"\xef\xbb\xbfa b\t0.5\tNaN\t-1e-3\r\nc\t1\t2\t3\r\n"
PIECES = (b"\t", b"\n", b"\r", b"\0", b",", b" ", b"\xff", b"NaN", b"e", b"-", b"9", b"inf", b"")


def outcome(data: bytes):
    """Return the set or what is refused."""
    try:
        return read_ucr(data, dataset="d", file="f")
    except SeriesError as error:
        return error.to_dict()


@pytest.mark.parametrize("n", [2000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_mutants_are_read_or_refused_alike_in_both_ways(n, monkeypatch):
    random, refused = Random(n), 0
    for _ in range(n):
        data = bytearray(SEED)
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(data))
            data[at : at + random.randint(0, 2)] = random.choice(PIECES)
            data = data or bytearray(b"\n")
        found = outcome(bytes(data))
        with monkeypatch.context() as patched:
            patched.setattr(ucr, "block", lambda *_: None)
            assert outcome(bytes(data)) == found
        if isinstance(found, dict):
            refused += 1
            assert found["line"] is not None or found["found"] == "an empty file"
        else:
            assert len(found) == bytes(data).rstrip(b"\r\n").count(b"\n") + 1
            assert not np.isinf(found.flat()).any()
    assert n / 10 < refused < n * 0.98


@pytest.mark.parametrize("size", [1, 40, 10_000])
def test_where_blocks_end_does_not_matter(size, monkeypatch):
    monkeypatch.setattr(ucr, "BLOCK", size)
    lines = [f"{i % 3}\t{i / 7!r}\t{'NaN' if i % 5 else i}\t1" for i in range(200)]
    whole = read_ucr("\n".join(lines).encode(), dataset="d")
    assert whole.label.tolist() == [str(i % 3) for i in range(200)]
    assert whole.to_numpy()[:, 0, 0].tolist() == [i / 7 for i in range(200)]
    lines[150] = "1\t2\tx\t3"
    with pytest.raises(SeriesError, match="found `x`") as caught:
        read_ucr("\n".join(lines).encode(), dataset="d")
    assert (caught.value.line, caught.value.column) == (151, "3")


def test_aeon_fills_a_line_that_is_cut_off_with_nan_and_rewrites_labels(tmp_path):
    from aeon.datasets import load_from_tsv_file

    path = tmp_path / "toy.tsv"
    path.write_bytes(b"01\t2\t3\n1\t5\t6\n1\t5\n")
    values, labels = load_from_tsv_file(str(path))
    assert np.isnan(values[2, 0, 1])
    assert labels.tolist() == [1, 1, 1]
    with pytest.raises(SeriesError, match="3: expected 3 fields"):
        read_ucr(path.read_bytes(), dataset="d", file="toy.tsv")
    whole = read_ucr(b"01\t2\t3\n1\t5\t6\n", dataset="d")
    assert whole.label.tolist() == ["01", "1"]
