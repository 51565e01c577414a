"""ROC curves."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_curve
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def found():
    return pb.optimality(["b-T2", "c-d1"], {"naive Bayes": GaussianNB()}, runs=2)


def test_curves_are_those_of_scikit_learn(found, curves_of):
    axes = pb.plot.roc(found, setting="c-d1").axes[0]
    scores = found.scores[found.scores["setting"] == "c-d1"]
    _, *curves = curves_of(axes)  # the first is the diagonal
    methods = ["naive Bayes", "lrt_hidden", "lrt_numerical", "lrt_exact_chain"]
    for line, method in zip(curves, methods, strict=True):
        own = scores[scores["method"] == method]
        false, true, _ = roc_curve(own["label"], own["score"], drop_intermediate=False)
        np.testing.assert_allclose(line.get_xdata(), false)
        np.testing.assert_allclose(line.get_ydata(), true)


def test_names_of_curves_tell_their_auc(found):
    run = found.runs[(found.runs["setting"] == "b-T2") & (found.runs["run"] == 0)]
    texts = [text.get_text() for text in pb.plot.roc(found).axes[0].texts]
    assert f"naive Bayes {run['auc'].item():.3f}" in texts


def test_sound(found, sound):
    sound(lambda ax=None: pb.plot.roc(found, ax))
    lines = pb.optimal.likelihood_ratios("c-d1", paths=20)
    sound(lambda ax=None: pb.plot.roc(lines, ax))


def test_no_such_setting(found):
    with pytest.raises(ArgumentError, match="`setting` must be one of"):
        pb.plot.roc(found, setting="a-T1")


def test_a_setting_is_for_an_optimality():
    lines = pb.optimal.likelihood_ratios("a-T1", paths=5)
    with pytest.raises(ArgumentError, match="`setting` must be None if `result` is"):
        pb.plot.roc(lines, setting="a-T1")
