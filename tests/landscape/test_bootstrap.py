"""The bootstrap against brute force: every portfolio tested by the public functions."""

from __future__ import annotations

import csv
import dataclasses
import json

import numpy as np
import pytest

import pybench as pb


def table(seed: int, n: int = 24, k: int = 4, spread: float = 0.5) -> pb.ResultsTable:
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(size=(n, k)) + spread * np.arange(k), 1)
    return pb.read_results(
        scores,
        higher_is_better=bool(seed % 2),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=[f"c{j}" for j in range(k)],
    )


REGIONS = {
    "one": [f"d{i}" for i in range(11)],
    "two": [f"d{i}" for i in range(11, 16)],
    "three": [f"d{i}" for i in range(16, 22)],
}


def maps(t: pb.ResultsTable, threshold: float = 90) -> pb.LandscapeStability:
    """Return three maps of these datasets, the last with a single dataset in each region."""
    rng = np.random.default_rng(4)
    regions = [np.arange(24) // 8, rng.integers(0, 2, 24), np.arange(24)]
    return pb.region_stability(np.stack(regions, axis=1), t.datasets, threshold=threshold)


def told(t: pb.ResultsTable, names, alpha: float, omnibus: bool) -> np.ndarray:
    part = t.select(datasets=list(names))
    if omnibus and pb.friedman(part, reference="limit").pvalue > alpha:
        return np.zeros((t.n_classifiers,) * 2, bool)
    return pb.nemenyi(part, alpha, reference="limit").significant


@pytest.mark.parametrize("omnibus", [True, False])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_portfolio_by_brute_force(seed, omnibus):
    t, alpha = table(seed), 0.2
    result = pb.bootstrap(t, REGIONS, (1, 3), 12, seed=seed, alpha=alpha, omnibus=omnibus)
    for n in (1, 3):
        rows = result.portfolios[n]
        assert rows.shape == (12, 3 * n)
        for region, members in REGIONS.items():
            assert set(rows[[region]].to_numpy().ravel()) <= set(members)
        assert (rows.nunique(axis=1) == 3 * n).all()
        answers = np.array([told(t, names, alpha, omnibus) for names in rows.to_numpy()])
        np.testing.assert_array_equal(result.counts[n], (~answers).sum(axis=0))
        np.testing.assert_array_equal(result.verdicts[n], ~((~answers).mean(axis=0) > 0.5))
        ps = [
            pb.friedman(t.select(datasets=list(names)), reference="limit").pvalue
            for names in rows.to_numpy()
        ]
        assert result.rejected[n] == sum(p <= alpha for p in ps)
        dissent = (answers != result.verdicts[n].to_numpy()).sum(axis=0)
        np.testing.assert_array_equal(result.dissent(n), dissent)
    np.testing.assert_array_equal(result.all_datasets, told(t, t.datasets, alpha, omnibus))
    assert list(result.by_region) == ["one"]
    np.testing.assert_array_equal(result.by_region["one"], told(t, REGIONS["one"], alpha, omnibus))


@pytest.mark.parametrize("omnibus", [True, False])
def test_shares_over_maps_are_those_of_a_bootstrap_of_each_map(omnibus):
    t, options = table(0), {"alpha": 0.2, "omnibus": omnibus}
    stable = maps(t)
    found = pb.bootstrap(t, REGIONS, (2, 4), 15, stability=stable, **options)
    each = [pb.bootstrap(t, stable.members[one], (2, 4), 15, **options) for one in ("M1", "M2")]
    cells = np.triu_indices(4, 1)
    for n in (2, 4):
        some = found.over_maps[found.over_maps["per_region"] == n]
        shares = np.array([1 - one.counts[n].to_numpy()[cells] / 15 for one in each])
        np.testing.assert_allclose(some["share"], shares.mean(axis=0))
        np.testing.assert_allclose(some["smallest"], shares.min(axis=0), atol=1e-12)
        np.testing.assert_allclose(some["largest"], shares.max(axis=0))
        assert set(some["maps"]) == {2}  # no region of the third has two datasets
        assert (shares.min(axis=0) < shares.max(axis=0)).any()
        depend = ((some["smallest"] < 0.5) & (some["largest"] >= 0.5)).sum()
        portfolios = [one.portfolios[n].shape[1] for one in each]
        assert (set(some["fewest"]), set(some["most"])) == ({2 * n}, {3 * n})
        assert {2 * n, 3 * n} == set(portfolios)
        line = f"  on 2 maps, {n} per region ({2 * n} to {3 * n} datasets): a pair differs on "
        line += f"{100 * shares.mean():.1f} % of the portfolios on average; {depend} pair"
        assert line in str(found)
    assert "those of one landscape" not in str(found)
    assert "the maps of landscape_stability are no random sample" in str(found)
    assert "maps-left-out" in found.notes
    frame = found.to_frame()
    assert frame["share"].tolist() == found.over_maps["share"].tolist()
    alone = pb.bootstrap(t, REGIONS, (2, 4), 15, **options)
    assert alone.over_maps is None
    assert "maps-left-out" not in alone.notes
    assert list(alone.to_frame()) == list(frame)[:-6]
    np.testing.assert_array_equal(alone.counts[2], found.counts[2])


def test_half_of_the_portfolios_is_a_majority_on_a_map_too():
    """As for a landscape: a pair that differs on half of the portfolios differs."""
    found = pb.bootstrap(table(0), REGIONS, 2, 10, stability=maps(table(0)))
    ends = {"smallest": [0.4, 0.5, 0.4, 0.0, 0.0, 1.0], "largest": [0.5, 0.6, 0.4, 1.0, 0.0, 1.0]}
    shares = {"share": [0.45, 0.55, 0.4, 0.5, 0.0, 1.0]}
    known = dataclasses.replace(found, over_maps=found.over_maps.assign(**ends, **shares))
    [(n, number, sizes, percent, depend)] = known.by_map()
    assert (n, number, sizes, depend) == (2, 2, (4, 6), 2)
    assert percent == pytest.approx(100 * 2.9 / 6)


def test_shares_over_maps_in_a_file(tmp_path):
    found = pb.bootstrap(table(0), REGIONS, 2, 5, stability=maps(table(0)))
    (tmp_path / "b.json").write_text(json.dumps(found.to_dict()))
    assert pb.load_result(tmp_path / "b.json").over_maps.equals(found.over_maps)
    earlier = {name: value for name, value in found.to_dict().items() if name != "over_maps"}
    (tmp_path / "b.json").write_text(json.dumps(earlier))
    assert pb.load_result(tmp_path / "b.json").over_maps is None


def test_maps_at_another_threshold_and_maps_without_portfolios_are_refused():
    with pytest.raises(pb.ArgumentError, match="must have the threshold 90, not 80"):
        pb.bootstrap(table(0), REGIONS, 2, 5, stability=maps(table(0), 80))
    apart = np.stack([np.arange(24), np.arange(24) // 2], axis=1)
    few = pb.region_stability(apart, table(0).datasets)
    with pytest.raises(pb.ArgumentError, match="needs 4 datasets per region"):
        pb.bootstrap(table(0), REGIONS, 4, 5, stability=few)


def test_maps_of_other_datasets_than_the_coverage_are_refused():
    t = table(0)
    spread = pb.coverage(t.datasets[:20], np.arange(20) // 10)
    with pytest.raises(
        pb.ArgumentError, match="only one of the two has `d20`, `d21`, `d22`, `d23`"
    ):
        pb.bootstrap(t, spread, 2, 5, stability=maps(t))
    found = pb.bootstrap(t, spread.representatives(90), 2, 5, stability=maps(t))
    assert found.unscored == ()
    assert set(found.over_maps["maps"]) == {2}


def test_a_map_on_which_a_dataset_represents_two_regions_is_left_out():
    t = table(0)
    twice = [name for name in t.datasets for _ in range(2)]
    halves = np.arange(48) // 16
    halves[1] = 2  # one half of d0
    two = pb.region_stability(np.stack([np.arange(48) // 16, halves], axis=1), twice, threshold=50)
    found = pb.bootstrap(t, REGIONS, 2, 5, 50, stability=two)
    assert set(found.over_maps["maps"]) == {1}
    assert "maps-left-out" in found.notes
    assert "  on 1 map, 2 per region (6 datasets): a pair differs on " in str(found)
    alone = pb.region_stability(np.stack([halves, halves], axis=1), twice, threshold=50)
    with pytest.raises(pb.ArgumentError, match="has dataset `d0` twice, in region `R1` and in"):
        pb.bootstrap(t, REGIONS, 2, 5, 50, stability=alone)


def test_too_few_datasets_on_some_regions_of_a_map():
    t = table(0)
    regions = np.stack([np.arange(24) // 8, np.r_[np.zeros(12), np.ones(9), np.full(3, 2)]], axis=1)
    stable = pb.region_stability(regions.astype(int), t.datasets)
    some = pb.bootstrap(t, REGIONS, 4, 20, alpha=0.2, stability=stable)
    each = [
        1 - pb.bootstrap(t, members, 4, 20, alpha=0.2).counts[4].to_numpy() / 20
        for members in stable.members.values()
    ]  # on the second map, its third region is left out
    shares = np.mean(each, axis=0)[np.triu_indices(4, 1)]
    np.testing.assert_allclose(some.over_maps["share"], shares)
    assert "maps-left-out" not in some.notes
    fewer = pb.bootstrap(t, REGIONS, 4, 20, alpha=0.2, small="refuse", stability=stable)
    assert set(fewer.over_maps["maps"]) == {1}
    np.testing.assert_allclose(fewer.over_maps["share"], each[0][np.triu_indices(4, 1)])


def test_changing_pairs_are_those_with_two_verdicts():
    result = pb.bootstrap(table(1), REGIONS, (1, 2, 3, 4, 5), 20, alpha=0.2)
    names = result.all_datasets.index
    expected = tuple(
        (names[i], names[j])
        for i in range(4)
        for j in range(i + 1, 4)
        if len({bool(verdict.iloc[i, j]) for verdict in result.verdicts.values()}) == 2
    )
    assert result.changing == expected != ()


def test_random_portfolios_contradict_by_their_definition():
    t = table(0, spread=0.4)
    result = pb.bootstrap(t, REGIONS, 4, 40, alpha=0.2)
    against = result.contradictions(4).to_numpy()
    differs = result.verdicts[4].to_numpy()
    same = result.random_counts[4].to_numpy()
    np.testing.assert_array_equal(against, np.where(differs, same, 40 - same))
    assert (np.diag(against) == 0).all()


def test_random_portfolios_of_all_datasets_say_what_all_datasets_say():
    """With every dataset drawn there is nothing random left."""
    t = table(3, n=8)
    result = pb.bootstrap(t, {"only": t.datasets}, 8, 5, alpha=0.2)
    expected = np.where(result.all_datasets, 0, 5)
    np.testing.assert_array_equal(result.random_counts[8], expected)
    np.testing.assert_array_equal(result.counts[8], expected)
    assert not result.dissent(8).to_numpy().any()


def test_orders_of_rows_regions_and_names_do_not_matter():
    t = table(2)
    ordered = pb.bootstrap(t, REGIONS, seed=5)
    turned = {key: REGIONS[key][::-1] for key in reversed(REGIONS)}
    other = pb.bootstrap(t.select(datasets=list(t.datasets[::-1])), turned, (4, 3, 2), seed=5)
    for n in (2, 3, 4):
        for part in ("counts", "random_counts", "verdicts"):
            np.testing.assert_array_equal(getattr(ordered, part)[n], getattr(other, part)[n])
        for region in REGIONS:
            np.testing.assert_array_equal(
                ordered.portfolios[n][region], other.portfolios[n][region]
            )


def test_order_of_classifiers_permutes_the_counts():
    t = table(2)
    names = ["c2", "c0", "c3", "c1"]
    ours, other = (
        pb.bootstrap(part, REGIONS).counts[3] for part in (t, t.select(classifiers=names))
    )
    np.testing.assert_array_equal(ours.loc[names, names], other)


def test_blocks_do_not_show(monkeypatch):
    ours = pb.bootstrap(table(1), REGIONS, alpha=0.3).to_frame()
    monkeypatch.setattr("pybench.landscape.portfoliotests._BLOCK", 200)
    assert ours.equals(pb.bootstrap(table(1), REGIONS, alpha=0.3).to_frame())


def test_table_one_of_the_paper(shared):
    results = shared / "data" / "results"
    t = pb.read_results(results / "tsc14_ucr109_mean.csv", higher_is_better=True, missing="drop")
    assert (t.n_datasets, t.dropped) == (108, ("FordB",))
    whole = pb.bootstrap(t, {"all": t.datasets}, 10, 1).all_datasets
    with (results / "iclr2022_table1_expected.csv").open(encoding="utf-8") as file:
        cells = list(csv.DictReader(file))
    assert len(cells) == 91
    for cell in cells:
        assert whole.loc[cell["row"], cell["column"]] == (cell["not_significant"] == "0"), cell


def test_notes_name_what_was_left_out():
    result = pb.bootstrap(table(0), {**REGIONS, "four": ["d22"], "five": ["elsewhere"]})
    assert result.skipped == ("four", "five")
    assert result.unscored == ("elsewhere",)
    assert {"regions-skipped", "unscored-representatives", "small-portfolios"} <= set(result.notes)
    assert "too few datasets: `four`, `five`" in str(result)
    enough = pb.bootstrap(table(0), REGIONS, 4).notes
    assert not {"regions-skipped", "unscored-representatives", "small-portfolios"} & set(enough)


def test_nothing_to_tell_apart():
    t = pb.read_results(
        np.ones((12, 3)),
        higher_is_better=True,
        datasets=[f"d{i}" for i in range(12)],
        classifiers=list("abc"),
    )
    result = pb.bootstrap(t, {"r": t.datasets})
    assert "degenerate" in result.notes
    assert (result.counts[4].to_numpy() == 30).all()
    assert not result.verdicts[4].to_numpy().any()
    assert result.rejected == {2: 0, 3: 0, 4: 0}


@pytest.mark.parametrize(
    "options",
    [
        {"repeats": 0},
        {"repeats": 2.5},
        {"threshold": 0},
        {"threshold": 101},
        {"threshold": True},
        {"seed": 0.5},
        {"alpha": 1},
        {"omnibus": 1},
        {"small": "drop"},
        {"per_region": 7, "small": "refuse"},
        {"per_region": 12},
    ],
)
def test_arguments_out_of_range_are_refused(options):
    with pytest.raises(pb.ArgumentError):
        pb.bootstrap(table(0), REGIONS, **options)


def test_portfolios_of_one_dataset_are_refused():
    with pytest.raises(pb.ArgumentError, match="per_region") as caught:
        pb.bootstrap(table(0), {"one": REGIONS["one"]}, (1, 2))
    assert str(caught.value).startswith(
        "a portfolio must have 2 datasets or more, not 1: `per_region` 1, and 1 region to draw from"
    )
    assert "threshold" in caught.value.hint


def test_tables_too_small_are_refused():
    with pytest.raises(pb.ResultsTableError, match="2 methods"):
        pb.bootstrap(table(0, k=1), REGIONS)


def test_the_result_is_json_and_readable():
    result = pb.bootstrap(table(1), REGIONS, 2, 3)
    found = json.loads(json.dumps(result.to_dict()))
    assert found["schema"] == "pybench/bootstrap/1"
    assert found["portfolios"]["2"]["columns"] == ["one", "one", "two", "two", "three", "three"]
    assert "3 portfolios per size" in str(result)
    assert "depends on the size" not in str(result)
    assert "depends on the size" in str(pb.bootstrap(table(1), REGIONS, (2, 3), 3))
    with pytest.raises(pb.ArgumentError):
        result.contradictions(3)


@pytest.mark.r
@pytest.mark.parametrize("seed", [0, 1])
def test_r_says_the_same(seed):
    from pybench.bridge.call import call

    t = table(seed)
    landscape = {**REGIONS, "Ωmega": ["d23", "d22", "nowhere"]}
    ours = pb.bootstrap(t, landscape, (1, 2), 25, seed=seed, alpha=0.3)
    options = {"per_region": [1, 2], "repeats": 25, "seed": seed, "alpha": 0.3}
    theirs = call("pb_bootstrap", {"t": t, "landscape": landscape, **options})
    for n in (1, 2):
        drawn = theirs["portfolios"][str(n)]
        assert drawn["columns"] == list(ours.portfolios[n].columns)
        assert np.array(drawn["values"]).tolist() == ours.portfolios[n].to_numpy().tolist()
        assert theirs["rejected"][str(n)] == ours.rejected[n]
        for part in ("counts", "verdicts", "random_counts"):
            values = theirs[part][str(n)]["values"]
            np.testing.assert_array_equal(values, getattr(ours, part)[n])
    np.testing.assert_array_equal(theirs["all_datasets"]["values"], ours.all_datasets)
    np.testing.assert_array_equal(theirs["by_region"]["one"]["values"], ours.by_region["one"])
    assert [tuple(pair) for pair in theirs["changing"]] == list(ours.changing)
    assert tuple(theirs["notes"]) == ours.notes


def test_at_exactly_half_a_pair_differs():
    """The paper: not different where more than half do not tell apart, and vice versa."""
    scores = [[2.0, 1.0]] * 6 + [[1.0, 2.0]] * 2
    t = pb.read_results(
        scores, higher_is_better=True, datasets=list("abcdefgh"), classifiers=["x", "y"]
    )
    halves = 0
    for seed in range(40):
        result = pb.bootstrap(t, {"r": t.datasets}, 4, 2, seed=seed)
        same = result.counts[4].loc["x", "y"]
        halves += same == 1
        assert bool(result.verdicts[4].loc["x", "y"]) == (same <= 1)
    assert halves > 5
