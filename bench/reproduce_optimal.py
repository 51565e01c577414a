"""Write docs/reproduction-optimal.md: the paper's settings, its lines and learners, and ours.

    python -m bench.reproduce_optimal lines     # AUC and ACC* of the likelihood ratios
    OMP_NUM_THREADS=1 python -m bench.reproduce_optimal fits --workers 2
    OMP_NUM_THREADS=1 python -m bench.reproduce_optimal times   # nothing else on the machine
    python -m bench.reproduce_optimal roc       # figure 4: six settings, about five minutes
    python -m bench.reproduce_optimal page

The study takes about 40 hours of a core, in as many sittings as wanted: `fits` goes on with the
runs that bench/optimal_fits.csv lacks, run 0 of all settings first, and adds its rows every two
minutes, so that a machine can be lost. It ends by itself, or after --minutes, or by SIGINT or
SIGTERM. bench/optimal_plan.csv says how many runs there will be. It was written once, by `plan`,
before the study, from the spread of the gaps in the runs that there were. Lines are kept in
bench/optimal_lines.csv, and what `page` concludes in bench/optimal_verdicts.csv. `times` takes
about half an hour.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd

import pybench as pb
from bench import girsanov, learning, optimal_page, optimal_pictures
from bench.optimal_measured import Study
from bench.optimal_study import FIRST, FITS, PLAN, endable, fits, makers, plan
from bench.timing import processor
from pybench.optimal.catalogue import Setting
from pybench.optimal.classifierrun import drawn
from pybench.optimal.estimators import named, seeded, shaped
from pybench.optimal.resnet import ResNet

ROOT = Path(__file__).resolve().parent.parent
LINES, TIMES = ROOT / "bench" / "optimal_lines.csv", ROOT / "bench" / "optimal_times.csv"
OBSERVED = ROOT / "bench" / "optimal_observed.csv"
VERDICTS = ROOT / "bench" / "optimal_verdicts.csv"
PAGE = ROOT / "docs" / "reproduction-optimal.md"
FINISHED = ROOT / "out" / "optimal"  # of `roc`
TIMED = ("random forest", "ROCKET", "MiniRocket", "logistic regression", "gradient boosting")
TIMED_EPOCHS = 5  # of 150: every epoch takes the same time
PATHS = 10_000  # of each class, for the lines


def lines() -> None:
    """Simulate every setting and keep what the likelihood ratios score."""
    from bench import optimal_observed

    every = pb.optimal.settings().index
    parts = []
    for name in every:
        frame = pb.optimal.lrt(name, paths=PATHS, seed=1)
        own = frame[frame["method"] != "lrt_exact_chain"]
        parts.append(own.assign(setting=name, paths=PATHS))
    optimal_observed.write([])
    table = pd.concat([*parts, optimal_observed.lines()])
    columns = ["setting", "method", "statistic", "value", "se", "paths"]
    table["setting"] = pd.Categorical(table["setting"], every)
    table = table.sort_values("setting", kind="stable")[columns]
    table.to_csv(LINES, index=False, float_format="%.6f")


def times(learners: list[str] | None) -> None:
    """Time one fit of each learner in each setting of table 2, one after the other.

    Times of `fits` are of a machine that did other things too. Nearest neighbours do not train.
    """
    known = {name: made for name, made in makers().items() if name in TIMED}
    if find_spec("torch") is not None:
        known[f"ResNet, {TIMED_EPOCHS} epochs"] = ResNet(epochs=TIMED_EPOCHS)
    for learner, make in named(known).items():
        if learners is None or learner in learners:
            timed(learner, make)


def timed(learner: str, make: Callable[[Setting], Any]) -> None:
    """Time the fits of a learner and write them into the table."""
    rows = []
    names = pb.optimal.settings().query("figure == 'table 2'").index
    if learner == "MiniRocket":
        names = names.drop("e-L5")  # fewer points than its kernels
    for name in (FIRST[0], *names):  # the first fit compiles; it is fitted again
        data = drawn(pb.optimal.setting(name), 0, 0)
        estimator = seeded(make(pb.optimal.setting(name)), 0)
        given = shaped(estimator, data.train)
        begun = time.perf_counter()
        estimator.fit(given, data.train_label)
        rows.append((learner, name, len(given), time.perf_counter() - begun, processor()))
        print(*rows[-1], flush=True)
    table = pd.DataFrame(rows[1:], columns=["learner", "setting", "paths", "seconds", "processor"])
    table = pd.concat([pd.read_csv(TIMES), table])
    table = table.drop_duplicates(["learner", "setting"], keep="last")
    table.to_csv(TIMES, index=False, float_format="%.3f")


def roc() -> None:
    """Fit ROCKET and a random forest once in the first setting of each case; draw ROC curves."""
    learners = {"ROCKET": "ROCKET", "random forest": "random forest"}
    optimal_pictures.curves(pb.optimality(list(FIRST), learners, runs=1, out=FINISHED))


def study() -> Study:
    """Return the tables."""
    fits = optimal_page.complete(pd.read_csv(FITS))
    observed = pd.read_csv(OBSERVED) if OBSERVED.exists() else pd.DataFrame(columns=["setting"])
    return Study(
        fits, pd.read_csv(LINES), pd.read_csv(TIMES), pd.read_csv(girsanov.TABLE),
        pd.read_csv(girsanov.CURVE), observed,
    )  # fmt: skip


def page() -> str:
    """Return the page, from the tables, with its pictures."""
    tables = study()
    parts = [optimal_page.page(tables, pd.read_csv(PLAN)), girsanov.section()]
    parts += [learning.section()] if learning.TABLE.exists() else []
    return "\n".join([*parts, optimal_pictures.section(tables)])


def verdicts() -> str:
    """Return the table of verdicts."""
    tables = study()
    table = optimal_page.verdicts(optimal_page.judged(tables.fits, tables.observed))
    return table.to_csv(index=False, float_format="%.6f", lineterminator="\n")


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
        times(given.learners)
    elif given.what == "roc":
        roc()
    elif given.what == "page":
        PAGE.write_text(page(), encoding="utf-8")
        VERDICTS.write_text(verdicts(), encoding="utf-8")
    else:
        plan()
