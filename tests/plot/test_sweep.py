"""Sweeps."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def swept():
    over = {"end": (1.0, 2.0), "train": (20, 40)}
    return pb.optimal.sweep("constant", over, paths=50, runs=2, classifiers=GaussianNB())


def test_a_sweep_shows_lines_and_classifiers(swept, curves_of):
    axes = pb.plot.sweep(swept, factor="train").axes[0]
    hidden, numerical, observed, learner = curves_of(axes)
    table = swept.table[swept.table["factor"] == "train"]
    np.testing.assert_array_equal(hidden.get_ydata(), table["hidden"])
    np.testing.assert_array_equal(numerical.get_ydata(), table["numerical"])
    np.testing.assert_array_equal(observed.get_ydata(), table["observed"])
    own = swept.learners[swept.learners["factor"] == "train"]
    np.testing.assert_array_equal(learner.get_ydata(), own["auc"])
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["20", "40"]


def test_a_line_that_is_not_known_is_not_drawn(curves_of):
    found = pb.optimal.sweep("particles", {"end": (1.0, 2.0)}, agents=2, paths=9)
    assert len(curves_of(pb.plot.sweep(found).axes[0])) == 2


def test_sound(swept, sound):
    sound(lambda ax=None: pb.plot.sweep(swept, ax))


def test_no_such_factor(swept):
    with pytest.raises(ArgumentError, match="`factor` must be one of"):
        pb.plot.sweep(swept, factor="dt")
