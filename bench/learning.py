"""Learning curves of the paper's learners: bench/learning.csv, and their section of the page.

    OMP_NUM_THREADS=1 nice -n 10 python -m bench.learning [--workers 2] [--learners ...]

A row is a fit: AUC on test and on training paths, and that of the ceiling on the same test paths.
Finished fits are kept in out/learning: ended and started again, the rest is fitted. All fits take
about an hour and a quarter of a core. Logistic regression is there because its error in case a is
known: the likelihood ratio is a linear function of the observed points. So the AUC that its curve
approaches is the closed form. Without torch, ResNet is left out, and its rows stay.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import Any

import pandas as pd

import pybench as pb
from bench.optimal_study import NETWORK, makers
from bench.pictures import WIDTH, picture
from pybench.optimal.learningcurves import LearningCurve, curve_of

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "bench" / "learning.csv"
SETTINGS = ("a-T1", "b-T2")
LEARNERS = ("logistic regression", "ROCKET", "random forest", NETWORK)
SIZES, RUNS, WIDE = (100, 200, 400, 800, 1600), 10, 100


def measure(workers: int, learners: Sequence[str] | None = None) -> None:
    """Fit what is not kept yet, one learner after the other, and write the table."""
    kept = [pd.read_csv(TABLE)] if TABLE.exists() else []
    for setting in SETTINGS:
        for learner in learners or LEARNERS:
            if learner == NETWORK and find_spec("torch") is None:
                print("torch is not installed: no ResNet", flush=True)
                continue
            found = pb.optimal.learning_curve(
                setting, {learner: makers()[learner]}, sizes=SIZES, runs=RUNS,
                out=ROOT / "out" / "learning", workers=workers,
            )  # fmt: skip
            kept.append(found.runs.assign(setting=setting, ceiling=found.ceiling))
            table = pd.concat(kept).drop_duplicates(
                ["setting", "classifier", "size", "run"], keep="last"
            )
            table.to_csv(TABLE, index=False, float_format="%.6f")
            print(found, flush=True)


def curves() -> list[LearningCurve]:
    """Return the learning curves of the table."""
    table, order = pd.read_csv(TABLE), list(LEARNERS)
    found = []
    for setting in SETTINGS:
        own = table[table["setting"] == setting]
        own = own.sort_values(
            ["classifier", "size", "run"],
            key=lambda column: column.map(order.index) if column.name == "classifier" else column,
        )
        if len(own):
            found.append(curve_of(own, str(own["ceiling"].iloc[0]), setting, 0))
    return found


def section() -> str:
    """Return the section of docs/reproduction-optimal.md, with its figures."""
    found = curves()
    names = f"`{'` and `'.join(one.setting for one in found)}`"
    text = (
        "The paper names the number of training paths, the bias-variance trade-off and the "
        '"effective sample size" as what should be analysed next. `pb.optimal.learning_curve()` '
        "splits the gap of a learner to the ceiling into the approximation error, which remains "
        "after any number of training paths, and the estimation error at each number. The tables "
        f"show this in the settings {names}, with {RUNS} runs of each learner and number "
        "(`bench/learning.csv`). Intervals are 95 %, Student's t over the runs, wide enough for "
        "every rate of learning that the runs do not exclude. The effective sample size of an AUC "
        "is the number of independent normal observations, with means one standard deviation "
        "apart, that give the same AUC."
    )
    parts = ["## Learning curves", "", fill(text, WIDE), ""]
    for one in found:
        drawn = pb.plot.learning_curve(one, width=WIDTH)
        alt = (
            f"Gap to the AUC of {one.ceiling} by number of training paths in {one.setting}: "
            f"{', '.join(one.classifiers)}"
        )
        parts += [picture(f"optimal-learning-{one.setting}", drawn, alt), ""]
        parts += [fill(_ceiling(one), WIDE), "", *_rows(one), ""]
    return "\n".join(parts)


def _ceiling(found: LearningCurve) -> str:
    said = (
        f"In `{found.setting}`, the ceiling is the AUC of {found.ceiling}: {found.best:.3f} over "
        f"the test paths, an effective sample size of {found.effective:.2f}."
    )
    if found.setting.startswith("a-"):
        exact, (mean, error) = closed_form(found.setting), ceiling(found)
        met = [name for name in found.classifiers if meets(found, name)]
        said += (
            f" The closed form is {exact:.5f}; the ceiling differs by {mean - exact:+.4f}, with a "
            f"standard error of {error:.4f}. A curve meets this limit if the interval of its "
            f"approximation error holds 0. Curves that do: {', '.join(met) or 'none'}."
        )
    return said


def closed_form(setting: str) -> float:
    """Return the exact AUC of the likelihood ratio."""
    table = pb.optimal.exact(setting).query("method == 'lrt_hidden' and statistic == 'auc'")
    return float(table["value"].iloc[0])


def ceiling(found: LearningCurve) -> tuple[float, float]:
    """Return the mean AUC of the ceiling over the runs, and its standard error."""
    each = found.runs.drop_duplicates("run")["best"]
    return float(each.mean()), float(each.sem())


def meets(found: LearningCurve, learner: str) -> bool:
    """Return whether nothing shows that the curve of a learner ends below the ceiling."""
    row = found.limits.set_index("classifier").loc[learner]
    return bool(row["approximation_lower"] <= 0 <= row["approximation_upper"])


def _rows(found: LearningCurve) -> list[str]:
    rows = [
        "| Learner | Training paths | AUC | Effective sample size | AUC in training | Gap "
        "| Estimation error | Approximation error |",
        "|---" * 8 + "|",
    ]
    limits = found.limits.set_index("classifier")
    for row in found.table.to_dict("records"):
        cells = [
            row["classifier"], row["size"], f"{row['auc']:.3f}", f"{row['effective']:.2f}",
            f"{row['train_auc']:.3f}", _interval(row, "gap"), _interval(row, "estimation"),
            _interval(dict(limits.loc[row["classifier"]]), "approximation"),
        ]  # fmt: skip
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return rows


def _interval(row: dict[Any, Any], name: str) -> str:
    mean, lower, upper = (row[f"{name}{end}"] for end in ("", "_lower", "_upper"))
    return f"{mean:+.3f} ({lower:+.3f} to {upper:+.3f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--learners", nargs="*", help="Names of learners; all if not given.")
    given = parser.parse_args()
    measure(given.workers, given.learners)
