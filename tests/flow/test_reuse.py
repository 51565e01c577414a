import json

import pytest

from pybench.flow.definition import read_definition
from pybench.flow.reuse import reuse_jobs
from pybench.flow.sources import Runs, open_suite


@pytest.fixture
def runs(small):
    """Return a function: the plan of the study as it stands now, and its folder."""

    def planned():
        definition = read_definition(small.file, trust=True)
        return Runs(definition, open_suite(definition, small.out), small.out)

    return planned


def reused(runs):
    """Return the estimators and tasks that were brought from earlier runs."""
    now = runs()
    number = reuse_jobs(now.plan, now.folder)
    files = [path for path in now.folder.rglob("*") if path.is_file()]
    assert len(files) == number
    return {path.parts[-3:-1] for path in files}


def test_nothing_is_carried_from_another_seed_or_version(small, runs):
    small.make()
    small.change("seed: 1", "seed: 2")
    assert reused(runs) == set()
    small.change("seed: 2", "seed: 1")
    small.change("max_depth: 1", "max_depth: 3")
    [held] = small.out.glob("runs/*/run.json")
    about = json.loads(held.read_text())
    about["versions"]["numpy"] = "1.0"
    held.write_text(json.dumps(about))
    assert reused(runs) == set()


def test_what_is_the_same_is_carried(small, runs):
    small.make()
    small.change("max_depth: 1", "max_depth: 3")
    names = {"Bayes", "deep"}
    assert reused(runs) == {(name, task) for name in names for task in ("iris", "GunPoint")}


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"schema": "other"}'])
def test_a_run_that_says_nothing_is_passed_over(small, runs, content):
    small.make()
    small.change("max_depth: 1", "max_depth: 3")
    [held] = small.out.glob("runs/*/run.json")
    held.write_text(content)
    assert reused(runs) == set()


def test_a_carried_file_that_is_damaged_is_done_again(small):
    """The hash in an evaluation is that of its predictions."""
    small.make()
    for file in small.out.glob("runs/*/runs/Bayes/iris/predictions-*.csv"):
        file.write_text(file.read_text().replace("0", "1", 1))
    before = small.make()[0].table.to_frame()
    small.change("max_depth: 1", "max_depth: 3")
    after = small.make()[0].table.to_frame()
    assert after.drop(columns="stump").equals(before.drop(columns="stump"))
