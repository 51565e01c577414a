"""CSV that Python, pandas and R read alike; the round trip is in test_file.py."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pyarrow as pa
import pytest

from pybench.base.errors import SeriesError
from pybench.bridge.call import call
from pybench.features.delimited import read_csv, write_csv
from pybench.features.file import read_features
from pybench.seriesset.series import KEYS


def written(label, number):
    schema = pa.schema(
        [*((k, pa.int64() if k == "id" else pa.string()) for k in KEYS), ("f", pa.float64())]
    )
    columns = [["a"], ["train"], [label], [0], [number]]
    arrays = [pa.array(c, kind) for c, kind in zip(columns, schema.types, strict=True)]
    buffer = io.BytesIO()
    write_csv(buffer, schema, iter([pa.RecordBatch.from_arrays(arrays, schema=schema)]))
    return buffer.getvalue().decode()


@pytest.mark.parametrize(
    ("number", "text"),
    [(math.nan, "NaN"), (math.inf, "Inf"), (-math.inf, "-Inf"), (0.1, "0.1"), (1e22, "1e+22")],
)
def test_numbers_are_spelled_as_r_reads_them(number, text):
    assert written("x", number) == f"dataset,split,label,id,f\na,train,x,0,{text}\n"


@pytest.mark.parametrize("label", ["", "x", "NA", 'a"b', "a,b", "a\nb", " a", "ä"])
def test_python_reads_the_labels(label):
    rows = list(csv.DictReader(io.StringIO(written(label, 1.0), newline="")))
    assert rows[0]["label"] == label


def test_missing_is_not_empty():
    assert ",,0," in written(None, 1.0)
    assert ',"",0,' in written("", 1.0)
    for label in (None, ""):
        table = read_csv(written(label, 1.0).encode())
        assert table.column("label").to_pylist() == [label]


def test_numbers_come_back_to_the_last_bit():
    for number in np.sin(np.arange(200.0)) * 10.0 ** np.arange(-100, 100):
        assert read_csv(written("x", number).encode()).column("f").to_pylist() == [number]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("before", "line"), [([], 1), (["head"], 2), (["head", "row"], 3)])
def test_blank_lines_are_refused_as_in_r(tmp_path, end, before, line):
    """Arrow reads on behind them; R stopped. At the end of the file both read on."""
    head, row = "dataset,split,label,id,f", '"a\n\nb",train,x,0,1.5'
    known = {"head": head, "row": 'a,train,x,0,"2"'}
    rest = [text for name, text in known.items() if name not in before] + [row]
    path = tmp_path / "f.csv"
    path.write_bytes(end.join([*(known[name] for name in before), "", *rest, "", ""]).encode())
    with pytest.raises(SeriesError, match="expected a row, found a blank line") as caught:
        read_features(path)
    assert caught.value.line == line
    path.write_bytes(end.join([head, row, "", ""]).encode())
    assert read_features(path).values.tolist() == [[1.5]]


@pytest.mark.r
def test_r_refuses_them_on_the_same_line(tmp_path):
    from pybench.bridge.call import call

    path = tmp_path / "f.csv"
    path.write_text('dataset,split,label,id,f\n"a\n\nb",train,x,0,1.5\n\na,train,x,1,2\n')
    said = []
    for read in (read_features, lambda path: call("pb_read_features", {"path": str(path)})):
        with pytest.raises(SeriesError) as caught:
            read(path)
        said.append((caught.value.line, str(caught.value)))
    assert said[0] == said[1]


CELLS = {
    "1": 1.0, " 1 ": 1.0, "+.5": 0.5, "1E5": 1e5, "1.": 1.0, '"1"': 1.0, "1e-400": 0.0,
    **dict.fromkeys(["", "NaN", "nan", "NA", "N/A", "n/a", "null", "NULL", "None"], math.nan),
    **dict.fromkeys(["Inf", "inf", "INF", "Infinity"], math.inf), "-Inf": -math.inf,
    **dict.fromkeys(["1e999", "-1e309", "-nan", "+nan", "NAN", "nan(1)", "0x1A", "1_0", "x"]),
}  # fmt: skip


def with_cell(tmp_path, cell):
    path = tmp_path / "f.csv"
    path.write_text(f"dataset,split,label,id,f\na,train,x,0,7\na,train,y,1,{cell}\n")
    return path


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_is_a_number_as_r_takes_it(tmp_path, cell):
    path = with_cell(tmp_path, cell)
    if CELLS[cell] is None:
        with pytest.raises(SeriesError, match="expected a number, Inf, -Inf or NaN") as raised:
            read_features(path)
        place = (raised.value.file, raised.value.line, raised.value.column)
        assert place == (str(path), None if '"' in cell else 3, "f")
    else:
        assert read_features(path).values[:, 0] == pytest.approx([7.0, CELLS[cell]], nan_ok=True)


@pytest.mark.r
@pytest.mark.parametrize("cell", CELLS)
def test_r_takes_the_same_cells(tmp_path, cell):
    path = with_cell(tmp_path, cell)
    if CELLS[cell] is None:
        with pytest.raises(SeriesError, match="expected a number, Inf, -Inf or NaN"):
            call("pb_read_features", {"path": str(path)})
    else:
        found = call("pb_read_features", {"path": str(path)})
        assert np.ravel(found["values"]["values"]) == pytest.approx([7.0, CELLS[cell]], nan_ok=True)
