"""The header of an ARFF file of series -> its attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pybench.base.errors import InputError, SeriesError, refusal
from pybench.base.text import shown, shown_names
from pybench.read.arff_text import BadText, Token, listed, one_token

NUMERIC = ("numeric", "real", "integer")
_KEYWORD = re.compile(r"@([A-Za-z]+)")


@dataclass(frozen=True)
class Attribute:
    """One attribute: its name, its type in lower case, and the levels if it is nominal."""

    name: str
    type: str
    levels: dict[str, None] | None = None


@dataclass(frozen=True)
class Header:
    """The content of a header.

    Attributes
    ----------
    attributes : list of Attribute
        Those of a row.
    place : int
        Which of them is the class.
    points : list of Attribute
        The points in time, in order: attributes of a row or inside the relational attribute.
    relational : bool
        Whether the series are in a relational attribute.
    length : int
        Number of lines up to and including @data.
    """

    attributes: Sequence[Attribute]
    place: int
    points: Sequence[Attribute]
    relational: bool
    length: int

    @property
    def defaults(self) -> list[Token | None]:
        """The value of an attribute that a sparse row does not name: 0, or the first level."""
        return [default(attribute) for attribute in self.attributes]


def read_header(lines: Sequence[bytes], file: str | None = None) -> Header:
    """Read the lines up to @data.

    Raises
    ------
    SeriesError
        At the first defect, with its line.
    """
    reader = _Reader(file)
    number = _last_line(reader, lines)
    try:
        return reader.header(number)
    except BadText as error:
        raise reader.refused(error, number) from None


def read_attributes(lines: Sequence[bytes], file: str | None = None) -> tuple[list[Attribute], int]:
    """Read the header of a table: attributes other than relations, and its number of lines.

    Raises
    ------
    SeriesError
        At the first defect, with its line.
    """
    reader = _Reader(file, table=True)
    number = _last_line(reader, lines)
    return list(reader.outer.values()), number


def _last_line(reader: _Reader, lines: Sequence[bytes]) -> int:
    """Give the reader the lines up to @data; return their number."""
    for number, line in enumerate(lines, start=1):
        text = line.decode("utf-8").strip(" \t")
        if not text or text.startswith("%"):
            continue
        try:
            if reader.take(text):
                return number
        except BadText as error:
            raise reader.refused(error, number) from None
    hint = "Check that the file was written completely."
    raise reader.refused(BadText(None, "@data", "the end of the file", hint), len(lines))


class _Reader:
    def __init__(self, file: str | None, table: bool = False) -> None:
        self.file = file
        self.table = table  # of attributes of every kind, not of series
        self.named = False
        self.outer: dict[str, Attribute] = {}
        self.inner: dict[str, Attribute] = {}
        self.open: str | None = None  # the open relational attribute, whose attributes follow

    def take(self, text: str) -> bool:
        """Read one line; return True if it is @data."""
        match = _KEYWORD.match(text)
        word = match[1].lower() if match else ""
        rest = text[match.end() :] if match else text
        if word == "relation" and not self.named and not self.outer:
            self.named = True
            _alone(rest, "a name")
        elif word == "attribute" and self.named:
            self._attribute(rest)
        elif word == "end" and self.open is not None:
            if _alone(rest, "the name of the attribute") != self.open:
                raise BadText(None, f"@end {shown(self.open)}", shown(rest.strip()), "Correct it.")
            self.open = None
        elif word == "data" and self.named and self.open is None:
            if rest.strip():
                raise BadText(None, "nothing after @data", shown(rest.strip()), "Remove it.")
            return True
        else:
            raise BadText(None, self._expected(), shown(text), "Check the order of the header.")
        return False

    def header(self, number: int) -> Header:
        attributes = list(self.outer.values())
        classes = [
            i for i, a in enumerate(attributes) if a.levels is not None or a.type == "string"
        ]
        others = [a for i, a in enumerate(attributes) if i not in classes]
        relational = [a for a in others if a.type == "relational"]
        if len(classes) != 1:
            hint = "A file of labelled series has one nominal or string attribute, the class."
            found = shown_names([attributes[i].name for i in classes]) if classes else "none"
            raise BadText(None, "one class attribute", found, hint)
        points = list(self.inner.values()) if relational else others
        if not points or (relational and len(others) > 1):
            found = f"{len(others)} attributes besides the class"
            hint = "Give an attribute a point in time, or one relational attribute."
            raise BadText(None, "series", found, hint)
        return Header(attributes, classes[0], points, bool(relational), number)

    def refused(self, error: BadText, line: int) -> InputError:
        return refusal(
            error.expected, error.found, error.hint, file=self.file, line=line, kind=SeriesError
        )

    def _attribute(self, rest: str) -> None:
        if rest[:1] not in (" ", "\t"):
            raise BadText(None, "a blank after @attribute", shown(rest[:1]), "Correct it.")
        name, at = one_token(rest, 0)
        kind = rest[at:].strip(" \t")
        known = self.outer if self.open is None else self.inner
        if name.text in known:
            raise BadText(
                None, "every attribute once", f"{shown(name.text)} twice", "Rename one of them."
            )
        known[name.text] = self._typed(name.text, kind)

    def _typed(self, name: str, kind: str) -> Attribute:
        if kind.startswith("{"):
            if self.open is not None:
                raise BadText(None, "a numeric type", shown(kind), "Channels are numbers.")
            return Attribute(name, "nominal", _levels(kind))
        word = kind.lower()
        if word in NUMERIC or (word == "string" and self.open is None):
            return Attribute(name, word)
        if self.table and word.split()[:1] == ["date"]:
            return Attribute(name, "string")  # kept as written
        if self.table:
            expected = "numeric, real, integer, string, date or {levels}"
            raise BadText(None, expected, shown(kind) if kind else "no type", "Correct it.")
        if word == "relational" and self.open is None and not self.inner:
            self.open = name
            return Attribute(name, word)
        expected = "numeric, real, integer, string, relational or {levels}"
        hint = "Time stamps, and relations in relations, are not read."
        raise BadText(None, expected, shown(kind) if kind else "no type", hint)

    def _expected(self) -> str:
        if not self.named:
            return "@relation"
        if self.open is not None:
            return f"@attribute or @end {shown(self.open)}"
        return "@attribute or @data"


def _alone(rest: str, what: str) -> str:
    """Return the only token of a line."""
    if not rest.strip():
        raise BadText(None, what, "the end of the line", "Write it.")
    token, at = one_token(rest, 0)
    if at != len(rest):
        hint = "Put a name with blanks in quotes."
        raise BadText(None, what, shown(rest.strip()), hint)
    return token.text


def _levels(text: str) -> dict[str, None]:
    levels: dict[str, None] = {}
    for token in listed(text, 1, "}"):
        if not token.quoted and token.text == "?":
            hint = "Write '?' in quotes: without quotes, ? means a missing value."
            raise BadText(None, "levels", "`?`", hint)
        if token.text in levels:
            raise BadText(None, "every level once", f"{shown(token.text)} twice", "Remove one.")
        levels[token.text] = None
    return levels


def default(attribute: Attribute) -> Token | None:
    """Return the value of an attribute that a sparse row does not name."""
    if attribute.type in NUMERIC:
        return Token("0", False)
    return None if attribute.levels is None else Token(next(iter(attribute.levels)), True)
