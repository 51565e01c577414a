"""The eight groups of features: every calculator of tsfresh has one."""

from __future__ import annotations

import pytest

from pybench.features.groups import GROUPS, calculator


def test_every_calculator_of_tsfresh_has_a_group():
    settings = pytest.importorskip("tsfresh.feature_extraction.settings")
    assert set(settings.ComprehensiveFCParameters()) <= set(GROUPS)
    assert len(set(GROUPS.values())) == 8


def test_the_calculator_is_the_part_after_the_channel():
    names = ["value__quantile__q_0.1", "DN_Mean", "x__length", ""]
    assert [calculator(name) for name in names] == ["quantile", "DN_Mean", "length", ""]
