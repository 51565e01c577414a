"""Answers about tables that are nearly the same; against direct calls, see test_stability."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.comparison.perturbed import ReferenceTable
from pybench.comparison.ranks import ranked
from pybench.comparison.subsets import sets_of_sizes


@pytest.fixture(scope="module")
def study(make_table):
    """c1 beats c2 everywhere, c2 and c3 take turns."""
    rows = [[0.9, 0.5, 0.6 if i % 2 else 0.4] for i in range(12)]
    return ReferenceTable.of(ranked(make_table(rows)), 0.05, "wilcox")


def test_answers_of_the_whole_table(study):
    """Rows c1-c2, c1-c3, c2-c3; ahead, behind, Nemenyi, Wilcoxon-Holm, both reversed."""
    assert study.full.tolist() == [[1, 0, 1, 1, 0, 0]] * 2 + [[0] * 6]
    again = study.over_datasets(np.ones((2, 12), np.int64), 200)
    assert again.astype(int).tolist() == [study.full.tolist()] * 2


def test_only_the_opposite_order_is_a_flip(study):
    plain, none = [0, 0], [1, 0, 0, 0, 0, 0]
    answers = np.array([[[0, 1, 1, 1, *plain], [0, 0, 1, 0, *plain], none]], bool)
    assert study.flips(answers).astype(int).tolist() == [[[1, 0, 0], [0, 0, 1], [0, 0, 0]]]


def test_a_verdict_that_is_reversed_is_a_flip(study):
    answers = np.array([[[0, 1, 1, 1, 1, 1], [1, 0, 1, 1, 0, 1], [0] * 6]], bool)
    assert study.flips(answers).astype(int).tolist() == [[[1, 1, 1], [0, 0, 1], [0, 0, 0]]]


def test_no_replicates(study):
    assert study.over_datasets(np.zeros((0, 12), np.int64), 25).shape == (0, 3, 6)


def test_first_and_last_flip_of_listed_sets(study):
    sets = sets_of_sizes(3, [2, 3])
    (tables, said), (smallest, nearest) = study.over_sets(sets)
    assert tables.tolist() == [2, 2, 2]
    assert said[:2].tolist() == [[2, 0, 2, 2, 0, 0]] * 2
    # Nothing flips: c1 is best by far, c2 and c3 are even.
    assert (smallest == -1).all()
    assert (nearest == -1).all()
