"""Decimal texts -> doubles: the nearest to each, NaN if missing, nothing guessed.

`decimal` is the grammar; `decimals` reads millions of texts at once and leaves unclear cases to
`decimal`.
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
_NAN = re.compile(rb"nan", re.IGNORECASE)


def decimal(text: bytes) -> float | None:
    """Return the double nearest to a text, NaN for ``?`` and ``nan`` in any case, else None.

    Blanks and tabs around it are ignored. A number consists of decimal digits with at most one
    point, and an optional exponent; a number too large gives an infinity.
    """
    text = text.strip(BLANKS)
    if text == b"?" or text.lower() == b"nan":
        return nan
    return float(text) if _NUMBER.fullmatch(text) else None


def decimals(text: bytes) -> Floats | None:
    """Return the doubles of a comma-separated list, each as from `decimal`.

    Returns None if one may be invalid: `decimal` then finds which.
    """
    import numpy as np
    import pyarrow as pa

    text = _missing_as_marks(_without_blanks(text))
    if b" " in text or b"n" in text or b"N" in text:
        return None  # Arrow reads nan, inf and infinity as numbers, but no other letters
    characters = np.frombuffer(text, np.uint8)
    commas = np.flatnonzero(characters == ord(","))
    missing = np.flatnonzero(characters == ord("?")) if b"?" in text else commas[:0]
    if not _alone(characters, missing):
        return None
    offsets = np.zeros(len(commas) + 2, np.int64)
    offsets[1:-1] = commas - np.arange(len(commas))
    offsets[-1] = len(text) - len(commas)
    digits = text.replace(b",", b"").replace(b"?", b"0")
    buffers = pa.py_buffer(offsets), pa.py_buffer(digits)
    texts = pa.LargeStringArray.from_buffers(len(commas) + 1, *buffers)
    try:
        values: Floats = texts.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:
        return None
    if len(missing):
        values = values.copy()
        values[np.searchsorted(commas, missing)] = nan
    return values


def _without_blanks(text: bytes) -> bytes:
    """Remove blanks around commas and at both ends; those within a number stay."""
    if b"\t" in text:
        text = text.replace(b"\t", b" ")
    if b" " not in text:
        return text
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text.replace(b" ,", b",").replace(b", ", b",").strip(b" ")


def _missing_as_marks(text: bytes) -> bytes:
    if b"n" in text or b"N" in text:
        text = text.replace(b"NaN", b"?").replace(b"nan", b"?")
        if b"n" in text or b"N" in text:
            text = _NAN.sub(b"?", text)
    return text


def _alone(characters: npt.NDArray[np.uint8], places: npt.NDArray[np.intp]) -> bool:
    """Return whether each of these characters is a whole field."""
    before, after = places[places > 0] - 1, places[places < len(characters) - 1] + 1
    return bool((characters[before] == ord(",")).all() and (characters[after] == ord(",")).all())
