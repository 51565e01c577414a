"""Diagrams at the levels and corrections of a reader's choice."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.base.errors import ArgumentError
from pybench.comparison.summary import Comparison, compare
from pybench.reporting import choices
from pybench.reporting.pairs import CORRECTIONS
from pybench.table import results_table


def comparison_of(k=6, n=15, **settings):
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(n, k)) + np.arange(k) * 0.4
    names = [f"c{i}" for i in range(k)]
    table = results_table(scores, [f"d{i}" for i in range(n)], names, higher_is_better=False)
    return compare(table, engine="python", mcm=False, **settings)


@pytest.mark.parametrize(("alpha", "levels"), [(0.05, 3), (0.02, 4)])
def test_every_choice_has_one_diagram_of_each_test(alpha, levels):
    found = choices.diagrams(comparison_of(alpha=alpha))
    n = len(CORRECTIONS)
    for test, each in (("nemenyi", n), ("signed", 1)):
        shown = found[test]
        numbers = [shown.own, *(one.choices for one in shown.others)]
        assert {len(one) for one in numbers} == {each}
        assert sorted(number for one in numbers for number in one) == list(range(levels * n))
        assert n in shown.own  # 0.01 comes before it


def test_verdicts_move_with_the_choice():
    others = choices.diagrams(comparison_of())["signed"].others
    by = {
        one.choices[0]: one.alternative.rpartition("No significant difference within: ")[2]
        for one in others
    }
    n = len(CORRECTIONS)
    loosest, strictest = by[3 * n - 1], by[0]  # alpha = 0.1 without correction; 0.01 with Holm's
    assert strictest != loosest
    assert all(said != "" for said in by.values())


def test_where_p_does_not_decide_there_is_nothing_to_choose():
    found = choices.diagrams(comparison_of(convention="scmamp"))
    assert found == {"nemenyi": None, "signed": None}


def test_a_diagram_that_nobody_can_read_leaves_the_first_choice(monkeypatch):
    def refuse(*_):
        raise ArgumentError("more than 10,000 bars")

    monkeypatch.setattr(Comparison, "nemenyi_at", refuse)
    assert choices.diagrams(comparison_of()) == {"nemenyi": None, "signed": None}
