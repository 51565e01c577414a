"""Tokens of ARFF: what is quoted comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from writers import quoted

from pybench.read.arff_text import BadText, Token, dense, sparse, unescaped

texts = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n")), min_size=1)


@given(texts, st.sampled_from([",", " , ", ",\t"]))
def test_what_is_quoted_comes_back(values, mark):
    # without quotes blanks would be cut off, and `?` be a missing value
    line = mark.join(quoted(value) if value.isalnum() else q(value) for value in values)
    assert [token.text for token in dense(line.encode())] == values


def q(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_quotes_make_a_text():
    assert dense(b"?,'?'") == [Token("?", False), Token("?", True)]


def test_escapes():
    assert unescaped(r"\'\"\\\%\t\u0041") == "'\"\\%\tA"
    with pytest.raises(BadText, match="escape"):
        unescaped(r"\x")


def test_a_sparse_row_has_defaults_where_it_says_nothing():
    zero = Token("0", False)
    assert sparse(b"{ 1 5 }", [zero, zero, zero]) == [zero, Token("5", False), zero]
    with pytest.raises(BadText):
        sparse(b"{0 5", [zero])
    with pytest.raises(BadText):
        sparse(b"{0 5,}", [zero])


def test_an_open_quote_in_a_long_line_is_found_in_linear_time():
    with pytest.raises(BadText, match="closing quote"):
        dense(b"'" + b"\\'" * 500_000)
    with pytest.raises(BadText, match="closing quote"):
        dense(b"1," * 200_000 + b"'x")
