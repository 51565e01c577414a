"""What a run costs beside a loop of joblib's: jobs of about 1 ms, 100 ms and 10 s.

    python -m bench.overhead              measures all, and writes bench/overhead.csv

Each way is measured in a process of its own, which has imported and read what it needs. There the
same call is made twice, with a new folder. Processor time is that of the whole tree of processes,
as Linux tells it.
"""

from __future__ import annotations

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bench.timing import processor

TABLE = Path(__file__).with_name("overhead.csv")
COLUMNS = (
    "job", "jobs", "way", "call", "wall_s", "cpu_s", "beside_joblib", "runs", "processor",
)  # fmt: skip
#: Name -> trees of the forest (0: naive Bayes), folds and repeats, calls in a process, rounds.
JOBS = {"1 ms": (0, 10, 20, 2, 3), "100 ms": (130, 10, 10, 2, 2), "10 s": (13_000, 4, 1, 1, 1)}
#: Way -> processes; each is compared with joblib's with as many.
WAYS = {
    "joblib, 1 process": 1,
    "pybench, 1 process": 1,
    "joblib, 2 processes": 2,
    "pybench, 2 workers": 2,
    "pybench, Dask with 2 workers": 2,
}


def main() -> None:
    """Measure the ways in turn, round after round, so that noise falls on all of them alike."""
    rows = []
    for job, (_, folds, repeats, calls, rounds) in JOBS.items():
        found: dict[tuple[str, int], list[tuple[float, float]]] = {}
        for _ in range(rounds):
            for way in WAYS:
                for call, times in enumerate(_asked(job, way)):
                    found.setdefault((way, call), []).append(times)
        medians = {
            key: [statistics.median(t) for t in zip(*both, strict=True)]
            for key, both in found.items()
        }
        for call in range(calls):
            for way, processes in WAYS.items():
                wall, cpu = medians[way, call]
                loop = "joblib, 1 process" if processes == 1 else "joblib, 2 processes"
                beside = f"{wall / medians[loop, call][0]:.2f}"
                name = ("first", "second")[call]
                row = job, folds * repeats, way, name, f"{wall:.3f}", f"{cpu:.2f}", beside
                rows.append([*row, rounds, processor()])
                print(*rows[-1][:-1], sep="  ", flush=True)
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def _asked(job: str, way: str) -> list[tuple[float, float]]:
    """Return seconds and processor seconds of each call in a new process."""
    command = [sys.executable, "-m", "bench.overhead", job, way]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [(wall, cpu) for wall, cpu in json.loads(said.splitlines()[-1])]


def measured(job: str, way: str) -> list[tuple[float, float]]:
    """Measure one way in this process."""
    import pybench as pb

    trees, folds, repeats, calls, _ = JOBS[job]
    times = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        suite = pb.Suite.create("s", ["iris"], folds=folds, repeats=repeats).save(folder / "suite")
        if way.startswith("joblib"):
            call = _loop(suite, trees, WAYS[way])
        else:
            call = _run(suite, trees, folder, _place(way, stack))
        for _ in range(calls):
            begin, before = time.perf_counter(), _cpu()
            call()
            times.append((time.perf_counter() - begin, _cpu() - before))
    return times


def _place(way: str, stack: ExitStack) -> dict:
    if "Dask" not in way:
        return {"workers": WAYS[way]}
    import distributed

    cluster = stack.enter_context(
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    )
    return {"cluster": cluster.scheduler_address}


def _estimator(trees: int):
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.naive_bayes import GaussianNB

    return RandomForestClassifier(trees, random_state=0) if trees else GaussianNB()


def _run(suite, trees: int, folder: Path, place: dict) -> Callable[[], object]:
    import pybench as pb

    given = {"one": {"estimator": _estimator(trees), "preparation": "none"}}
    number = iter(range(10))
    small = pb.Suite.create("small", ["wine"], folds=2).save(folder / "small")
    pb.run(small, {"Bayes": _estimator(0)}, out=folder / "imports", workers=1)
    return lambda: pb.run(suite, given, out=folder / f"run{next(number)}", **place)


def _loop(suite, trees: int, processes: int) -> Callable[[], object]:
    """Return what people write: fit, predict and score in a loop, nothing kept."""
    from joblib import Parallel, delayed

    from pybench.suite.data import load_data, load_splits

    data, splits = load_data(suite, "iris"), load_splits(suite, "iris")
    x, y = data.X.to_numpy(), data.y.astype(str)
    parts = list(splits.folds())
    _scored(_estimator(0), x, y, parts[0].train, parts[0].test)
    return lambda: Parallel(processes)(
        delayed(_scored)(_estimator(trees), x, y, part.train, part.test) for part in parts
    )


def _scored(estimator, x, y, train, test) -> tuple[float, float]:
    """Return two measures: one of classes and one of probabilities, as a run stores both."""
    from sklearn.metrics import accuracy_score, log_loss

    estimator.fit(x[train], y[train])
    shares = estimator.predict_proba(x[test])
    accuracy = accuracy_score(y[test], estimator.predict(x[test]))
    return accuracy, log_loss(y[test], shares, labels=estimator.classes_)


def _cpu() -> float:
    """Return the processor seconds of this process and those below it, ended ones included."""
    parents, spent = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        pid = int(path.parent.name)
        parents[pid], spent[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    mine, total = {os.getpid()}, 0
    while mine:
        total += sum(spent[pid] for pid in mine)
        mine = {pid for pid, parent in parents.items() if parent in mine}
    return total / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measured(*sys.argv[1:])))
    else:
        main()
