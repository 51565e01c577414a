"""A suite on a page of a report: its manifest, a check of its data, and its runs so far."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.flow.pages import Page
from pybench.reporting import suite as datasheet
from pybench.suite.healthcheck import SuiteCheck
from pybench.suite.manifest import FILE
from pybench.suite.running.tasktypes import DIRECTIONS
from pybench.suite.suite import Suite
from pybench.suite.task import USUAL

if TYPE_CHECKING:
    import pandas as pd

Folders = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A suite with what was examined of it."""

    suite: Suite
    examined: datasheet.Examined

    def page(self) -> Page:
        """Return its page."""
        suite, examined = self.suite, self.examined
        return Page(
            "suite",
            datasheet.part(suite, examined),
            lambda: datasheet.files(suite, examined),
            (suite.hash, suite.status),
        )


def suite_in(path: Path) -> Suite | None:
    """Return the suite in a folder, or of a ``suite.json``; None if it is a run, or no suite."""
    folder = path.parent if path.name == FILE else path
    if (folder / FILE).is_file() and not (folder / "run.json").is_file():
        return Suite.load(folder)
    return None


def with_sheets(results: Iterable[Result | Suite], runs: Folders) -> Iterator[Result | Datasheet]:
    """Yield results as they are, and suites with the check that follows them, or a new one.

    Raises
    ------
    ArgumentError
        If there are runs but no suite.
    """
    listed, folders = list(results), [runs] if isinstance(runs, (str, os.PathLike)) else list(runs)
    if folders and not any(isinstance(one, Suite) for one in listed):
        raise ArgumentError(
            "`runs` needs a suite among the results",
            expected="a suite",
            found="none",
            hint='For example: pybench.report(suite, "page.html", runs="run").',
        )
    checks = {one.hash: one for one in listed if isinstance(one, SuiteCheck)}
    suites = {one.hash for one in listed if isinstance(one, Suite)}
    for one in listed:
        if isinstance(one, Suite):
            check = checks.get(one.hash) or one.check()
            yield Datasheet(one, datasheet.Examined(check, _overview(one, folders)))
        elif not (isinstance(one, SuiteCheck) and one.hash in suites):
            yield one


def _overview(suite: Suite, folders: list[str | os.PathLike[str]]) -> pd.DataFrame | None:
    """Return the runs of each task by its own measure, by the usual one if runs lack that."""
    if not folders:
        return None
    import pandas as pd

    measures = {
        task.name: task.measure if task.measure in DIRECTIONS[task.type] else USUAL[task.type]
        for task in suite.tasks
    }
    frames = [
        suite.runs(folders, measure)
        .assign(measure=measure)
        .loc[[name for name in suite.task_names if measures[name] == measure]]
        for measure in dict.fromkeys(measures.values())
    ]
    return pd.concat(frames).loc[list(suite.task_names)]
