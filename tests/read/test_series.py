"""read_series: every source of a set gives the same set; all of the UCR archive that is at hand."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from writers import write_arff, write_ts, write_tsv

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, SeriesError
from pybench.read.arff import read_arff
from pybench.read.ts import read_ts
from pybench.read.ucr import read_ucr

# A shape each: short, long, many classes, unequal, missing, both.
FAST = (
    "Chinatown", "DodgerLoopGame", "Fungi", "GunPoint", "MelbournePedestrian",
    "PickupGestureWiimoteZ",
)  # fmt: skip
TOY = pb.series_set([[1, 2], [3, 4]], dataset="Toy", split=["train", "test"], label=["a", "b"])


@pytest.fixture
def toy(tmp_path):
    """Return a folder with Toy_TRAIN.tsv and Toy_TEST.tsv."""
    for split in ("train", "test"):
        path = tmp_path / f"Toy_{split.upper()}.tsv"
        path.write_bytes(write_tsv(TOY.select(split=split)))
    return tmp_path


def test_a_stem_gives_both_splits_and_a_file_itself(toy, monkeypatch):
    assert pb.read_series(toy / "Toy") == TOY
    assert pb.read_series(str(toy / "Toy"), split="test") == TOY[1:]
    assert pb.read_series(toy / "Toy_TRAIN.tsv") == TOY[:1]
    assert pb.read_series(toy / "Toy_TEST.tsv") == TOY[1:]
    with pytest.raises(SeriesError, match="a test split"):
        pb.read_series(toy / "Toy_TRAIN.tsv", split="test")
    monkeypatch.chdir(toy)
    for source in ("Toy", "."):
        assert pb.read_series(source) == TOY
    renamed = pb.read_series(toy / "Toy", dataset="Other")
    assert renamed.datasets == ("Other",)


def test_a_pair_is_whole_or_asked_for_by_half(toy):
    (toy / "Toy_TEST.tsv").unlink()
    with pytest.raises(SeriesError, match='split="train"'):
        pb.read_series(toy / "Toy")
    assert pb.read_series(toy / "Toy", split="train") == TOY[:1]
    assert pb.read_series(toy / "Toy_TRAIN.tsv") == TOY[:1]
    with pytest.raises(InputError, match="none of that name"):
        pb.read_series(toy / "Toy_TEST.tsv")


def test_one_class_has_one_name(toy):
    """The older files of the archive write 1.0000e+00 where the newer write 1."""
    (toy / "Toy_TRAIN.tsv").write_text("1\t2\t3\n")
    (toy / "Toy_TEST.tsv").write_text("1.0000000e+00\t2\t3\n")
    with pytest.raises(SeriesError, match=r"`1` and `1.0000000e[+]00`"):
        pb.read_series(toy / "Toy")
    assert pb.read_series(toy / "Toy", split="test").label.tolist() == ["1.0000000e+00"]


def test_single_files(tmp_path):
    one = pb.series_set([[1, 2]], dataset="solo", label=["a"])
    files = {"solo.ts": write_ts(one), "solo.csv": b"a,1,2\n", "solo.arff": write_arff(one)}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        assert pb.read_series(tmp_path / name) == one
        (tmp_path / name).unlink()
    (tmp_path / "solo").write_bytes(b"a 1 2\n")
    assert pb.read_series(tmp_path / "solo", format="ucr") == one
    assert pb.read_series(tmp_path / "solo", format="ucr", split="test").split.tolist() == ["test"]
    with pytest.raises(ArgumentError, match=r"must end in one of \.ts"):
        pb.read_series(tmp_path / "solo")


def test_tables_of_many_datasets(tmp_path):
    import pyarrow.feather
    import pyarrow.parquet

    many = pb.series_set([[1], [2, 3]], dataset=["a", "b"], split="train", label=["x", "y"])
    pyarrow.parquet.write_table(many.to_arrow(), tmp_path / "many.parquet")
    pyarrow.feather.write_feather(many.to_arrow(), str(tmp_path / "many.feather"))
    for name in ("many.parquet", "many.feather"):
        assert pb.read_series(tmp_path / name) == many
        assert pb.read_series(tmp_path / name, dataset="b") == many[1:]
        with pytest.raises(ArgumentError, match="no `c`"):
            pb.read_series(tmp_path / name, dataset="c")
        with pytest.raises(ArgumentError, match="`test`"):
            pb.read_series(tmp_path / name, split="test")


def test_arguments_are_checked(toy):
    for arguments in (
        {"format": "weka"},
        {"split": "TRAIN"},
        {"trailing_nan": True},
        {"label": ["a"]},
    ):
        with pytest.raises(ArgumentError):
            pb.read_series(toy / "Toy", **arguments)
    with pytest.raises(InputError, match="none of that name"):
        pb.read_series(toy / "absent")
    (toy / "Toy_TRAIN.ts").write_bytes(write_ts(TOY[:1]))
    with pytest.raises(InputError, match=r"`Toy_TRAIN.ts`, `Toy_TRAIN.tsv`"):
        pb.read_series(toy / "Toy")


@pytest.fixture(scope="module")
def facts(shared) -> dict[str, dict[str, str]]:
    """Return the archive's table: a row per dataset that is here complete."""
    with (shared / "data" / "meta" / "ucr2018_datasets.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {row["dataset"]: row for row in rows if row["available"] == "complete"}


def test_all_datasets_are_as_the_archive_describes_them(shared, facts):
    """Sizes, lengths, classes, missing values; `Vary` is unequal length.

    MelbournePedestrian is 24 long in the table and 9 to 24 in the file.
    """
    archive = pb.open_archive(shared / "data" / "ucr")
    assert set(archive.datasets) == set(facts)
    assert len(archive) == 97
    unequal = set()
    for series in archive:
        (name,) = series.datasets
        row = facts[name]
        train, test = series.select(split="train"), series.select(split="test")
        lengths = series.lengths
        found = {
            "n_train": len(train),
            "n_test": len(test),
            "n_classes": len(set(series.label)),
            "file_n_train": len(train),
            "file_n_test": len(test),
            "file_n_classes": len(set(series.label)),
            "file_length_min": lengths.min(),
            "file_length_max": lengths.max(),
            "file_missing_values": np.isnan(series.flat()).sum(),
        }
        assert {key: int(row[key]) for key in found} == found, name
        assert None not in series.label
        assert series.id.tolist() == [*range(len(train)), *range(len(test))]
        if row["length"] == "Vary":
            unequal.add(name)
        else:
            assert lengths.max() == int(row["length"])
            assert lengths.min() == lengths.max() or name == "MelbournePedestrian"
    assert len(unequal) == 11


def round_trips(shared, name):
    """Write a dataset in three formats and read each back."""
    whole = pb.read_series(shared / "data" / "ucr" / f"{name}.parquet")
    for split in ("train", "test"):
        part = whole.select(split=split)
        names = {"dataset": name, "split": split}
        assert read_tsv_back(part, names) == part
        assert read_arff(write_arff(part), trailing_nan="padding", **names) == part
        assert read_ts(write_ts(part), **names) == part


def read_tsv_back(part, names):
    assert not np.isnan([x[0, -1] for x in part]).any()  # else padding could not be told apart
    return read_ucr(write_tsv(part), trailing_nan="padding", **names)


@pytest.mark.parametrize("name", FAST)
def test_what_is_written_is_read_back(shared, name):
    round_trips(shared, name)


@pytest.mark.slow
def test_all_datasets_written_are_read_back(shared, facts):
    for name in facts:
        round_trips(shared, name)


finite = st.floats(allow_nan=False, allow_infinity=False)
classes = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n"), min_size=1, max_size=5)


@st.composite
def sets(draw):
    """Draw ragged series with missing values and any labels; no series ends in a missing one."""
    inside = st.lists(finite | st.just(np.nan), max_size=5)
    series = draw(st.lists(st.tuples(inside, finite), min_size=1, max_size=4))
    labels = draw(st.lists(classes, min_size=len(series), max_size=len(series)))
    values = [[*values, last] for values, last in series]
    return pb.series_set(values, dataset="d", label=labels)


@given(sets())
def test_any_set_is_read_back_from_arff(series):
    assert read_arff(write_arff(series), dataset="d", trailing_nan="padding") == series


@given(sets())
def test_any_set_is_read_back_from_tsv_or_its_labels_are_refused(series):
    def plain(label):
        return label == label.strip() and label[0] not in "\"'" and "\t" not in label

    data = write_tsv(series)
    if all(map(plain, series.label)) and not data.startswith(b"\xef\xbb\xbf"):
        assert read_ucr(data, dataset="d", trailing_nan="padding") == series
    elif not any("\t" in label or label[0] == "\ufeff" for label in series.label):
        with pytest.raises(SeriesError, match=r"a class label|blank line"):
            read_ucr(data, dataset="d", trailing_nan="padding")


def test_files_that_ship_with_aeon():
    """The same split as .ts, .tsv and .arff is the same set; values are those of aeon's loaders."""
    loaders = pytest.importorskip("aeon.datasets._data_loaders")
    data = Path(loaders.MODULE, "data")
    one = pb.read_series(data / "GunPoint", format="ts", split="train")
    tsv = pb.read_series(data / "GunPoint" / "GunPoint_TRAIN.tsv", split="train")
    arff = pb.read_series(data / "GunPoint" / "GunPoint_TRAIN.arff", split="train")
    assert one == tsv == arff
    many = data / "BasicMotions"
    one = pb.read_series(many, format="ts", split="train")
    assert pb.read_series(many / "BasicMotions_TRAIN.arff", split="train") == one
    assert one.channels == tuple(f"channel_{i}" for i in range(1, 7))
    values, labels = loaders.load_from_tsv_file(str(data / "GunPoint" / "GunPoint_TRAIN.tsv"))
    assert np.allclose(tsv.to_numpy(), values, rtol=1e-15, atol=0)  # pandas' parser rounds
    assert tsv.label.tolist() == [str(label) for label in labels]
