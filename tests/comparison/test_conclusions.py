"""The sentences of a comparison: each is true of what the tests found.

Their wording as a whole is reviewed in tests/golden/sentences (test_sentences.py).
"""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.conclusions import say


def sentences(make_table, scores, *arguments, **options):
    return list(pb.compare(make_table(scores), *arguments, **options).conclusions)


def opposite(n=150):
    """Audit, T1: one wins on 90 of 150 datasets by little, the other on 60 by more."""
    wins = 3 * n // 5
    return 0.7 + np.r_[np.arange(1, wins + 1), -np.arange(wins + 1, n + 1)] * 1e-4


def test_the_level_is_that_of_the_call(make_table):
    """One wins on nine of ten datasets: exact p = 22 / 2^10 = 0.0215."""
    scores = [[2, 1]] * 9 + [[1, 2]]
    assert sentences(make_table, scores, 0.05)[0].startswith("The Friedman test finds at alpha = 0")
    assert "shows no difference" in sentences(make_table, scores, 0.02)[0]


def test_classifiers_that_share_the_best_rank(make_table):
    found = sentences(make_table, [[3, 2, 1], [2, 3, 1]])
    assert "c1, c2 share the best mean rank (1.50)." in found
    found = sentences(make_table, [[3, 2, 1], [2, 3, 1]] * 20)
    worse = "at alpha = 0.05 every other method is significantly worse than each of c1, c2."
    assert f"By Nemenyi's test {worse}" in found


def test_opposite_directions_are_told_as_a_contradiction(make_table):
    """The signed ranks are for c2 (one-sided p 0.0016), the mean ranks for c1 (p 0.014)."""
    found = sentences(make_table, np.c_[opposite(), np.full(150, 0.7)])
    assert any(one.startswith("By Nemenyi's test c1 is significantly better") for one in found)
    assert any(
        one.startswith("By the signed-rank test c2 is significantly better") for one in found
    )
    assert any("contradict each other on 1 pair" in one for one in found)


def test_the_direction_is_named_among_three(make_table):
    found = sentences(make_table, np.c_[opposite(300), np.full(300, 0.7), np.full(300, 0.1)])
    contradiction = "Nemenyi's test finds c1 better than c2, the signed-rank tests the opposite."
    assert any(one.endswith(contradiction) for one in found)


def test_where_ties_leave_no_small_p_they_are_named(make_table):
    """On 12 datasets p can be 2 / 2^12; on 12 of which nine tie it is never below 2 / 2^3."""
    table = make_table([[0.8, 0.7]] * 3 + [[0.7, 0.7]] * 9)
    found = pb.compare(table).conclusions
    least = "12 datasets with ties like these %s p-value is never below 0.25 "
    assert sum(least % "its" in one for one in found) == 1
    assert sum(least % "the" in one for one in found) == 2
    for test in (pb.friedman, pb.nemenyi, pb.wilcoxon, pb.sign_test, pb.siegel):
        assert "With 12 datasets and ties like these no p can be below 0.25: " in str(test(table))
    three = make_table([[0.9, 0.8, 0.7]] * 2 + [[0.7, 0.7, 0.7]] * 10)
    assert any(
        "12 datasets with ties like these no adjusted p-value of 3 pairs is ever below 1." in one
        for one in pb.compare(three).conclusions
    )


def test_two_datasets_are_too_few_for_a_critical_difference(make_table):
    """Mean ranks of three are at most 2 apart, the critical difference on two datasets is 2.34."""
    found = sentences(make_table, [[3, 2, 1]] * 2)
    least = "on 2 datasets no adjusted p-value of 3 pairs is ever below 0.1122."
    assert f"Nemenyi's test cannot show a difference at alpha = 0.05: {least}" in found
    assert pb.nemenyi(make_table([[3, 2, 1]] * 2)).pvalues.loc["c1", "c3"] == pytest.approx(
        pb.nemenyi(make_table([[1, 3, 2], [2, 1, 3]])).least_pvalue, rel=1e-12
    )


def test_a_test_that_cannot_reject_disagrees_with_nobody(make_table):
    """Seven datasets, ten pairs: Holm's least p is 10 * 2 / 2^7 = 0.156."""
    found = sentences(make_table, [[5, 4, 3, 2, 1]] * 7)
    unable = "on 7 datasets no adjusted p-value of 10 pairs is ever below 0.1562."
    assert any(one.startswith("The signed-rank tests") and one.endswith(unable) for one in found)
    assert not any("Only Nemenyi's test" in one for one in found)


@pytest.mark.parametrize(("n", "least"), [(3, "0.25"), (5, "0.0625")])
def test_two_classifiers_on_few_datasets(make_table, n, least):
    """Audit: all agree; the exact two-sided p is 2^(1 - N), not below 1e-12 and not 0.025."""
    found = sentences(make_table, [[3, 2], [6, 5], [9, 7], [4, 3], [8, 7]][:n])
    assert not any("significantly better" in one for one in found)
    assert not any("1e-12" in one for one in found)
    unable = f"cannot show a difference at alpha = 0.05: on {n} datasets"
    assert sum(unable in one and f"never below {least}" in one for one in found) == 3


def test_every_other_convention_is_named(make_table):
    for convention in ("scmamp", "pmcmr"):
        found = sentences(make_table, [[3, 2, 1]] * 4, convention=convention)
        assert f"follow the convention of {convention}" in found[-1]


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([[9, 12, 1], [9, -2, 1]] * 6, "1 of 3 pairs differs significantly"),
        ([[9, 4, 1], [9, 1, 4]] * 4, "2 of 3 pairs differ significantly"),
    ],
)
def test_one_pair_differs_and_two_differ(make_table, scores, said):
    assert f"Holm's correction {said}" in " ".join(sentences(make_table, scores))


def test_bayes_and_stability_are_told_where_they_were_asked_for(make_table):
    scores = np.random.default_rng(1).random((12, 3)).round(2)
    plain = sentences(make_table, scores)
    more = sentences(make_table, scores, bayesian=True, stability=True)
    added = [one for one in more if one not in plain]
    assert [one.split()[:2] for one in added] == [["By", "the"], ["Stability", "of"]]
    assert "Bayesian signed-rank test (rope 0.01)" in added[0]


def test_braces_of_a_name_stay_what_they_are():
    assert say("best_one", names="{rank}", rank="1.00") == "{rank} has the best mean rank (1.00)."
