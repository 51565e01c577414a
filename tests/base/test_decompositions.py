"""The table by which R compares names says what Python's unicodedata says."""

from __future__ import annotations

import unicodedata

from pybench.base import shared


def test_every_row_agrees_with_unicodedata() -> None:
    # Later versions of Unicode add characters but never change these properties.
    rows = shared.rows("decompositions.csv")
    assert len(rows) > 2000
    for row in rows:
        for code in range(int(row["first"], 16), int(row["last"], 16) + 1):
            if row["class"]:
                assert unicodedata.combining(chr(code)) == int(row["class"])
            else:
                parts = "".join(chr(int(part, 16)) for part in row["decomposition"].split())
                assert unicodedata.normalize("NFD", chr(code)) == parts


def test_no_character_of_unicode_14_is_absent() -> None:
    rows = shared.rows("decompositions.csv")
    known = {
        code for row in rows for code in range(int(row["first"], 16), int(row["last"], 16) + 1)
    }
    hangul = range(0xAC00, 0xD7A4)
    ucd = unicodedata
    needed = {
        code
        for code in range(0x30000)
        if (ucd.combining(chr(code)) or ucd.normalize("NFD", chr(code)) != chr(code))
        and code not in hangul
    }
    absent = needed - known
    assert not absent if ucd.unidata_version == "14.0.0" else len(absent) < 200
