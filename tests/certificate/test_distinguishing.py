"""The room optimal: what is asked, and that both languages answer alike."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.certificate import distinguishing
from tests.certificate.conftest import agreeing


def test_every_kind_of_process_is_asked():
    names = {one.settings for one in distinguishing.shipped() if one.name == "simulate"}
    processes = {distinguishing.settings().loc[name, "process"] for name in names}
    assert processes == set(distinguishing.settings()["process"])


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(one for one in distinguishing.shipped() if one.settings != "e-L10")


def test_paths_are_compared_in_units_of_the_largest_value_beyond_one():
    paths, hidden = np.array([1.5, -0.75]), np.array([0.5, -0.25])
    scaled = distinguishing._scaled(paths, hidden)
    assert scaled["paths"].tolist() == [1.0, -0.5]
    assert scaled["hidden"].tolist() == [0.5, -0.25]
