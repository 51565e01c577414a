"""The search: the same bytes wherever it runs, nothing lost, the front by brute force."""

from __future__ import annotations

import dataclasses
import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.search import best_explained, pareto_front, tasks_of
from tests.reporting.makers import MAKERS

ROOT = Path(__file__).resolve().parents[2]
SIZES, SEEDS = [3, (4, 5), 4], (1, 2)


def searched(rows, out=None, workers=1, **more):
    more = {"sizes": SIZES, "seeds": SEEDS, "rlen": 8, "workers": workers, **more}
    return pb.som_search(rows, out=out, **more)


def kept(folder: Path) -> dict[str, bytes]:
    """Return what a search left in its folder, by name."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def same(first, second) -> bool:
    return first.table.equals(second.table) and all(
        getattr(first.som, name).tobytes() == getattr(second.som, name).tobytes()
        for name in ("codes", "units", "distances", "changes")
    )


@pytest.fixture(scope="module")
def rows(grouped):
    return grouped[0]


@pytest.fixture(scope="module")
def alone(rows, tmp_path_factory):
    """Return the search by one process, and the bytes that it kept."""
    folder = tmp_path_factory.mktemp("alone")
    return searched(rows, folder), kept(folder)


# ---- the front ----------------------------------------------------------------------------------


def beaten(i, first, second):
    """Tell, by the words of the definition, whether another point beats this one."""
    return any(
        first[j] <= first[i]
        and second[j] <= second[i]
        and (first[j] < first[i] or second[j] < second[i])
        for j in range(len(first))
    )


@pytest.mark.parametrize("seed", range(30))
def test_the_front_is_what_no_other_beats_ties_and_all(seed):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 6, size=(2, 12)).astype(float)  # few values: ties
    expected = [not beaten(i, first, second) for i in range(12)]
    assert pareto_front(first, second).tolist() == expected


def test_equal_maps_are_on_the_front_together():
    assert pareto_front(np.array([1.0, 1, 2]), np.array([3.0, 3, 3])).tolist() == [
        True,
        True,
        False,
    ]


def test_of_the_front_the_most_explained_then_the_smallest_then_the_first():
    front = np.array([True, True, False, True, True])
    explained = np.array([80.0, 90.0, 99.0, 90.0, 90.0])
    assert best_explained(front, explained, np.array([9, 25, 9, 16, 16])) == 3


# ---- what is asked for --------------------------------------------------------------------------


def test_sizes_and_seeds_each_once_in_their_order():
    found = [(t.xdim, t.ydim, t.seed) for t in tasks_of([4, (2, 3), 4], (7, 5, 7), 100)]
    assert found == [(4, 4, 7), (4, 4, 5), (2, 3, 7), (2, 3, 5)]
    assert [(t.xdim, t.seed) for t in tasks_of(3, 1, 9)] == [(3, 1)]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({"sizes": [3, 10]}, "at most 90 units, the number of rows, not 100.*gives 7 x 7"),
        ({"sizes": 1}, "of 2 units or more"),
        ({"sizes": [(2, 3, 4)]}, "pairs of width and height"),
        ({"sizes": ["3"]}, "whole number"),
        ({"sizes": []}, "several numbers"),
        ({"sizes": 2.5}, "whole number"),
        ({"seeds": 2**31}, "below 2\\^31"),
        ({"seeds": ()}, "several numbers"),
        ({"seeds": 0.5}, "`seed` must be an integer"),
        ({"preset": "best"}, "`preset` must be one of"),
        ({"radius": (1, 2, 3)}, "`radius` must be two finite numbers"),
        ({"alpha": "fast"}, "`alpha` must be"),
        ({"topology": "cube"}, "`topology`"),
        ({"rlen": 0}, "`rlen`"),
        ({"workers": 0}, "`workers`"),
        ({"scale": "log"}, "`scale`"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_runs(rows, asked, text):
    with pytest.raises(pb.ArgumentError, match=text):
        searched(rows, **asked)


# ---- the numbers --------------------------------------------------------------------------------


@pytest.mark.r
def test_a_map_of_the_search_is_the_map_of_som(rows, alone):
    found = alone[0]
    x, y, seed = (int(found.table[n][found.chosen]) for n in ("xdim", "ydim", "seed"))
    single = pb.som(rows, x, y, rlen=8, preset="paper", seed=seed)
    for name in ("codes", "units", "distances", "changes", "center", "scale"):
        assert getattr(single, name).tobytes() == getattr(found.som, name).tobytes(), name
    for name in ("quantization_error", "topographic_error", "explained_variance"):
        assert getattr(single, name) == found.table[name][found.chosen]
    assert (found.som.preset, found.som.start, found.som.radius) == (
        single.preset, single.start, single.radius,
    )  # fmt: skip
    other = rows[:5] + 0.1
    assert (single.place(other)[0] == found.som.place(other)[0]).all()


@pytest.mark.r
def test_r_finds_the_same_maps(rows, alone):
    theirs = call(
        "pb_som_search",
        {"features": rows, "sizes": [3, [4, 5], 4], "seeds": list(SEEDS), "rlen": 8},
    )
    ours = alone[0]
    table = theirs["table"].to_pandas()
    assert (table[list(ours.table.columns)].to_numpy() == ours.table.to_numpy()).all()
    assert theirs["som"]["codes"]["values"].tobytes("F") == ours.som.codes.tobytes("F")
    assert np.subtract(theirs["som"]["units"], 1).tolist() == ours.som.units.tolist()
    assert theirs["chosen"] - 1 == ours.chosen
    assert tuple(np.subtract(theirs["pareto"], 1).tolist()) == ours.pareto
    assert [theirs["notes"]] == list(ours.notes) == ["largest-map"]


@pytest.mark.r
def test_presets_and_scales_are_what_they_say(rows):
    plain = pb.som_search(rows, 4, 3, preset=None, rlen=5, scale=False, workers=1)
    assert plain.som.codes.tobytes() == pb.som(rows, 4, 4, rlen=5, seed=3).codes.tobytes()
    assert (plain.som.center, plain.som.preset, plain.notes) == (None, None, ())
    scaled = pb.scale_features(rows, "robust")
    robust = pb.som_search(scaled, 4, 3, preset="kohonen", radius=2, rlen=5, workers=1)
    single = pb.som(scaled.values, 4, 4, radius=2, rlen=5, seed=3)
    assert robust.som.codes.tobytes() == single.codes.tobytes()
    assert robust.scaling.scale == "robust"


@pytest.mark.r
def test_on_real_features_the_columns_that_left_are_told(some_features):
    found = pb.som_search(some_features, (3, 4), 1, rlen=5, workers=1)
    assert found.som.features == found.scaling.features
    assert set(found.scaling.features) | set(found.scaling.left_out) == set(some_features.names)
    assert found.table.explained_variance.between(0, 100).all()


@pytest.mark.r
def test_the_table_and_the_text(alone):
    found = alone[0]
    assert list(found.table.columns) == [
        *("xdim", "ydim", "seed", "quantization_error", "topographic_error"),
        *("explained_variance", "pareto", "chosen"),
    ]
    assert found.table[["xdim", "ydim", "seed"]].to_numpy().tolist() == [
        [x, y, s] for x, y in ((3, 3), (4, 5), (4, 4)) for s in SEEDS
    ]
    assert found.table.chosen.sum() == 1
    assert found.table.pareto[found.chosen]
    assert found.pareto == tuple(np.nonzero(found.table.pareto)[0])
    # The least quantization error explains most: the rule takes that map.
    assert found.chosen == found.table.quantization_error.argmin()
    assert "chosen: 4 x 5" in str(found)
    assert "note largest-map" in str(found)
    assert found.to_frame().equals(found.table)
    assert found.to_dict()["chosen"] == found.chosen


# ---- where it runs ------------------------------------------------------------------------------


@pytest.mark.r
def test_two_workers_give_the_same_bytes(rows, alone, tmp_path):
    assert same(searched(rows, tmp_path, 2), alone[0])
    assert kept(tmp_path) == alone[1]


@pytest.mark.r
@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes(rows, alone, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        found = searched(rows, tmp_path, None, cluster=cluster.scheduler_address)
    assert same(found, alone[0])
    assert kept(tmp_path) == alone[1]


@pytest.mark.r
def test_without_a_folder_nothing_is_left_behind(rows, alone, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYBENCH_R_LIBS", os.environ["R_LIBS_USER"])
    assert same(searched(rows), alone[0])
    assert [p for p in (tmp_path / "cache").rglob("*") if p.is_file()] == []


# ---- what goes wrong ----------------------------------------------------------------------------


@pytest.mark.r
def test_finished_maps_are_not_trained_again(rows, alone, tmp_path):
    seen = []
    found = searched(rows, tmp_path, progress=seen.append)
    assert [(p.done, p.total, p.kept) for p in seen] == [(n, 6, 0) for n in range(7)]
    assert seen[1].last == "4 x 5, seed 1"  # the largest first
    assert seen[-1].share == 1.0
    assert "6 of 6 maps" in str(seen[-1])
    again = []
    assert same(searched(rows, tmp_path, progress=again.append), found)
    assert [(p.done, p.kept) for p in again] == [(6, 6)]
    more = []
    searched(rows, tmp_path, seeds=(1, 2, 3), progress=more.append)
    assert [(p.total, p.kept) for p in more] == [(9, 6)] * 4


@pytest.mark.r
def test_a_killed_worker_is_replaced(rows, alone, tmp_path):
    def children():
        names = Path(f"/proc/{os.getpid()}/task").glob("*/children")
        return {int(pid) for path in names for pid in path.read_text().split()}

    before, killed = children(), []

    def kill(progress):
        if progress.done == 1 and not killed:
            killed.append(min(children() - before))
            os.kill(killed[0], signal.SIGKILL)

    assert same(searched(rows, tmp_path, 2, progress=kill), alone[0])
    assert killed
    assert kept(tmp_path) == alone[1]


@pytest.mark.r
@pytest.mark.slow
def test_a_killed_search_goes_on(rows, alone, tmp_path):
    code = (
        "import sys, numpy as np, pybench as pb\n"
        f"rows = np.load({str(tmp_path / 'rows.npy')!r})\n"
        f"pb.som_search(rows, {SIZES!r}, {SEEDS!r}, rlen=8, workers=1,\n"
        f"    out={str(tmp_path / 'out')!r}, progress=lambda p: print(p, flush=True))\n"
    )
    np.save(tmp_path / "rows.npy", rows)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment
    ) as run:
        for line in run.stdout:
            if "2 of 6" in line:
                run.kill()
                break
    begin = time.monotonic()
    while not list((tmp_path / "out").glob("??/*")) and time.monotonic() < begin + 5:
        time.sleep(0.05)
    seen = []
    assert same(searched(rows, tmp_path / "out", progress=seen.append), alone[0])
    assert 2 <= seen[0].kept < 6
    found = kept(tmp_path / "out")
    # The rows of the killed run are swept a day later.
    assert {name: data for name, data in found.items() if "rows-" not in name} == alone[1]


@pytest.mark.r
@pytest.mark.parametrize("harm", ["a byte", "the end", "another map", "nothing"])
def test_a_damaged_map_is_trained_again(rows, alone, tmp_path, harm, caplog):
    searched(rows, tmp_path)
    first, second = sorted(path for path in tmp_path.rglob("*") if path.is_file())[:2]
    data = bytearray(first.read_bytes())
    data[len(data) // 2] ^= 1
    damaged = {
        "a byte": bytes(data),
        "the end": first.read_bytes()[:-9],
        "another map": second.read_bytes(),
        "nothing": b"",
    }
    first.write_bytes(damaged[harm])
    seen = []
    with caplog.at_level(logging.WARNING, "pybench"):
        assert same(searched(rows, tmp_path, progress=seen.append), alone[0])
    assert (seen[0].kept, len(seen)) == (5, 2)
    assert "damaged entry" in caplog.text
    assert kept(tmp_path) == alone[1]


@pytest.mark.r
def test_other_rows_and_settings_are_other_maps(rows, alone, tmp_path):
    asked = {"sizes": 3, "seeds": 1}
    searched(rows, tmp_path, **asked)
    changed = rows.copy()
    changed[0, 0] = np.nextafter(changed[0, 0], 9)
    variants = [
        (changed, {"scale": False}), (rows, {"scale": False}), (rows, {"rlen": 9}),
        (rows, {"alpha": (0.05, 0.02)}), (rows, {"radius": 2}), (rows, {"toroidal": True}),
        (rows, {"topology": "rectangular"}), (rows, {"preset": "kohonen"}), (rows, {"seeds": 2}),
        (rows, {"sizes": [(3, 4)]}), (rows, {"sizes": [(4, 3)]}),
    ]  # fmt: skip
    for number, (values, more) in enumerate(variants):
        seen = []
        searched(values, tmp_path, progress=seen.append, **{**asked, **more})
        assert (seen[0].kept, len(seen)) == (0, 2), more
        assert len(kept(tmp_path)) == number + 2


@pytest.mark.r
def test_a_folder_that_cannot_be(rows, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(pb.EnvironmentProblem, match="`out`"):
        searched(rows, tmp_path / "file")


@pytest.mark.r
def test_a_map_that_vanishes_in_mid_search_is_told(rows, tmp_path):
    def clear(progress):
        for path in tmp_path.glob("??/*"):
            path.unlink()

    with pytest.raises(pb.EnvironmentProblem, match="missing or damaged"):
        searched(rows, tmp_path, sizes=3, progress=clear)


@pytest.mark.r
@pytest.mark.parametrize("maker", ["DataFrame", "reader"])
def test_tables_of_other_libraries(maker):
    polars = pytest.importorskip("polars")
    rows = np.random.default_rng(3).normal(size=(40, 3))
    frame = pd.DataFrame(rows, columns=list("uvw")).assign(dataset=["d", "e"] * 20)
    table = polars.DataFrame(frame.to_dict("list"))
    given = [table if maker == "DataFrame" else pa.table(table).to_reader() for _ in range(2)]
    found, expected = (pb.som_search(x, sizes=[2, 3], seeds=[1]) for x in (given[0], frame))
    assert found.som.features == expected.som.features == ("u", "v", "w")
    assert np.array_equal(found.som.codes, expected.som.codes)
    drawn, other = (pb.map_landscape(x, sizes=[2], k=2) for x in (given[1], frame))
    assert drawn.coverage.percent.equals(other.coverage.percent)


def test_the_text_names_what_it_does_not_show():
    found = MAKERS["som-search"]()
    assert "not shown" not in str(found)
    table = pd.concat([found.table] * 60, ignore_index=True)
    table["chosen"] = table["pareto"] = table.index == 0
    many = dataclasses.replace(found, table=table)
    assert "59 maps not on the Pareto front: not shown" in str(many)
