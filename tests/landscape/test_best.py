"""The best method of each region: ranks by brute force, tests by the public functions."""

from __future__ import annotations

import pytest

import pybench as pb
from tests.landscape.test_bootstrap import REGIONS, table, told
from tests.landscape.test_coverage import spread

HOME = {**REGIONS, "nowhere": ["unknown"], "empty": []}


@pytest.mark.parametrize("alpha", [0.05, 0.4])
@pytest.mark.parametrize("seed", range(4))
def test_brute_force(seed, alpha):
    t = table(seed, spread=0.3)
    found = pb.best_by_region(t, HOME, alpha=alpha)
    ranks = pb.ranks(t)
    for region, names in REGIONS.items():
        means = ranks.loc[names].mean()
        assert found.mean_ranks.loc[region].tolist() == pytest.approx(means.tolist(), abs=1e-12)
        assert list(found.best[region]) == [c for c in t.classifiers if means[c] == means.min()]
    assert found.overall.tolist() == pytest.approx(ranks.mean().tolist())
    assert list(found.friedman) == list(found.rivals) == ["one"]
    assert found.friedman["one"].pvalue == pb.friedman(t.select(REGIONS["one"])).pvalue
    apart = told(t, REGIONS["one"], alpha, True)
    best = [t.classifiers.index(c) for c in found.best["one"]]
    expected = [
        c for j, c in enumerate(t.classifiers) if j not in best and not apart[j, best].all()
    ]
    assert list(found.rivals["one"]) == expected


def test_regions_without_scores_and_doubts():
    found = pb.best_by_region(table(0), HOME)
    assert found.mean_ranks.loc[["nowhere", "empty"]].isna().all(axis=None)
    assert found.best["nowhere"] == found.best["empty"] == ()
    assert found.unscored == ("unknown",)
    doubts = {"no-representative", "untested-regions", "unscored-representatives"}
    assert doubts <= set(found.notes)
    assert "  nowhere (0 datasets): no representative has scores" in str(found)
    assert "  two (5 datasets): c3, mean rank" in str(found) or "too few" in str(found)
    whole = pb.best_by_region(table(0), {"all": table(0).datasets})
    assert not doubts & set(whole.notes)
    assert whole.mean_ranks.loc["all"].tolist() == whole.overall.tolist()


def test_equal_ranks_are_all_the_best():
    t = pb.read_results(
        [[3, 2, 1], [2, 3, 1]] * 6,
        higher_is_better=True,
        datasets=[f"d{i}" for i in range(12)],
        classifiers=["x", "y", "z"],
    )
    found = pb.best_by_region(t, {"r": t.datasets})
    assert found.best == {"r": ("x", "y")}
    assert found.rivals == {"r": ()}
    assert "x and y, mean rank 1.50" in str(found)
    frame = found.to_frame()
    assert frame["best"].tolist() == [True, True, False]
    assert frame["n_datasets"].tolist() == [12] * 3
    flat = pb.best_by_region(t.select(classifiers=["x", "y"]), {"r": t.datasets})
    assert flat.best == {"r": ("x", "y")}


def test_a_coverage_and_a_dataset_that_stands_for_two_regions():
    t = table(0)
    rows = {name: [5, 5, 0] if i < 4 else [10, 0, 0] for i, name in enumerate(t.datasets)}
    found = pb.best_by_region(t, spread(**rows), 50)
    assert found.representatives["R2"] == ("d0", "d1", "d2", "d3")
    assert len(found.representatives["R1"]) == 24
    assert pb.best_by_region(t, spread(**rows)).representatives["R2"] == ()


def test_order_of_the_classifiers_does_not_matter():
    t = table(1)
    turned = t.select(classifiers=t.classifiers[::-1])
    ours, other = (pb.best_by_region(x, REGIONS) for x in (t, turned))
    assert {r: set(names) for r, names in ours.best.items()} == {
        r: set(names) for r, names in other.best.items()
    }
    assert ours.mean_ranks.equals(other.mean_ranks[ours.mean_ranks.columns])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1}, "`alpha` must be"),
        ({"threshold": 0}, "`threshold` must be a number above 0 and at most 100"),
        ({"landscape": {}}, "`landscape` must be a mapping"),
        ({"landscape": {"r": ["d1", "d1"]}}, "`d1` twice, in region `r`"),
        ({"landscape": {"": ["d1"]}}, "region without a name"),
        ({"landscape": None}, "`landscape` must be a mapping"),
        ({"engine": "c"}, "`engine` must be one of"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.best_by_region(**{"t": table(0), "landscape": REGIONS, **options})
