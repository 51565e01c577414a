"""The shape that all tests of pairs share."""

import dataclasses

import numpy as np
import pytest

from pybench.base.errors import ArgumentError
from pybench.comparison.pairs import check_pairs, pairwise_test

NAMES = ["a", "b", "c", "d"]


@pytest.fixture
def table(make_table):
    rng = np.random.default_rng(4)
    return make_table(rng.random((12, 4)), classifiers=NAMES)


@pytest.fixture
def answered(table):
    """Return a function: fields -> result, from p-values and statistics all different."""
    pvalues = np.array([[9, 1, 2, 3], [1, 9, 4, 5], [2, 4, 9, 6], [3, 5, 6, 9]]) / 200
    statistics = np.arange(16.0).reshape(4, 4)

    def answer(pvalues=pvalues, **fields):
        given = {"test": "x", "statistic": "z", "method": "normal", "adjust": "bonferroni"}
        return pairwise_test(table, statistics, pvalues, **given | fields)

    return answer


def test_all_pairs_are_one_family_of_six(answered):
    result = answered()
    expected = np.array([[1, 6, 12, 18], [6, 1, 24, 30], [12, 24, 1, 36], [18, 30, 36, 1]]) / 200
    np.fill_diagonal(expected, 1)
    assert result.pvalues.to_numpy() == pytest.approx(expected, rel=1e-15)
    assert result.pvalues_raw.loc["a", "d"] == 3 / 200
    assert np.diag(result.statistics).tolist() == [0, 0, 0, 0]
    assert list(result.pvalues.index) == list(result.pvalues.columns) == NAMES


def test_each_pair_is_listed_once_in_reading_order(answered):
    frame = answered().to_frame()
    pairs = list(zip(frame["classifier_1"], frame["classifier_2"], strict=True))
    assert pairs == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    assert frame["statistic"].tolist() == [1, 2, 3, 6, 7, 11]
    assert frame["pvalue_raw"].tolist() == [x / 200 for x in (1, 2, 3, 4, 5, 6)]


def test_one_sided_both_directions_are_hypotheses(answered):
    pvalues = np.arange(1, 17).reshape(4, 4) / 400
    result = answered(pvalues, alternative="greater")
    assert len(result.to_frame()) == 12
    assert result.pvalues.loc["b", "a"] == pytest.approx(12 * 5 / 400, rel=1e-15)
    assert result.pvalues.loc["a", "b"] == pytest.approx(12 * 2 / 400, rel=1e-15)


def test_a_control_is_the_only_column(answered):
    result = answered(control="c")
    assert list(result.pvalues.index) == ["a", "b", "d"]
    assert list(result.pvalues.columns) == ["c"]
    expected = [3 * x / 200 for x in (2, 4, 6)]
    assert result.pvalues["c"].tolist() == pytest.approx(expected, rel=1e-15)
    assert result.statistics["c"].tolist() == [2, 6, 14]
    assert len(result.to_frame()) == 3
    assert "all against c" in str(result)


@pytest.mark.parametrize("control", [None, "b"])
def test_two_classifiers_are_one_comparison(make_table, control):
    t = make_table([[1, 2], [3, 5], [4, 4]], classifiers=["a", "b"])
    pvalues = np.full((2, 2), 0.25)
    result = pairwise_test(
        t, pvalues, pvalues, test="x", statistic="z", method="exact", adjust="holm", control=control
    )
    assert result.to_frame()["pvalue"].tolist() == [0.25]
    assert result.to_frame()[["classifier_1", "classifier_2"]].to_numpy().tolist() == [["a", "b"]]


def test_significant_is_at_most_alpha(answered):
    result = dataclasses.replace(answered(adjust="none"), alpha=3 / 200)
    assert "3 of 6 pairs differ (p <= 0.015)" in str(result)
    assert result.significant.tolist() == [
        [False, True, True, True],
        [True, False, False, False],
        [True, False, False, False],
        [True, False, False, False],
    ]


def test_a_tiny_p_is_noted_unless_the_numbers_are_anothers(answered):
    tiny = np.full((4, 4), 1e-13)
    assert answered(tiny).notes == ("floor",)
    assert answered(tiny, convention="scipy").notes == ()


def test_the_text_names_the_pairs_of_the_smallest_p(answered, table):
    """At most five, the one with the better mean rank first."""
    result = answered()
    lines = str(result).splitlines()
    assert lines[2] == "  1 of 6 pairs differs (p <= 0.05); smallest p, mean ranks in brackets:"
    assert len(lines) == 8
    ranks = result.mean_ranks
    first, second = sorted(["a", "b"], key=ranks.__getitem__)
    assert lines[3] == f"    p = 0.03  {first} ({ranks[first]:.2f}), {second} ({ranks[second]:.2f})"
    assert [line.split("  ")[2] for line in lines[3:]] == [
        "p = 0.03",
        "p = 0.06",
        "p = 0.09",
        "p = 0.12",
        "p = 0.15",
    ]


def test_the_text_of_a_one_sided_test_keeps_the_direction(answered):
    pvalues = np.arange(1, 17).reshape(4, 4) / 400
    text = str(answered(pvalues, adjust="none", alternative="less"))
    assert "  in 12 of 12 ordered pairs the first is worse (p <= 0.05); smallest p" in text
    first = text.splitlines()[3]
    assert first.startswith("    p = 0.005   a (")
    assert first.index("a (") < first.index("b (")


def test_the_text_lists_what_is_below_the_floor_in_reading_order(answered):
    """Digits that are not shown do not order: they may differ between the languages."""
    pvalues = np.full((4, 4), 1e-20)
    pvalues[0, 1] = 1e-13
    lines = str(answered(pvalues)).splitlines()
    assert all(line.startswith("    p < 1e-12  ") for line in lines[3:8])
    assert "a (" in lines[3]
    assert "b (" in lines[3]


def test_names_are_printed_without_control_characters(make_table):
    t = make_table([[1, 2], [3, 5]], classifiers=["a\x1b[31m", "b"])
    zeros = np.zeros((2, 2))
    result = pairwise_test(
        t, zeros, zeros, test="x", statistic="z", method="m", adjust="none", control="a\x1b[31m"
    )
    assert "\x1b" not in str(result)


@pytest.mark.parametrize(
    ("alternative", "control", "message"),
    [
        ("bigger", None, "`alternative` must be one of"),
        ("greater", "z", "`control` must be a classifier of the table, not 'z'"),
        ("greater", 1, "`control` must be a classifier of the table, not 1"),
    ],
)
def test_bad_arguments(table, alternative, control, message):
    with pytest.raises(ArgumentError, match=message):
        check_pairs(table, alternative, control)


def test_a_control_is_found_by_position(table):
    assert check_pairs(table, "less", "c") == 2
    assert check_pairs(table, "less", None) is None
