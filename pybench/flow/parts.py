"""The parts of a study in their order: scores first, then what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pybench.flow import choose, cover, differ, looks, sources
from pybench.flow.keep import Rests, digest_of
from pybench.flow.work import Work


def scores(work: Work) -> None:
    """Make or read the table of scores, and what the datasets look like."""
    definition, data = work.definition, work.definition.data
    if definition.source == "results":
        said = {name: data[name] for name in ("higher_is_better", "metric", "missing")}

        def rests() -> Rests:
            texts = {name: str(value) for name, value in said.items()}
            return {"results": sources.file_sha256(data["results"]), **texts, **work.versions}

        def read() -> dict[str, Any]:
            table = sources.read_table(
                data["results"], data["higher_is_better"], data["metric"], data["missing"]
            )
            return {"table": table}

        work.table = work.kept.part("results", rests, read)["table"]
        return
    work.suite = suite = sources.open_suite(definition, work.folder)
    runs = sources.Runs(definition, suite, work.folder)

    def ran() -> dict[str, Any]:
        table = runs.table(work.progress)
        return {"table": table, "stand_ins": runs.stand_ins()}

    made = work.kept.part("results", runs.rests, ran)
    work.table, work.stand_ins = made["table"], made["stand_ins"]
    tasks = {
        f"dataset {task.name}": digest_of(repr((task.dataset, task.kind, task.target)))
        for task in suite.tasks
    }
    tasks["list of datasets"] = digest_of([*tasks])
    made = work.kept.part(
        "datasets", lambda: {**tasks, **work.versions}, lambda: {"looks": looks.looks(suite)}
    )
    work.datasets = made["looks"].rename_axis("dataset")


def optimality(work: Work) -> dict[str, Any]:
    """Set classifiers beside the likelihood ratio of simulated diffusions."""
    from pybench.optimal.optimality import optimality as measured
    from pybench.store.fingerprint import describe, versions_of

    settings = work.settings("optimality")
    rated = learners(settings["estimators"])
    # The code of one's own classes and the versions of all packages count, as they do in runs.
    said = {name: describe(one) for name, one in rated.items()}
    rests = {
        **work.rests("optimality"),
        "estimators": digest_of([said, versions_of(list(said.values()))]),
    }
    place = work.folder / "kept" / "optimality" / digest_of(rests)[: sources.SHORT]
    rests["list of estimators"] = digest_of([*rated])  # fits are the same in any order

    def make() -> dict[str, Any]:
        found = measured(
            settings["settings"], rated, runs=settings["runs"],
            margin=settings["margin"], seed=work.definition.seed, out=place, workers=1,
        )  # fmt: skip
        return {"optimality": found}

    return work.kept.part("optimality", lambda: rests, make)


def learners(definitions: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the estimators that are set beside the best; two usual ones if none are given."""
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


#: In the order in which they are made: one rests on those before it alone.
MAKERS: Mapping[str, Callable[[Work], dict[str, Any]]] = {
    "features": cover.features,
    "landscape": cover.landscape,
    "comparison": differ.comparison,
    "portfolio": cover.portfolio,
    "selection": choose.selection,
    "protocol": choose.protocol,
    "optimality": optimality,
}
