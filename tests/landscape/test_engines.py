"""Questions of the landscape asked of Python, R and both: the same answers, and a fault is seen."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping

import numpy as np
import pytest

import pybench as pb
from pybench.base.result import Result
from pybench.bridge import engine as engines
from tests.landscape.test_bootstrap import REGIONS, maps, table

RNG = np.random.default_rng(5)
CODES = RNG.normal(size=(30, 4))
UNITS = RNG.integers(0, 30, 300)
DATASETS = RNG.choice([*"abcdefgh", 'a "b",\nc', "é"], 300).tolist()
PARTITIONS = np.stack([UNITS % 5, (UNITS + RNG.integers(0, 2, 300)) % 5, UNITS // 7 + 2], axis=1)
SETTINGS = {"seed": ["0", "1", "0"], "size of": ["4 x 4", "4 x 4", "5 x 5"]}
WEIGHTS = np.bincount(UNITS, minlength=30) * (np.arange(30) % 7 > 0)


def spread() -> pb.Coverage:
    return pb.coverage(DATASETS, UNITS % 5, 6)


def landscape() -> pb.Coverage:
    """Return a coverage in which each dataset of the table has most of its rows in one region."""
    names = table(0).datasets
    region = [9 * [i % 3] + [0] for i in range(len(names))]
    return pb.coverage(np.repeat(names, 10).tolist(), np.ravel(region))


def firm(threshold: float, **options: str) -> pb.Representatives:
    stability = pb.region_stability(PARTITIONS, DATASETS, threshold=threshold)
    return pb.representatives(spread(), threshold, stability, **options)


CASES: dict[str, Callable[..., Result]] = {
    "regions": functools.partial(pb.regions, CODES),
    "regions fixed": functools.partial(pb.regions, CODES, 4, [3, 7]),
    "regions of datasets": functools.partial(
        pb.regions, CODES, weights=WEIGHTS, dataset=DATASETS, units=UNITS
    ),
    "coverage": functools.partial(pb.coverage, DATASETS, UNITS % 5, 6),
    "coverage of one": functools.partial(pb.coverage, ["a"], [0]),
    "redundancy": lambda **options: pb.redundancy(spread(), **options),
    "redundancy of one": lambda **options: pb.redundancy(pb.coverage(["a"], [0]), **options),
    "representatives": lambda **options: pb.representatives(spread(), 25, **options),
    "representatives of none": lambda **options: pb.representatives(spread(), **options),
    "representatives and maps": lambda **options: firm(25, **options),
    "representatives of none, and maps": lambda **options: firm(90, **options),
    "newcomer": lambda **options: pb.newcomer(spread(), [5, 5, 0], "x,\ny", **options),
    "map_quality": functools.partial(
        pb.map_quality, RNG.normal(size=(50, 4)), CODES, 6, 5, toroidal=True
    ),
    "map_quality of units": functools.partial(
        pb.map_quality, RNG.normal(size=(300, 4)), CODES, 5, 6, UNITS, "rectangular"
    ),
    "bootstrap": functools.partial(pb.bootstrap, table(0), REGIONS, (1, 3), 20, alpha=0.2),
    "bootstrap of a coverage": lambda **options: pb.bootstrap(
        table(1), landscape(), 2, 5, omnibus=False, **options
    ),
    "bootstrap of representatives": lambda **options: pb.bootstrap(
        table(1), landscape().representatives(80), **options
    ),
    "bootstrap and maps": lambda **options: pb.bootstrap(
        table(0), REGIONS, (1, 3), 20, alpha=0.2, stability=maps(table(0)), **options
    ),
    "best_by_region": functools.partial(
        pb.best_by_region, table(0), {**REGIONS, "none": ["unknown"]}, alpha=0.2
    ),
    "best_by_region of a coverage": lambda **options: pb.best_by_region(
        table(1), landscape(), **options
    ),
    "region_stability": functools.partial(pb.region_stability, PARTITIONS, DATASETS, SETTINGS, 40),
    "region_stability of equal maps": functools.partial(
        pb.region_stability, PARTITIONS[:, [0, 0, 0]], DATASETS
    ),
    "region_stability of merged regions": functools.partial(  # of equal size: distances tie
        pb.region_stability,
        np.repeat(np.eye(3, dtype=int) @ [[0, 1, 0], [1, 2, 0], [2, 0, 1]], 10, axis=0),
        ["a", "b", "c"] * 10,
    ),
    "bootstrap_thresholds": lambda **options: pb.bootstrap_thresholds(
        table(1), landscape(), repeats=5, **options
    ),
    "bootstrap_thresholds refused": functools.partial(
        pb.bootstrap_thresholds, table(1), {50: REGIONS, 90: {"one": ["d1"]}}, (50, 90), repeats=5
    ),
}


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


@pytest.mark.r
def test_results_within_a_result_say_who_made_them():
    result = CASES["bootstrap_thresholds"](engine="both")
    assert {inner.engine for inner in result.bootstraps.values()} == {"both"}


def faulty(value: object) -> object:
    """Return a value that differs in one place."""
    if isinstance(value, Mapping):
        key, item = next(iter(value.items()))
        return {**value, key: faulty(item)}
    if isinstance(value, Result):
        return dataclasses.replace(value, notes=(*value.notes, "ties", "ties"))
    if hasattr(value, "iloc"):
        other = value.copy()
        cell = (0,) * other.ndim
        other.iloc[cell] = faulty(other.iloc[cell])
        return other
    if isinstance(value, np.ndarray):
        return np.concatenate([[faulty(value[0])], value[1:]])
    if isinstance(value, tuple):
        return value[:-1] if value else ("x",)
    if isinstance(value, (bool, np.bool_)):
        return not value
    if value is None or isinstance(value, str):
        return f"{value}x"
    return 0.0 if np.isinf(value) else value + 1


@pytest.mark.parametrize("name", [name for name in CASES if " of " not in name])
def test_a_fault_in_any_field_is_seen(name, monkeypatch):
    """Whatever one of the languages got wrong, "both" refuses to answer."""
    ours, answer = CASES[name](engine="python"), engines.answer

    def at_once(*asked, python, kind, **options):  # Python's answer is known
        known = (lambda: ours) if kind is type(ours) else python
        return answer(*asked, python=known, kind=kind, **options)

    monkeypatch.setattr(engines, "answer", at_once)
    monkeypatch.setattr("pybench.bridge.call.call", lambda *_: {"labels": np.zeros(1)})
    for field in dataclasses.fields(ours):
        value = getattr(ours, field.name)
        if field.name == "engine" or (isinstance(value, Mapping) and not value):
            continue
        other = dataclasses.replace(ours, **{field.name: faulty(value)})
        monkeypatch.setattr(engines, "build", lambda *_, other=other: other)
        # Results within a result are compared field by field, each under its own name.
        with pytest.raises(pb.LanguagesDisagree, match=rf"\w+\.({field.name}|notes)"):
            CASES[name](engine="both")
