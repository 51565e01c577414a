"""Write inst/shared/decompositions.csv: what R needs to know to compare names as Unicode does.

Run as ``python r/tools/make_decompositions.py``. The rows come from Python's ``unicodedata``, so
that both languages find the same names equal. A row gives for the code points ``first`` to
``last`` (hexadecimal) either their canonical combining class or their full canonical
decomposition; Hangul syllables are left out, since they follow from arithmetic.
"""

from __future__ import annotations

import csv
import sys
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "inst" / "shared" / "decompositions.csv"
HANGUL = range(0xAC00, 0xD7A4)
SURROGATES = range(0xD800, 0xE000)

Row = tuple[str, str, str, str]


def decompositions() -> Iterator[Row]:
    """Yield every code point that decomposes canonically, with what it becomes in the end."""
    for code in range(sys.maxunicode + 1):
        if code in HANGUL or code in SURROGATES:
            continue
        parts = unicodedata.normalize("NFD", chr(code))
        if parts != chr(code):
            yield f"{code:X}", f"{code:X}", "", " ".join(f"{ord(part):X}" for part in parts)


def combining_classes() -> Iterator[Row]:
    """Yield the runs of code points that share a combining class other than 0."""
    kinds = map(unicodedata.combining, map(chr, range(sys.maxunicode + 1)))
    for kind, run in groupby(enumerate(kinds), key=itemgetter(1)):
        if kind != 0:
            codes = [code for code, _ in run]
            yield f"{codes[0]:X}", f"{codes[-1]:X}", str(kind), ""


def main() -> None:
    """Write the table."""
    with TARGET.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["first", "last", "class", "decomposition"])
        writer.writerows(decompositions())
        writer.writerows(combining_classes())


if __name__ == "__main__":
    main()
