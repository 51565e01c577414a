"""The protocol: the paper's numbers, laws, both languages, and what is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, ResultsTableError


def areas(found):
    return found.auc.set_index(["strategy", "representation", "metric"])[["mean", "sd"]]


def test_random_has_the_areas_of_table_1(tsc):
    """Bands of the specification; the paper's MRR is the reversed one."""
    found = pb.rank_preservation(tsc, None, strategies=["random"], trials=1000)
    mean, sd = (areas(found)[column].loc["random", ""] for column in ("mean", "sd"))
    assert 30.6 <= mean["mae"] <= 30.8
    assert sd["mae"] == pytest.approx(1.8, abs=0.1)
    for metric, value, spread in (
        ("spearman", 16.61, 0.21),
        ("kendall", 14.22, 0.28),
        ("ndcg5", 17.583, 0.093),
        ("mrr_reversed", 11.385, 1.45),
        ("mrr", 15.6, 1.0),
    ):
        assert mean[metric] == pytest.approx(value, abs=4 * spread / 1000**0.5), metric
        assert sd[metric] == pytest.approx(spread, rel=0.1), metric


def test_random_has_the_areas_of_the_recommender_systems(recsys):
    """Table 1: 9.52 and 14.88; there its MRR, 16.80, is the right way round."""
    found = pb.rank_preservation(recsys[0], None, strategies=["random"], trials=1000)
    mean = areas(found)["mean"].loc["random", ""]
    assert mean["mae"] == pytest.approx(9.5, abs=0.1)
    assert mean["spearman"] == pytest.approx(14.9, abs=0.1)
    assert mean["mrr"] == pytest.approx(16.8, abs=0.1)
    assert mean["mrr_reversed"] < 15.3


def test_sufficient_sizes_of_the_recommender_systems(recsys):
    """Table 2: 2 / 2 / 2 and 2 / 4 / 5 for the MAE, no conservative one for the correlation."""
    t, features = recsys
    found = pb.rank_preservation(t, {"features": features}).sufficient.set_index("metric")
    assert set(found.loc["mae", "by_mean"]) == {2}
    ends = found.loc["mae", "conservative"]
    assert (ends.min(), ends.max()) == (2, 5)
    assert np.isinf(found.loc["spearman", "conservative"]).all()


def test_scores_are_not_averaged_before_they_are_ranked(tsc):
    """Ranks of mean scores give another number, 35.7."""
    means = pb.read_results(
        tsc.scores, higher_is_better=True, datasets=tsc.datasets, classifiers=tsc.classifiers
    )
    found = pb.rank_preservation(means, None, strategies=["random"], trials=300, metrics=["mae"])
    assert found.ranked == "means"
    assert found.auc["mean"].item() == pytest.approx(35.7, abs=0.4)


def test_neither_order_nor_direction_nor_blocks_nor_workers_change_a_bit(table, place, monkeypatch):
    t, places = table(1), {"x": place(1), "y": place(2, grid=True)}
    found = pb.rank_preservation(t, places, trials=9, sizes=range(2, 7))
    mixed = t.select(datasets=t.datasets[::-1])
    worse = pb.read_results(
        pd.concat([pd.DataFrame({"dataset": t.datasets, "classifier": c, "resample": f,
                                 "score": -t.by_repeat[:, j, f]})
                   for j, c in enumerate(t.classifiers) for f in range(3)]),
        higher_is_better=False, repeats="keep",
    )  # fmt: skip
    shuffled = {name: frame.sample(frac=1, random_state=1) for name, frame in places.items()}
    for other in (
        pb.rank_preservation(mixed, shuffled, trials=9, sizes=range(2, 7)),
        pb.rank_preservation(worse, places, trials=9, sizes=range(2, 7)),
        pb.rank_preservation(t, places, trials=9, sizes=range(2, 7), workers=2),
    ):
        np.testing.assert_array_equal(other.by_trial, found.by_trial)
    monkeypatch.setattr("pybench.selection.protocol._BLOCK", 500)
    other = pb.rank_preservation(t, places, trials=9, sizes=range(2, 7))
    np.testing.assert_array_equal(other.by_trial, found.by_trial)


@pytest.mark.r
@pytest.mark.parametrize("vary", ["datasets", "models"])
@pytest.mark.parametrize("standardize", ["all", "pool"])
def test_both_languages_agree(table, place, vary, standardize):
    found = pb.rank_preservation(
        table(1), {"x": place(1, grid=True), "y": place(2, p=30)}, trials=7, sizes=(2, 3, 6),
        vary=vary, standardize=standardize, engine="both",
    )  # fmt: skip
    assert found.engine == "both"
    assert "random" in str(found)


@pytest.mark.r
@pytest.mark.slow
def test_both_languages_agree_on_the_recommender_systems(recsys):
    """Real features: columns of very different sizes, datasets that are almost equal."""
    t, features = recsys
    found = pb.rank_preservation(t, {"features": features}, trials=30, engine="both")
    assert found.engine == "both"


def test_text_and_notes(table, place):
    found = pb.rank_preservation(table(0), {"x": place(0)}, trials=5, sizes=(2, 3))
    assert "few-trials" in found.notes
    text = str(found)
    assert "5 trials with 11 datasets" in text
    assert "mae (less is better)" in text
    assert found.to_frame().equals(found.auc)
    assert found.to_dict()["schema"] == "pybench/rank-preservation/1"
    assert "ranked: folds of each dataset" in text
    assert "one-sided p = " in text
    doubt = "p can be far too small: the best was picked on these trials, which share datasets"
    assert doubt in text
    earlier = found.to_dict()
    del earlier["ranked"]
    assert pb.load_result(earlier).ranked == "folds"
    assert pb.load_result({**earlier, "n_repeats": 1}).ranked == "means"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"sizes": [3]}, "two different numbers"),
        ({"sizes": range(2, 13)}, "at most 11, the number of datasets in each trial"),
        ({"strategies": ["random", "landscape"]}, "`embeddings` must suit each of them"),
        ({"trials": 1}, "trials"),
        ({"pool": 1.1}, "pool"),
        ({"vary": "folds"}, "vary"),
        ({"metrics": ["mse"]}, "metrics"),
        ({"metrics": []}, "metrics"),
        ({"targets": {"mse": 1}}, "targets"),
        ({"targets": {"kendall": 0.9}, "metrics": ["mae"]}, "targets"),
        ({"strategies": []}, "strategies"),
        ({"strategies": ["random", "random"]}, "name each strategy once"),
        ({"strategies": ["landscape"]}, "landscape"),
        ({"standardize": "yes"}, "standardize"),
        ({"missing": "ignore"}, "missing"),
        ({"confidence": 95}, "confidence"),
        ({"engine": "julia"}, "engine"),
    ],
)
def test_what_is_refused(table, place, wrong, said):
    with pytest.raises(ArgumentError, match=said):
        pb.rank_preservation(table(0), {"x": place(0)}, **{"trials": 3, "sizes": (2, 3), **wrong})


def test_tables_that_cannot_be_judged(table, place, make_table):
    with pytest.raises(ResultsTableError):
        pb.rank_preservation(make_table([[1.0, 2.0]]), None, strategies=["random"])
    with pytest.raises(ArgumentError, match="lacks"):
        pb.rank_preservation(table(0), {"x": place(0).iloc[1:]}, trials=3, sizes=(2, 3))


def test_strategies_are_read_once(table):
    t, asked = table(1), ["random", "oracle"]
    found = pb.rank_preservation(t, None, iter(asked), (2, 3), 3)
    assert str(found) == str(pb.rank_preservation(t, None, asked, (2, 3), 3))


def test_areas_have_the_mean_and_the_spread_of_the_trials(table):
    found = pb.rank_preservation(table(0), None, ["random"], (1, 2, 4), 6)
    assert found.sizes == (1, 2, 4)
    by_trial = found.by_trial.reshape(-1, 6)
    assert found.auc["mean"].to_numpy() == pytest.approx(by_trial.mean(axis=1))
    assert found.auc["sd"].to_numpy() == pytest.approx(by_trial.std(axis=1, ddof=1))


def test_each_embedding_is_standardised_in_its_own_way(table, place):
    """Two embeddings in one call have the areas of two calls; those not named have "all"."""
    t, given = table(1), {"a": place(1), "b": place(2)}
    asked = {"strategies": ["k-means", "farthest-first/euclidean"], "sizes": (2, 3), "trials": 5}
    asked |= {"engine": "both"}
    found = pb.rank_preservation(t, given, standardize={"b": "none"}, **asked).auc
    for name, how in (("a", "all"), ("b", "none")):
        own = pb.rank_preservation(t, {name: given[name]}, standardize=how, **asked).auc
        mine = found[found["representation"] == name].reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, own)
    other = pb.rank_preservation(t, given, **asked).auc
    assert not other.equals(found)


@pytest.mark.parametrize("wrong", [{"c": "all"}, {"a": "some"}, "some"])
def test_ways_to_standardise_are_checked(table, place, wrong):
    with pytest.raises(pb.ArgumentError, match="standardize"):
        pb.rank_preservation(table(1), {"a": place(1)}, standardize=wrong)
