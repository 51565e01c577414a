"""What pb.Suite has of sharing is what the modules do."""

from __future__ import annotations

import pybench as pb
from pybench.suite.sharing.shareable import Shareable


def test_every_door_is_open(suite, tmp_path):
    assert issubclass(pb.Suite, Shareable)
    file = suite.export(tmp_path / "s.zip")
    assert isinstance(pb.Suite.import_(file, tmp_path / "copy"), pb.Suite)
    assert isinstance(pb.Suite.read_openml(suite.write_openml(tmp_path / "openml")), pb.Suite)
