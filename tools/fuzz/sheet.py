"""What a night of fuzzing writes down: a row a format, and whether one failed."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

HEAD = ("format", "how", "mutants", "failures", "seconds")


def written(rows: Sequence[Sequence[object]], out: Path | None) -> int:
    """Write rows under `HEAD` as CSV, if asked to; return the exit code: 1 if one has failures."""
    if out:
        with out.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])
    return int(any(row[HEAD.index("failures")] for row in rows))
