"""Write ../published: whole tables of results whose licences allow it, as their authors keep them.

git clone https://github.com/Yuriyiv/TS_benchmarking_subset
git clone https://github.com/time-series-machine-learning/tsml-eval
python tests/golden/make/published.py TS_benchmarking_subset tsml-eval
"""

from __future__ import annotations

import io
import lzma
import subprocess
import sys
from pathlib import Path

import pandas as pd

SUBSET, TSML = (
    "489216391290e751d16020d81ce7de997e037c40",
    "b71665415853fae7a6a109a4245487608dbf88a0",
)
FOLDER = Path(__file__).resolve().parent.parent / "published"


def git(repository: str, *arguments: str) -> bytes:
    """Return what git answers."""
    return subprocess.run(
        ["git", "-C", repository, *arguments], capture_output=True, check=True
    ).stdout


def table(repository: str, commit: str, path: str) -> pd.DataFrame:
    """Return a CSV file as it was committed, each number to its last bit."""
    data = git(repository, "show", f"{commit}:{path}")
    return pd.read_csv(io.BytesIO(data), index_col=0, float_precision="round_trip")


def methods(repository: str, commit: str, folder: str, ending: str) -> dict[str, pd.DataFrame]:
    """Return the tables of a folder by method: one row per dataset, one column a resample."""
    names = git(repository, "ls-tree", "--name-only", f"{commit}:{folder}").decode().split()
    kept = sorted(name.removesuffix(ending) for name in names if name.endswith(ending))
    return {name: table(repository, commit, f"{folder}/{name}{ending}") for name in kept}


def write(frame: pd.DataFrame, name: str) -> None:
    """Write a compressed table, the same bytes each time."""
    text = frame.to_csv(lineterminator="\n").encode()
    (FOLDER / f"{name}.csv.xz").write_bytes(lzma.compress(text, preset=9))


def main(subset: str, tsml: str) -> None:
    """Write three tables and two licences."""
    found = methods(subset, SUBSET, "papers/metrics/Bakeoff2023", "_TESTFOLDS.csv")
    columns = {name: frame.rename_axis("dataset").stack() for name, frame in found.items()}
    complete = pd.DataFrame(columns).dropna().sort_index()  # the 112 sets that every method has
    write(complete.rename_axis(["dataset", "resample"]), "bakeoff2023")
    relevant = table(subset, SUBSET, "notebooks/features/tsfresh_important_features.csv")
    write(relevant.set_index("Name").rename_axis("dataset"), "relevant-features")
    found = methods(tsml, TSML, "results/classification/Univariate", "_accuracy.csv")
    first = pd.DataFrame({name: frame["0"] for name, frame in found.items()})
    write(first.rename_axis("dataset").sort_index(), "bakeoff-redux-default")
    for repository, commit, path in ((subset, SUBSET, "LICENCE"), (tsml, TSML, "LICENSE")):
        data = git(repository, "show", f"{commit}:{path}")
        (FOLDER / f"LICENCE-{Path(repository).name}").write_bytes(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
