"""Write the table behind the shipped suite OpenML-CC18: `python -m bench.cc18 TABLE.csv`.

TABLE.csv holds the facts that Table 1 of Bischl et al. (arXiv 1708.03731) publishes, with names and
counts checked against OpenML's own spelling and a second paper; see docs/suites.md.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from pybench.store import atomic

TARGET = Path(__file__).parent.parent / "pybench" / "suite" / "shipped" / "openml-cc18.csv"
#: Ours -> theirs.
COLUMNS = {
    "name": "name",
    "openml_id": "data_id",
    "task_id": "task_id",
    "instances": "n_instances",
    "features": "n_features",
    "classes": "n_classes",
    "ratio": "min_maj_ratio",
    "minority": "minority_class_size",
    "majority": "majority_class_size",
}


def table(source: str) -> str:
    """Return the content of the shipped table."""
    with open(source, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = [",".join(COLUMNS), *(",".join(row[name] for name in COLUMNS.values()) for row in rows)]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    atomic.write_text(TARGET, table(sys.argv[1]))
