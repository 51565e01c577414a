"""Grids: times and fine steps, checked."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal.timegrid import grid


def test_one_number_of_steps_or_one_an_interval():
    assert grid([0, 1, 3], 2).substeps.tolist() == [2, 2]
    assert grid([0, 1, 3], [2, 5]).substeps.tolist() == [2, 5]
    assert grid([0, 1, 3], np.array([2.0, 5.0])).length == 2


@pytest.mark.parametrize(
    "wrong",
    [
        *(([0],), ([1, 0],), ([0, np.nan],), ([[0, 1]],), ([0, 1], 1.5), ([0, 1], []), (3.0,)),
        *(("x",), ([0, 1j],), (["0", "1"],), ([[0], [1, 2]],), (None,), ([0, 1], 1, "x")),
        *(([0, 1], "3"), ([0, 1], [None]), ([0, 1], None), ([0, 1], np.array(3))),
    ],
)
def test_what_is_no_grid(wrong):
    with pytest.raises(ArgumentError):
        grid(*wrong)


def test_fine_steps_of_the_authors_rule():
    """0.01 where it divides, else the next number of whole steps below: 2 of 0.0125 in 0.025."""
    frame = pb.optimal.settings()
    assert frame.loc["e-L40", "delta"] == pytest.approx(0.0125)
    others = frame.drop("e-L40")["delta"]
    assert others.to_numpy() == pytest.approx(np.full(35, 0.01))
