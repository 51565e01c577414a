"""The closed list of doubts that a result can carry, and their wording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pybench.base import shared


def texts() -> dict[str, str]:
    """Return every note and its one-sentence meaning, in the order in which notes are shown."""
    return {row["key"]: row["text"] for row in shared.rows("notes.csv")}


def ordered(keys: Iterable[str]) -> tuple[str, ...]:
    """Sort notes into the order of the list; an unknown one is a mistake of ours."""
    found = set(keys)
    known = tuple(key for key in texts() if key in found)
    if unknown := found.difference(known):
        raise KeyError(f"not in notes.csv: {sorted(unknown)}")
    return known


def holding(doubts: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the notes that hold, in the order of the list."""
    return ordered(key for key, holds in doubts.items() if holds)


def amended(keys: Iterable[str], key: str, holds: bool) -> tuple[str, ...]:
    """Return notes in which one of them stands if it holds, and does not if not."""
    return ordered({*keys, key} if holds else {*keys} - {key})


def lines(keys: Iterable[str]) -> list[str]:
    """Return one printable line per note."""
    meaning = texts()
    return [f"  note {key}: {meaning[key]}" for key in keys]
