"""The sentences of a study about items say no more than was tested, and leave no pair out."""

from __future__ import annotations

import numpy as np

import pybench as pb
from tests.items.made import made


def steps(k, n=40):
    """Return methods each of which answers more items than the one before it."""
    scores = (np.arange(n)[:, None] < np.arange(1, k + 1) * n // (k + 1)).astype(float)
    return pb.ItemTable(
        tuple(f"i{i}" for i in range(n)), tuple(f"c{j}" for j in range(k)), scores, True
    )


def test_where_all_pairs_differ_no_other_pair_is_left():
    told = pb.compare_items(steps(2)).told()
    assert told[0].startswith("1 of 1 pair differs significantly (")
    assert "any other pair" not in told[0]
    assert told[1:] == ("c1 is better than c0.",)


def test_where_none_differs_the_others_may():
    told = pb.compare_items(made(1, k=2)).told()
    assert told[0].startswith("0 of 1 pair")
    assert told[0].endswith("; any other pair may still differ.")


def test_more_than_ten_pairs_are_counted():
    told = pb.compare_items(steps(7)).told()
    assert told[-1] == f"And {int(told[0].split()[0]) - 10} pairs more, see to_frame()."
    assert len(told) == 12
