"""Another correction of a test that is there gives what the test with it would give."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.mark.parametrize("adjust", ["holm", "hochberg", "hommel", "rom", "BH", "none"])
@pytest.mark.parametrize("settings", [{}, {"control": "b"}, {"alternative": "greater"}])
def test_as_if_asked_for_at_once(adjust, settings):
    scores = np.random.default_rng(1).normal(size=(14, 5)) + np.arange(5) * 0.3
    names = [f"d{i}" for i in range(14)]
    t = pb.read_results(scores, higher_is_better=True, datasets=names, classifiers=list("abcde"))
    other = pb.wilcoxon(t, adjust=adjust, **settings)
    found = pb.wilcoxon(t, adjust="bonferroni", **settings)
    assert found.readjusted(adjust).equals(other.pvalues)
    with pytest.raises(ArgumentError, match="adjust"):
        found.readjusted("no such")


@pytest.mark.parametrize("adjust", ["shaffer", "bergmann"])
@pytest.mark.parametrize("settings", [{"control": "b"}, {"alternative": "greater"}])
def test_the_logic_of_pairs_needs_all_of_them_two_sided(adjust, settings):
    """With a control of four it took the other three for all pairs of three, and answered."""
    scores = np.random.default_rng(1).normal(size=(14, 4)) + np.arange(4) * 0.3
    names = [f"d{i}" for i in range(14)]
    t = pb.read_results(scores, higher_is_better=True, datasets=names, classifiers=list("abcd"))
    with pytest.raises(ArgumentError, match="only to two-sided tests of all pairs"):
        pb.wilcoxon(t, **settings).readjusted(adjust)
