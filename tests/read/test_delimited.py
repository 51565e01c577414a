"""Bytes -> fields: what is written comes back, and nothing else than a typed error ever happens."""

from __future__ import annotations

import csv
import io
import re
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.read.delimited import DELIMITERS, read_delimited

# Every text that a file can hold: no NUL, no CR without LF, no half surrogate pair.
text = partial(
    st.text,
    st.characters(codec="utf-8", exclude_characters="\0\r") | st.sampled_from('",;|\t\n\'"'),
)
fields = text(max_size=6) | st.just("two\r\nlines")


@st.composite
def tables(draw):
    width = draw(st.integers(2, 4))
    rows = st.lists(fields, min_size=width, max_size=width)
    return draw(st.lists(rows, min_size=2, max_size=6))


def written(rows, delimiter, end, quoting) -> bytes:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    return buffer.getvalue().encode()


def contents(grid):
    return [grid.names, *map(list, zip(*(column.values for column in grid.columns), strict=True))]


@given(tables(), st.sampled_from(list(DELIMITERS)), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_is_written_is_read_back(rows, delimiter, end, mark):
    for quoting in (csv.QUOTE_ALL, csv.QUOTE_MINIMAL):
        data = written(rows, delimiter, end, quoting)
        data = b"\xef\xbb\xbf" + data if mark else data
        if quoting == csv.QUOTE_MINIMAL and rows[0][0].startswith("\ufeff"):
            continue  # a first name that itself starts with a mark needs quotes
        grid = read_delimited(data, delimiter=delimiter)
        assert contents(grid) == rows


@given(tables())
def test_each_row_knows_its_line(rows):
    data = written(rows, ",", "\n", csv.QUOTE_ALL)
    starts, line = [], 1
    for row in rows:
        starts.append(line)
        line += sum(field.count("\n") for field in row) + 1
    assert list(read_delimited(data, delimiter=",").lines) == starts[1:]


@given(tables(), st.sampled_from(list(DELIMITERS)))
def test_the_delimiter_is_found_or_asked_for(rows, delimiter):
    data = written(rows, delimiter, "\n", csv.QUOTE_ALL)
    assert contents(read_delimited(data)) == rows  # all quoted: the others are never outside


SEED_FILE = b'\xef\xbb\xbfdataset,"a ""b""",c\xc3\xa9\r\nd1,0.5,"x\n,y"\r\n"d;2",1e-3,\r\n'


def mutant(random: Random) -> bytes:
    data = bytearray(SEED_FILE)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(data))
        choice = random.random()
        if choice < 0.4:
            data[at] = random.choice(b'",;|\t\r\n\0\xc3\xff a1')
        elif choice < 0.7:
            del data[at : at + random.randint(1, 5)]
        else:
            data[at:at] = random.choice(
                [b'"', b",", b"\r", b"\n", b"\n\n", b'""', b"\xe2\x82", b";"]
            )
        data = data or bytearray(b"\n")
    return bytes(data)


def outcome(data: bytes):
    """Return the grid or the error."""
    try:
        return read_delimited(data, file="t.csv")
    except ResultsTableError as error:
        return error


def test_mutants_are_read_or_refused_with_a_place():
    random, refused = Random(0), 0
    for _ in range(2000):
        data = mutant(random)
        found = outcome(data)
        if isinstance(found, ResultsTableError):
            refused += 1
            assert found.file == "t.csv"
            assert found.line is not None or found.found == "an empty file"
        else:
            assert {len(column.values) for column in found.columns} == {found.n_rows}
            # Nothing was mended: the fields hold what the file held.
            again = "".join(field for row in contents(found) for field in row).encode()
            assert letters(again) == letters(data.removeprefix(b"\xef\xbb\xbf"))
    assert 200 < refused < 1900  # the mutants are neither all hopeless nor all harmless


def letters(data: bytes) -> bytes:
    """Return what no quoting, delimiter or line end can account for."""
    return re.sub(rb'[",;|\t\r\n]', b"", data)


def test_arguments_are_checked():
    for arguments in ({"delimiter": " "}, {"delimiter": ""}, {"encoding": "utf-16"}):
        with pytest.raises(ArgumentError):
            read_delimited(b"a,b\n", **arguments)


def test_a_large_file_is_no_matter():
    rows = 20_000
    data = b"dataset,a\n" + b'"d ""q""",0.123456789\n' * rows
    assert read_delimited(data).lines[-1] == rows + 1


def test_an_open_quote_in_a_large_file_is_found_in_linear_time():
    data = b'dataset,a\n"' + b'x""\n' * 200_000
    with pytest.raises(ResultsTableError, match="expected a closing quote") as caught:
        read_delimited(data)
    assert caught.value.line == 2
