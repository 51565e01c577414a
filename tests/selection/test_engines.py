"""Questions of selection asked of Python, R and both: the same answers, and a fault is seen."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.bridge import engine as engines
from tests.landscape.test_engines import faulty
from tests.selection.conftest import place, table

PLACES = {"x": place(1, grid=True), "y": place(2, p=30)}
T = table(1)
REGIONS = {"a": ["d03"], "b": ["d00", "d05", "d07", "d09", "unknown"], "c": ["d01", "d12", "d02"]}
NESTED = ("k-medoids", "facility-location/euclidean", "k-medoids/euclidean", "oracle", "landscape")
KINDS = {name: "odd" if i % 3 else "thirds" for i, name in enumerate(T.datasets)}
OPTIONS = {"trials": 5, "sizes": (2, 4)}

CASES: dict[str, Callable[..., Result]] = {
    "select": functools.partial(pb.select, PLACES["y"], 5, "k-medoids"),
    "select of results": functools.partial(pb.select, T, 6, "oracle"),
    "select of regions": functools.partial(pb.select, REGIONS, 5, "landscape", seed=4),
    "rank_preservation": functools.partial(
        pb.rank_preservation, T, {**PLACES, "land": REGIONS}, ("random", *NESTED), **OPTIONS
    ),
    "rank_preservation of models": functools.partial(
        pb.rank_preservation, T, {**PLACES, "land": REGIONS}, NESTED, vary="models", **OPTIONS
    ),
    "rank_preservation of one strategy": functools.partial(
        pb.rank_preservation, T, None, ["random"], **OPTIONS
    ),
    "mantel": functools.partial(pb.mantel, T, PLACES, 50),
    "mantel of values": functools.partial(pb.mantel, T, PLACES, 50, 3, method="pearson"),
    "find_representation": functools.partial(
        pb.find_representation, T, PLACES, ("k-means", *NESTED[:2]), folds=2, permutations=19,
        **OPTIONS,
    ),
    "find_representation of results": functools.partial(
        pb.find_representation, table(2, m=6), {"own": table(2, m=6), "land": REGIONS},
        ("a-optimal", "oracle", "landscape"), ("pool", "all"), metric="kendall", folds=3,
        permutations=19, pool=1.0, **OPTIONS,
    ),
    "leave_one_family_out": functools.partial(
        pb.leave_one_family_out, T, {**PLACES, "land": REGIONS}, KINDS,
        ("random", "k-means", *NESTED), (1, 4), 3,
    ),
    "scale_analysis": functools.partial(
        pb.scale_analysis, T, PLACES, ["facility-location"], (2, 3), 4, benchmarks=3, datasets=9,
        models=4, seed=2,
    ),
    "scale_analysis of one part": functools.partial(
        pb.scale_analysis, T, PLACES, "k-means", (2, 3), 4, benchmarks=1, datasets=9, models=4
    ),
    "synthetic_study": functools.partial(
        pb.synthetic_study, range(3), 4, datasets=30, models=5, repeats=2
    ),
    "covering": functools.partial(pb.covering, PLACES["x"]),
    "covering of lengths": functools.partial(pb.covering, PLACES["y"], "euclidean"),
    "ranking_bounds": functools.partial(
        pb.ranking_bounds, T, PLACES["x"], (1, 3, 9), delta=0.2, kernel="rbf"
    ),
    "subset_quality": functools.partial(pb.subset_quality, T, ["d03", "d00", "d11"], 40, 5),
    "place_model": functools.partial(
        pb.place_model, T, {"d03": 0.7, "d00": -0.2, "d11": 1.1}, "mine", 0.9
    ),
    "place_model of one": functools.partial(pb.place_model, T, {"d05": 0.4}),
    "next_dataset": functools.partial(
        pb.next_dataset, T.select(T.datasets[:6]), PLACES["y"],
        {name: 1.5 + i for i, name in enumerate(T.datasets)}, 0.2,
    ),
    "next_dataset of two": functools.partial(
        pb.next_dataset, T.select(T.datasets[:2]), PLACES["x"], standardize=False
    ),
    "subset_quality of one": functools.partial(pb.subset_quality, T, ["d03"], confidence=0.5),
}  # fmt: skip


@pytest.mark.r
@pytest.mark.parametrize("name", CASES)
def test_both_languages_agree_in_every_field(name):
    ours, theirs = (CASES[name](engine=engine) for engine in ("both", "r"))
    assert (ours.engine, theirs.engine) == ("both", "r")
    assert str(ours).replace("engine both", "engine r") == str(theirs)
    for field in dataclasses.fields(ours):
        mine, other = getattr(ours, field.name), getattr(theirs, field.name)
        assert type(mine) is type(other), field.name
        if isinstance(mine, np.ndarray):
            assert mine.dtype == other.dtype, field.name
            assert not other.flags.writeable


def tied_places(seed):
    """Make places on a coarse grid, near 0 or far from it, of fewer dimensions than datasets."""
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(4, 14)), int(rng.integers(1, 5))
    x = rng.integers(0, 3, (n, p)) * rng.choice([1 / 3, 0.1, 1]) + rng.choice([-0.1, 0, 1e6])
    return pd.DataFrame(x, index=[f"d{i}" for i in rng.permutation(n)])


@pytest.mark.r
@pytest.mark.parametrize("strategy", ["farthest-first", "k-means", "a-optimal", "d-optimal",
                                      "k-medoids", "facility-location"])  # fmt: skip
@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 40), marks=pytest.mark.slow)])
def test_neither_rounding_nor_language_chooses_among_equals(strategy, metric, seeds):
    for seed in seeds:
        frame = tied_places(seed)
        size, start = 1 + seed % len(frame), ("mean", "distance")[seed % 2]
        ridge = (1e-3, 1e-7)[seed // 2 % 2]
        asked = {"start": start, "ridge": ridge, "seed": seed}
        pb.select(frame, size, strategy, metric, engine="both", **asked)
        asked |= {"standardize": False, "ridge": 1e4}
        values = frame.to_numpy()
        largest, gap = np.abs(values).max(), np.abs(values - values[0]).max()
        if 0 < gap < 1e-6 * largest:  # of tenths beside 1e6 the products keep nothing
            for engine in ("python", "r"):
                with pytest.raises(pb.ArgumentError, match="that differ by"):
                    pb.select(frame, size, strategy, metric, engine=engine, **asked)
        elif largest < 1e5 or (metric == "cosine" and "optimal" not in strategy):
            pb.select(frame, size, strategy, metric, engine="both", **asked)


@pytest.mark.parametrize("name", [name for name in CASES if " of " not in name])
def test_a_fault_in_any_field_is_seen(name, monkeypatch):
    """Whatever one of the languages got wrong, "both" refuses to answer."""
    ours, answer = CASES[name](engine="python"), engines.answer

    def at_once(*asked, python, kind, **options):  # Python's answer is known
        known = (lambda: ours) if kind is type(ours) else python
        return answer(*asked, python=known, kind=kind, **options)

    monkeypatch.setattr(engines, "answer", at_once)
    monkeypatch.setattr("pybench.bridge.call.call", lambda *_: {})
    for field in dataclasses.fields(ours):
        if field.name == "engine":
            continue
        other = dataclasses.replace(ours, **{field.name: faulty(getattr(ours, field.name))})
        monkeypatch.setattr(engines, "build", lambda *_, other=other: other)
        with pytest.raises(pb.LanguagesDisagree, match=rf"\w+\.{field.name}"):
            CASES[name](engine="both")


@pytest.mark.r
def test_a_synthetic_benchmark_is_the_same_in_both_languages():
    from pybench.bridge.call import call

    sizes = {"datasets": 12, "models": 5, "repeats": 3, "latent": 2, "dimensions": 6}
    ours = pb.synthetic_benchmark(7, **sizes)
    theirs = call("pb_synthetic_benchmark", {"seed": 7, **sizes})
    assert tuple(theirs["table"]["datasets"]) == ours.table.datasets
    assert tuple(theirs["table"]["classifiers"]) == ours.table.classifiers
    for view in ("oracle", "broken"):
        assert theirs[view]["rows"] == list(getattr(ours, view).index)
        np.testing.assert_allclose(theirs[view]["values"], getattr(ours, view), atol=1e-12)
    np.testing.assert_allclose(theirs["table"]["scores"]["values"], ours.table.scores, atol=1e-12)


def test_r_is_not_asked_for_functions_of_python():
    pb.register_strategy("test last", lambda x, k, seed: np.arange(k))
    for strategy in ("test last", lambda x, k, seed: np.arange(k)):
        with pytest.raises(ArgumentError, match="functions of Python"):
            pb.select(PLACES["x"], 2, strategy, engine="r")
