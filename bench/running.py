"""Runs of suites: overhead a job against a plain loop of joblib's, resume, questions in SQL."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pybench as pb
from bench.timing import Row, measure, rows
from pybench.suite.running import engine
from pybench.suite.running.folder import (
    RunFolder,
    evaluation_bytes,
    evaluation_name,
    place_of,
    predictions_name,
)
from pybench.suite.running.jobs import Job, Outcome, Work, compute, rows_of

TASKS = ["iris", "wine", "breast_cancer", "digits"]
FOLDS, REPEATS, JOBS = 10, 5, 10_000


def run() -> list[Row]:
    """Measure in folders that are removed afterwards."""
    folder = Path(tempfile.mkdtemp())
    try:
        return [*_overhead(folder), *_large(folder)]
    finally:
        shutil.rmtree(folder)


def _overhead(folder: Path) -> list[Row]:
    """Time of a job of naive Bayes on iris: the fit takes a millisecond, the rest is overhead."""
    from sklearn.naive_bayes import GaussianNB

    suite = pb.Suite.create("bench", ["iris"], folds=FOLDS, repeats=20).save(folder / "suite")
    number = iter(range(10**6))

    def ours(workers: int) -> None:
        bayes = {"estimator": GaussianNB(), "preparation": "none"}
        pb.run(suite, {"Bayes": bayes}, out=folder / f"o{next(number)}", workers=workers)

    ways = {
        "pybench": lambda: ours(1),
        "joblib loop, 1 process": lambda: _joblib(suite, 1),
        "physical: fit, predict, predict_proba": lambda: _alone(suite),
        "pybench, 2 workers": lambda: ours(2),
        "joblib loop, 2 processes": lambda: _joblib(suite, 2),
    }
    notes = {
        "pybench": f"{FOLDS * 20} jobs: fit, predict, all measures, 2 files each, journal, fsync",
        "joblib loop, 1 process": "fit and predict on arrays, one measure, nothing kept",
        "physical: fit, predict, predict_proba": "the same calls on the same frames, no more",
    }
    return measure("run: 200 jobs of naive Bayes", ways, runs=3, notes=notes)


def _joblib(suite, workers: int) -> None:
    """Do what people write: fit and score in a loop, nothing kept."""
    from joblib import Parallel, delayed

    from pybench.suite.data import load_data, load_splits

    data, splits = load_data(suite, "iris"), load_splits(suite, "iris")
    x, y = data.X.to_numpy(), data.y.astype(str)
    Parallel(workers)(delayed(_scored)(x, y, part.train, part.test) for part in splits.folds())


def _alone(suite) -> None:
    """Call the estimator as a run does, and do nothing else."""
    from sklearn.naive_bayes import GaussianNB

    from pybench.suite.data import load_data, load_splits

    data, splits = load_data(suite, "iris"), load_splits(suite, "iris")
    for part in splits.folds():
        model = GaussianNB().fit(rows_of(data, part.train), data.y[part.train])
        unseen = rows_of(data, part.test)
        model.predict(unseen)
        model.predict_proba(unseen)


def _scored(x, y, train, test) -> float:
    from sklearn.metrics import accuracy_score
    from sklearn.naive_bayes import GaussianNB

    return accuracy_score(y[test], GaussianNB().fit(x[train], y[train]).predict(x[test]))


def _large(folder: Path) -> list[Row]:
    """Resume and ask a run of 10,000 jobs whose files all stand there as the engine writes them."""
    from sklearn.naive_bayes import GaussianNB

    suite = pb.Suite.create("large", TASKS, folds=FOLDS, repeats=REPEATS).save(folder / "large")
    per_estimator = len(TASKS) * FOLDS * REPEATS
    bayes = {"estimator": GaussianNB(), "preparation": "none"}
    estimators = {f"Bayes {i}": bayes for i in range(JOBS // per_estimator)}
    out = folder / "run"
    _written(suite, estimators, out)
    begin = time.perf_counter()
    pb.suite_results(out, "select count(*) from evaluations")
    first = time.perf_counter() - begin
    files = [str(path) for path in out.glob("runs/*/*/*")]
    megabytes = sum(Path(path).stat().st_size for path in files) / 1e6
    resume = measure(
        "run: resume of 10,000 jobs that are done",
        {
            "pybench": lambda: pb.run(suite, estimators, out=out, workers=1),
            "physical: read and hash the files": lambda: _hashed(files),
        },
        runs=5,
        target_s=2.0,
        notes={"pybench": f"{len(files):,} files, {megabytes:.0f} MB, every one checked"},
    )
    sql = "select estimator, avg(accuracy), avg(nll) from evaluations group by all order by all"
    asked = measure(
        "suite results: SQL over 10,000 folds",
        {"pybench": lambda: pb.suite_results(out, sql)},
        runs=7,
        target_s=0.2,
    )
    note = {"pybench": "once, when the run has changed"}
    made = rows("suite results: Parquet of 10,000 folds", {"pybench": [first]}, None, note)
    return [*resume, *asked, *made]


def _hashed(files: list[str]) -> None:
    for path in files:
        with open(path, "rb") as file:
            hashlib.sha256(file.read())


def _written(suite, estimators, out: Path) -> None:
    """Write what a run writes; estimators that are the same one are fitted once."""
    out.mkdir(parents=True)
    plan = engine.planned(suite, engine.contenders_of(estimators), 0, out)
    engine.write_plan(plan, out)
    tasks = {task.name: task for task in suite.tasks}
    contender = plan.contenders[0]
    outcomes: dict[tuple, Outcome] = {}
    with RunFolder(out) as kept:
        for job in plan.jobs():
            place = job[1:]
            if place not in outcomes:
                outcomes[place] = compute(suite, 0, None, Work(job, tasks[job.task], contender))
            told = {**outcomes[place].evaluation, "estimator": job.estimator}
            _keep(kept, job, replace(outcomes[place], evaluation=told))


def _keep(kept: RunFolder, job: Job, outcome: Outcome) -> None:
    """Write without waiting for the disk: 20,000 files would take minutes."""
    place = kept.folder.joinpath(*place_of(job))
    place.mkdir(parents=True, exist_ok=True)
    (place / predictions_name(job)).write_bytes(outcome.predictions)
    (place / evaluation_name(job)).write_bytes(evaluation_bytes(outcome.evaluation))
    kept._record("done", job, outcome, {"evaluation": outcome.evaluation})
