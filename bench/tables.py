"""Results tables: ours beside pandas and pyarrow, which check and average nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.csv
import pyarrow.parquet

import pybench as pb
from bench.timing import Row, measure

BYTES = "physical: read the bytes, count the line ends"


def run() -> list[Row]:
    """Read 2,000,000 scores, wide and long, and 246,000 rows of Parquet."""
    random = np.random.default_rng(0)
    wide = pd.DataFrame(random.random((20_000, 100))).add_prefix("m")
    wide.insert(0, "dataset", [f"d{i}" for i in range(len(wide))])
    n, k, repeats = 2000, 100, 10
    long = pd.DataFrame(
        {
            "dataset": np.repeat([f"dataset-{i}" for i in range(n)], k * repeats),
            "classifier": np.tile(np.repeat([f"method-{j}" for j in range(k)], repeats), n),
            "resample": np.tile(np.arange(repeats), n * k),
            "score": random.random(n * k * repeats).round(6),
        }
    )
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("wide.csv", "long.csv", "long.parquet")]
        wide.to_csv(paths[0], index=False)
        long.to_csv(paths[1], index=False)
        long.head(246_000).to_parquet(paths[2])
        return [
            *_text("read a wide CSV of 2,000,000 scores", paths[0], 0.5),
            *_text("read a long CSV of 2,000,000 rows", paths[1], 3.0),
            *measure(
                "read a long Parquet file of 246,000 rows",
                {
                    "pybench": lambda: _ours(paths[2]),
                    "pandas": lambda: pd.read_parquet(paths[2]),
                    "pyarrow": lambda: pyarrow.parquet.read_table(paths[2]),
                },
                target_s=0.5,
                notes={"pandas": "reads only", "pyarrow": "reads only"},
            ),
        ]


def _text(bench: str, path: Path, target_s: float) -> list[Row]:
    return measure(
        bench,
        {
            "pybench": lambda: _ours(path),
            "pandas": lambda: pd.read_csv(path),
            "pyarrow": lambda: pyarrow.csv.read_csv(path),
            BYTES: lambda: path.read_bytes().count(b"\n"),
        },
        runs=5,
        target_s=target_s,
        notes={"pandas": "reads only", "pyarrow": "reads only"},
    )


def _ours(path: Path) -> object:
    return pb.read_results(path, higher_is_better=True, repeats="keep")
