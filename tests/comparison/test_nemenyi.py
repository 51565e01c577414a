"""The Nemenyi test: Demšar's table, published verdicts, edge cases; R's packages: test_cases.py."""

from __future__ import annotations

import csv
import itertools
import math

import numpy as np
import pytest
from originals import numbers, table_of

import pybench as pb
from pybench.comparison.nemenyi import critical_distance, decide, nemenyi_pvalues
from pybench.comparison.ranks import doubled_ranks


def test_r_qtukey_is_off_with_few_degrees_of_freedom():
    """R 4.2 gives 10.6204 for the 1 % point with k = 3, df = 3; SciPy and we 10.61854."""
    from scipy.stats import studentized_range

    for alpha in (0.01, 0.05, 0.1):
        ours = critical_distance(2, 3, alpha, "scmamp") * math.sqrt(2)  # rank_scale is 1
        assert ours == pytest.approx(float(studentized_range.isf(alpha, 3, 3)), rel=1e-9)
        originals = numbers("omnibus.csv")["k3_N2"][f"scmamp_cd_{alpha:g}"][0] * math.sqrt(2)
        assert ours == pytest.approx(originals, rel=2e-4)
        assert ours != pytest.approx(originals, rel=1e-6)


def test_demsar_table_5():
    """JMLR 7, table 5(a): q / sqrt 2 for 2 to 10 methods, three decimals."""
    printed = {
        0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
        0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
    }
    for alpha, values in printed.items():
        for k, value in enumerate(values, 2):
            distance = critical_distance(20, k, alpha)
            # The table was computed with less than its three decimals: up to 1e-3 off.
            assert distance / math.sqrt(k * (k + 1) / 120) == pytest.approx(value, abs=1.1e-3)


@pytest.mark.parametrize("engine", ["python", pytest.param("r", marks=pytest.mark.r)])
def test_published_verdicts(shared, engine):
    """All 91 cells of Table 1 of the ICLR 2022 submission."""
    folder = shared / "data" / "results"
    t = pb.read_results(folder / "tsc14_ucr109_mean.csv", higher_is_better=True, missing="drop")
    pvalues = pb.nemenyi(t, engine=engine).pvalues
    with (folder / "iclr2022_table1_expected.csv").open(newline="") as file:
        cells = list(csv.DictReader(file))
    assert len(cells) == 91
    for cell in cells:
        alike = pvalues.loc[cell["row"], cell["column"]] > 0.05
        assert alike == (cell["not_significant"] == "1"), cell


@pytest.mark.parametrize("convention", ["standard", "pmcmr", "scmamp"])
def test_pvalues_are_symmetric_with_a_diagonal_of_1(random_tables, convention):
    for t in random_tables(5, seed=1, largest=12):
        p = pb.nemenyi(t, convention=convention).pvalues.to_numpy()
        np.testing.assert_array_equal(p, p.T)
        assert (np.diag(p) == 1).all()


def test_replicates_equal_single_tables():
    scores = np.random.default_rng(4).integers(0, 9, size=(25, 12, 6)).astype(float)
    doubled = doubled_ranks(scores, True)
    one_by_one = np.stack([nemenyi_pvalues(replicate) for replicate in doubled])
    np.testing.assert_array_equal(nemenyi_pvalues(doubled), one_by_one)


def test_pvalue_at_the_critical_difference_is_alpha():
    from pybench.comparison.nemenyi import rank_scale
    from pybench.comparison.studentized import range_upper_tail

    for n, k, alpha in itertools.product((5, 112), (2, 14, 60), (1e-6, 0.01, 0.5)):
        q = critical_distance(n, k, alpha) * math.sqrt(2) / rank_scale(n, k)
        assert float(range_upper_tail(q, k)) == pytest.approx(alpha, rel=1e-10, abs=0)


def test_far_tail_has_no_floor(make_table):
    """stats.md E: R gives 1.37e-13 and SciPy 13 % off where the truth is 1.958e-15."""
    t = make_table([[3, 2, 1]] * 200)
    assert 0 < pb.nemenyi(t).pvalues.loc["c1", "c3"] < 1e-80


def test_cliques_are_exactly_the_pairs_not_told_apart(random_tables):
    for t in random_tables(100, seed=7, largest=25):
        result = pb.nemenyi(t, 0.1)
        alike = {
            frozenset(pair)
            for clique in result.cliques
            for pair in itertools.combinations(clique, 2)
        }
        for i, j in itertools.combinations(range(t.n_classifiers), 2):
            pair = frozenset((t.classifiers[i], t.classifiers[j]))
            assert (pair in alike) == (result.pvalues.iloc[i, j] > 0.1)


def test_identical_classifiers_are_not_told_apart():
    t = table_of("dupcol_k4_N20")
    first, second = t.classifiers[:2]
    assert pb.nemenyi(t).pvalues.loc[first, second] == 1


def test_notes(make_table):
    latin = make_table([[1, 2, 3], [2, 3, 1], [3, 1, 2]])
    assert "omnibus-not-significant" in pb.nemenyi(latin).notes
    near = make_table([[0.3, 0.1 + 0.2, 0.5]] * 12)
    assert "near-ties" in pb.nemenyi(near).notes
    constant = pb.nemenyi(make_table([[1, 1, 1]] * 5))
    assert constant.notes[0] == "degenerate"
    assert (constant.pvalues.to_numpy() == 1).all()


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 5, "0.05", True, None, float("nan")])
def test_bad_level(make_table, alpha):
    with pytest.raises(pb.ArgumentError, match="`alpha` must be a number between 0 and 1"):
        pb.nemenyi(make_table([[1, 2], [2, 1]]), alpha)


def test_pvalues_of_every_convention(make_table):
    """Mean ranks 1, 2, 3 of k = 3 on N = 4: q = d sqrt(2) / sqrt(1/2) = 2 d."""
    from scipy.stats import studentized_range

    t = make_table([[3, 2, 1]] * 4)
    expected = studentized_range.sf([2, 4], 3, 3 * 3)  # scmamp: k(N - 1) degrees of freedom
    pvalues = pb.nemenyi(t, convention="scmamp").pvalues.loc["c1", ["c2", "c3"]]
    np.testing.assert_allclose(pvalues, expected, atol=1e-9)
    expected = studentized_range.sf([2, 4], 3, np.inf)
    for convention in ("standard", "pmcmr"):
        pvalues = pb.nemenyi(t, convention=convention).pvalues.loc["c1", ["c2", "c3"]]
        np.testing.assert_allclose(pvalues, expected, atol=1e-9)


@pytest.mark.parametrize("convention", ["pmcmr", "scmamp"])
def test_subtracting_from_1_gives_0_and_no_note(make_table, convention):
    result = pb.nemenyi(make_table([[3, 2, 1]] * 200), convention=convention)
    assert result.pvalues.loc["c1", "c3"] == 0
    assert "floor" not in result.notes


def test_a_pair_at_the_border_differs(make_table):
    t = make_table([[3, 2, 1]] * 4)
    p = float(pb.nemenyi(t).pvalues.loc["c1", "c3"])
    assert pb.nemenyi(t, p).significant[0, 2]
    assert not pb.nemenyi(t, math.nextafter(p, 0)).significant[0, 2]
    ranks = np.array([1.0, 2.0, 3.0])
    for width, differs in ((2.0, True), (2.0001, False)):
        assert decide(np.ones((3, 3)), ranks, width, 0.05, "scmamp")[0, 2] == differs


def test_frame_and_text(make_table):
    """N = 4: p(1 rank apart) = 0.33, p(2) = 0.013 (Demšar's table 5: CD = 2.343 / sqrt 2)."""
    result = pb.nemenyi(make_table([[3, 2, 1]] * 4))
    frame = result.to_frame()
    assert frame[["classifier_1", "classifier_2"]].to_numpy().tolist() == [
        ["c1", "c2"],
        ["c1", "c3"],
        ["c2", "c3"],
    ]
    assert frame["rank_difference"].tolist() == [-1, -2, -1]
    assert frame["significant"].tolist() == [False, True, False]
    assert frame["pvalue"][0] == frame["pvalue"][2] > 0.05 > frame["pvalue"][1]
    assert str(result).startswith("Nemenyi test at alpha = 0.05: 1 of 3 pairs differs\n")
    assert "critical difference 1.657" in str(result)


def test_names_stay_on_their_line_of_the_text(make_table):
    names = ["a\nb", "c\rd", "e\x1bf"]
    t = make_table([[3, 2, 1]] * 4, classifiers=names)
    for result in (pb.nemenyi(t), pb.critical_difference(t), pb.compare(t)):
        assert "\x1b" not in str(result)
        assert "\r" not in str(result)
        assert "a\nb" not in str(result)
    assert list(pb.nemenyi(t).pvalues) == names


def test_notes_ask_at_the_level_of_the_call(make_table):
    """k = 2, N = 5, all agree: p = erfc(sqrt(5/2)) = 0.025 for both tests."""
    t = make_table([[0.3, 0.1 + 0.2]] * 5)
    assert "near-ties" in pb.nemenyi(t, 0.05, reference="limit").notes
    assert "near-ties" not in pb.nemenyi(t, 0.02, reference="limit").notes
    # Friedman's is exact: 1 / 16.
    assert "omnibus-not-significant" in pb.nemenyi(t, 0.06).notes
    assert "omnibus-not-significant" not in pb.nemenyi(t, 0.07).notes


def test_only_scmamp_draws_scmamps_bars(make_table):
    t = make_table([[1, 1, 1]] * 3)
    for convention, bars in (("standard", 1), ("pmcmr", 1), ("scmamp", 0)):
        assert len(pb.nemenyi(t, convention=convention).cliques) == bars


def test_rank_sums_of_long_tables_do_not_overflow():
    """k = 2: p = erfc(|wins - losses| / sqrt(2 N)), here erfc(10)."""
    n, wins = 2 * 10**6, 10**6 + 10**4
    doubled = np.full((n, 2), 2, np.int32)
    doubled[:wins, 1], doubled[wins:, 0] = 4, 4
    expected = math.erfc((2 * wins - n) / math.sqrt(2 * n))
    assert nemenyi_pvalues(doubled)[0, 1] == pytest.approx(expected, rel=1e-10, abs=0)
