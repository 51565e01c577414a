"""Excel files are read as their CSV."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import InputError
from pybench.read.results import read_results


def test_an_excel_sheet_is_read_as_its_csv(tmp_path):
    frame = pd.DataFrame({"dataset": ["d", "e"], "A": [0.1, 0.25], "B": [1, 2]})
    frame.to_excel(tmp_path / "t.xlsx", index=False)
    t = read_results(tmp_path / "t.xlsx", higher_is_better=True)
    assert (t.datasets, t.scores.tolist()) == (("d", "e"), [[0.1, 1], [0.25, 2]])


def test_text_and_number_columns_are_mixed_as_in_a_csv(tmp_path):
    frame = pd.DataFrame({"dataset": ["d", "e"], "A": [0.1, 0.25], "B": ["0.5", "NA"]})
    frame.to_excel(tmp_path / "t.xlsx", index=False)
    t = read_results(tmp_path / "t.xlsx", higher_is_better=True, missing="keep")
    assert np.array_equal(t.scores, [[0.1, 0.5], [0.25, np.nan]], equal_nan=True)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "expected a header row, found an empty sheet"),
        ([["dataset", "A"], ["d", 1, 2]], "a value to the right of the header"),
        ([["dataset", "A"], ["d", "x"]], "found `x`"),
        ([["dataset", "A"], ["d", True]], "found"),
        ([["dataset", None, "A"], ["d", 1, 2]], "column 2 without one"),
        ([["dataset", "A"], [None, 1]], "found"),
        ([["dataset", "A"], ["d", None]], "missing"),
    ],
)
def test_a_spoilt_sheet_is_refused(rows, words, tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    with pytest.raises(InputError, match=words):
        read_results(tmp_path / "t.xlsx", higher_is_better=True)


def test_what_is_no_excel_file_is_refused(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(b"PK\3\4 and no more")
    with pytest.raises(InputError, match=r"expected an Excel file \(.xlsx\)"):
        read_results(tmp_path / "t.xlsx", higher_is_better=True)
