"""Several metrics and costs of the same methods: each compared, where they agree, the front."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pybench.flow import sources
from pybench.flow.comparison import compared, fitting
from pybench.flow.part_cache import Inputs, digest_of
from pybench.flow.state import NotPossible, StudyState

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def metrics(state: StudyState) -> dict[str, Any]:
    """Compare the methods by each metric, and find where the metrics agree."""
    from pybench.comparison.metrics import compare_metrics
    from pybench.comparison.summary import compare
    from pybench.flow.fields import PARTS

    given, settings = _others(state), state.settings("metrics")
    one = settings["test"] == "wilcoxon"
    tables = {_own_name(state): state.scores(one_metric=one), **given}

    def make() -> dict[str, Any]:
        return {"metrics": state.in_languages(partial(compare_metrics, tables, **settings))}

    def inputs() -> Inputs:
        digests = {f"metric {name}": _digest(state, name) for name in given}
        return {**state.inputs("metrics", "results", engine=True), **digests}

    found = state.cache.part("metrics", inputs, make)
    usual = {name: one.default for name, one in PARTS["comparison"].items()}
    each = state.definition.parts.get("comparison", usual)
    found["by_metric"] = {
        name: compared(
            state, f"metric {name}", partial(compare, table, **fitting(state, table, each)), (),
            table=_digest(state, name),
        )["comparison"]
        for name, table in given.items()
    }  # fmt: skip
    return found


def pareto(state: StudyState) -> dict[str, Any]:
    """Find the Pareto front of the scores and one of the other metrics, which is the cost."""
    from pybench.comparison.pareto import pareto as front

    settings = dict(state.settings("pareto"))
    given, name = _others(state), _cost(state, settings.pop("cost"))
    table, cost = state.scores(one_metric=settings["of"] == "scores"), given[name]

    def make() -> dict[str, Any]:
        compute = partial(front, table, cost, seed=state.definition.seed, **settings)
        return {"pareto": state.in_languages(compute)}

    def inputs() -> Inputs:
        digest = {"costs": _digest(state, name)}
        return {**state.inputs("pareto", "results", engine=True), **digest}

    return state.cache.part("pareto", inputs, make)


def _cost(state: StudyState, name: str | None) -> str:
    """Return the name of the cost: the one that is named, or the only declared one."""
    definition = state.definition
    declared = [one for one, table in definition.metrics.items() if table["cost"]]
    if name is None and len(declared) == 1:
        (name,) = declared
    if name is None and not definition.asked:
        raise NotPossible(f"it requires `cost`, one of {', '.join(declared)}")
    if name is None or name not in definition.metrics:
        hint = "Write `cost: NAME` with a name of `metrics`."
        found = "none" if name is None else repr(name)
        expected = f"the cost, one of {', '.join(definition.metrics)}"
        definition.refuse(expected, found, hint, "parts.pareto.cost")
    return name


def _others(state: StudyState) -> Mapping[str, ResultsTable]:
    """Return the further metrics of a study by name; each file is read once."""
    if not (state.definition.metrics or state.metrics):
        raise NotPossible("it requires `metrics`, tables of other scores or costs")
    for name, one in state.definition.metrics.items():
        if name not in state.metrics:
            read = partial(
                sources.read_table, one["file"], one["higher_is_better"], one["metric"] or name,
                "error", one["format"],
            )  # fmt: skip
            state.metrics[name] = read(score=one["score"])
    return state.metrics


def _digest(state: StudyState, name: str) -> str:
    if name not in state.definition.metrics:
        return digest_of([name, state.cache.digest("measures")])
    one = state.definition.metrics[name]
    reading = [one[field] for field in ("higher_is_better", "metric", "format", "score")]
    return digest_of([name, sources.file_sha256(one["file"]), reading])


def _own_name(state: StudyState) -> str:
    """Return the name of the metric of the scores of the study, unlike those of the others."""
    name = state.scores().metric or "score"
    while name in _others(state):
        name += " (own)"
    return name
