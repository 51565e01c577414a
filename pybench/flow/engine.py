"""`study`: a file in, all of it out; what is finished is kept, and made once."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from typing import Any

from pybench.base import path
from pybench.base.errors import EnvironmentProblem, PybenchError
from pybench.base.progress import Clock, Progress
from pybench.flow import differ, parts
from pybench.flow.definition import Definition, read_definition, refuse_overwriting, refuse_unknown
from pybench.flow.keep import JOURNAL, STEPS, Event, Kept
from pybench.flow.pages import NUMBERS, TABLE, write_pages
from pybench.flow.study import Study
from pybench.flow.work import NotPossible, Work, r_versions, versions
from pybench.reporting.folder import PAGE
from pybench.store.inside import inside

#: What a study writes into its folder under names that a reader's own files may have.
WRITTEN = (NUMBERS, TABLE, PAGE, STEPS, JOURNAL, *parts.MAKERS)
LEFT_OUT = "left out"
#: Seconds that steps take on two cores where little is asked: what time is left is told by them.
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
    """Make a study: datasets, runs, features, landscape, tests, choice, the optimum, one report.

    Kill it whenever you like: the same call goes on where it was. When the file or its data have
    changed, what rests on the change is made again, and nothing else.

    Parameters
    ----------
    file : path or Definition
        The study in YAML; `pybench study --example` writes one with comments.
    out : path
        Folder of the study, made if it is not there: the report is its ``index.html``, all numbers
        are in ``study.json``.
    lenient : bool
        Whether parts that the file names may be left out where a package or R is missing, or the
        data do not allow them; parts that it does not name always may.
    trust : bool
        Whether you trust the code that the file names beyond scikit-learn, aeon, sktime, xgboost,
        lightgbm and catboost. It is asked for once for each content.
    told : callable, optional
        Called with an event for each part: whether it was made or reused, and why.
    notice : callable, optional
        Called with what a reader should know beside.
    progress : callable, optional
        Called with a `Progress` when a part is ready, and while one runs.

    Returns
    -------
    Study

    Raises
    ------
    StudyError
        Whatever is wrong with the file, with line and field.
    NotTrusted
        It names code that is neither of a known package nor trusted; nothing of it was run.
    EnvironmentProblem
        No folder to write to, another study at work in it; a package or R that a part needs.
    TasksFailed
        Some fits failed, and no fallback is declared; all else is kept.

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
    tell, say = told or _silent, notice or _silent
    with inside(folder), closing(Kept(folder, tell)) as kept:
        clock = _Clock(definition, progress)
        work = Work(
            definition, kept, folder, _engine(definition, say), say, clock.within,
            versions=versions(),
        )  # fmt: skip
        left_out = _made(work, lenient, tell, clock)
        found = _study(work, left_out)
        threshold = definition.parts.get("landscape", {}).get("threshold")
        write_pages(found, folder, kept, tell, threshold, work.suite)
        clock.done("pages")
    return found


def _made(
    work: Work, lenient: bool, tell: Callable[[Event], object], clock: _Clock
) -> dict[str, str]:
    """Make the parts; return why others are left out."""
    left_out: dict[str, str] = {}
    parts.scores(work)
    clock.done("results")
    wanted = {"published"} if work.definition.published else set()
    wanted |= work.definition.parts.keys()
    for name, make in {"published": differ.published, **parts.MAKERS}.items():
        if name not in wanted:
            continue
        try:
            work.found |= make(work)
        except (NotPossible, EnvironmentProblem) as problem:
            _pass_over(work.definition, name, problem, lenient)
            left_out[name] = str(problem)
            tell(Event(name, LEFT_OUT, str(problem)))
        clock.done(name)
    return left_out


def _pass_over(definition: Definition, name: str, problem: Exception, lenient: bool) -> None:
    """Refuse to leave out what the file asks for by name."""
    if lenient or not (definition.asked or name == "published"):
        return
    if isinstance(problem, PybenchError):
        raise problem
    hint = f"Remove `{name}` from the parts, or give it the data."
    definition.refuse(f"data that allow {name}", str(problem), hint, f"parts.{name}")


def _study(work: Work, left_out: dict[str, str]) -> Study:
    definition, found = work.definition, work.found
    unusable = {}
    if work.suite is not None:
        failed = (one for one in work.suite.candidates if one.rule == "can be run")
        unusable = {one.dataset: str(one.value) for one in failed if one.verdict == "fail"}
    by_r = work.engine != "python" or "landscape" in found
    r = (
        {name.removeprefix("version of "): one for name, one in r_versions().items()}
        if by_r
        else {}
    )
    about: dict[str, Any] = {
        "name": definition.name,
        "seed": definition.seed,
        "table": work.table,
        "datasets": work.datasets,
        "published": found.get("published", {}),
        "left_out": left_out,
        "unusable": unusable,
        "versions": {**work.versions, **r},
        "stand_ins": work.stand_ins,
    }
    parts_made: dict[str, Any] = {field.name: found.get(field.name) for field in fields(Study)}
    return Study(**parts_made | about)


def _engine(definition: Definition, notice: Callable[[str], object]) -> str:
    """Return who computes: where that is left open, both if R starts and its package loads."""
    if definition.engine != "auto":
        return definition.engine
    if not (definition.published or {"comparison", "portfolio"} & definition.parts.keys()):
        return "python"
    from pybench.bridge import locate
    from pybench.bridge.child import keeper

    try:
        r = locate.find_r()
        locate.require_supported(r.version, locate.rpy2_version())
    except PybenchError:
        return "python"
    try:
        keeper.start()
    except PybenchError as problem:
        notice(f"Python alone computes, unchecked by R: {problem}")
        return "python"
    return "both"


class _Clock:
    """Tells how far a study is, and while a part runs how far that is."""

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
        """Pass on how far a part is."""
        if self._listener is not None:
            self._listener(progress)


def _silent(_: object) -> None:
    """Say nothing."""
