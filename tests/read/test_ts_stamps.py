"""Stamps: even ones say nothing but the order, others are refused at the first that is not."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from pybench.read.ts_stamps import pace, quick_pace


class Stamp(NamedTuple):
    text: bytes
    at: int


class Refused(Exception):
    pass


def refused(expected, found, at, hint):
    assert hint.endswith(".")
    return Refused(expected, found, at)


def step(*channels: str, known=None):
    stamps = [[Stamp(t.encode(), i) for i, t in enumerate(c.split(","))] for c in channels]
    return pace(stamps, known, refused)


@pytest.mark.parametrize(
    ("stamps", "expected"),
    [
        ("0,1,2", Fraction(1)),
        ("0.1,0.2,0.3,0.4", Fraction(1, 10)),  # uneven as doubles
        ("-1, +0 ,1.0", Fraction(1)),
        ("2007-01-01 00:00:00,2007-01-01 00:01:00,2007-01-01 00:02:00", timedelta(minutes=1)),
        ("2007-01-01T00:00,2007-01-01 01:00", timedelta(hours=1)),
        ("2007-02-28,2007-03-01", timedelta(days=1)),
        ("2007-01-01 00:00:00.5,2007-01-01 00:00:01.000", timedelta(microseconds=500_000)),
        ("7", None),
    ],
)
def test_even_stamps_have_a_step(stamps, expected):
    assert step(stamps) == expected
    assert step(stamps, stamps, known=expected) == expected


def test_one_value_keeps_the_step():
    assert step("7", known=Fraction(3)) == 3


@pytest.mark.parametrize(
    ("channels", "expected", "at"),
    [
        (["0,1,3"], "stamps in even steps", 2),
        (["2007-01-31,2007-02-28,2007-03-31"], "stamps in even steps", 2),
        (["0,2007-01-01"], "stamps in even steps", 1),
        (["2,1,0"], "a later stamp", 1),
        (["1,1"], "a later stamp", 1),
        (["0,1", "1,2"], "channels that begin at the same time", 0),
        (["0,1", "0,2"], "stamps in even steps", 1),
        (["0,noon"], "a time or a number", 1),
        (["0,"], "a time or a number", 1),
        (["0,1e999999999"], "a time or a number", 1),
        (["0,nan"], "a time or a number", 1),
        (["2007-13-01"], "a time or a number", 0),
        (["0000-01-01"], "a time or a number", 0),
        (["9999-12-31 24:00:00"], "a time or a number", 0),
        (["2007-01-01 00:00:00+01:00"], "a time or a number", 0),
        (["0" * 31], "a time or a number", 0),
        (["٣"], "a time or a number", 0),
    ],
)
def test_others_are_refused_at_the_first(channels, expected, at):
    with pytest.raises(Refused) as caught:
        step(*channels)
    assert (caught.value.args[0], caught.value.args[2]) == (expected, at)


def test_one_step_in_the_whole_file():
    with pytest.raises(Refused, match="even steps"):
        step("0,2", known=Fraction(1))


def test_the_same_time_in_other_words():
    assert step("0,1", "0.0,1") == 1


def exactly(stamps: str):
    """Return what the grammar says, as `quick_pace` would."""
    try:
        found = step(stamps)
    except Refused:
        return None
    return "alone" if found is None else found


def test_in_bulk_nothing_is_read_otherwise():
    random, agreed = Random(0), 0
    for _ in range(3000):
        n, begin, by = random.randint(1, 4), random.randrange(10**9), random.choice([1, 7, 86400])
        times = [begin + i * by for i in range(n)]
        if random.random() < 0.5:
            text = ",".join(map(str, times))
        else:
            text = ",".join(str(datetime(1970, 1, 1) + timedelta(seconds=t)) for t in times)
        if random.random() < 0.6:
            at = random.randrange(len(text))
            text = (
                text[:at] + random.choice("0123456789-: ,.aT?+") + text[at + random.randint(0, 1) :]
            )
        found = quick_pace(text.encode())
        agreed += found is not None
        assert found is None or found == exactly(text), text
    assert agreed > 1000


@pytest.mark.parametrize("text", ["0,1,2", "2007-01-01 00:00:00,2007-01-01 00:00:10", "5"])
def test_usual_stamps_are_read_in_bulk(text):
    assert quick_pace(text.encode()) == exactly(text) is not None


@pytest.mark.parametrize("text", ["0000-01-01 00:00:00", "2007-02-30 00:00:00", "9" * 17 + ",1"])
def test_others_are_left_to_the_grammar(text):
    assert quick_pace(text.encode()) is None
