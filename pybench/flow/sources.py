"""Sources of a study's datasets and scores: a suite, datasets, or a table of results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from pybench.base.progress import Progress
from pybench.base.text import without_controls
from pybench.flow.definition import Definition, made_estimators, refuse_measures
from pybench.flow.field_reader import HERE
from pybench.flow.part_cache import digest_of
from pybench.flow.reuse import RUNS, reuse_jobs
from pybench.read.files import file_bytes
from pybench.reporting.formats import joined

if TYPE_CHECKING:
    from pybench.seriesset.series import SeriesSet
    from pybench.suite.manifest import Manifest
    from pybench.table import ResultsTable

SUITES = "suites"
SHORT = 12  # digits of a digest that name a folder
SUBSTITUTES = {
    "majority": "the majority class",
    "mean": "the mean target",
    "missing": "a missing score",
}


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file, or of all files in a folder with their names."""
    if str(path).startswith(HERE):
        return hashlib.sha256(shipped(path)).hexdigest()
    if path.is_file():
        return hashlib.sha256(file_bytes(str(path))).hexdigest()
    inner = sorted(one for one in path.rglob("*") if one.is_file())
    return digest_of([(str(one.relative_to(path)), file_sha256(one)) for one in inner])


def shipped(path: Path) -> bytes:
    """Return a table that ships with pybench."""
    return (files("pybench") / "data" / str(path).removeprefix(HERE)).read_bytes()


def read_table(
    path: Path,
    higher: bool | None,
    metric: str | None,
    missing: str,
    format: str = "auto",
    score: str | None = None,
) -> ResultsTable:
    """Read a table of results; repeats are kept, or averaged if ``missing`` needs their means."""
    from pybench.read.missing import fills
    from pybench.read.results import read_results

    given: dict[str, Any] = {"higher_is_better": higher, "metric": metric, "format": format}
    given |= {} if score is None else {"score": score}
    repeats = "available" if missing == "available" else "mean" if fills(missing) else "keep"
    given |= {"repeats": repeats, "missing": "error" if missing == "available" else missing}
    if str(path).startswith(HERE):
        with as_file(files("pybench") / "data" / str(path).removeprefix(HERE)) as file:
            table = read_results(file, **given)
        return replace(table, source=str(path))  # its path on this machine is irrelevant
    return read_results(path, **given)


def open_suite(definition: Definition, folder: Path) -> Manifest:
    """Return the given suite, or the suite of the datasets, made once per content."""
    from pybench.suite.suite import Suite

    data = definition.data
    if definition.source == "suite":
        return Suite.load(data["suite"])
    inputs = dataset_inputs(definition)
    own = folder / SUITES / digest_of(inputs)[:SHORT]
    if (own / "suite.json").is_file():
        return Suite.load(own)
    asked = ("target", "nominal", "kind", "type", "procedure", "folds", "repeats", "created")
    made = Suite.create(
        definition.name,
        inputs["names"] if isinstance(data["datasets"], list) else data["datasets"],
        seed=definition.seed, **{name: data[name] for name in asked if data[name] is not None},
    )  # fmt: skip
    return made.save(own)


def dataset_inputs(definition: Definition) -> dict[str, Any]:
    """Return the inputs of the suite of datasets."""
    from pybench.suite import bundled
    from pybench.suite.data import bundled_version

    data = definition.data
    settings = {k: data[k] for k in ("target", "kind", "procedure", "folds", "repeats", "created")}
    if data["nominal"]:  # a new field keeps the folder names of earlier studies
        settings["nominal"] = data["nominal"]
    if data["type"] != "auto":
        settings["type"] = data["type"]
    given = data["datasets"]
    settings |= {"name": definition.name, "seed": definition.seed}
    if not isinstance(given, list):
        return {**settings, "files": file_sha256(given)}
    names = list(bundled.available()) if given == ["*"] else given
    if strange := [name for name in names if name not in bundled.names()]:
        definition.refuse(
            f"names of datasets that ship with packages ({', '.join(bundled.names())})",
            ", ".join(strange),
            "Give a folder, or these names.",
            "data.datasets",
        )
    return {**settings, "names": names, "versions": [bundled_version(name) for name in names]}


class Runs:
    """The runs of a suite: their inputs, and the table of their scores."""

    def __init__(self, definition: Definition, suite: Manifest, folder: Path) -> None:
        from pybench.suite.running.plan import contenders_of, planned
        from pybench.suite.running.tasktypes import type_of

        self._definition, self._suite = definition, suite
        refuse_measures(definition, type_of(suite))
        self._estimators = made_estimators(definition, type_of(suite))
        where = folder / RUNS
        self.plan = planned(
            suite, contenders_of(self._estimators), definition.seed, where / "not there"
        )
        about = self.plan.about
        whole = [suite.hash, definition.seed, about["versions"], self._digests()]
        self.folder = where / digest_of(whole)[:SHORT]

    def inputs(self) -> dict[str, str]:
        """Return the inputs of the table."""
        about, run = self.plan.about, self._definition.run
        # With a fallback, the limits of a fit influence the scores.
        limits = ("timeout", "memory", "retries") if run["fallback"] is not None else ()
        tasks = {task.name: digest_of(repr(task)) for task in self._suite.tasks}
        return {
            **{f"dataset {name}": value for name, value in tasks.items()},
            **{f"estimator {name}": value for name, value in self._digests().items()},
            "list of datasets": digest_of([*tasks]),
            "list of estimators": digest_of([*self._estimators]),
            "seed": str(self._definition.seed),
            "measure": str(run["measure"]),
            "fallback": str(run["fallback"]),
            **{name: str(run[name]) for name in limits},
            **{f"version of {name}": value for name, value in about["versions"].items()},
        }

    def table(self, progress: Callable[[Progress], object]) -> ResultsTable:
        """Run the jobs that are not done."""
        from pybench.suite.running.engine import run

        settings = {k: v for k, v in self._definition.run.items() if k != "measures"}
        reuse_jobs(self.plan, self.folder)
        return run(
            self._suite,
            self._estimators,
            out=self.folder,
            workers=self._definition.jobs,
            seed=self._definition.seed,
            progress=progress,
            **settings,
        )

    def by_measure(self) -> dict[str, ResultsTable]:
        """Return the tables by the further measures, from the predictions of finished jobs."""
        from pybench.suite.store.scores import run_tables

        run = self._definition.run
        missing = "keep" if run["fallback"] == "missing" else "error"
        names = list(self._estimators)
        return run_tables(self.folder, run["measures"], estimators=names, missing=missing)

    def stand_ins(self) -> dict[str, str]:
        """Return, per method, the substitutes for its failed fits, and why they failed."""
        from pybench.suite.running.tables import read_failures

        reasons: dict[str, dict[str, list[str]]] = {}
        for job, why in read_failures(self.folder).items():
            reasons.setdefault(job.estimator, {}).setdefault(job.task, []).append(why)
        what = SUBSTITUTES.get(self._definition.run["fallback"])
        return {
            name: f"{what} replaces {joined(self._failed(tasks))}"
            for name, tasks in reasons.items()
            if name in self._estimators
        }

    def _failed(self, tasks: Mapping[str, list[str]]) -> list[str]:
        return [
            f"{len(whys)} of {len(self.plan.folds[task])} fits on {task}, which failed "
            f"({shorten(without_controls(whys[0]), 120)})"
            for task, whys in tasks.items()
        ]

    def _digests(self) -> dict[str, str]:
        named: Mapping[str, Any] = self.plan.about["estimators"]
        return {name: digest_of([one["sha256"], one["versions"]]) for name, one in named.items()}


def series_of(suite: Manifest, each: int | None) -> SeriesSet | None:
    """Return the training series of all tasks with one channel; None if there are none.

    All series of a task without a default split.
    """
    from pybench.seriesset.build import joined
    from pybench.suite.data import load_series

    found = []
    for task in suite.tasks:
        if task.kind == "series":
            series = load_series(suite, task.dataset)
            if len(series.channels) == 1:
                halves = set(series.split)
                found.append((series.select(split="train") if "train" in halves else series)[:each])
    return joined(found) if found else None
