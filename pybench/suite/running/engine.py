"""Run estimators on a suite; jobs whose results are in the folder are not repeated."""

from __future__ import annotations

import dataclasses
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench import parallel
from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, TasksFailed
from pybench.base.path import to_write
from pybench.base.progress import Clock, Progress
from pybench.base.text import clipped, counted, without_controls
from pybench.parallel.processes import Guard
from pybench.store.inside import inside
from pybench.suite.running.fallback import check_fallback, quoted, stand_ins
from pybench.suite.running.folder import RunFolder
from pybench.suite.running.jobs import Job, Outcome, Work, compute, sound
from pybench.suite.running.limits import require_limits, size_of
from pybench.suite.running.pace import Pace, are_harmless, as_elsewhere
from pybench.suite.running.plan import RunPlan, contenders_of, planned, write_plan
from pybench.suite.running.scoring import Measure, with_scores
from pybench.suite.running.tables import (
    FAILURES,
    jobs_of,
    measures_of,
    read_failures,
    read_stand_ins,
    refuse_without,
    remove_results,
    table_of,
    write_results,
    write_tables,
)
from pybench.suite.running.tasktypes import FALLBACKS, type_of

if TYPE_CHECKING:
    import distributed

    from pybench.suite.manifest import Manifest
    from pybench.table import ResultsTable

SHOWN = 5  # failures listed in an error
logger = logging.getLogger("pybench")


def run(
    suite: Manifest | str | os.PathLike[str],
    estimators: Mapping[str, Any],
    *,
    out: str | os.PathLike[str],
    workers: int | None = 2,
    cluster: str | distributed.Client | None = None,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | str | None = None,
    fallback: str | None = None,
    retries: int = 0,
    measure: Any = None,
    progress: Callable[[Progress], object] | None = None,
) -> ResultsTable:
    """Fit and test estimators on every fold of every task of a suite.

    A job is one estimator on one fold of a task. A run can be interrupted at any time and resumed
    by the same call. Apart from ``times.csv`` and the file ``journal`` (a log of finished and
    failed jobs), the files of a run are the same, byte for byte, for any number of workers.

    Parameters
    ----------
    suite : Suite or path
        A suite or the folder of a suite. Data and splits are checked against their hashes when they
        are read.
    estimators : mapping of str to estimator
        Each value is an unfitted classifier of scikit-learn or aeon (for a regression a regressor,
        for a clustering a clusterer, which never sees the target), an import path
        ("sklearn.svm.SVC"), a definition as in a file of estimators (`read_estimators`), or
        ``{"estimator": ..., "preparation": ...}``. Every fit uses its own clone. Each
        ``random_state`` of the clone is derived only from the seed, the names of estimator and
        task, and the numbers of repeat and fold.

        The preparation of an estimator converts the data before they reach the estimator:

        * "encode", for tables, replaces missing numbers by the median, and categories by columns of
          0 and 1. Medians and categories are those of the training rows.
        * "rows", for series, turns each series into one row of a table.
        * "scale" is "encode" (for tables) or "rows" (for series), after which numbers are scaled to
          mean 0 and standard deviation 1.
        * "none" changes nothing.
        * "auto", the default, is "encode" for tables. For series, "auto" is "none" if the estimator
          is one of aeon, and otherwise "rows".
    out : path
        Folder of the run, created if it does not exist. All machines of a cluster need access to
        the folder of the suite; only this process writes to ``out``.
    workers : int, optional
        Number of processes. 1 means that this process computes, unless ``timeout`` or ``memory`` is
        given; None means one process per core. On Windows, the number is always 1. If all
        estimators are scikit-learn's and all tasks have at most 2,000 rows, this process computes
        the first jobs, and starts others only if the remaining jobs are expected to take more than
        4 s.
    cluster : str or distributed.Client, optional
        A Dask cluster: the address of its scheduler, or a client.
    seed : int
    timeout : float, optional
        Seconds that a job may take, including reading data but not the start of its process. After
        this time, the process of the job and its child processes are ended.
    memory : int or str, optional
        Limit of the address space of a job's process, in bytes or as text such as "4G". The limit
        includes libraries, which take about 1 GB with scikit-learn. An allocation beyond the limit
        fails.
    fallback : {"majority", "mean", "missing"}, optional
        Substitute for the scores of failed jobs. "majority", for a classification: the scores of a
        classifier that always predicts the majority class of the training rows, with the shares of
        the classes as probabilities. "mean", for a regression: the scores of the mean target of the
        training rows. "missing": no scores. Without a fallback, failures raise an error after all
        other jobs are done.
    retries : int >= 0
        How many times a failed job is tried again, always with the same seed.
    measure : str, function, mapping, or sequence of them, optional
        Measure in the returned table. Of a classification: accuracy, balanced_accuracy, f1,
        f1_weighted, kappa, mcc, auroc, nll or brier; of a regression: r2, rmse, mse, mae,
        median_absolute_error, max_error or mape; of a clustering: adjusted_rand,
        adjusted_mutual_info, normalized_mutual_info, homogeneity, completeness or v_measure. The
        folder ``out`` contains all these measures.
        Also the name of a scorer of scikit-learn ("neg_log_loss"), or a function of your own, that
        is, the function f(y_true, y_pred), its import path "module:function", or a mapping with the
        keys function and higher_is_better (by default an attribute of the function). These
        are computed from the stored predictions, without a fit. Of several measures, the first is
        that of the returned table, and each other one has a file ``results-<measure>.csv``;
        `run_tables` returns these tables. Default: the measure that the tasks of the suite name; it
        must then be the same for all tasks.
    progress : callable, optional
        Called with a `Progress` at the start and after each job.

    Returns
    -------
    ResultsTable
        One row per task, one column per estimator. The scores are means over the folds of each
        repeat, and then over the repeats. The scores of the folds, repeat after repeat, are in
        ``by_repeat``; `rank_preservation` ranks each fold separately. In ``by_repeat``, a task with
        fewer folds than another task has NaN for the folds that it lacks.

    Raises
    ------
    ArgumentError
        An argument out of range, or an estimator that cannot be used.
    SuiteError
        Data or splits that do not match the suite, or a folder with a different run: the message
        names the difference (suite, estimator, seed, library).
    EnvironmentProblem
        The folder cannot be written to or is in use by another run, or the cluster cannot be
        reached.
    TasksFailed
        Some jobs failed, and either there is no fallback, or the fallback "missing" leaves an
        estimator or a task without any score. All other jobs are done, and their results are kept.
        Or a worker of the cluster returned something that is not the outcome of its job: the run
        ends at once, and the results of finished jobs are kept.

    Notes
    -----
    The folder contains ``run.json`` (what is run, with every parameter and version) and
    ``suite.json``. In ``runs/<estimator>/<task>/``, there is one file of predictions (with OpenML's
    columns) and one file of measures for each fold. ``results.csv`` is the table. ``folds.csv``
    contains the scores of each fold; `read_results` with ``repeats="keep"`` reads this file and
    keeps these scores. The other files are ``evaluations.csv``, ``failures.csv``, ``times.csv`` and
    a journal. A job whose process dies three times counts as failed. The next call tries failed
    jobs again.

    If this process is killed, only jobs that are not yet written are lost: of each worker the job
    that it computes, and of each thread of a cluster the jobs of about half a second. The next call
    then computes nothing in this process. Files are flushed to the disk about once a second, all of
    that second together, and at the end of the call. So a power cut loses at most the jobs of the
    last second, and nothing of a call that has returned. A file that is incomplete does not match
    its hash, and its job is done again.

    Idle processes wait one minute for the next call, which then needs not start any. If the
    environment, the current folder, the path of imports, or the file of a loaded module that is not
    installed has changed, they end, and the next call starts new ones.

    Examples
    --------
    >>> import pybench as pb
    >>> from sklearn.naive_bayes import GaussianNB
    >>> suite = pb.Suite.create("flowers", ["iris"], folds=5).save("flowers")
    >>> t = pb.run(suite, {"Bayes": GaussianNB()}, out="run", workers=1)
    >>> t.scores.round(2).tolist()
    [[0.95]]
    """
    settings = _Settings.checked(workers, cluster, timeout, memory, fallback, retries, progress)
    contenders = contenders_of(estimators)
    check.seed(seed)
    opened = _opened(suite)
    check_fallback(fallback, type_of(opened))
    folder = to_write("out", out).absolute()  # estimators may change the working directory
    with inside(folder), RunFolder(folder) as kept:
        plan = planned(opened, contenders, seed, folder)
        wanted = measures_of(plan, measure)
        refuse_without(plan, wanted)
        others = _others(plan, kept)
        write_plan(plan, folder)
        plan = dataclasses.replace(plan, suite=_placed(opened, folder))
        kept.begin(settings.said())
        found, failed = _run(plan, kept, settings)
        if failed and fallback is not None:
            found |= stand_ins(plan, failed, fallback, wanted)
        write_tables(folder, plan, others[0] | found, others[1] | failed, kept.seconds())
        # Remove the tables of an earlier call, which could be mistaken for those of this one.
        remove_results(folder)
        tables: list[ResultsTable | None] = [None]
        if not failed or fallback is not None:
            found = with_scores(found, wanted, kept.predictions, plan.type)
            tables = [_table(plan, found, one, failed, fallback) for one in wanted]
        for one in tables:
            if one is not None:
                write_results(folder, one, "" if one is tables[0] else str(one.metric))
    table = tables[0]
    if table is None:
        raise _failure(failed, folder, fallback, plan.type)
    if failed:
        logger.warning("%s; fallback: %s", _said(failed), fallback)
    return table


@dataclasses.dataclass(frozen=True)
class _Settings:
    """How jobs are run; none of this changes a number."""

    workers: int | None
    cluster: Any
    timeout: float | None
    memory: int | None
    fallback: str | None
    retries: int
    progress: Callable[[Progress], object] | None

    @classmethod
    def checked(
        cls,
        workers: int | None,
        cluster: Any,
        timeout: float | None,
        memory: int | str | None,
        fallback: str | None,
        retries: int,
        progress: Callable[[Progress], object] | None,
    ) -> _Settings:
        if timeout is not None:
            timeout = check.number("timeout", timeout, "a number of seconds > 0", 0.0, 1e9)
        workers = parallel.usable(workers)
        size = size_of(memory)
        if size is not None:
            require_limits()
        check.count("retries", retries, 0)
        if progress is not None:
            check.function("progress", progress)
        return cls(workers, cluster, timeout, size, fallback, retries, progress)

    @property
    def apart(self) -> bool:
        """Whether each job runs in its own process, neither this one nor a Dask worker."""
        return self.cluster is not None or self.timeout is not None or self.memory is not None

    def said(self) -> dict[str, Any]:
        where = None if self.cluster is None else str(self.cluster)
        names = ("workers", "timeout", "memory", "fallback", "retries")
        return {**{name: getattr(self, name) for name in names}, "cluster": where}


def _opened(suite: Any) -> Manifest:
    from pybench.suite.manifest import Manifest
    from pybench.suite.saving import load

    if isinstance(suite, (str, os.PathLike)):
        suite = load(Manifest, suite, verify=False)
    check.kind("suite", suite, Manifest, "Suite.load(folder)")
    if not suite.tasks:
        raise ArgumentError("the suite has no tasks", expected="a suite with tasks", found="none")
    opened: Manifest = suite
    return opened


def _placed(suite: Manifest, out: Path) -> Manifest:
    """Return the suite with its files in a folder, accessible to workers."""
    if suite.folder is None:
        from pybench.suite.saving import save

        suite = save(suite, out / "suite")
    assert suite.folder is not None
    return dataclasses.replace(suite, folder=Path(suite.folder).resolve())


def _others(plan: RunPlan, kept: RunFolder) -> tuple[dict[Job, Mapping[str, Any]], dict[Job, str]]:
    """Return evaluations and failures in the folder of estimators of earlier calls."""
    mine = {one.name for one in plan.contenders}
    jobs = jobs_of(plan, (name for name in plan.about["estimators"] if name not in mine))
    done = kept.done(jobs, plan.seed)
    stand_ins, failures = read_stand_ins(kept.folder), read_failures(kept.folder)
    left = [job for job in jobs if job not in done]
    found = done | {job: stand_ins[job] for job in left if job in stand_ins}
    return found, {job: failures[job] for job in left if job in failures}


def _run(
    plan: RunPlan, kept: RunFolder, settings: _Settings
) -> tuple[dict[Job, Mapping[str, Any]], dict[Job, str]]:
    """Do the missing jobs; return evaluations, and the reasons of failures."""
    jobs = plan.jobs()
    found = kept.done(jobs, plan.seed)
    missing = [job for job in jobs if job not in found]
    costs = {job: float(plan.cost(job.task)) for job in jobs}
    clock = Clock(costs, missing, settings.progress, "jobs")
    failed: dict[Job, str] = {}
    for left in range(settings.retries, -1, -1):
        failed = {}
        here = None
        # A job that killed this process must not do so again.
        if settings.workers != 1 and not (settings.apart or kept.was_killed):
            here = Pace(len(missing)) if are_harmless(plan, missing) else None
        for job, outcome in _outcomes(plan, missing, settings, here):
            if outcome.problem:
                kept.note(job, outcome)
                failed[job] = outcome.problem
            else:
                kept.keep(job, outcome)
                found[job] = outcome.evaluation
            if not outcome.problem or not left:
                clock.done(job, str(job))
        missing = list(failed)
        if not missing:
            break
    return found, failed


def _outcomes(plan: RunPlan, jobs: list[Job], settings: _Settings, here: Pace | None) -> Any:
    """Yield (job, outcome) as jobs end; a process that died or was ended is an outcome, too."""
    tasks = {task.name: task for task in plan.suite.tasks}
    contenders = {one.name: one for one in plan.contenders}
    work = [Work(job, tasks[job.task], contenders[job.estimator]) for job in jobs]
    # A worker needs the folder of the files, not all tasks and candidates.
    source = dataclasses.replace(
        plan.suite, tasks=(), candidates=(), exclusions=(), qualities={}, openml_qualities={},
        contents={},
    )  # fmt: skip
    function: Callable[[Work], Outcome] = partial(compute, source, plan.seed, settings.memory)
    if here is not None:
        function = partial(as_elsewhere, function)
    guard: Guard[Outcome] = Guard(_lost, settings.timeout, settings.apart)
    workers = min(settings.workers or 1, max(1, len(jobs)))
    if settings.workers != 1 and workers == 1:
        guard = dataclasses.replace(guard, apart=True)
    sizes = {(task, *fold[:2]): fold[2:] for task, folds in plan.folds.items() for fold in folds}

    def is_sound(place: int, outcome: Any) -> bool:
        job = jobs[place]
        return sound(outcome, job, plan.seed, sizes[job[1:]], tasks[job.task].type)

    answers = parallel.completed(
        function, work, workers=workers, cluster=settings.cluster, guard=guard, sound=is_sound,
        here=here,
    )  # fmt: skip
    with closing(answers) as found, _naming(jobs):
        for place, outcome in found:
            yield jobs[place], outcome


@contextmanager
def _naming(jobs: list[Job]) -> Iterator[None]:
    """Name the jobs of wrong answers."""
    try:
        yield
    except TasksFailed as error:
        names = without_controls("; ".join(str(jobs[place]) for place in error.tasks))
        named = TasksFailed(
            f"{error.message}: {names}",
            expected=error.expected,
            found=error.found,
            hint=f"{error.hint} The finished jobs are kept: the same call resumes with the others.",
        )
        named.tasks = error.tasks
        raise named from error


def _lost(why: str) -> Outcome:
    return Outcome(b"", {}, why, {}, ())


def _table(
    plan: RunPlan,
    found: dict[Job, Mapping[str, Any]],
    measure: Measure,
    failed: Mapping[Job, str],
    fallback: str | None,
) -> ResultsTable | None:
    """Return the table; None if failures leave a classifier or a task without any score."""
    missing = fallback == "missing"
    try:
        return table_of(plan, found, measure, missing=missing)
    except InputError:
        if missing and failed:
            return None
        raise


def _said(failed: Mapping[Job, str]) -> str:
    listed = [f"{job} ({clipped(why)})" for job, why in sorted(failed.items())]
    more = "" if len(listed) <= SHOWN else f" and {len(listed) - SHOWN} more"
    return f"{counted(len(listed), 'job')} failed: {'; '.join(listed[:SHOWN])}{more}"


def _failure(
    failed: Mapping[Job, str], folder: Path, fallback: str | None, type: str
) -> TasksFailed:
    other = f"declare a fallback ({quoted(FALLBACKS[type])})."
    if fallback is not None:
        rest = [name for name in FALLBACKS[type] if name != fallback]
        instead = f"take the fallback {quoted(rest)}" if rest else "leave it out"
        other = f'{instead}: "{fallback}" leaves an estimator or a task without any score.'
    return TasksFailed(
        _said(failed),
        file=os.fspath(folder / FAILURES),
        expected="jobs that succeed",
        found=f"{len(failed)} that failed",
        hint=f"The finished jobs are kept: fix the cause and run again, or {other}",
    )
