"""Which datasets are left out, and why."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError

TOYS = pb.series_set(
    [np.arange(20)] * 2 + [np.arange(20), np.arange(19)] + [[np.nan] * 20] * 2 + [np.arange(9)] * 2,
    dataset=["good"] * 2 + ["unequal"] * 2 + ["missing"] * 2 + ["short"] * 2,
    split=["train", "test"] * 4,
    label=list("aabbccdd"),
)


def test_every_reason():
    found = pb.eligible(TOYS)
    assert found.kept == found.datasets == ("good",)
    assert found.left_out == {
        "unequal": "unequal length: 19 to 20",
        "missing": "40 missing values",
        "short": "shorter than 15 points: 9",
    }
    assert "1 of 4 datasets kept\n  unequal: left out, unequal length: 19 to 20" in str(found)


def test_what_is_kept_can_be_read_and_the_rest_says_why():
    found = pb.eligible(TOYS)
    assert len(found) == 1
    assert list(found) == [TOYS[:2]]
    with pytest.raises(ArgumentError, match="unequal length: 19 to 20"):
        found.read("unequal")
    with pytest.raises(ArgumentError, match="no eligible dataset `x`"):
        found.read("x")


def test_each_rule_can_be_lifted():
    assert pb.eligible(TOYS, unequal="keep").kept == ("good", "unequal")
    assert pb.eligible(TOYS, missing="keep").kept == ("good", "missing")
    assert pb.eligible(TOYS, min_length=9).kept == ("good", "short")
    assert pb.eligible(TOYS, min_length=20, unequal="keep").left_out["unequal"] == (
        "shorter than 20 points: 19"
    )
    assert pb.eligible(TOYS, min_class=2).left_out["good"] == "1 series in a class, fewer than 2"


def test_classes_are_counted_in_the_training_split():
    s = pb.series_set(
        [np.zeros(20)] * 5,
        dataset="d",
        split=["train"] * 3 + ["test"] * 2,
        label=["a", "a", "b", "a", "c"],
    )
    row = pb.eligible(s).to_frame().loc["d"]
    assert (row["n_classes"], row["smallest_class"]) == (3, 0)  # c is in the test split alone
    assert pb.eligible(s, min_class=1).left_out == {"d": "0 series in a class, fewer than 1"}
    unsplit = pb.series_set([np.zeros(20)] * 2, dataset="d", label=["a", "b"])
    assert pb.eligible(unsplit).kept == ("d",)
    unlabelled = pb.series_set([np.zeros(20)] * 2, dataset="d")
    assert pb.eligible(unlabelled, min_class=5).kept == ("d",)


def test_the_frame_counts():
    frame = pb.eligible(TOYS).to_frame()
    assert frame.loc["missing", "n_missing"] == 40
    assert frame.loc["short", ["n_series", "n_channels", "shortest", "longest"]].tolist() == [
        *(2, 1, 9, 9)
    ]
    assert frame["reason"].tolist()[0] == ""


def test_arguments_are_checked():
    for arguments in (
        {"unequal": "drop"},
        {"missing": True},
        {"min_length": 0},
        {"min_length": 1.5},
        {"min_class": -1},
    ):
        with pytest.raises(ArgumentError):
            pb.eligible(TOYS, **arguments)
    with pytest.raises(ArgumentError, match="ndarray"):
        pb.eligible(np.zeros((2, 2)))


def test_the_report_can_be_written_without_the_data():
    import json

    report = pb.eligible(TOYS).to_dict()
    assert set(report) == {"schema", "pybench", "kept", "left_out", "checked"}
    json.dumps(report)


def test_the_ucr_archive_loses_the_15_datasets_of_the_paper(shared):
    """Unequal length in 12, missing values in 3 more; none is left out for its length."""
    found = pb.eligible(shared / "data" / "ucr")
    assert len(found.left_out) == 15
    assert len(found.kept) == 97 - 15
    unequal = {name for name, why in found.left_out.items() if "unequal length" in why}
    assert set(found.left_out) - unequal == {"DodgerLoopDay", "DodgerLoopGame", "DodgerLoopWeekend"}
    frame = found.to_frame().loc[list(found.kept)]
    assert frame["shortest"].min() == 15
    assert frame["shortest"].idxmin() == "SmoothSubspace"
