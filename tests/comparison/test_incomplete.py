"""Missing scores: every pair is compared on the datasets on which both methods have a score."""

from __future__ import annotations

import json
import re
from itertools import combinations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.comparison.incomplete import balanced, columns_of, common_counts, of_equal_size, spread
from pybench.comparison.questions import questions

NAMES = ["a", "b", "c", "d"]
# These rank all methods of a dataset together, or resample whole datasets: they need every score.
WHOLE = {
    "friedman", "aligned_ranks", "quade", "page", "kendall_w", "nemenyi", "siegel", "conover",
    "miller", "eisinga", "quade_pairs", "aligned_ranks_pairs", "contrasts", "rank_intervals",
    "datasets_needed", "stability", "core_patterns", "swaps", "favourable_sets", "pareto",
}  # fmt: skip


def table(scores, **options):
    names = {"datasets": [f"d{i}" for i in range(len(scores))], "classifiers": NAMES}
    return pb.read_results(scores, higher_is_better=True, missing="pairwise", **names, **options)


@pytest.fixture(scope="module")
def scores():
    drawn = np.random.default_rng(7).normal(size=(13, 4)) + np.array([0, 0.4, 0.8, 1.6])
    drawn = drawn.round(1)
    drawn[3, 1] = drawn[3, 0]  # a zero difference
    return drawn


@pytest.fixture(scope="module")
def gaps(scores):
    holes = scores.copy()
    holes[[1, 4, 4, 7, 9, 10], [0, 1, 2, 3, 3, 1]] = np.nan
    return holes


def answer(question):
    try:
        return question.ask("python")
    except (pb.ResultsTableError, pb.ArgumentError) as refusal:
        return refusal


def by_pair(result):
    """Return the numbers of a result by pair, without what is about single methods."""
    frame = result.to_frame() if not isinstance(result, pd.DataFrame) else result
    ours = [name for name in ("classifier_1", "classifier_2", "classifier") if name in frame]
    alone = {"mean_1", "mean_2", "n_common", "mean_rank"} & {*frame}
    return frame.drop(columns=list(alone)).set_index(ours).sort_index()


def test_a_dataset_with_one_score_changes_no_pair(scores):
    # Every call of the catalogue: bit for bit that of the complete table, or a refusal.
    one = np.full((1, 4), np.nan)
    one[0, 2] = np.median(scores[:, 2]).round(1)
    whole, more = table(scores), table(np.vstack([scores, one]))
    asked, refused = 0, set()
    for before, after in zip(
        questions(whole, 0.05, "decimal"), questions(more, 0.05, "decimal"), strict=True
    ):
        left, right = answer(before), answer(after)
        if isinstance(right, Exception):
            allowed = before.name in WHOLE or "durbin" in before.name
            allowed |= before.name == "critical_difference" and "every score" in str(right)
            assert isinstance(left, Exception) or allowed, (before.name, str(right))
            refused.add(before.name)
            continue
        if before.name == "missing_policies":
            continue  # other policies fill in the scores of the dataset
        asked += 1
        if before.name == "skillings_mack":
            assert right.pvalue == left.pvalue
            continue
        if before.name == "posterior":
            assert np.array_equal(left.draws, right.draws)
            continue
        options = {**before.options} | {"rope": after.options.get("rope", 0)}
        if options.get("rope") != before.options.get("rope", 0):
            continue  # the rope is taken from the table
        pd.testing.assert_frame_equal(by_pair(left), by_pair(right), check_exact=True)
        lost = {"single-scores", "missing-scores", "pairwise-complete"}
        assert {*right.notes} - lost == {*left.notes}, before.name
    assert asked > 70
    assert refused >= WHOLE - {"core_patterns", "swaps"}


@pytest.mark.parametrize("tie_tol", ["decimal", "auto", 0.0, 0.25])
def test_each_pair_is_that_of_a_table_of_its_own(gaps, tie_tol):
    t = table(gaps)
    largest = np.nanmax(np.abs(gaps))
    size = 1e-12 * largest if tie_tol == "auto" else tie_tol
    given = {"engine": "python"}
    raw = {"adjust": "none", "tie_tol": tie_tol}
    tests = [
        (pb.wilcoxon, raw, ["pvalues", "statistics", "verdicts"]),
        (pb.wilcoxon, raw | {"zero_method": "pratt", "method": "normal"}, ["pvalues"]),
        (pb.sign_test, raw, ["pvalues", "statistics"]),
        (pb.paired_t, {"adjust": "none"}, ["pvalues", "statistics"]),
        (pb.effects, {"tie_tol": tie_tol}, ["hodges_lehmann", "superiority_low", "d_z"]),
        (pb.bayesian_signed_rank, {"samples": 200}, ["better", "mean_worse"]),
        (pb.bayesian_sign, {"samples": 200}, ["better", "mean_worse"]),
        (pb.bayesian_t, {}, ["better", "equal"]),
        (pb.multi_comparison, {"tie_tol": tie_tol}, ["mean_difference", "draws", "pvalues"]),
    ]
    for function, options, fields in tests:
        whole = function(t, **options, **given)
        for first, second in combinations(range(4), 2):
            a, b = NAMES[first], NAMES[second]
            both = ~np.isnan(gaps[:, [first, second]]).any(axis=1)
            pair = pb.read_results(
                gaps[both][:, [first, second]], higher_is_better=True, classifiers=[a, b],
                datasets=[f"d{i}" for i in np.flatnonzero(both)],
            )  # fmt: skip
            own = options | ({"tie_tol": size} if "tie_tol" in options else {})
            alone = function(pair, **own, **given)
            for field in fields:
                left, right = getattr(whole, field).loc[a, b], getattr(alone, field).loc[a, b]
                assert left == right, (function.__name__, field, a, b)
            assert whole.n_common.loc[a, b] == both.sum()


def test_holm_is_over_all_pairs(gaps):
    found = pb.wilcoxon(table(gaps))
    raw = found.pvalues_raw.to_numpy()[np.triu_indices(4, 1)]
    adjusted = found.pvalues.to_numpy()[np.triu_indices(4, 1)]
    assert adjusted == pytest.approx(pb.adjust(raw, "holm"))


def test_every_cell_shows_its_number_of_datasets(gaps):
    t = table(gaps)
    for result in (
        pb.wilcoxon(t), pb.sign_test(t, control="b"), pb.paired_t(t), pb.effects(t),
        pb.effects(t, "c"), pb.multi_comparison(t), pb.bayesian_t(t), pb.multi_comparison(t, "a"),
    ):  # fmt: skip
        for row in result.to_frame().itertuples():
            pair = [NAMES.index(row.classifier_1), NAMES.index(row.classifier_2)]
            assert row.n_common == (~np.isnan(gaps[:, pair]).any(axis=1)).sum()
        assert "pairwise-complete" in result.notes
        assert " per pair)" in str(result)
        assert "Datasets per pair: 9 to 11 of 13." in str(result)


def test_degrees_of_freedom_are_those_of_the_pair(gaps):
    from scipy import stats

    found = pb.paired_t(table(gaps), adjust="none")
    assert found.df == ()
    both = ~np.isnan(gaps[:, [1, 3]]).any(axis=1)
    theirs = stats.ttest_rel(gaps[both, 1], gaps[both, 3])
    assert found.pvalues.loc["b", "d"] == pytest.approx(theirs.pvalue, rel=1e-10)


def test_a_diagram_has_the_means_of_the_ranks_present(gaps):
    t = table(gaps)
    ranks = pb.ranks(t)
    assert (ranks.isna().to_numpy() == np.isnan(gaps)).all()
    drawn = pb.critical_difference(t, "wilcoxon")
    scaled = 1 + 3 * (ranks - 1).div(ranks.count(axis=1) - 1, axis=0)  # 1 to k on each dataset
    assert dict(zip(drawn.classifiers, drawn.mean_ranks, strict=True)) == pytest.approx(
        dict(scaled.mean())
    )
    mack = pb.skillings_mack(t).mean_ranks
    assert dict(pb.wilcoxon(t).mean_ranks) == pytest.approx(dict(mack))
    assert {"missing-scores", "pairwise-complete"} <= {*drawn.notes}
    given = pb.critical_difference(t, pb.wilcoxon(t).pvalues)
    assert "pairwise-complete" not in given.notes


def test_ties_of_ranks_leave_missing_scores_out():
    t = table([[1, 1, np.nan, np.nan], [2, np.nan, 3, 1], [np.nan, 5, 5, 5]])
    assert pb.ranks(t).fillna(0).to_numpy().tolist() == [
        [1.5, 1.5, 0, 0], [2, 0, 1, 3], [0, 2, 2, 2],
    ]  # fmt: skip
    near = table([[1, 1 + 1e-15, np.nan, 2], [2, np.nan, 3, 1], [1, 5, 5, 5]])
    assert pb.ranks(near, tie_tol="auto").iloc[0].fillna(0).tolist() == [2.5, 2.5, 0, 1]


def test_a_pair_needs_two_datasets():
    t = table([[1, 2, 3, 4], [1, 2, 3, np.nan], [np.nan, 1, 2, 4], [1, 2, 3, np.nan]])
    with pytest.raises(pb.ResultsTableError) as refusal:
        pb.wilcoxon(t)
    assert "at least 2 datasets with scores of both methods of every pair" in str(refusal.value)
    assert "1 for methods `a` and `d`" in str(refusal.value)
    assert "Leave out one of these methods." in str(refusal.value)
    assert pb.wilcoxon(t.select(classifiers=["a", "b", "c"])).n_common.loc["a", "b"] == 3


@pytest.mark.parametrize("name", ["friedman", "nemenyi", "quade", "siegel", "conover", "eisinga"])
def test_tests_of_whole_datasets_name_another(gaps, name):
    with pytest.raises(pb.ResultsTableError, match="Use skillings_mack to test all methods"):
        getattr(pb, name)(table(gaps))
    blocks = np.array([[row[j] if j != i % 4 else np.nan for j in range(4)]
                       for i, row in enumerate(np.arange(32.0).reshape(8, 4))])  # fmt: skip
    with pytest.raises(pb.ResultsTableError, match="Use durbin to test all methods"):
        getattr(pb, name)(table(blocks))


def test_few_datasets_is_about_the_pair_with_the_fewest(scores):
    holes = scores.copy()
    holes[:5, 0] = np.nan
    assert "few-datasets" in pb.wilcoxon(table(holes), method="normal").notes
    assert "few-datasets" not in pb.wilcoxon(table(scores), method="normal").notes


def test_a_matrix_of_methods_without_a_common_dataset_elsewhere(scores):
    # On the first dataset only "d" has a score, which the cells of a, b and c leave out.
    holes = scores.copy()
    holes[0, :3] = np.nan
    shown = pb.multi_comparison(table(holes), ["a", "b"], ["b", "c"])
    complete = pb.multi_comparison(table(scores[1:]), ["a", "b"], ["b", "c"])
    assert shown.pvalues.equals(complete.pvalues)
    assert shown.mean_difference.equals(complete.mean_difference)


def test_blocks_are_balanced_only_if_pairs_share_equally_many():
    nan = np.nan
    assert balanced(np.array([[1, 2, nan], [1, nan, 3], [nan, 2, 3.0]]))
    assert not balanced(np.array([[1, 2, nan], [1, 2, nan], [1, nan, 3], [nan, 2, 3.0]]))
    assert not balanced(np.array([[1, 2, 3], [1, 2, nan]]))


def test_rows_of_equal_size_are_together():
    gaps = np.array([[1, np.nan, 2], [3, 4, 5], [np.nan, 6, 7.0]])
    found = [(rows.tolist(), part.tolist()) for rows, part in of_equal_size(gaps)]
    assert found == [([0, 2], [[1, 2], [6, 7]]), ([1], [[3, 4, 5]])]
    assert [column.tolist() for column in columns_of(gaps)] == [[1, 3], [4, 6], [2, 5, 7]]
    counts = pd.DataFrame(common_counts(gaps), index=list("abc"), columns=list("abc"))
    assert spread(counts) == "1 to 2"
    assert spread(counts.loc[["a"], ["c"]]) == "2"


def test_results_survive_a_round_trip(gaps, tmp_path):
    for result in (pb.wilcoxon(table(gaps)), pb.effects(table(gaps)), pb.bayesian_t(table(gaps))):
        path = tmp_path / "result.json"
        path.write_text(json.dumps(result.to_dict()))
        assert pb.load_result(path).n_common.equals(result.n_common)


def test_cells_of_a_figure_show_their_number_of_datasets(gaps):
    from pybench.plot import multi_comparison_cells as cells

    result = pb.multi_comparison(table(gaps))
    (first,) = cells.cell_lines(result, ("wins",), 3, result.own)[0][1]
    i, j = result.rows[0], result.columns[1]
    assert first.endswith(f" ({result.n_common.loc[i, j]})")
    assert "both have a score" in next(cells.meanings(result, "score", ("wins",)))


def test_captions_tell_what_is_missing_and_what_was_filled_in(gaps, tmp_path):
    from pybench.base import notes

    kept = notes.flags(pb.wilcoxon(table(gaps)).notes)
    assert kept == ("Datasets per pair: 9 to 11 of 13.",)
    filled = pb.read_results(
        gaps, higher_is_better=True, missing="worst", classifiers=NAMES,
        datasets=[f"d{i}" for i in range(13)],
    )  # fmt: skip
    for figure in (
        pb.plot.multi_comparison(pb.multi_comparison(filled)),
        pb.plot.critical_difference(pb.critical_difference(filled)),
    ):
        with mpl.rc_context({"svg.fonttype": "none"}):
            figure.savefig(tmp_path / "figure.svg")
        words = re.sub("<[^>]*>", " ", (tmp_path / "figure.svg").read_text(encoding="utf-8"))
        assert "Filled in, not measured: 6 of 52 scores" in " ".join(words.split())


def test_a_comparison_uses_the_scores_that_are_there(gaps):
    t = table(gaps)
    whole = pb.compare(t, bayesian=True)
    absent = (whole.friedman, whole.iman_davenport, whole.nemenyi, whole.critical_difference)
    assert absent == (None,) * 4
    assert whole.omnibus.to_dict() == pb.skillings_mack(t).to_dict()
    assert whole.wilcoxon.to_dict() == pb.wilcoxon(t).to_dict()
    assert whole.signed_rank_diagram.to_dict() == pb.critical_difference(t, "wilcoxon").to_dict()
    assert whole.multi_comparison.to_dict() == pb.multi_comparison(t).to_dict()
    assert whole.bayesian.to_dict() == pb.bayesian_signed_rank(t).to_dict()
    assert {"pairwise-complete", "missing-scores"} <= {*whole.notes}
    first, second = whole.conclusions[:2]
    assert first.startswith("Missing scores: 6 of 52. The tests of Friedman, of Iman and Davenport")
    assert "(9 to 11 of 13)" in first
    assert second.startswith("The Skillings-Mack test finds at alpha = 0.05")
    assert not any("Nemenyi's test" in one for one in whole.conclusions)
    assert any("9 to 11 datasets can be too few" in one for one in whole.conclusions)


def test_scores_of_a_comparison_are_those_present(gaps):
    found = pb.compare(table(gaps), mcm=False).scores
    best = np.nanmax(gaps, axis=1, keepdims=True)
    for j, name in enumerate(NAMES):
        own = gaps[~np.isnan(gaps[:, j]), j]
        row = found.loc[name]
        assert row["n_scores"] == len(own)
        expected = [own.mean(), own.std(ddof=1), np.median(own), (gaps[:, [j]] == best).sum()]
        assert row[["mean", "sd", "median", "best"]].tolist() == pytest.approx(expected)
    assert "n_scores" not in pb.compare(table(np.nan_to_num(gaps)), mcm=False).scores


def test_a_method_that_loses_every_comparison_is_not_called_best():
    """G loses on each of its datasets, most of which it shares with F alone."""
    rng, nan = np.random.default_rng(3), np.nan
    rows = [[*rng.permutation(5) + 10.0, 5, nan] for _ in range(12)]
    rows += [[*[nan] * 5, 9, 1]] * 40 + [[*rng.permutation(5) + 10.0, 5, 1] for _ in range(2)]
    t = pb.read_results(
        rows, datasets=[f"d{i}" for i in range(54)], classifiers=list("ABCDEFG"),
        higher_is_better=True, missing="pairwise",
    )  # fmt: skip
    found = pb.compare(t, mcm=False)
    assert found.scores["mean_rank"]["G"] == 7
    assert found.omnibus.mean_ranks["G"] == 7
    told = "\n".join(found.conclusions)
    assert "F has the best mean rank (2.52, of ranks rescaled to 1 to 7), but it is no win" in told
    assert "Against the order of the mean ranks, signed-rank tests with Holm's correction" in told
    for name in "ABCDE":
        assert f"{name} better than F" in told


def test_equal_means_of_rescaled_ranks_are_equal():
    from pybench.comparison.ranks import mean_ranks_of

    doubled = np.array([[2, 4, 6, 8], [2, 4, 6, 0], [4, 2, 0, 6], [0, 0, 2, 4], [0, 0, 0, 2]])
    size = (doubled > 0).sum(axis=1, keepdims=True)
    scaled = np.where(doubled > 0, 1 + 3 * (doubled / 2 - 1) / np.maximum(size - 1, 1), np.nan)
    assert mean_ranks_of(doubled) == pytest.approx(np.nanmean(scaled[:4], axis=0))
    turned = doubled[:, [1, 0, 2, 3]]
    both = mean_ranks_of(np.vstack([doubled, turned]))
    assert both[0] == both[1]
    whole = doubled[:1].repeat(3, axis=0)
    assert np.array_equal(mean_ranks_of(whole), whole.sum(axis=0) / 6)


def test_the_test_of_all_methods_fits_the_design(gaps):
    few = pb.compare(table(gaps[:8]), mcm=False, seed=3).omnibus
    assert (few.test, few.method) == ("skillings_mack", "simulation")
    assert few.pvalue == pb.skillings_mack(table(gaps[:8]), "simulation", seed=3).pvalue
    assert "few-datasets" not in few.notes
    blocks = np.arange(32.0).reshape(8, 4)
    blocks[range(8), [i % 4 for i in range(8)]] = np.nan
    assert pb.compare(table(blocks), mcm=False).omnibus.test == "durbin"


def test_a_comparison_refuses_what_needs_every_score(gaps):
    t = table(gaps)
    for name, value in (("stability", True), ("convention", "scmamp")):
        with pytest.raises(pb.ArgumentError, match=f"`{name}` needs every score, and 6 of 52"):
            pb.compare(t, **{name: value})
    with pytest.raises(pb.ArgumentError, match="`nemenyi_at` needs every score"):
        pb.compare(t, mcm=False).nemenyi_at(0.1)


def test_a_comparison_survives_a_round_trip(gaps):
    whole = pb.compare(table(gaps))
    for stored in (whole.to_dict(), json.loads(json.dumps(whole.to_dict(), allow_nan=False))):
        assert pb.load_result(stored).to_dict() == whole.to_dict()
        assert str(pb.load_result(stored)) == str(whole)


def test_the_page_of_an_incomplete_comparison(gaps, tmp_path):
    whole = pb.compare(table(gaps), bayesian=True)
    pb.report(whole, tmp_path)
    folder = tmp_path / "comparison"
    assert (folder / "signed-rank.svg").is_file()
    assert not (folder / "critical-difference.svg").exists()
    assert not (folder / "nemenyi-pvalues.csv").exists()
    pairs = pd.read_csv(folder / "wilcoxon-pairs.csv")
    assert pairs["datasets"].tolist() == whole.wilcoxon.to_frame()["n_common"].tolist()
    assert pd.read_csv(folder / "scores.csv")["scores"].tolist() == [11, 11, 12, 12]
    page = " ".join(re.sub("<[^>]*>", " ", (tmp_path / "index.html").read_text("utf-8")).split())
    assert "6 of 52 scores are missing" in page
    assert "Skillings-Mack, chi-square" in page
    assert "The tests of Friedman and of Iman and Davenport need every score" in page
    one = whole.wilcoxon.to_frame().iloc[0]
    assert f"{one.pvalue:.3f} ({one.n_common})" in page
    drawn = pb.plot.critical_difference(whole)
    assert drawn is not None


@pytest.mark.r
def test_both_languages_compare_alike(gaps):
    for scores in (gaps, gaps[:8], gaps[:, :2][~np.isnan(gaps[:, :2]).all(axis=1)]):
        names = {"datasets": [f"d{i}" for i in range(len(scores))]}
        t = pb.read_results(
            scores, higher_is_better=True, missing="pairwise",
            classifiers=NAMES[: scores.shape[1]], **names,
        )  # fmt: skip
        found = pb.compare(t, 0.1, bayesian=True, engine="both")
        assert all(row.agrees for row in found.differences)
        assert found.omnibus.engine == "both"
