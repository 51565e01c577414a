"""Rows of features as CSV, exact in every digit; an empty text "" differs from a missing one."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from pybench.base.errors import SeriesError, refusal
from pybench.read.lines import refused_byte
from pybench.read.numbers import MISSING
from pybench.seriesset.series import KEYS

if TYPE_CHECKING:
    import pyarrow as pa

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.ASCII | re.IGNORECASE)
_BLANK = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|(?<=\n))\r?\n")


def write_csv(file: BinaryIO, schema: pa.Schema, groups: Iterator[pa.RecordBatch]) -> None:
    """Write batches of rows: the keys, then the features."""
    file.write(_lines([[_quoted(name) for name in schema.names]]))
    for group in groups:
        *texts, places = (column.to_pylist() for column in group.columns[: len(KEYS)])
        features = (map(_number, column.to_pylist()) for column in group.columns[len(KEYS) :])
        rows = zip(
            *(map(_quoted, text) for text in texts), map(str, places), *features, strict=True
        )
        file.write(_lines(rows))


def read_csv(data: bytes, file: str | None = None) -> pa.Table:
    """Read a file written by `write_csv`; Arrow reports errors in anything else."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import csv as arrow_csv

    header = next(csv.reader(io.StringIO(data.partition(b"\n")[0].decode("utf-8-sig"))), [])
    features = [name for name in header if name not in KEYS]

    def parsed(kind: pa.DataType, odd: Sequence[str]) -> pa.Table:
        kinds = {name: pa.float64() for name in header} | dict.fromkeys(odd, kind)
        kinds |= {name: pa.int64() if name == "id" else pa.string() for name in KEYS}
        options = arrow_csv.ConvertOptions(
            column_types=kinds, strings_can_be_null=True, quoted_strings_can_be_null=False,
            null_values=[""],
        )  # fmt: skip
        parsing = arrow_csv.ParseOptions(newlines_in_values=True)
        return arrow_csv.read_csv(io.BytesIO(data), parse_options=parsing, convert_options=options)

    if len(set(header)) < len(header):
        return parsed(pa.float64(), [])
    # Arrow accepts more words for NaN than R, reads 1e999 as infinite, and rejects NA.
    lines = b'"' not in data
    try:
        table = parsed(pa.float64(), [])
    except pa.ArrowInvalid:
        return _with_numbers(parsed(pa.string(), features), features, file=file, lines=lines)
    if odd := [name for name in features if _not_finite(table[name]).true_count]:
        texts = parsed(pa.string(), odd)
        few = {name: pc.unique(texts[name].filter(_not_finite(table[name]))) for name in odd}
        wrong = [name for name in odd if None in map(_double, few[name].to_pylist())]
        _with_numbers(texts, wrong, file=file, lines=lines)
    return table


def _not_finite(column: pa.ChunkedArray) -> pa.BooleanArray:
    import pyarrow.compute as pc

    return pc.fill_null(pc.invert(pc.is_finite(column)), False).combine_chunks()


def _with_numbers(
    table: pa.Table, texts: Sequence[str], *, file: str | None, lines: bool
) -> pa.Table:
    """Turn columns of texts into numbers; ``lines`` if each row is one line."""
    import pyarrow as pa

    for name in texts:
        found = table[name].to_pylist()
        known = {text: _double(text) for text in set(found) if text is not None}
        for row, text in enumerate(found if None in known.values() else ()):
            if text is not None and known[text] is None:
                raise refusal(
                    "a number, Inf, -Inf or NaN in every cell", "other text",
                    "Leave the cell of a missing value empty.", file=file,
                    line=row + 2 if lines else None, column=name, kind=SeriesError,
                )  # fmt: skip
        numbers = pa.array([None if text is None else known[text] for text in found], pa.float64())
        table = table.set_column(table.column_names.index(name), name, numbers)
    return table


def _double(text: str) -> float | None:
    """Return the number of a cell, NaN if missing; None for any other text."""
    bare = text.strip(" \t")
    if bare in MISSING:
        return math.nan
    if _INFINITE.fullmatch(bare):
        return -math.inf if bare[0] == "-" else math.inf
    value = float(bare) if _NUMBER.fullmatch(bare) else math.inf
    return value if math.isfinite(value) else None


def check_text(data: bytes, file: str) -> None:
    """Refuse what Arrow misreports or accepts silently: other encodings, blank lines."""
    try:
        if not data.isascii():
            data.decode("utf-8")
    except UnicodeDecodeError as error:
        found, hint = f"the byte 0x{data[error.start]:02X}", "Save the file as UTF-8."
        raise refused_byte(data, error.start, "utf-8 text", found, hint, file) from None
    _refuse_blank_lines(data, file)


def _refuse_blank_lines(data: bytes, file: str) -> None:
    """Refuse a blank line before the last row, as R does: Arrow skips it.

    A line end after an odd number of quotation marks belongs to a text.
    """
    seen, quotes = 0, 0
    for blank in _BLANK.finditer(data.rstrip(b"\r\n")):
        quotes += data.count(b'"', seen, blank.start())
        seen = blank.start()
        if quotes % 2 == 0:
            line = data.count(b"\n", 0, blank.end())
            raise refusal(
                "a row", "a blank line", "Remove the line.", file=file, line=line, kind=SeriesError
            )


def _lines(rows: Iterable[Sequence[str]]) -> bytes:
    return "".join(",".join(row) + "\n" for row in rows).encode("utf-8")


def _quoted(text: str | None) -> str:
    """Return a field: empty for None, quoted if it would be read as something else."""
    if text is None:
        return ""
    plain = text and text != "NA" and text == text.strip() and not any(c in text for c in ',"\r\n')
    return text if plain else '"' + text.replace('"', '""') + '"'


def _number(value: float) -> str:
    """Return a number that Python, R and pandas all read exactly."""
    if math.isfinite(value):
        return repr(value)
    return "NaN" if value != value else "Inf" if value > 0 else "-Inf"
