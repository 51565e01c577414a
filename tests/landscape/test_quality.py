"""Quality of maps: every figure of the 64 oracle maps (aweSOM's and kohonen's own), laws, R."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.quality import nearest_two
from tests.landscape.oracle import CARRIED, OF_KOHONEN, oracle_maps

# Their names in cases.csv and ours.
NAMES = {
    "awesom_err_quant": "quantization_error",
    "mean_sqrt_distances": "mean_distance",
    "awesom_err_varratio": "explained_variance_rounded",
    "awesom_err_varratio_unrounded": "explained_variance",
    "awesom_err_topo": "topographic_error",
    "awesom_err_kaski": "kaski_error",
    "topo_error_2.0_bmu": "grid_error",
    "topo_error_2.0_nodedist": "grid_error_of_codes",
    "empty_units": "empty_units",
}


def arguments_of(case):
    """Return what `map_quality` takes."""
    said = {name: case[name] for name in ("codes", "xdim", "ydim", "topology", "toroidal")}
    return {"X": case["rows"], "units": case["units"] - 1, **said}


@pytest.mark.parametrize(
    "inputs", [CARRIED, pytest.param(OF_KOHONEN, marks=pytest.mark.r)], ids=["carried", "kohonen's"]
)
def test_every_figure_of_every_oracle_map(inputs):
    """Those trained with the default distance: aweSOM knows no other."""
    seen = 0
    for case in oracle_maps(inputs):
        if case["distance"] != "sumofsquares":
            continue
        arguments = arguments_of(case)
        found = pb.map_quality(**arguments)
        for theirs, ours in NAMES.items():
            where = (case["map"], ours)
            assert getattr(found, ours) == pytest.approx(case[theirs], rel=1e-12), where
        second = nearest_two(arguments["X"], arguments["codes"])[1]
        assert (second + 1).tolist() == case["second"].tolist(), case["map"]
        seen += 1
    assert seen == 30


@pytest.mark.r
def test_r_gives_the_same_figures():
    cases = [case for case in oracle_maps() if case["distance"] == "sumofsquares"]
    for case in cases[::4]:
        found = call("pb_map_quality", {**arguments_of(case), "units": case["units"]})
        for theirs, ours in NAMES.items():
            assert found[ours] == pytest.approx(case[theirs], rel=1e-12), (case["map"], ours)


def test_nearest_two_by_brute_force_with_equal_codes_and_far_offsets():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (40, 3)).astype(float)  # many equal codes and equal distances
    rows = rng.integers(0, 3, (200, 3)) + 0.0
    order = np.argsort(((rows[:, None] - codes) ** 2).sum(axis=2), axis=1, kind="stable")
    for shift in (0.0, 2.0**30):
        first, second = nearest_two(rows + shift, codes + shift)
        assert first.tolist() == order[:, 0].tolist()
        assert second.tolist() == order[:, 1].tolist()


def test_rows_are_taken_in_parts(monkeypatch):
    rng = np.random.default_rng(1)
    rows, codes = rng.normal(size=(50, 3)), rng.normal(size=(7, 3))
    whole = nearest_two(rows, codes)
    monkeypatch.setattr("pybench.landscape.quality._CELLS", 20)
    assert np.array_equal(whole, nearest_two(rows, codes))


def test_laws():
    rng = np.random.default_rng(2)
    rows, codes = rng.normal(size=(60, 4)), rng.normal(size=(12, 4))
    one = pb.map_quality(rows, codes, 4, 3)
    two = pb.map_quality(10 * rows + 3, 10 * codes + 3, 4, 3)
    assert two.quantization_error == pytest.approx(100 * one.quantization_error)
    assert two.kaski_error == pytest.approx(10 * one.kaski_error)
    assert two.explained_variance == pytest.approx(one.explained_variance)
    assert (two.topographic_error, two.grid_error) == (one.topographic_error, one.grid_error)
    exact = pb.map_quality(codes, codes, 4, 3)
    assert (exact.quantization_error, exact.explained_variance) == (0.0, 100.0)


def test_odd_maps():
    single = pb.map_quality([[1.0], [3.0]], [[2.0]], 1, 1)
    assert single.explained_variance == 0.0
    assert np.isnan(single.kaski_error)
    assert np.isnan(single.topographic_error)
    assert np.isnan(pb.map_quality([[1.0], [1.0]], [[1.0], [2.0]], 2, 1).explained_variance)
    ring = pb.map_quality([[0.0]], [[0.1], [9.0], [9.0], [-0.2]], 4, 1, toroidal=True)
    assert (ring.topographic_error, ring.topographic_error_torus) == (1.0, 0.0)
    assert "explained variance" in str(single)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": [[np.nan]]}, "`X` must be a matrix of finite numbers"),
        ({"X": [[1.0, 2.0]]}, "`codes` must be 2 codes of 2 features, not 2 of 1"),
        ({"xdim": 3}, "`codes` must be 3 codes of 1 features, not 2 of 1"),
        ({"units": [2]}, "`units` must be 1 whole numbers from 0 to 1, not 2 to 2"),
        ({"topology": "round"}, "`topology` must be one of"),
        ({"toroidal": 1}, "`toroidal` must be True or False"),
    ],
)
def test_what_is_refused(change, message):
    arguments = {"X": [[1.0]], "codes": [[1.0], [2.0]], "xdim": 2, "ydim": 1}
    with pytest.raises(pb.ArgumentError, match=message):
        pb.map_quality(**{**arguments, **change})
