"""Suites from OpenML: one of its suites, its tasks, or its datasets with splits made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pybench.base import check, shared
from pybench.base.errors import ArgumentError
from pybench.suite.candidates import Candidate
from pybench.suite.create import check_asked, chosen_from, now
from pybench.suite.manifest import Manifest
from pybench.suite.rules import Rules
from pybench.suite.sharing import openml

S = TypeVar("S", bound=Manifest)


def from_openml(
    kind: type[S],
    suite: int | str | None,
    tasks: Iterable[int] | None,
    datasets: Iterable[int] | Mapping[int, str | None] | None,
    name: str | None,
    **where: Any,
) -> S:
    """Make a suite from OpenML; see `Suite.from_openml`."""
    asked = {"suite": suite, "tasks": tasks, "datasets": datasets}
    given = [key for key, value in asked.items() if value is not None]
    if len(given) != 1 or (name is not None and suite is not None):
        expected = "one of `suite`, `tasks` and `datasets`; `name` with the last two only"
        found = ", ".join([*given, *(["name"] if name is not None else [])]) or "none"
        raise ArgumentError(f"expected {expected}, found {found}", expected=expected, found=found)
    if suite is not None:
        return openml.fetch_suite(kind, suite, **where)
    title = check.text("name", f"OpenML {given[0]}" if name is None else name)
    if tasks is not None:
        return openml.fetch_tasks(kind, tasks, name=title, created=now(), **where)
    return _of_datasets(kind, openml.fetch_datasets(datasets or (), **where), title)


def _of_datasets(kind: type[S], got: Sequence[openml.Fetched], name: str) -> S:
    """Make a suite of datasets, with the splits that `Suite.create` makes by default."""
    found = [
        Candidate(one.dataset, "tabular", one.target, {str(one.dataset.path): one.path})
        for one in got
    ]
    rules = Rules()
    asked = check_asked("auto", folds=10, repeats=1, share=0.33, seed=0, measure="accuracy")
    chosen = chosen_from(found, asked, rules, ())
    return kind(
        name=name,
        alias=None,
        description="",
        version=1,
        status="in_preparation",
        created=now(),
        tasks=chosen.tasks,
        candidates=chosen.verdicts,
        qualities=chosen.qualities,
        provenance={"source": "OpenML", "made by": f"pybench {shared.version()}"},
        screening=rules.screening,
        openml_qualities={one.dataset.name: one.stated for one in got if one.stated},
        contents=chosen.contents,
    )
