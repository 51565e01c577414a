"""Planning: power curves against independent simulations, closed forms, both languages."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.power import first_reaching, nested_resamples


@pytest.fixture(scope="module")
def table(make_table):
    rng = np.random.default_rng(0)
    return make_table(np.round(rng.normal([0, 0.2, 0.5, 1.0], 1, size=(25, 4)), 2))


def test_sign_test_is_binomial(make_table):
    """Wins on 15 of 20: power at n is P(two-sided sign test of B(n, 0.75) rejects)."""
    from scipy.stats import binom, binomtest

    t = make_table([[1, 0]] * 15 + [[0, 1]] * 5)
    result = pb.datasets_needed(t, "sign_test", sizes=[10, 20, 40], repeats=20_000)
    for size, power in zip(result.sizes, result.single[0], strict=True):
        wins = np.arange(size + 1)
        rejected = np.array([binomtest(int(w), size).pvalue <= 0.05 for w in wins])
        exact = binom.pmf(wins, size, 0.75) @ rejected
        assert power == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))
    np.testing.assert_array_equal(result.single, result.family)


def test_t_test_is_noncentral_t(make_table):
    """Resampling 2000 normal differences is nearly drawing normals: the textbook power."""
    from scipy.stats import nct, norm
    from scipy.stats import t as student

    z = norm.ppf((np.arange(2000) + 0.5) / 2000)
    scores = np.column_stack([z / z.std(ddof=1) + 0.5, np.zeros(2000)])
    result = pb.datasets_needed(make_table(scores), "paired_t", sizes=[20, 34], repeats=5000)
    for size, power in zip(result.sizes, result.single[0], strict=True):
        edge, shift = student.ppf(0.975, size - 1), 0.5 * math.sqrt(size)
        exact = nct.sf(edge, size - 1, shift) + nct.cdf(-edge, size - 1, shift)
        assert power == pytest.approx(exact, abs=0.025)
    # Cohen (1988), table 2.3: d = 0.5, two-sided 5 %, power 0.8 needs 34 pairs.
    assert result.needed.tolist() == [34.0]


@pytest.mark.parametrize("adjust", ["holm", "bonferroni", "none", "hommel", "BH"])
def test_an_independent_simulation(table, adjust):
    """Resample the table, call the public tests, count: the same within Monte-Carlo error."""
    rng = np.random.default_rng(1)
    repeats, size = 150, 40
    hits = np.zeros((2, 6))
    for _ in range(repeats):
        rows = rng.integers(0, 25, size)
        t = pb.read_results(
            table.scores[rows],
            datasets=[f"d{i}" for i in range(size)],
            classifiers=table.classifiers,
            higher_is_better=True,
        )
        frame = pb.wilcoxon(t, adjust=adjust).to_frame()
        hits += [frame["pvalue_raw"] <= 0.05, frame["pvalue"] <= 0.05]
    result = pb.datasets_needed(table, adjust=adjust, sizes=[size], repeats=4000)
    for curve, count in ((result.single, hits[0]), (result.family, hits[1])):
        error = np.sqrt(curve[:, 0] * (1 - curve[:, 0]) / repeats) + 0.01
        assert (np.abs(curve[:, 0] - count / repeats) < 4 * error).all()


def test_under_the_null_the_power_is_the_level(make_table):
    """Rows and their mirror images: nothing differs; Holm holds the family below the level."""
    rng = np.random.default_rng(2)
    half = rng.normal(size=(15, 3))
    orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    t = make_table(np.concatenate([half[:, order] for order in orders]))
    for test in ("wilcoxon", "paired_t", "nemenyi"):
        result = pb.datasets_needed(t, test, sizes=[30], repeats=5000)
        error = 4 * math.sqrt(0.05 * 0.95 / 5000)
        assert (result.single <= 0.05 + error).all()
        assert result.family.sum() <= 0.15
        if test != "nemenyi":
            assert (result.single >= 0.035).all()
    assert np.isinf(result.needed).all()


def test_a_size_has_the_same_answer_whichever_others_are_asked_for(table):
    alone = pb.datasets_needed(table, sizes=[50], repeats=200)
    among = pb.datasets_needed(table, sizes=[60, 10, 50, 50], repeats=200)
    assert among.sizes == (10, 50, 60)
    np.testing.assert_array_equal(among.family[:, [1]], alone.family)


def test_smaller_resamples_begin_larger_ones():
    ten, thirty = nested_resamples(0, 8, 6, [10, 30])
    # The generator adds to what it yielded before.
    (small,) = nested_resamples(0, 8, 6, [10])
    assert (ten.sum(axis=1) == 30).all()
    assert (thirty >= small).all()


def test_pairs_are_the_family(table):
    whole = pb.datasets_needed(table, sizes=[30], repeats=500)
    some = pb.datasets_needed(table, sizes=[30], repeats=500, pairs=[("c4", "c1"), ["c1", "c2"]])
    assert some.pairs == (("c4", "c1"), ("c1", "c2"))
    place = [whole.pairs.index(("c1", "c4")), whole.pairs.index(("c1", "c2"))]
    np.testing.assert_array_equal(some.single, whole.single[place])
    assert (some.family >= whole.family[place]).all()
    assert (some.family <= some.single).all()


def test_direction_and_unit_do_not_matter(table, make_table):
    result = pb.datasets_needed(table, sizes=[10, 30], repeats=200)
    turned = make_table(-4 * table.scores, higher_is_better=False)
    np.testing.assert_array_equal(
        pb.datasets_needed(turned, sizes=[10, 30], repeats=200).family, result.family
    )


def test_needed_is_the_first_size_that_reaches_the_power():
    curves = np.array([[0.1, 0.8, 0.7], [0.1, 0.2, 0.3], [0.9, 1.0, 1.0]])
    assert first_reaching(curves, (5, 9, 20), 0.8).tolist() == [9, math.inf, 5]


@pytest.mark.parametrize(
    ("n", "sizes"),
    [(2, (4, 6, 8)), (20, (5, 10, 15, 20, 30, 40, 60, 80)), (9, (4, 5, 7, 9, 14, 18, 27, 36))],
)
def test_default_sizes(make_table, n, sizes):
    t = make_table(np.arange(2.0 * n).reshape(n, 2))
    assert pb.datasets_needed(t, repeats=2).sizes == sizes


@pytest.mark.parametrize("test", ["wilcoxon", "sign_test", "paired_t", "nemenyi"])
def test_identical_and_separated_classifiers(make_table, test):
    t = make_table([[3, 1, 1], [6, 2, 2], [5, 3, 3], [9, 5, 5]])
    result = pb.datasets_needed(t, test, sizes=[12, 24], repeats=50)
    assert result.single[2].tolist() == [0, 0]  # c2 is c3
    assert result.needed[2] == math.inf
    assert result.family[0, 1] == 1
    huge = make_table(t.scores * 1.7e307)
    np.testing.assert_array_equal(
        pb.datasets_needed(huge, test, sizes=[12, 24], repeats=50).family, result.family
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"test": "anova"}, '`test` must be one of "wilcoxon", "sign_test"'),
        ({"power": 1}, "`power` must be a number between 0 and 1, not 1"),
        ({"alpha": 0}, "`alpha` must be a number between 0 and 1, not 0"),
        ({"adjust": "shaffer"}, '`adjust` must be one of "none", "bonferroni", "holm"'),
        ({"sizes": [1, 5]}, "`sizes` must be a whole number >= 2, not 1"),
        ({"sizes": []}, "`sizes` must not be empty"),
        ({"repeats": 0}, "`repeats` must be a whole number >= 1, not 0"),
        ({"pairs": [("c1", "x")]}, r"pairs of two different methods of the table, not \(c1, x\)"),
        ({"pairs": [("c1", "c1")]}, r"pairs of two different methods of the table, not \(c1, c1\)"),
        ({"pairs": []}, "`pairs` must not be empty"),
        (
            {"pairs": [("c1", "c2")] * 2},
            r"each pair only once, in either order, not \(c1, c2\) again",
        ),
        ({"pairs": [("c1", "c2"), ("c2", "c1")]}, r"each pair only once.* not \(c2, c1\) again"),
    ],
)
def test_bad_arguments(table, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.datasets_needed(table, **arguments)


def test_frame_and_text(table):
    import json

    result = pb.datasets_needed(table, sizes=[10, 400], repeats=100)
    frame = result.to_frame()
    assert len(frame) == 12
    assert frame.loc[1, "size"] == 400
    single = frame.loc[0, "single"]
    assert frame.loc[0, "single_error"] == pytest.approx(math.sqrt(single * (1 - single) / 100))
    assert "number of pairs, of 6, with power >= 0.8: with p adjusted, with p not adjusted" in str(
        result
    )
    assert "observed-power" in result.notes
    assert result.error == 0.05
    json.dumps(result.to_dict(), allow_nan=False)


@pytest.mark.r
def test_both_languages(random_tables, table):
    for i, t in enumerate(random_tables(6, seed=6, largest=15)):
        for test in ("wilcoxon", "sign_test", "paired_t", "nemenyi"):
            result = pb.datasets_needed(t, test, repeats=60, seed=i, engine="both")
            assert result.engine == "both"
    for adjust in ("none", "bonferroni", "hommel", "BH", "li"):
        pb.datasets_needed(
            table, adjust=adjust, sizes=[7, 260], repeats=40, engine="both",
            pairs=[("c1", "c2"), ("c1", "c4")],
        )  # fmt: skip
    pb.datasets_needed(table, sizes=[9], pairs=[("c3", "c1")], repeats=40, engine="both")


@pytest.mark.parametrize("alpha", [1 / 16, (1 - 1e-15) / 16])
def test_a_level_that_is_met_but_for_rounding_is_met(make_table, alpha):
    """Else Python and R, whose last digits differ, would find another power."""
    t = make_table([[1, 0], [2, 0], [3, 0], [4, 0]])  # five wins: p = 1/16
    result = pb.datasets_needed(t, "sign_test", alpha=alpha, sizes=[5], repeats=10)
    assert result.single.tolist() == result.family.tolist() == [[1.0]]


def test_a_pair_that_just_reaches_the_power_has_it(table):
    result = pb.datasets_needed(table, sizes=[10], repeats=10)
    just = np.full(result.family.shape, result.power)
    assert "10 datasets:     6     6" in str(replace(result, family=just, single=just))


def test_a_small_or_one_sided_pilot_has_a_note(make_table):
    rng = np.random.default_rng(4)
    scores = rng.normal([0, 0, 40], size=(12, 3))

    def notes(t, **rest):
        return pb.datasets_needed(t, sizes=[12], repeats=9, **rest).notes

    assert "small-pilot" in notes(make_table(scores))
    assert "small-pilot" not in notes(make_table(scores), pairs=[("c1", "c2")])
    assert "small-pilot" in notes(make_table(scores[:9]), pairs=[("c1", "c2")])
    # Two datasets that agree: the power is 1 from the first size at which the test can reject.
    found = pb.datasets_needed(make_table([[2, 1], [5, 3]]), sizes=[5, 6, 8], repeats=50)
    assert found.single.tolist() == [[0, 1, 1]]


def test_a_pair_that_ties_throughout_is_never_found(make_table):
    t = make_table([[3, 1, 1], [6, 2, 2], [5, 3, 3], [9, 5, 5]])
    result = pb.datasets_needed(t, sizes=[8, 9], repeats=50)
    assert "   never with p adjusted,  never not adjusted: c2 and c3" in str(result)
    assert "never: significant in no resample of any size" in str(result)
    assert "no-difference" in result.notes
    other = pb.datasets_needed(t, sizes=[8, 9], repeats=50, pairs=[("c1", "c2")])
    assert "never" not in str(other)
    assert "no-difference" not in other.notes
