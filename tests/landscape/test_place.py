"""A dataset on a landscape: its nearest datasets, what is refused, the same numbers in R."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.features.table import FeatureTable


@pytest.fixture(scope="module")
def ucr():
    return pb.published_landscape("ucr")


def rows_of(land, name):
    """Return features that lie exactly on the units of a dataset's series."""
    codes = land.codes[land.units[land.dataset == name]]
    values = codes * land.scaling.spread + land.scaling.center
    return pd.DataFrame(values, columns=list(land.scaling.features))


def as_table(frame, name, **about):
    n = len(frame)
    keys = {key: np.array([text] * n, dtype=object) for key, text in (
        ("dataset", name), ("split", "train"), ("label", "1"))}  # fmt: skip
    about = {"representation": "tsfresh", **about}
    return FeatureTable(
        **keys, id=np.arange(n), values=frame.to_numpy(), names=tuple(frame.columns), **about
    )


@pytest.mark.parametrize("name", ["Coffee", "GunPoint", "Beef"])
def test_a_dataset_of_the_landscape_lands_on_itself(ucr, name):
    found = pb.place(as_table(rows_of(ucr, name), name), ucr)
    assert (found.name, found.nearest["dataset"].iloc[0]) == (name, name)
    assert found.nearest["distance"].iloc[0] == pytest.approx(0, abs=1e-9)
    assert found.nearest["distance"].iloc[1] > 1e-3
    assert found.outside == 0
    assert "in-landscape" in found.notes
    percent = ucr.coverage.percent.loc[name]
    assert found.newcomer.percent.tolist() == pytest.approx(percent.tolist())
    # Nothing is nearer than the dataset to itself; Worms and WormsTwoClass have the same series.
    alike = pd.crosstab(ucr.dataset, ucr.units, normalize="index").round(12).duplicated(keep=False)
    assert found.farther == pytest.approx(100 * (~alike).mean())


def test_distances_are_energy_distances_by_brute_force(ucr):
    found = pb.place(rows_of(ucr, "Coffee"), ucr, name="new")

    def mean_distance(one, other):
        gaps = [np.linalg.norm(ucr.codes[a] - ucr.codes[other], axis=1).mean() for a in one]
        return float(np.mean(gaps))

    new = ucr.units[ucr.dataset == "Coffee"]
    for name in ("Coffee", "Beef", "GunPoint"):
        theirs = ucr.units[ucr.dataset == name]
        expected = 2 * mean_distance(new, theirs)
        expected -= mean_distance(new, new) + mean_distance(theirs, theirs)
        table = found.nearest.set_index("dataset")["distance"]
        assert table[name] == pytest.approx(expected, abs=1e-9)


def test_a_dataset_that_was_left_out_is_placed_beside_others(ucr):
    name = "Coffee"
    kept = ucr.dataset != name
    region = ucr.region[kept]
    without = replace(
        ucr, dataset=ucr.dataset[kept], units=ucr.units[kept], region=region,
        coverage=pb.coverage(ucr.dataset[kept].tolist(), region, ucr.regions.k),
    )  # fmt: skip
    found = pb.place(as_table(rows_of(ucr, name), name), without)
    whole = pb.place(as_table(rows_of(ucr, name), name), ucr)
    assert name not in set(found.nearest["dataset"])
    expected = whole.nearest[whole.nearest["dataset"] != name].reset_index(drop=True)
    pd.testing.assert_frame_equal(found.nearest, expected, check_exact=False, atol=1e-9)
    assert "in-landscape" not in found.notes
    assert found.farther < 100


def test_scores_give_the_best_methods_and_intervals_of_the_regions(ucr):
    found = pb.place(rows_of(ucr, "Beef"), ucr)
    expected = pb.best_by_region(ucr.scores, ucr)
    assert found.best.to_dict() == expected.to_dict()
    present = found.newcomer.percent[found.newcomer.percent >= 10].index
    enough = [r for r in present if len(expected.representatives[r]) >= 10]
    assert list(found.intervals) == enough
    for region, one in found.intervals.items():
        t = ucr.scores.select(expected.representatives[region])
        assert one.to_dict() == pb.rank_intervals(t).to_dict()
        assert f"mean ranks in {region}, with 95% intervals:" in str(found)
    own = ucr.scores.select(classifiers=list(ucr.scores.classifiers[:2]))
    assert pb.place(rows_of(ucr, "Beef"), ucr, own).best.n_classifiers == 2


def test_series_far_from_all_units_are_said_to_be_outside(ucr):
    frame = rows_of(ucr, "Beef") + 1e3 * ucr.scaling.spread
    found = pb.place(frame, ucr)
    assert found.outside == 100
    assert "outside-landscape" in found.notes
    assert "100.0% of its series are farther" in str(found)


def test_series_without_a_feature_are_left_out_and_counted(ucr):
    frame = rows_of(ucr, "Beef")
    frame.iloc[[0, 3], 5] = [np.nan, np.inf]
    found = pb.place(frame, ucr)
    assert (found.n_series, found.n_unplaced) == (len(frame) - 2, 2)
    assert "unplaced-series" in found.notes
    frame.iloc[:, 5] = np.nan
    with pytest.raises(pb.ArgumentError, match="a series with all features") as refused:
        pb.place(frame, ucr)
    assert refused.value.column == ucr.scaling.features[5]


def test_other_features_are_refused(ucr):
    frame = rows_of(ucr, "Beef")
    with pytest.raises(pb.ArgumentError, match=r"features of `tsfresh`.*, not of `catch22`"):
        pb.place(as_table(frame, "Beef", representation="catch22"), ucr)
    with pytest.raises(pb.ArgumentError, match=r"not of tsfresh 0\.1"):
        pb.place(as_table(frame, "Beef", versions={"tsfresh": "0.1"}), ucr)
    with pytest.raises(pb.ArgumentError, match=r"`data` must have the .* features") as refused:
        pb.place(frame.iloc[:, 1:], ucr)
    assert refused.value.column == frame.columns[0]
    other = pb.place(as_table(frame, "Beef", versions={"numpy": "0.1"}), ucr)
    assert "other-libraries" in other.notes
    assert f"numpy 0.1, not {ucr.versions['numpy']}" in str(other)


def test_arguments_are_checked(ucr):
    frame = rows_of(ucr, "Beef")
    with pytest.raises(pb.ArgumentError, match="must be one dataset, not `a`, `b`"):
        pb.place(frame.assign(dataset=["a", "b"] * (len(frame) // 2)), ucr)
    with pytest.raises(pb.ArgumentError, match="`landscape` must be a Landscape"):
        pb.place(frame, frame)
    with pytest.raises(pb.ArgumentError, match="self-organising map"):
        pb.place(frame, pb.map_landscape(np.eye(4), reduction="none", dataset=list("aabb"), k=2))


IN_R = """
library(pybench)
data <- pb_read_features("@file@")
found <- pb_place(data, "ucr")
writeLines(enc2utf8(format(found)), "@texts@", useBytes = TRUE)
cat(found$nearest$dataset, sep = "\\n")
writeBin(c(found$nearest$distance, found$farther, found$outside), "@values@")
"""


@pytest.mark.r
def test_r_gives_the_same_answer(ucr, tmp_path):
    frame = rows_of(ucr, "Beef")
    frame += 0.1 * np.random.default_rng(0).normal(size=frame.shape) * ucr.scaling.spread
    frame.iloc[1, 2] = np.nan
    table = as_table(frame, "mine")
    paths = {name: tmp_path / name for name in ("file.csv", "texts", "values")}
    pb.write_features(table, paths["file.csv"])
    code = IN_R.replace("@file@", paths["file.csv"].as_posix())
    for name in ("texts", "values"):
        code = code.replace(f"@{name}@", paths[name].as_posix())
    command = ["Rscript", "--vanilla", "-e", code]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    found = pb.place(pb.read_features(paths["file.csv"]), ucr)
    assert names == found.nearest["dataset"].tolist()
    expected = [*found.nearest["distance"], found.farther, found.outside]
    np.testing.assert_allclose(np.fromfile(paths["values"]), expected, rtol=1e-9, atol=1e-9)
    said = paths["texts"].read_text(encoding="utf-8").replace("engine r", "engine python")
    assert said.splitlines() == str(found).splitlines()
