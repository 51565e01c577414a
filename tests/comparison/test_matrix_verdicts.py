"""Who is better in a cell of the matrix: the test's answer, whatever the mean difference says."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import pybench as pb
from pybench.table import results_table


def signed_rank_sums(gaps):
    """Return W+ and W- by counting pairs of differences: ranks from the definition."""
    gaps = [gap for gap in gaps if gap != 0]
    ranks = [
        1 + sum(abs(o) < abs(g) for o in gaps) + (sum(abs(o) == abs(g) for o in gaps) - 1) / 2
        for g in gaps
    ]
    plus = sum(rank for rank, gap in zip(ranks, gaps, strict=True) if gap > 0)
    return plus, sum(ranks) - plus


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("sides", [{}, {"rows": ["c1"]}, {"rows": ["c3", "c0"], "columns": ["c1"]}])
@pytest.mark.parametrize("adjust", ["none", "holm"])
def test_verdicts_by_the_definition(higher, sides, adjust):
    rng = np.random.default_rng(11)
    scores = rng.integers(0, 9, (25, 4)) + np.array([0, 1, 2, 4])
    t = results_table(
        scores, [f"d{i}" for i in range(25)], [f"c{j}" for j in range(4)], higher_is_better=higher
    )
    found = pb.multi_comparison(t, **sides, adjust=adjust, alpha=0.2)
    frame = found.to_frame().set_index(["classifier_1", "classifier_2"])
    kinds = set()
    for row, column in permutations(t.classifiers, 2):
        if row not in found.rows or column not in found.columns:
            continue
        i, j = t.classifiers.index(row), t.classifiers.index(column)
        gaps = (scores[:, i] - scores[:, j]) * (1 if higher else -1)
        plus, minus = signed_rank_sums(gaps.tolist())
        shown = found.pvalues.loc[row, column] <= 0.2
        expected = int(np.sign(plus - minus)) * int(shown)
        assert found.verdicts.loc[row, column] == frame.loc[(row, column), "verdict"] == expected
        kinds.add(expected)
    assert kinds >= {1, 0} or kinds >= {-1, 0} or kinds == {1, -1}
    assert (found.verdicts.to_numpy()[found.own] == 0).all()
    assert ((found.verdicts.to_numpy() != 0) == found.significant).all()


def favour_turned(make_table, higher=True):
    """40 small wins of one method, 3 large losses: the ranks and the mean point apart."""
    gaps = np.r_[np.arange(1, 41) * 1e-3, [-0.5, -0.6, -0.7]]
    scores = np.c_[0.8 + gaps, np.full(43, 0.8)]
    return make_table(np.round(scores if higher else -scores, 6), higher_is_better=higher)


@pytest.mark.parametrize("higher", [True, False])
def test_a_cell_whose_mean_difference_points_the_other_way_is_marked(make_table, higher):
    found = pb.multi_comparison(favour_turned(make_table, higher))
    favour = found.mean_difference.loc["c1", "c2"] * (1 if higher else -1)
    assert favour < 0
    assert found.pvalues.loc["c1", "c2"] < 0.05
    assert found.verdicts.loc["c1", "c2"] == 1
    assert found.verdicts.loc["c2", "c1"] == -1
    assert "against-mean-difference" in found.notes
    assert found.against.tolist() == [[False, True], [True, False]]
    assert found.to_wide().loc["c1", "c2"].endswith(" row !")
    assert found.to_wide().loc["c2", "c1"].endswith(" col !")
    assert "row !" in str(found)


def test_equal_means_do_not_say_who_is_better(make_table):
    gaps = np.r_[np.arange(1, 41), [-270, -275, -275]]
    found = pb.multi_comparison(make_table(np.c_[gaps, np.zeros(43)]))
    assert found.mean_difference.loc["c1", "c2"] == 0
    assert found.verdicts.loc["c1", "c2"] == 1
    assert found.against.any()
    assert "against-mean-difference" in found.notes


def test_the_audits_pair_is_in_favour_of_the_second(make_table):
    d = np.r_[np.arange(1, 91), -np.arange(91, 151)] * 1e-4
    found = pb.multi_comparison(make_table(np.round(np.c_[0.7 + d, np.full(150, 0.7)], 6)))
    assert found.wins.loc["c1", "c2"] == 90
    assert found.verdicts.loc["c1", "c2"] == -1
    assert not found.against.any()
    assert "against-mean-difference" not in found.notes
    assert found.to_wide().loc["c1", "c2"].endswith(" col")


def test_noise_that_turns_a_verdict_round_is_noted(make_table):
    """Wins of 2^-53 are rounding, 20 losses of .25 are not; both readings are significant."""
    scores = np.full((120, 2), 0.5)
    scores[:100, 0] += 2.0**-53
    scores[100:, 0] -= 0.25
    t = make_table(scores)
    for options in ({}, {"alpha": 0.01}, {"adjust": "holm"}):
        exact = pb.multi_comparison(t, tie_tol=0.0, **options)
        clean = pb.multi_comparison(t, tie_tol="auto", **options)
        assert exact.significant.any()
        assert clean.significant.any()
        assert exact.verdicts.loc["c1", "c2"] == -clean.verdicts.loc["c1", "c2"] == 1
        assert "near-ties" in exact.notes


def test_files_of_the_first_schema_do_not_know_who_is_better(make_table):
    found = pb.multi_comparison(favour_turned(make_table))
    old = {**found.to_dict(), "schema": "pybench/multi-comparison/1"}
    old["notes"] = [note for note in old["notes"] if note != "against-mean-difference"]
    del old["verdicts"]
    again = pb.load_result(old)
    assert np.isnan(again.verdicts.to_numpy()).tolist() == [[False, True], [True, False]]
    assert again.verdicts.loc["c1", "c1"] == 0
    assert not again.against.any()
    assert again.significant.any()
    assert " row" not in again.to_wide().loc["c1", "c2"]
    new = pb.load_result(found.to_dict())
    assert (new.verdicts == found.verdicts).all(axis=None)
    assert str(new) == str(found)
