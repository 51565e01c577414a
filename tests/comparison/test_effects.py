"""Paired effect sizes: definitions, laws, degenerate tables, both languages."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.effects import EFFECTS

ESTIMATES = list(EFFECTS)
ENDS = [name + end for name in EFFECTS for end in ("", "_low", "_high")]


def values(result, name):
    return getattr(result, name).to_numpy()


@pytest.fixture(scope="module")
def table(make_table):
    rng = np.random.default_rng(0)
    return make_table(np.round(rng.normal([0, 0.3, 0.6, 2.0], 1, size=(15, 4)), 1))


def test_definitions_by_hand(make_table):
    """Differences 0.2, 0.1, -0.1, 0.3 with exact doubles: eighths."""
    t = make_table(np.array([[9, 7], [8, 7], [6, 7], [9, 6]]) / 8)
    result = pb.effects(t)
    found = {name: values(result, name)[0, 1] for name in ENDS}
    assert found["mean_difference"] == 5 / 32
    assert found["d_z"] == pytest.approx((5 / 4) / math.sqrt(35 / 12), rel=1e-14)
    assert found["rank_biserial"] == pytest.approx(1 - 2 * 1.5 / 10)  # W- = 1.5 of 10
    assert found["superiority"] == 0.75
    # Walsh averages in sixteenths: -2 0 1 2 2 3 4 4 5 6 -> median 2.5, place 1 of 10.
    assert found["hodges_lehmann"] == 2.5 / 16
    assert (found["hodges_lehmann_low"], found["hodges_lehmann_high"]) == (-2 / 16, 6 / 16)
    assert result.attained == 0.875  # 1 - 2/2^4
    assert "confidence-not-attained" in result.notes


def test_intervals_against_scipy(table):
    from scipy import stats

    result = pb.effects(table, confidence=0.9)
    n = table.n_datasets
    for i, j in itertools.combinations(range(4), 2):
        d = table.scores[:, i] - table.scores[:, j]
        expected = stats.ttest_1samp(d, 0).confidence_interval(0.9)
        found = [values(result, "mean_difference" + end)[i, j] for end in ("_low", "_high")]
        np.testing.assert_allclose(found, expected, rtol=1e-10)
        t = d.mean() / d.std(ddof=1) * math.sqrt(n)
        for end, tail in (("_low", stats.nct.sf), ("_high", stats.nct.cdf)):
            limit = values(result, "d_z" + end)[i, j] * math.sqrt(n)
            assert tail(t, n - 1, limit) == pytest.approx(0.05, rel=1e-9)
        wins = (d > 0).sum() + (d == 0).sum() / 2
        if wins == int(wins):
            exact = stats.binomtest(int(wins), n).proportion_ci(0.9)
            found = [values(result, "superiority" + end)[i, j] for end in ("_low", "_high")]
            np.testing.assert_allclose(found, exact, rtol=1e-12)


def test_superiority_is_held_as_often_as_stated(make_table):
    """Of 30 datasets Wilson's interval holds 0.7 in 93.0 % of samples."""
    from scipy.stats import binom

    true, held = np.array([0.7, 0.9]), 0.0
    for wins in range(31):
        result = pb.effects(make_table([[1, 0]] * wins + [[0, 1]] * (30 - wins)))
        low, high = (values(result, "superiority" + end)[0, 1] for end in ("_low", "_high"))
        held += binom.pmf(wins, 30, true) * ((low <= true) & (true <= high))
    assert held.min() >= 0.95


def test_row_against_column(table):
    """Turned round, an effect changes its sign and its ends their places."""
    result = pb.effects(table)
    for name in EFFECTS:
        whole = 1.0 if name == "superiority" else 0.0
        estimate, low, high = (values(result, name + end) for end in ("", "_low", "_high"))
        # 1 - share rounds once more.
        np.testing.assert_allclose(estimate.T, whole - estimate, rtol=0, atol=whole * 1e-15)
        np.testing.assert_allclose(low.T, whole - high, rtol=0, atol=1e-15)
        assert (np.diag(estimate) == whole / 2).all()
        assert (low <= estimate).all()
        assert (estimate <= high).all()


def test_direction_of_the_metric(table, make_table):
    turned = pb.effects(make_table(-table.scores, higher_is_better=False))
    flipped = pb.effects(make_table(table.scores, higher_is_better=False))
    result = pb.effects(table)
    for name in ENDS:
        np.testing.assert_array_equal(values(turned, name), values(result, name))
    for name in ESTIMATES:
        rounding = 1e-15 if name == "superiority" else 0  # 1 - share
        np.testing.assert_allclose(
            values(flipped, name), values(result, name).T, rtol=0, atol=rounding
        )


def test_other_classifiers_and_the_order_of_datasets_do_not_matter(table, make_table):
    result = pb.effects(table)
    order = np.random.default_rng(1).permutation(table.n_datasets)
    part = pb.effects(make_table(table.scores[order][:, [3, 1]], classifiers=["c4", "c2"]))
    for name in ENDS:
        expected = getattr(result, name).loc[["c4", "c2"], ["c4", "c2"]].to_numpy()
        # Sums of squares in another order, and 1 - share where the pair is turned round.
        np.testing.assert_allclose(values(part, name), expected, rtol=1e-12, atol=1e-15)


def test_control_is_a_column_of_all_pairs(table):
    result, column = pb.effects(table), pb.effects(table, "c2")
    for name in ENDS:
        frame = getattr(column, name)
        assert list(frame.columns) == ["c2"]
        assert list(frame.index) == ["c1", "c3", "c4"]
        expected = getattr(result, name).loc[["c1", "c3", "c4"], ["c2"]]
        np.testing.assert_allclose(frame, expected, rtol=0, atol=1e-15)
    assert column.to_frame()["classifier_2"].tolist() == ["c2"] * 3
    assert "all against c2" in str(column)


def test_units_of_the_metric(table, make_table):
    """A thousandfold score has thousandfold differences and the same standardised effects."""
    result, scaled = pb.effects(table), pb.effects(make_table(1024 * table.scores + 0.0))
    for name in ENDS:
        factor = 1024 if name.startswith(("hodges", "mean")) else 1
        np.testing.assert_array_equal(values(scaled, name), factor * values(result, name))


def test_identical_classifiers(make_table):
    t = make_table([[1, 1], [2, 2], [3, 3], [5, 5], [8, 8]])
    result = pb.effects(t)
    for name in ("hodges_lehmann", "mean_difference"):
        assert (values(result, name + "_low") == 0).all()
        assert (values(result, name + "_high") == 0).all()
    assert values(result, "d_z")[0, 1] == 0
    assert values(result, "d_z_high")[0, 1] == pytest.approx(1.959963984540054 / math.sqrt(5))
    ends = [values(result, "rank_biserial" + end)[0, 1] for end in ("", "_low", "_high")]
    assert ends == [0, -1, 1]
    assert values(result, "superiority")[0, 1] == 0.5
    assert "constant-difference" not in result.notes


def test_the_same_difference_everywhere(make_table):
    """0.9 - 0.8, 0.8 - 0.7 and 0.3 - 0.2 differ in their last digits only."""
    result = pb.effects(make_table([[0.9, 0.8], [0.8, 0.7], [0.3, 0.2]]))
    for end in ("", "_low", "_high"):
        assert values(result, "d_z" + end)[0, 1] == math.inf
        assert values(result, "d_z" + end)[1, 0] == -math.inf
    assert values(result, "mean_difference_low")[0, 1] == pytest.approx(0.1, rel=1e-14)
    assert values(result, "mean_difference_low")[0, 1] == values(result, "mean_difference")[0, 1]
    assert "constant-difference" in result.notes


def test_two_datasets(make_table):
    result = pb.effects(make_table([[1, 0, 3], [2, 1.5, 1]]))
    assert result.attained == 0.5
    frame = result.to_frame()
    assert np.isfinite(frame.select_dtypes("number").to_numpy()).all()
    assert frame["hodges_lehmann"].tolist() == [0.75, -0.5, -1.25]


@pytest.mark.parametrize("huge", [1e300, 1.7e308])
def test_scores_at_the_end_of_the_double_range(make_table, huge):
    scores = np.array([[1, -1, 0.5], [0.5, -1, 0.2], [1, 0.1, -0.7], [0.9, 0.2, -0.1]])
    small, large = pb.effects(make_table(scores)), pb.effects(make_table(scores * huge))
    for name in ("d_z", "d_z_low", "rank_biserial", "rank_biserial_high", "superiority"):
        np.testing.assert_allclose(values(large, name), values(small, name), rtol=1e-12)
    tiny = pb.effects(make_table(scores * 1e-300))
    np.testing.assert_allclose(values(tiny, "d_z"), values(small, "d_z"), rtol=1e-12)
    assert not np.isnan(large.to_frame().select_dtypes("number").to_numpy()).any()


def test_published_table_has_finite_effects(shared):
    path = shared / "data" / "results" / "tsc14_ucr109_mean.csv"
    result = pb.effects(pb.read_results(path, higher_is_better=True, missing="drop"))
    assert np.isfinite(result.to_frame().select_dtypes("number").to_numpy()).all()
    assert "dropped-rows" in result.notes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"control": "nobody"}, "`control` must be a method of the table, not 'nobody'"),
        ({"confidence": 1}, "`confidence` must be a number between 0 and 1, not 1"),
        ({"confidence": "high"}, "`confidence` must be a number between 0 and 1"),
    ],
)
def test_bad_arguments(table, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.effects(table, **arguments)


def test_one_dataset_is_refused(make_table):
    with pytest.raises(pb.ResultsTableError, match="at least 2 datasets, found 1"):
        pb.effects(make_table([[1, 2]]))


def test_result_reads_well_and_is_json_safe(make_table):
    import json

    result = pb.effects(make_table([[0.9, 0.8], [0.8, 0.7], [0.3, 0.2]]))
    assert str(result).startswith(
        "Paired effect sizes (all pairs), each with its own 95 % interval"
    )
    assert str(result).splitlines()[3] == "    0.1 (0.1 to 0.1)  c1, c2"
    stored = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert stored["d_z"]["values"][0][1] == "Inf"


def test_the_text_names_the_better_of_a_pair_first(make_table):
    text = str(pb.effects(make_table([[7, 9, 8], [7, 8, 7], [7, 6, 7], [6, 9, 6]])))
    assert "0 of 3 exclude 0; the largest, better method first:\n" in text
    assert text.splitlines()[3:6] == [
        "    1.25 (-1 to 3)  c2, c1",
        "    1 (-1 to 3)  c2, c3",
        "    0 (-1 to 0)  c1, c3",
    ]


def test_unpaired_effect_sizes_lose_the_pairing(make_table):
    """stats.md 17: autorank's pooled-SD d and Cliff's delta compare every dataset with every other.

    Ten datasets from easy to hard; the first method is 0.01 or 0.02 better on each.
    """
    base = np.linspace(0.5, 0.95, 10)
    better = base + np.where(np.arange(10) % 2, 0.01, 0.02)
    result = pb.effects(make_table(np.column_stack([better, base])))
    pooled = math.sqrt((better.var(ddof=1) + base.var(ddof=1)) / 2)
    cliff = np.sign(better[:, None] - base[None, :]).mean()
    assert (better - base).mean() / pooled == pytest.approx(0.1, abs=0.005)
    assert cliff == pytest.approx(0.1)
    assert values(result, "d_z")[0, 1] == pytest.approx(2.846, abs=0.001)  # 0.015 / sd
    assert values(result, "rank_biserial")[0, 1] == values(result, "superiority")[0, 1] == 1


def test_autoranks_interval_of_the_median_is_too_wide(make_table):
    """stats.md 16: the (n/2 -+ z sqrt(n/2))-th of n values, where sqrt(n)/2 is right."""
    from scipy.stats import binom

    for n, covered in ((20, 0.9939), (112, 0.9962)):
        for spread, least, most in ((math.sqrt(n / 2), 0.99, 1), (math.sqrt(n) / 2, 0.93, 0.975)):
            low, high = round(n / 2 - 1.96 * spread), round(1 + n / 2 + 1.96 * spread)
            # The order statistics low + 1 and high + 1 hold the median if low < B <= high.
            chance = float(binom.cdf(high, n, 0.5) - binom.cdf(low, n, 0.5))
            assert least <= chance <= most
            if spread == math.sqrt(n / 2):
                assert chance == pytest.approx(covered, abs=5e-5)
        t = make_table(np.random.default_rng(n).normal(size=(n, 2)))
        assert pb.effects(t).attained == pytest.approx(0.95, abs=0.003)


@pytest.mark.r
def test_both_languages(random_tables, make_table):
    for i, t in enumerate(random_tables(12, seed=3, largest=25)):
        control = t.classifiers[1] if i % 3 == 0 else None
        assert pb.effects(t, control, (0.9, 0.95, 0.99)[i % 3], engine="both").engine == "both"
    for scores in (
        [[1, 1], [2, 2]],
        [[0.9, 0.8], [0.8, 0.7], [0.3, 0.2]],
        np.random.default_rng(0).normal(size=(230, 2)),
        np.array([[1, -1, 0.5], [0.5, -1, 0.2], [1, 0.1, -0.7]]) * 1.7e308,
    ):
        pb.effects(make_table(scores), engine="both")
        pb.effects(make_table(scores, higher_is_better=False), engine="both")
