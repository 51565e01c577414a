"""A folder of datasets: found, read one at a time, none twice, none left out in silence."""

from __future__ import annotations

import pytest
from writers import write_arff, write_ts, write_tsv

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, SeriesError

ONE = pb.series_set(
    [[1, 2], [3, 4], [5, 6]], dataset="One", split=["train", "train", "test"], label=list("aba")
)
TWO = pb.series_set([[1], [2]], dataset="Two", split=["train", "test"], label=["x", "y"])


def put(folder, series, write=write_tsv, ending=".tsv"):
    """Write both splits of a set into a folder."""
    folder.mkdir(exist_ok=True, parents=True)
    for split in ("train", "test"):
        path = folder / f"{series.datasets[0]}_{split.upper()}{ending}"
        path.write_bytes(write(series.select(split=split)))


def parquet(path, series):
    import pyarrow.parquet

    pyarrow.parquet.write_table(series.to_arrow(), path)


@pytest.mark.parametrize("layout", ["own folders", "one folder", "one file each", "mixed"])
def test_layouts(tmp_path, layout):
    if layout == "own folders":
        put(tmp_path / "Two", TWO)
        put(tmp_path / "One", ONE)
    elif layout == "one folder":
        put(tmp_path, TWO, write_ts, ".ts")
        put(tmp_path, ONE, write_arff, ".arff")
    elif layout == "one file each":
        parquet(tmp_path / "Two.parquet", TWO)
        parquet(tmp_path / "One.parquet", ONE)
    else:
        put(tmp_path / "Two", TWO, write_ts, ".ts")
        parquet(tmp_path / "One.parquet", ONE)
    archive = pb.open_archive(tmp_path)
    assert archive.datasets == ("One", "Two")
    assert len(archive) == 2
    assert list(archive) == [ONE, TWO]
    assert archive.read("Two") == TWO
    assert archive.read("One", "test") == ONE[2:]
    assert archive.select(["Two"]).datasets == ("Two",)
    both = pb.read_series(tmp_path)
    assert both.datasets == ("One", "Two")
    assert both == pb.read_series(archive)
    assert pb.read_series(tmp_path, dataset="Two", split="test") == TWO[1:]


def test_nothing_is_read_before_its_turn(tmp_path):
    put(tmp_path / "One", ONE)
    put(tmp_path / "Two", TWO)
    (tmp_path / "Two" / "Two_TEST.tsv").write_text("broken")
    turns = iter(pb.open_archive(tmp_path))
    assert next(turns) == ONE
    with pytest.raises(SeriesError, match=r"Two_TEST.tsv:1"):
        next(turns)


def test_what_is_no_dataset_is_listed(tmp_path):
    put(tmp_path / "One", ONE)
    (tmp_path / "README.md").write_text("read me")
    (tmp_path / "One.txt").write_text("what the series are")
    (tmp_path / "One" / "._One_TRAIN.tsv").write_text("what some systems leave")
    (tmp_path / "empty").mkdir()
    (tmp_path / ".hidden").write_text("")
    archive = pb.open_archive(tmp_path)
    assert archive.datasets == ("One",)
    assert archive.ignored == ("One.txt", "README.md", "empty")


def test_a_folder_of_one_dataset_is_that_dataset(tmp_path):
    put(tmp_path / "One", ONE, write_ts, ".ts")
    other = pb.series_set([[9], [9]], dataset="One_eq", split=["train", "test"], label=["a", "a"])
    put(tmp_path / "One", other, write_ts, ".ts")  # aeon's folders hold such variants
    assert pb.open_archive(tmp_path / "One").datasets == ("One",)
    assert pb.read_series(tmp_path / "One") == ONE
    assert pb.read_series(tmp_path) == ONE


def test_a_dataset_in_two_formats_must_be_chosen(tmp_path):
    put(tmp_path / "One", ONE)
    put(tmp_path / "One", ONE, write_ts, ".ts")
    with pytest.raises(SeriesError, match=r"One_TEST.ts.*One_TRAIN.tsv.*format"):
        pb.open_archive(tmp_path)
    assert pb.open_archive(tmp_path, format="ts").read("One") == ONE
    assert pb.read_series(tmp_path / "One", format="ucr") == ONE


@pytest.mark.parametrize("second", ["flat", "parquet"])
def test_a_dataset_in_two_places_is_refused(tmp_path, second):
    put(tmp_path / "One", ONE)
    if second == "flat":
        put(tmp_path, ONE)
    else:
        parquet(tmp_path / "One.parquet", ONE)
    with pytest.raises(SeriesError, match="every dataset once"):
        pb.open_archive(tmp_path)


def test_names_that_look_alike_are_refused(tmp_path):
    for name in ("Caf\u00e9", "Cafe\u0301"):
        parquet(tmp_path / f"{name}.parquet", ONE)
    with pytest.raises(SeriesError, match="differ visibly"):
        pb.open_archive(tmp_path)


def test_a_split_that_is_absent(tmp_path):
    put(tmp_path / "One", ONE)
    (tmp_path / "One" / "One_TEST.tsv").unlink()
    archive = pb.open_archive(tmp_path)
    with pytest.raises(SeriesError, match='split="train"'):
        archive.read("One")
    assert archive.read("One", "train") == ONE[:2]
    with pytest.raises(SeriesError, match="a test split"):
        archive.read("One", "test")


def test_a_file_that_calls_itself_otherwise(tmp_path):
    parquet(tmp_path / "Two.parquet", ONE)
    with pytest.raises(SeriesError, match="the dataset `Two`, found `One`"):
        pb.open_archive(tmp_path).read("Two")


def test_padding_is_said_once_for_the_archive(tmp_path):
    ragged = pb.series_set(
        [[1, 2], [3], [4]], dataset="One", split=["train", "train", "test"], label=list("aba")
    )
    put(tmp_path / "One", ragged)
    with pytest.raises(SeriesError, match="trailing_nan"):
        pb.open_archive(tmp_path).read("One")
    assert pb.open_archive(tmp_path, trailing_nan="padding").read("One") == ragged
    assert pb.read_series(tmp_path, trailing_nan="padding") == ragged


def test_no_archive(tmp_path):
    with pytest.raises(InputError, match="a folder"):
        pb.open_archive(tmp_path / "absent")
    with pytest.raises(SeriesError, match="an empty folder"):
        pb.open_archive(tmp_path)
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(SeriesError, match=r"found `notes.txt`"):
        pb.open_archive(tmp_path)
    parquet(tmp_path / "One.parquet", ONE)
    with pytest.raises(ArgumentError, match="no dataset `Two`"):
        pb.open_archive(tmp_path).read("Two")
    with pytest.raises(ArgumentError, match="no dataset `Two`"):
        pb.open_archive(tmp_path).select(["One", "Two"])
    with pytest.raises(ArgumentError, match="format"):
        pb.open_archive(tmp_path, format="weka")
