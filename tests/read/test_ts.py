"""Files of .ts: aeon's own loader and the UCR archive are the oracles, the grammar the judge."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from writers import write_ts

from pybench.base.errors import SeriesError
from pybench.read import ts
from pybench.read.ts import read_ts
from pybench.seriesset.build import series_set
from pybench.seriesset.series import SeriesSet
from tests.versions import THEIRS

LABELLED = "@classLabel true a b"
AEON = ["ACSF1", "ArrowHead", "BasicMotions", "CardanoSentiment", "Covid3Month"]
AEON += ["Covid3Month_disc", "GunPoint", "ItalyPowerDemand", "JapaneseVowels", "OSULeaf"]
AEON += ["PickupGestureWiimoteZ", "UnitTest"]
FAST = ("ItalyPowerDemand", "PickupGestureWiimoteZ", "DodgerLoopGame", "BME")


def text(*lines: str) -> bytes:
    return "\n".join([*lines, ""]).encode()


def one_by_one(monkeypatch, data: bytes) -> SeriesSet:
    """Read with the grammar alone."""
    with monkeypatch.context() as patch:
        patch.setattr(ts, "_at_once", lambda lines, number, rules: None)
        return read_ts(data, dataset="d", file="f.ts")


def same_bytes(one: SeriesSet, other: SeriesSet) -> bool:
    """Tell more than `==`: -0 is not 0."""
    channels = range(len(one.channels))
    return one == other and all(
        (np.isnan(one.flat(c)) | (np.signbit(one.flat(c)) == np.signbit(other.flat(c)))).all()
        for c in channels
    )


# What aeon ships, and where its loader changes it


@pytest.fixture(scope="module")
def aeon():
    return pytest.importorskip("aeon.datasets")


def shipped(aeon) -> list[Path]:
    return sorted((Path(aeon.__file__).parent / "data").rglob("*.ts"))


@THEIRS
def test_all_that_aeon_ships_is_tested(aeon):
    assert {path.parent.name for path in shipped(aeon)} == set(AEON)


@pytest.mark.parametrize("folder", AEON)
def test_what_aeon_ships_is_read_as_its_loader_does(aeon, monkeypatch, folder):
    for path in [path for path in shipped(aeon) if path.parent.name == folder]:
        data = path.read_bytes()
        found = read_ts(data, dataset="d", split="train")
        values, labels = aeon.load_from_ts_file(str(path))
        assert len(found) == len(values)
        for mine, theirs in zip(found, values, strict=True):
            np.testing.assert_array_equal(mine, theirs)
        body = re.split(rb"(?im)^@data\s*\n", data)[1].decode()
        written = [line.rpartition(":")[2] for line in body.split("\n") if line]
        assert found.label.tolist() == written
        numbers = labels.dtype.kind == "f"
        assert [float(x) if numbers else x.lower() for x in written] == labels.tolist()
        assert same_bytes(one_by_one(monkeypatch, data), read_ts(data, dataset="d"))


def loaded(aeon, tmp_path, *lines: str):
    path = tmp_path / "x.ts"
    path.write_bytes(text(*lines))
    return aeon.load_from_ts_file(str(path))


def test_aeon_changes_labels(aeon, tmp_path):
    lines = ["@univariate true", "@classLabel true Banana NaN Up?", "@data"]
    lines += ["1,2:Banana", "3,4:NaN", "5,6:Up?"]
    assert loaded(aeon, tmp_path, *lines)[1].tolist() == ["baNaNa", "NaN", "upNaN"]
    assert read_ts(text(*lines), dataset="d").label.tolist() == ["Banana", "NaN", "Up?"]


def test_aeon_loses_signs_and_whole_numbers_behind_stamps(aeon, tmp_path):
    lines = ["@timeStamps true", "@equalLength false", LABELLED, "@data"]
    lines += ["(0,-1.5),(1,2.5):a", "(0,7),(1,8.5):b", "(0.5,1.5),(1.5,2.5):b"]
    values, _ = loaded(aeon, tmp_path, *lines)
    assert [case.tolist() for case in values] == [[[1.5, 2.5]], [[8.5]], [[0.5, 1.5, 1.5, 2.5]]]
    found = read_ts(text(*lines), dataset="d")
    assert [case.tolist() for case in found] == [[[-1.5, 2.5]], [[7, 8.5]], [[1.5, 2.5]]]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([LABELLED, "@data", "1,2:c"], "a label that @classLabel names"),
        ([LABELLED, "@missing false", "@data", "1,?:a"], "no missing value (@missing false)"),
        ([LABELLED, "@univariate true", "@data", "1:2:a"], "1 channel"),
        ([LABELLED, "@dimensions 3", "@data", "1:2:a"], "3 channels"),
        ([LABELLED, "@seriesLength 9", "@data", "1,2:a"], "9 values (@equalLength, @seriesLength)"),
        ([LABELLED, "@data", "1_000,2:a"], "a number"),
        ([LABELLED, "@data", "١,2:a"], "a number"),
        ([LABELLED, "@data", "inf,2:a"], "a finite number"),
        (["@data", "1,2:a"], "@classLabel or @targetLabel, true or false, before @data"),
    ],
)
def test_aeon_does_not_hold_a_file_to_its_claims(aeon, tmp_path, lines, expected):
    loaded(aeon, tmp_path, *lines)
    with pytest.raises(SeriesError) as caught:
        read_ts(text(*lines), dataset="d")
    assert caught.value.expected == expected


@THEIRS
def test_what_aeon_writes_is_read(aeon, tmp_path):
    values = np.random.default_rng(0).normal(size=(4, 3, 5))
    for labels, kind in ((None, None), (np.array(list("abab")), "classification")):
        aeon.save_to_ts_file(values, labels, label_type=kind, path=str(tmp_path))
        found = read_ts((tmp_path / "data.ts").read_bytes())
        assert found.datasets == ("data",)
        assert (found.to_numpy() == values).all()
        assert found.label.tolist() == ([None] * 4 if labels is None else labels.tolist())


# Round trips


def of_archive(shared: Path, name: str, split: str) -> SeriesSet:
    import pyarrow.parquet as pq

    rows = pq.read_table(shared / "data" / "ucr" / f"{name}.parquet")
    rows = rows.filter([s == split for s in rows["split"].to_pylist()])
    series = [np.asarray(x.values) for x in rows["series"]]
    return series_set(series, dataset=name, split=split, label=rows["label"].to_pylist())


def check_round_trip(shared: Path, name: str) -> None:
    for split in ("train", "test"):
        wanted = of_archive(shared, name, split)
        assert same_bytes(read_ts(write_ts(wanted), split=split), wanted)


@pytest.mark.parametrize("name", FAST)
def test_sets_of_the_archive_come_back(shared, name):
    check_round_trip(shared, name)


@pytest.mark.slow
def test_every_set_of_the_archive_comes_back(shared):
    names = [path.stem for path in sorted((shared / "data" / "ucr").glob("*.parquet"))]
    assert len(names) == 97
    for name in names:
        check_round_trip(shared, name)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("missing", ["?", "NaN", "nan"])
@pytest.mark.parametrize("block", [1, 60, ts.BLOCK])
def test_any_set_comes_back(monkeypatch, end, missing, block):
    monkeypatch.setattr(ts, "BLOCK", block)
    random = np.random.default_rng(0)
    for channels, n, labels in ((1, 1, "a"), (1, 7, "ab"), (3, 5, None), (2, 4, "xyz")):
        series = [random.normal(size=(channels, random.integers(1, 9))) for _ in range(n)]
        series[0][0, 0] = np.nan
        names = ["value"] if channels == 1 else [f"channel_{i + 1}" for i in range(channels)]
        label = None if labels is None else [labels[i % len(labels)] for i in range(n)]
        wanted = series_set(series, dataset="Toy", label=label, channels=names)
        data = write_ts(wanted, missing=missing, end=end)
        assert same_bytes(read_ts(data), wanted)
        assert same_bytes(read_ts(b"\xef\xbb\xbf# x\n" + data.rstrip()), wanted)


def test_the_name_of_the_dataset():
    lines = ["@classLabel false", "@data", "1,2"]
    assert read_ts(text("@problemName My Set", *lines)).datasets == ("My Set",)
    assert read_ts(text("@problemName Mine", *lines), dataset="Yours").datasets == ("Yours",)
    assert read_ts(text("@problemName A", "@problemName A", *lines)).datasets == ("A",)
    for names in ([], ["@problemName A", "@problemName B"]):
        with pytest.raises(SeriesError, match="one @problemName"):
            read_ts(text(*names, *lines))
        assert read_ts(text(*names, *lines), dataset="Yours").datasets == ("Yours",)


def test_a_megabyte_in_one_line():
    values = np.random.default_rng(0).normal(size=60_000)
    line = ",".join(map(repr, values.tolist()))
    assert len(line) > 1_000_000
    found = read_ts(text(LABELLED, "@data", line + ":a", "1:b"), dataset="d")
    assert (found.values(0) == values).all()
    with pytest.raises(SeriesError) as caught:
        read_ts(text(LABELLED, "@data", line + ",x:a"), dataset="d")
    assert (caught.value.line, caught.value.column) == (3, str(len(line) + 2))


@pytest.mark.parametrize("fill", ["(", "((0,1),", ":", ",", "9", " ", "@", "?", "1 ", "nan", "(0,"])
@pytest.mark.parametrize("header", ["@timeStamps true", "@timeStamps false"])
def test_long_nonsense_is_refused_in_linear_time(fill, header):
    line = fill * (1_000_000 // len(fill))
    with pytest.raises(SeriesError):
        read_ts(text(header, LABELLED, "@data", line), dataset="d")


DECLARED = ["@univariate true", "@classLabel true a b", "@data", "1,2:a"]
TARGETS = ["@univariate true", "@targetLabel true", "@data", "1,2:0"]
STAMPED = ["@timeStamps true", "@univariate true", "@classLabel true a b", "@data", "(0,1),(1,2):a"]
TIMES = ["@timeStamps true", "@univariate true", "@classLabel false", "@data", "(0,1),(1,2)"]


@pytest.mark.parametrize("block", [1, 20, ts.BLOCK])
@pytest.mark.parametrize(
    ("lines", "bad", "expected"),
    [
        (DECLARED, "1,1e999:a", "a finite number"),
        (DECLARED, "1,inf:a", "a finite number"),
        (DECLARED, "1,:a", "a number"),
        (DECLARED, "1,2:", "a label that @classLabel names"),
        (["@missing false", *DECLARED], "1,nan:a", "no missing value (@missing false)"),
        (["@equalLength true", *DECLARED], "1:a", "2 values (@equalLength, the first series)"),
        (TARGETS, "1,2:3,4", "a finite number to predict"),
        (TARGETS, "1,2:nan", "a finite number to predict"),
        (STAMPED, "(0,1,2),(1,3):a", "`(stamp,value)`"),
        (STAMPED, "(0,1),(1):a", "`(stamp,value)`"),
        (STAMPED, "(0,1),(2,2):a", "stamps in even steps"),
        (STAMPED, "0,1),(1,2):a", "`(stamp,value)`"),
        (TIMES, "(0,1),(1,2):a", "`(stamp,value)`"),
        (TIMES, "(0,1),(1,2", "`(stamp,value)`"),
    ],
)
def test_a_defect_is_found_behind_lines_that_are_right(monkeypatch, block, lines, bad, expected):
    monkeypatch.setattr(ts, "BLOCK", block)
    good = [*lines, *[lines[-1]] * 4]
    for data in (text(*good, bad), text(*good, bad, lines[-1])):
        with pytest.raises(SeriesError) as caught:
            read_ts(data, dataset="d")
        assert (caught.value.expected, caught.value.line) == (expected, len(good) + 1)
    assert len(read_ts(text(*good), dataset="d")) == 5


# Mutants

SEEDS = [
    text("# Toy", "@problemName Toy", "@timeStamps false", "@missing true", "@univariate true")
    + text("@equalLength false", "@classLabel true Up Down", "@data")
    + text("1.5,-2e3,?:Up", "0.25,NaN:Down", "+7, 8 ,9.:Up"),
    text("@problemname T", "@dimensions 2", "@univariate false", "@equallength true")
    + text("@serieslength 3", "@targetlabel true", "@data")
    + text("1,2,3:4,5,6:0.5", "1,2,3:4,5,6:-1", "0,0,0:1e-3,1,1:7"),
    text("@timestamps true", "@missing false", "@classLabel true a b", "@data").replace(
        b"\n", b"\r\n"
    )
    + b"(2007-01-01 00:00:00,3),(2007-01-01 00:00:01,4):b\r\n(2007-01-01 00:00:07,6):a\r\n",
]
PIECES = [b",", b":", b"?", b"nan", b"\n", b"\r", b"\0", b"@", b"@data\n", b"#", b" ", b"\t", b"("]
PIECES += [
    b")",
    b"-",
    b"+",
    b"e9",
    b"e999",
    b"inf",
    b".",
    b"_",
    b"\xc3\xa9",
    b"\xff",
    b"7",
    b"@x\n",
]


def mutant(random: Random, seed: bytes) -> bytes:
    data = bytearray(seed)
    for _ in range(random.randint(1, 3)):
        header = 0 if random.random() < 0.2 else data.lower().find(b"@data") + 7
        at = random.randrange(min(header, len(data)), len(data) + 1)
        until = min(len(data), at + random.randint(0, 4))
        choice = random.random()
        if choice < 0.5:
            data[at : at + 1] = random.choice(b"0123456789.,?- ").to_bytes()
        elif choice < 0.7:
            data[at:until] = random.choice(PIECES)
        elif choice < 0.9:
            del data[at:until]
        else:
            start = random.randrange(len(data) + 1)
            data[at:at] = data[start : start + random.randint(1, 30)]
    return bytes(data)


def outcome(read, data: bytes) -> SeriesSet | dict[str, object]:
    """Return the set, or the typed refusal with its place."""
    try:
        return read(data)
    except SeriesError as error:
        return error.to_dict()


def check_mutants(monkeypatch, count: int) -> None:
    random, refused = Random(0), 0
    for i in range(count):
        data = mutant(random, SEEDS[i % len(SEEDS)])
        found = outcome(lambda x: read_ts(x, dataset="d", file="f.ts"), data)
        apart = outcome(lambda x: one_by_one(monkeypatch, x), data)
        if isinstance(found, dict):
            refused += 1
            assert found == apart
            assert found["file"] == "f.ts"
            assert found["line"] is not None or found["found"] == "an empty file"
            assert found["hint"]
        else:
            assert same_bytes(found, apart)
    assert 0.5 * count < refused < 0.95 * count  # neither all hopeless nor all harmless


def test_mutants_are_read_as_the_grammar_reads_them_or_refused(monkeypatch):
    check_mutants(monkeypatch, 3000)


@pytest.mark.slow
def test_many_mutants(monkeypatch):
    check_mutants(monkeypatch, 60_000)
