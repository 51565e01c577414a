"""Write docs/reproduction-optimal.md: the paper's settings, its lines and learners, and ours.

    python -m bench.reproduce_optimal lines     # AUC and ACC* of the likelihood ratios
    OMP_NUM_THREADS=1 python -m bench.reproduce_optimal fits --workers 2
    OMP_NUM_THREADS=1 python -m bench.reproduce_optimal times   # nothing else on the machine
    python -m bench.reproduce_optimal roc       # figure 4: six settings, about five minutes
    python -m bench.reproduce_optimal page

The study takes about 40 hours of a core, in as many sittings as wanted: `fits` goes on with the
runs that bench/optimal_fits.csv lacks, and adds its rows every few minutes, so that a machine can
be lost. bench/optimal_plan.csv says how many runs there will be. It was written once, by `plan`,
before the study, from the spread of the gaps in the runs that there were. Lines are kept in
bench/optimal_lines.csv.
"""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

import pybench as pb
from bench import girsanov, optimal_page, optimal_pictures
from bench.optimal_study import FIRST, FITS, endable, fits, plan
from pybench.optimal.classifierrun import drawn
from pybench.optimal.estimators import named, seeded, shaped
from pybench.optimal.resnet import ResNet

ROOT = Path(__file__).resolve().parent.parent
LINES, TIMES = ROOT / "bench" / "optimal_lines.csv", ROOT / "bench" / "optimal_times.csv"
PAGE = ROOT / "docs" / "reproduction-optimal.md"
FINISHED = ROOT / "out" / "optimal"  # of `roc`
TIMED_EPOCHS = 5  # of 150: every epoch takes the same time
PATHS = 10_000  # of each class, for the lines


def lines() -> None:
    """Simulate every setting and keep what the likelihood ratios score."""
    parts = []
    for name in pb.optimal.settings().index:
        frame = pb.optimal.lrt(name, paths=PATHS, seed=1)
        parts.append(frame.assign(setting=name, paths=PATHS))
    columns = ["setting", "method", "statistic", "value", "se", "paths"]
    pd.concat(parts)[columns].to_csv(LINES, index=False, float_format="%.6f")


def times() -> None:
    """Time one fit of each learner on the first setting of each case, one after the other.

    Times of `fits` are of a machine that did other things too.
    """
    learners = {"random forest": "random forest", "ROCKET": "ROCKET"}
    if find_spec("torch") is not None:
        learners[f"ResNet, {TIMED_EPOCHS} epochs"] = ResNet(epochs=TIMED_EPOCHS)
    rows = []
    for learner, make in named(learners).items():
        for name in FIRST:
            one = pb.optimal.setting(name)
            data = drawn(one, 0, 0)
            estimator = seeded(make(one), 0)
            given = shaped(estimator, data.train)
            begun = time.perf_counter()
            estimator.fit(given, data.train_label)
            rows.append((learner, name, len(given), time.perf_counter() - begun))
            print(*rows[-1], flush=True)
    table = pd.DataFrame(rows, columns=["learner", "setting", "paths", "seconds"])
    table.to_csv(TIMES, index=False, float_format="%.2f")


def roc() -> None:
    """Fit ROCKET and a random forest once in the first setting of each case; draw ROC curves."""
    learners = {"ROCKET": "ROCKET", "random forest": "random forest"}
    optimal_pictures.curves(pb.optimality(list(FIRST), learners, runs=1, out=FINISHED))


def page() -> str:
    """Return the page, from the three tables, with its pictures."""
    fits, timed = pd.read_csv(FITS), pd.read_csv(TIMES)
    text = optimal_page.page(pd.read_csv(LINES), fits, timed, FIRST)
    return f"{text}\n{girsanov.section()}\n{optimal_pictures.section(fits, timed)}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["lines", "fits", "times", "roc", "page", "plan"])
    parser.add_argument("--learners", nargs="*", help="Names of learners; all if not given.")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, help="No fit is begun after so many.")
    given = parser.parse_args()
    if given.what == "lines":
        lines()
    elif given.what == "fits":
        endable()
        fits(given.learners, given.workers, given.minutes)
    elif given.what == "times":
        times()
    elif given.what == "roc":
        roc()
    elif given.what == "page":
        PAGE.write_text(page(), encoding="utf-8")
    else:
        plan()
