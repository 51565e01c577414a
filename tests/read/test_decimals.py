"""Decimal texts -> doubles: Python's own reading of each number is the oracle."""

from __future__ import annotations

import math
import struct
from random import Random

import numpy as np
import pytest

from pybench.read.decimals import decimal, decimals

NUMBERS = [
    "0",
    "-0",
    "+1",
    "1.",
    ".5",
    "-.5e3",
    "007",
    "1E5",
    "1e+05",
    "1e-999",
    "4.9e-324",
    "2e308",
]
# Halfway between two doubles, and just beside: where a reader that rounds twice is wrong.
HARD = [
    "9007199254740993",
    "9007199254740993." + "0" * 800 + "1",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203126",
    "2.2250738585072011e-308",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "0." + "0" * 400 + "1e400",
    "1" * 400 + "e-399",
    "8.98846567431158e307",
]
STRANGE = ["", " ", ".", "-", "+-1", "1e", "e5", "1.2.3", "0x10", "1_000", "1 2", "1,", "1d5", "1f"]
STRANGE += ["inf", "-inf", "Infinity", "-nan", "+NaN", "nan(1)", "nanx", "-?", "??", "1?", "n an"]
STRANGE += ["١", "１", "1\u00a0", "1\x0b", "−1", "½", "1'000", "TRUE", "NA", "None", "1\x00", "1/2"]


def same(one: float | None, other: float) -> bool:
    return one is not None and struct.pack("<d", one) == struct.pack("<d", other)


@pytest.mark.parametrize("text", NUMBERS + HARD)
def test_a_number_is_the_nearest_double(text):
    assert same(decimal(text.encode()), float(text))
    (value,) = decimals(text.encode())
    assert same(value, float(text))


@pytest.mark.parametrize("text", STRANGE)
def test_what_is_no_number_is_left_to_the_grammar(text):
    assert decimal(text.encode()) is None
    for around in ("{}", "1,{}", "{},1", "1,{},2"):
        listed = around.format(text).encode()
        apart = [decimal(token) for token in listed.split(b",")]
        found = decimals(listed)
        assert found is None if None in apart else found is not None


@pytest.mark.parametrize("text", ["?", "nan", "NaN", "NAN", " ? ", "\tnan "])
def test_missing_is_nan(text):
    assert math.isnan(decimal(text.encode()))
    assert np.isnan(decimals(f"1,{text},2".encode())).tolist() == [False, True, False]


def test_blanks_around_do_not_count():
    assert decimals(b" 1, 2 ,\t3\t,4").tolist() == [1, 2, 3, 4]


def test_a_number_too_large_is_an_infinity():
    assert decimals(b"1e999,-1e309").tolist() == [math.inf, -math.inf]
    assert decimal(b"1e999") == math.inf


def test_random_doubles_come_back():
    random = Random(0)
    values = [struct.unpack("<d", random.randbytes(8))[0] for _ in range(20000)]
    values = [value for value in values if math.isfinite(value)]
    for form in (repr, "{:.17g}".format, "{:.25e}".format):
        found = decimals(",".join(map(form, values)).encode())
        assert found.tobytes() == np.array(values).tobytes()


def test_random_decimals_are_rounded_as_python_does():
    random = Random(1)
    texts = [
        f"{random.randrange(10 ** random.randint(1, 30))}.{random.randrange(10**9)}"
        f"e{random.randint(-340, 300)}"
        for _ in range(20000)
    ]
    assert decimals(",".join(texts).encode()).tobytes() == np.array(texts, float).tobytes()


def test_random_tokens_are_read_as_one_by_one():
    """In bulk nothing is read that the grammar refuses, and nothing otherwise."""
    random = Random(2)
    for _ in range(20000):
        text = "".join(random.choices("0123456789+-.eE,? \tnNaAifxd_", k=random.randint(1, 8)))
        apart = [decimal(token) for token in text.encode().split(b",")]
        found = decimals(text.encode())
        if None in apart:
            assert found is None, text
        elif found is not None:
            assert found.tobytes() == np.array(apart).tobytes(), text
