"""The user's word for what is compared: "method", unless ``options.noun`` says otherwise.

Texts are written with the word "method"; `said` replaces it in a text of pybench before names are
put into it, so that a method named "our method" keeps its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from pybench.base.errors import ArgumentError

METHOD = "method"
_FITS = re.compile(r"[^\W\d_](?:[^\W_]|[ -]){0,39}")
# `method = "exact"` in a text is an argument.
_WORD = re.compile(r"\b(?:([Aa]) )?([Mm])ethod(s?)\b(?! =)")
_words = [METHOD, "methods"]


def noun() -> str:
    """Return the word for one."""
    return _words[0]


def nouns() -> str:
    """Return the word for several."""
    return _words[1]


def said(text: str) -> str:
    """Return a text of pybench, which contains no names of users, with the user's word."""
    return text if noun() == METHOD else _WORD.sub(_replaced, text)


def _replaced(found: re.Match[str]) -> str:
    word = _words[bool(found[3])]
    word = word[0].upper() + word[1:] if found[2] == "M" else word
    article = "" if not found[1] else found[1] + ("n " if word[0] in "aeioAEIO" else " ")
    return article + word


def set_noun(value: object) -> None:
    """Use another word from now on: "model", or "class/classes" with its plural; None: "method"."""
    _words[:] = checked(value)


@contextmanager
def saying(value: object) -> Iterator[None]:
    """Use another word for a while; None changes nothing."""
    before = list(_words)
    if value is not None:
        set_noun(value)
    try:
        yield
    finally:
        _words[:] = before


def checked(value: object) -> tuple[str, str]:
    """Return the word for one and for several, or refuse a value that is no such word."""
    one, _, many = (METHOD if value is None else str(value)).partition("/")
    many = many or f"{one}s"
    if (value is None or isinstance(value, str)) and all(map(_FITS.fullmatch, (one, many))):
        return one, many
    expected = 'a word such as "model", or two such as "class/classes"'
    raise ArgumentError(
        f"`noun` must be {expected}, of letters, digits, blanks and hyphens, not {value!r}",
        expected=expected,
        found=repr(value),
        hint="The second word is the plural; without it, the plural is the word and an s.",
    )
