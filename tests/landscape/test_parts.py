"""Parts of Parquet files: which rows they hold, and files that do not fit together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import ArgumentError, InputError
from pybench.landscape.parts import find_parts


def test_parts_hold_all_rows_in_their_order(tmp_path):
    values = np.arange(230.0).reshape(115, 2)
    frame = pd.DataFrame(values, columns=["a", "b"]).assign(dataset="d", id=range(115))
    frame[:70].to_parquet(tmp_path / "1.parquet", row_group_size=20)
    frame[70:].to_parquet(tmp_path / "2.parquet", row_group_size=20)
    found = find_parts(tmp_path, 50)
    assert found.features == ("a", "b")
    places = [(part.first, part.rows) for part in found.parts]
    assert places == [(0, 40), (40, 30), (70, 45)]
    read = np.vstack([part.read(("b", "a")) for part in found.parts])
    assert read.tolist() == values[:, ::-1].tolist()
    one = find_parts([tmp_path / "2.parquet"], 10)  # a row group has more
    assert [part.rows for part in one.parts] == [20, 20, 5]


def test_files_that_do_not_fit_are_refused(tmp_path):
    def refused(kind, match, source):
        with pytest.raises(kind, match=match):
            find_parts(source)

    good, bad = tmp_path / "good.parquet", tmp_path / "bad.parquet"
    pd.DataFrame({"a": [1.0], "b": [2]}).to_parquet(good)
    refused(ArgumentError, "must name Parquet files", [])
    refused(InputError, "found: no such file", tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    refused(ArgumentError, "must name Parquet files", tmp_path / "empty")
    bad.write_text("a,b")
    refused(InputError, "expected a Parquet file", bad)
    pd.DataFrame({"a": [1.0], "z": [1.0]}).to_parquet(bad)
    refused(InputError, "expected the columns of", [good, bad])
    pd.DataFrame({"a": ["x"], "z": [1.0]}).to_parquet(bad)
    refused(InputError, "1 column of something else: `a`", bad)
    pd.DataFrame({"dataset": ["x"]}).to_parquet(bad)
    refused(InputError, "found none", bad)
