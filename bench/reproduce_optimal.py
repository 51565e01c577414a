"""Write docs/reproduction-optimal.md: the paper's settings, its lines and learners, and ours.

    python -m bench.reproduce_optimal lines     # AUC and ACC* of the likelihood ratios
    OMP_NUM_THREADS=1 python -m bench.reproduce_optimal fits --workers 2
    OMP_NUM_THREADS=1 python -m bench.reproduce_optimal times   # nothing else on the machine
    python -m bench.reproduce_optimal roc       # figure 4: six settings, about five minutes
    python -m bench.reproduce_optimal page

Finished fits are kept in out/optimal (every answer a file): killed and started again, the rest is
fitted. Lines are kept in bench/optimal_lines.csv, scores of learners in bench/optimal_fits.csv,
which is written after every stage.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd

import pybench as pb
from bench import optimal_page, optimal_pictures
from pybench.base.progress import Progress
from pybench.optimal.classifierrun import drawn
from pybench.optimal.estimators import named, seeded, shaped
from pybench.optimal.resnet import ResNet

ROOT = Path(__file__).resolve().parent.parent
LINES, FITS = ROOT / "bench" / "optimal_lines.csv", ROOT / "bench" / "optimal_fits.csv"
TIMES = ROOT / "bench" / "optimal_times.csv"
PAGE = ROOT / "docs" / "reproduction-optimal.md"
FINISHED = ROOT / "out" / "optimal"
FIRST = ("a-T1", "b-T2", "c-d1", "d-d6", "e-L5", "f-L10")  # the first setting of each case
TIMED_EPOCHS = 5  # of 150: every epoch takes the same time
PATHS = 10_000  # of each class, for the lines
GAPS = ["hidden_auc", "numerical_auc", "hidden_acc_star", "numerical_acc_star"]
SCORES = ["setting", "run", "classifier", "auc", "acc_star", "fit_seconds", *GAPS]
SCORES += optimal_page.ERRORS


@dataclass(frozen=True)
class Stage:
    """A learner on some settings, so many runs each; ``cost`` in seconds of a quiet core."""

    name: str
    maker: Any
    settings: tuple[str, ...]
    runs: int
    cost: Callable[[Any], float]

    def total(self) -> float:
        """Return about how many seconds of a quiet core it takes."""
        return self.runs * sum(self.cost(pb.optimal.setting(name)) for name in self.settings)


def stages() -> list[Stage]:
    """Return what the page needs, what takes least first."""
    every = tuple(pb.optimal.settings().index)
    others = tuple(name for name in every if name not in FIRST)

    def rocket(one: Any) -> float:
        return one.train / 1500 * (4 + 0.2 * one.length + 0.1 * one.process.dimension)

    def forest(one: Any) -> float:
        return 40.0

    def network(epochs: int) -> Callable[[Any], float]:
        return lambda one: epochs * one.train / 1500 * (1 + 0.09 * one.length)

    return [
        Stage("ROCKET", "ROCKET", FIRST, 10, rocket),
        Stage("random forest", "random forest", FIRST, 10, forest),
        Stage("ROCKET normalised", "ROCKET normalised", FIRST, 3, rocket),
        Stage("ROCKET", "ROCKET", others, 3, rocket),
        Stage("ResNet", lambda setting: ResNet(epochs=150), FIRST, 2, network(150)),
        Stage("random forest", "random forest", others, 3, forest),
        Stage("ResNet, 30 epochs", lambda setting: ResNet(epochs=30), every, 2, network(30)),
    ]


def lines() -> None:
    """Simulate every setting and keep what the likelihood ratios score."""
    parts = []
    for name in pb.optimal.settings().index:
        frame = pb.optimal.lrt(name, paths=PATHS, seed=1)
        parts.append(frame.assign(setting=name, paths=PATHS))
    columns = ["setting", "method", "statistic", "value", "se", "paths"]
    pd.concat(parts)[columns].to_csv(LINES, index=False, float_format="%.6f")


def fits(learners: list[str] | None, workers: int) -> None:
    """Fit learners, stage by stage, and keep their scores."""
    planned = [one for one in stages() if learners is None or one.name in learners]
    if find_spec("torch") is None:
        print("torch is not installed: no ResNet", flush=True)
        planned = [one for one in planned if not one.name.startswith("ResNet")]
    clock = Clock(sum(one.total() for one in planned))
    for place, one in enumerate(planned, 1):
        print(f"{place} of {len(planned)}: {one.name}, {len(one.settings)} settings", flush=True)
        found = pb.optimality(
            list(one.settings),
            {one.name: one.maker},
            runs=one.runs,
            out=FINISHED,
            workers=workers,
            progress=clock.within(one),
        )
        clock.left -= one.total()
        _keep(_with_lines(found)[SCORES])


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


class Clock:
    """Tells how long it will still take, from what the work done took and what is left of it."""

    def __init__(self, left: float) -> None:
        self.left, self.begun, self.worked = left, time.monotonic(), 0.0

    def within(self, stage: Stage) -> Callable[[Progress], None]:
        """Return what a stage tells its progress to."""
        each = stage.total() / (stage.runs * len(stage.settings))

        def tell(progress: Progress) -> None:
            done, total = progress.done, progress.total
            if done == progress.kept:
                return  # nothing was fitted yet
            self.worked += each
            spent = time.monotonic() - self.begun
            left = (self.left - stage.total() * done / total) * spent / self.worked
            print(
                f"  {done} of {total}, {spent / 60:.0f} min; {left / 60:.0f} min left", flush=True
            )

        return tell


def _keep(rows: pd.DataFrame) -> None:
    kept = [pd.read_csv(FITS)] if FITS.exists() else []
    table = pd.concat([*kept, rows]).drop_duplicates(["setting", "run", "classifier"], keep="last")
    table = table.sort_values(["setting", "classifier", "run"])
    table.to_csv(FITS, index=False, float_format="%.6f")


def _with_lines(found: pb.optimal.Optimality) -> pd.DataFrame:
    wide = found.lines.pivot(
        index=["setting", "run"], columns=["method", "statistic"], values="value"
    )
    wide.columns = [f"{method.removeprefix('lrt_')}_{what}" for method, what in wide.columns]
    errors = {f"paired_lrt_{line}": f"{line}_error" for line in optimal_page.LINES}
    return found.runs.merge(wide.reset_index(), on=["setting", "run"]).rename(columns=errors)


def roc() -> None:
    """Fit ROCKET and a random forest once in the first setting of each case; draw ROC curves."""
    learners = {"ROCKET": "ROCKET", "random forest": "random forest"}
    optimal_pictures.curves(pb.optimality(list(FIRST), learners, runs=1, out=FINISHED))


def page() -> str:
    """Return the page, from the three tables, with its pictures."""
    fits, timed = pd.read_csv(FITS), pd.read_csv(TIMES)
    text = optimal_page.page(pd.read_csv(LINES), fits, timed, FIRST)
    return f"{text}\n{optimal_pictures.section(fits, timed)}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["lines", "fits", "times", "roc", "page", "plan"])
    parser.add_argument("--learners", nargs="*", help="Names of stages; all if not given.")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.what == "lines":
        lines()
    elif given.what == "fits":
        fits(given.learners, given.workers)
    elif given.what == "times":
        times()
    elif given.what == "roc":
        roc()
    elif given.what == "page":
        PAGE.write_text(page(), encoding="utf-8")
    else:
        for one in stages():
            print(f"{one.name}, {len(one.settings)} settings: {one.total() / 60:.0f} min of a core")
