"""Tasks and datasets of OpenML by their ids, with openml-python and a loopback server."""

from __future__ import annotations

import numpy as np
import pytest
from openml_server import serving

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError
from pybench.suite.data import load_data, load_splits

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans

TASK_IDS = ("task_id", "data_set_id")
CREATED = "2026-01-31T12:00:00Z"


@pytest.fixture
def served(recorded, openml, tmp_path):
    """Return a server of the recorded task, and of two more tasks with ids that it lacks."""
    made = pb.Suite.create("Two", ["iris", "wine"], folds=3, created=CREATED)
    made.write_openml(tmp_path / "ours")
    with serving([recorded, tmp_path / "more"]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        kinds = (("tasks", "task", TASK_IDS), ("datasets", "description", ("id",)))
        for kind, name, tags in kinds:
            (tmp_path / "more" / kind).mkdir(parents=True)
            for old, new in ((1, 71), (2, 72)):
                place = tmp_path / "more" / kind / str(new)
                (tmp_path / "ours" / kind / str(old)).rename(place)
                text = (place / f"{name}.xml").read_text()
                for tag in tags:
                    text = text.replace(f"<oml:{tag}>{old}<", f"<oml:{tag}>{new}<")
                (place / f"{name}.xml").write_text(text)
        yield running, made


def test_tasks_come_with_the_splits_of_the_server(served, tmp_path):
    _, made = served
    given = {"cache": tmp_path / "mine", "name": "Mixed"}
    suite = pb.Suite.from_openml(tasks=[1882, np.int64(71), 1882], **given)
    assert (suite.name, suite.status, suite.openml_id) == ("Mixed", "in_preparation", None)
    assert suite.task_names == ("anneal", "iris")
    assert [task.openml_id for task in suite.tasks] == [1882, 71]
    assert load_splits(suite, "iris").to_bytes() == load_splits(made, "iris").to_bytes()
    assert len(suite.openml_qualities["anneal"]) == 106
    other = pb.Suite.create("Other", suite, procedure="crossvalidation", folds=3)
    assert [task.openml_id for task in other.tasks] == [None, None]  # they are not its splits
    again = pb.Suite.from_openml(tasks=[1882, 71], offline=True, **given)
    assert again.tasks == suite.tasks
    assert pb.Suite.load(suite.save(tmp_path / "saved").folder).hash == suite.hash


def test_datasets_get_splits_of_ours(served, openml, tmp_path):
    _, made = served
    suite = pb.Suite.from_openml(datasets=[2, 72], cache=tmp_path / "mine")
    assert suite.task_names == ("anneal", "wine")
    task = suite.task("wine")
    assert (task.openml_id, task.dataset.openml_id, task.dataset.source) == (None, 72, "openml")
    assert (task.target, task.procedure.folds, task.procedure.seed) == ("class", 10, 0)
    theirs = openml.datasets.get_dataset(72, download_data=True)
    X, y, _, _ = theirs.get_data(target="class")
    data = load_data(suite, task)
    np.testing.assert_array_equal(data.X.to_numpy(float), X.to_numpy(float))
    assert data.y.tolist() == y.tolist()
    assert suite.qualities["wine"] == made.qualities["wine"]
    assert suite.openml_qualities["anneal"]["NumberOfClasses"] == 6.0
    mine = pb.Suite.create("by hand", ["wine"], created=CREATED)
    assert load_splits(suite, "wine").to_bytes() == load_splits(mine, "wine").to_bytes()


def test_splits_and_rules_of_a_suite_made_from_them(served, tmp_path):
    pool = pb.Suite.from_openml(datasets=(71, 72), cache=tmp_path / "mine")
    suite = pb.Suite.create(
        "Small", pool, procedure="crossvalidation", folds=5,
        constraints={"NumberOfInstances": (160, None)},
    )  # fmt: skip
    assert suite.task_names == ("wine",)
    assert (suite.tasks[0].procedure.folds, suite.tasks[0].dataset.openml_id) == (5, 72)
    assert set(suite.openml_qualities) == {"iris", "wine"}


def test_a_target_can_be_given(served, tmp_path):
    suite = pb.Suite.from_openml(datasets={2: "nothing", 71: None}, cache=tmp_path / "mine")
    verdicts = suite.verdicts().set_index("dataset").verdict
    assert verdicts["anneal"] == "fail"  # it has no such column
    assert suite.task_names == ("iris",)
    path = tmp_path / "more" / "datasets" / "72" / "description.xml"
    text = path.read_text().replace("default_target_attribute", "target_of_old")
    path.write_text(text)
    with pytest.raises(ArgumentError, match=r"must name the column to predict in the dataset 72"):
        pb.Suite.from_openml(datasets=[72], cache=tmp_path / "mine")
    given = pb.Suite.from_openml(datasets={72: "class"}, cache=tmp_path / "mine")
    assert given.tasks[0].target == "class"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "expected one of `suite`, `tasks` and `datasets`.*, found none"),
        ({"suite": 99, "tasks": [1]}, "found suite, tasks"),
        ({"tasks": [1], "datasets": [1]}, "found tasks, datasets"),
        ({"suite": 99, "name": "mine"}, "found suite, name"),
        ({"tasks": []}, "`tasks` must be at least one id"),
        ({"tasks": [0]}, "`tasks` must be a whole number >= 1, not 0"),
        ({"tasks": 3}, "`tasks` must be ids on OpenML, not 3"),
        ({"datasets": ["iris"]}, "`datasets` must be a whole number >= 1, not 'iris'"),
        ({"datasets": [10**500]}, "`datasets` must be a whole number"),
        ({"suite": "9" * 101}, "`suite` must be"),
    ],
)
def test_what_is_asked_for_must_be_clear(served, given, why, tmp_path):
    with pytest.raises(ArgumentError, match=why):
        pb.Suite.from_openml(**given, cache=tmp_path / "mine")
    assert served[0].asked == []


def test_what_is_not_there(served, tmp_path):
    with pytest.raises(EnvironmentProblem, match="cannot fetch the task 9 on OpenML"):
        pb.Suite.from_openml(tasks=[9], cache=tmp_path / "mine")
    with pytest.raises(EnvironmentProblem, match="cannot fetch the dataset 9 on OpenML"):
        pb.Suite.from_openml(datasets=[9], cache=tmp_path / "mine")
    for given in ({"tasks": [1882]}, {"datasets": [2]}):
        with pytest.raises(InputError, match=r"task\.xml|description\.xml"):
            pb.Suite.from_openml(**given, cache=tmp_path / "mine", offline=True)
