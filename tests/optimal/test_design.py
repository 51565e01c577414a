"""Sweeps: what raises the optimum, where that is known."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import design


def test_longer_and_quieter_help_particles():
    """Figure 5 and 8 of the paper: time and quiet help, density does not move the fine path."""
    over = {"end": (1.0, 4.0), "dt": (0.5, 0.1), "diffusion": (1.0, 0.3), "agents": (2, 8)}
    found = pb.optimal.sweep("particles", over, end=2.0, dt=0.1, agents=3, paths=600)
    said = dict(zip(over, found.conclusions, strict=False))
    assert "raises" in said["end"]
    assert "does not move" in said["dt"]
    assert "lowers" in said["diffusion"]
    assert "raises" in said["agents"]
    # Euler's formula loses .16 at coarse times: as much as a longer time gives.
    assert found.conclusions[-1].startswith("Longer and denser cannot be told apart: 4 times")
    assert "error of the difference 0.0" in str(found)


def test_longer_beats_denser_for_constant_drift():
    """Exactly: .760 to .921 after 4 times the time; points between say nothing."""
    over = {"end": (1.0, 4.0), "dt": (0.1, 0.5)}
    last = pb.optimal.sweep("constant", over, end=1.0, paths=500).conclusions[-1]
    assert last.startswith("Longer beats denser: 4 times the time adds +0.17")
    assert "5 times the points +0.000" in last


def test_a_difference_within_its_error_is_none():
    over = {"end": (1.0, 1.1), "dt": (0.1, 0.05)}
    last = pb.optimal.sweep("constant", over, end=1.0, paths=200).conclusions[-1]
    assert last.startswith("Longer and denser cannot be told apart")


def test_rows_are_the_settings_of_the_paper():
    found = pb.optimal.sweep("constant", {"end": (1, 2, 4, 8)}, paths=2000).to_frame()
    exact = {1: 0.760250, 2: 0.841345, 4: 0.921350, 8: 0.977250}
    for row in found.to_dict("records"):
        assert abs(row["hidden"] - exact[row["value"]]) < 4 * row["hidden_se"]
        assert row["L"] == 10 * row["value"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "brownian"}, "name"),
        ({"name": "constant", "over": {"end": (1,)}}, "two values"),
        ({"name": "constant", "over": {"end": (1, 2)}, "dt": 0.3}, "multiple"),
        ({"over": 3}, "`over` must be a mapping"),
        ({"over": {"end": 3}}, "`over` must be finite numbers"),
        ({"over": {"end": ("a", "b")}}, "`over` must be finite numbers"),
        ({"over": {"end": (1, np.inf)}}, "`over` must be finite numbers"),
        ({"over": {"theta": ((1, 2), (1, 3))}}, "`over` must be finite numbers"),
        ({"dt": "a"}, "`dt` must be a number > 0"),
        ({"over": {"dt": (0, 1)}}, "`dt` must be a number > 0"),
        ({"name": "linear-nonlinear"}, "no parameter diffusion, but theta, dimension, clip"),
    ],
)
def test_messages(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        pb.optimal.sweep(**arguments)


def test_what_cannot_be_made_is_said_before_anything_is_computed(monkeypatch):
    computed = []
    monkeypatch.setattr(design, "_lines", lambda *given: computed.append(given))
    with pytest.raises(ArgumentError, match="no parameter"):
        pb.optimal.sweep("linear-nonlinear")
    assert computed == []
