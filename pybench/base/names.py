"""Names of datasets, methods and metrics: text, distinct, also visually."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pybench.base.errors import ArgumentError, refusal
from pybench.base.text import look_alikes, shown


def distinct_names(what: str, names: Sequence[str], file: str | None = None) -> tuple[str, ...]:
    """Return names of datasets or methods: at least one, text, distinct, also visually."""
    names = listed("classifiers" if what == "method" else f"{what}s", names)
    if not names:
        raise refusal(f"at least one {what}", "none", "The table is empty.", file=file)
    names = texts(what, names, file)
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        found = f"{shown(name)} {times} times"
        raise refusal(f"every {what} once", found, "Rename one of them.", file=file)
    refuse_look_alikes(names, file)
    return names


def refuse_look_alikes(names: Sequence[str], file: str | None = None) -> None:
    """Refuse two different names that look the same."""
    if pair := look_alikes(names):
        hint = "Write both in the same Unicode form (NFC), or rename one."
        found = f"{shown(pair[0])} and {shown(pair[1])}"
        raise refusal("names that differ visibly", found, hint, file=file)


def listed(argument: str, names: object) -> tuple[Any, ...]:
    """Return names as a tuple; refuse a single string, and what cannot be iterated."""
    if isinstance(names, Iterable) and not isinstance(names, str):
        return tuple(names)
    found = "one string" if isinstance(names, str) else type(names).__name__
    text = f"`{argument}` must be a list of names, not {found}"
    raise ArgumentError(text, expected="a list of names", found=found)


def texts(what: str, names: tuple[Any, ...], file: str | None) -> tuple[str, ...]:
    """Refuse values that are not text, or contain characters that UTF-8 or R cannot hold."""
    for name in names:
        if not isinstance(name, str):
            hint = "Convert the names first."
            raise refusal(f"names of {what}s as text", type(name).__name__, hint, file=file)
        if "\0" in name or any("\ud800" <= character <= "\udfff" for character in name):
            hint = "Rename it."
            raise refusal("names without NUL and lone surrogates", shown(name), hint, file=file)
    return tuple(str.__str__(name) for name in names)  # plain str, even if a subclass shows another


def nearest(given: str, known: Iterable[str]) -> str | None:
    """Return the first of the nearest names; None if all differ in too many letters.

    A name may differ in a third of the letters or in 2, but not in more than half of them.

    Examples
    --------
    >>> nearest("irs", ["wine", "iris"]), nearest("letter", ["wine", "iris"])
    ('iris', None)
    """
    away = {name: _edits(given.lower(), name.lower()) for name in known}
    least = min(away.values(), default=math.inf)
    if not given or least > min(max(2, len(given) // 3), len(given) // 2):
        return None
    return next(name for name, edits in away.items() if edits == least)


def _edits(one: str, other: str) -> int:
    """Return Levenshtein's distance of two texts."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before = row
        row = [i]
        for j, own in enumerate(other):
            row.append(min(before[j] + (own != letter), before[j + 1] + 1, row[j] + 1))
    return row[-1]
