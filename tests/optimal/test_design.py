"""Sweeps: what raises the optimum, where that is known."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def test_longer_beats_denser_for_particles():
    """Figure 5 and 8 of the paper: time and quiet help, density does not."""
    over = {"end": (1.0, 4.0), "dt": (0.5, 0.1), "diffusion": (1.0, 0.3), "agents": (2, 8)}
    found = pb.optimal.sweep("particles", over, end=2.0, dt=0.1, agents=3, paths=600)
    said = dict(zip(over, found.conclusions, strict=False))
    assert "raises" in said["end"]
    assert "does not move" in said["dt"]
    assert "lowers" in said["diffusion"]
    assert "raises" in said["agents"]
    assert found.conclusions[-1].startswith("Longer beats denser")
    assert "Longer beats denser" in str(found)


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
    ],
)
def test_messages(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        pb.optimal.sweep(**arguments)
