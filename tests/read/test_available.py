"""repeats="available": the mean of the repeats that are there, with counts, against brute force."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ResultsTableError


def read(frame, repeats="available", **more):
    return pb.read_results(frame, higher_is_better=True, repeats=repeats, **more)


@pytest.fixture
def long():
    """Return 20 datasets, 3 methods, 5 repeats, of which 4 % are missing, one cell wholly."""
    rng = np.random.default_rng(7)
    index = pd.MultiIndex.from_product(
        [[f"d{i}" for i in range(20)], ["a", "b", "c"], range(5)],
        names=["dataset", "classifier", "resample"],
    )
    frame = pd.DataFrame({"score": rng.random(300)}, index=index).reset_index()
    gone = rng.random(300) < 0.04
    gone[:15] = False
    return frame[~gone].reset_index(drop=True)


def test_means_are_those_of_the_repeats_that_are_there(long):
    t = read(long)
    assert t.n_datasets == 20
    assert t.n_repeats == 5
    assert t.by_repeat is None
    for i, dataset in enumerate(t.datasets):
        for j, classifier in enumerate(t.classifiers):
            here = long[(long["dataset"] == dataset) & (long["classifier"] == classifier)]["score"]
            exact = sum(map(Fraction, here)) / len(here)
            assert t.n_available[i, j] == len(here)
            assert abs(Fraction(t.scores[i, j]) - exact) <= Fraction(2) ** -52
    assert not t.n_available.flags.writeable


def test_mean_and_drop_lose_the_datasets_that_available_keeps(long):
    kept, dropped = read(long), read(long, "mean", missing="drop")
    assert len(dropped.dropped) > 3
    assert kept.dropped == ()
    rows = [kept.datasets.index(name) for name in dropped.datasets]
    assert (kept.scores[rows] == dropped.scores).all()
    assert (kept.n_available[rows] == 5).all()


def test_counts_are_told_and_go_along(long):
    t = read(long)
    fewer = int((t.n_available < 5).sum())
    told = f"{fewer} of 60 scores, the fewest {t.n_available.min()} of 5"
    assert f"of fewer repeats: {told}" in str(t)
    part = t.select(t.datasets[::-1], ["c", "a"])
    assert (part.n_available == t.n_available[::-1, [2, 0]]).all()
    assert t.select(["d0"]).n_available is None
    again = pb.load_result(t.to_dict())
    assert again == t


def test_without_gaps_it_is_the_mean(long):
    full = long[long["dataset"].isin(["d0"])]
    assert read(full) == read(full, "mean")
    assert read(full).n_available is None


def test_a_score_without_any_repeat_is_missing(long):
    gap = long[~((long["dataset"] == "d3") & (long["classifier"] == "b"))]
    with pytest.raises(
        ResultsTableError, match=r"1 missing, the first for dataset `d3` and .* `b`"
    ):
        read(gap)
    assert read(gap, missing="drop").dropped == ("d3",)
    kept = read(gap, missing="keep")
    assert kept.n_missing == 1
    assert kept.n_available[3, 1] == 0


def test_the_wide_form_too():
    frame = pd.DataFrame(
        {"dataset": ["d", "d", "e", "e"], "a": [0.5, None, 0.25, 0.75], "b": [0.5, 1.0, 0.0, 0.5]}
    )
    t = read(frame)
    assert t.scores.tolist() == [[0.5, 0.75], [0.5, 0.25]]
    assert t.n_available.tolist() == [[1, 2], [2, 2]]
