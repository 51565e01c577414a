"""The table of items: what it refuses, the way to results tables and back from frames and JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from tests.items.made import made


@pytest.mark.parametrize("clusters", [None, 6])
@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_frame_is_read_again_as_the_same_table(clusters, runs, weighted):
    items = made(1, runs=runs, clusters=clusters, weighted=weighted, datasets=("x", "y") * 20)
    again = pb.read_items(items.to_frame(), higher_is_better=True)
    assert again.to_dict() == items.to_dict()
    assert pb.load_result(json.loads(json.dumps(items.to_dict()))).to_dict() == items.to_dict()


def test_results_are_exact_means_over_items_and_runs():
    items = made(2, n=30, runs=3, answers=False, datasets=("x",) * 10 + ("y",) * 20)
    t = items.to_results()
    assert t.datasets == ("x", "y")
    assert t.n_repeats == 3
    cells = [Fraction(float(x)) for x in items.by_run[:10, 1].ravel()]
    assert t.scores[0, 1] == float(sum(cells)) / 30
    np.testing.assert_allclose(t.by_repeat.mean(axis=2), t.scores, rtol=1e-14)


def test_equal_totals_are_tied_whatever_the_runs():
    # A third is no double: sums of means of runs would differ in the last digit.
    cube = np.zeros((6, 2, 3))
    cube[:3, 0] = [1, 0, 0]
    cube[0, 1] = 1
    cube[:, :, 2] += 1
    items = pb.ItemTable(
        tuple("abcdef"), ("p", "q"), cube.mean(axis=2), True, by_run=cube, datasets=("d",) * 6
    )
    scores = items.to_results().scores
    assert scores[0, 0] == scores[0, 1]
    assert pb.compare_items(items).differences[0] == 0


def test_weights_weigh():
    items = pb.ItemTable(
        ("a", "b"), ("m", "n"), [[1, 0], [0, 1]], True, weights=[3, 1], datasets=("d", "d")
    )
    assert items.to_results().scores.tolist() == [[0.75, 0.25]]


def test_without_datasets_there_is_no_results_table():
    with pytest.raises(pb.ArgumentError, match="name no dataset"):
        made(1).to_results()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"items": ()}, "at least one item"),
        ({"items": ("a", "a")}, "every item once"),
        ({"classifiers": ("m", "m")}, "every method once"),
        ({"scores": [[1, np.nan], [0, 1]]}, "finite number.*item `a` and method `n`"),
        ({"scores": [[1, 0]]}, r"shape \(2, 2\)"),
        ({"weights": [1, 0]}, "weights above 0.*item `b`"),
        ({"weights": [1, np.inf]}, "finite number"),
        ({"clusters": ("x",)}, "2 clusters"),
        ({"clusters": ("\u00e9", "e\u0301")}, "differ visibly"),
        ({"by_run": [[[1, 2], [1, 2]]]}, "by_run"),
    ],
)
def test_what_is_refused(change, message):
    fields = {"items": ("a", "b"), "classifiers": ("m", "n"), "scores": [[1, 0], [0, 1]]}
    with pytest.raises(pb.ResultsTableError, match=message):
        pb.ItemTable(**{**fields, **change}, higher_is_better=True)


def test_one_item_may_be_in_two_datasets():
    items = pb.ItemTable(("1", "1"), ("m", "n"), [[1, 0], [0, 1]], True, datasets=("x", "y"))
    assert items.select("y").scores.tolist() == [[0, 1]]
    with pytest.raises(pb.ArgumentError, match="dataset of the items") as caught:
        items.select("z")
    assert caught.value.expected == "one of: x, y"


def test_the_text_says_what_the_table_has():
    text = str(made(1, runs=3, clusters=6, weighted=True, datasets=("x", "y") * 20, metric="F1"))
    for part in ("3 methods on 40 items: F1", "means over 3 runs", "6 clusters", "weights from"):
        assert part in text
    assert "of 2 datasets" in text
    assert "mean over weighted items" in text


def test_many_methods_are_counted():
    assert "and 5 methods more" in str(made(1, k=25))


def test_a_method_may_be_called_as_a_column():
    items = pb.ItemTable(("1", "2"), ("item", "run"), [[1, 0], [0, 1]], True)
    assert list(items.to_frame()) == ["item", "item_", "run"]
