"""Maps with other seeds, sizes, starts and representations: known regions are found again."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.landscape import variations

SMALL = {"rlen": 20, "workers": 1}


def known(seed: int = 0) -> tuple[np.ndarray, list[str]]:
    """Return rows of nine datasets in three places, and of one that is everywhere."""
    rng = np.random.default_rng(seed)
    places = np.eye(3, 6) * 8
    rows = [rng.normal(size=(30, 6)) + places[d % 3] for d in range(9)]
    rows.append(rng.normal(size=(60, 6)) * 4 + places.mean(axis=0))
    names = [f"set {d}" for d in range(9) for _ in range(30)] + ["noise"] * 60
    return np.concatenate(rows), names


@pytest.mark.r
def test_known_regions_are_found_and_noise_is_called_unstable():
    rows, names = known()
    found = pb.landscape_stability(rows, range(3), (5, 6), dataset=names, **SMALL)
    assert found.maps["size"].tolist() == ["5 x 5"] * 4 + ["6 x 6"]
    assert found.maps["seed"].tolist() == ["0", "1", "2", "0", "0"]
    assert found.maps["start"].tolist() == ["pca.sample"] * 3 + ["random", "pca.sample"]
    home = found.represents.loc[[f"set {d}" for d in range(9)]]
    assert (home.max(axis=1) == 1).all()  # on every map
    assert [home.iloc[d].argmax() for d in range(9)] == [
        home.iloc[d].argmax() for d in range(3)
    ] * 3
    assert len({home.iloc[d].argmax() for d in range(3)}) == 3
    assert found.represents.loc["noise"].max() == found.lies.loc["noise"].max() == 0
    noise = np.array(names) == "noise"
    assert found.agreement[noise].mean() < 0.85 < 0.99 < found.agreement[~noise].mean()


@pytest.mark.r
def test_features_without_regions_have_no_representatives_and_maps_that_differ():
    rng = np.random.default_rng(0)
    names = np.repeat([f"set {d}" for d in range(9)], 30).tolist()
    found = pb.landscape_stability(
        rng.normal(size=(270, 6)), range(3), 5, "pca.sample", dataset=names, k=3, **SMALL
    )
    assert found.represents.to_numpy().max() == 0
    assert found.by_setting["adjusted_rand"].iloc[-1] < 0.5
    rows, names = known()
    clear = pb.landscape_stability(
        rows[:270], range(3), 5, "pca.sample", dataset=names[:270], k=3, **SMALL
    )
    assert clear.by_setting["adjusted_rand"].iloc[-1] > 0.95  # nine datasets in three places


@pytest.mark.r
def test_each_map_is_that_of_map_landscape():
    rows, names = known()
    found = pb.landscape_stability(
        rows, (3, 4), (5, 6), "random", dataset=names, k=4, crossed=True, **SMALL
    )
    options = {"dataset": names, "k": 4, "start": "random", **SMALL}
    maps = [(5, 3), (5, 4), (6, 3), (6, 4)]
    lands = [pb.map_landscape(rows, size, seed, **options) for size, seed in maps]
    again = pb.region_stability(np.stack([land.region for land in lands], axis=1), names)
    assert found.pairs.drop(columns="varied").equals(again.pairs.drop(columns="varied"))
    assert set(found.pairs["varied"]) == {"seed", "size", "several"}
    assert found.labels.tolist() == again.labels.tolist()


@pytest.mark.r
def test_another_representation_is_a_map_more():
    rows, names = known()
    other = {"turned": rows[:, ::-1] ** 3}
    found = pb.landscape_stability(rows, 0, 5, "pca.sample", other, dataset=names, **SMALL)
    assert found.maps["representation"].tolist() == ["features", "turned"]
    assert found.by_setting["varied"].tolist() == ["representation", "all"]


@pytest.mark.r
def test_codes_by_k_means_are_compared_with_maps():
    rows, names = known()
    given = {"dataset": names, "k": 4, "reductions": ("som", "k-means")}
    found = pb.landscape_stability(rows, 0, 5, crossed=True, **given, **SMALL)
    assert found.maps["reduction"].tolist() == ["som", "k-means", "som"]
    assert found.maps["start"].tolist() == ["pca.sample", "pca.sample", "random"]
    assert found.pairs["varied"].tolist() == ["reduction", "start", "several"]
    lands = [
        pb.map_landscape(rows, 5, 0, reduction=one, dataset=names, k=4, **SMALL)
        for one in ("som", "k-means")
    ]
    pair = pb.region_stability(np.stack([land.region for land in lands], axis=1), names)
    assert found.pairs["adjusted_rand"][0] == pair.pairs["adjusted_rand"][0] > 0.8
    apart = pb.landscape_stability(rows, 0, 5, **given, **SMALL)
    assert apart.maps["reduction"].tolist() == ["som", "k-means", "som"]
    with pytest.raises(ArgumentError, match="`reductions` must be one of"):
        pb.landscape_stability(rows, 0, 5, dataset=names, reductions="pca", **SMALL)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": 1, "sizes": 4, "starts": "random"}, "values that give at least 2 maps, not 1"),
        ({"representations": {"features": np.eye(9)}}, "must not have 'features'"),
        ({"representations": {"other": np.eye(9)}}, "the instances of `features`"),
        ({"starts": "none"}, "`start`"),
        ({"sizes": 20}, "maps of at most 330 units"),
    ],
)
def test_refusals(changes, message):
    rows, names = known()
    options = {"dataset": names, **changes}
    if "other" in options.get("representations", {}):
        options["representations"] = {"other": rows[:-1]}
        message = "`dataset`"
    with pytest.raises(ArgumentError, match=message):
        pb.landscape_stability(rows, **options)


def test_representations_must_have_the_same_instances():
    rows, names = known()
    other = pb.scale_features(rows, dataset=names[::-1])
    with pytest.raises(ArgumentError, match="the instances of `features`, in the same order"):
        pb.landscape_stability(pb.scale_features(rows, dataset=names), representations={"o": other})


def test_default_sizes_fit_the_rows():
    assert variations._default_sizes(45_500) == [33, 30, 36]
    assert variations._default_sizes(20) == [4, 3, 4]
    assert variations._default_sizes(25) == [5, 4, 5]


@pytest.mark.r
@pytest.mark.parametrize("reduction", ["som", "k-means"])
def test_maps_around_a_landscape_begin_with_its_own(reduction):
    rows, names = known()
    settings = {"rlen": 20, "workers": 1, "dataset": names, "k": 3}
    land = pb.map_landscape(rows, [(6, 5)], 3, reduction=reduction, start="random", **settings)
    found = variations.around(land, rows, 2, side=(6, 5), **settings)
    few = "k-means" if reduction == "k-means" else "random"
    assert found.maps["size"].tolist()[0] == "6 x 5"
    assert set(found.maps["size"]) == {"6 x 5", "5 x 4", "7 x 6"}
    assert set(found.maps["seed"]) == {"3", "4"}
    assert few in (found.maps["start"][0], found.maps["reduction"][0])
    again = pb.representatives(land, stability=found)
    own = {name: set(names) for name, names in zip(again.region_names, again.members, strict=True)}
    assert {frozenset(names) for names in own.values()} == {
        frozenset(names) for names in found.members["M1"].values()
    }
    assert set(again.shares["share"]) == {1.0}
    assert variations.around(land, rows, 1, [4], side=(6, 5), **settings).n_maps >= 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("pca", "instance", "auto"), "requires reduction som or k-means, not pca"),
        (("som", "dataset", "auto"), "requires weights instance, not dataset"),
        (("som", "instance", "batch"), "requires kernel auto or exact or kohonen, not batch"),
    ],
)
def test_landscapes_of_other_maps_are_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        variations.check_around(*given)


def test_sizes_near_a_map_have_a_row_for_each_unit():
    assert variations._near(10, 20, 1000) == [(9, 18), (11, 22)]
    assert variations._near(2, 3, 6) == [(2, 2)]
