"""A suite as OpenML's files, and back: the same rows, folds and words."""

from __future__ import annotations

import hashlib
import shutil

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, SuiteError
from pybench.suite.data import load_data, load_splits


def test_there_and_back(suite, tmp_path):
    folder = suite.write_openml(tmp_path / "openml")
    back = pb.Suite.read_openml(folder)
    assert (back.name, back.status, back.task_names) == (suite.name, suite.status, suite.task_names)
    for name in suite.task_names:
        ours, theirs = load_data(suite, name), load_data(back, name)
        assert ours.X.equals(theirs.X)
        assert ours.y.tolist() == theirs.y.tolist()
        assert load_splits(back, name).to_bytes() == load_splits(suite, name).to_bytes()
        assert back.task(name).dataset.licence == suite.task(name).dataset.licence
        assert back.task(name).openml_id is None
    again = back.write_openml(tmp_path / "again")
    for path in sorted(folder.rglob("*.arff")):
        assert (again / path.relative_to(folder)).read_bytes() == path.read_bytes()


def test_series_have_no_task_there(tmp_path):
    made = pb.Suite.create("Both", ["iris", "GunPoint"], folds=3)
    with pytest.raises(ArgumentError, match="OpenML has no tasks of series"):
        made.write_openml(tmp_path / "openml")


def test_a_folder_that_is_taken(suite, tmp_path):
    with pytest.raises(ArgumentError, match="must be a new folder"):
        suite.write_openml(suite.folder)


def damaged(folder, path, old, new):
    file = folder / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


BAD = [
    ("tasks/1/task.xml", "task_id>1<", "task_id>2<", SuiteError, "task 1"),
    ("tasks/1/task.xml", ">crossvalidation<", ">leaveoneout<", SuiteError, "leaveoneout"),
    ("tasks/1/task.xml", "target_feature>y<", "target_feature>z<", InputError, "`z`"),
    ("tasks/1/datasplits.arff", "TEST,", "TRAIN,", SuiteError, "every row"),
    ("tasks/1/datasplits.arff", "TRAIN,0,", "TRAIN,999,", SuiteError, "rows from 0"),
    ("datasets/1/description.xml", "id>1<", "id>4<", SuiteError, "dataset 1"),
    ("datasets/1/description.xml", "format>ARFF<", "format>XLS<", SuiteError, "the format ARFF"),
    ("datasets/1/dataset.arff", "\n1,", "\n2,", SuiteError, "MD5"),
    (
        "studies/1/study.xml",
        "main_entity_type>task<",
        "main_entity_type>run<",
        SuiteError,
        "a suite",
    ),
    ("studies/1/study.xml", "task_id>1<", "task_id>77<", InputError, "77"),
]


@pytest.mark.parametrize(("path", "old", "new", "kind", "why"), BAD)
def test_files_that_do_not_fit(suite, tmp_path, path, old, new, kind, why):
    folder = suite.write_openml(tmp_path / "openml")
    damaged(folder, path, old, new)
    with pytest.raises(kind, match=why):
        pb.Suite.read_openml(folder)


def test_an_error_in_data_names_the_file_of_data(suite, tmp_path):
    folder = suite.write_openml(tmp_path / "openml")
    data = folder / "datasets" / "1" / "dataset.arff"
    before = hashlib.md5(data.read_bytes()).hexdigest()
    damaged(folder, "datasets/1/dataset.arff", "\n1,", "\none,")
    after = hashlib.md5(data.read_bytes()).hexdigest()
    damaged(folder, "datasets/1/description.xml", before, after)
    with pytest.raises(InputError) as caught:
        pb.Suite.read_openml(folder)
    assert caught.value.file == str(data)


def test_which_suite(suite, tmp_path):
    folder = suite.write_openml(tmp_path / "openml")
    shutil.copytree(folder / "studies" / "1", folder / "studies" / "2")
    with pytest.raises(SuiteError, match="one suite"):
        pb.Suite.read_openml(folder)
    shutil.rmtree(folder / "studies")
    with pytest.raises(SuiteError, match="one suite"):
        pb.Suite.read_openml(folder)


def test_two_tasks_of_one_dataset(suite, tmp_path):
    from dataclasses import replace

    first = suite.tasks[0]
    both = replace(suite, tasks=(first, replace(first, name="again")))
    back = pb.Suite.read_openml(both.write_openml(tmp_path / "openml"))
    assert back.task_names == ("free 1", "free 2")
    assert back.datasets == ("free",)


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2019-02-21T18:47:13", "2019-02-21T18:47:13Z"),
        ("2019-02-21 18:47:13.5", "2019-02-21T18:47:13Z"),
        ("2019-02-21", "2019-02-21T00:00:00Z"),
        ("yesterday", None),
    ],
)
def test_dates_of_any_server_make_a_suite_that_can_be_saved(date, expected, tmp_path):
    made = pb.Suite.create("flowers", ["iris"], folds=3, created="2026-01-31T12:00:00Z")
    file = made.write_openml(tmp_path / "openml") / "studies" / "1" / "study.xml"
    file.write_text(file.read_text().replace("2026-01-31T12:00:00", date))
    if expected is None:
        with pytest.raises(SuiteError, match=r"expected a date such as .*, found `yesterday`"):
            pb.Suite.read_openml(tmp_path / "openml")
        return
    suite = pb.Suite.read_openml(tmp_path / "openml").save(tmp_path / "back")
    assert pb.Suite.load(tmp_path / "back").created == suite.created == expected
    file.write_text(file.read_text().replace("in_preparation", "gone"))
    with pytest.raises(SuiteError, match=r"expected a status of .*, found `gone`"):
        pb.Suite.read_openml(tmp_path / "openml")
