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
from typing import Any

import pandas as pd

import pybench as pb
from bench import girsanov, optimal_page, optimal_pictures
from pybench import parallel
from pybench.base.student import t_quantile
from pybench.optimal.classifierrun import ClassifierRun, drawn, solve
from pybench.optimal.estimators import named, seeded, shaped
from pybench.optimal.resnet import ResNet

ROOT = Path(__file__).resolve().parent.parent
LINES, FITS = ROOT / "bench" / "optimal_lines.csv", ROOT / "bench" / "optimal_fits.csv"
TIMES, PLAN = ROOT / "bench" / "optimal_times.csv", ROOT / "bench" / "optimal_plan.csv"
PAGE = ROOT / "docs" / "reproduction-optimal.md"
FINISHED = ROOT / "out" / "optimal"  # of `roc`
FIRST = ("a-T1", "b-T2", "c-d1", "d-d6", "e-L5", "f-L10")  # the first setting of each case
TIMED_EPOCHS = 5  # of 150: every epoch takes the same time
PATHS = 10_000  # of each class, for the lines
GAPS = ["hidden_auc", "numerical_auc", "hidden_acc_star", "numerical_acc_star"]
SCORES = ["setting", "run", "classifier", "auc", "acc_star", "fit_seconds", *GAPS]
SCORES += optimal_page.ERRORS
#: Missing in rows of earlier versions; and where the ratio of the observed points is not known.
LATER = ["train_auc", "observed_auc", "observed_acc_star", "observed_error"]
KINDS = {"hidden": "lrt_hidden", "numerical": "lrt_numerical", "observed": "lrt_exact_chain"}


MOST, LEAST, HALF_WIDTH = 40, 10, 0.005  # runs, and half of the interval of a gap in AUC
EVERY_S = 120  # rows are added this often
#: What takes least comes first.
CHEAP = ("logistic regression", "MiniRocket", "ROCKET")
COSTLY = ("gradient boosting", "1-NN Euclidean", "random forest", "1-NN DTW")
NETWORK = "ResNet, 30 epochs"


def makers() -> dict[str, Any]:
    """Return the learners: what `pb.optimality` takes as `classifiers`."""
    from aeon.classification.distance_based import KNeighborsTimeSeriesClassifier
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "MiniRocket": "MiniRocket",
        "ROCKET": "ROCKET",
        "ROCKET normalised": "ROCKET normalised",
        "gradient boosting": HistGradientBoostingClassifier(),
        "1-NN Euclidean": KNeighborsClassifier(1),
        "random forest": "random forest",
        "1-NN DTW": KNeighborsTimeSeriesClassifier(n_neighbors=1),
        "ResNet": lambda setting: ResNet(epochs=150),
        NETWORK: lambda setting: ResNet(epochs=30),
    }


def plan() -> None:
    """Fix the runs of each learner in each setting, from the random forest's gaps until now.

    The cheap learners have 40 runs. The costly ones have 10 to 40: as many as a half-width of .005
    asks for, if their gaps spread as those of the forest do, or by the error of one run's gap if
    that is larger: three runs can be near each other by chance.
    """
    kept = pd.read_csv(FITS)
    forest = kept[kept.classifier == "random forest"]
    gaps = (forest.auc - forest.hidden_auc).groupby(forest.setting).std()
    spread = gaps.clip(lower=forest.groupby("setting").hidden_error.mean())
    rows = []
    for name in pb.optimal.settings().index:
        fits_it = [one for one in CHEAP if name != "e-L5" or one != "MiniRocket"]  # 9 points needed
        rows += [(one, name, MOST, None) for one in fits_it]
        rows += [(one, name, _enough(spread[name]), f"{spread[name]:.4f}") for one in COSTLY]
    rows += [(NETWORK, name, MOST, None) for name in FIRST]
    columns = ["classifier", "setting", "runs", "spread"]
    pd.DataFrame(rows, columns=columns).to_csv(PLAN, index=False)


def _enough(spread: float) -> int:
    """Return the number of runs for an interval of the wanted width, from 10 to 40."""
    for runs in range(LEAST, MOST):
        if t_quantile(0.975, runs - 1) * spread / runs**0.5 <= HALF_WIDTH:
            return runs
    return MOST


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


def fits(learners: list[str] | None, workers: int) -> None:
    """Fit the learners in the runs that the table lacks, and add their rows to it."""
    kept = pd.read_csv(FITS) if FITS.exists() else pd.DataFrame(columns=SCORES + LATER)
    there = set(zip(kept.classifier, kept.setting, kept.run, strict=True))
    table = pd.read_csv(PLAN)
    wanted = [one for one in dict.fromkeys(table.classifier) if learners is None or one in learners]
    if find_spec("torch") is None and NETWORK in wanted:
        print("torch is not installed: no ResNet", flush=True)
        wanted.remove(NETWORK)
    makes = named(makers())
    for learner in wanted:
        some = table[table.classifier == learner]
        todo = [
            ClassifierRun(
                pb.optimal.setting(row.setting),
                run,
                learner,
                makes[learner],
                0,
                overfits=not learner.startswith("1-NN"),  # a path is its own nearest neighbour
            )
            for run in range(MOST)
            for row in some.itertuples()
            if run < row.runs and (learner, row.setting, run) not in there
        ]
        print(f"{learner}: {len(todo)} of {some.runs.sum()} runs to do", flush=True)
        rows, begun = [], time.monotonic()
        last = begun
        for done, (place, answer) in enumerate(parallel.completed(solve, todo, workers=workers), 1):
            rows.append(_row(todo[place], answer))
            if (now := time.monotonic()) - last > EVERY_S or done == len(todo):
                _keep(pd.DataFrame(rows, columns=SCORES + LATER))
                spent, rows, last = now - begun, [], now
                left = spent / done * (len(todo) - done)
                print(f"  {done} of {len(todo)}, {left / 60:.0f} min left", flush=True)


def _row(task: ClassifierRun, answer: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the table."""
    own = answer["scores"][task.classifier]
    row = {"setting": task.setting.name, "run": task.run, "classifier": task.classifier}
    row |= {what: own[what][0] for what in ("auc", "acc_star")}
    row |= {"fit_seconds": answer["fit_seconds"], "auc_se": own["auc"][1]}
    if "train" in answer:
        row["train_auc"] = answer["train"]["auc"][0]
    for line, name in KINDS.items():
        if name in answer["scores"]:
            best = answer["scores"][name]
            row |= {f"{line}_{what}": best[what][0] for what in ("auc", "acc_star")}
            row[f"{line}_error"] = answer["paired"][name]
    return row


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


def _keep(rows: pd.DataFrame) -> None:
    kept = [pd.read_csv(FITS)] if FITS.exists() else []
    table = pd.concat([*kept, rows]).drop_duplicates(["setting", "run", "classifier"], keep="last")
    table = table.sort_values(["setting", "classifier", "run"])
    table.to_csv(FITS, index=False, float_format="%.6f")


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
        plan()
