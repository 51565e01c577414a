"""Where files lie: as in openml-python's cache."""

from __future__ import annotations

from pybench.suite.sharing.openml.files import Files, cache_folder


def test_places_are_those_of_the_recorded_files(recorded):
    files = Files(recorded)
    for path in (files.task(1882), files.splits(1882), files.description(2), files.data(2)):
        assert path.is_file(), path
    assert files.qualities(2).is_file()


def test_a_cache_belongs_to_a_server(openml, tmp_path):
    openml.config.server = "http://one.example/api/v1/xml"
    own = cache_folder(openml, None)
    assert str(own) == openml.config.get_cache_directory()
    assert cache_folder(openml, tmp_path / "mine") == tmp_path.joinpath("mine", *own.parts[-2:])
    openml.config.server = "http://two.example/api/v1/xml"
    assert cache_folder(openml, None) != own
