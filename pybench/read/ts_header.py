"""The header of a .ts file: its statements about the series that follow.

Comment lines begin with ``#`` or ``%``, others with ``@`` and a key in any case; ``@data`` is the
last. Every key but ``@problemName`` occurs at most once. A missing key states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pybench.base.errors import InputError
from pybench.read.decimals import BLANKS
from pybench.read.lines import refused, shown_bytes

NAMES = {
    b"problemname": "@problemName",
    b"timestamps": "@timeStamps",
    b"missing": "@missing",
    b"univariate": "@univariate",
    b"dimensions": "@dimensions",
    b"equallength": "@equalLength",
    b"serieslength": "@seriesLength",
    b"classlabel": "@classLabel",
    b"targetlabel": "@targetLabel",
    b"data": "@data",
}
SYNONYMS = {b"dimension": b"dimensions"}  # as written by aeon
COMMENTS = (b"#", b"%")

_COUNT = re.compile(rb"0*[1-9][0-9]{0,8}")
_WORD = re.compile(rb"[^ \t]+")


@dataclass(frozen=True)
class Header:
    """The statements of a .ts file; None where nothing is stated."""

    problems: tuple[str, ...]  #: the values of @problemName
    stamps: bool  #: whether each value has a time stamp
    missing: bool | None
    univariate: bool | None
    channels: int | None
    equal: bool | None
    length: int | None  #: of every series
    labels: dict[bytes, str] | None  #: the declared ones; None if the series have none
    targets: bool  #: whether each series ends with a number to predict
    begin: int  #: position where the data begin
    line: int  #: line on which the data begin

    @property
    def labelled(self) -> bool:
        """Whether something follows the last channel of a series."""
        return self.targets or self.labels is not None


@dataclass(frozen=True)
class _Entry:
    key: bytes
    words: list[re.Match[bytes]]
    line: int
    file: str | None

    def refused(self, expected: str, word: int | None = None, hint: str = "") -> InputError:
        """Return the refusal of a word, by default of what is missing after the last one."""
        at = self.words[-1].end() if word is None else self.words[word].start()
        found = "nothing" if word is None else shown_bytes(self.words[word].group())
        hint = hint or f"Correct {NAMES[self.key]}."
        expected = f"{expected} after {NAMES[self.key]}"
        return refused(expected, found, hint, self.file, self.line, at + 1)

    def alone(self, expected: str) -> bytes:
        """Return the only word of the value."""
        if len(self.words) < 2:
            raise self.refused(expected)
        if len(self.words) > 2:
            raise self.refused(f"{expected}, and no more,", 2)
        return self.words[1].group()


def read_header(text: bytes, file: str | None = None) -> Header:
    """Read the header of a .ts file.

    Parameters
    ----------
    text : bytes
        The whole file, from `checked_text`.
    file : str, optional
        Its name, for error messages.

    Raises
    ------
    SeriesError
        For a line that is not a comment, a key that is unknown or repeated, an invalid value,
        contradictory statements, no statement about labels, or no ``@data``.
    """
    found: dict[bytes, _Entry] = {}
    problems: list[str] = []
    number = 0
    for number, end, line in _lines(text):
        if not line.strip(BLANKS) or line.lstrip(BLANKS).startswith(COMMENTS):
            continue
        entry = _entry(line, number, file)
        if entry.key == b"problemname":
            problems.append(_problem(entry, line))
        elif first := found.get(entry.key):
            expected = f"{NAMES[entry.key]} once, it is on line {first.line},"
            hint = "Keep the one that is right."
            raise refused(expected, "it again", hint, file, number, entry.words[0].start() + 1)
        found[entry.key] = entry
        if entry.key == b"data":
            if len(entry.words) > 1:
                raise entry.refused("the end of the line", 1, "Begin the data on a new line.")
            return _header(found, tuple(problems), end + 1, number)
    hint = "Check that the file was written completely."
    raise refused("a line @data", "the end of the file", hint, file, number)


def _lines(text: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the number of each line, where it ends, and the line."""
    begin = number = 0
    while begin < len(text):
        end = text.find(b"\n", begin)
        end = len(text) if end < 0 else end
        number += 1
        yield number, end, text[begin:end]
        begin = end + 1


def _entry(line: bytes, number: int, file: str | None) -> _Entry:
    words = list(_WORD.finditer(line))
    first = words[0].group()
    key = first[1:].lower()
    key = SYNONYMS.get(key, key)
    column = words[0].start() + 1
    if not first.startswith(b"@"):
        hint = "Write the line @data before the first series, and # before a comment."
        raise refused("a line of the header", shown_bytes(first), hint, file, number, column)
    if key not in NAMES:
        expected = f"one of {', '.join(NAMES.values())}"
        hint = "Correct the key, or make the line a comment (#)."
        raise refused(expected, shown_bytes(first), hint, file, number, column)
    return _Entry(key, words, number, file)


def _problem(entry: _Entry, line: bytes) -> str:
    if len(entry.words) < 2:
        raise entry.refused("a name")
    return _decoded(line[entry.words[1].start() :].rstrip(BLANKS), entry, 1)


def _decoded(text: bytes, entry: _Entry, word: int) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        raise entry.refused("UTF-8 text", word, "Save the file as UTF-8.") from None


def _header(found: dict[bytes, _Entry], problems: tuple[str, ...], begin: int, line: int) -> Header:
    targets = _truth(found.get(b"targetlabel")) or False
    labels = _labels(found.get(b"classlabel"))
    if targets and labels is not None:
        hint = "Set the one that is wrong to false."
        raise found[b"targetlabel"].refused("false, since @classLabel is true,", 1, hint)
    equal, length = _truth(found.get(b"equallength")), _count(found.get(b"serieslength"))
    univariate = _truth(found.get(b"univariate"))
    header = Header(
        problems=problems,
        stamps=_truth(found.get(b"timestamps")) or False,
        missing=_truth(found.get(b"missing")),
        univariate=univariate,
        channels=_channels(found.get(b"dimensions"), univariate),
        equal=equal,
        # If lengths differ, archives write the largest: not a statement about each series.
        length=None if equal is False else length,
        labels=labels,
        targets=targets,
        begin=begin,
        line=line + 1,
    )
    if not found.keys() & {b"targetlabel", b"classlabel"}:
        expected = "@classLabel or @targetLabel, true or false, before @data"
        hint = "Say whether a class label, a number to predict or nothing ends each line."
        raise refused(expected, "neither", hint, found[b"data"].file, line)
    return header


def _truth(entry: _Entry | None) -> bool | None:
    if entry is None:
        return None
    value = entry.alone("true or false").lower()
    if value not in (b"true", b"false"):
        raise entry.refused("true or false", 1)
    return value == b"true"


def _count(entry: _Entry | None) -> int | None:
    if entry is None:
        return None
    expected = "a whole number from 1 to 999999999"
    value = entry.alone(expected)
    if not _COUNT.fullmatch(value):
        raise entry.refused(expected, 1)
    return int(value)


def _channels(entry: _Entry | None, univariate: bool | None) -> int | None:
    channels = _count(entry)
    if entry is None or channels is None:
        return 1 if univariate else None
    if univariate is not None and univariate != (channels == 1):
        claim = "1, since @univariate is true," if univariate else "2 or more for @univariate false"
        raise entry.refused(claim, 1, "Correct @dimensions or @univariate.")
    return channels


def _labels(entry: _Entry | None) -> dict[bytes, str] | None:
    if entry is None:
        return None
    if len(entry.words) < 2:
        raise entry.refused("true or false")
    value = entry.words[1].group().lower()
    if value not in (b"true", b"false"):
        raise entry.refused("true or false", 1)
    if value == b"false":
        entry.alone("false")
        return None
    if len(entry.words) < 3:
        raise entry.refused("true and all class labels")
    labels: dict[bytes, str] = {}
    for place, word in enumerate(entry.words[2:], 2):
        if word.group() in labels:
            raise entry.refused("every class label once", place, "Remove one of the two.")
        if b":" in word.group():
            hint = "A colon separates channels: rename the class."
            raise entry.refused("class labels without a colon", place, hint)
        labels[word.group()] = _decoded(word.group(), entry, place)
    return labels
