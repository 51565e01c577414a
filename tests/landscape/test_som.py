"""Maps through Python: the oracle's 64, kohonen's bits, progress, what is refused."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.bridge.call import call
from tests.landscape.oracle import oracle_maps
from tests.landscape.test_rows import feature_table


def train(case, kernel="auto") -> pb.Som:
    return pb.som(
        case["rows"],
        case["xdim"],
        case["ydim"],
        topology=case["topology"],
        neighbourhood=case["neighbourhood"],
        toroidal=case["toroidal"],
        rlen=case["rlen"],
        alpha=(0.05, 0.01),
        radius=None if np.isnan(case["radius_from"]) else (case["radius_from"], 0),
        mode="online" if case["mode"] == "online" else "batch",
        kernel=kernel,
        seed=case["seed"],
    )


def assert_is_the_oracle(found, case) -> None:
    """Every number to its last bit: the oracle was made on x86-64, as promised only there."""
    assert np.array_equal(found["units"], case["units"] - 1), case["map"]
    for name in ("codes", "distances", "changes"):
        assert np.array_equal(found[name], case[name]), (case["map"], name)


@pytest.mark.r
@pytest.mark.parametrize("kernel", ["kohonen", "auto"])
def test_the_maps_of_the_oracle(kernel):
    """All that pb.som can be asked for, pbatch on one core among them, which batch has to give."""
    seen = []
    for case in oracle_maps():
        if case["own_start"] or case["distance"] != "sumofsquares":
            continue
        found = train(case, kernel)
        applies = case["neighbourhood"] == "bubble" and kernel == "auto"
        assert found.kernel == ("exact" if applies else "kohonen")
        names = ("codes", "units", "distances", "changes")
        assert_is_the_oracle({name: getattr(found, name) for name in names}, case)
        assert found.quantization_error == pytest.approx(case["awesom_err_quant"], rel=1e-12)
        variance = case["awesom_err_varratio_unrounded"]
        assert found.explained_variance == pytest.approx(variance, rel=1e-12)
        if not case["toroidal"]:  # aweSOM joins no edges
            assert found.topographic_error == pytest.approx(case["awesom_err_topo"], rel=1e-12)
        assert found.radius == tuple(case["radius"])
        seen.append(found.kernel)
    assert len(seen) == 58


def as_r(values) -> str:
    """Write a matrix as R source that gives the same bits."""
    numbers = ", ".join(float(x).hex() for x in np.ravel(values, order="F"))
    return f"matrix(c({numbers}), {len(values)})"


# A start or a distance of its own: pb.som takes none, so what it calls is asked.
TRAIN = """
grid <- kohonen::somgrid({xdim}, {ydim}, "{topology}", "{neighbourhood}")
set.seed({seed})
map <- kohonen::som(
  {rows}, grid, {rlen}, {alpha}, {radius}{init}, mode = "{mode}", dist.fcts = "{distance}"
)
theirs <- list(
  codes = unname(map$codes[[1]]), changes = as.vector(map$changes),
  units = as.integer(map$unit.classif), distances = unname(map$distances)
)
if ({applies}) {{
  plan <- list(rlen = {rlen}, alpha = {alpha}, radius = {radius}, mode = "{mode}")
  apart <- pybench:::grid_distances({xdim}, {ydim}, "{topology}", FALSE)
  set.seed({seed})
  ours <- pybench:::train_ours({rows}, {start}, apart, plan)
  stopifnot(identical(ours[names(theirs)], theirs))
}}
theirs
"""


@pytest.mark.r
def test_the_maps_of_the_oracle_with_a_start_or_distance_of_their_own():
    seen = []
    for case in oracle_maps():
        if not case["own_start"] and case["distance"] == "sumofsquares":
            continue
        rows, given = case["rows"], case["own_start"]
        start = as_r(rows[case["start"].astype(int) - 1]) if given else ""
        parts = {
            "alpha": "c(0.05, 0.01)",
            "radius": "c({}, {})".format(*map(float.hex, case["radius"].astype(float))),
            "rows": as_r(rows),
            "start": start,
            "init": f", init = {start}" if given else "",
            "applies": "TRUE" if given else "FALSE",
        }
        found = call("bridge_eval", {"source": TRAIN.format(**{**case, **parts})})
        found["codes"], found["units"] = found["codes"]["values"], np.array(found["units"]) - 1
        assert_is_the_oracle(found, case)
        seen.append(case["mode"])
    assert len(seen) == 6


@pytest.fixture(scope="module")
def rows():
    return np.random.default_rng(5).normal(size=(150, 4)).round(1)


@pytest.fixture(scope="module")
def trained(rows):
    return pb.som(rows, 5, 4, rlen=10, seed=3)


@pytest.mark.r
def test_our_kernel_and_kohonen_give_one_map(rows, trained):
    theirs = pb.som(rows, 5, 4, rlen=10, seed=3, kernel="kohonen")
    ours, other = trained.to_dict(), theirs.to_dict()
    assert (ours.pop("kernel"), other.pop("kernel")) == ("exact", "kohonen")
    assert ours == other


@pytest.mark.r
def test_the_fast_kernels_draw_nothing_where_units_tie():
    free = np.random.default_rng(5).normal(size=(150, 4))
    exact = pb.som(free, 5, 4, rlen=10, seed=3)
    warm = pb.som(free, 5, 4, rlen=10, seed=3, kernel="warm")
    assert warm.kernel == "warm"
    assert warm.codes.tolist() == exact.codes.tolist()
    batch = pb.som(free, 5, 4, rlen=10, seed=3, mode="batch")
    found = pb.som_search(free, [(5, 4)], 3, preset=None, scale=False, rlen=10, kernel="batch").som
    assert (found.mode, found.kernel) == ("batch", "batch")
    np.testing.assert_allclose(found.codes, batch.codes, rtol=1e-12)  # sums in another order
    tied = np.repeat(free[:10], 15, axis=0)
    exact = pb.som(tied, 5, 4, rlen=10, seed=3)
    warm = pb.som(tied, 5, 4, rlen=10, seed=3, kernel="warm")
    assert warm.codes.tolist() != exact.codes.tolist()


@pytest.mark.r
def test_fields_are_those_of_r_and_counted_from_0(rows, trained):
    arguments = {"X": rows, "xdim": 5, "ydim": 4, "rlen": 10, "seed": 3}
    said = call("pb_som", arguments)
    assert set(said) == set(trained.__slots__)
    assert (np.array(said["units"]) - 1).tolist() == trained.units.tolist()
    assert set(said["grid"]) == set(trained.grid.__slots__)
    assert (
        trained.grid.coordinates[:6].tolist() == said["grid"]["coordinates"]["values"][:6].tolist()
    )
    assert trained.grid.coordinates[:2].tolist() == [[1.5, np.sqrt(3) / 2], [2.5, np.sqrt(3) / 2]]
    assert trained.features == ("1", "2", "3", "4")
    assert not trained.codes.flags.writeable
    assert not trained.units.flags.writeable


@pytest.mark.r
def test_figures_are_those_of_map_quality(rows, trained):
    assert len(trained.units) == len(rows)
    figures = pb.map_quality(rows, trained.codes, 5, 4, trained.units)
    for name in ("quantization_error", "explained_variance", "topographic_error"):
        assert getattr(trained, name) == pytest.approx(getattr(figures, name), rel=1e-13)
    assert trained.root_quantization_error == pytest.approx(figures.mean_distance, rel=1e-13)


@pytest.mark.r
@pytest.mark.parametrize("preset", [None, "paper"])
def test_rows_are_placed_where_the_training_put_them(rows, preset):
    found = pb.som(rows, 6, 5, rlen=5, preset=preset, seed=1)
    units, distances = found.place(rows)
    assert np.array_equal(distances, found.distances)
    scaled = rows if preset is None else (rows - found.center) / found.scale
    apart = ((scaled[:, None] - found.codes) ** 2).sum(axis=2)
    np.testing.assert_allclose(apart[np.arange(len(rows)), units], apart.min(axis=1), rtol=1e-7)
    one = found.place(rows[:1])
    assert (one[0].shape, one[1].tolist()) == ((1,), distances[:1].tolist())
    with pytest.raises(pb.ArgumentError, match="4 columns of the map, in their order, not 3"):
        found.place(rows[:, :3])


@pytest.mark.r
def test_frames_and_tables_of_features_keep_their_names(rows, trained):
    names = ("a", "ü", "c", "d")
    for given in (pd.DataFrame(rows, columns=names), feature_table(rows, names)):
        found = pb.som(given, 5, 4, rlen=10, seed=3)
        assert found.features == names
        assert np.array_equal(found.codes, trained.codes)
        assert np.array_equal(found.place(given)[1], found.distances)
        with pytest.raises(pb.ArgumentError, match="of other names"):
            found.place(pd.DataFrame(rows, columns=["a", "c", "ü", "d"]))


@pytest.mark.r
@pytest.mark.parametrize("neighbourhood", ["bubble", "gaussian"])
def test_a_torus_of_one_unit_is_one_unit(rows, neighbourhood):
    said = {"neighbourhood": neighbourhood, "rlen": 3, "seed": 1}
    torus, plane = (pb.som(rows, 1, 1, toroidal=one, **said) for one in (True, False))
    assert np.array_equal(torus.codes, plane.codes)


@pytest.mark.r
@pytest.mark.parametrize("preset", [None, "kohonen", "paper"])
@pytest.mark.parametrize("start", [None, "random", "pca.sample"])
def test_a_start_that_is_given_is_taken(rows, preset, start):
    expected = start or ("pca.sample" if preset == "paper" else "random")
    assert pb.som(rows, 4, 3, preset=preset, start=start, rlen=2, seed=1).start == expected
    found = pb.som_search(rows, [(4, 3)], preset=preset, start=start, rlen=2, workers=1)
    assert found.som.start == expected


@pytest.mark.r
def test_the_preset_of_the_paper(rows):
    found = pb.som(rows, 6, 4, preset="paper", rlen=3, seed=1)
    assert (found.radius, found.start, found.preset) == ((2.65, -2.65), "pca.sample", "paper")
    np.testing.assert_allclose(found.center, rows.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(found.scale, rows.std(axis=0, ddof=1), rtol=1e-12)
    frame = pd.DataFrame(rows, columns=list("abcd")).assign(e=2.0)
    with pytest.raises(pb.ArgumentError, match="never varies: e"):
        pb.som(frame, 6, 4, preset="paper", seed=1)
    assert pb.som(frame, 2, 2, rlen=1, seed=1).constant == ("e",)


@pytest.mark.r
def test_the_radius_of_the_paper_is_not_kohonens():
    """Section 4.2 of the landscape paper calls it the default; it is that of a 4 x 4 map."""
    source = """
    apart <- kohonen::unit.distances(kohonen::somgrid(48, 48, "hexagonal"))
    unname(quantile(apart, 2 / 3))
    """
    expected = call("bridge_eval", {"source": source})
    assert expected == pytest.approx(28.583, abs=1e-3)
    rows = np.random.default_rng(1).normal(size=(48 * 48, 2))
    kohonen, paper = (
        pb.som(rows, 48, 48, rlen=1, preset=preset, seed=1) for preset in ("kohonen", "paper")
    )
    assert kohonen.radius == (pytest.approx(expected, rel=1e-14), 0.0)
    assert paper.radius == (2.65, -2.65)
    assert not np.array_equal(kohonen.codes, paper.codes)


@pytest.mark.r
def test_one_feature_has_no_second_component():
    line = np.arange(12.0)[:, None]
    codes = pb.som(line, 4, 1, start="pca.sample", rlen=1, seed=1).codes.ravel()
    assert len(set(codes)) == 4
    assert codes.tolist() == sorted(codes, reverse=bool(codes[0] > codes[1]))


@pytest.mark.r
def test_text_table_and_json(trained):
    text = str(trained)
    assert "5 x 4 units, hexagonal, 150 rows of 4 variables; kernel exact" in text
    assert "10 epochs, online, bubble, radius 2.646 to 0, start random, seed 3" in text
    table = trained.to_frame()
    assert list(table) == ["unit", "x", "y", "rows", "mean_distance"]
    assert table["rows"].sum() == 150
    total = (table["rows"] * table["mean_distance"]).sum()
    assert total == pytest.approx(trained.distances.sum(), rel=1e-12)
    kept = json.loads(json.dumps(trained.to_dict()))
    assert kept["schema"] == "pybench/som/1"
    assert kept["grid"]["topology"] == "hexagonal"
    assert np.array_equal(kept["codes"], trained.codes)


@pytest.mark.r
def test_progress_is_told_and_changes_nothing(rows, trained):
    events = []
    found = pb.som(rows, 5, 4, rlen=10, seed=3, progress=events.append)
    assert events[-1] == {"done": 10.0, "total": 10.0, "text": "epochs of the map"}
    assert np.array_equal(found.codes, trained.codes)

    def stop(event):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pb.som(rows, 5, 4, rlen=10, seed=3, progress=stop)


@pytest.mark.r
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"xdim": 13, "ydim": 13}, r"found 169 units \(`xdim` x `ydim`\) on 150 rows"),
        ({"rlen": 2**30}, r"less than 2\^31"),
        ({"xdim": 0}, "`xdim` must be a whole number >= 1"),
        ({"topology": "round"}, "`topology` must be one of"),
        ({"neighbourhood": "cone"}, "`neighbourhood` must be one of"),
        ({"toroidal": 1}, "`toroidal` must be True or False"),
        ({"alpha": 2.0}, r"`alpha` must be two finite numbers in \[0, 1\]"),
        ({"radius": (1.0, np.nan)}, "`radius` must be two finite numbers"),
        ({"mode": "pbatch"}, "`mode` must be one of"),
        ({"start": "zero"}, "`start` must be one of"),
        ({"preset": "best"}, "`preset` must be one of"),
        ({"kernel": "fast"}, "`kernel` must be one of"),
        ({"kernel": "batch"}, '`kernel` = "batch" needs mode = "batch"'),
        ({"kernel": "warm", "mode": "batch"}, '`kernel` = "warm" needs mode = "online"'),
        ({"seed": 2**31}, "`seed` must be a whole number below 2"),
        ({"seed": 0.5}, "`seed` must be an integer"),
        ({"progress": 3}, "`progress` must be a function, not 3"),
    ],
)
def test_what_is_refused(rows, change, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.som(rows, **{"xdim": 3, "ydim": 3, "seed": 1, **change})


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_rows_that_are_not_finite_are_refused_before_r_starts(bad):
    with pytest.raises(pb.ArgumentError, match=r"row 1 \(from 0\), column '2' is"):
        pb.som([[0.0, 1.0], [1.0, bad]], 1, 1, seed=1)


def test_without_r_the_remedy_is_named(tmp_path):
    code = """
import pybench as pb
try:
    pb.som([[0.0, 1.0], [1.0, 2.0]], 1, 1, seed=1)
except pb.PybenchError as error:
    print(type(error).__name__, error)
"""
    environment = {"PATH": str(tmp_path), "R_HOME": "", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("RNotFound")
    assert "install" in done.stdout.lower()
