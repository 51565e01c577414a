"""Time several ways of doing the same work, in turn, so that noise falls on all of them alike."""

from __future__ import annotations

import csv
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Row:
    """One way of doing one piece of work."""

    bench: str
    who: str
    median_s: float
    min_s: float
    max_s: float
    runs: int
    ratio: float  #: median over pybench's
    target_s: float | None  #: for pybench only
    note: str


def measure(
    bench: str,
    ways: Mapping[str, Callable[[], object]],
    *,
    runs: int = 7,
    target_s: float | None = None,
    notes: Mapping[str, str] | None = None,
) -> list[Row]:
    """Run each way once unmeasured, then ``runs`` rounds of all ways in turn.

    The first way is pybench's own; the others are compared with it.
    """
    seconds: dict[str, list[float]] = {who: [] for who in ways}
    for work in ways.values():
        work()
    for _ in range(runs):
        for who, work in ways.items():
            start = time.perf_counter()
            work()
            seconds[who].append(time.perf_counter() - start)
    return rows(bench, seconds, target_s, notes or {})


def rows(
    bench: str,
    seconds: Mapping[str, list[float]],
    target_s: float | None,
    notes: Mapping[str, str],
) -> list[Row]:
    """Summarise measured times; the first is pybench's own."""
    ours = statistics.median(next(iter(seconds.values())))
    return [
        Row(
            bench=bench,
            who=who,
            median_s=statistics.median(times),
            min_s=min(times),
            max_s=max(times),
            runs=len(times),
            ratio=statistics.median(times) / ours,
            target_s=target_s if position == 0 else None,
            note=notes.get(who, ""),
        )
        for position, (who, times) in enumerate(seconds.items())
    ]


def replace_rows(
    table: Path, columns: Sequence[str], found: Sequence[Mapping[str, Any]], key: Sequence[str]
) -> None:
    """Write rows into a table, instead of those that have their values of ``key``.

    The last column is the processor on which they were measured.
    """
    kept = []
    if table.exists():
        with table.open(newline="", encoding="utf-8") as file:
            kept = [{"processor": "not recorded", **row} for row in csv.DictReader(file)]
    found = [{**row, "processor": processor()} for row in found]
    new = {tuple(str(row[name]) for name in key) for row in found}
    kept = [row for row in kept if tuple(row[name] for name in key) not in new]
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*columns, "processor"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted([*kept, *found], key=lambda row: int(row["rows"])))


def processor() -> str:
    """Return the name of the processor, and whether it has AVX-512, where Linux tells it."""
    try:
        said = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    about = dict(line.partition(":")[::2] for line in said.split("\n\n")[0].splitlines())
    about = {key.strip(): value.strip() for key, value in about.items()}
    wide = "with" if "avx512f" in about.get("flags", "").split() else "without"
    return f"{about.get('model name', platform.machine())}, {wide} AVX-512"
