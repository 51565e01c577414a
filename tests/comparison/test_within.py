"""Tests within each dataset against scipy's t-test and Holm by hand; swaps, levels, gaps."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import pybench as pb

CLOSE = {"rtol": 1e-12, "atol": 1e-14}


def table(scores, higher_is_better=True, **options):
    """Make a table that keeps its repeats, of scores (N, k, R); NaN is left out."""
    rows = [
        (f"d{i}", f"c{j}", repeat, scores[i, j, repeat])
        for i, j, repeat in np.ndindex(scores.shape)
        if not np.isnan(scores[i, j, repeat])
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "classifier", "repeat", "score"])
    return pb.read_results(frame, higher_is_better=higher_is_better, repeats="keep", **options)


def drawn(seed=1, shape=(6, 3, 10)):
    """Draw scores of methods that differ on some datasets."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=shape) + 2 * rng.normal(size=(*shape[:2], 1))


def holm(pvalues):
    """Adjust by Holm's definition, one p-value at a time."""
    order, highest = np.argsort(pvalues), 0.0
    found = np.empty(len(pvalues))
    for place, at in enumerate(order):
        highest = max(highest, (len(pvalues) - place) * pvalues[at])
        found[at] = min(1.0, highest)
    return found


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("rho", [0.0, 0.1, 0.5])
def test_t_and_p_are_those_of_scipy_with_a_corrected_variance(rho, higher):
    scores = drawn()
    found = pb.within_datasets(table(scores, higher), rho)
    repeats = scores.shape[2]
    widened = np.sqrt(1 + repeats * rho / (1 - rho))
    for row, (i, j) in enumerate([(0, 1), (0, 2), (1, 2)]):
        assert found.pairs[row] == (f"c{i}", f"c{j}")
        for d in range(len(scores)):
            gaps = (scores[d, i] - scores[d, j]) * (1 if higher else -1)
            t = stats.ttest_1samp(gaps, 0).statistic / widened
            np.testing.assert_allclose(found.statistics[row, d], t, **CLOSE)
            p = 2 * stats.t(repeats - 1).sf(abs(t))
            np.testing.assert_allclose(found.pvalues_raw[row, d], p, rtol=1e-9)
            np.testing.assert_allclose(found.differences[row, d], gaps.mean(), **CLOSE)
        np.testing.assert_allclose(found.pvalues[row], holm(found.pvalues_raw[row]), **CLOSE)
    wins = (found.pvalues <= 0.05) * np.sign(found.statistics)
    assert (found.verdicts == wins).all()
    assert found.better == tuple((wins > 0).sum(axis=1))
    assert found.worse == tuple((wins < 0).sum(axis=1))
    assert found.not_shown == tuple((wins == 0).sum(axis=1))
    assert min(map(sum, zip(found.better, found.worse, strict=True))) > 0


def test_each_cell_is_the_corrected_t_test_of_its_dataset():
    t = table(drawn().round(2))
    found = pb.within_datasets(t, 0.1)
    for d, name in enumerate(t.datasets):
        alone = pb.corrected_t(t, 0.1, dataset=name, adjust="none")
        rows, columns = alone.cells()
        assert (found.statistics[:, d] == alone.statistics.to_numpy()[rows, columns]).all()
        assert (found.pvalues_raw[:, d] == alone.pvalues.to_numpy()[rows, columns]).all()


def test_swapped_methods_mirror_all_counts():
    t = table(drawn())
    there, back = (pb.within_datasets(t.select(classifiers=names), 0.1)
                   for names in (["c0", "c1"], ["c1", "c0"]))  # fmt: skip
    assert (there.better, there.worse, there.not_shown) == (
        back.worse, back.better, back.not_shown,
    )  # fmt: skip
    assert (there.statistics == -back.statistics).all()
    assert there.sentences() == back.sentences()


def test_a_pair_does_not_depend_on_the_other_methods():
    t = table(drawn())
    alone = pb.within_datasets(t.select(classifiers=["c0", "c2"]), 0.1)
    assert (alone.pvalues[0] == pb.within_datasets(t, 0.1).pvalues[1]).all()


def test_higher_levels_and_smaller_correlations_show_no_less():
    t = table(drawn())
    shown = [np.abs(pb.within_datasets(t, 0.1, a).verdicts) for a in (0.001, 0.01, 0.05, 0.5)]
    shown += [np.abs(pb.within_datasets(t, rho, 0.5).verdicts) for rho in (0.05, 0.0)]
    assert all((a <= b).all() for a, b in pairwise(shown))
    assert shown[0].sum() < shown[-1].sum()


def test_equal_differences_in_all_repeats_allow_no_test():
    scores = drawn(shape=(3, 2, 3)).round(3)
    scores[0, 0] = scores[0, 1] + 0.25  # the same lead each time
    scores[1, 0] = scores[1, 1]
    found = pb.within_datasets(table(scores), 0.1)
    assert found.statistics[0, 0] == np.inf
    assert found.statistics[0, 1] == 0
    assert found.pvalues_raw[0, :2].tolist() == [1, 1]
    assert found.verdicts[0, :2].tolist() == [0, 0]
    assert found.notes == ("constant-repeats",)
    assert "Number of tests: 1 of 3." in str(found)
    rounded = pb.within_datasets(table(scores + 1 / 3), 0.1)  # the lead now varies by rounding
    assert rounded.pvalues_raw[0, :2].tolist() == [1, 1]


def test_missing_repeats_leave_a_pair_the_common_ones():
    scores = drawn(shape=(3, 3, 6))
    scores[1, 0, 4:] = np.nan
    scores[2, 0, 1:] = np.nan
    found = pb.within_datasets(table(scores, missing="pairwise"), 0.1)
    assert found.repeats.tolist() == [[6, 4, 1], [6, 4, 1], [6, 6, 6]]
    assert np.isnan(found.pvalues[:, 2]).tolist() == [True, True, False]
    gaps = scores[1, 0, :4] - scores[1, 1, :4]
    expected = stats.ttest_1samp(gaps, 0).statistic / np.sqrt(1 + 4 / 9)
    assert found.statistics[0, 1] == pytest.approx(expected, rel=1e-12)
    assert found.better[0] + found.worse[0] + found.not_shown[0] == 2
    assert "1 to 6 repeats" in str(found)


def test_datasets_may_have_different_metrics_and_scales():
    scores = drawn()
    whole = pb.within_datasets(table(scores), 0.1)
    scaled = scores * np.array([1, 1e3, 1e-6, 1, 1, 1])[:, None, None]
    metrics = {f"d{i}": name for i, name in enumerate("aabbcc")}
    found = pb.within_datasets(table(scaled, metric=metrics), 0.1)
    np.testing.assert_allclose(found.pvalues, whole.pvalues, rtol=1e-9)
    assert found.notes == ()


def test_huge_scores_do_not_overflow():
    scores = np.ldexp(drawn().round(2), 1018)
    np.testing.assert_allclose(
        pb.within_datasets(table(scores), 0.1).statistics,
        pb.within_datasets(table(drawn().round(2)), 0.1).statistics,
    )


def test_the_text_names_test_level_correction_and_claims_no_equality():
    path = files("pybench") / "data" / "accuracy15.csv"
    t = pb.read_results(path, higher_is_better=True, metric="accuracy", repeats="keep")
    said = str(pb.within_datasets(t, 5 / 9, 0.1))
    for words in ("corrected t-test", "rho = 0.555556", "two-sided", "alpha = 0.1",
                  "Holm's correction over the datasets of each pair", "over all 28 pairs",
                  "Not shown to be better does not mean equal"):  # fmt: skip
        assert words in said
    rows = pb.within_datasets(t, 5 / 9).to_table().to_markdown()
    assert "| 5 nearest neighbours | naive Bayes | 4 | 1 | 10 |" in rows
    assert "Not shown to be better does not mean equal." in rows


def test_refusals(make_table):
    with pytest.raises(pb.ResultsTableError, match="at least 2 repeats"):
        pb.within_datasets(make_table([[1, 2], [2, 1]]), 0.1)
    for rho in (1.0, -0.1, None, "0.1"):
        with pytest.raises(pb.ArgumentError, match="`rho` must be"):
            pb.within_datasets(table(drawn()), rho)
    with pytest.raises(pb.ArgumentError, match="`alpha` must be"):
        pb.within_datasets(table(drawn()), 0.1, 1.0)


def test_a_pair_needs_one_dataset_in_common():
    scores = drawn(shape=(2, 2, 3))
    scores[0, 0], scores[1, 1] = np.nan, np.nan
    t = table(scores, missing="keep")
    with pytest.raises(pb.ResultsTableError, match="at least 1 dataset with scores of both"):
        pb.within_datasets(t, 0.1)


@pytest.mark.r
@pytest.mark.parametrize("seed", range(8))
def test_r_gives_the_same(seed):
    rng = np.random.default_rng(seed)
    scores = drawn(seed, tuple(rng.integers([2, 2, 2], [7, 5, 8]))).round(rng.integers(0, 12))
    if seed % 2:
        scores[:1, 0, 1:] = np.nan
    t = table(scores, bool(seed % 3), missing="pairwise")
    assert pb.within_datasets(t, 0.1 * (seed % 4), engine="both").engine == "both"
    theirs = str(pb.within_datasets(t, 0.1, engine="r"))
    assert theirs.replace("engine r", "engine python") == str(pb.within_datasets(t, 0.1))
