"""The report of missing and constant features, against counting one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb
from pybench.features.groups import GROUPS
from pybench.features.report import joined


def table(values, datasets, names=None, **more):
    values = np.array(values, float)
    n = len(values)
    names = names or tuple(f"f{i}" for i in range(values.shape[1]))
    texts = [np.array(x, object) for x in (datasets, ["train"] * n, ["1"] * n)]
    return pb.FeatureTable(*texts, np.arange(n), values, tuple(names), "mine", **more)


def by_hand(rows):
    """Share of missing and constancy of one column of one dataset."""
    finite = [x for x in rows if math.isfinite(x)]
    gaps = (len(rows) - len(finite)) / len(rows)
    return gaps, len(rows) > 1 and len(finite) == len(rows) and len(set(finite)) == 1


def test_every_cell_is_what_counting_says():
    rng = np.random.default_rng(1)
    values = rng.choice(
        [0.0, -0.0, 1.0, np.nan, np.inf, -np.inf], (60, 40), p=[0.4, 0.4, *[0.05] * 4]
    )
    datasets = rng.permutation(np.repeat(["d", "e", "f", "g"], [40, 14, 5, 1]))
    features = table(values, datasets.tolist())
    report = pb.feature_report(features)
    assert report.datasets == features.datasets
    for i, name in enumerate(report.datasets):
        rows = values[datasets == name]
        assert report.n_series[i] == len(rows)
        for j in range(40):
            gaps, constant = by_hand(rows[:, j].tolist())
            assert report.missing[i, j] == gaps
            assert report.constant[i, j] == constant
    assert report.constant.any()
    assert not report.constant[report.datasets.index("g")].any()


def test_frames_count_the_cells():
    nan = np.nan
    report = pb.feature_report(
        table(
            [[1, nan, 5, 2], [1, 2, nan, 3], [1, nan, 1, 4], [1, nan, 2, 4]],
            ["d", "d", "e", "e"],
            groups={"f0": "symbolic", "f1": "fractal", "f2": "fractal", "f3": "own"},
            removed={"f4": "why"},
        )
    )
    assert report.by_dataset().drop(columns="shortest").to_dict("list") == {
        "n_series": [2, 2], "missing": [2, 1], "wholly": [0, 1], "alone": [1, 0],
        "constant": [1, 2],
    }  # fmt: skip
    assert report.by_feature().to_dict("list") == {
        "group": ["symbolic", "fractal", "fractal", "own"], "missing": [0, 2, 1, 0],
        "constant": [2, 0, 0, 1],
    }  # fmt: skip
    frame = report.to_frame()
    assert frame.loc[("e", "f1")].tolist() == [1.0, False]
    assert len(frame) == 8
    assert report.group_names == ("fractal", "symbolic", "own")
    assert str(report).splitlines() == [
        "mine: 4 features on 2 datasets, 4 rows",
        "missing: 2 features without a value in some series, on 2 datasets; 1 on one dataset alone",
        "  d 2",
        "  e 1",
        "constant: 2 features the same in all series of a dataset, on 2 datasets; "
        "1 on one dataset alone",
        "  e 2",
        "  d 1",
        "  on every dataset: 1 feature",
        "removed before: 1 feature",
    ]
    assert report.to_dict()["schema"] == "pybench/feature-report/1"


def test_lengths_come_from_the_feature_of_that_name():
    names = ("value__length", "value__mean")
    report = pb.feature_report(table([[9, 1], [7, 2], [3, np.nan]], ["d", "d", "e"], names))
    assert report.shortest.tolist() == [7, 3]
    assert "  e 1 (series of 3 values)" in str(report).splitlines()
    assert np.isnan(pb.feature_report(table([[1.0]], ["d"])).shortest).all()


def test_a_clean_table_says_so():
    lines = str(pb.feature_report(table([[1.0], [2.0]], ["d", "d"]))).splitlines()
    assert lines[1:] == ["missing: none", "constant: none"]


def test_what_is_no_table_is_refused():
    with pytest.raises(pb.ArgumentError, match="`features` must be a FeatureTable, not list"):
        pb.feature_report([1])


def test_all_groups_of_tsfresh_have_a_place():
    report = pb.feature_report(
        table([[0.0] * len(GROUPS)], ["d"], tuple(GROUPS), groups=dict(GROUPS))
    )
    assert len(report.group_names) == 8
    assert report.group_names[0] == "statistical"


def test_one_dataset_at_a_time_is_the_same_report():
    rng = np.random.default_rng(2)
    values = rng.choice([0.0, 1.0, np.nan], (40, 9))
    datasets = np.repeat(["d", "e", "f"], [20, 19, 1])
    names = tuple(f"value__{word}" for word in ("length", *"abcdefgh"))
    parts = [table(values[datasets == d], [d] * int((datasets == d).sum()), names) for d in "def"]
    whole = pb.feature_report(table(values, datasets.tolist(), names))
    assert joined(map(pb.feature_report, parts)).to_dict() == whole.to_dict()
