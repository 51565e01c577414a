"""The study behind docs/reproduction-optimal.md: learners fitted in runs of each setting.

bench/optimal_plan.csv says how many runs there will be; bench/optimal_fits.csv has a row for each
learner, setting and run. `python -m bench.reproduce_optimal fits` goes on with the runs that the
table lacks.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd

import pybench as pb
from bench import optimal_page
from pybench import parallel
from pybench.base.student import t_quantile
from pybench.optimal.classifierrun import ClassifierRun, drawn, fitted
from pybench.optimal.estimators import named
from pybench.optimal.resnet import ResNet
from pybench.store import atomic

FOLDER = Path(__file__).resolve().parent
FITS, PLAN = FOLDER / "optimal_fits.csv", FOLDER / "optimal_plan.csv"
FIRST = ("a-T1", "b-T2", "c-d1", "d-d6", "e-L5", "f-L10")  # the first setting of each case
GAPS = ["hidden_auc", "numerical_auc", "hidden_acc_star", "numerical_acc_star"]
SCORES = ["setting", "run", "classifier", "auc", "acc_star", "fit_seconds", *GAPS]
SCORES += optimal_page.ERRORS
#: Missing in rows of earlier versions; and where the ratio of the observed points is not known.
LATER = ["train_auc", "observed_auc", "observed_acc_star", "observed_error", "cpu_seconds"]
KINDS = {"hidden": "lrt_hidden", "numerical": "lrt_numerical", "observed": "lrt_exact_chain"}

MOST, LEAST, HALF_WIDTH = 40, 10, 0.005  # runs, and half of the interval of a gap in AUC
HOURS, COSTLY_HOURS = 40, 22  # of a core, the most in all and of COSTLY: the others have priority
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


def fits(learners: list[str] | None, workers: int, minutes: float | None = None) -> None:
    """Fit the learners in the runs that the table lacks, and add their rows to it.

    After so many minutes, or when the hours of a core of all sittings are used up, no run is begun.
    SIGINT and SIGTERM end the study at once; what was finished is in the table.
    """
    todo, kept = missing(learners), table()
    ends = math.inf if minutes is None else time.monotonic() + 60 * minutes
    hours = kept["cpu_seconds"].groupby(kept["classifier"].isin(COSTLY)).sum() / 3600
    spent = {costly: float(hours.get(costly, 0.0)) for costly in (False, True)}
    given: list[list[ClassifierRun]] = []
    rows: list[dict[str, Any]] = []
    last, done, left = time.monotonic(), 0, sum(map(len, todo))

    def in_time() -> Iterator[list[ClassifierRun]]:
        for tasks in todo:
            if time.monotonic() >= ends or sum(spent.values()) >= HOURS:
                return
            if tasks[0].classifier not in COSTLY or spent[True] < COSTLY_HOURS:
                given.append(tasks)
                yield tasks

    try:
        with closing(parallel.completed(solved, in_time(), workers=workers)) as answers:
            for place, found in answers:
                rows += [_row(*pair) for pair in zip(given[place], found, strict=True)]
                done += len(found)
                cpu = sum(answer["cpu_seconds"] for answer in found)
                spent[given[place][0].classifier in COSTLY] += cpu / 3600
                if time.monotonic() - last > EVERY_S:
                    keep(rows)
                    rows, last = [], time.monotonic()
                    print(f"  {done} of {left} fits; {sum(spent.values()):.1f} hours", flush=True)
    except KeyboardInterrupt:
        print("  stopped: what was finished is kept", flush=True)
    finally:
        keep(rows)
    print(f"  {done} of {left} fits; {sum(spent.values()):.1f} of {HOURS} hours", flush=True)


def table() -> pd.DataFrame:
    """Return the rows of all sittings."""
    columns = [*SCORES, *LATER]  # earlier versions lack the later ones
    if not FITS.exists():
        return pd.DataFrame(columns=columns)
    return pd.read_csv(FITS).reindex(columns=columns)


def missing(learners: list[str] | None) -> list[list[ClassifierRun]]:
    """Return what the table lacks: lists of fits on the same paths, run 0 of all settings first."""
    kept, planned = table(), pd.read_csv(PLAN)
    there = set(zip(kept.classifier, kept.setting, kept.run, strict=True))
    wanted = [
        one for one in dict.fromkeys(planned.classifier) if learners is None or one in learners
    ]
    if find_spec("torch") is None and NETWORK in wanted:
        print("torch is not installed: no ResNet", flush=True)
        wanted.remove(NETWORK)
    makes = named(makers())
    groups = {one: place for place, group in enumerate((CHEAP, COSTLY)) for one in group}
    todo: dict[tuple[Any, ...], list[ClassifierRun]] = {}
    for learner in wanted:
        some = planned[planned.classifier == learner]
        runs = [
            (run, row.setting)
            for row in some.itertuples()
            for run in range(row.runs)
            if (learner, row.setting, run) not in there
        ]
        print(f"{learner}: {len(runs)} of {some.runs.sum()} runs to do", flush=True)
        for run, setting in runs:
            one = pb.optimal.setting(setting)
            overfits = not learner.startswith("1-NN")  # a path is its own nearest neighbour
            task = ClassifierRun(one, run, learner, makes[learner], 0, overfits=overfits)
            todo.setdefault((run, groups.get(learner, len(groups)), setting), []).append(task)
    order = {name: place for place, name in enumerate(planned.setting.unique())}
    return [todo[key] for key in sorted(todo, key=lambda key: (*key[:2], order[key[2]]))]


def solved(tasks: list[ClassifierRun]) -> list[dict[str, Any]]:
    """Return the answers of fits on the same paths, which are simulated and judged once.

    The seconds of a processor that this takes are shared among the fits.
    """
    begun = time.process_time()
    data = drawn(tasks[0].setting, tasks[0].run, tasks[0].seed)
    shared = (time.process_time() - begun) / len(tasks)
    answers = []
    for task in tasks:
        begun = time.process_time()
        answer = fitted(task, data)
        answers.append({**answer, "cpu_seconds": shared + time.process_time() - begun})
    return answers


def keep(rows: list[dict[str, Any]]) -> None:
    """Add rows to the table, which is replaced at once, whatever ends the program."""
    if not rows:
        return
    kept = [table()] if FITS.exists() else []
    made = pd.concat([*kept, pd.DataFrame(rows, columns=SCORES + LATER)])
    made = made.drop_duplicates(["setting", "run", "classifier"], keep="last")
    made = made.sort_values(["setting", "classifier", "run"])
    atomic.write_text(FITS, made.to_csv(index=False, float_format="%.6f", lineterminator="\n"))


def endable() -> None:
    """End the study by SIGTERM as by Ctrl-C, also in the background of a shell."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def _row(task: ClassifierRun, answer: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the table."""
    own = answer["scores"][task.classifier]
    row = {"setting": task.setting.name, "run": task.run, "classifier": task.classifier}
    row |= {what: own[what][0] for what in ("auc", "acc_star")}
    row |= {"fit_seconds": answer["fit_seconds"], "auc_se": own["auc"][1]}
    row["cpu_seconds"] = answer.get("cpu_seconds")
    if "train" in answer:
        row["train_auc"] = answer["train"]["auc"][0]
    for line, name in KINDS.items():
        if name in answer["scores"]:
            best = answer["scores"][name]
            row |= {f"{line}_{what}": best[what][0] for what in ("auc", "acc_star")}
            row[f"{line}_error"] = answer["paired"][name]
    return row
