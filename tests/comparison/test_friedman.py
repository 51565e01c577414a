"""The Friedman test: published numbers and edge cases; those of R's packages: test_cases.py."""

from __future__ import annotations

import math

import numpy as np
import pytest
from originals import table_of

import pybench as pb
from pybench.comparison.conover import conover_t
from pybench.comparison.friedman import friedman_statistic

UPPER_TAIL = 1e-9  # relative: SciPy's


def test_datasets_that_were_left_out_are_noted():
    t = table_of("na_k4_N20", missing="drop")
    assert len(t.dropped) == 20 - t.n_datasets == 5
    assert "dropped-rows" in pb.friedman(t).notes


def test_demsar_2006():
    """Section 3.2.2: chi-square 9.28, F 3.69 (no correction for ties); R corrects: 10.2283."""
    t = table_of("demsar2006_ranked")
    assert pb.friedman(t, convention="scmamp").statistic == pytest.approx(9.28, abs=0.005)
    f = pb.friedman(t, "iman-davenport", convention="scmamp")
    assert f.statistic == pytest.approx(3.69, abs=0.005)
    assert f.df == (3, 39)
    assert pb.friedman(t).statistic == pytest.approx(10.2283464566929, rel=1e-13)
    assert pb.friedman(t).pvalue == pytest.approx(0.0167215803284, rel=1e-11)


@pytest.mark.parametrize("engine", ["python", pytest.param("r", marks=pytest.mark.r)])
def test_published_table(shared, engine):
    """Complete rows of the 14 time-series methods: tie-corrected chi-square 423.2349."""
    path = shared / "data" / "results" / "tsc14_ucr109_mean.csv"
    t = pb.read_results(path, higher_is_better=True, missing="drop")
    result = pb.friedman(t, engine=engine)
    assert t.dropped == ("FordB",)
    assert result.statistic == pytest.approx(423.2349, abs=5e-5)
    assert result.df == (13,)


@pytest.mark.parametrize("method", ["chi-square", "iman-davenport"])
def test_two_classifiers_carry_a_note(make_table, method):
    result = pb.friedman(make_table([[1, 0]] * 12), method)
    assert {"two-classifiers"} <= set(result.notes)
    if method == "chi-square":  # the sign test's chi-square: N
        assert result.statistic == 12


def test_notes(make_table):
    constant = pb.friedman(make_table([[0.5] * 3] * 4), reference="limit")
    assert constant.notes == ("degenerate", "few-datasets", "ties")
    decided = make_table([[0.3, 0.1 + 0.2]] * 12)
    assert "near-ties" in pb.friedman(decided, reference="limit").notes
    assert (
        "near-ties" not in pb.friedman(make_table([[0.3, 0.1 + 0.2]] * 2), reference="limit").notes
    )
    assert "floor" in pb.friedman(make_table([[3, 2, 1]] * 60), reference="limit").notes


def test_better_is_declared(make_table):
    scores = np.random.default_rng(5).random((12, 4))
    up, down = make_table(scores), make_table(scores, higher_is_better=False)
    assert pb.friedman(up).statistic == pytest.approx(pb.friedman(down).statistic, rel=1e-13)
    np.testing.assert_allclose(pb.friedman(up).mean_ranks + pb.friedman(down).mean_ranks, 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "f"}, '`method` must be one of "chi-square", "iman-davenport", "exact"'),
        ({"convention": "R"}, '`convention` must be one of "standard", "scmamp", "pmcmr"'),
        ({"engine": "julia"}, '`engine` must be one of "python", "r", "both", not "julia"'),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    with pytest.raises(pb.ArgumentError) as caught:
        pb.friedman(make_table([[1, 2], [2, 1]]), **arguments)
    assert message in str(caught.value)


def test_result_reads_well_and_is_json_safe(make_table):
    import json

    result = pb.friedman(make_table([[3, 2, 1]] * 12), "iman-davenport", reference="limit")
    assert str(result).startswith("Friedman test (iman-davenport): F = Inf, df = 2, 22, p < 1e-12")
    stored = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert stored["statistic"] == "Inf"
    assert stored["schema"] == "pybench/friedman/1"
    assert result.to_frame().loc[0, "df2"] == 22


def test_scmamp_subtracts_from_1(make_table):
    """Its p is 1 - cdf: exactly 0 where the upper tail is exp(-60)."""
    t = make_table([[3, 2, 1]] * 60)
    assert pb.friedman(t).pvalue == pytest.approx(math.exp(-60), rel=UPPER_TAIL, abs=0)
    assert pb.friedman(t, convention="scmamp").pvalue == 0


@pytest.mark.parametrize(("n", "bound"), [(9, False), (27, False), (28, True)])
def test_p_below_1e_12_is_called_a_bound(make_table, n, bound):
    """k = 3, all agree: chi-square = 2 N with 2 degrees of freedom, p = exp(-N)."""
    result = pb.friedman(make_table([[3, 2, 1]] * n), reference="limit")
    assert result.pvalue == pytest.approx(math.exp(-n), rel=UPPER_TAIL, abs=0)
    assert ("floor" in result.notes) == bound


def test_near_ties_ask_the_verdict_of_the_method(make_table):
    """k = 2, N = 5, all agree: exact p = 2^-4 > 0.05, by chi-square erfc(sqrt(5/2)) = 0.025."""
    t = make_table([[0.3, 0.1 + 0.2]] * 5)
    exact, chi_square = pb.friedman(t, "exact"), pb.friedman(t, reference="limit")
    assert exact.pvalue == pytest.approx(1 / 16)
    assert chi_square.pvalue == pytest.approx(math.erfc(math.sqrt(2.5)))
    assert "near-ties" not in exact.notes
    assert "near-ties" in chi_square.notes


@pytest.mark.parametrize(("n", "k"), [(300_000, 12), (3000, 1500)])
def test_sums_of_squares_beyond_64_bits(n, k):
    """N^3 k^3 and N^2 k^4 leave 64 bits: F was negative, and p nonsense."""
    doubled = np.tile(2 * np.arange(1, k + 1, dtype=np.int32), (n, 1))
    assert friedman_statistic(doubled, "iman-davenport") == np.inf
    assert friedman_statistic(doubled) == n * (k - 1)
    np.testing.assert_array_equal(conover_t(doubled)[0, 1:], np.inf)
    doubled[0, :2] = doubled[0, 1::-1]
    sums = doubled.sum(axis=0, dtype=np.int64) - n * (k + 1)
    between, within = sum(int(x) ** 2 for x in sums), n * k * (k * k - 1) // 3
    left = 8 * (n - 1)  # N times the squares about the means of the two that change places once
    assert n * within - between == left
    assert friedman_statistic(doubled, "iman-davenport") == (n - 1) * between / left
    assert friedman_statistic(doubled) == (k - 1) * between / within
    t = conover_t(doubled)[0, 1]
    assert t == pytest.approx((2 * n - 4) * ((n - 1) * (k - 1) / (2 * left)) ** 0.5, rel=1e-15)


def test_exact_goes_further_than_the_permutations_of_other_methods(make_table):
    """4!^11 rearrangements: "exact" adds them up, chi-square draws some; from k = 5 on, too."""
    scores = np.random.default_rng(1).random((9, 4))
    assert pb.friedman(make_table(scores), "exact").reference == "permutation"
    assert pb.friedman(make_table(scores)).reference == "permutation"
    wide = make_table(np.random.default_rng(1).random((8, 5)))
    assert pb.friedman(wide, "exact").reference == "permutation"
    assert pb.friedman(wide).reference == "simulation"
