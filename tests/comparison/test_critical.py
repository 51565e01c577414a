"""What the diagram shows follows from the Nemenyi result."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.comparison.critical import significant_pairs
from pybench.comparison.ranks import doubled_ranks
from pybench.table import results_table


def test_order_is_by_rank_then_name(make_table):
    t = make_table([[1, 2, 2, 3]] * 4, classifiers=["worst", "b", "a", "best"])
    diagram = pb.critical_difference(t)
    assert diagram.classifiers == ("best", "a", "b", "worst")
    assert diagram.mean_ranks.tolist() == [1, 2.5, 2.5, 4]


@pytest.mark.r
@pytest.mark.parametrize("convention", ["standard", "scmamp"])
def test_a_result_of_nemenyi_is_its_test(make_table, convention):
    t = make_table(np.random.default_rng(3).random((8, 4)))
    given = pb.nemenyi(t, convention=convention)
    found = pb.critical_difference(t, given, 0.1, engine="both")
    named = pb.critical_difference(t, "nemenyi", 0.1, convention=convention, engine="both")
    assert found.to_dict() == named.to_dict()
    with pytest.raises(ArgumentError, match="of the same table"):
        pb.critical_difference(t, pb.nemenyi(make_table(t.scores[:-1])))


@pytest.mark.parametrize("higher", [True, False])
def test_best_comes_first_for_either_direction(make_table, higher):
    t = make_table([[0.1, 0.2, 0.3]] * 4, higher_is_better=higher)
    assert pb.critical_difference(t).classifiers[0] == ("c3" if higher else "c1")


def test_agrees_with_nemenyi(random_tables):
    for t in random_tables(20, seed=9, largest=20):
        pairs, diagram = pb.nemenyi(t), pb.critical_difference(t)
        order = [t.classifiers.index(name) for name in diagram.classifiers]
        np.testing.assert_array_equal(diagram.significant, pairs.significant[np.ix_(order, order)])
        assert diagram.cliques == pairs.cliques
        assert diagram.critical_difference == pairs.critical_difference


def test_frame_names_the_bars(make_table):
    frame = pb.critical_difference(make_table([[3, 2, 1]] * 3)).to_frame()
    assert frame["bars"].tolist() == ["1", "1, 2", "2"]


def test_unknown_test_is_refused(make_table):
    with pytest.raises(pb.ArgumentError, match="`test` must be one of"):
        pb.critical_difference(make_table([[1, 2], [2, 1]]), "t-test")


def test_every_argument_arrives(make_table):
    """Mean ranks 1, 2, 3 on N = 4: p(2 apart) = 0.013, between the levels."""
    t = make_table([[1.0, 1.5, 2.0]] * 4, higher_is_better=False)
    t = results_table(t.scores, t.datasets, t.classifiers, higher_is_better=False, metric="error")
    diagram = pb.critical_difference(t, alpha=0.05)
    assert (diagram.metric, diagram.higher_is_better, diagram.alpha) == ("error", False, 0.05)
    assert diagram.significant.tolist() == [[False, False, True], [False] * 3, [True, False, False]]
    assert not pb.critical_difference(t, alpha=0.01).significant.any()
    assert pb.critical_difference(t, tie_tol=0.5).mean_ranks.tolist() == [2, 2, 2]
    widened = pb.critical_difference(t, convention="scmamp")
    assert widened.convention == "scmamp"
    assert widened.critical_difference == pb.nemenyi(t, convention="scmamp").critical_difference
    assert widened.critical_difference > diagram.critical_difference


def test_pvalues_are_in_the_order_of_the_diagram(random_tables):
    for t in random_tables(5, seed=4, largest=10):
        shown = pb.critical_difference(t)
        order = list(shown.classifiers)
        assert shown.pvalues.index.tolist() == shown.pvalues.columns.tolist() == order
        expected = pb.nemenyi(t).pvalues.loc[order, order]
        np.testing.assert_array_equal(shown.pvalues, expected)
        assert (shown.adjust, shown.control, shown.apart) == ("single-step", None, ())


def test_text_and_frame_of_all_against_a_control(make_table):
    t = make_table([[4.0, 3.0, 2.0, 1.0]] * 20)
    shown = pb.critical_difference(t, "bonferroni-dunn", control="c2")
    assert "all against c2" in str(shown)
    # One rank apart p = 0.043, two p = 3e-6
    assert "differ significantly from c2: c1 (better), c3 (worse), c4 (worse)" in str(shown)
    frame = shown.to_frame()
    assert frame.columns.tolist() == [
        "classifier",
        "mean_rank",
        "bars",
        "pvalue",
        "differs",
        "verdict",
    ]
    assert frame["bars"].tolist() == [""] * 4
    assert frame["pvalue"][1] == 1.0
    assert frame["differs"].tolist() == [name in shown.apart for name in shown.classifiers]


def test_the_document_has_its_schema_and_all_fields(make_table):
    shown = pb.critical_difference(make_table([[3, 2, 1]] * 5), "siegel", control="c1")
    document = shown.to_dict()
    assert document["schema"] == "pybench/critical-difference/3"
    assert document["pvalues"]["rows"] == ["c2", "c3"]
    assert document["pvalues"]["columns"] == ["c1"]
    assert document["critical_difference"] is None


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_near_ties_are_asked_at_the_level_of_the_caller(make_table, engine):
    """One of 8 differences in a row is noise: p is 2/256 with it, 2/128 without."""
    scores = np.column_stack([np.arange(1.0, 9) + 10, np.full(8, 10.0)])
    scores[0] = [0.3, 0.1 + 0.2]
    scores[0, 0] = np.nextafter(scores[0, 1], 1)
    for n, noted, level in ((8, True, 0.01), (8, False, 0.05), (6, True, 0.05), (6, False, 0.01)):
        t = make_table(scores[:n])
        whole = pb.compare(t, level, engine=engine)
        assert whole.wilcoxon.alpha == level
        assert bool(whole.wilcoxon.significant.any()) == (n == 8 or level == 0.05)
        for result in (
            pb.critical_difference(t, "wilcoxon", level, engine=engine),
            pb.critical_differences({"one": t}, "wilcoxon", level, engine=engine),
            pb.multi_comparison(t, alpha=level, engine=engine),
            whole.wilcoxon,
            whole.signed_rank_diagram,
            whole.multi_comparison,
        ):
            assert ("near-ties" in result.notes) == noted


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_near_ties_of_the_whole_comparison_are_at_its_level(make_table, engine):
    """Friedman's p is 1/128 with 8 wins, 1/64 where one of them is noise."""
    scores = np.column_stack([np.full(8, 11.0), np.full(8, 10.0)])
    scores[0] = [0.1 + 0.2, 0.3]
    t = make_table(scores)
    assert "near-ties" in pb.compare(t, 0.009, engine=engine).friedman.notes
    assert "near-ties" not in pb.compare(t, 0.004, engine=engine).friedman.notes
    assert "near-ties" not in pb.compare(t, 0.009, tie_tol="auto", engine=engine).friedman.notes


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_near_ties_of_a_matrix_are_about_its_adjusted_p(make_table, engine):
    """The noise decides 2/2^6 against 2/2^4 at 0.05; times three comparisons neither is below."""
    scores = [[1, 0], [2, 0], [3, 0], [4, 0], [0.1 + 0.2, 0.3], [1.1 + 2.2, 3.3]]
    t = make_table([[a, b, -9 - i] for i, (a, b) in enumerate(scores)])
    assert "near-ties" in pb.multi_comparison(t, engine=engine).notes
    adjusted = pb.multi_comparison(t, adjust="bonferroni", engine=engine)
    assert "near-ties" not in adjusted.notes
    wide = pb.multi_comparison(t, adjust="bonferroni", alpha=0.1, engine=engine)
    assert "near-ties" in wide.notes


def test_verdicts_of_many_tables_are_those_of_each(random_tables):
    for t in random_tables(20, seed=4):
        doubled = doubled_ranks(t.scores, t.higher_is_better)
        for alpha in (0.001, 0.05, 0.5):
            apart = significant_pairs(doubled.sum(axis=0, dtype=np.int64), len(doubled), alpha)
            np.testing.assert_array_equal(apart, pb.nemenyi(t, alpha).significant)


@pytest.fixture
def opposed(make_table):
    """Return c0, c1 and a far worse c2: ranks are for c0, signed ranks for c1."""
    gaps = np.r_[np.arange(1, 91), -np.arange(91, 151)] * 1e-4
    scores = np.c_[0.7 + gaps, np.full(150, 0.7), np.full(150, 0.1)]
    return make_table(scores, classifiers=["c0", "c1", "c2"])


@pytest.mark.r
@pytest.mark.parametrize("engine", ["python", "r", "both"])
def test_a_test_that_contradicts_the_mean_ranks_is_told(opposed, engine):
    by_ranks = pb.critical_difference(opposed, engine=engine)
    assert by_ranks.against == ()
    assert by_ranks.verdicts.tolist() == [[0, 0, 1], [0, 0, 1], [-1, -1, 0]]
    signed = pb.critical_difference(opposed, "wilcoxon", engine=engine)
    assert signed.classifiers == ("c0", "c1", "c2")
    assert signed.verdicts.tolist() == [[0, -1, 1], [1, 0, 1], [-1, -1, 0]]
    assert signed.against == (("c1", "c0"),)
    assert "against-mean-ranks" in signed.notes
    assert "  against the mean ranks: c1 better than c0" in str(signed).splitlines()


@pytest.mark.r
@pytest.mark.parametrize("engine", ["python", "r"])
def test_against_a_control_the_text_says_which_is_better(opposed, engine):
    for test in ("wilcoxon", pb.wilcoxon(opposed, control="c1"), pb.wilcoxon(opposed)):
        found = pb.critical_difference(opposed, test, control="c1", engine=engine)
        assert "  differ significantly from c1: c0 (worse), c2 (worse)" in str(found)
        assert found.to_frame()["verdict"].tolist() == [-1, 0, -1]
        assert found.verdicts.tolist() == [[0, -1, 0], [1, 0, 1], [0, -1, 0]]
    found = pb.critical_difference(opposed, "bonferroni-dunn", control="c1", engine=engine)
    assert found.verdicts[:, 1].tolist() == [0, 0, -1]


@pytest.mark.r
@pytest.mark.parametrize("engine", ["python", "r"])
def test_given_pvalues_have_no_direction(opposed, engine):
    found = pb.critical_difference(opposed, pb.wilcoxon(opposed).pvalues, engine=engine)
    assert found.verdicts.tolist() == [[0, 1, 1], [-1, 0, 1], [-1, -1, 0]]  # as mean ranks
    assert found.against == ()
    assert "direction-by-mean-ranks" in found.notes


def test_equal_mean_ranks_say_nothing(make_table):
    """Thirty small wins, thirty large losses: the test is for b, mean ranks for neither."""
    gaps = np.r_[np.full(30, 1.0), np.arange(2.0, 32.0)]
    gaps[30:] *= -1
    t = make_table(np.c_[gaps, np.zeros(60)], classifiers=["a", "b"])
    found = pb.critical_difference(t, "wilcoxon")
    assert found.mean_ranks.tolist() == [1.5, 1.5]
    assert found.against == (("b", "a"),)
    given = pb.critical_difference(t, pb.wilcoxon(t).pvalues)
    assert given.verdicts.tolist() == [[0, 0], [0, 0]]
    assert given.significant.tolist() == [[False, True], [True, False]]


def test_the_text_names_five_pairs_at_most(make_table):
    gaps = np.r_[np.arange(1, 91), -np.arange(91, 151)] * 1e-4
    scores = np.c_[np.tile(0.7 + gaps, (4, 1)).T, np.full((150, 2), 0.7)]
    found = pb.critical_difference(make_table(scores), "wilcoxon")
    assert len(found.against) == 8
    assert "; and 3 more" in str(found)
