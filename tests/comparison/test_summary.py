"""The whole comparison in one object."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb


@pytest.fixture
def table(make_table):
    return make_table(np.round(np.random.default_rng(1).random((15, 5)), 2))


def test_parts_are_the_single_calls(table):
    whole = pb.compare(table, 0.1)
    assert whole.friedman.statistic == pb.friedman(table).statistic
    assert whole.iman_davenport.pvalue == pb.friedman(table, "iman-davenport").pvalue
    assert whole.nemenyi.pvalues.equals(pb.nemenyi(table, 0.1).pvalues)
    assert whole.critical_difference.cliques == pb.critical_difference(table, alpha=0.1).cliques


def test_the_other_parts_are_the_single_calls(table):
    whole = pb.compare(table, 0.1, bayesian=True, stability=True, rope=0.02, seed=3)
    assert whole.wilcoxon.pvalues.equals(pb.wilcoxon(table).pvalues)
    diagram = pb.critical_difference(table, "wilcoxon", 0.1)
    assert whole.signed_rank_diagram.to_dict() == diagram.to_dict()
    assert whole.multi_comparison.to_dict() == pb.multi_comparison(table, alpha=0.1).to_dict()
    bayesian = pb.bayesian_signed_rank(table, rope=0.02, seed=3)
    assert whole.bayesian.to_dict() == bayesian.to_dict()
    assert whole.stability.to_dict() == pb.stability(table, 0.1, seed=3).to_dict()


def test_parts_that_were_not_asked_for_are_none(table):
    whole = pb.compare(table, mcm=False)
    assert (whole.multi_comparison, whole.bayesian, whole.stability) == (None, None, None)


@pytest.mark.parametrize(
    ("argument", "value"),
    [("bayesian", 1), ("stability", "yes"), ("mcm", None), ("rope", -0.1), ("seed", 0.5)],
)
def test_bad_arguments_name_themselves(table, argument, value):
    with pytest.raises(pb.ArgumentError, match=f"`{argument}` must be"):
        pb.compare(table, **{argument: value})


def test_score_summary(make_table):
    t = make_table([[1, 2, 4], [2, 2, 6], [3, 9, 2]], classifiers=["a", "b", "c"])
    whole = pb.compare(t)
    frame = whole.scores
    assert whole.to_frame()["classifier"].tolist() == list(frame.index)
    assert whole.to_frame().columns[1:].tolist() == list(frame.columns)
    assert frame.index.tolist() == ["c", "b", "a"]
    assert frame.loc["c"].tolist() == pytest.approx([4, 2, 4, 2, 5 / 3])
    assert frame.loc["b", "best"] == 1
    assert frame.loc["a", ["mean", "sd", "median", "best"]].tolist() == [2, 1, 2, 0]


def test_notes_of_all_parts_in_the_order_of_the_list(table):
    from pybench.base.notes import texts

    notes = pb.compare(table).notes
    assert list(notes) == [key for key in texts() if key in notes]
    assert set(notes) >= set(pb.friedman(table).notes)


def test_json(table):
    stored = json.loads(json.dumps(pb.compare(table).to_dict(), allow_nan=False))
    assert stored["schema"] == "pybench/comparison/2"
    assert stored["table"]["classifiers"] == list(table.classifiers)
    assert stored["nemenyi"]["pvalues"]["columns"] == list(table.classifiers)
    assert stored["versions"]["pybench"] == pb.__version__
    assert stored["friedman"]["notes"] == list(pb.friedman(table).notes)


def test_results_are_frozen(table):
    with pytest.raises(AttributeError):
        pb.compare(table).alpha = 0.5


def test_text_holds_conclusions_scores_and_doubts(table):
    text = str(pb.compare(table))
    assert "has the best mean rank" in text
    assert "mean rank        mean          sd      median   best  method\n" in text
    assert "note ties" in text
    assert "<table" in pb.compare(table)._repr_html_()


@pytest.mark.parametrize("scale", [2.0**-1040, 2.0**-700, 1.0, 2.0**700, 2.0**1021])
def test_scores_of_any_size_are_summarised(make_table, scale):
    """Powers of two: mean, sd and median of the tiny and the huge are those of 1, 2, 3, scaled."""
    frame = pb.compare(make_table(np.array([[1, 2], [2, 2], [3, 2]]) * scale)).scores
    assert frame.loc["c1", ["mean", "sd", "median"]].tolist() == [2 * scale, scale, 2 * scale]
    assert frame.loc["c2", ["mean", "sd", "median"]].tolist() == [2 * scale, 0, 2 * scale]


def test_a_deviation_beyond_the_largest_double_is_infinite(make_table):
    frame = pb.compare(make_table([[1.7e308, 1], [-1.7e308, 2]])).scores
    assert frame.loc["c1", ["mean", "sd", "median"]].tolist() == [0, np.inf, 0]


def test_all_scores_zero(make_table):
    frame = pb.compare(make_table(np.zeros((3, 2)))).scores
    assert frame[["mean", "sd", "median"]].to_numpy().tolist() == [[0, 0, 0]] * 2


def test_a_frame_and_its_direction_are_a_table(table):
    for higher in (True, False):
        t = pb.read_results(table.to_frame(), higher_is_better=higher)
        found = pb.compare(table.to_frame(), higher_is_better=higher)
        assert found.to_dict() == pb.compare(t).to_dict()
    assert pb.compare(table, higher_is_better=True).to_dict() == pb.compare(table).to_dict()
    with pytest.raises(pb.ArgumentError, match="must be True, as in the table, not False"):
        pb.compare(table, higher_is_better=False)
    with pytest.raises(pb.ArgumentError, match="also give higher_is_better=True"):
        pb.compare(table.to_frame())
