"""The room select: strategies, metrics of the protocol, supporting tests and bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pybench.base.result import Result
from pybench.certificate import tables
from pybench.certificate.asked import Asked, Questions, engines, in_r, numbers, texts, twins
from pybench.selection.bounds import KERNELS, ranking_bounds
from pybench.selection.choose import select
from pybench.selection.covering import covering
from pybench.selection.families import leave_one_family_out
from pybench.selection.finding import find_representation
from pybench.selection.mantel import mantel
from pybench.selection.newmodel import place_model
from pybench.selection.nextdataset import next_dataset
from pybench.selection.protocol import rank_preservation
from pybench.selection.scale import scale_analysis
from pybench.selection.space import METRICS
from pybench.selection.subset import subset_quality
from pybench.selection.synthetic import synthetic_benchmark
from pybench.selection.synthetic_study import synthetic_study
from pybench.table import ResultsTable

ROOM = "select"
_GREEDY = ("farthest-first", "k-medoids", "facility-location")
_DESIGNS = ("a-optimal", "d-optimal", "a-optimal-greedy", "d-optimal-greedy")
_OTHERS = ("random", "k-means", *_DESIGNS)
_SMALL: dict[str, Any] = {"datasets": 20, "models": 5, "repeats": 2, "latent": 2, "dimensions": 6}


def of_table(t: ResultsTable, table: str) -> Questions:
    """Yield the questions that need no description of the datasets."""
    few = list(t.datasets[: max(1, t.n_datasets // 3)])
    yield engines(ROOM, select, table, t, len(few), "oracle", settings="oracle")
    sizes = (len(few), len(few) + 1)
    yield engines(
        ROOM, rank_preservation, table, t, None, ("random",), sizes, 20, settings="random"
    )
    yield engines(ROOM, subset_quality, table, t, few, 50)
    if t.n_classifiers > 2:
        own = t.select(few, t.classifiers[:1])
        yield engines(ROOM, place_model, table, t.select(classifiers=t.classifiers[1:]), own)


def shipped() -> Questions:
    """Yield questions on the 15 datasets of the demo, described by six numbers each."""
    yield from _of_strategies()
    yield from _of_protocols()
    yield from _of_synthetic()


def _ask(function: Callable[..., Result], *arguments: Any, **options: Any) -> Asked:
    return engines(ROOM, function, tables.PLACES, *arguments, **options)


def _of_strategies() -> Questions:
    places = tables.places()
    named = [f"{name}/{metric}" for name in _GREEDY for metric in METRICS]
    for strategy in (*named, *_OTHERS):
        yield _ask(select, places, 5, strategy, settings=strategy)
    dealt = {f"R{i + 1}": list(places.index[i::4]) for i in range(4)}
    yield _ask(select, dealt, 6, "landscape", settings="landscape")
    for metric in METRICS:
        yield _ask(covering, places, metric, settings=metric)


def _of_protocols() -> Questions:
    t = tables.results(tables.ACCURACY)
    seen = {"six numbers": tables.places(), "three": tables.places().iloc[:, :3]}
    families = {name: "odd" if i % 2 else "even" for i, name in enumerate(t.datasets)}
    strategies = ("random", "k-means", "farthest-first/cosine", "a-optimal", "d-optimal")
    for vary in ("datasets", "models"):
        yield _ask(
            rank_preservation, t, seen, strategies, (3, 5), 10, settings=f"varying {vary}",
            vary=vary,
        )  # fmt: skip
    yield _ask(
        find_representation, t, {**seen, "ranks": t}, ("farthest-first/cosine", "a-optimal"),
        ("all", "pool", "none"), (3, 5), 5, permutations=19,
    )  # fmt: skip
    yield _ask(mantel, t, seen, 99)
    for kernel in KERNELS:
        yield _ask(ranking_bounds, t, tables.places(), (2, 5), kernel=kernel, settings=kernel)
    hours = {name: 1.0 + i % 3 for i, name in enumerate(sorted(t.datasets))}
    for cost in (None, hours):
        said = "" if cost is None else "costs"
        run = t.select(t.datasets[:5])
        yield _ask(next_dataset, run, tables.places(), cost, settings=said)
    yield _ask(leave_one_family_out, t, seen, families, strategies, (3,), 5)
    yield _ask(
        scale_analysis, t, seen, ["k-means"], (2, 4), 5, benchmarks=3, datasets=10, models=5
    )  # fmt: skip


def _of_synthetic() -> Questions:
    table = tables.DRAWN
    small: dict[str, Any] = {**_SMALL, "datasets": 26}
    yield engines(ROOM, synthetic_study, table, range(2), 3, **small)
    yield engines(
        ROOM, synthetic_study, table, range(2), 3, signals=(0, 0.5, 2), settings="three signals",
        strategies=("k-medoids", "d-optimal-greedy"), **small,
    )  # fmt: skip
    yield twins(ROOM, "synthetic_benchmark", table, _synthetic, _synthetic_in_r)


def _synthetic() -> dict[str, Any]:
    found = synthetic_benchmark(7, **_SMALL)
    return {
        "scores": found.table.scores, "oracle": found.oracle.to_numpy(),
        "broken": found.broken.to_numpy(), "latent": found.latent,
        "datasets": found.table.datasets, "models": found.table.classifiers,
    }  # fmt: skip


def _synthetic_in_r() -> dict[str, Any]:
    found = in_r("pb_synthetic_benchmark", seed=7, **_SMALL)
    return {
        "scores": numbers(found["table"]["scores"]),
        **{name: numbers(found[name]) for name in ("oracle", "broken", "latent")},
        "datasets": texts(found["table"]["datasets"]),
        "models": texts(found["table"]["classifiers"]),
    }
