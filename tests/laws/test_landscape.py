"""Laws of the landscape: what maps, regions, coverage and portfolios keep when rows are changed."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import pybench as pb
from pybench.landscape.linkage import average_linkage, cosine_distances
from pybench.table import results_table

RNG = np.random.default_rng(2)
ROWS = RNG.normal(size=(60, 4)) + np.repeat(np.eye(3, 4) * 6, 20, axis=0)
SETS = np.array([f"s{i}" for i in np.r_[np.zeros(15, int), np.arange(45) % 5 + 1]])
WHERE = np.repeat([0, 1, 2], 20)
CODES = RNG.normal(size=(12, 4)) + np.repeat(np.eye(3, 4) * 4, 4, axis=0)
ORDER = RNG.permutation(60)
PLACES = {f"R{i + 1}": [f"d{j}" for j in range(i * 4, i * 4 + 4)] for i in range(3)}
TABLE = results_table(
    RNG.random((12, 4)) + np.array([0.5, 0.2, 0, 0]), [f"d{j}" for j in range(12)], list("abcd"),
    higher_is_better=True,
)  # fmt: skip


def same_partition(one, two):
    """Tell whether two labellings divide alike, whatever the names."""
    return (np.equal.outer(one, one) == np.equal.outer(two, two)).all()


def test_rows_of_coverage_sum_to_100_and_columns_count_instances():
    found = pb.coverage(SETS, WHERE)
    assert found.percent.sum(axis=1).to_numpy() == pytest.approx(np.full(6, 100.0))
    assert list(found.counts.sum()) == list(np.bincount(WHERE))
    assert list(found.counts.sum(axis=1)) == [list(SETS).count(name) for name in found.counts.index]
    assert found.n_instances == 60


def test_order_of_instances_does_not_matter_and_twice_is_the_same_share():
    found = pb.coverage(SETS, WHERE)
    assert (
        pb.coverage(SETS[ORDER], WHERE[ORDER])
        .percent.loc[found.percent.index]
        .equals(found.percent)
    )
    twice = pb.coverage(np.tile(SETS, 2), np.tile(WHERE, 2))
    assert twice.percent.equals(found.percent)
    assert (twice.counts == 2 * found.counts).all(axis=None)
    again = pb.redundancy(twice).regions
    assert list(again.columns) == list(pb.redundancy(found).regions.columns)
    assert pb.redundancy(twice).single == pb.redundancy(found).single
    assert pb.redundancy(twice).mean_datasets == pb.redundancy(found).mean_datasets


@pytest.mark.parametrize("threshold", [10, 50, 60, 90, 100])
def test_representatives_are_those_above_the_threshold(threshold):
    found = pb.coverage(SETS, WHERE)
    percent = found.percent
    standing = pb.representatives(found, threshold)
    for region, names in zip(standing.region_names, standing.members, strict=True):
        assert set(names) == set(percent.index[percent[region] >= threshold])
    sizes = standing.by_threshold.to_numpy()[:, :4]
    assert (np.diff(sizes, axis=1) <= 0).all()
    assert set(standing.omitted) == {
        region for region in percent if (percent[region] < threshold).all()
    }


def test_a_dataset_in_its_place_is_its_own_nearest_newcomer():
    found = pb.coverage(SETS, WHERE)
    for name in found.counts.index:
        new = pb.newcomer(found, WHERE[name == SETS], name)
        assert new.percent.to_numpy() == pytest.approx(found.percent.loc[name].to_numpy())
        assert new.overlap == pytest.approx(100)
        assert new.share_after.sum() == pytest.approx(100)
        assert not new.adds


@pytest.mark.parametrize("k", [2, 3, 5])
def test_regions_follow_their_codes(k):
    """Cosine: no length of a code matters; average linkage: no order does."""
    found = pb.regions(CODES, k).labels
    order = RNG.permutation(len(CODES))
    assert same_partition(pb.regions(CODES[order], k).labels, found[order])
    lengths = np.linspace(0.1, 9, len(CODES))[:, None]
    assert same_partition(pb.regions(CODES * lengths, k).labels, found)
    rotation = np.linalg.qr(RNG.normal(size=(4, 4)))[0]
    assert same_partition(pb.regions(CODES @ rotation, k).labels, found)
    finer = pb.regions(CODES, k + 1).labels
    assert len({(a, b) for a, b in zip(finer, found, strict=True)}) == k + 1  # nested
    assert sum(pb.regions(CODES, k).sizes) == len(CODES)
    assert len(set(found)) == k


def test_linkage_joins_at_heights_that_never_fall():
    _, heights = average_linkage(cosine_distances(CODES), np.ones(len(CODES), np.int64))
    assert (np.diff(heights) >= -1e-12).all()


def test_a_row_lies_in_the_region_of_its_nearest_code():
    labels = pb.regions(CODES, 3).labels
    nearest = ((ROWS[:, None] - CODES) ** 2).sum(axis=2).argmin(axis=1)
    assert (pb.nearest_region(ROWS, CODES, labels) == labels[nearest]).all()
    assert (pb.nearest_region(CODES, CODES, labels) == labels).all()


def over_maps(*maps):
    """Return the shares over maps of the twelve datasets."""
    stable = pb.region_stability(np.stack(maps, axis=1), TABLE.datasets)
    return pb.bootstrap(TABLE, PLACES, (1, 3), 25, alpha=0.3, stability=stable)


def test_the_map_of_the_landscape_gives_the_shares_of_the_landscape():
    own = np.arange(12) // 4
    found = over_maps(own, own)
    cells = np.triu_indices(4, 1)
    for n in (1, 3):
        shares = 1 - found.counts[n].to_numpy()[cells] / 25
        some = found.over_maps[found.over_maps["per_region"] == n]
        for column in ("share", "smallest", "largest"):
            assert some[column].to_numpy() == pytest.approx(shares)
        assert set(some["maps"]) == {2}
        assert set(some["fewest"]) == set(some["most"]) == {3 * n}
    assert found.over_maps["share"].nunique() > 2


def test_order_of_maps_does_not_matter_and_each_map_counts_alike():
    maps = [np.arange(12) // 4, np.arange(12) % 3, np.arange(12) // 6]
    found = over_maps(*maps).over_maps
    assert over_maps(*maps[::-1]).over_maps.equals(found)
    twice = over_maps(*maps, *maps).over_maps
    assert twice.drop(columns="maps").equals(found.drop(columns="maps"))
    assert set(twice["maps"]) == {6}
    assert (found["smallest"] <= found["share"]).all()
    assert (found["share"] <= found["largest"]).all()
    assert (found["smallest"] < found["largest"]).any()


def test_quality_of_a_map_follows_its_rows():
    one = pb.map_quality(ROWS, CODES, 4, 3)
    two = pb.map_quality(ROWS[ORDER], CODES, 4, 3)
    moved = pb.map_quality(8 * ROWS + 3, 8 * CODES + 3, 4, 3)
    away = np.sqrt(((ROWS[:, None] - CODES) ** 2).sum(axis=2).min(axis=1))
    spread = ((ROWS - ROWS.mean(axis=0)) ** 2).sum()
    assert one.mean_distance == pytest.approx(away.mean())
    assert one.quantization_error == pytest.approx((away**2).mean())
    assert one.explained_variance == pytest.approx(100 * (1 - (away**2).sum() / spread))
    for other, scale in ((two, 1), (moved, 8)):
        assert other.mean_distance == pytest.approx(scale * one.mean_distance)
        assert other.quantization_error == pytest.approx(scale**2 * one.quantization_error)
        assert other.explained_variance == pytest.approx(one.explained_variance)
        assert other.topographic_error == one.topographic_error
        assert other.topographic_error_torus == one.topographic_error_torus
        assert other.empty_units == one.empty_units
    assert pb.map_quality(CODES, CODES, 4, 3).quantization_error == 0
    assert one.topographic_error_torus <= one.topographic_error


@pytest.mark.parametrize("scale", [True, "robust"])
def test_scaled_features_know_no_unit(scale):
    found = pb.scale_features(ROWS, scale).values
    moved = pb.scale_features(4 * ROWS + 8, scale).values
    assert moved == pytest.approx(found, abs=1e-9)
    assert pb.scale_features(-ROWS, scale).values == pytest.approx(-found, abs=1e-9)
    assert pb.scale_features(ROWS[ORDER], scale).values == pytest.approx(found[ORDER], abs=1e-12)
    centre = np.median(found, axis=0) if scale == "robust" else found.mean(axis=0)
    assert centre == pytest.approx(np.zeros(4), abs=1e-9)


def test_components_of_rows_keep_their_variance():
    one = pb.map_landscape(ROWS, reduction="pca", dataset=list(SETS), k=3)
    two = pb.map_landscape(ROWS[ORDER], reduction="pca", dataset=list(SETS[ORDER]), k=3)
    assert same_partition(np.asarray(two.region), np.asarray(one.region)[ORDER])
    turned = pb.map_landscape(16 * ROWS - 4, reduction="pca", dataset=list(SETS), k=3)
    assert same_partition(np.asarray(turned.region), np.asarray(one.region))
    share = one.components.variance
    assert (np.diff(share) <= 1e-12).all()
    assert one.components.explained == pytest.approx(share.sum())
    total = np.linalg.eigvalsh(np.cov((ROWS / ROWS.std(axis=0)).T))[::-1]
    assert share == pytest.approx((total / total.sum())[: len(share)])


#: Public functions of the room, asked with a table; neither the order of datasets nor the
#: direction of the scores counts, nor that of regions and their members.
ASKED = {
    "best_by_region": lambda t, places: pb.best_by_region(t, places),
    "bootstrap": lambda t, places: pb.bootstrap(t, places, (2, 3), repeats=20),
    "bootstrap_thresholds": lambda t, places: pb.bootstrap_thresholds(
        t, pb.coverage([n for names in sorted(places.items()) for n in names[1]],
                       np.repeat([0, 1, 2], 4)), (80, 90), (2,), repeats=10,
    ),
}  # fmt: skip
ELSEWHERE = {
    "coverage", "redundancy", "representatives", "newcomer", "regions", "nearest_region",
    "map_quality", "scale_features", "map_landscape",  # above
    "som", "som_search", "partitioned_som", "partitioned_landscape",  # below, by R
    "region_stability", "landscape_stability",  # tests/landscape/test_stability.py
    "published_landscape",  # reads a file
}  # fmt: skip


def test_every_public_function_names_its_laws():
    public = {
        name for name in pb.__all__
        if inspect.isfunction(function := getattr(pb, name))
        and function.__module__.startswith("pybench.landscape.")
    }  # fmt: skip
    assert set(ASKED) | ELSEWHERE == public


def stored(value):
    return {key: x for key, x in value.to_dict().items() if key != "notes"}


@pytest.mark.parametrize("name", ASKED)
def test_order_and_direction_do_not_matter(name):
    found = stored(ASKED[name](TABLE, PLACES))
    order = TABLE.select([*TABLE.datasets[5:], *TABLE.datasets[:5]])
    assert stored(ASKED[name](order, PLACES)) == found
    turned = results_table(-TABLE.scores, TABLE.datasets, list("abcd"), higher_is_better=False)
    assert stored(ASKED[name](turned, PLACES)) == found


def test_best_by_region_is_the_ranking_of_its_datasets():
    found = pb.best_by_region(TABLE, PLACES)
    for region, names in PLACES.items():
        ranks = pb.ranks(TABLE.select(names)).mean()
        assert found.mean_ranks.loc[region].to_numpy() == pytest.approx(ranks.to_numpy())


def test_a_bootstrap_draws_its_portfolios_and_counts_pairs_both_ways():
    found = pb.bootstrap(TABLE, PLACES, (2, 3), repeats=20)
    for size in (2, 3):
        counts = found.counts[size].to_numpy()
        assert (counts == counts.T).all()
        assert (np.diag(counts) == 20).all()
        assert ((counts >= 0) & (counts <= 20)).all()
        drawn = found.portfolios[size]
        for region, names in PLACES.items():
            part = drawn.loc[:, drawn.columns == region].to_numpy()
            assert part.shape == (20, size)
            assert set(part.ravel()) <= set(names)
            assert all(len(set(row)) == size for row in part)


@pytest.mark.r
@pytest.mark.parametrize("mode", ["online", "batch"])
def test_a_map_scales_with_its_rows(mode):
    """A power of two changes no bit; a shift only the last."""
    settings = {"rlen": 10, "seed": 3, "mode": mode}
    one, two = (pb.som(rows, 4, 3, **settings) for rows in (ROWS, 4 * ROWS))
    assert (two.codes == 4 * one.codes).all()
    assert (two.units == one.units).all()
    assert two.explained_variance == pytest.approx(one.explained_variance)
    columns = pb.som(ROWS[:, ::-1].copy(), 4, 3, **settings)
    assert columns.codes[:, ::-1] == pytest.approx(one.codes)
    nearest = ((ROWS[:, None] - one.codes) ** 2).sum(axis=2)
    assert (nearest.argmin(axis=1) == one.units).all()


@pytest.mark.r
def test_a_batch_map_whose_units_move_alone_knows_no_order_of_rows():
    """But for mirrors: the signs of the principal axes that it starts on are arbitrary.

    With a wider radius units get equal codes, and ties are drawn.
    """
    settings = {"rlen": 10, "seed": 3, "mode": "batch", "start": "pca.sample"}
    settings |= {"topology": "rectangular", "radius": (0.5, 0.5)}
    grid = np.arange(6).reshape(2, 3)
    mirrors = [part.ravel() for part in (grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1])]
    one = pb.som(ROWS, 3, 2, **settings)
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(len(ROWS))
        two = pb.som(ROWS[order], 3, 2, **settings)
        fits = [m for m in mirrors if np.allclose(two.codes, one.codes[m])]
        assert len(fits) == 1
        assert (fits[0][two.units] == one.units[order]).all()
