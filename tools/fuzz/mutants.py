"""Mutants of files: repeatable, of any format, without a library."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

LARGEST = 100_000
_ODD = [
    b"", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n", b"\t",
    b'"', b"'", b"\\", b",", b";", b":", b"{", b"}", b"[", b"]", b"%", b"@", b"&", b"<", b">",
    b"=", b"?", b"NaN", b"nan", b"NA", b"Inf", b"-inf", b"null", b"true", b"TRUE", b"()", b"!!",
    b"*a", b"-", b"0", b"-0", b"-1", b"1e999", b"1e-999", b"0x1p3", b"1_000", b"2147483648",
    b"-2147483649",
    b"9223372036854775808", b"1" * 5000, b"0." + b"3" * 400, b"[" * 3000, b"{" * 3000,
    b"a" * 70_000, "\u0130\u0131".encode(), "\u202e".encode(), "e\u0301".encode(),
    "\u0661".encode(), "\u2028".encode(),
]  # fmt: skip
_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_WORDS = [0, 1, -1, 2**31 - 1, -(2**31), 2**30, 2**16, 127, 128, 255]


def mutant(seeds: Sequence[bytes], dice: random.Random) -> bytes:
    """Return one of the seeds after one to eight changes."""
    data = dice.choice(seeds)
    for _ in range(dice.randint(1, 8)):
        data = dice.choice(_CHANGES)(data, seeds, dice)
    return data[:LARGEST]


def binary(seeds: Sequence[bytes], dice: random.Random) -> bytes:
    """Return one of the seeds after few changes in place, so that most of it still holds."""
    data = dice.choice(seeds)
    for _ in range(dice.choice([1, 1, 2, 3])):
        change = dice.choice([_bytes, _bit, _word, _word]) if dice.random() < 0.95 else _cut
        data = change(data, seeds, dice)
    return data


def _bytes(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 4) if data else 0):
        some = dice.choice([0, 1, 127, 128, 255, dice.randrange(256)])
        changed[dice.randrange(len(data))] = some
    return bytes(changed)


def _bit(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    changed = bytearray(data)
    if data:
        changed[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _word(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    """Replace four or eight bytes at a place where formats of words have theirs."""
    width = dice.choice([4, 8])
    if len(data) < width:
        return data
    at = dice.randrange(0, len(data) - width + 1, 4)
    value = dice.choice(_WORDS).to_bytes(width, "little", signed=True)
    return data[:at] + value + data[at + width :]


def _number(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    places = list(_NUMBER.finditer(data))
    if not places:
        return data
    at = dice.choice(places)
    return data[: at.start()] + dice.choice(_ODD) + data[at.end() :]


def _insert(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    at = dice.randint(0, len(data))
    return data[:at] + dice.choice(_ODD) + data[at:]


def _part(data: bytes, dice: random.Random) -> tuple[int, int]:
    begin = dice.randint(0, len(data))
    return begin, min(len(data), begin + int(dice.expovariate(1 / 20)))


def _delete(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    begin, end = _part(data, dice)
    return data[:begin] + data[end:]


def _repeat(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    begin, end = _part(data, dice)
    return data[:end] + data[begin:end] * dice.choice([1, 2, 100]) + data[end:]


def _cut(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    return data[: dice.randint(0, len(data))]


def _lines(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    """Move, double or drop a line."""
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    line = lines.pop(dice.randrange(len(lines)))
    for _ in range(dice.randint(0, 2)):
        lines.insert(dice.randint(0, len(lines)), line)
    return b"".join(lines)


def _splice(data: bytes, seeds: Sequence[bytes], dice: random.Random) -> bytes:
    other = dice.choice(seeds)
    begin, end = _part(other, dice)
    at = dice.randint(0, len(data))
    return data[:at] + other[begin:end] + data[at:]


_CHANGES = [
    _bytes, _bytes, _bit, _word, _number, _number, _insert, _insert, _delete, _repeat, _cut, _lines,
    _splice,
]  # fmt: skip
