"""Laws of repeats: exact means, order of rows without effect, nothing combined unasked."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.errors import ResultsTableError
from pybench.read import repeats
from pybench.read.results import read_results

finite = st.floats(-1e300, 1e300)


def long(rows, **arguments):
    frame = pd.DataFrame(rows, columns=["dataset", "classifier", "resample", "score"])
    return read_results(frame, higher_is_better=True, **arguments)


def cube_rows(cube):
    return [
        (f"d{i}", f"c{j}", str(r), cube[i][j][r])
        for i in range(len(cube))
        for j in range(len(cube[0]))
        for r in range(len(cube[0][0]))
    ]


@given(st.lists(finite, min_size=1, max_size=30))
def test_a_mean_is_the_exact_sum_rounded_once_and_divided(values):
    table = long([("d", "c", i, value) for i, value in enumerate(values)], repeats="mean")
    assert table.scores[0, 0] == float(sum(map(Fraction, values))) / len(values)


@given(st.integers(0, 10**6))
def test_the_order_of_rows_changes_only_the_order_of_names(seed):
    random = Random(seed)
    shape = (random.randint(1, 3), random.randint(1, 3), random.randint(1, 12))
    cube = np.array([random.gauss(0, 1) for _ in range(np.prod(shape))]).reshape(shape)
    rows = cube_rows(cube.tolist())
    random.shuffle(rows)
    table = long(rows, repeats="keep")
    order = (
        [int(name[1:]) for name in table.datasets],
        [int(name[1:]) for name in table.classifiers],
    )
    assert np.array_equal(table.by_repeat, cube[np.ix_(*order)])  # labels 2 < 10: as numbers


def test_mean_and_keep_give_the_same_scores():
    rows = cube_rows([[[0.1, 0.7, 0.2], [0.3, 0.3, 0.1]]])
    mean, keep = long(rows, repeats="mean"), long(rows, repeats="keep")
    assert mean.by_repeat is None
    assert np.array_equal(mean.scores, keep.scores)
    assert keep.n_repeats == 3


def test_one_label_that_is_no_number_makes_all_of_them_text():
    rows = [("d", "c", label, float(i)) for i, label in enumerate(["10", "9", "x"])]
    assert long(rows, repeats="keep").by_repeat.tolist() == [[[0.0, 1.0, 2.0]]]
    assert long(rows[:2], repeats="keep").by_repeat.tolist() == [[[1.0, 0.0]]]


def test_a_repeat_that_one_dataset_lacks_is_missing():
    rows = cube_rows([[[1.0, 2.0]], [[3.0, 4.0]]])
    with pytest.raises(ResultsTableError, match="found 1 missing, the first for dataset `d1`"):
        long(rows[:3], repeats="mean")
    assert long(rows[:3], repeats="mean", missing="drop").dropped == ("d1",)


def test_a_score_whose_repeat_is_missing_is_missing():
    rows = cube_rows([[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]])
    table = long([*rows[:5], *rows[6:]], repeats="keep", missing="keep")
    assert np.isnan(table.scores).tolist() == [[False, False], [True, False]]
    assert np.isnan(table.by_repeat).sum() == 1
    assert table.n_missing == 1
    assert table.scores[0].tolist() == [1.5, 5.5]


@pytest.mark.parametrize("repeats", ["error", "mean", "keep"])
def test_the_same_resample_twice_is_always_an_error(repeats):
    rows = [("d", "c", 1, 0.5), ("d", "c", 1, 0.5)]
    with pytest.raises(ResultsTableError, match="resample `1` on rows 1, 2"):
        long(rows, repeats=repeats)


@given(st.integers(0, 10**6))
def test_the_first_missing_score_is_the_first_of_the_table(seed):
    random = Random(seed)
    rows = cube_rows([[[1.0] * 2] * 3] * 3)
    absent = random.sample(rows, random.randint(1, 6))
    kept = [row for row in rows if row not in absent]
    # All names and labels stand first, in order, so that the table has the order of the cube.
    names = [(f"d{i}", f"c{i}", str(i % 2), None) for i in range(3)]
    gone = {row[:3] for row in absent} | {row[:3] for row in names}
    every = names + [row for row in kept if row[:3] not in gone]
    with pytest.raises(ResultsTableError) as caught:
        long(every, repeats="mean")
    dataset, classifier, _ = min(gone)
    expected = f"{len(gone)} missing, the first for dataset `{dataset}` and method `{classifier}`"
    assert caught.value.found == expected


CUBES = {
    "accuracies": lambda rng: rng.integers(0, 1000, (30, 5, 30)) / 1000,
    "uniform": lambda rng: rng.random((30, 5, 10)),
    "all magnitudes": lambda rng: rng.normal(size=(30, 5, 7)) * 10.0 ** rng.integers(-300, 300),
    "mixed": lambda rng: rng.normal(size=(30, 5, 7)) * 2.0 ** rng.integers(-60, 60, (30, 5, 7)),
    "smallest": lambda rng: 5e-324 * rng.integers(-3, 4, (30, 5, 6)),
    "cancelling": lambda rng: np.concatenate([x := rng.normal(size=(30, 5, 4)), -x], axis=2),
    "halfway": lambda _: np.tile([1.0, 2.0**-53, 2.0**-106], (30, 5, 1)),
    "minus zero": lambda _: np.full((30, 5, 3), -0.0),
}


@pytest.mark.parametrize("name", CUBES)
def test_means_of_all_cells_at_once_have_the_bits_of_fsum(name):
    cube = CUBES[name](np.random.default_rng(0))
    expected = [[math.fsum(cell) / cube.shape[2] for cell in row] for row in cube.tolist()]
    found = repeats._means(cube, [], None)
    assert np.array_equal(found.view(np.int64), np.array(expected).view(np.int64))


@pytest.mark.parametrize("name", ["accuracies", "uniform", "smallest", "cancelling", "minus zero"])
def test_usual_scores_are_added_without_a_loop_over_cells(name, monkeypatch):
    monkeypatch.setattr(repeats.math, "fsum", lambda _: pytest.fail("a cell by itself"))
    repeats._means(CUBES[name](np.random.default_rng(0)), [], None)


def test_a_missing_score_makes_its_mean_missing_alone():
    cube = np.ones((2, 2, 3))
    cube[1, 0, 2] = math.nan
    assert np.array_equal(
        repeats._means(cube, [], None), [[1.0, 1.0], [math.nan, 1.0]], equal_nan=True
    )


def test_a_sum_beyond_double_is_named():
    frame = pd.DataFrame({"dataset": ["d", "d", "e", "e"], "a": [1e308] * 2 + [1.0] * 2, "b": 1.0})
    with pytest.raises(ResultsTableError, match="an overflow for dataset `d` and method `a"):
        read_results(frame, higher_is_better=True, repeats="mean")


@pytest.mark.parametrize(("values", "named"), [("abab", True), ("abac", False)])
def test_a_column_that_differs_in_most_rows_is_no_metric(values, named):
    rows = [
        {"dataset": "d", "classifier": classifier, "what": what, "score": 0.5}
        for classifier, what in zip("mmnn", values, strict=True)
    ]
    with pytest.raises(ResultsTableError) as caught:
        read_results(pd.DataFrame(rows), higher_is_better=True)
    assert ("They differ in column `what`" in caught.value.hint) == named
