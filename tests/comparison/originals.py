"""What the original R packages made of 43 tables: tests/golden/statistics, see its README.md."""

from __future__ import annotations

import csv
import io
import lzma
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

import pybench as pb

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "golden" / "statistics"
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared")) / "oracle" / "stats"

Columns = dict[str, np.ma.MaskedArray]


@cache
def rows(name: str) -> list[dict[str, str]]:
    """Read a CSV file of the folder as texts."""
    data = (FOLDER / name).read_bytes()
    text = (lzma.decompress(data) if name.endswith(".xz") else data).decode()
    return list(csv.DictReader(io.StringIO(text)))


TABLES = {row["table"]: row for row in rows("tables.csv")}
ALL = [name for name, row in TABLES.items() if name == row["case"]]
USUAL = [name for name, row in TABLES.items() if row["usual"] == "TRUE"]
# Papers' and packages' own tables are not copied: their scores come from the shared folder.
PUBLISHED = [name for name, row in TABLES.items() if row["kept"] == "shared"]


@cache
def numbers(file: str) -> dict[str, Columns]:
    """Return case -> its columns. NaN: the original had no answer; masked: it was not asked."""
    cases: dict[str, list[dict[str, str]]] = {}
    for row in rows(file):
        cases.setdefault(row["case"], []).append(row)
    found = {}
    for case, of_case in cases.items():
        columns = {name: [row[name] for row in of_case] for name in of_case[0] if name != "case"}
        found[case] = {
            name: np.ma.array(
                texts if name.startswith("plotCD") else [float(text or "nan") for text in texts],
                mask=[text == "" for text in texts],
            )
            for name, texts in columns.items()
            if any(texts)
        }
    return found


def is_there(table: str) -> bool:
    """Say whether the scores are there: false for a published table without the shared folder."""
    return TABLES[table]["kept"] != "shared" or (SHARED / TABLES[table]["file"]).is_file()


def available() -> list[str]:
    """List the tables that the tests read where nothing else is said."""
    return [table for table in USUAL if is_there(table)]


def scores_of(table: str) -> str:
    """Return the text of the file with the scores."""
    row = TABLES[table]
    folder = {"here": FOLDER / "tables", "bundled": ROOT / "pybench" / "data", "shared": SHARED}
    text = (folder[row["kept"]] / row["file"]).read_text(encoding="utf-8")
    return text.replace(row["old"], row["new"]) if row["old"] else text


@cache
def table_of(table: str, higher_is_better: bool = True, missing: str = "error") -> pb.ResultsTable:
    """Read a table as a user does, from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{table}.csv"
        path.write_text(scores_of(table), encoding="utf-8")
        return pb.read_results(path, higher_is_better=higher_is_better, missing=missing)


def adjusted_by_scmamp(file: str, method: str) -> Iterator[tuple[str, str, np.ndarray, np.ndarray]]:
    """Yield case, test, raw p-values and scmamp's adjusted ones, where it has answers to both."""
    for case, columns in numbers(file).items():
        for test in ("friedman", "aligned_ranks", "quade", "wilcoxon", "t_test", "tukey"):
            raw, theirs = (columns.get(f"{test}__{what}") for what in ("raw", method))
            if raw is not None and theirs is not None and not np.isnan([raw, theirs]).any():
                yield case, test, raw.data, theirs.data
