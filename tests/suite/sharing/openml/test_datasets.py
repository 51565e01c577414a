"""Datasets in a folder of OpenML's files: recorded ones, and versions of one name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.sharing.openml.datasets import described, names_of, read_datasets, stated
from pybench.suite.sharing.openml.files import Files


def test_a_recorded_dataset(recorded):
    (found,) = read_datasets(Files(recorded), {2: None})
    assert (found.dataset.name, found.dataset.openml_id, found.target) == ("anneal", 2, "class")
    assert (found.dataset.licence, found.dataset.version) == ("Public", "1")
    assert found.path == recorded / "datasets" / "2" / "dataset.arff"
    assert len(found.stated) == 106
    (found,) = read_datasets(Files(recorded), {2: "thick"})
    assert found.target == "thick"


def test_a_dataset_about_which_nothing_is_stated(recorded, tmp_path):
    assert stated(Files(tmp_path), 2) == {}
    place = tmp_path / "datasets" / "2"
    place.mkdir(parents=True)
    text = (recorded / "datasets" / "2" / "description.xml").read_text()
    (place / "description.xml").write_text(text.replace("default_target_attribute", "nothing"))
    with pytest.raises(ArgumentError, match=r"2 \(`anneal`\), for which OpenML states no"):
        read_datasets(Files(tmp_path), {2: None})
    (place / "description.xml").write_text(text.replace("<oml:id>2<", "<oml:id>3<"))
    with pytest.raises(SuiteError, match="expected dataset 2, found dataset 3"):
        described(Files(tmp_path), 2)


def test_versions_of_a_name_have_their_ids(recorded):
    one = described(Files(recorded), 2)
    documents = {2: one, 5: replace(one, id=5, name="Anneal"), 6: replace(one, id=6, name="other")}
    assert names_of(documents) == {2: "anneal 2", 5: "Anneal 5", 6: "other"}
