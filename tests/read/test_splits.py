"""Names of files: which format, which split."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pybench.read.splits import format_of, read_files, sibling, split_name


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


def test_a_file_with_both_splits_gives_the_one_asked_for(tmp_path):
    path = tmp_path / "X.parquet"
    rows = {"dataset": ["X"] * 3, "split": ["train", "test", "train"], "label": ["a", "b", "a"]}
    pq.write_table(pa.table({**rows, "series": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]}), path)
    whole = read_files("X", {"": str(path)}, None, "error")
    assert list(whole.split) == ["train", "test", "train"]
    for split, values in (("train", [1.0, 2.0, 5.0, 6.0]), ("test", [3.0, 4.0])):
        part = read_files("X", {"": str(path)}, split, "error")
        assert set(part.split) == {split}
        assert part.to_numpy().ravel().tolist() == values
