"""Rows of the readers of formats, arranged in any order."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.items.arrange import rows_of, tabulated

ROWS = [
    (dataset, item, method, run, float(len(dataset + item + method) % 3) + (run == "10"))
    for dataset in ("x", "yy")
    for item in ("1", "22")
    for method in ("a", "bb")
    for run in ("2", "10")
]


def test_rows_in_any_order_are_one_table():
    order = np.random.default_rng(1).permutation(len(ROWS))
    one, other = (
        tabulated(rows_of(rows, None), True, None, "inspect")
        for rows in (ROWS, [ROWS[i] for i in order])
    )
    places = {(d, i): p for p, (d, i) in enumerate(zip(other.datasets, other.items, strict=True))}
    columns = [other.classifiers.index(name) for name in one.classifiers]
    for place, key in enumerate(zip(one.datasets, one.items, strict=True)):
        np.testing.assert_array_equal(one.by_run[place], other.by_run[places[key]][columns])
    assert one.by_run[0, 0].tolist() == [0, 1]  # run 2 before run 10


@pytest.mark.parametrize("rows", [ROWS[:-1], [*ROWS, ROWS[0]]])
def test_missing_and_repeated_rows_are_refused(rows):
    with pytest.raises(pb.ResultsTableError, match="every score"):
        tabulated(rows_of(rows, "log"), True, None, "inspect")
