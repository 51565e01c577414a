"""The multi-comparison matrix: each cell by brute force, and by itself whoever takes part."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pybench as pb
from pybench.table import results_table

PARTS = ("mean_difference", "wins", "draws", "losses", "pvalues_raw")


@st.composite
def tables(draw, classifiers=(2, 7), datasets=(2, 14)):
    """Draw small tables with ties, huge and tiny scores, either direction."""
    k, n = draw(st.integers(*classifiers)), draw(st.integers(*datasets))
    unit = draw(st.sampled_from([1.0, 0.1, 1e-3, 1e150]))
    grid = st.integers(-4, 4).map(lambda x: x * unit)
    score = draw(st.sampled_from([grid, st.floats(-1, 1).map(lambda x: x * unit)]))
    scores = [[draw(score) for _ in range(k)] for _ in range(n)]
    names = [f"c{j}" for j in range(k)]
    higher = draw(st.booleans())
    return results_table(scores, [f"d{i}" for i in range(n)], names, higher_is_better=higher)


def cells(result):
    """Return (row, column) -> everything that the cell shows, bit for bit."""
    frames = [getattr(result, part) for part in PARTS]
    return {
        (row, column): tuple(frame.loc[row, column].item() for frame in frames)
        for row in result.rows
        for column in result.columns
        if row != column
    }


def relative_order(names, kept):
    return [name for name in names if name in kept]


@given(tables(classifiers=(3, 7)), st.data())
def test_adding_or_removing_classifiers_changes_no_cell_and_no_order(t, data):
    """THE law of this matrix: paper 001, section "The Multi-Comparison Matrix"."""
    order = data.draw(st.sampled_from(["mean", "median", "name", "table", np.max]))
    kept = data.draw(st.lists(st.sampled_from(t.classifiers), min_size=2, unique=True))
    whole = pb.multi_comparison(t, order=order)
    part = pb.multi_comparison(t.select(classifiers=kept), order=order)
    every = cells(whole)
    assert cells(part) == {pair: every[pair] for pair in permutations(part.rows, 2)}
    if order != "table":
        assert list(part.rows) == relative_order(whole.rows, part.rows)
    for name in part.rows:
        assert part.mean_scores[name] == whole.mean_scores[name]
    sided = pb.multi_comparison(t, kept[:1], order=order)
    assert cells(sided) == {pair: every[pair] for pair in cells(sided)}


def test_bayesian_columns_keep_the_law(make_table):
    rng = np.random.default_rng(5)
    t = make_table(np.round(rng.normal(size=(12, 5)), 1))
    arguments = {"bayesian": True, "samples": 500, "rope": 0.1, "seed": 3}
    whole = pb.multi_comparison(t, **arguments)
    part = pb.multi_comparison(t.select(classifiers=["c4", "c2"]), **arguments)
    for name in ("better", "equal", "worse"):
        mine, theirs = getattr(part, name), getattr(whole, name)
        assert mine.loc["c2", "c4"] == theirs.loc["c2", "c4"]
        assert theirs.loc["c2", "c2"] == float(name == "equal")
    total = whole.better + whole.equal + whole.worse
    np.testing.assert_allclose(total.to_numpy(), 1.0, atol=1e-12)
    posterior = pb.bayesian_signed_rank(t, 0.1, 500, seed=3)
    assert whole.better.loc["c1", "c5"] == posterior.better.loc["c1", "c5"]
    assert whole.rope == 0.1


@given(tables())
def test_cells_by_brute_force(t):
    result = pb.multi_comparison(t)
    sign = 1 if t.higher_is_better else -1
    for i, j in permutations(range(t.n_classifiers), 2):
        row, column = t.classifiers[i], t.classifiers[j]
        pairs = [(Fraction(x), Fraction(y)) for x, y in t.scores[:, [i, j]].tolist()]
        difference = sum(x - y for x, y in pairs) / len(pairs)
        assert result.mean_difference.loc[row, column] == pytest.approx(
            float(difference), rel=3e-16, abs=1e-300
        )
        assert result.wins.loc[row, column] == sum(sign * (x - y) > 0 for x, y in pairs)
        assert result.draws.loc[row, column] == sum(x == y for x, y in pairs)
        assert result.losses.loc[row, column] == sum(sign * (x - y) < 0 for x, y in pairs)


@given(tables())
def test_turning_a_pair_round_mirrors_its_cell(t):
    result = pb.multi_comparison(t)
    difference, p = result.mean_difference.to_numpy(), result.pvalues.to_numpy()
    assert (difference == -difference.T).all()
    assert (result.wins.to_numpy() == result.losses.to_numpy().T).all()
    assert (p == p.T).all()
    assert (np.diag(difference) == 0).all()
    assert (np.diag(result.draws) == t.n_datasets).all()
    assert (np.diag(p) == 1).all()


def test_column_order_does_not_matter(random_tables):
    """aeon 1.6.0 tests one-sided in column order: 0 or 60 of 91 pairs by the order alone."""
    for t in random_tables(10, seed=4, largest=12):
        result = pb.multi_comparison(t)
        turned = pb.multi_comparison(t.select(classifiers=t.classifiers[::-1]))
        assert cells(result) == cells(turned)
        assert (result.rows, result.columns) == (turned.rows, turned.columns)


def test_p_is_that_of_wilcoxon_with_zeros_left_out(random_tables):
    """aeon 1.6.0 documents zero_method "wilcox" and computes "pratt"."""
    for t in random_tables(10, seed=6, largest=14):
        result = pb.multi_comparison(t)
        test = pb.wilcoxon(t, adjust="none", zero_method="wilcox")
        expected = test.pvalues_raw.loc[list(result.rows), list(result.columns)]
        assert (result.pvalues == expected).all(axis=None)
        assert (result.test, result.method) == ("wilcoxon", test.method)
    zeros = results_table(
        [[1, 1]] * 5 + [[x, 0] for x in (1, 2, 3, -4, 5)],
        [f"d{i}" for i in range(10)],
        ["a", "b"],
        higher_is_better=True,
    )
    pratt = pb.wilcoxon(zeros, zero_method="pratt").pvalues.loc["a", "b"]
    assert pb.multi_comparison(zeros).pvalues.loc["a", "b"] == 0.4375  # 14 of 2^5 at least as far
    assert pratt != 0.4375


@pytest.mark.parametrize("k", [2, 3, 9])
def test_full_matrix_counts_each_pair_once(make_table, k):
    """Paper 001 counts m(m - 1)/2 and, by its general formula, m(m - 1)."""
    t = make_table(np.random.default_rng(k).normal(size=(4, k)))
    assert pb.multi_comparison(t).n_comparisons == k * (k - 1) // 2


@pytest.mark.parametrize("method", ["holm", "bonferroni", "BH"])
def test_adjustment_is_over_the_pairs_shown_and_says_so(make_table, method):
    t = make_table(np.random.default_rng(1).normal(size=(12, 5)))
    plain = pb.multi_comparison(t, ["c1", "c2"], ["c2", "c3", "c4"])
    assert "invariance-lost" not in plain.notes
    assert (plain.pvalues == plain.pvalues_raw).all(axis=None)
    result = pb.multi_comparison(t, ["c1", "c2"], ["c2", "c3", "c4"], adjust=method)
    pairs = [("c1", "c2"), ("c1", "c3"), ("c1", "c4"), ("c2", "c3"), ("c2", "c4")]
    expected = pb.adjust([plain.pvalues.loc[pair] for pair in pairs], method)
    assert [result.pvalues.loc[pair] for pair in pairs] == pytest.approx(expected, rel=1e-15)
    assert result.pvalues.loc["c2", "c2"] == 1.0
    assert (result.pvalues_raw == plain.pvalues_raw).all(axis=None)
    assert "invariance-lost" in result.notes
    assert f"adjusted by {method}" in str(result)
    assert "note invariance-lost" in str(result)


@pytest.mark.parametrize("method", ["holm", "shaffer"])
def test_adjustment_of_a_full_matrix_is_that_of_all_pairs(make_table, method):
    t = make_table(np.random.default_rng(2).normal(size=(9, 5)))
    result = pb.multi_comparison(t, adjust=method)
    expected = pb.wilcoxon(t, adjust=method).pvalues.loc[list(result.rows), list(result.columns)]
    np.testing.assert_allclose(result.pvalues, expected, rtol=1e-15)


def test_logical_corrections_need_all_pairs(make_table):
    t = make_table(np.random.default_rng(2).normal(size=(9, 4)))
    with pytest.raises(pb.ArgumentError, match='"shaffer" needs all pairs'):
        pb.multi_comparison(t, ["c1"], adjust="shaffer")


def test_bold_is_p_up_to_alpha(make_table):
    t = make_table([[2.0, 1.0]] * 5)  # p = 2 / 2^5
    assert pb.multi_comparison(t, alpha=0.0625).significant.tolist() == [
        [False, True], [True, False],
    ]  # fmt: skip
    assert not pb.multi_comparison(t, alpha=0.0624).significant.any()


def test_frame_has_a_row_for_each_cell(make_table):
    t = make_table([[3, 1, 2], [2, 2, 5]])
    frame = pb.multi_comparison(t, ["c1", "c2"], ["c1", "c3"], order="table").to_frame()
    assert frame["classifier_1"].tolist() == ["c1", "c2", "c2"]
    assert frame["classifier_2"].tolist() == ["c3", "c1", "c3"]
    assert frame["mean_1"].tolist() == [2.5, 1.5, 1.5]
    assert frame["mean_2"].tolist() == [3.5, 2.5, 3.5]
    assert frame["mean_difference"].tolist() == [-1.0, -1.0, -2.0]
    assert frame["losses"].tolist() == [1, 1, 2]
    assert "better" not in frame
    wide = pb.multi_comparison(t, order="table").to_wide()
    assert wide.loc["c1", "c1"] == ""
    assert wide.loc["c1", "c2"] == "+1 | 1/1/0 | 1"


def test_difference_keeps_its_plain_sign_where_lower_is_better(make_table):
    t = make_table([[0.25, 0.5]] * 3, higher_is_better=False)
    result = pb.multi_comparison(t)
    assert result.rows == ("c1", "c2")
    assert result.mean_difference.loc["c1", "c2"] == -0.25
    assert result.wins.loc["c1", "c2"] == 3


def test_identical_classifiers_and_two_datasets(make_table):
    result = pb.multi_comparison(make_table([[1.0, 1.0], [2.0, 2.0]]))
    assert cells(result)["c1", "c2"] == (0.0, 0, 2, 0, 1.0)
    assert "no-difference" in result.notes
    with pytest.raises(pb.ResultsTableError, match="at least 2 datasets"):
        pb.multi_comparison(make_table([[1.0, 2.0]]))


def test_a_tie_tolerance_is_that_of_wilcoxon(make_table):
    """A comparison with a tolerance had a matrix without."""
    scores = np.random.default_rng(5).random((14, 4))
    t = make_table(scores, classifiers=list("abcd"))
    found = pb.multi_comparison(t, order="table", tie_tol=0.2)
    asked = pb.wilcoxon(t, adjust="none", tie_tol=0.2)
    np.testing.assert_array_equal(found.pvalues, asked.pvalues)
    assert not found.pvalues.equals(pb.multi_comparison(t, order="table").pvalues)
    gaps = scores[:, :, None] - scores[:, None, :]
    np.testing.assert_array_equal(found.wins, (gaps > 0.2).sum(axis=0))
    np.testing.assert_array_equal(found.draws, (np.abs(gaps) <= 0.2).sum(axis=0))
    np.testing.assert_array_equal(found.losses, found.wins.T)
    whole = pb.compare(t, tie_tol=0.2).multi_comparison
    assert whole.pvalues.loc["a", "b"] == found.pvalues.loc["a", "b"]
    assert whole.draws.loc["a", "b"] == found.draws.loc["a", "b"]


@pytest.mark.r
def test_an_automatic_tolerance_orders_as_if_there_were_no_noise(make_table):
    rng = np.random.default_rng(2)
    for _ in range(10):
        scores = rng.binomial(5, 0.7, (7, 5)) / 5
        noisy = scores + rng.integers(-2, 3, scores.shape) * np.spacing(scores)
        exact, near = (
            pb.multi_comparison(make_table(one), tie_tol="auto", engine="both")
            for one in (scores, noisy)
        )
        assert exact.rows == near.rows


def test_an_automatic_tolerance_does_not_hang_on_who_is_shown(make_table):
    """It is of the largest score of the table, c's, for a and b alone too."""
    base = np.arange(0.5, 12)[:, None] + np.array([[0.0, 1e-9, 2e3]])
    t = make_table(base * [1, 1, 10], classifiers=list("abc"))
    alone, among = (pb.multi_comparison(t, rows, tie_tol="auto") for rows in (["a", "b"], None))
    assert alone.draws.loc["a", "b"] == among.draws.loc["a", "b"] == 12
    assert alone.pvalues.loc["a", "b"] == among.pvalues.loc["a", "b"] == 1


def test_text(make_table):
    t = make_table(np.arange(30.0).reshape(3, 10) % 7)
    said = str(pb.multi_comparison(t))
    assert "45 comparisons of 10 methods on 3 datasets; score, higher is better" in said
    assert "p is descriptive: not corrected for testing many pairs" in said
    assert "... and 4 more rows and 4 more columns" in said
    assert "more" not in str(pb.multi_comparison(t, ["c1", "c2"], ["c3"]))


@pytest.mark.parametrize(
    "arguments",
    [
        {"alpha": 0},
        {"tie_tol": -1},
        {"adjust": "some"},
        {"bayesian": 1},
        {"bayesian": True, "rope": -1},
    ],
)
def test_bad_arguments(make_table, arguments):
    with pytest.raises(pb.ArgumentError):
        pb.multi_comparison(make_table([[1, 2], [2, 1]]), **arguments)


@pytest.mark.r
def test_both_engines_agree(random_tables):
    rng = np.random.default_rng(8)
    for t in random_tables(25, seed=12, largest=16):
        names = list(t.classifiers)
        orders = ["mean", "median", "name", "table", np.max, dict.fromkeys(names, 1.0)]
        rows = list(rng.permutation(names)[: rng.integers(1, len(names) + 1)])
        settings = {
            "rows": None if rng.integers(2) else rows,
            "columns": names[1:] if rng.integers(2) else None,
            "order": orders[rng.integers(len(orders))],
            "adjust": ("none", "holm", "BH")[rng.integers(3)],
            "tie_tol": (0.0, 0.1, "auto")[rng.integers(3)],
        }
        if settings["rows"] == settings["columns"] == names[1:2]:
            continue
        result = pb.multi_comparison(t, **settings, engine="both")
        assert result.engine == "both"
    bayesian = pb.multi_comparison(t, bayesian=True, samples=1000, engine="both")
    assert bayesian.better.shape == bayesian.pvalues.shape


@pytest.mark.r
def test_r_refuses_alike(make_table):
    t = make_table([[3, 1, 2], [2, 2, 5]])
    from pybench.bridge.call import call

    for arguments in (
        {"order": "mean-rank"},
        {"rows": ["c9"]},
        {"rows": ["c1"], "columns": ["c1"]},
        {"rows": ["c1"], "adjust": "shaffer"},
        {"order": {"c1": 1.0}},
    ):
        said = []
        for ask in (
            lambda a=arguments: pb.multi_comparison(t, **a),
            lambda a=arguments: call("pb_multi_comparison", {"t": t, **a}),
        ):
            with pytest.raises(pb.ArgumentError) as error:
                ask()
            said.append(str(error.value))
        assert said[0] == said[1]


@given(tables(), st.sampled_from(["wilcox", "pratt", "zsplit"]), st.data())
def test_the_zero_method_is_that_of_the_test_of_the_two_alone(t, zero_method, data):
    pair = data.draw(st.permutations(t.classifiers))[:2]
    found = pb.multi_comparison(t, zero_method=zero_method)
    alone = pb.wilcoxon(t.select(classifiers=pair), "none", zero_method)
    assert found.zero_method == zero_method
    assert found.pvalues.loc[pair[0], pair[1]] == alone.pvalues.loc[pair[0], pair[1]]
    assert found.verdicts.loc[pair[0], pair[1]] == alone.verdicts.loc[pair[0], pair[1]]


def test_the_zero_method_changes_a_p_value():
    scores = [[1, 1], [2, 2], [3, 3], [4, 5], [4, 6], [7, 4], [8, 4], [9, 4]]
    t = results_table(scores, [f"d{i}" for i in range(8)], ["a", "b"], higher_is_better=True)
    found = [
        float(pb.multi_comparison(t, zero_method=method).pvalues.loc["a", "b"])
        for method in ("wilcox", "pratt")
    ]
    # Of the ranks 1 to 5, five sets have a sum of at most 1 + 2; of 4 to 8, seven at most 4 + 5.
    assert found == [2 * 5 / 32, 2 * 7 / 32]
    with pytest.raises(pb.ArgumentError, match="`zero_method` must be one of"):
        pb.multi_comparison(t, zero_method="none")


@pytest.mark.parametrize("effect", ["hodges_lehmann", "d_z", "superiority"])
@pytest.mark.parametrize("sides", [(None, None), ("c0", None), (["c2", "c0"], "c1")])
def test_an_effect_is_that_of_effects_with_its_interval(make_table, effect, sides):
    scores = np.random.default_rng(4).random((12, 4)).round(2)
    t = make_table(scores, False, [f"c{i}" for i in range(4)])
    found = pb.multi_comparison(t, *sides, alpha=0.1, effect=effect)
    whole = pb.effects(t, confidence=0.9)
    for end in ("", "_low", "_high"):
        cells = getattr(found, f"effect_size{end}")
        pairs = [(i, j) for i in found.rows for j in found.columns if i != j]
        assert pairs
        expected = getattr(whole, effect + end)
        assert [cells.loc[pair] for pair in pairs] == [expected.loc[pair] for pair in pairs]
    assert found.to_frame().columns[-1] == "effect_size_high"
    with pytest.raises(pb.ArgumentError, match="`effect` must be one of"):
        pb.multi_comparison(t, effect="cohen")


def test_one_name_is_a_row_or_a_column(make_table):
    t = make_table(np.arange(12).reshape(4, 3))
    name = t.classifiers[1]
    assert pb.multi_comparison(t, name).rows == (name,)
    assert pb.multi_comparison(t, columns=name).columns == (name,)


@pytest.mark.r
@pytest.mark.parametrize("zero_method", ["pratt", "zsplit"])
@pytest.mark.parametrize("effect", ["hodges_lehmann", "d_z", "rank_biserial"])
def test_both_languages_have_the_same_zeros_and_effects(make_table, zero_method, effect):
    t = make_table(np.random.default_rng(5).random((9, 4)).round(1))
    found = pb.multi_comparison(t, zero_method=zero_method, effect=effect, engine="both")
    assert found.engine == "both"
