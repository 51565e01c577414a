"""The shape that all tests of pairs share."""

import dataclasses

import numpy as np
import pytest
from scipy.stats import rankdata

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.comparison.pairs import check_pairs, pairwise_test
from pybench.comparison.ranks import ranked

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
        return pairwise_test(ranked(table), statistics, pvalues, **given | fields)

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
        ranked(t),
        pvalues,
        pvalues,
        test="x",
        statistic="z",
        method="exact",
        adjust="holm",
        control=control,
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
    """At most five; of a pair the better by the test first, else by mean rank."""
    result = answered()
    lines = str(result).splitlines()
    assert lines[2] == "  1 of 6 pairs differs (p <= 0.05); smallest p, mean ranks in brackets:"
    assert lines[8].startswith("  adjustment: Controls the chance of any false rejection")
    assert len(lines) == 9
    ranks = result.mean_ranks
    assert ranks["a"] < ranks["b"]  # but the statistic is in favour of b
    assert lines[3] == f"    p = 0.03  b ({ranks['b']:.2f}) better than a ({ranks['a']:.2f})"
    assert lines[4] == f"    p = 0.06  a ({ranks['a']:.2f}), c ({ranks['c']:.2f})"
    assert [line.split("  ")[2] for line in lines[3:8]] == [
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
        ranked(t),
        zeros,
        zeros,
        test="x",
        statistic="z",
        method="m",
        adjust="none",
        control="a\x1b[31m",
    )
    assert "\x1b" not in str(result)


@pytest.mark.parametrize(
    ("alternative", "control", "message"),
    [
        ("bigger", None, "`alternative` must be one of"),
        ("greater", "z", "`control` must be a method of the table, not 'z'"),
        ("greater", 1, "`control` must be a method of the table, not 1"),
    ],
)
def test_bad_arguments(table, alternative, control, message):
    with pytest.raises(ArgumentError, match=message):
        check_pairs(table.classifiers, alternative, control)


def test_a_control_is_found_by_position(table):
    assert check_pairs(table.classifiers, "less", "c") == 2
    assert check_pairs(table.classifiers, "less", None) is None


#: Test -> what is in favour of the row, from scores of which higher are better.
FAVOURS = {
    "wilcoxon": lambda scores, i, j: signed_rank_gap(scores[:, i] - scores[:, j]),
    "sign_test": lambda scores, i, j: np.sign(scores[:, i] - scores[:, j]).sum(),
    "paired_t": lambda scores, i, j: (scores[:, i] - scores[:, j]).sum(),
    **dict.fromkeys(
        ("nemenyi", "siegel", "conover", "miller", "eisinga"),
        lambda scores, i, j: np.subtract(*average_ranks(scores).sum(axis=0)[[j, i]]),
    ),
    "quade_pairs": lambda scores, i, j: np.subtract(*weighted_ranks(scores)[[j, i]]),
    "aligned_ranks_pairs": lambda scores, i, j: np.subtract(*aligned_sums(scores)[[j, i]]),
}


def signed_rank_gap(gaps):
    gaps = gaps[gaps != 0]
    return (rankdata(np.abs(gaps)) * np.sign(gaps)).sum()


def average_ranks(scores):
    return np.array([rankdata(-row) for row in scores])


def weighted_ranks(scores):
    centred = average_ranks(scores) - (scores.shape[1] + 1) / 2
    return (rankdata(np.ptp(scores, axis=1))[:, None] * centred).sum(axis=0)


def aligned_sums(scores):
    aligned = scores.shape[1] * scores - scores.sum(axis=1, keepdims=True)
    return rankdata(-aligned).reshape(scores.shape).sum(axis=0)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("test", FAVOURS)
def test_a_verdict_has_the_direction_of_the_tests_own_statistic(make_table, test, higher):
    """On whole numbers, so that every statistic is exact; skewed, so that tests part."""
    rng = np.random.default_rng(8)
    apart = 0
    for _ in range(12):
        scores = np.where(rng.random((14, 4)) < 0.7, 3.0, -9.0 * rng.integers(0, 2, 4))
        scores += rng.integers(0, 3, (14, 4)) + 2 * np.arange(4)
        t = make_table(scores if higher else -scores, higher_is_better=higher)
        found = getattr(pb, test)(t)
        verdicts, differs = found.verdicts.to_numpy(), found.pvalues.to_numpy() <= found.alpha
        assert (np.abs(verdicts) == differs).all()  # what differs has a direction
        expected = [[np.sign(FAVOURS[test](scores, i, j)) for j in range(4)] for i in range(4)]
        assert (verdicts == expected * differs).all()
        apart += int(differs.any())
        assert found.significant.tolist() == differs.tolist()
        if test not in ("nemenyi", "miller"):
            sided = getattr(pb, test)(t, control=t.classifiers[1])
            column = np.delete(np.array(expected)[:, [1]], 1, axis=0)
            assert sided.directions.to_numpy().tolist() == column.tolist()
            assert (sided.verdicts.to_numpy() == column * sided.significant).all()
    assert apart > 0


@pytest.mark.parametrize("test", ["wilcoxon", "sign_test", "paired_t", "siegel"])
def test_a_one_sided_verdict_is_what_was_asked(make_table, test):
    t = make_table(np.arange(24.0).reshape(12, 2) * [[1.0, 0.5]], classifiers=["good", "bad"])
    greater = getattr(pb, test)(t, alternative="greater").verdicts
    less = getattr(pb, test)(t, alternative="less").verdicts
    assert greater.to_numpy().tolist() == [[0, 1], [0, 0]]
    assert less.to_numpy().tolist() == [[0, 0], [-1, 0]]


def test_two_tests_may_favour_either(make_table):
    """Many small wins against fewer large losses: ranks are for c0, signed ranks for c1."""
    gaps = np.r_[np.arange(1, 91), -np.arange(91, 151)] * 1e-4
    t = make_table(np.c_[0.7 + gaps, np.full(150, 0.7)], classifiers=["c0", "c1"])
    assert pb.nemenyi(t).verdicts.to_numpy().tolist() == [[0, 1], [-1, 0]]
    signed = pb.wilcoxon(t)
    assert signed.verdicts.to_numpy().tolist() == [[0, -1], [1, 0]]
    assert "c1 (1.60) better than c0 (1.40)" in str(signed)
    assert signed.to_frame()["verdict"].tolist() == [-1]


def test_a_level_moves_the_verdicts(make_table):
    t = make_table(np.arange(1, 13.0).reshape(6, 2) * [[1.0, 0.25]], classifiers=["good", "bad"])
    found = pb.wilcoxon(t, control="bad")
    assert found.verdicts.to_numpy().tolist() == [[1]]
    strict = found.at_level(0.001)
    assert (strict.alpha, strict.verdicts.to_numpy().tolist()) == (0.001, [[0]])
    assert strict.at_level(0.05).verdicts.equals(found.verdicts)


def test_methods_share_a_letter_exactly_if_they_do_not_differ(make_table):
    rng = np.random.default_rng(12)
    for _ in range(20):
        t = make_table((rng.normal(size=(20, 6)) + np.linspace(0, 1.5, 6)).tolist())
        result = pb.wilcoxon(t, adjust="none")
        letters = result.letters()
        assert list(letters) == sorted(letters, key=result.mean_ranks.__getitem__)
        for a in letters:
            for b in letters:
                shares = bool(set(letters[a]) & set(letters[b]))
                assert shares == (a == b or result.pvalues.loc[a, b] > 0.05)


def test_no_letters_without_all_pairs_in_both_directions(table, monkeypatch):
    assert pb.siegel(table, control=table.classifiers[0]).letters() is None
    assert pb.wilcoxon(table, alternative="greater").letters() is None
    assert pb.wilcoxon(table).letters() is not None
    monkeypatch.setattr("pybench.comparison.cliques.LARGEST", 0)
    assert pb.wilcoxon(table).letters() is None
