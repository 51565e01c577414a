"""One line of ARFF -> tokens: quotes, escapes, sparse rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pybench.base.text import shown

_QUOTED = r"'([^'\\]*(?:\\.[^'\\]*)*)'|\"([^\"\\]*(?:\\.[^\"\\]*)*)\""
_TOKEN = re.compile(rf"[ \t]*(?:{_QUOTED}|([^\0- ,'\"{{}}%]+))[ \t]*")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "%": "%"}
_PLACE = re.compile(r"[ \t]*([0-9]+)[ \t]+(?=\S)")


class BadText(Exception):
    """The error in a line, and the 0-based place of the value if one is at fault."""

    def __init__(self, place: int | None, expected: str, found: str, hint: str) -> None:
        super().__init__(place, expected, found, hint)
        self.place, self.expected, self.found, self.hint = place, expected, found, hint


class Token(NamedTuple):
    """A value; `?` is text in quotes, and a missing value without."""

    text: str
    quoted: bool


def dense(line: bytes) -> list[Token]:
    """Return the values of a row separated by commas.

    Raises
    ------
    BadText
        At the first invalid value.
    """
    return list(listed(line.decode("utf-8"), 0))


def listed(text: str, at: int, end: str = "") -> Iterator[Token]:
    """Yield the values of a comma-separated list, from a place to its end mark."""
    place = 0
    while True:
        token, at = one_token(text, at, place)
        yield token
        if text[at : at + 1] == end:
            if end and text[at + 1 :].strip(" \t"):
                found = shown(text[at + 1 :].strip())
                raise BadText(None, f"nothing after `{end}`", found, "Remove it.")
            return
        if text[at : at + 1] != ",":
            raise BadText(place, "a comma", _found(text, at), _hint(text, at))
        place, at = place + 1, at + 1


def one_token(text: str, at: int, place: int | None = None) -> tuple[Token, int]:
    """Return the value at a place of the text, and where it and the blanks after it end."""
    match = _TOKEN.match(text, at)
    if match is None:
        begin = re.compile(r"[ \t]*").match(text, at).end()  # type: ignore[union-attr]
        if text[begin : begin + 1] in ("'", '"'):
            hint = "Close the quote; inside write it as \\' or \\\"."
            raise BadText(place, "a closing quote", "the end of the line", hint)
        raise BadText(place, "a value", _found(text, begin), _hint(text, begin))
    single, double, plain = match.groups()
    if plain is not None:
        return Token(plain, False), match.end()
    return Token(unescaped(single if double is None else double, place), True), match.end()


def unescaped(text: str, place: int | None = None) -> str:
    """Return a quoted text without its escapes."""
    if "\\" not in text:
        return text

    def plain(match: re.Match[str]) -> str:
        mark = match[1]
        if len(mark) > 1:
            return chr(int(mark[1:], 16))
        if mark not in _ESCAPES:
            hint = "Write a backslash as \\\\."
            raise BadText(place, "an escape of ARFF", shown(match[0]), hint)
        return _ESCAPES[mark]

    return _ESCAPE.sub(plain, text)


def sparse(line: bytes, defaults: Sequence[Token | None]) -> list[Token]:
    """Return the values of a row `{place value, ...}`; values not named have their default.

    Raises
    ------
    BadText
        If places do not ascend, one does not exist, or a value without default is not named.
    """
    text = line.decode("utf-8")
    tokens = list(defaults)
    at, last = 1, -1
    empty = not text[1:].strip(" \t").removesuffix("}")
    while not empty:
        match = _PLACE.match(text, at)
        if match is None:
            found = _found(text, at)
            hint = "Write a sparse row as {0 1.5, 3 yes}."
            raise BadText(None, "a position and a value", found, hint)
        place = int(match[1]) if len(match[1]) < 10 else len(tokens)
        if not last < place < len(tokens):
            expected = f"rising places below {len(tokens)}"
            raise BadText(None, expected, shown(match[1]), "Count attributes from 0, in order.")
        tokens[place], at = one_token(text, match.end(), place)
        last = place
        if text[at : at + 1] == "}":
            break
        if text[at : at + 1] != ",":
            raise BadText(place, "a comma or `}`", _found(text, at), _hint(text, at))
        at += 1
    closing = text.find("}", at)
    if closing < 0 or text[closing + 1 :].strip(" \t"):
        found = "the end of the line" if closing < 0 else shown(text[closing + 1 :].strip())
        hint = "End the row with `}`; weights of rows are not supported."
        raise BadText(None, "`}` at the end", found, hint)
    named = [token for token in tokens if token is not None]
    if len(named) != len(tokens):
        place = tokens.index(None)
        hint = "Name it: only numbers and nominal values can be left out."
        raise BadText(place, "a value", "none", hint)
    return named


def _found(text: str, at: int) -> str:
    return shown(text[at : at + 1]) if at < len(text) else "the end of the line"


def _hint(text: str, at: int) -> str:
    mark = text[at : at + 1]
    if mark == "{":
        return "Weights of instances are not read: remove them."
    if mark in ("'", '"'):
        return "Put the whole value in quotes, and a backslash before quotes inside it."
    if mark in (",", ""):
        return "Write a missing value as ?."
    return "Put commas between the values, and quotes around one with blanks."
