"""Decimal texts -> doubles: the nearest to each, NaN where missing, nothing guessed.

`decimal` is the grammar; `decimals` reads millions of texts at once and leaves to `decimal`
whatever it is not sure of.
"""

from __future__ import annotations

import re
from math import nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

BLANKS = b" \t"

_NUMBER = re.compile(rb"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LISTED = b"0123456789+-.eE,?"
# Without these, all that Arrow takes for a number is one: it also takes nan, inf and infinity.
_DOUBTFUL = (b"?", b"n", b"N", b" ", b"\t")
_BLANK_WITHIN = re.compile(rb"[^, \t][ \t]+[^, \t]")
_NOT_ALONE = re.compile(rb"[^,]\?|\?[^,]")
_NAN = re.compile(rb"nan", re.IGNORECASE)


def decimal(text: bytes) -> float | None:
    """Return the double nearest to a text, NaN for ``?`` and ``nan`` in any case, else None.

    Blanks and tabs around it do not count. A number is decimal digits with at most one point, and
    an exponent if need be; too large a one gives an infinity.
    """
    text = text.strip(BLANKS)
    if text == b"?" or text.lower() == b"nan":
        return nan
    return float(text) if _NUMBER.fullmatch(text) else None


def decimals(text: bytes) -> Floats | None:
    """Return the doubles of a list with commas in between, each as `decimal` has it.

    Returns None where one may be no number: then ask `decimal` which.
    """
    import numpy as np
    import pyarrow as pa

    if any(mark in text for mark in _DOUBTFUL):
        plain = _plain(text)
        if plain is None:
            return None
        text = plain
    commas = np.flatnonzero(np.frombuffer(text, np.uint8) == ord(","))
    offsets = np.zeros(len(commas) + 2, np.int64)
    offsets[1:-1] = commas - np.arange(len(commas))
    offsets[-1] = len(text) - len(commas)
    buffers = pa.py_buffer(offsets), pa.py_buffer(text.replace(b",", b""))
    texts = pa.LargeStringArray.from_buffers(len(commas) + 1, *buffers)
    try:
        values: Floats = texts.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:
        return None
    return values


def _plain(text: bytes) -> bytes | None:
    """Return a list of numbers without blanks and with missing ones as ``nan``; None in doubt."""
    if _BLANK_WITHIN.search(text):
        return None
    text = _NAN.sub(b"?", text.translate(None, BLANKS))
    if text.translate(None, _LISTED) or _NOT_ALONE.search(text):
        return None
    return text.replace(b"?", b"nan")
