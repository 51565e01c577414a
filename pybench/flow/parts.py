"""The parts of a study in their order: scores first, then the analyses of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pybench.flow import (
    comparison,
    coverage,
    items,
    metafeatures,
    metrics,
    selection,
    sources,
)
from pybench.flow.part_cache import Inputs, digest_of
from pybench.flow.state import StudyState


def scores(state: StudyState) -> None:
    """Make or read the table of scores and the metafeatures of the datasets."""
    definition, data = state.definition, state.definition.data
    if definition.source == "results":
        options = {name: data[name] for name in ("higher_is_better", "metric", "missing", "format")}

        def inputs() -> Inputs:
            texts = {name: str(v) for name, v in options.items() if (name, v) != ("format", "auto")}
            return {"results": sources.file_sha256(data["results"]), **texts, **state.versions}

        def read() -> dict[str, Any]:
            settings = options.values()
            return {"table": sources.read_table(data["results"], *settings)}

        state.table = state.cache.part("results", inputs, read)["table"]
        return
    if definition.source == "items":
        state.table = items.means(state)["table"]
        return
    state.suite = suite = sources.open_suite(definition, state.folder)
    runs = sources.Runs(definition, suite, state.folder)

    def ran() -> dict[str, Any]:
        table = runs.table(state.progress)
        return {"table": table, "stand_ins": runs.stand_ins()}

    made = state.cache.part("results", runs.inputs, ran)
    state.table, state.stand_ins = made["table"], made["stand_ins"]
    if measures := definition.run["measures"]:

        def inputs_of_measures() -> Inputs:
            return {**state.inputs("measures", "results"), "measures": digest_of(measures)}

        state.metrics |= state.cache.part("measures", inputs_of_measures, runs.by_measure)
    tasks = {
        f"dataset {task.name}": digest_of(repr((task.dataset, task.kind, task.target)))
        for task in suite.tasks
    }
    tasks["list of datasets"] = digest_of([*tasks])
    made = state.cache.part(
        "datasets",
        lambda: {**tasks, **state.versions},
        lambda: {"looks": metafeatures.metafeatures(suite)},
    )
    state.datasets = made["looks"].rename_axis("dataset")


def optimality(state: StudyState) -> dict[str, Any]:
    """Compare methods with the likelihood ratio of simulated diffusions."""
    from pybench.optimal.optimality import optimality as measured
    from pybench.store.fingerprint import describe, versions_of

    settings = state.settings("optimality")
    rated = learners(settings["estimators"])
    # The code of the user's classes and the versions of all packages count, as in runs.
    options = {name: describe(one) for name, one in rated.items()}
    inputs = {
        **state.inputs("optimality"),
        "estimators": digest_of([options, versions_of(list(options.values()))]),
    }
    folder = state.folder / "kept" / "optimality" / digest_of(inputs)[: sources.SHORT]
    inputs["list of estimators"] = digest_of([*rated])  # fits do not depend on the order

    def make() -> dict[str, Any]:
        found = measured(
            settings["settings"], rated, runs=settings["runs"],
            margin=settings["margin"], seed=state.definition.seed, out=folder, workers=1,
        )  # fmt: skip
        return {"optimality": found}

    return state.cache.part("optimality", lambda: inputs, make)


def learners(definitions: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the estimators to compare with the optimum; two defaults if none are given."""
    from pybench.suite.running.definitions import made

    usual: dict[str, Any] = {
        "random forest": {
            "class": "sklearn.ensemble.RandomForestClassifier",
            "parameters": {"n_estimators": 50, "max_features": 5},
        },
        "logistic regression": {
            "class": "sklearn.linear_model.LogisticRegression",
            "parameters": {"max_iter": 1000},
        },
    }
    return {name: made(one, name) for name, one in (definitions or usual).items()}


#: In the order of computation: each part depends only on those before it.
MAKERS: Mapping[str, Callable[[StudyState], dict[str, Any]]] = {
    "features": coverage.features,
    "landscape": coverage.landscape,
    "comparison": comparison.comparison,
    "metrics": metrics.metrics,
    "pareto": metrics.pareto,
    "items": items.items,
    "portfolio": coverage.portfolio,
    "selection": selection.selection,
    "protocol": selection.protocol,
    "optimality": optimality,
}
