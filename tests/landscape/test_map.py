"""The landscape: its parts fit each other, both languages agree, new instances find their place."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape import map as room

PARTS = ("som", "k-means", "pca", "none")


@pytest.fixture(scope="module")
def landscapes(grouped):
    rows, names = grouped
    asked = {"dataset": names, "sizes": 5, "rlen": 20, "workers": 1}
    return {kind: pb.map_landscape(rows, reduction=kind, **asked) for kind in PARTS}


@pytest.mark.r
@pytest.mark.parametrize("kind", PARTS)
def test_the_parts_fit_each_other(landscapes, grouped, kind):
    land, names = landscapes[kind], grouped[1]
    assert land.reduction == kind
    assert land.dataset.tolist() == names
    assert (land.region == np.asarray(land.regions.labels)[land.units]).all()
    again = pb.regions(land.codes, dataset=names, units=land.units)
    assert again.labels.tolist() == land.regions.labels.tolist()
    coverage = pb.coverage(names, land.region, land.regions.k)
    assert land.coverage.counts.equals(coverage.counts)
    assert land.redundancy.regions.equals(pb.redundancy(coverage).regions)
    for threshold in (50, 80, 90, 100):
        ours = land.representatives(threshold)
        assert ours.members == pb.representatives(coverage, threshold).members
    assert (land.som is None) == (kind != "som")
    assert (land.components is None) == (kind not in ("k-means", "pca"))
    assert (land.kmeans is None) == (kind != "k-means")
    assert land.search is None  # one size, one seed


@pytest.mark.r
def test_groups_that_lie_apart_are_regions(grouped):
    """Three groups far from each other: every reduction finds them."""
    rows = grouped[0] * 0.2 + np.repeat(np.eye(3, 5) * 6, 30, axis=0)
    names = np.repeat(["a", "b", "c"], 30)
    for kind in PARTS:
        land = pb.map_landscape(
            rows, 4, reduction=kind, dataset=names, k=3, rlen=20, workers=1, scale=False
        )
        percent = land.coverage.percent.to_numpy()
        assert (np.sort(percent, axis=1) == [0, 0, 100]).all(), kind
        assert (percent.argmax(axis=0)[percent.argmax(axis=1)] == range(3)).all(), kind
        assert len(land.redundancy.single) == 3


@pytest.mark.r
@pytest.mark.parametrize("kind", PARTS)
def test_r_has_the_same_landscape(landscapes, grouped, kind):
    rows, names = grouped
    ours = landscapes[kind]
    asked = {"features": rows, "dataset": names, "sizes": 5, "rlen": 20, "reduction": kind}
    theirs = call("pb_map_landscape", asked)
    assert theirs["codes"]["values"] == pytest.approx(ours.codes, abs=1e-9)
    for name in ("units", "region"):
        assert (np.asarray(theirs[name]) - 1 == getattr(ours, name)).all()
    assert theirs["regions"]["labels"] - 1 == pytest.approx(ours.regions.labels)
    percent = theirs["coverage"]["percent"]
    assert percent["values"] == pytest.approx(ours.coverage.percent.to_numpy(), rel=1e-12)
    assert percent["rows"] == list(ours.coverage.percent.index)
    assert theirs["dataset"] == ours.dataset.tolist()
    assert theirs["redundancy"]["mean_datasets"] == ours.redundancy.mean_datasets


@pytest.mark.r
@pytest.mark.parametrize("engine", ["r", "both"])
def test_engines(landscapes, grouped, engine):
    rows, names = grouped
    land = pb.map_landscape(rows, reduction="pca", dataset=names, engine=engine)
    assert land.engine == land.regions.engine == land.coverage.engine == engine
    assert (land.region == landscapes["pca"].region).all()
    with pytest.raises(pb.ArgumentError, match="`engine`"):
        pb.map_landscape(rows, reduction="pca", dataset=names, engine="julia")


def test_what_takes_a_coverage_takes_a_landscape(landscapes):
    land = landscapes["none"]
    assert pb.representatives(land, 60).members == land.representatives(60).members
    assert pb.redundancy(land).regions.equals(land.redundancy.regions)
    own = pb.newcomer(land.coverage, land.region[:3])
    assert pb.newcomer(land, land.region[:3]).overlap == own.overlap
    with pytest.raises(pb.ArgumentError, match="`coverage` must be a Coverage"):
        pb.representatives(land.regions)


@pytest.mark.r
def test_a_search_chooses_the_map(grouped, tmp_path):
    rows, names = grouped
    asked = {"rlen": 8, "out": tmp_path, "workers": 1}
    land = pb.map_landscape(rows, (4, 5), (0, 1), dataset=names, **asked)
    found = pb.som_search(rows, (4, 5), (0, 1), **asked)
    assert land.search.table.equals(found.table)
    assert land.som.codes.tobytes() == found.som.codes.tobytes() == land.codes.tobytes()
    assert "largest-map" in land.notes
    seen = []
    alone = pb.map_landscape(rows, 4, 1, dataset=names, progress=seen.append, **asked)
    assert [(p.done, p.kept) for p in seen] == [(1, 1)]  # the search had kept it
    assert alone.search is None
    assert alone.som.seed == 1
    assert "chosen of 4 maps" in str(land)


@pytest.mark.r
@pytest.mark.parametrize("kind", PARTS)
def test_instances_find_their_own_region_again(landscapes, grouped, kind):
    land = landscapes[kind]
    assert (land.nearest_region(grouped[0]) == land.region).all()


@pytest.mark.r
@pytest.mark.parametrize("kind", PARTS)
def test_r_finds_the_region_of_others(landscapes, grouped, kind):
    rows, names = grouped
    other = np.random.default_rng(9).normal(size=(20, 5)) * 3
    text = [list(column) for column in other.T]
    code = "c(" + ", ".join(float.hex(x) for column in text for x in column) + ")"
    given = "c(" + ", ".join(float.hex(float(x)) for x in rows.ravel("F")) + ")"
    sets = "c(" + ", ".join(json.dumps(name) for name in names) + ")"
    theirs = call(
        "bridge_eval",
        {
            "source": f"land <- pybench::pb_map_landscape(matrix({given}, 90), 5, rlen = 20,"
            f" reduction = '{kind}', dataset = {sets});"
            f"region <- predict(land, matrix({code}, 20));"
            "list(region = region, overlap = pybench::pb_newcomer(land, region)$overlap,"
            "     text = format(land), frame = as.data.frame(land))"
        },
    )
    land = landscapes[kind]
    assert (np.asarray(theirs["region"]) - 1 == land.nearest_region(other)).all()
    assert theirs["overlap"] == pytest.approx(land.newcomer(other).overlap)
    assert theirs["text"] == str(land).replace("engine python", "engine r").splitlines()
    frame = land.to_frame()
    assert theirs["frame"].column_names == list(frame.columns)
    assert theirs["frame"].to_pandas().to_numpy(float) == pytest.approx(frame.to_numpy(float))


@pytest.mark.r
def test_a_dataset_that_is_there_adds_nothing(landscapes, grouped):
    rows, names = grouped
    land = landscapes["som"]
    own = rows[np.array(names) == "first"]
    found = land.newcomer(own, "first again")
    assert (found.name, found.closest, found.adds) == ("first again", "first", False)
    assert found.overlap == pytest.approx(100)


@pytest.mark.r
def test_the_bootstrap_takes_a_landscape(landscapes):
    land = landscapes["som"]
    names = list(dict.fromkeys(land.dataset))
    scores = np.random.default_rng(1).normal(size=(len(names), 3))
    t = pb.read_results(scores, higher_is_better=True, datasets=names, classifiers=list("abc"))
    asked = {"per_region": (1,), "threshold": 51, "repeats": 5}
    ours = pb.bootstrap(t, land, **asked)
    assert ours.to_frame().equals(pb.bootstrap(t, land.coverage, **asked).to_frame())


@pytest.mark.r
def test_on_real_features(some_features):
    land = pb.map_landscape(some_features, 6, rlen=20, k=3, workers=1)
    assert set(land.dataset) == set(some_features.datasets)
    assert land.coverage.n_instances == len(some_features)
    assert (land.nearest_region(some_features) == land.region).mean() > 0.99  # ties are drawn
    assert land.scaling.features == land.som.features


def test_the_texts_and_tables(landscapes):
    land = landscapes["pca"]
    frame = land.to_frame()
    assert list(frame.columns) == [
        *("units", "instances", "share", "datasets", "alone", "representatives"),
    ]
    assert frame.units.sum() == len(land.codes)
    assert frame.instances.sum() == 90
    lines = str(land).splitlines()
    assert lines[0] == f"Landscape of 7 datasets, 90 instances: {land.regions.k} regions; " + (
        "engine python"
    )
    assert "components of 5 features" in str(land)
    assert "no reduction" in str(landscapes["none"])
    assert "self-organising map, 5 x 5, seed 0" in str(landscapes["som"])
    assert json.loads(json.dumps(land.to_dict()))["schema"] == "pybench/landscape/1"


@pytest.mark.r
def test_a_map_of_two_units_has_no_regions(grouped):
    rows, names = grouped
    with pytest.raises(pb.ArgumentError, match="`sizes` must give maps of 3 units or more"):
        pb.map_landscape(rows, [(1, 2)], dataset=names, rlen=2, workers=1)


def test_what_cannot_be_mapped_is_refused(grouped, monkeypatch):
    rows, names = grouped
    with pytest.raises(pb.ArgumentError, match="must name the dataset of each row"):
        pb.map_landscape(rows, reduction="pca")
    with pytest.raises(pb.ArgumentError, match="`reduction` must be one of"):
        pb.map_landscape(rows, reduction="umap", dataset=names)
    monkeypatch.setattr(room, "MOST_ROWS", 89)
    for kind in ("pca", "none"):
        with pytest.raises(pb.ArgumentError, match="takes at most 89 rows, not 90"):
            pb.map_landscape(rows, reduction=kind, dataset=names)
