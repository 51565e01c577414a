"""ARFF of time series: an attribute a point in time and one for the class, or a relational one.

Grammar of Weka's documentation, read strictly: SciPy reads neither sparse rows nor texts and takes
a quoted `?` for a missing value, and other parsers differ on quotes and braces. What Weka would
take loosely (blanks between values, weights of instances) is refused. docs/series-formats.md has
the rules.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pybench.base.errors import InputError, SeriesError
from pybench.base.text import counted, shown
from pybench.read.arff_header import Header, read_header
from pybench.read.arff_text import BadText, Token, dense, sparse
from pybench.read.files import series_lines
from pybench.read.rectangle import NotNumber, check_trailing_nan, numbers, rectangle_set
from pybench.seriesset.build import channel_names
from pybench.table import refusal

if TYPE_CHECKING:
    from pybench.seriesset.series import SeriesSet

MISSING = frozenset((b"?",))
_SPECIAL = b"'\"{}%\\\t"


def read_arff(
    data: bytes,
    *,
    dataset: str,
    split: str = "",
    file: str | None = None,
    trailing_nan: str = "refuse",
) -> SeriesSet:
    """Read the bytes of one ARFF file of labelled series.

    Parameters
    ----------
    data : bytes
        The whole file, UTF-8. One attribute is nominal or a text: the class. All others are
        numeric, in the order of time; or one is relational, its rows the channels of a series.
    dataset : str
        Name of the dataset.
    split : {"train", "test", ""}
        Of all series of the file.
    file : str, optional
        Its name, for errors.
    trailing_nan : {"refuse", "padding", "missing"}
        What it means that a series ends in ``?``; see `read_series`.

    Returns
    -------
    SeriesSet
        Labels as the file declares them, without the quotes; None where the class is ``?``.

    Raises
    ------
    SeriesError
        At the first defect, with line and column (the place of the attribute).
    """
    check_trailing_nan(trailing_nan)
    lines = series_lines(data, file)
    header = read_header(lines, file)
    rows = _Rows(header, file)
    for number, line in enumerate(lines[header.length :], start=header.length + 1):
        text = line.strip(b" \t")
        if text and not text.startswith(b"%"):
            rows.add(text, number)
    if not rows.labels:
        hint = "Check that the file was written completely."
        raise refusal("series after @data", "none", hint, file=file, kind=SeriesError)
    return rows.series_set(dataset, split, trailing_nan)


@dataclass
class _Rows:
    """The rows of a file as they come."""

    header: Header
    file: str | None
    labels: list[str | None] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    values: list[array[float]] = field(default_factory=list)

    def add(self, line: bytes, number: int) -> None:
        """Take one row, given without blanks around it."""
        try:
            label, channels = self._plain(line) or self._any(line)
        except BadText as error:
            raise self._refused(number, error) from None
        except NotNumber as error:
            bad = BadText(error.place, error.expected, error.found, error.hint)
            raise self._refused(number, bad) from None
        if not self.values:
            self.values = [array("d") for _ in channels]
        if len(channels) != len(self.values):
            expected = f"{counted(len(self.values), 'channel')} as in the first series"
            bad = BadText(None, expected, str(len(channels)), "Give all series the same channels.")
            raise self._refused(number, bad)
        for column, found in zip(self.values, channels, strict=True):
            column.fromlist(found)
        self.labels.append(label)
        self.numbers.append(number)

    def series_set(self, dataset: str, split: str, trailing_nan: str) -> SeriesSet:
        """Return what came."""
        import numpy as np

        return rectangle_set(
            [np.frombuffer(column, np.float64) for column in self.values],
            len(self.header.points),
            trailing_nan=trailing_nan,
            dataset=dataset,
            split=split,
            label=self.labels,
            channels=channel_names(len(self.values)),
            file=self.file,
            line_of=self.numbers.__getitem__,
        )

    def _plain(self, line: bytes) -> tuple[str | None, list[list[float]]] | None:
        """Read the usual row at once: numbers, then a label that needs no quotes; else None."""
        header = self.header
        last = len(header.attributes) - 1
        if header.place != last or header.relational or line.translate(None, _SPECIAL) != line:
            return None
        body, comma, label = line.rpartition(b",")
        if not comma or body.count(b",") + 1 != last or b" " in label.strip():
            return None
        found = numbers(body, b",", MISSING, "?")
        return self._label(Token(label.strip(b" ").decode("utf-8"), False)), [found]

    def _any(self, line: bytes) -> tuple[str | None, list[list[float]]]:
        """Read any row, token by token."""
        header = self.header
        if line.startswith(b"{"):
            tokens = sparse(line, header.defaults)
        else:
            tokens = dense(line)
            if len(tokens) != len(header.attributes):
                hint = "Quote a value that contains a comma; write a missing value as ?."
                expected = counted(len(header.attributes), "value")
                raise BadText(None, expected, str(len(tokens)), hint)
        label = self._label(tokens[header.place])
        rest = [token for place, token in enumerate(tokens) if place != header.place]
        if not header.relational:
            places = [place for place in range(len(tokens)) if place != header.place]
            return label, [[_number(*pair) for pair in zip(places, rest, strict=True)]]
        return label, self._channels(rest[0], 1 - header.place)

    def _channels(self, token: Token, place: int) -> list[list[float]]:
        """Read the rows of a relational value."""
        if not token.quoted:
            raise BadText(place, "rows in quotes", shown(token.text), "Quote the relation.")
        width, channels = len(self.header.points), []
        for i, row in enumerate(token.text.removesuffix("\n").split("\n")):
            where = f" in channel {i + 1}"
            try:
                found = numbers(row.encode(), b",", MISSING, "?")
            except NotNumber as error:
                what = f"{error.found} at point {error.place + 1}{where}"
                raise BadText(place, error.expected, what, error.hint) from None
            if len(found) != width:
                hint = "Fill shorter series up with ?."
                raise BadText(place, counted(width, "value"), f"{len(found)}{where}", hint)
            channels.append(found)
        return channels

    def _label(self, token: Token) -> str | None:
        attribute = self.header.attributes[self.header.place]
        if not token.quoted and token.text == "?":
            return None
        if attribute.levels is not None and token.text not in attribute.levels:
            hint = f"Declare it in the levels of {shown(attribute.name)}."
            raise BadText(self.header.place, "a declared class", shown(token.text), hint)
        return token.text

    def _refused(self, line: int, error: BadText) -> InputError:
        column = None if error.place is None else str(error.place + 1)
        return refusal(
            error.expected,
            error.found,
            error.hint,
            file=self.file,
            line=line,
            column=column,
            kind=SeriesError,
        )


def _number(place: int, token: Token) -> float:
    if token.quoted and token.text == "?":
        hint = "Take the quotes off: in quotes it is a text."
        raise BadText(place, "a number", "a quoted `?`", hint)
    try:
        return numbers(token.text.encode(), b",", MISSING, "?")[0]
    except NotNumber as error:
        raise BadText(place, error.expected, error.found, error.hint) from None
