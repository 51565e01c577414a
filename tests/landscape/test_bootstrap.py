"""The bootstrap against brute force: every portfolio tested by the public functions."""

from __future__ import annotations

import csv
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
