"""What results say of intervals that hold the truth too seldom."""

from __future__ import annotations

import numpy as np

import pybench as pb
from pybench.base.measured import short


def line(share: str, size: int) -> str:
    return (
        f"  measured: 95 % intervals of mean_difference contain the true value in {share} % "
        f"of samples of {size} (skewed)"
    )


def test_a_result_names_such_an_interval_with_what_was_measured_at_its_size():
    assert short(["mean_difference", "d_z"], 5) == [line("89.7", 10)]
    assert short(["mean_difference"], 19) == [line("89.7", 10)]
    assert short(["mean_difference"], 29) == [line("91.6", 20)]
    assert short(["mean_difference", "mean rank"], 30) == []
    scores = np.random.default_rng(1).normal(size=(12, 3))
    names = {"datasets": [f"d{i}" for i in range(12)], "classifiers": ["a", "b", "c"]}
    t = pb.read_results(scores, **names, higher_is_better=True)
    assert line("89.7", 10) in str(pb.effects(t)).splitlines()
