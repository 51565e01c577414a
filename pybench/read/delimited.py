"""Delimited text (CSV, TSV): bytes -> header and records with line numbers; nothing is fixed.

Strict. Quoting is RFC 4180: a quote opens only at the start of a field, quotes inside are doubled,
and line ends inside quotes belong to the text. tests/golden/read/README.md lists every refusal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from pybench.base import check
from pybench.base.errors import InputError, ResultsTableError, refusal
from pybench.base.text import shown
from pybench.read.grid import Column, RawTable

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
ENCODINGS = ("utf-8", "latin-1", "cp1252")

# No possessive groups: before Python 3.11.5 they accept a half match as whole (gh-106052).
_QUOTED = r'"([^"]*(?:""[^"]*)*)"(?!")'
_FIELDS = {
    mark: re.compile(rf'(?:{_QUOTED}|([^"{re.escape(mark)}\r\n]*))({re.escape(mark)}|\r?\n|\Z)')
    for mark in DELIMITERS
}
_HEADER_PART = re.compile(r'(?:"[^"]*(?:""[^"]*)*(?P<close>"?))?[^,\t;|\n]*(?P<end>[,\t;|]?)')


def read_delimited(
    data: bytes, *, file: str | None = None, delimiter: str | None = None, encoding: str = "utf-8"
) -> RawTable:
    """Split the bytes of a delimited file into columns of fields.

    Parameters
    ----------
    data : bytes
        The whole file.
    file : str, optional
        Its name, for error messages.
    delimiter : {",", tab, ";", "|"}, optional
        Found from the header and, if that contains several, from the widths of all rows.
    encoding : {"utf-8", "latin-1", "cp1252"}
        Never guessed.

    Returns
    -------
    RawTable
        The columns in the order of the header, names unchecked, and the line of each row.

    Raises
    ------
    ArgumentError
        For another delimiter or encoding.
    ResultsTableError
        At the first defect of the file, with its line.
    """
    check_arguments(delimiter, encoding)
    text = _decode(data, file, encoding)
    if delimiter is not None:
        return _parse(text, delimiter, file)
    candidates = _candidates(text, file)
    if len(candidates) == 1:
        return _parse(text, candidates[0], file)
    return _only_fit(text, candidates, file)


def check_arguments(delimiter: str | None, encoding: str) -> None:
    """Refuse a delimiter or an encoding that is not supported."""
    if delimiter is not None:
        check.choice("delimiter", delimiter, DELIMITERS)
    check.choice("encoding", encoding, ENCODINGS)


def _decode(data: bytes, file: str | None, encoding: str) -> str:
    """Return the text without byte-order mark and without trailing line ends."""
    expected = f"{encoding} text"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        found, hint = "a UTF-16 byte-order mark", "Save the file as UTF-8."
        raise refusal(expected, found, hint, file=file, line=1)
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip(b"\r\n"):
        hint = "Check that the file was written completely."
        raise refusal("a header line", "an empty file", hint, file=file)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"the byte 0x{data[error.start]:02X}"
        hint = "Save the file as UTF-8, or give its `encoding`."
        raise _refused_byte(data, error.start, file, expected, found, hint) from None
    _check_controls(data, file)
    return text.rstrip("\r\n")


def _check_controls(data: bytes, file: str | None) -> None:
    """Refuse NUL, and CR that is not part of a CRLF."""
    nul = data.find(b"\0")
    if nul >= 0:
        hint = "Save the file as UTF-8 text."
        raise _refused_byte(data, nul, file, "text", "a NUL byte", hint)
    if alone := re.search(rb"\r(?!\n)", data):
        expected, hint = (
            "LF or CRLF at the end of a line",
            "Save the file with LF or CRLF line ends.",
        )
        raise _refused_byte(data, alone.start(), file, expected, "CR alone", hint)


def _refused_byte(
    data: bytes, offset: int, file: str | None, expected: str, found: str, hint: str
) -> InputError:
    line = data.count(b"\n", 0, offset) + 1
    column = str(offset - data.rfind(b"\n", 0, offset))
    return refusal(expected, found, hint, file=file, line=line, column=column)


def _candidates(text: str, file: str | None) -> list[str]:
    """Return the delimiters that occur in the header outside quotes."""
    if text.startswith(("\n", "\r\n")):
        raise _blank(file, 1)
    found: set[str] = set()
    position = 0
    while part := _HEADER_PART.match(text, position):
        if part["close"] == "":
            raise _open_quote(file, 1)
        if not part["end"]:
            break
        found.add(part["end"])
        position = part.end()
    if not found:
        expected = "columns separated by comma, tab, semicolon or bar"
        hint = "Write one of them between the columns, or give `delimiter`."
        raise refusal(expected, "none of them in the header", hint, file=file, line=1)
    return [mark for mark in DELIMITERS if mark in found]


def _only_fit(text: str, candidates: list[str], file: str | None) -> RawTable:
    """Return the table with the only delimiter that gives every row the header's width."""
    fitting = []
    for mark in candidates:
        with suppress(ResultsTableError):
            fitting.append(_parse(text, mark, file))
    if len(fitting) != 1:
        found = "several that could be it: " + ", ".join(DELIMITERS[mark] for mark in candidates)
        raise refusal("one delimiter", found, "Give `delimiter`.", file=file, line=1)
    return fitting[0]


def _parse(text: str, delimiter: str, file: str | None) -> RawTable:
    records = _records(text, delimiter, file)
    _, header = next(records)
    rows, lines = [], []
    for line, fields in records:
        if len(fields) != len(header):
            raise _ragged(file, line, len(fields), len(header))
        rows.append(fields)
        lines.append(line)
    values = zip(*rows, strict=True) if rows else ((),) * len(header)
    columns = [
        Column(name, "fields", fields, "text") for name, fields in zip(header, values, strict=True)
    ]
    return RawTable(columns, len(rows), file, lines)


def _records(text: str, delimiter: str, file: str | None) -> Iterator[tuple[int, list[str]]]:
    """Yield every record and the line on which it starts."""
    line, position = 1, 0
    while position <= len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        record = text[position:end].removesuffix("\r")
        if not record:
            raise _blank(file, line)
        if '"' in record:
            fields, end = _quoted_record(text, position, delimiter, file, line)
        else:
            fields = record.split(delimiter)
        yield line, fields
        line += text.count("\n", position, end) + 1
        position = end + 1


def _quoted_record(
    text: str, position: int, delimiter: str, file: str | None, line: int
) -> tuple[list[str], int]:
    """Return the fields of a record with quotes, and the position of its line end."""
    fields: list[str] = []
    while field := _FIELDS[delimiter].match(text, position):
        quoted, plain, mark = field.groups()
        fields.append(plain if quoted is None else quoted.replace('""', '"'))
        position = field.end()
        if mark != delimiter:
            return fields, position - mark.count("\n")
    raise _bad_quote(text, position, file, line, str(len(fields) + 1))


def _bad_quote(text: str, position: int, file: str | None, line: int, column: str) -> InputError:
    hint = "Put the whole field in quotes and double every quote inside it."
    expected, found = "quotes around a whole field", "a quote inside a field"
    if text[position] == '"':
        closed = re.compile(_QUOTED).match(text, position)
        if closed is None:
            return _open_quote(file, line, column)
        expected = "a delimiter or the end of the line after a closing quote"
        found = shown(text[closed.end()])
    return refusal(expected, found, hint, file=file, line=line, column=column)


def _open_quote(file: str | None, line: int, column: str | None = None) -> InputError:
    expected, found = "a closing quote", "the end of the file"
    hint = "Close the quote, or double it if it belongs to the text."
    return refusal(expected, found, hint, file=file, line=line, column=column)


def _blank(file: str | None, line: int) -> InputError:
    return refusal("a row", "a blank line", "Remove the line.", file=file, line=line)


def _ragged(file: str | None, line: int, found: int, width: int) -> InputError:
    expected = f"{width} field{'' if width == 1 else 's'} as in the header"
    hint = "Quote a field that contains the delimiter; write a missing score as an empty field."
    return refusal(expected, str(found), hint, file=file, line=line)
