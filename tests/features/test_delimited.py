"""CSV that Python, pandas and R read alike; the round trip is in test_file.py."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pyarrow as pa
import pytest

from pybench.features.delimited import read_csv, write_csv
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
