"""Lists of datasets as openml-python gives them: names, ids, and qualities that follow."""

from __future__ import annotations

import pandas as pd

import pybench as pb
from pybench.suite.listed import by_openml


def test_several_versions_of_a_dataset_have_their_ids():
    frame = pd.DataFrame(
        {"did": [1, 40975.0, 3], "name": ["car", "Car", "kr"], "uploader": [1, 1, 1],
         "version": [1, 2, 1], "NumberOfInstances": [5, 6, 7]}
    )  # fmt: skip
    assert list(by_openml(frame).index) == ["car 1", "Car 40975", "kr"]
    suite = pb.Suite.create("t", frame)
    assert suite.task_names == ("car 1", "Car 40975", "kr")
    assert [task.dataset.version for task in suite.tasks] == ["1", "2", "1"]
    assert suite.qualities["kr"] == {"NumberOfInstances": 7.0}


def test_names_without_ids_and_other_frames():
    frame = pd.DataFrame({"name": ["car", "kr"], "NumberOfInstances": [5, 6]})
    assert pb.Suite.create("t", frame).task_names == ("car", "kr")
    named = pd.DataFrame({"name": ["x", "y"]}, index=["car", "kr"])
    assert by_openml(named) is named
    assert by_openml({"car": "path"}) == {"car": "path"}


def test_derived_qualities_are_of_what_is_stated():
    frame = pd.DataFrame(
        {"did": [1, 2, 3], "name": ["a", "b", "c"], "format": ["ARFF", "Sparse_ARFF", "parquet"],
         "MinorityClassSize": [2.0, 0.0, None], "MajorityClassSize": [8.0, 0.0, 4.0]}
    )  # fmt: skip
    suite = pb.Suite.create("t", frame)
    sizes = {name: found.get("MinorityToMajority") for name, found in suite.qualities.items()}
    assert sizes == {"a": 0.25, "b": None, "c": None}
    sparse = {name: found.get("SparseFormat") for name, found in suite.qualities.items()}
    assert sparse == {"a": 0.0, "b": 1.0, "c": None}
