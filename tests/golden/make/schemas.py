"""Write tests/golden/schemas: results as earlier versions of pybench wrote them.

Run from the root of a clone with all of its history: python tests/golden/make/schemas.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "schemas"
#: Commit -> file -> the call that made it. Some numbers have two forms, an earlier and a later.
WRITTEN = {
    "1a92cd4a": {
        "comparison-1": "pb.compare(t)",
        "critical-difference-1": "pb.critical_difference(t)",
        "nemenyi-1": "pb.nemenyi(t)",
    },
    "cc8e954a": {"validation-1": "pb.validate(t)"},
    "39dba47b": {
        "comparison-2": "pb.compare(t, bayesian=True, stability=True)",
        "kendall-w-1": "pb.kendall_w(t)",
        "multi-comparison-1": "pb.multi_comparison(t)",
        "pairwise-test-1-control": "pb.wilcoxon(t, control='c')",
        "rank-intervals-1": "pb.rank_intervals(t)",
    },
    "a7dfe80a": {"optimality-1": "pb.optimality('a-T1', 'LRT numerical', runs=2)"},
    "b6953ff7": {"sweep-1": "pb.optimal.sweep('constant', {'end': (1, 2)}, paths=9)"},
    "834cf73c": {
        "critical-difference-2": "pb.critical_difference(t, 'wilcoxon')",
        "pairwise-test-1": "pb.wilcoxon(t)",
        "stability-1": "pb.stability(t)",
    },
}
SCRIPT = """
import json, sys, pybench as pb
rows = [
    [0.90, 0.80, 0.70], [0.81, 0.74, 0.62], [0.75, 0.72, 0.71],
    [0.66, 0.61, 0.64], [0.93, 0.88, 0.81], [0.58, 0.52, 0.55],
    [0.77, 0.78, 0.69], [0.84, 0.79, 0.73], [0.69, 0.65, 0.60],
]
names = {"datasets": [f"d{i}" for i in range(9)], "classifiers": ["a", "b", "c"]}
t = pb.read_results(rows, higher_is_better=True, metric="accuracy", **names)
with open(sys.argv[1], "w") as file:
    file.write(json.dumps(eval(sys.argv[2]).to_dict(), allow_nan=False) + "\\n")
"""


def main() -> None:
    """Check each commit out beside this one and let it write."""
    with tempfile.TemporaryDirectory() as place:
        for commit, calls in WRITTEN.items():
            tree = Path(place, commit)
            subprocess.run(["git", "worktree", "add", "--detach", tree, commit], check=True)
            for name, call in calls.items():
                command = [sys.executable, "-c", SCRIPT, FOLDER / f"{name}.json", call]
                path = {**os.environ, "PYTHONPATH": str(tree)}
                subprocess.run(command, check=True, cwd=tree, env=path)
            subprocess.run(["git", "worktree", "remove", "--force", tree], check=True)


if __name__ == "__main__":
    main()
