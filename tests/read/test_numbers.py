"""Text -> the nearest double, and memory -> the same double or a refusal by name."""

from __future__ import annotations

import decimal
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.errors import ResultsTableError
from pybench.read.grid import Column, RawTable
from pybench.read.numbers import MISSING, number_or_none, parse_score, score_values

GRAMMAR = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_python_writes_is_read_back_to_the_bit(number):
    assert parse_score(repr(number)) == number
    assert parse_score(f" {number:.17g}\t") == number


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value="-1e300", max_value="1e300"))
def test_any_decimal_gives_the_nearest_double(number):
    text = str(number)
    read = decimal.Decimal(parse_score(text))
    ulp = decimal.Decimal(math.ulp(float(read)))
    with decimal.localcontext(prec=2000):  # subtract without rounding
        assert abs(read - number) <= ulp / 2


@given(st.text(st.sampled_from("0123456789+-.eE, \t_xXnaifNAI\u0663\uff11"), max_size=8))
def test_only_the_grammar_is_a_number(text):
    value = parse_score(text)
    if text in MISSING:
        assert math.isnan(value)
    else:
        is_number = GRAMMAR.fullmatch(text.strip(" \t")) is not None
        assert (value == float(text)) if is_number else value == math.inf
        assert number_or_none(text) == (float(text) if is_number else None)


def values(kind, items, type_name="object"):
    column = Column("acc", kind, items, type_name)
    return score_values(RawTable([column], len(items)), [column])[:, 0].tolist()


def test_small_floats_widen_exactly():
    numbers = [np.float16(0.1), np.float32(0.1), 0.1, 7, np.int8(-3), np.uint64(2**53)]
    assert values("objects", numbers) == [0.0999755859375, 0.10000000149011612, 0.1, 7, -3, 2**53]


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 2**63, 10**30, np.uint64(2**64 - 1)])
def test_integers_that_a_double_may_not_hold_are_refused(number):
    with pytest.raises(
        ResultsTableError, match=r"column 'acc': expected an integer of at most 2\^53"
    ):
        values("integers", [1, number])


@pytest.mark.parametrize(
    "value", [True, np.True_, "0.5", "", decimal.Decimal("0.5"), 1j, [1], b"1", np.longdouble(1)]
)
def test_other_values_are_refused_by_column_and_row(value):
    with pytest.raises(ResultsTableError, match=r"column 'acc': expected a number, .* in row 2"):
        values("objects", [0.5, value])


@pytest.mark.parametrize("kind", ["texts", "other"])
def test_other_columns_are_refused_by_type(kind):
    with pytest.raises(ResultsTableError, match="column 'acc': expected numbers, found decimal128"):
        values(kind, ["1"], "decimal128(10, 2)")


def test_the_first_bad_cell_is_named_row_by_row():
    columns = [Column("a", "fields", ["1", "x"], "text"), Column("b", "fields", ["y", "2"], "text")]
    with pytest.raises(ResultsTableError) as caught:
        score_values(RawTable(columns, 2, "t.csv", [2, 5]), columns)
    assert (caught.value.line, caught.value.column, caught.value.found) == (2, "b", "`y`")
