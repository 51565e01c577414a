"""Does a method beat the likelihood ratio, which nobody can? On settings with an exact one.

    python -m bench.beaten [runs]

Each row of bench/beaten.csv holds a setting, a method, and how far its mean AUC over runs is
above that of the likelihood ratio of the hidden path on the same test paths, in standard errors of
the mean difference. Above 3 would be a fault (target R39): of the ratio, of the simulation, or a
leak of labels.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import pybench as pb

RUNS, MOST = 20, 3.0
OUT = Path(__file__).with_name("beaten.csv")
HEAD = ["setting", "classifier", "runs", "auc", "hidden_auc", "difference", "se", "errors_above"]
CLASSIFIERS = {
    "logistic": LogisticRegression(max_iter=3000),
    "naive Bayes": GaussianNB(),
    "15 neighbours": KNeighborsClassifier(15),
    "forest": RandomForestClassifier(50, random_state=0),
    "LRT numerical": "LRT numerical",
}
SETTINGS = ("a-T1", "a-T4", "a-T8", "b-T2", "b-T8", "c-d1", "c-d4", "d-d6", "e-L5", "f-L10")


def rows_of(setting: str, runs: int) -> list[list[object]]:
    """Measure every method in a setting."""
    found = pb.optimality(setting, CLASSIFIERS, runs=runs, seed=1)
    lines = found.lines.set_index(["method", "statistic", "run"])["value"].sort_index()
    best = lines.loc["lrt_hidden", "auc"]
    rows = []
    for name, one in found.runs.groupby("classifier", sort=False):
        hidden = best.loc[one["run"]].to_numpy()
        gap = one["auc"].to_numpy() - hidden
        se = float(np.std(gap, ddof=1) / len(gap) ** 0.5)
        # Equal in every run: the method is the ratio.
        above = 0.0 if not gap.any() else float(gap.mean()) / max(se, 1e-12)
        means = [one["auc"].mean(), hidden.mean(), gap.mean(), se]
        rows.append([setting, name, len(gap), *(f"{value:.5f}" for value in means), f"{above:.1f}"])
        sys.stdout.write(f"{setting:6} {name:16} {gap.mean():+.5f}, {above:+.1f} errors\n")
        sys.stdout.flush()
    return rows


def main(runs: int) -> int:
    """Measure, store, and say whether anybody beat the ratio."""
    rows = [row for setting in SETTINGS for row in rows_of(setting, runs)]
    with OUT.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])
    return int(any(float(row[-1]) > MOST for row in rows))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
