"""How far Python and R differ, in words: for the page and for the command line."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybench.bridge.agreement import Agreement


def largest(rows: Iterable[Agreement]) -> tuple[Agreement, ...]:
    """Return for each quantity the row that is nearest to its tolerance, or farthest beyond it."""
    worst: dict[str, Agreement] = {}
    for row in rows:
        if row.quantity not in worst or strain(row) > strain(worst[row.quantity]):
            worst[row.quantity] = row
    return tuple(worst.values())


def strain(row: Agreement) -> float:
    """Return the difference relative to the tolerance; above 1 the languages disagree."""
    return row.difference / row.tolerance if row.tolerance else row.difference


def difference(row: Agreement) -> str:
    """Write the largest difference found."""
    if row.tolerance == 0 or math.isinf(row.difference):
        return "none" if row.agrees else "not equal"
    kind = " relative" if row.relative else ""
    return f"{row.difference:.1e}{kind}" if row.difference else "0"


def allowed(row: Agreement) -> str:
    """Write the tolerance."""
    return "none" if row.tolerance == 0 else f"{row.tolerance:.0e}"


def sentence(rows: Iterable[Agreement]) -> str:
    """Return a sentence on how close results that agree come to the tolerance."""
    measured = [row for row in rows if row.tolerance]
    if not measured:
        return "Python and R agree."
    return f"Python and R agree; nearest to its limit: {max(measured, key=strain)}."
