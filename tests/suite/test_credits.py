"""Credits of bundled datasets are their sources' own words, and stand in every manifest."""

from __future__ import annotations

import importlib

import pytest

import pybench as pb
from pybench.suite import bundled
from pybench.suite.credits import CREDITS


def test_every_dataset_has_one():
    assert set(CREDITS) == set(bundled.names())


@pytest.mark.parametrize("name", ["anes96", "fair", "modechoice", "spector"])
def test_licences_of_statsmodels_are_what_it_says(name):
    pytest.importorskip("statsmodels")
    said = importlib.import_module(f"statsmodels.datasets.{name}").COPYRIGHT
    assert CREDITS[name].licence == " ".join(said.split())


def test_a_manifest_says_them_and_a_reader_may_say_otherwise():
    suite = pb.Suite.create("two", ["iris", "wine"], about={"wine": {"licence": "mine"}})
    iris, wine = (task.dataset for task in suite.tasks)
    assert (iris.citation, iris.licence) == CREDITS["iris"]
    assert (wine.citation, wine.licence) == (CREDITS["wine"].citation, "mine")
