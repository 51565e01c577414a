"""pb.select: what it says of its choice, both languages, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection.space import standardized

NAMES = ("random", "farthest-first", "k-means", "a-optimal", "d-optimal", "k-medoids",
         "facility-location")  # fmt: skip


@pytest.mark.parametrize("strategy", NAMES)
@pytest.mark.parametrize("grid", [False, True])
def test_names_distances_radius_and_what_each_stands_for(place, strategy, grid):
    frame = place(0, grid=grid)
    found = pb.select(frame.sample(frac=1, random_state=2), 5, strategy, "euclidean")
    assert len(set(found.names)) == 5
    x = standardized(frame.to_numpy())
    apart = cdist(x, x)
    rows = [frame.index.get_loc(name) for name in found.names]
    for place_, row in enumerate(rows):
        before = apart[row, rows[:place_]].min(initial=np.inf)
        assert found.distances[place_] == pytest.approx(before, abs=1e-9)
        radius = apart[:, rows[: place_ + 1]].min(axis=1).max()
        assert found.radius[place_] == pytest.approx(radius, abs=1e-9)
    for name, home in zip(found.datasets, found.nearest, strict=True):
        row, near = frame.index.get_loc(name), frame.index.get_loc(home)
        assert apart[row, near] == pytest.approx(apart[row, rows].min(), abs=1e-9)
        assert home == name or name not in found.names
    assert found.to_frame()["stands_for"].sum() == 14


@pytest.mark.parametrize("strategy", NAMES)
def test_all_of_them_and_the_order_of_rows(place, strategy):
    frame = place(3, grid=True)
    found = pb.select(frame, 14, strategy)
    assert sorted(found.names) == list(frame.index)
    again = pb.select(frame.sample(frac=1, random_state=0), 14, strategy)
    assert again.names == found.names


def test_the_start_is_named(place):
    frame = place(0)
    assert pb.select(frame, 2).start == "distance"  # the mean of standardised columns is 0
    assert pb.select(frame, 2, metric="euclidean").start == "mean"
    assert pb.select(frame + 1, 2, standardize=False).start == "mean"
    assert pb.select(frame, 2, "k-means").start == ""


def test_a_table_of_results_is_its_mean_ranks(table):
    t = table(1)
    found = pb.select(t, 4)
    assert found.n_features == t.n_classifiers
    assert set(found.names) <= set(t.datasets)


@pytest.mark.r
@pytest.mark.parametrize("strategy", [*NAMES[:5], "farthest-first/euclidean"])
def test_both_languages_agree(place, table, strategy):
    for given in (place(0), place(1, grid=True), place(2, p=40), table(1)):
        for k in (1, 4, 9):
            found = pb.select(given, k, strategy, seed=3, engine="both")
            assert found.engine == "both"


@pytest.mark.r
def test_r_drops_incomplete_columns_too(place):
    frame = place(0)
    frame.iloc[2, 1] = np.nan
    found = pb.select(frame, 3, missing="drop", engine="both")
    assert found.n_features == 3
    assert "incomplete-features" in found.notes


@pytest.mark.parametrize(
    ("k", "wrong", "said"),
    [
        (0, {}, "`k`"),
        (15, {}, "at most 14, the number of datasets"),
        (2.5, {}, "`k`"),
        (2, {"strategy": "best"}, "strategy"),
        (2, {"metric": "city"}, "metric"),
        (2, {"standardize": 1}, "standardize"),
        (2, {"ridge": 0}, "ridge"),
        (2, {"n_init": 0}, "n_init"),
        (2, {"start": "first"}, "start"),
        (2, {"missing": "ignore"}, "missing"),
        (2, {"seed": 0.5}, "seed"),
        (2, {"strategy": "oracle"}, "ResultsTable"),
    ],
)
def test_what_is_refused(place, k, wrong, said):
    with pytest.raises(ArgumentError, match=said):
        pb.select(place(0), k, **wrong)


def test_text(place):
    text = str(pb.select(place(0, grid=True), 3))
    assert text.startswith("3 of 14 datasets by farthest-first/cosine, start by distance")
    assert "note equal-datasets" in text
    assert "no dataset is farther than" in text
