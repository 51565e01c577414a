"""What is written comes back bit by bit, the same table gives the same bytes, damage is refused."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pybench.base.errors import (
    ArgumentError,
    EnvironmentProblem,
    InputError,
    SeriesError,
)
from pybench.features import file
from pybench.features.file import ABOUT, read_features, write_blocks, write_features
from pybench.features.table import FeatureTable

KINDS = (".parquet", ".arrow", ".csv")
ODD = ["plain", "a,b", 'a"b', "", " x ", "NA", "NaN", "=1+1", "ß", "line\nbreak", "true", "007"]
NUMBERS = [0.0, -0.0, 1 / 3, 5e-324, 1.7976931348623157e308, np.nan, np.inf, -np.inf, 1e16, 2.0**53]


def texts(values):
    return np.array(values, object)


@pytest.fixture
def table():
    n = len(ODD)
    values = np.array(
        [NUMBERS[(row + column) % len(NUMBERS)] for row in range(n) for column in (0, 5)]
    )
    return FeatureTable(
        dataset=texts([text or "nameless" for text in ODD]),
        split=texts(["train", "test", ""] * (n // 3)),
        label=texts([*ODD[1:], None]),
        id=np.arange(n),
        values=values.reshape(n, 2),
        names=("value__quantile__q_0.1", 'value__ar_coefficient__coeff_0__k_10,"x"'),
        representation="toy",
        groups={"value__quantile__q_0.1": "statistical"},
        removed={"gone": "not computable for 2 series of `a,b`"},
        left_out={"ß": "unequal length"},
        versions={"toy": "1"},
    )


def same(one, other):
    assert one.names == other.names
    assert one.values.tobytes() == other.values.tobytes()
    for key in ("dataset", "split", "label", "id"):
        assert getattr(one, key).tolist() == getattr(other, key).tolist(), key


@pytest.mark.parametrize("ending", sorted(file.FORMATS))
def test_what_is_written_comes_back(table, ending, tmp_path):
    path = tmp_path / f"table{ending}"
    write_features(table, path)
    found = read_features(path)
    same(found, table)
    about = {name: getattr(table, name) for name in ABOUT}
    if ending == ".csv":
        about |= {"representation": ""} | {name: {} for name in ABOUT[1:-1]}
    assert {name: getattr(found, name) for name in ABOUT} == about
    with pytest.raises(ValueError, match="read-only"):
        found.values[0, 0] = 1.0


@pytest.mark.parametrize("ending", KINDS)
@pytest.mark.parametrize("unit", ["series", "dataset"])
def test_what_a_row_is_comes_back(unit, ending, tmp_path):
    label = ["x", "y"] if unit == "series" else [None, None]
    table = FeatureTable(
        texts(["a", "b"]), texts(["", ""]), texts(label), np.zeros(2, np.int64), np.ones((2, 1)),
        ("f",), "toy", unit=unit,
    )  # fmt: skip
    write_features(table, tmp_path / f"t{ending}")
    found = read_features(tmp_path / f"t{ending}")
    assert (found.unit, found.ids) == (unit, table.ids)


@pytest.mark.parametrize("ending", KINDS)
@pytest.mark.parametrize("sizes", [[12], [1] * 12, [5, 0, 7], [4, 4, 4]])
def test_the_bytes_do_not_depend_on_the_pieces(table, ending, sizes, tmp_path, monkeypatch):
    monkeypatch.setattr(file, "GROUP", 5)
    whole, pieces = (tmp_path / f"{name}{ending}" for name in ("whole", "pieces"))
    write_features(table, whole)
    ends = np.cumsum([0, *sizes])
    blocks = (table.values[a:b] for a, b in pairwise(ends))
    keys = (table.dataset, table.split, table.label, table.id)
    about = {name: getattr(table, name) for name in ABOUT}
    write_blocks(pieces, keys, table.names, blocks, about)
    assert whole.read_bytes() == pieces.read_bytes()
    same(read_features(pieces), table)


@pytest.mark.parametrize("ending", KINDS)
def test_a_table_without_rows_or_features_comes_back(table, ending, tmp_path):
    path = tmp_path / f"table{ending}"
    for rows, names in ((0, table.names), (12, ())):
        small = FeatureTable(
            table.dataset[:rows], table.split[:rows], table.label[:rows], table.id[:rows],
            np.ascontiguousarray(table.values[:rows, : len(names)]), names, "toy",
        )  # fmt: skip
        write_features(small, path)
        same(read_features(path), small)


@pytest.mark.parametrize("ending", KINDS)
def test_another_process_writes_the_same_bytes(table, ending, tmp_path):
    one, other = (tmp_path / f"{name}{ending}" for name in ("one", "other"))
    write_features(table, one)
    code = (
        "import sys, pybench as pb\npb.write_features(pb.read_features(sys.argv[1]), sys.argv[2])"
    )
    subprocess.run([sys.executable, "-c", code, one, other], check=True, timeout=120)
    assert one.read_bytes() == other.read_bytes()


def test_pandas_and_arrow_read_the_files(table, tmp_path):
    for ending in KINDS:
        write_features(table, tmp_path / f"t{ending}")
    values = pd.read_csv(tmp_path / "t.csv", float_precision="round_trip")[list(table.names)]
    # As numbers: in the Turkish locale, whose I is another letter, pandas takes "Inf" for a text.
    assert np.array_equal(values.to_numpy(np.float64), table.values, equal_nan=True)
    for found in (
        pq.read_table(tmp_path / "t.parquet"),
        pa.ipc.open_file(tmp_path / "t.arrow").read_all(),
    ):
        assert found.column("label").to_pylist() == table.label.tolist()
        assert {str(kind) for kind in found.schema.types} == {"string", "int64", "double"}


def test_a_foreign_table_with_the_same_columns_is_read(tmp_path):
    frame = pd.DataFrame(
        {"dataset": ["a", "b"], "split": ["", ""], "label": [None, None], "id": [0, 0], "f": [1, 2]}
    )
    path = tmp_path / "foreign.parquet"
    frame.to_parquet(path)
    found = read_features(path)
    assert (found.values.tolist(), found.representation) == ([[1.0], [2.0]], "")
    pq.write_table(pa.table({**frame, "f": pa.array([1.5, None])}), path)
    assert np.isnan(read_features(path).values[1, 0])


def rows(**changes):
    columns = {"dataset": ["a"], "split": [""], "label": ["x"], "id": [0], "f": [1.0]} | changes
    return pa.table({name: value for name, value in columns.items() if value is not None})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"split": None}, "expected the columns"),
        ({"id": [0.5]}, "column 'id': expected whole numbers, found double"),
        ({"id": pa.array([None], pa.int64())}, "found missing ones"),
        ({"f": ["text"]}, "column 'f': expected numbers, found string"),
        ({"f": [True]}, "column 'f': expected numbers, found bool"),
        ({"dataset": [7]}, "column 'dataset': expected strings"),
        ({"dataset": pa.array([None], pa.string())}, "a string in every row"),
        ({"label": [7]}, "column 'label': expected strings"),
        ({"split": ["valid"]}, 'expected a split "train", "test" or "", found `valid`'),
    ],
)
def test_what_is_no_table_of_features_is_refused(changes, message, tmp_path):
    path = tmp_path / "bad.parquet"
    pq.write_table(rows(**changes), path)
    with pytest.raises(SeriesError, match=message) as caught:
        read_features(path)
    assert caught.value.file == str(path)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("d,train,x,0,1\nd,valid,x,0,1", 3, "found `valid`"),
        ("d,train,x,0,1\nd,test,x,0,1\nd,train,y,0,1", 4, "found `d/train/0` in rows 1 and 3"),
        ('d,"",x,0,1\nd,"",y,0,1', None, "every series once, found `d/0` in rows 1 and 2"),
    ],
)
def test_a_series_twice_and_a_split_that_is_none_are_refused(text, line, message, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text(f"dataset,split,label,id,f\n{text}\n")
    with pytest.raises(SeriesError, match=message) as caught:
        read_features(path)
    assert caught.value.line == line


def test_a_missing_split_is_none(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text("dataset,split,label,id,f\nd,,x,0,1\nd,train,x,0,2\n")
    assert read_features(path).split.tolist() == ["", "train"]
    for kind in (pa.string(), pa.null()):
        pq.write_table(rows(split=pa.array([None], kind)), tmp_path / "f.parquet")
        assert read_features(tmp_path / "f.parquet").split.tolist() == [""]


@pytest.mark.parametrize(
    "text",
    [
        "", "dataset,split,label,id,f\na,train,x,0\n", "dataset,split,label,id,f\na,train,x,0,1e\n",
        "dataset,split,label,id,f\na,train,x,first,1\n", "dataset,split,label,id,f,f\na,,x,0,1,1\n",
        "dataset;split;label;id;f\na;;x;0;1\n", "name,f\na,1\n", "\0",
    ],
)  # fmt: skip
def test_csv_that_is_none_is_refused(text, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(SeriesError):
        read_features(path)


def test_another_encoding_is_named(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes("dataset,split,label,id,f\nK\xf6ln,train,x,0,1\n".encode("latin-1"))
    with pytest.raises(SeriesError, match="expected utf-8 text, found the byte 0xF6") as caught:
        read_features(path)
    assert (caught.value.line, caught.value.hint) == (2, "Save the file as UTF-8.")


@pytest.mark.parametrize("ending", KINDS)
def test_damage_is_a_typed_error_or_no_damage(table, ending, tmp_path):
    path = tmp_path / f"table{ending}"
    write_features(table, path)
    good = path.read_bytes()
    for cut in range(0, len(good), max(1, len(good) // 60)):
        for bad in (good[:cut], good[:cut] + b"\xff" + good[cut + 1 :]):
            path.write_bytes(bad)
            with suppress(SeriesError):
                read_features(path)


def test_a_later_schema_is_refused(table, tmp_path):
    path = tmp_path / "later.parquet"
    metadata = {b"pybench": b'{"schema": "pybench/feature-table/99"}'}
    pq.write_table(rows().replace_schema_metadata(metadata), path)
    with pytest.raises(SeriesError, match="feature-table/99"):
        read_features(path)


def test_metadata_that_lack_a_field_are_refused_by_its_name(tmp_path):
    path = tmp_path / "table.parquet"
    metadata = {b"pybench": b'{"schema": "pybench/feature-table/1", "representation": "toy"}'}
    pq.write_table(rows().replace_schema_metadata(metadata), path)
    with pytest.raises(SeriesError, match="`unit` in the metadata"):
        read_features(path)


def test_paths_are_checked(table, tmp_path):
    for bad in ("table.xlsx", "table", 7, None):
        with pytest.raises(ArgumentError, match="`path`"):
            write_features(table, bad)
        with pytest.raises(ArgumentError, match="`path`"):
            read_features(bad)
    with pytest.raises(InputError, match="No such file"):
        read_features(tmp_path / "none.csv")
    with pytest.raises(EnvironmentProblem, match="cannot write"):
        write_features(table, tmp_path / "no folder" / "t.csv")
    with pytest.raises(ArgumentError, match="must be a FeatureTable"):
        write_features(table.to_frame(), tmp_path / "t.csv")


@pytest.mark.parametrize("ending", KINDS)
def test_a_block_that_fails_leaves_the_old_file(table, ending, tmp_path):
    path = tmp_path / f"table{ending}"
    write_features(table, path)
    old = path.read_bytes()

    def blocks():
        yield table.values[:3]
        raise SeriesError("gone")

    keys = (table.dataset, table.split, table.label, table.id)
    about = {name: getattr(table, name) for name in ABOUT}
    with pytest.raises(SeriesError, match="gone"):
        write_blocks(path, keys, table.names, blocks(), about)
    assert path.read_bytes() == old
    assert [item.name for item in tmp_path.iterdir()] == [path.name]
