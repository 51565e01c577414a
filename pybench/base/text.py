"""Text from outside as shown in messages, and names that look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pybench.base.noun import said

P_FLOOR = 1e-12  # smaller p-values are shown as a bound: their digits are noise
SHOWN_CHARACTERS = 40
SHOWN_ITEMS = 5
SHOWN_KNOWN = 20
SHOWN_ROWS, SHOWN_COLUMNS = 10, 6

# C0, DEL and C1, which terminals obey; the line ends of Unicode; what reverses the order of a line.
_CONTROLS = dict.fromkeys(
    (*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)), " "
)


def without_controls(text: str) -> str:
    """Return text as one line: every control character becomes a space."""
    return text.translate(_CONTROLS)


def lined(lines: Iterable[str]) -> str:
    """Return one line per item: a name in an item cannot begin a line of its own."""
    return "\n".join(map(without_controls, lines))


def clipped(text: str) -> str:
    """Return text as one line of at most 40 characters; `?` for what UTF-8 cannot hold."""
    line = without_controls(text).encode("utf-8", "replace").decode("utf-8")
    return line if len(line) <= SHOWN_CHARACTERS else line[:SHOWN_CHARACTERS] + "..."


def counted(number: int, thing: str) -> str:
    """Return "1 pair", "2 pairs"."""
    return said(f"{number} {thing}" if number == 1 else f"{number} {thing}s")


def shown(text: str) -> str:
    """Return clipped text in back-ticks, as messages show it."""
    return f"`{clipped(text)}`"


def spanned(fewest: int, most: int) -> str:
    """Return the span of two numbers.

    Examples
    --------
    >>> spanned(8, 8), spanned(8, 12)
    ('8', '8 to 12')
    """
    return f"{fewest}" if fewest == most else f"{fewest} to {most}"


def shown_names(names: Sequence[str], most: int = SHOWN_ITEMS) -> str:
    """Return the first names, and the number of others."""
    first = ", ".join(map(shown, names[:most]))
    return first if len(names) <= most else f"{first} and {len(names) - most} more"


def by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the names that have the same reason, by reason."""
    found: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        found.setdefault(reason, []).append(name)
    return found


def strangers(names: Iterable[object], known: Sequence[str]) -> str | None:
    """Return which names are not in the table, and which are; None if all are."""
    strange = (n for n in names if isinstance(n, str) and n not in known)
    unknown = list(dict.fromkeys(strange))
    if not unknown:
        return None
    return f"The table has no {shown_names(unknown)}, only {shown_names(known, SHOWN_KNOWN)}."


def shown_numbers(numbers: Sequence[int]) -> str:
    """Return the first five numbers, and dots if there are more."""
    first = ", ".join(map(str, numbers[:SHOWN_ITEMS]))
    return first if len(numbers) <= SHOWN_ITEMS else f"{first}, ..."


def look_alikes(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two different names of the same Unicode normal form (NFC), or None."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(unicodedata.normalize("NFC", name), name)
        if other != name:
            return other, name
    return None


def percentage(share: float, decimals: int = 0) -> str:
    """Write a share as a percentage; only exact 0 and 1 are shown as such.

    Examples
    --------
    >>> percentage(0.9997), percentage(0.0003, 1), percentage(1.0), percentage(0.25, 1)
    ('>99', '<0.1', '100', '25.0')
    """
    least = 10.0**-decimals
    none, few, most, all_ = (f"{x:.{decimals}f}" for x in (0.0, least, 100.0 - least, 100.0))
    text = f"{100 * share:.{decimals}f}"
    return {none: f"<{few}", all_: f">{most}"}.get(text, text) if 0 < share < 1 else text


def corner(rows: Sequence[str], columns: Sequence[str], values: Any) -> list[str]:
    """Return the upper left corner of a named matrix of numbers, as aligned lines."""
    grid = [["", *map(clipped, columns[:SHOWN_COLUMNS])]]
    for name, numbers in zip(rows, values[:SHOWN_ROWS, :SHOWN_COLUMNS].tolist(), strict=False):
        grid.append([clipped(name), *(f"{x:.4g}" if x == x else "NA" for x in numbers)])
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in grid
    ]
    hidden = []
    if len(rows) > SHOWN_ROWS:
        hidden.append(counted(len(rows) - SHOWN_ROWS, "dataset"))
    if len(columns) > SHOWN_COLUMNS:
        hidden.append(counted(len(columns) - SHOWN_COLUMNS, "method"))
    return [*lines, f"... and {' and '.join(hidden)} more"] if hidden else lines
