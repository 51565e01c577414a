"""Laws of selection: what a choice of datasets must keep when its embedding is changed."""

from __future__ import annotations

import inspect
import itertools
import math

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.selection.strategies import BUILT_IN
from pybench.table import results_table

NAMES = tuple(f"d{i:02d}" for i in range(12))
MODELS = tuple("abcde")
RNG = np.random.default_rng(5)
PLACE = pd.DataFrame(RNG.normal(size=(12, 3)) * [1, 2, 5], NAMES, list("xyz"))
TABLE = results_table(RNG.integers(0, 20, (12, 5)) / 8, NAMES, MODELS, higher_is_better=True)
REGIONS = {"r": NAMES[:5], "s": NAMES[5:9], "t": NAMES[9:]}
PLACES = {"place": PLACE, "other": PLACE[["y"]] ** 2 + PLACE[["z"]].to_numpy()}
KINDS = {name: "ab"[i % 2] for i, name in enumerate(NAMES)}
METRICS = ("cosine", "euclidean")
ROTATION = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
LINEAR = np.array([[2.0, 1, 0], [0, -1, 3], [1, 1, 1]])


def source(strategy, place=PLACE):
    return {"oracle": TABLE, "landscape": REGIONS}.get(strategy, place)


def chosen(strategy, place=PLACE, k=4, **options):
    return pb.select(source(strategy, place), k, strategy, **options)


SHUFFLED = tuple(RNG.permutation(NAMES))


def shuffled(given):
    """Return an embedding, a table or regions in another order."""
    if isinstance(given, dict):
        return {name: tuple(reversed(given[name])) for name in reversed(given)}
    if isinstance(given, pd.DataFrame):
        return given.loc[list(SHUFFLED), given.columns[::-1]]
    return given.select(SHUFFLED, MODELS[::-1])


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("strategy", BUILT_IN)
def test_the_order_of_rows_and_columns_changes_no_choice(strategy, metric):
    given = source(strategy)
    for seed in range(3):
        one, two = (pb.select(x, 4, strategy, metric, seed) for x in (given, shuffled(given)))
        assert one.names == two.names
        assert one.datasets == two.datasets
        assert one.nearest == two.nearest


GEOMETRIC = [name for name, (_, needs, *_) in BUILT_IN.items() if needs in ("embedding", "nothing")]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("strategy", GEOMETRIC)
def test_units_of_features_change_no_choice(strategy, metric):
    """Standardised, a column may be in any unit, from any zero, and turned."""
    other = PLACE * [0.01, -7, 300] + [5, 0, -2]
    one, two = (chosen(strategy, place, metric=metric) for place in (PLACE, other))
    assert one.names == two.names
    assert two.radius == pytest.approx(one.radius)
    assert two.distances == pytest.approx(one.distances)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("strategy", GEOMETRIC)
def test_a_rotation_changes_no_choice(strategy, metric):
    turned = PLACE.set_axis(["u", "v", "w"], axis=1).copy()
    turned[:] = PLACE.to_numpy() @ ROTATION
    one, two = (chosen(strategy, x, metric=metric, standardize=False) for x in (PLACE, turned))
    assert one.names == two.names
    assert two.radius == pytest.approx(one.radius)


@pytest.mark.parametrize("strategy", BUILT_IN)
def test_a_choice_is_distinct_reproducible_and_of_what_there_is(strategy):
    for k in (1, 5, 12):
        found = chosen(strategy, k=k, seed=7)
        assert len(set(found.names)) == len(found.names) == k
        assert set(found.names) <= set(NAMES)
        assert found.names == chosen(strategy, k=k, seed=7).names
        if strategy != "landscape":  # which has no place to measure in
            assert (np.diff(found.radius) <= 1e-9).all()
        assert dict(zip(found.datasets, found.nearest, strict=True)).items() >= {
            (name, name) for name in found.names
        }


@pytest.mark.parametrize("strategy", ["farthest-first", "facility-location", "oracle"])
def test_a_greedy_choice_begins_with_the_smaller_ones(strategy):
    whole = chosen(strategy, k=12).names
    for k in range(1, 12):
        assert chosen(strategy, k=k).names == whole[:k]


@pytest.mark.parametrize("metric", METRICS)
def test_farthest_first_is_farthest_and_within_twice_the_best_radius(metric):
    place = (PLACE - PLACE.mean()) / PLACE.std(ddof=0)
    lengths = np.sqrt((place**2).sum(axis=1))
    if metric == "cosine":
        apart = 1 - place @ place.T / np.outer(lengths, lengths)
    else:
        apart = pd.DataFrame(
            np.linalg.norm(place.to_numpy()[:, None] - place.to_numpy(), axis=2), NAMES, NAMES
        )
    found = chosen("farthest-first", metric=metric)
    for i in range(1, 4):
        near = apart[list(found.names[:i])].min(axis=1)
        assert near[found.names[i]] == pytest.approx(near.max())
        assert found.distances[i] == pytest.approx(near.max())
    assert math.isinf(found.distances[0])
    cover = {s: apart[list(s)].min(axis=1).max() for s in itertools.combinations(NAMES, 4)}
    assert found.radius[-1] == pytest.approx(cover[tuple(sorted(found.names))])
    if metric == "euclidean":  # cosine distance has no triangle inequality
        assert found.radius[-1] <= 2 * min(cover.values()) + 1e-9


def information(names, place):
    x = place.loc[list(names)].to_numpy()
    return np.linalg.slogdet(x.T @ x + 1e-6 * np.eye(3))[1]


@pytest.mark.parametrize("image", [PLACE @ LINEAR, PLACE @ np.linalg.inv(LINEAR)])
def test_no_swap_improves_a_d_optimal_choice_in_any_linear_image(image):
    """A nonsingular linear map multiplies every determinant by one number."""
    image = image.set_axis(list("xyz"), axis=1)
    for k in (3, 5):
        names = chosen("d-optimal", image, k, standardize=False, ridge=1e-6).names
        swaps = ({*names, new} - {old} for old in names for new in NAMES if new not in names)
        best = information(names, PLACE)
        assert all(information(swap, PLACE) <= best + 1e-4 for swap in swaps)


CRITERIA = {
    "a-optimal": lambda x: np.trace(np.linalg.inv(x.T @ x + 1e-3 * np.eye(3))),
    "d-optimal": lambda x: -np.linalg.slogdet(x.T @ x + 1e-3 * np.eye(3))[1],
}


@pytest.mark.parametrize("strategy", CRITERIA)
@pytest.mark.parametrize("k", [2, 4])
def test_no_swap_improves_a_design(strategy, k):
    value = CRITERIA[strategy]
    names = chosen(strategy, k=k, standardize=False).names
    best = value(PLACE.loc[list(names)].to_numpy())
    for old, new in itertools.product(names, set(NAMES) - set(names)):
        other = sorted({*names, new} - {old})
        assert value(PLACE.loc[other].to_numpy()) >= best - 1e-5 * abs(best)


#: Public functions of the room -> how it is asked, to be told that no order counts.
ASKED = {
    "select": lambda t, places: pb.select(places["place"], 4),
    "covering": lambda t, places: pb.covering(places["place"]),
    "mantel": lambda t, places: pb.mantel(t, places, 50),
    "ranking_bounds": lambda t, places: pb.ranking_bounds(t, places["place"], (2, 4)),
    "rank_preservation": lambda t, places: pb.rank_preservation(t, places, sizes=(2, 3), trials=5),
    "subset_quality": lambda t, places: pb.subset_quality(t, list(NAMES[2:6]), 50),
    "place_model": lambda t, places: pb.place_model(
        t.select(classifiers=t.classifiers[1:]), t.select(list(NAMES[2:6]), t.classifiers[:1])
    ),
    "next_dataset": lambda t, places: pb.next_dataset(
        t.select([name for name in t.datasets if name in NAMES[:5]]), places["place"]
    ),
    "leave_one_family_out": lambda t, places: pb.leave_one_family_out(
        t, places, KINDS, sizes=(2, 3), trials=5
    ),
    "expected_gain": lambda t, places: pb.expected_gain(pb.mantel(t, places, 50)),
    "find_representation": lambda t, places: pb.find_representation(
        t, places, ["k-medoids", "a-optimal"], sizes=(2, 3), trials=5, folds=2, permutations=19
    ),
    "scale_analysis": lambda t, places: pb.scale_analysis(
        t, places, sizes=(2, 3), trials=2, benchmarks=2, datasets=8, models=3
    ),
    "record_selection": lambda t, places: pb.record_selection(places["place"], 4),
}
NO_TABLE = {"register_strategy", "synthetic_benchmark", "synthetic_study"}


def test_every_public_function_names_its_laws():
    public = {
        name for name in pb.__all__
        if inspect.isfunction(function := getattr(pb, name))
        and function.__module__.startswith("pybench.selection.")
    }  # fmt: skip
    assert set(ASKED) == public - NO_TABLE


def turned(t):
    return results_table(-t.scores, t.datasets, t.classifiers, higher_is_better=False)


def frames(value):
    """Return the tables of a result, in the form that stores keep."""
    return {key: x for key, x in value.to_dict().items() if key != "notes"}


def near(one, two):
    """Tell whether two stored values are the same but for the last digits."""
    if isinstance(one, dict):
        return set(one) == set(two) and all(near(one[key], two[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(two) and all(map(near, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return math.isclose(one, two, rel_tol=1e-9, abs_tol=1e-12)
    return one == two


@pytest.mark.parametrize("name", ASKED)
def test_neither_order_of_datasets_nor_direction_counts(name):
    ask = ASKED[name]
    found = frames(ask(TABLE, PLACES))
    other = {key: place.loc[list(SHUFFLED)] for key, place in PLACES.items()}
    assert near(frames(ask(TABLE.select(SHUFFLED), other)), found)
    assert near(frames(ask(turned(TABLE), PLACES)), found)


def test_all_datasets_keep_the_ranking_perfectly():
    found = pb.subset_quality(TABLE, list(NAMES), 20).table.set_index("metric").value
    assert found.pop("mae") == 0
    assert (found == 1).all()


def test_a_representation_that_is_the_ranking_correlates_perfectly():
    """Euclidean distances of mean-free ranks and the distance of the rankings have one order."""
    ranks = pb.ranks(TABLE)
    found = pb.mantel(TABLE, {"ranks": ranks}, 99, standardize=False).table
    assert (found.correlation > 0.5).all()
    assert (found.pvalue_raw == 1 / 100).all()
    assert (found.correlation <= 1).all()


@pytest.mark.parametrize("metric", METRICS)
def test_covering_follows_the_choice_of_farthest_first(metric):
    table = pb.covering(PLACE, metric).table
    radius = chosen("farthest-first", k=12, metric=metric).radius
    assert list(table.dataset) == list(chosen("farthest-first", k=12, metric=metric).names)
    assert table.radius.to_numpy() == pytest.approx(radius)
    assert (table.least <= table.radius).all()
