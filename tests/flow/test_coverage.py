import math

import numpy as np
import pytest

import pybench as pb
from pybench.features import extract as extraction
from pybench.features import representation
from pybench.flow import coverage, parts
from pybench.flow.state import NotPossible

PARTS = (
    "  features: true\n  landscape: {threshold: %s}\n  portfolio: {repeats: 4, per_region: [2]}\n"
)
GIVEN = PARTS.replace("true", "{representation: summary}")


def features_of(names, each=4, seed=0):
    """Return three features of some series of each dataset, one of them missing now and then."""
    rng, n = np.random.default_rng(seed), len(names) * each
    values = rng.normal(size=(n, 3))
    values[0, 2] = np.nan
    dataset = np.repeat(np.array(names, object), each)
    split, label = np.full(n, "train", object), np.full(n, "1", object)
    return pb.FeatureTable(
        dataset=dataset, split=split, label=label, id=np.tile(np.arange(each), len(names)),
        names=("a", "b", "c"), values=values, representation="own",
    )  # fmt: skip


@pytest.fixture
def given(making):
    """Return a function: features -> a study of scores that takes them from a file."""

    def make(table, file="f.parquet"):
        pb.write_features(table, making.folder / file)
        making()
        text = (making.folder / "study.yaml").read_text()
        return making(GIVEN % 90, text.replace("metric: AUC", f"metric: AUC, features: {file}"))

    return make


def test_a_map_has_about_five_units_for_the_root_of_its_series():
    """Of the sides from 4 to 50 that leave a series to each unit, none comes nearer."""
    for instances in [*range(16, 3000), 10**5, 10**6, 10**9]:
        side = coverage.side_for(instances)
        wanted = math.sqrt(5 * math.sqrt(instances))
        allowed = [one for one in range(4, 51) if one**2 <= instances]
        assert side in allowed
        assert all(abs(side - wanted) <= abs(other - wanted) for other in allowed)


def test_a_side_never_falls_and_is_that_of_the_paper():
    sides = [coverage.side_for(n) for n in range(1, 20000)]
    assert sides == sorted(sides)
    assert coverage.side_for(1) == 4
    assert coverage.side_for(10_000) == 22  # 500 units: 22 x 22 is 484
    assert coverage.side_for(10**12) == 50


@pytest.mark.parametrize("make", [coverage.features, coverage.landscape])
def test_scores_alone_have_nothing_to_map(making, make):
    with pytest.raises(NotPossible, match="time series of one channel"):
        make(making(PARTS % 90))


@pytest.mark.parametrize("each", [1, 7])
def test_fewer_series_than_units_have_no_map(given, each):
    with pytest.raises(NotPossible, match=f"at most {2 * each} units, the number of rows, not 16"):
        coverage.landscape(given(features_of(["d", "e"], each)))


@pytest.mark.r
def test_a_map_does_not_rest_on_what_is_read_off_it(given, making):
    """Which datasets represent a region depends on a threshold; where series lie does not."""
    table = features_of(["d", "e", "f"], 8)
    land = coverage.landscape(given(table))["landscape"]
    assert len(land.codes) == 16
    assert tuple(dict.fromkeys(land.dataset)) == ("d", "e", "f")
    text = (making.folder / "study.yaml").read_text()
    for new, what in (("threshold: 50", "reused"), ("rlen: 20", "made again")):
        coverage.landscape(making(text=text.replace("threshold: 90", new)))
        assert [(one.part, one.what) for one in making.events] == [("landscape", what)]


@pytest.mark.r
def test_other_maps_are_compared_if_a_study_asks(given, making):
    state = given(features_of(["d", "e", "f"], 12))
    assert list(coverage.landscape(state)) == ["landscape"]
    text = (making.folder / "study.yaml").read_text()
    asked = "threshold: 90, stability: 2, rlen: 100"
    made = coverage.landscape(making(text=text.replace("threshold: 90", asked)))
    assert [one.part for one in making.events] == ["landscape", "stability"]
    assert making.events[0].what == "reused"
    land, found = made["landscape"], made["stability"]
    assert found.maps["size"].tolist() == ["5 x 5"] * 3 + ["4 x 4", "6 x 6"]
    assert sorted(found.maps["seed"].unique()) == ["0", "1"]
    assert land.representatives(90, found).shares is not None
    maps = {path: path.stat().st_mtime_ns for path in making.folder.rglob("kept/maps/*")}
    for new, what in (("threshold: 50", "made again"), ("threshold: 90", "reused")):
        coverage.landscape(making(text=text.replace("threshold: 90", asked.replace(
            "threshold: 90", new))))  # fmt: skip
        assert [one.what for one in making.events] == ["reused", what]
    assert maps == {path: path.stat().st_mtime_ns for path in maps}  # none was trained again
    fewer = asked + ", stability_sizes: [4]"
    made = coverage.landscape(making(text=text.replace("threshold: 90", fewer)))
    assert sorted(made["stability"].maps["size"].unique()) == ["4 x 4", "5 x 5"]


def test_other_maps_count_each_series_alike(given, making):
    state = given(features_of(["d", "e", "f"], 12))
    text = (making.folder / "study.yaml").read_text()
    state = making(text=text.replace("threshold: 90", "stability: 2, weights: dataset"))
    made = coverage.landscape(state)
    assert list(made) == ["landscape"]  # nothing is lost
    assert "requires weights instance, not dataset" in str(making.said)


def test_a_portfolio_takes_a_landscape_and_scores(making):
    state = making(PARTS % 90)
    parts.scores(state)
    with pytest.raises(NotPossible, match="a landscape and scores"):
        coverage.portfolio(state)
    table, state.table = state.table, None
    state.found["landscape"] = {"R1": list(table.datasets)}
    with pytest.raises(NotPossible, match="a landscape and scores"):
        coverage.portfolio(state)


def test_datasets_are_where_the_means_of_their_features_are(given):
    table = features_of(["d", "e", "f"])
    found = coverage.features(given(table))
    assert found["representation"] == "own"
    assert list(found["embedding"].index) == ["d", "e", "f"]
    for i, name in enumerate("def"):
        mean = table.values[4 * i : 4 * i + 4].mean(axis=0)
        np.testing.assert_allclose(found["embedding"].loc[name], mean, rtol=1e-12)
    assert found["map"].datasets == ("d", "e", "f")
    assert found["features"].datasets == ("d", "e", "f")


def test_one_dataset_has_features_and_no_map(given):
    found = coverage.features(given(features_of(["d"])))
    assert found["map"] is None
    assert found["features"].datasets == ("d",)


def test_features_rest_on_the_content_of_their_file(given, making):
    coverage.features(given(features_of(["d", "e"])))
    for seed, file, what in ((0, "g.parquet", "reused"), (1, "f.parquet", "made again")):
        coverage.features(given(features_of(["d", "e"], seed=seed), file))
        assert [(one.part, one.what) for one in making.events] == [("features", what)]


def regions(state, *sizes):
    """Divide the datasets that have scores into regions of these sizes."""
    names = list(state.table.datasets)
    return {f"R{i}": [names.pop() for _ in range(size)] for i, size in enumerate(sizes)}


def landed(making, *sizes, threshold=90):
    state = making(PARTS % threshold)
    parts.scores(state)
    land = regions(state, *sizes)
    state.cache.part("landscape", lambda: {"sizes": str(sizes)}, lambda: {"landscape": sizes})
    state.found["landscape"] = land
    return state


def test_a_portfolio_is_the_bootstrap_of_the_regions(making):
    state = landed(making, 8, 6)
    found = coverage.portfolio(state)
    land = state.found["landscape"]
    own = pb.bootstrap(state.table, land, (2,), 4, seed=0, threshold=90, engine="python")
    assert found["portfolio"].to_dict() == own.to_dict()
    best = pb.best_by_region(state.table, land, engine="python", threshold=90)
    assert found["best"].to_dict() == best.to_dict()


def test_a_portfolio_is_drawn_from_the_other_maps_too(making):
    state = landed(making, 8, 6)
    names = state.table.datasets
    n = len(names)
    given = {"same": np.arange(n) % 2, "other": np.arange(n) // 7, "none": np.arange(n)}
    state.found["stability"] = pb.region_stability(np.stack(list(given.values()), 1), names)
    state.cache.part("stability", dict, lambda: {"stability": state.found["stability"]})
    found = coverage.portfolio(state)["portfolio"]
    own = pb.bootstrap(
        state.table, state.found["landscape"], (2,), 4, stability=state.found["stability"]
    )
    assert found.to_dict() == own.to_dict()
    assert set(found.over_maps["maps"]) == {2}
    assert making.said == []


def test_a_portfolio_does_not_need_the_other_maps(making):
    state = landed(making, 8, 6)
    n = len(state.table.datasets)
    apart = np.stack([np.arange(n), np.arange(n)], axis=1)  # a dataset in each region
    state.found["stability"] = pb.region_stability(apart, state.table.datasets)
    state.cache.part("stability", dict, lambda: {"stability": state.found["stability"]})
    found = coverage.portfolio(state)["portfolio"]
    assert found.over_maps is None
    assert "Left out of the portfolios: other maps; `per_region` needs 2" in str(making.said)


def test_regions_that_leave_nothing_to_draw(making):
    """Two regions of one dataset each: the same portfolio every time; not possible, no crash."""
    with pytest.raises(NotPossible, match="`per_region` needs 2 datasets per region, but these"):
        coverage.portfolio(landed(making, 1, 1))


def test_a_portfolio_rests_on_landscape_threshold_and_scores(making):
    coverage.portfolio(landed(making, 8, 6))
    for sizes, threshold, what in (((8, 6), 90, "reused"), ((7, 7), 90, "made again"),
                                   ((7, 7), 80, "made again")):  # fmt: skip
        coverage.portfolio(landed(making, *sizes, threshold=threshold))
        [event] = [one for one in making.events if one.part == "portfolio"]
        assert event.what == what
    assert "threshold was 90" in event.why


@pytest.mark.r
def test_a_landscape_rests_on_the_features_that_were_read(given, making):
    """The file is another when the map is made: the map is that of the features before it."""
    state = given(features_of(["d", "e", "f"], 8))
    coverage.features(state)
    pb.write_features(features_of(["d", "e", "f"], 8, seed=1), making.folder / "f.parquet")
    old = coverage.landscape(state)["landscape"]
    state = making(text=(making.folder / "study.yaml").read_text())
    coverage.features(state)
    new = coverage.landscape(state)["landscape"]
    assert {one.what for one in making.events} == {"made again"}
    assert not np.array_equal(old.codes, new.codes)


def test_computed_features_rest_on_the_libraries_that_compute_them(making, monkeypatch):
    """With another version of one they are computed anew, in as many processes as are allowed."""
    calls, extract = [], extraction.extract_features

    def counted(*given, **more):
        calls.append(given[2])
        return extract(*given, **more)

    monkeypatch.setattr(extraction, "extract_features", counted)
    monkeypatch.setattr(representation, "_registered", {})
    suite = pb.Suite.create("s", ["GunPoint"], procedure="holdout")
    for version in ("1", "1", "2"):
        own = pb.Representation(
            "mine", "series", ("spread",), lambda all_: np.array([[np.ptp(x)] for x in all_]),
            versions={"numpy": version},
        )  # fmt: skip
        representation._registered["mine"] = lambda own=own: own
        state = making("  features: {representation: mine, each: 3}\n")
        state.suite = suite
        coverage._features_file(state)
    assert calls == [1, 1]


@pytest.mark.r
def test_a_landscape_uses_the_features_that_are_numbers_for_every_series(making, monkeypatch):
    """The features of a study are all, so that the report names those that are dropped."""
    monkeypatch.setattr(representation, "_registered", {})

    def four(series):
        rows = [np.ravel(x) for x in series]
        return np.array([[np.ptp(x), x[0], np.log(x[1] + 0.75), x[2] > -0.65] for x in rows])

    names = ("range", "first", "log", "high")
    own = pb.Representation("mine", "series", names, four, not_numeric=frozenset(["high"]))
    pb.register_representation("mine", lambda: own)
    text = PARTS.replace("true", "{representation: mine, each: 24}").replace("%s", "90")
    state = making(text)
    state.suite = pb.Suite.create("s", ["GunPoint"], procedure="holdout")
    with np.errstate(invalid="ignore"):
        found = coverage.features(state)
    assert found["features"].names == ("first", "high", "log", "range")
    assert set(found["removed"]) == {"high", "log"}
    land = coverage.landscape(state)["landscape"]
    assert land.scaling.features == ("first", "range")
    assert not land.scaling.left_out


def test_computed_features_are_believed_only_if_they_check(making):
    text = "  features: {representation: summary, each: 3}\n"
    state = making(text)
    state.suite = suite = pb.Suite.create("s", ["GunPoint"], procedure="holdout")
    file = coverage._features_file(state)
    whole = file.read_bytes()
    for place in range(100, len(whole) // 2, len(whole) // 8):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        state = making(text)
        state.suite = suite
        assert coverage._features_file(state) == file
        assert file.read_bytes() == whole
