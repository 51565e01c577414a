"""`study`: the file of a study in, all results out; finished parts are kept and made once."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from typing import Any

from pybench.base import path
from pybench.base.errors import EnvironmentProblem, PybenchError
from pybench.base.noun import saying
from pybench.base.progress import Clock, Progress
from pybench.flow import comparison, parts
from pybench.flow.definition import Definition, read_definition, refuse_overwriting, refuse_unknown
from pybench.flow.fields import TWICE
from pybench.flow.pages import NUMBERS, TABLE, write_pages
from pybench.flow.part_cache import JOURNAL, STEPS, Event, PartCache
from pybench.flow.state import NotPossible, StudyState, r_versions, versions
from pybench.flow.study import Study
from pybench.reporting.folder import PAGE
from pybench.store.inside import inside

#: Names in the folder of a study that the user's own files may also have.
WRITTEN = (NUMBERS, TABLE, PAGE, STEPS, JOURNAL, *parts.MAKERS)
LEFT_OUT = "left out"
#: Typical seconds per part on two cores, for the estimate of the remaining time.
_SECONDS = {
    "results": 40.0, "published": 8.0, "features": 12.0, "landscape": 2.0, "comparison": 12.0,
    "portfolio": 3.0, "selection": 1.0, "optimality": 10.0, "pages": 20.0,
}  # fmt: skip
_USUAL = 6.0  # of another


def study(
    file: str | os.PathLike[str] | Definition,
    out: str | os.PathLike[str],
    *,
    lenient: bool = False,
    trust: bool = False,
    told: Callable[[Event], object] | None = None,
    notice: Callable[[str], object] | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Study:
    """Make a study: datasets, runs, features, landscape, tests, selection, optimality and a report.

    The computation can be interrupted and resumed with the same call. If the file or its data have
    changed, only the parts that depend on the change are recomputed.

    Parameters
    ----------
    file : path or Definition
        The study in YAML; `pybench study --example` prints one with comments.
    out : path
        Folder of the study, created if needed. The report is the file ``index.html`` in this
        folder, and all numbers are in ``study.json``.
    lenient : bool
        What to do with a part that cannot be made, because R or a package is missing or because the
        data do not allow it. If the file does not name the part, it is always left out. If the file
        names the part, it is left out if ``lenient`` is True; otherwise an error is raised.
    trust : bool
        Whether the file may run code from outside scikit-learn, aeon, sktime, xgboost, lightgbm and
        catboost. ``trust=True`` is needed once, and again whenever the code changes.
    told : callable, optional
        Called with an event for each part, which says whether the part was made or reused, and why.
    notice : callable, optional
        Called with further messages for the user.
    progress : callable, optional
        Called with a `Progress` when a part is done, and repeatedly while a part runs.

    Returns
    -------
    Study

    Raises
    ------
    StudyError
        The file has an error; the message names line and field.
    NotTrusted
        The file names code outside the known packages that is not trusted; none of this code was
        run.
    EnvironmentProblem
        The folder cannot be written to, or another study uses it; a package or R is missing.
    TasksFailed
        Some fits failed, and no fallback is declared; everything else is kept.

    Examples
    --------
    >>> from pathlib import Path
    >>> import pybench as pb
    >>> text = '''
    ... name: Two tables
    ... data: {datasets: [iris, wine], folds: 3}
    ... estimators: {Bayes: sklearn.naive_bayes.GaussianNB, SVM: sklearn.svm.SVC}
    ... parts: {comparison: {bayesian: false, stability: false, mcm: false}}
    ... engine: python
    ... jobs: 1
    ... '''
    >>> _ = Path("study.yaml").write_text(text)
    >>> pb.study("study.yaml", "study").table.scores.round(1).tolist()
    [[1.0, 1.0], [1.0, 0.7]]
    """
    definition = file if isinstance(file, Definition) else read_definition(file, trust=trust)
    folder = path.to_write("out", out)
    refuse_overwriting(definition, folder, WRITTEN)
    refuse_unknown(definition)
    on_event, notice = told or _silent, notice or _silent
    with saying(definition.noun), inside(folder), closing(PartCache(folder, on_event)) as cache:
        clock = _Clock(definition, progress)
        state = StudyState(
            definition, cache, folder, _engine(definition, notice), notice, clock.within,
            versions=versions(),
        )  # fmt: skip
        left_out = {**definition.left_out, **_made(state, lenient, on_event, clock)}
        found = _study(state, left_out)
        threshold = definition.parts.get("landscape", {}).get("threshold")
        write_pages(found, folder, cache, on_event, threshold, state.suite)
        clock.done("pages")
    return found


def _made(
    state: StudyState, lenient: bool, on_event: Callable[[Event], object], clock: _Clock
) -> dict[str, str]:
    """Make the parts; return why others are left out."""
    left_out: dict[str, str] = {}
    parts.scores(state)
    clock.done("results")
    wanted = {"published"} if state.definition.published else set()
    wanted |= state.definition.parts.keys()
    for name, make in {"published": comparison.published, **parts.MAKERS}.items():
        if name not in wanted:
            continue
        try:
            state.found |= make(state)
        except (NotPossible, EnvironmentProblem) as problem:
            _leave_out(state.definition, name, problem, lenient)
            left_out[name] = str(problem)
            on_event(Event(name, LEFT_OUT, str(problem)))
        clock.done(name)
    return left_out


def _leave_out(definition: Definition, name: str, problem: Exception, lenient: bool) -> None:
    """Refuse to leave out a part that the file names."""
    if lenient or not (definition.asked or name == "published"):
        return
    if isinstance(problem, PybenchError):
        raise problem
    hint = f"Remove `{name}` from the parts, or give the data that it needs."
    definition.refuse(f"data that allow {name}", str(problem), hint, f"parts.{name}")


def _study(state: StudyState, left_out: dict[str, str]) -> Study:
    definition, found = state.definition, state.found
    unusable = {}
    if state.suite is not None:
        failed = (one for one in state.suite.candidates if one.rule == "can be run")
        unusable = {one.dataset: str(one.value) for one in failed if one.verdict == "fail"}
    by_r = state.engine != "python" or "landscape" in found
    r = (
        {name.removeprefix("version of "): one for name, one in r_versions().items()}
        if by_r
        else {}
    )
    about: dict[str, Any] = {
        "name": definition.name,
        "seed": definition.seed,
        "table": state.table,
        "datasets": state.datasets,
        "published": found.get("published", {}),
        "by_metric": found.get("by_metric", {}),
        "left_out": left_out,
        "removed": found.get("removed", {}),
        "unusable": unusable,
        "versions": {**state.versions, **r},
        "stand_ins": state.stand_ins,
    }
    parts_made: dict[str, Any] = {field.name: found.get(field.name) for field in fields(Study)}
    return Study(**parts_made | about)


def _engine(definition: Definition, notice: Callable[[str], object]) -> str:
    """Return the backend: if it is "auto", "both" if R starts and its package loads."""
    if definition.engine != "auto":
        return definition.engine
    if not (definition.published or definition.parts.keys() & {*TWICE}):
        return "python"
    from pybench.bridge import locate
    from pybench.bridge.children import children

    try:
        r = locate.find_r()
        locate.require_supported(r.version, locate.rpy2_version())
    except PybenchError:
        return "python"
    try:
        children.start()
    except PybenchError as problem:
        notice(f"Python alone computes, unchecked by R: {problem}")
        return "python"
    return "both"


class _Clock:
    """Reports the progress of a study, and of the part that runs."""

    def __init__(
        self, definition: Definition, listener: Callable[[Progress], object] | None
    ) -> None:
        wanted = {"results", "pages", *definition.parts}
        wanted |= {"published"} if definition.published else set()
        steps = ("results", "published", *parts.MAKERS, "pages")
        costs = {name: _SECONDS.get(name, _USUAL) for name in steps if name in wanted}
        self._listener = listener
        self._clock = Clock(costs, list(costs), listener, "parts")

    def done(self, name: str) -> None:
        self._clock.done(name, name)

    def within(self, progress: Any) -> None:
        """Pass on the progress of a part."""
        if self._listener is not None:
            self._listener(progress)


def _silent(_: object) -> None:
    """Ignore a message."""
