"""The closed list of caveats that a result can carry, and their wording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pybench.base import shared


def texts() -> dict[str, str]:
    """Return every note and its one-sentence meaning, in the order of display."""
    return {row["key"]: row["text"] for row in shared.rows("notes.csv")}


class Note(str):
    """A key with details, such as which datasets were left out; it equals the bare key."""

    detail: str = ""


def ordered(keys: Iterable[str]) -> tuple[str, ...]:
    """Sort notes into the order of the list; an unknown one is a programming error."""
    found: dict[str, str] = {}
    for key in keys:
        if key not in found or isinstance(key, Note):
            found[str.__str__(key)] = key
    known = tuple(found[key] for key in texts() if key in found)
    if unknown := found.keys() - set(known):
        raise KeyError(f"not in notes.csv: {sorted(unknown)}")
    return known


def holding(doubts: Mapping[str, bool | str]) -> tuple[str, ...]:
    """Return the notes that apply, in the order of the list; a text gives details of a note."""
    held = {key: holds for key, holds in doubts.items() if holds}
    return told(ordered(held), {key: text for key, text in held.items() if isinstance(text, str)})


def told(keys: Iterable[str], details: Mapping[str, str]) -> tuple[str, ...]:
    """Return notes with their details."""
    return tuple(_with_detail(key, details[key]) if key in details else key for key in keys)


def _with_detail(key: str, detail: str) -> Note:
    note = Note(key)
    note.detail = detail
    return note


def details(keys: Iterable[str]) -> dict[str, str]:
    """Return the details of the notes that have any."""
    return {str.__str__(key): key.detail for key in keys if isinstance(key, Note)}


def text(key: str) -> str:
    """Return the meaning of a note, with its details."""
    return f"{texts()[key]} {key.detail}." if isinstance(key, Note) else texts()[key]


#: What a caption says of scores that are missing or were filled in, before the details.
_FLAGS = {"filled-scores": "Filled in, not measured", "pairwise-complete": "Datasets per pair"}


def flags(keys: Iterable[str]) -> tuple[str, ...]:
    """Return sentences for a caption: which scores were filled in, how many datasets pairs have."""
    found = details(keys)
    return tuple(f"{text}: {found[key]}." for key, text in _FLAGS.items() if key in found)


def amended(keys: Iterable[str], key: str, holds: bool) -> tuple[str, ...]:
    """Return notes with one of them added if it applies, and removed if not."""
    return ordered({*keys, key} if holds else {*keys} - {key})


def lines(keys: Iterable[str]) -> list[str]:
    """Return one printable line per note."""
    return [f"  note {key}: {text(key)}" for key in keys]
