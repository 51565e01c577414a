"""Stability of verdicts against brute force: every sub-table tested by the public functions."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import pybench as pb
from pybench.base.stream import uniforms
from pybench.base.text import percentage
from pybench.comparison.replicates import resampled

TESTS = ("nemenyi", "wilcoxon-holm")


def said(t, pairs, alpha, zero_method="wilcox"):
    """Return ahead, behind, Nemenyi, Wilcoxon-Holm by direct calls, one row per pair."""
    nemenyi = pb.nemenyi(t, alpha, reference="limit")
    wilcoxon = pb.wilcoxon(t, zero_method=zero_method)
    ranks = nemenyi.mean_ranks
    return np.array(
        [
            [
                ranks[first] < ranks[second],
                ranks[first] > ranks[second],
                nemenyi.pvalues.loc[first, second] <= alpha,
                wilcoxon.pvalues.loc[first, second] <= alpha,
            ]
            for first, second in pairs
        ],
        dtype=float,
    )


@pytest.mark.parametrize("zero_method", ["wilcox", "pratt"])
def test_all_sets_by_brute_force(random_tables, zero_method):
    for t in random_tables(6, seed=1, largest=5):
        result = pb.stability(t, 0.2, resamples=0, zero_method=zero_method)
        k = t.n_classifiers
        assert result.exhaustive
        assert result.n_sets == 2**k - k - 1
        for row, (first, second) in enumerate(result.pairs):
            others = [name for name in t.classifiers if name not in (first, second)]
            sets = [
                tuple(name for name in t.classifiers if name in (first, second, *chosen))
                for size in range(k - 1)
                for chosen in itertools.combinations(others, size)
            ]
            tables = [t.select(classifiers=names) for names in sets]
            pair = [(first, second)]
            answers = np.array([said(part, pair, 0.2, zero_method)[0] for part in tables])
            full = result.full.iloc[row].to_numpy()[1:5]
            np.testing.assert_array_equal(full, said(t, pair, 0.2, zero_method)[0])
            assert result.over_sets.iloc[row, 0] == 2 ** (k - 2)
            np.testing.assert_array_equal(result.over_sets.iloc[row, 1:5], answers.mean(axis=0))
            order = (answers[:, 0] * full[1] + answers[:, 1] * full[0]).astype(bool)
            flips = {"order": order} | {
                test: answers[:, 2 + at] != full[2 + at] for at, test in enumerate(TESTS)
            }
            for question, flipped in flips.items():
                share = result.flips("sets").loc[f"{first} vs {second}", question]
                assert share == pytest.approx(flipped.mean(), rel=1e-12, abs=0)
                found = [names for names, flip in zip(sets, flipped, strict=True) if flip]
                example = result.example(second, first, question)
                assert example["smallest"] == (found[0] if found else ())
                nearest = example["nearest"]
                assert nearest in found or (nearest == () and not found)
                assert len(nearest) == max(map(len, found), default=0)


def test_every_table_without_one_dataset_by_brute_force(random_tables):
    for t in random_tables(8, seed=2, largest=12):
        result = pb.stability(t, 0.1, limit=1, resamples=0)
        pairs = result.pairs[:4]
        rests = [t.select(datasets=[d for d in t.datasets if d != out]) for out in t.datasets]
        whole, without = said(t, pairs, 0.1), np.array([said(rest, pairs, 0.1) for rest in rests])
        for row, (first, second) in enumerate(pairs):
            full, answers = whole[row], without[:, row]
            np.testing.assert_allclose(
                result.over_datasets.iloc[row, 1:5], answers.mean(axis=0), rtol=1e-15
            )
            for at, test in enumerate(TESTS, 2):
                carriers = tuple(
                    d for d, answer in zip(t.datasets, answers, strict=True)
                    if answer[at] != full[at]
                )  # fmt: skip
                assert result.example(first, second, test)["datasets"] == carriers


def test_resamples_by_brute_force(random_tables):
    """Up to 25 datasets p is exact in resamples too: as from tables with repeated datasets."""
    for t in random_tables(5, seed=3, largest=9):
        n = t.n_datasets
        result = pb.stability(t, 0.1, limit=1, resamples=7, seed=5)
        weights = resampled(n, uniforms(5, "stability-resamples", 0, 7 * n).reshape(7, n))
        answers = []
        for weight in weights:
            rows = np.repeat(np.arange(n), weight)
            table = pb.read_results(
                t.scores[rows],
                datasets=[f"r{i}" for i in range(n)],
                classifiers=t.classifiers,
                higher_is_better=t.higher_is_better,
            )
            answers.append(said(table, result.pairs, 0.1))
        expected = np.array(answers).mean(axis=0)
        np.testing.assert_allclose(result.over_resamples.to_numpy()[:, 1:5], expected, rtol=1e-15)
        assert (result.over_resamples["tables"] == 7).all()


def test_raw_wilcoxon_does_not_hang_on_the_others(random_tables):
    """Only the correction does: in sets of two nothing is corrected."""
    for t in random_tables(5, seed=4, largest=12):
        result = pb.stability(t, 0.1, sizes=2, resamples=0)
        raw = pb.wilcoxon(t, "none").pvalues.to_numpy()
        first, second = np.triu_indices(t.n_classifiers, 1)
        np.testing.assert_array_equal(result.over_sets["wilcoxon-holm"], raw[first, second] <= 0.1)
        assert (result.over_sets["tables"] == 1).all()


@pytest.fixture(scope="module")
def planted(make_table):
    """Return a table whose c1 and c2 differ by Holm's correction only without c3.

    c1 beats c2 on 8 of 8 datasets: p = 2 / 2^8 = 0.0078. c3 is far better or far worse by turns.
    """
    rows = [[0.5 + i / 100, 0.4, 0.9 if i % 2 else 0.1] for i in range(8)]
    return make_table(rows)


def test_a_planted_flip_is_found(planted):
    """At 0.02 the pair alone differs (p = 0.0078), among three pairs 3 p = 0.0234 does not."""
    result = pb.stability(planted, 0.02, resamples=0)
    assert result.full.loc["c1 vs c2", "wilcoxon-holm"] == 0
    assert result.flips("sets").loc["c1 vs c2", "wilcoxon-holm"] == 0.5
    example = result.example("c1", "c2")
    assert example["smallest"] == example["nearest"] == ("c1", "c2")
    assert example["without"] == ("c3",)
    text = str(result)
    assert (
        "  By the signed-rank tests with Holm's correction at alpha = 0.02:\n"
        "    c1 and c2 are not shown to differ; in 50.0% of sets they differ significantly, "
        "for example without c3"
    ) in text
    assert "against 4 sets of methods (all), 8 tables without one dataset" in text


def test_drawn_sets_come_near_to_all_of_them(random_tables):
    t = next(t for t in random_tables(20, seed=8, largest=9) if t.n_classifiers > 6)
    every = pb.stability(t, resamples=0).over_sets
    k = t.n_classifiers
    some = pb.stability(t, resamples=0, limit=2**k - k - 2, seed=1)
    assert not some.exhaustive
    assert some.n_sets == 2**k - k - 2
    # A share of about 2^(k-2) drawn sets: five standard deviations.
    wide = 5 * 0.5 / math.sqrt(2 ** (k - 2))
    np.testing.assert_allclose(some.over_sets.iloc[:, 1:], every.iloc[:, 1:], atol=wide)
    again = pb.stability(t, resamples=0, limit=2**k - k - 2, seed=1)
    np.testing.assert_array_equal(some.over_sets, again.over_sets)
    other = pb.stability(t, resamples=0, limit=2**k - k - 2, seed=2)
    assert not np.array_equal(some.over_sets, other.over_sets)
    assert some.nearest == again.nearest


def test_blocks_do_not_change_the_answer(random_tables, monkeypatch):
    from pybench.comparison import subsets

    (t,) = random_tables(1, seed=9, largest=6)
    whole = pb.stability(t, resamples=3)
    monkeypatch.setattr(subsets, "_BLOCK", 8 * 3)
    parts = pb.stability(t, resamples=3)
    np.testing.assert_array_equal(whole.over_sets, parts.over_sets)
    assert (whole.smallest, whole.nearest) == (parts.smallest, parts.nearest)


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_two_classifiers_have_no_others(make_table, engine):
    t = make_table([[2, 1]] * 9 + [[1, 2]])
    result = pb.stability(t, resamples=20, engine=engine)
    assert (result.n_sets, result.exhaustive) == (1, True)
    assert (result.flips("sets").to_numpy() == 0).all()
    assert result.example("c1", "c2")["nearest"] == ()
    assert result.carriers[0] == ()
    assert "two-classifiers" in result.notes


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
@pytest.mark.parametrize("scores", [np.full((4, 3), 0.5), [[1, 1, 2]] * 2, [[3, 2, 1]] * 12])
def test_degenerate_tables(make_table, scores, engine):
    result = pb.stability(make_table(scores), resamples=5, engine=engine)
    for shares in (result.over_sets, result.over_datasets, result.over_resamples):
        assert np.isfinite(shares.to_numpy()).all()
        assert (shares.iloc[:, 1:].to_numpy() <= 1).all()
    if np.ptp(np.asarray(scores, dtype=float)) == 0:
        assert (result.full.iloc[:, 1:].to_numpy() == 0).all()
    assert len(result.to_frame()) == 3


def test_pairs_that_no_drawn_set_holds_have_no_flips(make_table):
    t = make_table(np.arange(40).reshape(5, 8) % 7)
    result = pb.stability(t, 0.3, sizes=2, limit=3, resamples=0)
    unseen = result.over_sets["tables"] == 0
    assert unseen.sum() >= 25
    assert (result.flips("sets")[unseen].to_numpy() == 0).all()
    assert result.over_resamples["tables"].sum() == 0


@pytest.mark.r
def test_both_languages_agree(random_tables):
    for i, t in enumerate(random_tables(12, seed=10, largest=10)):
        zero_method = ("wilcox", "pratt", "zsplit")[i % 3]
        options = {"zero_method": zero_method, "seed": i, "engine": "both"}
        assert pb.stability(t, 0.1, resamples=30, **options).engine == "both"
        pb.stability(t, 0.02, sizes=[2, t.n_classifiers], limit=5, resamples=0, **options)


@pytest.mark.r
def test_both_languages_agree_on_published_results(shared):
    path = shared / "data" / "results" / "tsc14_ucr109_mean.csv"
    t = pb.read_results(path, higher_is_better=True, missing="drop")
    result = pb.stability(t, resamples=100, engine="both")
    assert result.n_sets == 2**14 - 15
    # Table 1 of the paper on benchmark subsets is a table of such verdicts.
    assert result.full["nemenyi"].sum() == (pb.nemenyi(t, reference="limit").significant.sum()) / 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"alpha": 0}, "`alpha` must be a number between 0 and 1"),
        ({"sizes": 1}, "`sizes` must be whole numbers from 2 to 3"),
        ({"sizes": [2, 4]}, "`sizes` must be whole numbers from 2 to 3"),
        ({"sizes": []}, "`sizes` must be whole numbers from 2 to 3"),
        ({"sizes": "2"}, "`sizes` must be whole numbers from 2 to 3"),
        ({"sizes": 2.5}, "`sizes` must be whole numbers from 2 to 3"),
        ({"limit": 0}, "`limit` must be a whole number >= 1, not 0"),
        ({"limit": True}, "`limit` must be a whole number"),
        ({"resamples": -1}, "`resamples` must be a whole number >= 0, not -1"),
        ({"zero_method": "zero"}, "`zero_method` must be one of"),
        ({"seed": 0.5}, "`seed` must be an integer"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.stability(make_table([[1, 2, 3]] * 3), **arguments)


def test_bad_questions(make_table):
    result = pb.stability(make_table([[1, 2, 3]] * 3), resamples=0)
    with pytest.raises(pb.ArgumentError, match="two different methods, not 'c1' and 'c9'"):
        result.example("c1", "c9")
    with pytest.raises(pb.ArgumentError, match="`over` must be one of"):
        result.flips("time")


def test_percentages_never_say_all_or_nothing_wrongly():
    shown = {0.0: "0.0", 1e-9: "<0.1", 0.5: "50.0", 1 - 1e-9: ">99.9", 1.0: "100.0"}
    assert {share: percentage(share, 1) for share in shown} == shown


def test_frame(planted):
    frame = pb.stability(planted, 0.02, resamples=10).to_frame()
    assert list(frame.columns[:5]) == [
        "classifier_1", "classifier_2", "rank_difference", "nemenyi", "wilcoxon_holm",
    ]  # fmt: skip
    assert frame.shape == (3, 5 + 9 + 6)
    assert all(name.isidentifier() for name in frame.columns)
    assert frame.loc[0, "wilcoxon_holm_over_sets"] == 0.5
    assert frame.loc[0, "rank_difference"] == -1


def verdicts(t, first, second, alpha):
    """Return who is better by each test, by direct calls."""
    found = pb.nemenyi(t, alpha, reference="limit"), pb.wilcoxon(t).at_level(alpha)
    return np.array([test.verdicts.loc[first, second] for test in found])


@pytest.mark.r
@pytest.mark.parametrize("k", [2, 3])
def test_reversals_by_brute_force(make_table, k):
    """At a level so high that tests often find the opposite of what they found."""
    alpha = 0.97
    t = make_table(np.random.default_rng(0).integers(0, 9, (6, k)) + 0.0)
    n = t.n_datasets
    result = pb.stability(t, alpha, resamples=20, seed=2, engine="both")
    weights = resampled(n, uniforms(2, "stability-resamples", 0, 20 * n).reshape(20, n))
    sets = [
        names for size in range(2, k + 1) for names in itertools.combinations(t.classifiers, size)
    ]
    drawn = [make_table(t.scores[np.repeat(np.arange(n), weight)]) for weight in weights]
    left = [t.select(datasets=[d for d in t.datasets if d != out]) for out in t.datasets]
    total = np.zeros(2)
    for row, pair in enumerate(result.pairs):
        full = verdicts(t, *pair, alpha)
        among = [t.select(classifiers=names) for names in sets if {*pair} <= {*names}]
        for kind, tables in (("sets", among), ("datasets", left), ("resamples", drawn)):
            said = np.array([verdicts(table, *pair, alpha) for table in tables])
            turned = (said * full < 0).mean(axis=0)
            flipped = (said != full).mean(axis=0)
            np.testing.assert_allclose(result.reversals(kind).iloc[row], turned, rtol=1e-12)
            np.testing.assert_allclose(result.flips(kind).iloc[row, 1:], flipped, rtol=1e-12)
            total += turned
        carriers = tuple(
            d
            for d, table in zip(t.datasets, left, strict=True)
            if verdicts(table, *pair, alpha)[1] != full[1]
        )
        assert result.example(*pair)["datasets"] == carriers
    assert (total > 0).tolist() == [True, k == 2]
    assert "; reversed: " in str(result)
    assert "wilcoxon_holm_reversed_over_resamples" in result.to_frame()


def test_an_earlier_file_does_not_know_of_reversals(make_table):
    told = pb.stability(make_table([[3, 2, 1], [1, 3, 2], [3, 1, 2]]), resamples=3).to_dict()
    told["schema"] = "pybench/stability/1"
    for name in ("full", "over_sets", "over_datasets", "over_resamples"):
        told[name] = {
            **told[name],
            "columns": told[name]["columns"][:5],
            "values": [row[:5] for row in told[name]["values"]],
        }
    again = pb.load_result(told)
    assert again.reversals().isna().all(axis=None)
    assert again.flips("resamples").notna().all(axis=None)
    assert "opposite" not in str(again)


def test_reversals_are_in_the_text_by_kind(make_table):
    """At a level so high that tests often find the opposite of what they found."""
    t = make_table(np.random.default_rng(0).integers(0, 9, (6, 2)) + 0.0)
    result = pb.stability(t, 0.97, resamples=20, seed=2)
    counts = [
        int((result.reversals(kind)["wilcoxon-holm"] > 0).sum())
        for kind in ("sets", "datasets", "resamples")
    ]
    assert any(counts)
    assert "; reversed: " + ", ".join(map(str, counts)) in str(result)
