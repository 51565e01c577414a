"""One line of data of a .ts file -> values and label, or the error and its place.

This is the grammar, value by value; `ts` reads blocks of lines at once and passes on those that are
not clearly valid. Checks of a line, in this order: it is not blank; stamps are well formed; the
number of channels; the values from left to right; their number in each channel; the stamps are
even; the label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import isinf, isnan
from typing import NamedTuple

from pybench.base.errors import InputError
from pybench.base.text import counted
from pybench.read.decimals import BLANKS, decimal
from pybench.read.lines import refused, shown_bytes
from pybench.read.ts_header import Header
from pybench.read.ts_stamps import Pace, pace

_STAMPED = re.compile(rb"[ \t]*\(([^(),]*),([^(),]*)\)[ \t]*")
_OPENED = re.compile(rb"[ \t]*\(")
_INFINITE = re.compile(rb"[+-]?inf(?:inity)?", re.IGNORECASE)


class Token(NamedTuple):
    """A text and the 0-based place in the line at which it begins."""

    text: bytes
    at: int


class Fields(NamedTuple):
    """A line, split: where each channel begins, its values, and the label."""

    begins: list[int]
    channels: Iterable[list[Token]]
    label: Token | None


class SeriesRow(NamedTuple):
    """The values of one series, channel by channel, and its label."""

    values: list[list[float]]
    label: str | None


@dataclass
class Rules:
    """Requirements on every line, from the header or else from the first series."""

    header: Header
    file: str | None
    channels: int | None = field(init=False)
    length: int | None = field(init=False)
    pace: Pace | None = None

    def __post_init__(self) -> None:
        self.channels, self.length = self.header.channels, self.header.length

    def row(self, line: bytes, number: int) -> SeriesRow:
        """Read one line.

        Parameters
        ----------
        line : bytes
            Without line end.
        number : int
            Its 1-based number, for errors.

        Raises
        ------
        SeriesError
            At its first error.
        """
        return _Line(self, line, number).row()


@dataclass
class _Line:
    rules: Rules
    line: bytes
    number: int

    def row(self) -> SeriesRow:
        if not self.line.strip(BLANKS):
            raise self.refused("a series", "a blank line", 0, "Remove the line.")
        stamps: list[list[Token]] = []
        fields = self.stamped(stamps) if self.rules.header.stamps else self.plain()
        begins, channels, label = fields
        self.count_channels(begins, label)
        values = [self.channel(channel, i) for i, channel in enumerate(channels)]
        self.count_values([len(channel) for channel in values], begins)
        if stamps:
            self.rules.pace = pace(stamps, self.rules.pace, self.refused)
        return SeriesRow(values, self.label(label))

    def plain(self) -> Fields:
        """Split a line without stamps."""
        line = self.line if self.rules.header.labelled else without_label(self.line)
        texts = line.split(b":")
        begins = list(accumulate((len(text) + 1 for text in texts[:-1]), initial=0))
        label = Token(texts.pop(), begins.pop()) if self.rules.header.labelled else None
        # Lazily: a line of a million colons is refused at its first channel.
        return Fields(begins, map(_tokens, texts, begins), label)

    def stamped(self, stamps: list[list[Token]]) -> Fields:
        """Split a line with stamps; put them into ``stamps``."""
        line = self.line if self.rules.header.labelled else without_label(self.line)
        channels: list[list[Token]] = []
        begins: list[int] = []
        at, mark = 0, b":"
        while mark == b"," or _OPENED.match(line, at):
            found = _STAMPED.match(line, at)
            if not found:
                hint = "Write a stamp and its value in brackets, or set @timeStamps to false."
                raise self.refused("`(stamp,value)`", shown_bytes(line[at : at + 40]), at, hint)
            if mark == b":":
                begins.append(at)
                channels.append([])
                stamps.append([])
            stamps[-1].append(Token(found[1], found.start(1)))
            channels[-1].append(Token(found[2], found.start(2)))
            at, mark = found.end() + 1, line[found.end() : found.end() + 1]
            if mark not in (b",", b":", b""):
                hint = "Separate values by commas and channels by colons."
                raise self.refused("a comma or a colon", shown_bytes(mark), at - 1, hint)
        rest = Token(line[at:], at)
        if self.rules.header.labelled and mark == b":" and channels:
            return Fields(begins, channels, rest)
        if rest.text or not channels:
            hint = "Write a stamp and its value in brackets, or set @timeStamps to false."
            raise self.refused("`(stamp,value)`", shown_bytes(rest.text), at, hint)
        return Fields(begins, channels, None)

    def count_channels(self, begins: Sequence[int], label: Token | None) -> None:
        header = self.rules.header
        if header.labelled and (label is None or not begins):
            what = "a number to predict" if header.targets else "a class label"
            hint = "End the series with a colon and its label, or correct the header."
            raise self.refused(f"{what} after the values", "none", len(self.line), hint)
        n, wanted = len(begins), self.rules.channels
        if wanted is None:
            if n == 1 and header.univariate is False:
                hint = "Correct @univariate."
                raise self.refused("2 channels or more (@univariate false)", "1", 0, hint)
            self.rules.channels = n
        elif n != wanted:
            source = "@univariate or @dimensions" if header.channels else "the first series"
            hint = f"Every series has as many channels as {source} says."
            at = begins[wanted] if n > wanted else len(self.line)
            raise self.refused(counted(wanted, "channel"), str(n), at, hint)

    def channel(self, tokens: Sequence[Token], place: int) -> list[float]:
        return [self.value(token, i, place) for i, token in enumerate(tokens)]

    def value(self, token: Token, place: int, channel: int) -> float:
        number = decimal(token.text)
        if number is None or isinf(number):
            word = number is None and not _INFINITE.fullmatch(token.text.strip(BLANKS))
            expected = "a number" if word else "a finite number"
            hint = "Write decimals with a point, and ? for a missing value."
        elif isnan(number) and self.rules.header.missing is False:
            expected, hint = "no missing value (@missing false)", "Set @missing to true."
        else:
            return number
        of = f" of channel {channel + 1}" if (self.rules.channels or 1) > 1 else ""
        found = f"{shown_bytes(token.text.strip(BLANKS))} as value {place + 1}{of}"
        raise self.refused(expected, found, token.at, hint)

    def count_values(self, lengths: Sequence[int], begins: Sequence[int]) -> None:
        first = lengths[0]
        for i, length in enumerate(lengths):
            if length != first:
                expected = f"{counted(first, 'value')} in channel {i + 1} as in the first"
                hint = "Channels of one series are equally long: pad none, split the dataset."
                raise self.refused(expected, str(length), begins[i], hint)
        header, wanted = self.rules.header, self.rules.length
        if wanted is None:
            self.rules.length = first if header.equal else None
        elif first != wanted:
            source = "@seriesLength" if header.length else "the first series"
            hint = "Set @equalLength to false, or complete the series."
            expected = f"{counted(wanted, 'value')} (@equalLength, {source})"
            raise self.refused(expected, str(first), begins[0], hint)

    def label(self, token: Token | None) -> str | None:
        header = self.rules.header
        if token is None:
            return None
        text = token.text.strip(BLANKS)
        at = token.at + len(token.text) - len(token.text.lstrip(BLANKS))
        if header.labels is not None:
            if text not in header.labels:
                hint = "Add the class to @classLabel, or correct the label."
                raise self.refused("a label that @classLabel names", shown_bytes(text), at, hint)
            return header.labels[text]
        number = decimal(text)
        if number is None or isnan(number) or isinf(number):
            hint = "Correct it, or leave the series out."
            raise self.refused("a finite number to predict", shown_bytes(text), at, hint)
        return text.decode("ascii")

    def refused(self, expected: str, found: str, at: int, hint: str) -> InputError:
        return refused(expected, found, hint, self.rules.file, self.number, at + 1)


def without_label(line: bytes) -> bytes:
    """Return a line of a file without labels minus the final colon, which aeon writes."""
    return line.removesuffix(b":")


def _tokens(text: bytes, at: int) -> list[Token]:
    parts = text.split(b",")
    begins = accumulate((len(part) + 1 for part in parts[:-1]), initial=at)
    return list(map(Token, parts, begins))
