"""Columns leave for two reasons and for no other, whatever pieces the rows come in."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.features.filter import TRUTH_VALUE, Filter, filtered, kept

NAMES = ("whole", "nan", "inf", "truth", "both", "constant")
ROWS = np.array(
    [
        [1.0, np.nan, 1.0, 1.0, np.nan, 7.0],
        [2.0, 1.0, -np.inf, 0.0, 1.0, 7.0],
        [3.0, np.nan, 2.0, 0.0, 1.0, 7.0],
    ]
)
WHERE = ("a", "b", "b")


def seen(pieces, row="series"):
    found = Filter(NAMES, {"truth", "both"}, row)
    for rows in pieces:
        for name in dict.fromkeys(WHERE[row] for row in rows):
            found.see(name, ROWS[[row for row in rows if WHERE[row] == name]])
    return found.removed()


@pytest.mark.parametrize("pieces", [[[0, 1, 2]], [[0], [1], [2]], [[2, 1], [], [0]]])
def test_each_column_leaves_with_its_reason(pieces):
    found = seen(pieces)
    assert list(found) == ["nan", "inf", "truth", "both"]
    assert found["inf"] == "not computable for 1 series of `b`"
    assert found["nan"].startswith("not computable for 2 series of ")
    assert found["truth"] == found["both"] == TRUTH_VALUE


def test_of_datasets_the_names_suffice():
    assert seen([[0, 1, 2]], "dataset")["nan"] == "not computable for `a`, `b`"


def test_columns_that_stay_are_sorted():
    assert kept(("c", "a", "b"), {"a"}) == ([2, 0], ("b", "c"))


def test_nothing_seen_nothing_removed():
    assert Filter(["a"], ()).removed() == {}


def test_it_is_the_law_of_the_paper():
    """Brute force: a column stays if and only if it is numeric and finite in every row."""
    values = np.where(np.sin(np.arange(400.0)).reshape(20, 20) > 0.99, np.nan, 1.0)
    names = [f"f{i:02}" for i in range(20)]
    filter = Filter(names, {"f03"})
    for row, value in enumerate(values):
        filter.see(f"d{row % 4}", value[None])
    _, stay = kept(names, filter.removed())
    assert list(stay) == [
        n for i, n in enumerate(names) if n != "f03" and np.isfinite(values[:, i]).all()
    ]


def test_a_table_filtered_later_is_the_one_filtered_at_once():
    def four(series):
        return np.array([[x.size, x.size % 2, np.log(x[0, 0]), np.ptp(x)] for x in series])

    own = pb.Representation(
        "mine", "series", ("size", "odd", "log", "range"), four,
        groups={"odd": "sizes", "size": "sizes"}, not_numeric=frozenset(["odd"]),
    )  # fmt: skip
    series = pb.series_set([[1, 2, 4], [0, 1], [3, 5]], dataset=["d", "d", "e"], split="train")
    with np.errstate(divide="ignore"):
        at_once, everything = (
            pb.extract_features(series, own, 1, cache=False, filter=one) for one in (True, False)
        )
    later = filtered(everything, own.not_numeric)
    assert list(later.removed) == ["log", "odd"]
    assert later.to_dict() == at_once.to_dict()
