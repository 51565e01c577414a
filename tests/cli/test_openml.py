"""pybench suite candidates, openml, to-openml, from-openml."""

from __future__ import annotations

import pytest
from openml_server import serving

import pybench as pb
from pybench.cli.main import main


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a small suite with a dataset that nobody may pass on."""
    rows = "".join(f"{i},{'ab'[i % 2]}\n" for i in range(12))
    (tmp_path / "few.csv").write_text("x,y\n" + rows)
    made = pb.Suite.create("Few", {"few": tmp_path / "few.csv"}, target="y", folds=3)
    return made.save(tmp_path / "suite").folder


def run(capsys, *arguments):
    code = main(["suite", *map(str, arguments)])
    return code, *capsys.readouterr()


def test_openml_files(folder, tmp_path, capsys):
    code, out, _ = run(capsys, "to-openml", folder, "--out", tmp_path / "openml")
    assert (code, "1 task of OpenML" in out) == (0, True)
    assert pb.Suite.read_openml(tmp_path / "openml").task_names == ("few",)
    assert run(capsys, "to-openml", folder, "--out", tmp_path / "openml")[0] == 2


def test_runs_there_and_back(folder, tmp_path, capsys):
    estimators = {"dummy": "sklearn.dummy.DummyClassifier"}
    pb.run(folder, estimators, out=tmp_path / "runs", workers=1)
    with_runs = ("--runs", tmp_path / "runs")
    code, out, _ = run(capsys, "to-openml", folder, "--out", tmp_path / "openml", *with_runs)
    assert (code, "1 task, 1 run of OpenML" in out) == (0, True)
    back = ("from-openml", tmp_path / "openml", "--out", tmp_path / "back")
    code, out, _ = run(capsys, *back, "--runs", tmp_path / "theirs")
    assert (code, "Runs of dummy (origin unknown) written to" in out) == (0, True)
    assert pb.Suite.load(tmp_path / "back").task_names == ("few",)
    told = pb.suite_results(tmp_path / "theirs", "select count(*) as n from predictions")
    assert told["n"].tolist() == [12]
    assert run(capsys, *back, "--runs", tmp_path / "theirs")[0] == 2


@pytest.fixture
def served(tmp_path):
    """Return a server of two datasets of ours, which openml-python asks."""
    openml = pytest.importorskip("openml", reason="the extra openml is not installed")
    made = pb.Suite.create("Two", ["iris", "wine"], folds=3)
    made.write_openml(tmp_path / "served")
    before = (openml.config.server, openml.config._root_cache_directory)
    with serving([tmp_path / "served"]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        openml.config.set_root_cache_directory(tmp_path / "cache")
        yield running
    openml.config.server, cache = before
    openml.config.set_root_cache_directory(cache)


@pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans
def test_openml_is_listed_and_fetched(served, tmp_path, capsys):
    file = tmp_path / "list.csv"
    code, out, _ = run(capsys, "candidates", "--filter", "number_instances=160..", "--out", file)
    assert (code, "1 dataset of OpenML in" in out) == (0, True)
    code, out, _ = run(capsys, "create", file, tmp_path / "screened", "--range",
                       "NumberOfClasses=3..")  # fmt: skip
    assert code == 0
    task = pb.Suite.load(tmp_path / "screened").task("wine")
    assert (task.dataset.openml_id, task.dataset.version) == (2, "1")
    code, out, _ = run(capsys, "openml", "--datasets", "2", "--name", "Mine", "--out",
                       tmp_path / "mine")  # fmt: skip
    assert (code, "Suite Mine, version 1, in preparation: 1 tabular task" in out) == (0, True)
    code, out, _ = run(capsys, "openml", "--tasks", "1,2", "--out", tmp_path / "both")
    assert (code, "2 tabular tasks" in out) == (0, True)
    for wrong in (["--tasks", "one"], [], ["9", "--tasks", "1"]):
        assert run(capsys, "openml", *wrong, "--out", tmp_path / "none")[0] == 2
    for wrong in ("rows=3", "tag", "number_classes=many"):
        assert run(capsys, "candidates", "--filter", wrong, "--out", file)[0] == 2
