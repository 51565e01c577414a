"""Measured coverage of intervals, as reported with results."""

from __future__ import annotations

from collections.abc import Iterable

from pybench.base import shared

#: Coverage of nominal 95 % intervals below which a result reports it.
ENOUGH = 0.93


def short(names: Iterable[str], size: int) -> list[str]:
    """Return a line for each interval that covers the truth too rarely at this size.

    Parameters
    ----------
    names : iterable of str
        Of intervals in the shared table coverage.csv.
    size : int
        Number of datasets or of paths per class: the largest measured size up to it is used, or
        else the smallest.
    """
    lines = []
    for name in names:
        rows = [row for row in shared.rows("coverage.csv") if row["interval"] == name]
        sizes = [int(row["size"]) for row in rows]
        at = max((one for one in sizes if one <= size), default=min(sizes))
        row = rows[sizes.index(at)]
        if float(row["coverage"]) < ENOUGH:
            lines.append(
                f"  measured: 95 % intervals of {name} contain the true value in "
                f"{100 * float(row['coverage']):.1f} % of samples of {at} ({row['design']})"
            )
    return lines
