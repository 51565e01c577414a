"""Run the benchmarks named on the command line, or all.

Their rows are stored in bench/results.csv, and shown by bench/README.md.
"""

from __future__ import annotations

import csv
import dataclasses
import importlib
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench import page

NAMES = (
    "starting",
    "comparing",
    "large",
    "items",
    "matrix",
    "bayesian",
    "in_r",
    "bootstrap",
    "selecting",
    "portfolios",
    "crossing",
    "reading",
    "tables",
    "table_memory",
    "extracting",
    "simulating",
    "running",
    "studying",
)
RESULTS = Path(__file__).with_name("results.csv")


def main(names: list[str]) -> None:
    """Measure, print and store; of a run by name, rows of what is not measured stay."""
    found = [
        row for name in names or NAMES for row in importlib.import_module(f"bench.{name}").run()
    ]
    for row in found:
        target = "" if row.target_s is None else f"  target {row.target_s:g} s"
        print(f"{row.bench:40} {row.who:26} {row.median_s:9.4f} s  x {row.ratio:<8.3g}{target}")
    _store(found, keep=bool(names))
    page.write()


def _store(found, *, keep: bool) -> None:
    machine = f"{platform.machine()}, Python {platform.python_version()}, {_versions()}"
    head = [*(field.name for field in dataclasses.fields(found[0])), "machine"]
    measured = {row.bench for row in found}
    table = []
    if keep:
        with RESULTS.open(newline="", encoding="utf-8") as file:
            table = [
                [*row.values()] for row in csv.DictReader(file) if row["bench"] not in measured
            ]
    for row in found:
        values = dataclasses.astuple(row)
        table.append([*(f"{v:.4g}" if isinstance(v, float) else v for v in values), machine])
    with RESULTS.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *table])


def _versions() -> str:
    packages = (
        "numpy",
        "scipy",
        "pandas",
        "matplotlib",
        "scikit-posthocs",
        "autorank",
        "aeon",
        "baycomp",
        "tsfresh",
        "statsmodels",
        "numba",
    )
    return ", ".join(f"{name} {_version(name)}" for name in packages)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


main(sys.argv[1:])
