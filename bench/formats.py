"""Result files written by the tools' own code, read by pybench: bench/formats.csv.

    python -m bench.formats [PACKAGE ...]

in an environment with fev, lm-eval, inspect-ai, mteb, crfm-helm, sktime and bencheval (without
torch), and R with pybench and jsonlite. every-eval-ever asks for Python 3.12, but its classes run
on 3.11: there, `pip install pydantic`, then `pip install --no-deps --ignore-requires-python
every-eval-ever`. A tool that cannot be imported keeps its rows. One row per tool and reader: how
many scores were read, and the largest difference from those that the tool has in memory. R does not
read the `.eval` of Inspect AI, so half of the logs.
"""

from __future__ import annotations

import csv
import importlib.metadata
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pybench as pb
from bench import format_writers as writers
from bench.format_writers import Found, Scores

TABLE = Path(__file__).with_suffix(".csv")
COLUMNS = ("package", "version", "reader", "scores", "difference")
TOOLS: dict[str, Callable[[Path], Found]] = {
    "lm-eval": writers.lm_eval, "inspect-ai": writers.inspect_ai, "mteb": writers.mteb,
    "crfm-helm": writers.helm, "sktime": writers.sktime, "fev": writers.fev,
    "bencheval": writers.bencheval, "every-eval-ever": writers.every_eval_ever,
}  # fmt: skip


R_READS = """
asked <- jsonlite::fromJSON(commandArgs(TRUE)[[1L]])
t <- do.call(pybench::pb_read_results, asked)
found <- list(datasets = as.list(t$datasets), classifiers = as.list(t$classifiers),
  scores = matrix(sprintf("%.17g", t$scores), nrow(t$scores)))
cat(jsonlite::toJSON(found, auto_unbox = TRUE))
"""


def read_results(source: Any, asked: dict[str, Any]) -> Scores:
    """Return the scores of a results table by name."""
    t = pb.read_results(source, **asked)
    return named(t.datasets, t.classifiers, t.scores.tolist())


def pb_read_results(source: Any, asked: dict[str, Any]) -> Scores:
    """Return the scores that R reads."""
    told = json.dumps({"source": str(source), **asked})
    command = ["Rscript", "--vanilla", "-e", R_READS, told]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    t = json.loads(done.stdout)
    return named(t["datasets"], t["classifiers"], t["scores"])


def named(datasets: Any, classifiers: Any, scores: Any) -> Scores:
    """Return (dataset, method) -> score."""
    rows = zip(datasets, scores, strict=True)
    return {(d, m): float(x) for d, row in rows for m, x in zip(classifiers, row, strict=True)}


def read_items(source: Any, asked: dict[str, Any]) -> Scores:
    """Return the scores of single items by name."""
    items = pb.read_items(source, **asked)
    cube = items.scores[:, :, None] if items.by_run is None else items.by_run
    return {
        (dataset, item, method, str(run + 1)): float(cube[i, j, run])
        for i, (dataset, item) in enumerate(zip(items.datasets or (), items.items, strict=True))
        for j, method in enumerate(items.classifiers)
        for run in range(cube.shape[2])
    }


READERS = {one.__name__: one for one in (read_results, pb_read_results, read_items)}


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
            found = {"pb_read_results": found["read_results"], **found}
            scores = {r: (READERS[r](*told[:2]), told[2]) for r, told in sorted(found.items())}
        for reader, (read, expected) in scores.items():
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
