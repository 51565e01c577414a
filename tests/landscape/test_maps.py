"""One map of a search: its bytes, its name, the file of rows."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import pybench as pb
from pybench.landscape import maps
from pybench.landscape.maps import MapTask, Settings

SETTINGS = Settings(5, (0.05, 0.01), (2.0, 0.0), "hexagonal", False, "random", "auto")


@pytest.mark.r
def test_bytes_hold_a_map_and_are_the_same_again(grouped):
    found = pb.som(grouped[0], 3, 4, rlen=3, seed=1)
    data = maps.encode(found)
    again = maps.decode(data)
    for field in dataclasses.fields(found):
        ours, theirs = getattr(again, field.name), getattr(found, field.name)
        if isinstance(theirs, np.ndarray):
            assert ours.dtype == theirs.dtype
            assert ours.tobytes() == theirs.tobytes()
        elif field.name == "grid":
            assert ours.coordinates.tobytes() == theirs.coordinates.tobytes()
            assert (ours.xdim, ours.ydim, ours.topology) == (3, 4, "hexagonal")
        else:
            assert ours == theirs, field.name
    assert maps.encode(again) == data
    assert maps.about(data)["quantization_error"] == found.quantization_error


def test_rows_reach_a_worker_to_the_bit_and_leave_no_file(tmp_path):
    rows = np.random.default_rng(0).normal(size=(7, 3))
    with maps.shared_rows(rows, tmp_path) as shared:
        assert shared.read().tobytes() == rows.tobytes()
        assert shared.digest == maps.digest_of(np.asfortranarray(rows))
    assert list(tmp_path.iterdir()) == []


def test_rows_that_are_not_there_or_others_are_refused(tmp_path):
    rows = np.ones((7, 3))
    with maps.shared_rows(rows, tmp_path) as shared:
        path = next(tmp_path.iterdir())
        path.write_bytes(np.zeros(21).tobytes())
        with pytest.raises(pb.EnvironmentProblem, match=r"another content.*Give `out`"):
            shared.read()
        path.write_bytes(b"short")
        with pytest.raises(pb.EnvironmentProblem, match="cannot read the rows"):
            shared.read()
    with pytest.raises(pb.EnvironmentProblem, match="cannot read the rows"):
        shared.read()


def test_a_name_goes_by_rows_settings_size_and_seed():
    rows = np.arange(12.0).reshape(4, 3)
    names = {
        maps.key(digest, settings, task)
        for digest in (maps.digest_of(rows), maps.digest_of(rows.reshape(3, 4)))
        for settings in (SETTINGS, dataclasses.replace(SETTINGS, rlen=6))
        for task in (MapTask(2, 3, 1), MapTask(3, 2, 1), MapTask(2, 3, 2))
    }
    assert len(names) == 12
    assert maps.digest_of(rows) == maps.digest_of(np.asfortranarray(rows))
