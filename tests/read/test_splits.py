"""Names of files: which format, which split."""

from __future__ import annotations

from pathlib import Path

import pytest

from pybench.read.splits import format_of, sibling, split_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("X_TRAIN.ts", ("X", "train")),
        ("a b_TEST.tsv", ("a b", "test")),
        ("X_TRAIN_TEST.ts", ("X_TRAIN", "test")),
        ("X_train.ts", ("X_train", "")),
        ("_TRAIN.ts", ("_TRAIN", "")),
        ("X.v2_TRAIN.ts", ("X.v2", "train")),
        ("X.parquet", ("X", "")),
    ],
)
def test_dataset_and_split_of_a_name(name, expected):
    assert split_name(Path(name)) == expected


def test_the_other_split():
    assert sibling(Path("d/X_TRAIN.ts")) == Path("d/X_TEST.ts")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("x.TS", "ts"), ("x.csv", "ucr"), ("x.pq", "parquet"), ("x.zip", None), ("x", None)],
)
def test_format_by_ending(name, expected):
    assert format_of(name) == expected
