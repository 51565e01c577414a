"""Datasets, tasks and suites published through openml-python on a loopback server."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from openml_server import serving

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.suite.data import load_data, load_splits
from pybench.suite.sharing.openml.documents import DataDocument, EstimationProcedure
from pybench.suite.sharing.openml.published import PUBLISHED

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans

CREATED = "2026-01-31T12:00:00Z"
ABOUT = {
    "free": {"licence": "CC BY 4.0", "citation": "Müller, 2001", "url": "https://example.org/f"},
    "odd näme": {"licence": "MIT", "ignore": ["z"]},
}


@pytest.fixture
def server(recorded, openml):
    with serving([recorded]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        yield running


def made(tmp_path, about=ABOUT, **given) -> pb.Suite:
    """Return a saved suite of two datasets that OpenML does not have."""
    rng = np.random.default_rng(0)
    for place, name in enumerate(("free", "odd näme")):
        rows = "".join(
            f"{x:.3f},{i},{i % 3},{'ab'[i % 2]}\n"
            for i, x in enumerate(rng.normal(size=40 + place))
        )
        (tmp_path / f"{name}.csv").write_text("x,z,number,y\n" + rows, encoding="utf-8")
    files = {name: tmp_path / f"{name}.csv" for name in ("free", "odd näme")}
    settings = {"target": "y", "folds": 10, "alias": "two", "created": CREATED, **given}
    return pb.Suite.create("Two", files, about=about, **settings).save(tmp_path / "suite")


def sent(server) -> list[str]:
    return [path.removeprefix("POST /api/v1/xml/") for path in server.asked if "POST" in path]


def test_datasets_tasks_and_the_suite_are_published(server, openml, tmp_path):
    suite = made(tmp_path)
    number = suite.publish_openml(data=True)
    assert sent(server) == ["data/", "task/", "data/", "task/", "study/"]
    theirs = openml.study.get_suite(number)
    assert (theirs.alias, theirs.tasks) == ("two", [50000, 50001])
    task = openml.tasks.get_task(50001, download_splits=True)
    assert (task.target_name, task.class_labels) == ("y", ["a", "b"])
    assert task.evaluation_measure == "predictive_accuracy"
    assert task.get_split_dimensions()[:2] == (1, 10)
    X, y, _, names = openml.datasets.get_dataset(40001, download_data=True).get_data(target="y")
    data = load_data(suite, "odd näme")
    assert [name for name in names if name != "z"] == list(data.X.columns)
    assert (X["x"].tolist(), y.tolist()) == (data.X["x"].tolist(), data.y.tolist())


def test_what_openml_is_told_of_a_dataset(server, tmp_path):
    made(tmp_path).publish_openml(data=True)
    told = [
        DataDocument.read(server.file("datasets", str(number), "description.xml"))
        for number in (40000, 40001)
    ]
    assert [one.name for one in told] == ["free", "odd_name"]
    assert [one.licence for one in told] == ["CC BY 4.0", "MIT"]
    assert (told[0].citation, told[0].description) == ("Muller, 2001", "Muller, 2001")
    assert [one.default_target for one in told] == ["y", "y"]
    assert [one.row_id for one in told] == [None, "z"]


def test_it_continues_where_it_ended(server, tmp_path):
    suite = made(tmp_path)
    server.busy = True
    with pytest.raises(
        EnvironmentProblem, match=r"cannot publish the task `free` on OpenML: Input value"
    ) as told:
        suite.publish_openml(data=True)
    assert "OpenML examines a new dataset before it takes tasks" in told.value.hint
    assert sent(server) == ["data/", "task/"]
    server.busy = False
    server.examine()
    number = pb.Suite.load(suite.folder).publish_openml(data=True)
    assert sent(server)[2:] == ["task/", "data/", "task/", "study/"]
    assert suite.publish_openml(data=True) == number
    assert len(sent(server)) == 6
    kept = json.loads((suite.folder / PUBLISHED).read_text())
    assert sorted(kept[server.url + "/api/v1/xml"].values()) == [100, 40000, 40001, 50000, 50001]
    assert pb.Suite.load(suite.folder).hash == suite.hash


def test_a_changed_dataset_is_another(server, tmp_path):
    suite = made(tmp_path)
    suite.publish_openml(data=True)
    text = (tmp_path / "free.csv").read_text()
    (tmp_path / "free.csv").write_text(text + "9.0,99,1,a\n")
    files = {"free": tmp_path / "free.csv"}
    again = pb.Suite.create("Two", files, target="y", about={"free": ABOUT["free"]}, alias="three")
    again.save(suite.folder).publish_openml(data=True)
    assert sent(server)[5:] == ["data/", "task/", "study/"]


def test_a_task_that_openml_has_is_used(server, tmp_path):
    pool = pb.Suite.from_openml(datasets=[2], cache=tmp_path / "mine")
    ten = pb.Suite.create("Ten", pool, alias="ten", procedure="crossvalidation", repeats=10)
    assert ten.tasks[0].openml_id is None
    number = ten.save(tmp_path / "ten").publish_openml(data=True)
    assert server.studies[number]["ids"] == ["1882"]
    once = pb.Suite.create("Once", pool, alias="once").save(tmp_path / "once")
    number = once.publish_openml(data=True)
    assert server.studies[number]["ids"] == ["50000"]
    assert "data/" not in sent(server)  # the dataset was there


def test_published_runs_are_of_the_splits_that_openml_made(server, openml, tmp_path):
    """The chain: what was published is fetched, run, and its runs are published."""
    ours = made(tmp_path)
    number = ours.publish_openml(data=True)
    pb.run(ours, {"dummy": "sklearn.dummy.DummyClassifier"}, out=tmp_path / "here", workers=1)
    with pytest.raises(ArgumentError, match="OpenML has no such tasks") as told:
        ours.publish_openml_runs(tmp_path / "here", name="Ours")
    assert "OpenML makes the splits of new tasks itself" in told.value.hint
    theirs = pb.Suite.from_openml(number, cache=tmp_path / "mine")
    assert (theirs.openml_id, theirs.alias) == (number, "two")
    name = theirs.task_names[0]
    assert load_data(theirs, name).y.tolist() == load_data(ours, "free").y.tolist()
    assert load_splits(theirs, name).to_bytes() != load_splits(ours, "free").to_bytes()
    pb.run(theirs, {"dummy": "sklearn.dummy.DummyClassifier"}, out=tmp_path / "run", workers=1)
    study = openml.study.get_study(theirs.publish_openml_runs(tmp_path / "run", name="Theirs"))
    assert study.runs == [300, 301]
    assert [openml.tasks.get_task(task).dataset_id for task in (50000, 50001)] == [40000, 40001]


def test_a_holdout_is_named_by_its_share(server, tmp_path):
    suite = made(tmp_path, procedure="holdout", share=0.33)
    number = suite.publish_openml(data=True)
    tasks = server.studies[number]["ids"]
    xml = server.file("tasks", tasks[0], "task.xml").decode()
    assert "<oml:id>6</oml:id>" in xml  # not 5, "10% Holdout set", which states 33 percent as well


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"about": {}}, "no licence lets anybody redistribute the data of `free`, `odd näme`"),
        ({"folds": 5}, "not as `free`, `odd näme` are split; it has: 10-fold Crossvalidation; 5"),
        ({"procedure": "holdout", "share": 0.2}, "not as `free`, `odd näme` are split"),
        ({"alias": None}, "it has no alias"),
    ],
)
def test_what_cannot_be_published_is_not_sent(server, tmp_path, change, why):
    with pytest.raises(ArgumentError, match=why):
        made(tmp_path, **change).publish_openml(data=True)
    assert sent(server) == []


def test_suites_that_are_not_here_or_there_already(server, tmp_path):
    suite = made(tmp_path)
    with pytest.raises(ArgumentError, match="its tasks `free`, `odd näme` are not there") as told:
        suite.publish_openml()
    assert "`data=True`" in told.value.hint
    with pytest.raises(ArgumentError, match="it is there already"):
        replace(suite, openml_id=7).publish_openml(data=True)
    with pytest.raises(ArgumentError, match="it is not saved"):
        replace(suite, folder=None).publish_openml(data=True)
    series = pb.Suite.create("s", ["GunPoint"], alias="s").save(tmp_path / "series")
    with pytest.raises(ArgumentError, match="OpenML has no tasks of series, such as `GunPoint`"):
        series.publish_openml(data=True)
    (suite.folder / "data" / "free.csv").unlink()
    with pytest.raises(ArgumentError, match="the data of `free` are not here"):
        suite.publish_openml(data=True)
    assert sent(server) == []


def test_two_tasks_that_are_one_for_openml(server, tmp_path):
    suite = made(tmp_path)
    twice = replace(suite, tasks=(*suite.tasks, replace(suite.tasks[0], name="again")))
    with pytest.raises(ArgumentError, match="`free`, `again` are not different tasks"):
        twice.publish_openml(data=True)
    assert "study/" not in sent(server)


def test_the_procedures_of_a_server(server):
    found = EstimationProcedure.read_all(server.answer("/api/v1/xml/estimationprocedure/list")[1])
    assert found[0] == EstimationProcedure(
        1, "10-fold Crossvalidation", "crossvalidation", 1, 10, None, True
    )
    assert found[4] == EstimationProcedure(6, "33% Holdout set", "holdout", 1, 1, 33, True)
    assert 7 not in [one.id for one in found]  # of regression
