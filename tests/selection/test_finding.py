"""Which representation fits: laws of the nested search, its sentence, and what it refuses."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.stream import draw
from pybench.selection import nested
from pybench.selection.space import space
from tests.selection.conftest import place, table

QUICK = {"sizes": (2, 4), "trials": 4, "permutations": 19}
STRATEGIES = ["farthest-first/euclidean", "k-medoids"]
T = table(1, n=12, m=8, repeats=2)
X = {"x": place(1, n=12), "y": place(2, n=12, p=2)}


def permuted(t: pb.ResultsTable, order) -> pb.ResultsTable:
    """Give the results of each dataset to another one."""
    names = sorted(t.datasets)
    rows = [t.datasets.index(names[i]) for i in order]
    moved = t.select(datasets=[t.datasets[i] for i in rows])
    frame = pd.DataFrame(
        [
            (names[i], model, fold, moved.by_repeat[i, j, fold])
            for i in range(t.n_datasets)
            for j, model in enumerate(t.classifiers)
            for fold in range(t.by_repeat.shape[2])
        ],
        columns=["dataset", "classifier", "resample", "score"],
    )
    return pb.read_results(frame, higher_is_better=t.higher_is_better, repeats="keep")


def by_hand(t, embeddings, models, sizes, trials, seed=0):
    """Return areas of MAE by combination on some models, by the protocol of other code."""
    found = {}
    for name, one in embeddings.items():
        for way in ("all", "none"):
            made = pb.rank_preservation(
                t.select(classifiers=models), {name: one}, STRATEGIES, sizes, trials, seed=seed,
                metrics=["mae"], standardize=way,
            )  # fmt: skip
            for row in made.auc.to_dict("records"):
                found[name, way, row["strategy"]] = row["mean"]
    return found


def test_areas_are_those_of_the_protocol_on_the_models_of_a_fold():
    found = pb.find_representation(T, X, STRATEGIES, **QUICK)
    homes = found.models.groupby("fold")["model"].apply(list)
    assert homes.map(len).tolist() == [2, 2, 2, 2]
    assert sorted(found.models["model"]) == sorted(T.classifiers)
    areas = {fold: by_hand(T, X, models, (2, 4), 4) for fold, models in homes.items()}
    keys = found.table[["representation", "standardize", "strategy"]].apply(tuple, axis=1)
    outer = np.array([[areas[fold][key] for fold in homes.index] for key in keys])
    np.testing.assert_allclose(found.table["area"], outer.mean(axis=1), rtol=0, atol=1e-12)
    for fold, row in enumerate(found.folds.to_dict("records")):
        inner = np.delete(outer, fold, axis=1).mean(axis=1)
        best = int(np.round(inner, 9).argmin())
        assert keys[best] == (row["representation"], row["standardize"], row["strategy"])
        assert row["inner"] == pytest.approx(inner[best], abs=1e-12)
        assert row["area"] == pytest.approx(outer[best, fold], abs=1e-12)
        assert row["gain"] == pytest.approx(row["random"] - row["area"], abs=1e-12)
    assert found.gain == pytest.approx(found.folds["gain"].mean(), abs=1e-12)
    best = int(np.round(outer.mean(axis=1), 9).argmin())
    assert keys[best] == (found.representation, found.standardize, found.strategy)
    assert found.table["chosen"].sum() == 4


def test_a_shuffle_is_the_same_search_on_other_datasets():
    """The chosen rows are not computed again; this does compute them again."""
    found = pb.find_representation(T, X, STRATEGIES, **QUICK)
    orders = draw(12, 12, 19, 0, "find representation")
    for place_of, order in enumerate(orders[:3]):
        other = pb.find_representation(permuted(T, order), X, STRATEGIES, **QUICK)
        moved = found.folds["random"].mean() - other.folds["area"].mean()
        assert found.shuffled[place_of] == pytest.approx(moved, abs=1e-12)
    reached = (found.shuffled >= found.gain - 1e-9).sum()
    assert found.pvalue == (1 + reached) / 20


def test_random_subsets_have_the_area_of_the_protocol():
    found = pb.find_representation(T, X, ["k-medoids"], **QUICK)
    for fold, models in found.models.groupby("fold")["model"]:
        made = pb.rank_preservation(
            T.select(classifiers=list(models)), None, ["random"], (2, 4), 1000, 1.0, metrics=["mae"]
        )
        assert found.folds["random"][fold - 1] == pytest.approx(made.auc["mean"][0], abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_models_that_judge_are_not_in_past_results(seed):
    """Noise in place of the scores of one fold does not change what the fold is judged by."""
    t = table(seed, n=12, m=8, repeats=1)
    strategies = ["farthest-first/euclidean", "oracle"]
    found = pb.find_representation(t, {"ranks": t}, strategies, **QUICK)
    chosen = rows_chosen(t, strategies)
    fold = found.models.set_index("model")["fold"]
    judged = [name for name in t.classifiers if fold[name] == 2]
    scores = t.to_frame().copy()
    rng = np.random.default_rng(seed)
    scores[judged] = rng.normal(size=(12, len(judged)))
    again = rows_chosen(pb.read_results(scores, higher_is_better=t.higher_is_better), strategies)
    seen = [unseen for unseen in chosen if 1 in unseen]
    assert len(seen) == 4  # without fold 2, and without it and each other one
    for unseen in seen:
        assert (chosen[unseen] == again[unseen]).all()
    other = [unseen for unseen in chosen if 1 not in unseen]
    assert any((chosen[unseen] != again[unseen]).any() for unseen in other)


def rows_chosen(t, strategies):
    """Return what is chosen from the results of t, by the folds that are unseen."""
    kept = {}
    original = nested._choices

    def spy(*arguments):
        for unseen, choices in original(*arguments):
            kept[unseen] = choices.chosen.toarray()
            yield unseen, choices

    nested._choices = spy
    try:
        pb.find_representation(t, {"ranks": t}, strategies, **QUICK)
    finally:
        nested._choices = original
    return kept


def test_results_of_other_models_are_never_left_out():
    past = table(5, n=12, m=3, repeats=1)
    renamed = past.to_frame().rename(columns={f"m{j}": f"old{j}" for j in range(3)})
    other = pb.read_results(renamed, higher_is_better=past.higher_is_better)
    found = pb.find_representation(T, {"past": other}, ["k-medoids"], folds=2, **QUICK)
    ranks = space(other, "none", "error")
    frame = pd.DataFrame(ranks.values, index=ranks.datasets)
    again = pb.find_representation(T, {"past": frame}, ["k-medoids"], folds=2, **QUICK)
    pd.testing.assert_frame_equal(found.table, again.table)


def test_the_true_representation_is_found_among_broken_ones():
    made = pb.synthetic_benchmark(3, datasets=40, models=12, repeats=1, latent=2, dimensions=8)
    other = pb.synthetic_benchmark(4, datasets=40, models=12, repeats=1, latent=2, dimensions=8)
    views = {"noise": made.broken, "another": other.oracle, "true": made.oracle}
    found = pb.find_representation(
        made.table,
        views,
        ["k-medoids/euclidean", "k-medoids/cosine"],
        sizes=range(2, 9),
        trials=10,
        permutations=39,
    )
    assert (found.representation, found.pvalue, found.shown) == ("true", 1 / 40, True)
    assert set(found.folds["representation"]) == {"true"}
    assert found.sentence().startswith("A representation is shown to beat random: ")


def test_no_gain_is_not_told_as_proof_of_absence():
    made = pb.synthetic_benchmark(3, datasets=40, models=12, repeats=1, latent=2, dimensions=8)
    other = pb.synthetic_benchmark(4, datasets=40, models=12, repeats=1, latent=2, dimensions=8)
    found = pb.find_representation(
        made.table,
        {"another": other.oracle},
        ["k-medoids"],
        sizes=range(2, 9),
        trials=10,
        permutations=39,
    )
    assert not found.shown
    assert found.sentence().startswith("No representation is shown to beat random at level 0.05: ")
    assert found.sentence().endswith("This does not show that none does.")
    assert found.sentence() in str(found)


def test_a_gain_below_zero_is_never_claimed():
    found = pb.find_representation(T, X, ["k-medoids"], **QUICK)
    worse = dataclasses.replace(found, gain=-0.1, pvalue=0.01)
    assert not worse.shown
    assert worse.sentence().startswith("No representation is shown")


def test_the_order_of_rows_and_columns_does_not_matter():
    found = pb.find_representation(T, X, STRATEGIES, **QUICK)
    turned = T.select(datasets=T.datasets[::-1], classifiers=T.classifiers[::-1])
    mixed = {name: frame.iloc[::-1] for name, frame in X.items()}
    again = pb.find_representation(turned, mixed, STRATEGIES, **QUICK)
    assert found.to_dict() == again.to_dict()


def test_workers_and_progress_change_nothing():
    told = []
    found = pb.find_representation(T, X, STRATEGIES, workers=1, progress=told.append, **QUICK)
    assert (told[0].done, told[-1].done) == (0, told[-1].total)
    assert told[-1].pieces == "steps"
    assert str(told[-1]).startswith("100%")
    assert pb.find_representation(T, X, STRATEGIES, workers=2, **QUICK).to_dict() == found.to_dict()


def test_scaling_and_metrics_and_regions():
    regions = {"a": list(T.datasets[:5]), "b": list(T.datasets[5:])}
    found = pb.find_representation(
        T, {"x": X["x"], "land": regions}, ["landscape", "k-medoids", "oracle"],
        ("pool", "none"), metric="spearman", **QUICK,
    )  # fmt: skip
    rows = found.table[["representation", "standardize", "strategy"]].apply(tuple, axis=1)
    assert rows.tolist() == [
        ("x", "pool", "k-medoids/cosine"), ("x", "none", "k-medoids/cosine"),
        ("land", "", "landscape"), ("", "", "oracle"),
    ]  # fmt: skip
    gains = found.folds["area"] - found.folds["random"]
    np.testing.assert_allclose(found.folds["gain"], gains, atol=1e-12)
    assert "oracle" in str(found)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"strategies": ["random"]}, "must not contain"),
        ({"folds": 5}, "`folds` must be at most 4"),
        ({"folds": 1}, "`folds` must be a whole number >= 2"),
        ({"permutations": 18}, "`permutations` must be at least 19"),
        ({"standardize": []}, "`standardize` must name"),
        ({"standardize": ["all", "all"]}, "`standardize` must name"),
        ({"embeddings": {}}, "`embeddings` is empty"),
        ({"embeddings": {"own": T.to_frame()}}, "which is a model of the table"),
        ({"strategies": ["oracle"], "folds": 2}, "`folds` must be at least 3"),
        ({"embeddings": {"own": T}, "folds": 2}, "`folds` must be at least 3"),
        ({"metric": "accuracy"}, "`metric` must be one of"),
        ({"sizes": (2, 10)}, "`sizes` must be at most 9"),
        ({"alpha": 1.0}, "`alpha` must be"),
    ],
)
def test_refusals(changes, message):
    asked = {"embeddings": X, "strategies": ["k-medoids"], **QUICK, **changes}
    with pytest.raises(ArgumentError, match=message):
        pb.find_representation(T, **asked)
