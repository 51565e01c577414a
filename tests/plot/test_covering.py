"""The covering radius as it was computed, and the bound only where it says something."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def place(p, n=30):
    rng = np.random.default_rng(p)
    return pd.DataFrame(rng.normal(size=(n, p)), index=[f"d{i:02d}" for i in range(n)])


def curve(figure, role):
    return [line for line in figure.axes[0].lines if line.get_label() == f"_{role}"]


def test_curves_are_the_columns():
    found = pb.covering(place(2), "euclidean")
    figure = pb.plot.covering(found)
    for role in ("radius", "least"):
        (line,) = curve(figure, role)
        np.testing.assert_array_equal(line.get_ydata(), found.table[role])
    (bound,) = curve(figure, "bound")
    works = found.table["bound"] < found.table["radius"].iloc[0]
    assert works.any()
    np.testing.assert_array_equal(bound.get_xdata(), found.table["size"][works])


def test_a_bound_that_says_nothing_is_named_and_not_drawn():
    figure = pb.plot.covering(pb.covering(place(10)))
    assert curve(figure, "bound") == []
    said = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert "The bound of lemma A.3 is above the first radius everywhere." in said


def test_equal_datasets_have_no_radius():
    figure = pb.plot.covering(pb.covering(place(2) * 0, "euclidean"))
    assert set(curve(figure, "radius")[0].get_ydata()) == {0.0}


def test_no_covering():
    with pytest.raises(ArgumentError, match="covering"):
        pb.plot.covering(place(2))


def test_the_note_is_as_wide_as_given_axes(narrow):
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(20, 8)))
    covering = pb.covering(frame.set_axis([f"d{i}" for i in range(20)]))
    narrow(lambda ax: pb.plot.covering(covering, ax))
