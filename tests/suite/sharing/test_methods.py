"""What pb.Suite has of sharing is what the modules do, and gives a suite back."""

from __future__ import annotations

import pybench as pb


def test_what_comes_back_is_a_suite(suite, tmp_path):
    file = suite.export(tmp_path / "s.zip")
    assert isinstance(pb.Suite.import_(file, tmp_path / "copy"), pb.Suite)
    assert isinstance(pb.Suite.read_openml(suite.write_openml(tmp_path / "openml")), pb.Suite)
