"""Result files written by the tools' own code, read by pybench: bench/formats.csv.

    python -m bench.formats [PACKAGE ...]

in an environment with fev, lm-eval, inspect-ai, mteb, crfm-helm, sktime and bencheval (without
torch). A tool that cannot be imported keeps its row. One row per tool and reader: how many scores
were read, and the largest difference from those that the tool has in memory.
"""

from __future__ import annotations

import csv
import importlib.metadata
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import format_writers as writers
from bench.format_writers import Found

TABLE = Path(__file__).with_suffix(".csv")
COLUMNS = ("package", "version", "reader", "scores", "difference")
TOOLS: dict[str, Callable[[Path], Found]] = {
    "lm-eval": writers.lm_eval, "inspect-ai": writers.inspect_ai, "mteb": writers.mteb,
    "crfm-helm": writers.helm, "sktime": writers.sktime, "fev": writers.fev,
    "bencheval": writers.bencheval,
}  # fmt: skip


def main(names: list[str]) -> None:
    """Measure the tools named, or all, and rewrite their rows."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = {(row["package"], row["reader"]): row for row in csv.DictReader(file)}
    for name in names or TOOLS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = TOOLS[name](Path(folder))
            except ImportError as error:
                sys.stdout.write(f"{name}: {error}\n")
                continue
        for reader, (read, expected) in found.items():
            if read.keys() != expected.keys():
                apart = sorted(map(str, read.keys() ^ expected.keys()))
                raise AssertionError(f"{name}, {reader}: names differ: {apart[:4]}")
            most = max(abs(read[key] - expected[key]) for key in read)
            version = importlib.metadata.version(name)
            told = (name, version, reader, str(len(read)), f"{most:g}")
            rows[name, reader] = dict(zip(COLUMNS, told, strict=True))
            sys.stdout.write(",".join(told) + "\n")
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows[key] for name in TOOLS for key in rows if key[0] == name)


if __name__ == "__main__":
    main(sys.argv[1:])
