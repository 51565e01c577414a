"""The room compare: every test of a table, and properties of the table itself."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pybench.certificate import tables
from pybench.certificate.asked import Asked, Questions, in_r, numbers, texts, twins
from pybench.comparison.adjust import ADJUSTMENTS, adjust
from pybench.comparison.benchmarks import critical_differences
from pybench.comparison.logical import MOST_FOR_BERGMANN
from pybench.comparison.metrics import compare_metrics
from pybench.comparison.questions import questions
from pybench.comparison.ranks import ranks
from pybench.comparison.summary import compare
from pybench.comparison.wilcoxon import wilcoxon
from pybench.read.results import read_results
from pybench.table import ResultsTable

ROOM = "compare"


def of_table(t: ResultsTable, table: str, alpha: float, tie_tol: float | str) -> Questions:
    """Yield all questions that apply to a results table."""
    for one in questions(t, alpha, tie_tol):
        sides = (partial(one.ask, engine) for engine in ("python", "r"))
        yield Asked(ROOM, one.name, table, one.settings, *sides)
    given: dict[str, Any] = {"alpha": alpha, "tie_tol": tie_tol}
    yield twins(
        ROOM,
        "ranks",
        table,
        lambda: {"ranks": ranks(t, tie_tol=tie_tol).to_numpy()},
        lambda: {"ranks": numbers(in_r("pb_ranks", t=t, tie_tol=tie_tol))},
    )
    yield twins(
        ROOM,
        "compare",
        table,
        partial(_summary, t, "python", given),
        partial(_summary, t, "r", given),
    )
    if t.n_datasets >= 4 and not t.n_missing:
        yield _benchmarks(t, table, given)
        for over in ("each", "all"):
            yield _metrics(t, table, {**given, "over": over})


def shipped() -> Questions:
    """Yield questions on files and p-values of their own."""
    for name, options in (("demsar2006", {}), ("accuracy15", {"score": "accuracy"})):
        path = tables.path(f"{name}.csv")
        yield twins(
            ROOM,
            "read_results",
            name,
            partial(_read, path, options),
            partial(_read_in_r, path, options),
        )
    t = tables.results(tables.ACCURACY)
    raw = wilcoxon(t, adjust="none", engine="python").pvalues.to_numpy()
    assert len(raw) <= MOST_FOR_BERGMANN
    for method in ADJUSTMENTS:
        yield twins(
            ROOM,
            "adjust",
            tables.ACCURACY,
            partial(_adjusted, raw, method),
            partial(_adjusted_in_r, raw, method),
            method,
        )


def _summary(t: ResultsTable, engine: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return what only the whole comparison has: its sentences and its scores."""
    found = compare(t, mcm=False, engine=engine, **given)
    # In units of the largest score, as for the tolerance.
    scale = float(np.nanmax(np.abs(t.scores))) or 1.0
    return {"scores": found.scores / scale, "conclusions": found.conclusions}


def _benchmarks(t: ResultsTable, table: str, given: dict[str, Any]) -> Asked:
    """Ask for a diagram of all datasets beside one of the first half."""
    halves = {"all": t, "half": t.select(t.datasets[: t.n_datasets // 2])}

    def theirs() -> dict[str, Any]:
        found = in_r("pb_critical_differences", tables=halves, **given)
        return {
            "classifiers": texts(found["classifiers"]),
            "mean_ranks": numbers(found["mean_ranks"]),
            "notes": texts(found["notes"]),
        }

    def ours() -> dict[str, Any]:
        found = critical_differences(halves, engine="python", **given)
        return {
            "classifiers": found.classifiers,
            "mean_ranks": found.mean_ranks.to_numpy(),
            "notes": found.notes,
        }

    return twins(ROOM, "critical_differences", table, ours, theirs)


def _metrics(t: ResultsTable, table: str, given: dict[str, Any]) -> Asked:
    """Ask for two metrics: the scores of all datasets, and those of the first half."""
    tables = {"all": t, "half": t.select(t.datasets[: t.n_datasets // 2])}

    def theirs() -> dict[str, Any]:
        found = in_r("pb_compare_metrics", tables=tables, **given)
        named = {name: numbers(found[name]) for name in ("pvalues", "verdicts")}
        return named | {"agreement": texts(found["agreement"])}

    def ours() -> dict[str, Any]:
        found = compare_metrics(tables, engine="python", **given)
        return {name: getattr(found, name) for name in ("pvalues", "verdicts", "agreement")}

    return twins(ROOM, "compare_metrics", table, ours, theirs, f"over={given['over']}")


def _read(path: Any, options: dict[str, str]) -> dict[str, Any]:
    found = read_results(path, higher_is_better=True, repeats="keep", **options)
    repeats = () if found.by_repeat is None else found.by_repeat
    return {
        "datasets": found.datasets,
        "classifiers": found.classifiers,
        "scores": found.scores,
        "by_repeat": repeats,
    }


def _read_in_r(path: Any, options: dict[str, str]) -> dict[str, Any]:
    asked = {"source": str(path), "higher_is_better": True, "repeats": "keep", **options}
    found = in_r("pb_read_results", **asked)
    return {
        "datasets": texts(found["datasets"]),
        "classifiers": texts(found["classifiers"]),
        "scores": numbers(found["scores"]),
        "by_repeat": () if found["by_repeat"] is None else numbers(found["by_repeat"]),
    }


def _adjusted(raw: Any, method: str) -> dict[str, Any]:
    return {"pvalues": np.asarray(adjust(raw, method))}


def _adjusted_in_r(raw: Any, method: str) -> dict[str, Any]:
    return {"pvalues": numbers(in_r("pb_adjust", pvalues=raw, method=method))}
