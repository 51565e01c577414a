"""Find the data files that both languages read: they are stored once, in the R package."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def r_source() -> Path:
    """Return the folder of the bundled R package (inside the wheel, or ``r/`` of a checkout)."""
    bundled = _PACKAGE / "_r"
    return bundled if bundled.is_dir() else _PACKAGE.parent / "r"


def version() -> str:
    """Return the version of pybench, which only the DESCRIPTION of the R package contains."""
    lines = (r_source() / "DESCRIPTION").read_text(encoding="utf-8").splitlines()
    return next(line.split(":")[1].strip() for line in lines if line.startswith("Version:"))


def path(name: str) -> Path:
    """Return the path of a shared data file, as ``system.file("shared", name)`` does in R."""
    return r_source() / "inst" / "shared" / name


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """Read a shared CSV file as one dictionary per row."""
    with path(name).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))
