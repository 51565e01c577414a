"""Quality of maps: every figure of the 64 oracle maps (aweSOM's and kohonen's own), laws, R."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.quality import nearest_two

# Their names in som.json and ours.
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


def matrix(path) -> pd.DataFrame:
    return pd.read_csv(path, float_precision="round_trip")


def oracle_maps(shared):
    """Return the maps trained with the default distance: name, arguments, objects, figures."""
    folder = shared / "oracle" / "som"
    for path in sorted(folder.glob("*/som.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["dist_fct"] == "sumofsquares":
            objects = matrix(path.with_name("objects.csv"))
            arguments = {
                "X": matrix(folder / "inputs" / f"{case['input']}.csv").to_numpy(),
                "codes": matrix(path.with_name("codes.csv")).to_numpy(),
                "xdim": case["xdim"],
                "ydim": case["ydim"],
                "units": objects["unit_classif"].to_numpy() - 1,
                "topology": case["topo"],
                "toroidal": case["toroidal"],
            }
            yield path.parent.name, arguments, objects, case["quality"]


def test_every_figure_of_every_oracle_map(shared):
    seen = 0
    for name, arguments, objects, expected in oracle_maps(shared):
        found = pb.map_quality(**arguments)
        for theirs, ours in NAMES.items():
            assert getattr(found, ours) == pytest.approx(expected[theirs], rel=1e-12), (name, ours)
        second = nearest_two(arguments["X"], arguments["codes"])[1]
        assert (second + 1).tolist() == objects["bmu2"].tolist(), name
        seen += 1
    assert seen >= 55


@pytest.mark.r
def test_r_gives_the_same_figures(shared):
    for name, arguments, _, expected in list(oracle_maps(shared))[::4]:
        found = call("pb_map_quality", {**arguments, "units": arguments["units"] + 1})
        for theirs, ours in NAMES.items():
            assert found[ours] == pytest.approx(expected[theirs], rel=1e-12), (name, ours)


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
