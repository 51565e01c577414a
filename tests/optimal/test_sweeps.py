"""Sweeps: what raises the optimum, where that is known."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import sweeps


def test_longer_and_quieter_help_particles():
    """Figure 5 and 8 of the paper: time and quiet help, density does not move the fine path."""
    over = {"end": (1.0, 4.0), "dt": (0.5, 0.1), "diffusion": (1.0, 0.3), "agents": (2, 8)}
    found = pb.optimal.sweep("particles", over, end=2.0, dt=0.1, agents=3, paths=600)
    said = dict(zip(over, found.conclusions, strict=True))
    assert "raises" in said["end"]
    assert "does not move" in said["dt"]
    assert "lowers" in said["diffusion"]
    assert "raises" in said["agents"]


def test_longer_and_denser_are_not_compared_where_no_exact_ratio_is_known():
    """T10: it said "Denser beats longer", by Euler's error and by unequal factors."""
    found = pb.optimal.sweep("particles", agents=3, paths=300)
    assert len(found.conclusions) == 3
    assert "denser" not in str(found)
    assert "longer" not in str(found)
    assert (
        str(found).count("which includes Euler's error: the best AUC of what is observed is not")
        == 3
    )
    assert found.table["observed"].isna().all()


def test_what_denser_points_of_potentials_tell():
    """T10: ten times the points add .028, of which LRT numerical makes .107."""
    over = {"dt": (0.5, 0.25, 0.1, 0.05)}
    table = pb.optimal.sweep("potentials", over, paths=2000).table
    for line, exact in (
        ("observed", (0.758, 0.771, 0.782, 0.786)),
        ("numerical", (0.661, 0.702, 0.745, 0.768)),
    ):
        assert (np.abs(table[line] - exact) < 3 * table[f"{line}_se"]).all()
        assert table[line].is_monotonic_increasing
    assert (table["observed"] < table["hidden"]).all()
    assert table["observed"].iloc[-1] - table["observed"].iloc[0] == pytest.approx(0.028, abs=0.012)


@pytest.mark.parametrize("process", ["potentials", "ornstein-uhlenbeck", "constant"])
def test_longer_adds_more_than_denser_over_equal_factors(process):
    over = {"end": (1.0, 2.0, 4.0), "dt": (0.2, 0.1, 0.05)}
    found = pb.optimal.sweep(process, over, end=1.0, dt=0.1, paths=500)
    last = found.conclusions[-1]
    assert last.startswith("From end 1 and dt 0.1, 2 times the time adds +0.")
    assert "longer adds more (standard error of the difference 0.0" in last
    rows = found.table.set_index(["factor", "value"])["observed"]
    gains = rows["end", 2.0] - rows["end", 1.0], rows["dt", 0.05] - rows["dt", 0.1]
    assert rows["end", 1.0] == rows["dt", 0.1]
    assert f"adds {gains[0]:+.3f} to" in last
    assert f"2 times the points add {gains[1]:+.3f}:" in last


@pytest.mark.parametrize("over", [{"end": (1.0, 4.0), "dt": (0.1, 0.05)}, {"end": (1.0, 2.0)}])
def test_no_equal_factors_no_comparison(over):
    found = pb.optimal.sweep("constant", over, end=1.0, dt=0.1, paths=50)
    assert len(found.conclusions) == len(over)


def test_a_difference_within_its_error_is_none():
    over = {"end": (1.0, 1.25), "dt": (0.05, 0.04)}
    last = pb.optimal.sweep("ornstein-uhlenbeck", over, end=1.0, dt=0.05, paths=20).conclusions[-1]
    assert "which of the two adds more is undecided (standard error" in last


def test_a_file_of_the_first_schema_says_nothing_of_longer_and_denser():
    now = pb.optimal.sweep("constant", {"end": (1, 2), "dt": (0.1, 0.2)}, end=1, dt=0.2, paths=50)
    old = now.to_dict()
    for row in old["table"]["values"]:
        del row[-3:]
    del old["table"]["columns"][-3:]
    old["conclusions"][-1] = "Denser beats longer: 4 times the time adds"
    again = pb.load_result({**old, "schema": "pybench/sweep/1"})
    assert again.conclusions == now.conclusions[:-1]
    assert again.table["observed"].isna().all()
    assert again.table["numerical"].equals(now.table["numerical"])
    assert len(pb.plot.sweep(again).axes) == 1


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
    monkeypatch.setattr(sweeps, "_ratios", lambda *given: computed.append(given))
    with pytest.raises(ArgumentError, match="no parameter"):
        pb.optimal.sweep("linear-nonlinear")
    assert computed == []
