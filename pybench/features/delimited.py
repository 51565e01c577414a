"""Rows of features as CSV, exact in every digit, told apart from nothing: "" is not missing."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from pybench.base.errors import SeriesError, refusal
from pybench.seriesset.series import KEYS

if TYPE_CHECKING:
    import pyarrow as pa

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


def read_csv(data: bytes) -> pa.Table:
    """Read what `write_csv` wrote; Arrow says what is wrong with anything else."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    header = next(csv.reader(io.StringIO(data.partition(b"\n")[0].decode("utf-8-sig"))), [])
    kinds = {name: pa.float64() for name in header}
    kinds |= {name: pa.int64() if name == "id" else pa.string() for name in KEYS}
    options = arrow_csv.ConvertOptions(
        column_types=kinds, strings_can_be_null=True, quoted_strings_can_be_null=False,
        null_values=[""],
    )  # fmt: skip
    parsing = arrow_csv.ParseOptions(newlines_in_values=True)
    return arrow_csv.read_csv(io.BytesIO(data), parse_options=parsing, convert_options=options)


def refuse_blank_lines(data: bytes, file: str) -> None:
    """Refuse one before the last row, as R does: Arrow reads on behind it.

    A line end after an odd number of quotation marks is part of a text.
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
    """Return a field: nothing for None, in quotes where it would be read as something else."""
    if text is None:
        return ""
    plain = text and text != "NA" and text == text.strip() and not any(c in text for c in ',"\r\n')
    return text if plain else '"' + text.replace('"', '""') + '"'


def _number(value: float) -> str:
    """Return a number as Python, R and pandas all read it, to the last digit."""
    if math.isfinite(value):
        return repr(value)
    return "NaN" if value != value else "Inf" if value > 0 else "-Inf"
