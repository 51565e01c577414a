"""Maps of rows in many files: those of plain loops, wherever the parts are read."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.stream import stream
from pybench.bridge.call import call
from pybench.landscape import partitioned
from pybench.landscape.parts import find_parts

FEATURES = ("a", "b", "c", "d")


@pytest.fixture
def rows():
    return np.random.default_rng(3).normal(size=(400, 4)) * [1, 5, 1e-3, 1] + [0, 3, 0, 1e4]


def written(folder, values, files=3, group=50):
    """Write rows into several files."""
    folder.mkdir()
    for number, part in enumerate(np.array_split(values, files)):
        frame = pd.DataFrame(part, columns=list(FEATURES)).assign(never=2.0, dataset=f"d{number}")
        frame.to_parquet(folder / f"{number}.parquet", row_group_size=group)
    return folder


def plain(values, xdim, ydim, rlen, seed):
    """Train as the help says, on all rows at once."""
    scaled = (values - values.mean(axis=0)) / values.std(axis=0, ddof=1)
    codes = scaled[stream(seed, "partitioned_som").choice(len(values), xdim * ydim, replace=False)]
    grid = {"xdim": xdim, "ydim": ydim, "topology": "hexagonal", "toroidal": False}
    around = call("bridge_surroundings", grid)
    apart, (first, last) = around["apart"]["values"], around["radius"]
    for epoch in range(rlen):
        nearest = ((scaled[:, None] - codes) ** 2).sum(axis=2).argmin(axis=1)
        radius = max(first - (first - last) * epoch / rlen, 1e-8)
        moved = codes.copy()
        for unit in range(len(codes)):
            near = np.isin(nearest, np.flatnonzero(apart[unit] <= radius))
            if near.any():
                moved[unit] = scaled[near].mean(axis=0)
        codes = moved
    return scaled, codes


@pytest.mark.r
def test_the_map_of_plain_loops(tmp_path, rows):
    scaled, codes = plain(rows, 5, 4, 6, seed=2)
    found = pb.partitioned_som(
        written(tmp_path / "rows", rows), 5, 4, out=tmp_path / "out", rlen=6, seed=2, workers=1
    )
    np.testing.assert_allclose(found.codes, codes, rtol=1e-9, atol=1e-12)  # scaling, and order
    assert (found.features, found.mode, found.kernel) == (FEATURES, "batch", "batch")
    quality = pb.map_quality(scaled, found.codes, 5, 4)
    for name in ("quantization_error", "topographic_error", "explained_variance"):
        assert getattr(found, name) == pytest.approx(getattr(quality, name), rel=1e-9)
    assert found.units.tolist() == found.place(rows)[0].tolist()
    assert len(found.changes) == 6
    assert found.changes[-1] < found.changes[0]


@pytest.mark.r
def test_parts_and_workers_change_nothing(tmp_path, rows, monkeypatch):
    source = written(tmp_path / "rows", rows)
    one = pb.partitioned_som(source, 4, 4, out=tmp_path / "1", rlen=3, seed=2, workers=1)
    two = pb.partitioned_som(source, 4, 4, out=tmp_path / "2", rlen=3, seed=2, workers=2)
    assert one.to_dict() == two.to_dict()
    monkeypatch.setattr(partitioned, "find_parts", lambda source: find_parts(source, 60))
    small = pb.partitioned_som(source, 4, 4, out=tmp_path / "3", rlen=3, seed=2, workers=1)
    np.testing.assert_allclose(small.codes, one.codes, rtol=1e-10, atol=1e-13)  # sums in parts


@pytest.mark.r
def test_an_interrupted_training_goes_on(tmp_path, rows, monkeypatch):
    source = written(tmp_path / "rows", rows)
    whole = pb.partitioned_som(source, 4, 4, out=tmp_path / "whole", rlen=3, seed=2, workers=1)
    seen = []

    def stop(progress):
        seen.append(progress.done)
        if len(seen) == 8:
            raise KeyboardInterrupt

    again = {"out": tmp_path / "out", "rlen": 3, "seed": 2, "workers": 1}
    with pytest.raises(KeyboardInterrupt):
        pb.partitioned_som(source, 4, 4, progress=stop, **again)
    read = []
    monkeypatch.setattr(partitioned.Work, "rows", counting(partitioned.Work.rows, read))
    assert pb.partitioned_som(source, 4, 4, **again).to_dict() == whole.to_dict()
    assert len(read) < 3 * 5


def counting(function, calls):
    """Note each call of a method."""

    def counted(self, part):
        calls.append(part)
        return function(self, part)

    return counted


@pytest.mark.r
def test_a_cluster_gives_the_same_bytes(tmp_path, rows):
    distributed = pytest.importorskip("distributed")
    source = written(tmp_path / "rows", rows)
    here = pb.partitioned_som(source, 4, 4, out=tmp_path / "1", rlen=3, seed=2, workers=1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0"
    ) as cluster:
        there = pb.partitioned_som(
            source, 4, 4, out=tmp_path / "2", rlen=3, seed=2, cluster=cluster.scheduler_address
        )
    assert here.to_dict() == there.to_dict()


def test_more_units_than_rows_are_refused(tmp_path, rows):
    source = written(tmp_path / "rows", rows)
    with pytest.raises(ArgumentError, match="at most as many units as rows, found 900 units"):
        pb.partitioned_som(source, 30, 30, out=tmp_path / "out", seed=0)


def test_features_without_values_are_left_out_by_name(tmp_path, rows):
    values = rows.copy()
    values[7] = np.nan
    source = written(tmp_path / "rows", values)
    with pytest.raises(ArgumentError, match=r"no finite value up to 1e\+100 on 1 row"):
        pb.partitioned_som(source, 3, 3, out=tmp_path / "out", seed=0, workers=1)
