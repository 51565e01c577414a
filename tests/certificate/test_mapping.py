"""The room landscape: what is asked, and that both languages answer alike."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.certificate import mapping
from tests.certificate.conftest import agreeing


def test_datasets_are_dealt_to_regions_in_turn(make_table):
    t = make_table([[1, 2], [2, 1]])
    names = [one.name for one in mapping.of_table(t, "t", 0.05)]
    assert names == ["best_by_region", "bootstrap", "bootstrap", "bootstrap_thresholds"]


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(mapping.shipped())


def test_features_are_in_units_of_their_largest_value():
    found = mapping._embedding("mean+std")["values"]
    assert found.shape == (6, 44)
    assert np.nanmax(abs(found[:, :22])) <= 1
