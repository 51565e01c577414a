"""ARFF of time series: one attribute per point in time and one for the class, or a relation.

Follows the grammar in Weka's documentation strictly: SciPy reads neither sparse rows nor texts and
takes a quoted `?` for a missing value, and other parsers differ on quotes and braces. Looser forms
that Weka accepts (blanks between values, weights of instances) are refused. docs/series-formats.md
has the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pybench.base.errors import InputError, SeriesError, refusal
from pybench.base.text import counted, shown
from pybench.read.arff_header import Header, read_header
from pybench.read.arff_text import BadText, Token, dense, sparse
from pybench.read.files import series_lines
from pybench.read.rectangle import (
    BLOCK,
    NotNumber,
    block,
    check_trailing_nan,
    numbers,
    rectangle_set,
)
from pybench.seriesset.build import channel_names

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]

MISSING = b"?"
_BLANK = bytes(range(33))  # separators of two values in Weka
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
        The whole file, UTF-8. One attribute is nominal or text: the class. All others are numeric,
        in the order of time; or one is relational, and its rows are the channels of a series.
    dataset : str
        Name of the dataset.
    split : {"train", "test", ""}
        Split of all series of the file.
    file : str, optional
        Its name, for error messages.
    trailing_nan : {"refuse", "padding", "missing"}
        What it means if a series ends in ``?``; see `read_series`.

    Returns
    -------
    SeriesSet
        Labels as the file declares them, without the quotes; None if the class is ``?``.

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
    """The rows of a file as they arrive; usual rows wait, to be read in one go."""

    header: Header
    file: str | None
    labels: list[str | None] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    values: list[list[Floats]] = field(default_factory=list)  # of each channel
    waiting: list[bytes] = field(default_factory=list)
    n_waiting: int = 0  # bytes

    def add(self, line: bytes, number: int) -> None:
        """Take one row, given without blanks around it."""
        try:
            plain = self._plain(line)
            label, channels = (plain[0], []) if plain else self._any(line)
        except BadText as error:
            self.read_waiting()  # an earlier error comes first
            raise self._refused(number, error) from None
        if plain:
            self.waiting.append(plain[1])
            self.n_waiting += len(line)
        else:
            self.read_waiting()
            self._keep(channels, number)
        self.labels.append(label)
        self.lines.append(number)
        if self.n_waiting > BLOCK:
            self.read_waiting()

    def read_waiting(self) -> None:
        """Read the numbers of the waiting rows."""
        import numpy as np

        if not self.waiting:
            return
        bodies, self.waiting, self.n_waiting = self.waiting, [], 0
        values = block(bodies, b",", MISSING, len(self.header.points))
        if values is None:
            first = len(self.labels) - len(bodies)
            rows = [self._numbers(b, self.lines[first + i]) for i, b in enumerate(bodies)]
            values = np.array(rows).reshape(-1)
        self.values = self.values or [[]]
        self.values[0].append(values)

    def _numbers(self, body: bytes, line: int) -> list[float]:
        try:
            return numbers(body, b",", MISSING)
        except NotNumber as error:
            raise self._refused(line, _bad(error.place, error)) from None

    def _keep(self, channels: list[Floats], number: int) -> None:
        """Keep the values of one row."""
        self.values = self.values or [[] for _ in channels]
        if len(channels) != len(self.values):
            expected = f"{counted(len(self.values), 'channel')} as in the first series"
            bad = BadText(None, expected, str(len(channels)), "Give all series the same channels.")
            raise self._refused(number, bad)
        for column, found in zip(self.values, channels, strict=True):
            column.append(found)

    def series_set(self, dataset: str, split: str, trailing_nan: str) -> SeriesSet:
        """Return the rows read."""
        import numpy as np

        self.read_waiting()
        return rectangle_set(
            [np.concatenate(column) for column in self.values],
            len(self.header.points),
            trailing_nan=trailing_nan,
            dataset=dataset,
            split=split,
            label=self.labels,
            channels=channel_names(len(self.values)),
            file=self.file,
            line_of=self.lines.__getitem__,
        )

    def _plain(self, line: bytes) -> tuple[str | None, bytes] | None:
        """Return the label of a usual row and its unread numbers; None for any other row."""
        header = self.header
        last = len(header.attributes) - 1
        if header.place != last or header.relational or line.translate(None, _SPECIAL) != line:
            return None
        body, _, label = line.rpartition(b",")
        label = label.strip(b" ")
        if body.count(b",") + 1 != last or not label or label.translate(None, _BLANK) != label:
            return None
        return self._label(Token(label.decode("utf-8"), False)), body

    def _any(self, line: bytes) -> tuple[str | None, list[Floats]]:
        """Read any row, token by token."""
        import numpy as np

        header = self.header
        if line.startswith(b"{"):
            tokens = sparse(line, header.defaults)
        else:
            tokens = dense(line)
            if len(tokens) != len(header.attributes):
                hint = "Quote a value that contains a comma; write a missing value as ?."
                expected = counted(len(header.attributes), "value")
                raise BadText(None, expected, str(len(tokens)), hint)
        others = [(i, token) for i, token in enumerate(tokens) if i != header.place]
        if header.relational:
            channels = self._channels(others[0][1], others[0][0])
        else:
            channels = [np.array([_number(*pair) for pair in others])]
        return self._label(tokens[header.place]), channels

    def _channels(self, token: Token, place: int) -> list[Floats]:
        """Read the rows of a relational value."""
        import numpy as np

        if not token.quoted:
            raise BadText(place, "rows in quotes", shown(token.text), "Quote the relation.")
        width = len(self.header.points)
        rows = token.text.removesuffix("\n").encode().split(b"\n")
        values = block(rows, b",", MISSING, width)
        if values is not None:
            return list(values.reshape(-1, width))
        channels = []
        for i, row in enumerate(rows):
            where = f" in channel {i + 1}"
            try:
                found = numbers(row, b",", MISSING)
            except NotNumber as error:
                what = f"{error.found} at point {error.place + 1}{where}"
                raise BadText(place, error.expected, what, error.hint) from None
            if len(found) != width:
                hint = "Fill shorter series up with ?."
                raise BadText(place, counted(width, "value"), f"{len(found)}{where}", hint)
            channels.append(np.array(found))
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
        hint = "Take the quotes off: in quotes it is a string."
        raise BadText(place, "a number", "a quoted `?`", hint)
    try:
        return numbers(token.text.encode(), b",", MISSING)[0]
    except NotNumber as error:
        raise _bad(place, error) from None


def _bad(place: int, error: NotNumber) -> BadText:
    return BadText(place, error.expected, error.found, error.hint)
