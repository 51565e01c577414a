"""Learning curves."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def learned():
    known = {"naive Bayes": GaussianNB(), "girsanov": "girsanov"}
    return pb.optimal.learning_curve("c-d1", known, sizes=(20, 40, 80), runs=3)


def test_each_classifier_has_its_gap_its_limit_and_its_training_gap(learned, curves_of):
    axes = pb.plot.learning_curve(learned).axes[0]
    curves = curves_of(axes)
    ceiling, *limits = (line.get_ydata()[0] for line in axes.lines if len(line.get_ydata()) == 2)
    assert ceiling == 0
    assert limits == (-learned.limits["approximation"]).tolist()
    for i, name in enumerate(learned.classifiers):
        train, test = curves[2 * i : 2 * i + 2]
        own = learned.table[learned.table["classifier"] == name]
        np.testing.assert_allclose(train.get_ydata(), own["train_auc"] - learned.best, atol=1e-12)
        np.testing.assert_array_equal(test.get_ydata(), own["gap"])
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["20", "40", "80"]


def test_sound(learned, sound):
    sound(lambda ax=None: pb.plot.learning_curve(learned, ax))


def test_another_result_is_refused():
    with pytest.raises(ArgumentError, match="`result` must be"):
        pb.plot.learning_curve(pb.simulate("a-T1", 2))
