"""Paired differences and the matrices that hold one number per pair."""

from __future__ import annotations

import numpy as np

from pybench.comparison.differences import (
    better_scores,
    differences,
    merged,
    pairs_of,
    square,
    verdicts_change,
)


def upward(t):
    return better_scores(t.scores, t.higher_is_better)


def test_pairs_without_and_with_a_control():
    assert [part.tolist() for part in pairs_of(3, None)] == [[0, 0, 1], [1, 2, 2]]
    assert [part.tolist() for part in pairs_of(3, 1)] == [[0, 2], [1, 1]]


def test_positive_is_better_in_either_direction(make_table):
    scores = [[1, 4], [3, 3]]
    for higher, expected in ((True, [[-3, 0]]), (False, [[3, 0]])):
        t = make_table(scores, higher)
        [(block, gaps)] = differences(upward(t), pairs_of(2, None))
        assert gaps.tolist() == expected
        assert block.tolist() == [0]


def test_scores_that_could_overflow_are_halved(make_table):
    largest = np.finfo(float).max
    assert upward(make_table([[largest, 1], [2, 3]])).tolist()[1] == [1, 1.5]
    assert upward(make_table([[largest / 2, 1], [2, 3]])).tolist()[1] == [2, 3]
    [(_, gaps)] = differences(upward(make_table([[largest, -largest], [2, 3]])), pairs_of(2, None))
    assert gaps[0, 0] == largest


def test_sizes_are_merged_whatever_their_sign():
    gaps = np.array([[0.05, -1.0, 1.08, -1.16, 2.0, 0.1]])
    assert merged(gaps, 0.1).tolist() == [[0, -1, 1, -1, 2, 0]]
    assert merged(gaps, 0.07).tolist() == [[0, -1, 1.08, -1.16, 2, 0.1]]


def test_auto_is_a_share_of_the_largest_score(make_table):
    t = make_table([[1000.0, 0.0], [5e-10, 0.0], [2e-9, 0.0]])
    [(_, gaps)] = differences(upward(t), pairs_of(2, None), "auto")
    assert gaps.tolist() == [[1000, 0, 2e-9]]


def test_blocks_cover_all_pairs_once(make_table, monkeypatch):
    from pybench.comparison import differences as module

    t = make_table(np.random.default_rng(0).normal(size=(4, 6)))
    pairs = pairs_of(6, None)
    [(_, whole)] = differences(upward(t), pairs)
    monkeypatch.setattr(module, "_BLOCK", 1)
    parts = list(differences(upward(t), pairs))
    assert len(parts) == 15
    assert np.array_equal(np.concatenate([gaps for _, gaps in parts]), whole)


def test_a_matrix_of_both_directions():
    cells = square(3, pairs_of(3, None), np.array([1.0, 2, 3]), np.array([-1.0, -2, -3]))
    assert cells.tolist() == [[0, 1, 2], [-1, 0, 3], [-2, -3, 0]]
    cells = square(3, pairs_of(3, 2), np.array([1.0, 2]), np.array([-1.0, -2]))
    assert cells.tolist() == [[0, 0, 1], [0, 0, 2], [-1, -2, 0]]


def test_verdicts_are_taken_after_adjustment():
    pairs = pairs_of(3, None)
    better = np.array([[1.0] * 3, [-1.0] * 3])
    found = [(better, np.array([[p, 0.9, 0.9]] * 2)) for p in (0.016, 0.017, 0.04)]
    ask = (3, pairs)
    assert verdicts_change(*ask, (found[0], found[1]), "holm", "two-sided", None)  # 3 p: 0.051
    assert not verdicts_change(*ask, (found[1], found[2]), "holm", "two-sided", None)
    assert not verdicts_change(*ask, (found[1], found[2]), "none", "two-sided", None)
    assert not verdicts_change(*ask, (found[0], found[1]), "holm", "greater", None)  # 6 p
    assert verdicts_change(
        *ask, ((better, found[0][1]), (-better, found[0][1])), "holm", "two-sided", None
    )
