"""Datasets of OpenML, listed by openml-python on a loopback server: filters, and the frame."""

from __future__ import annotations

import pytest
from openml_server import serving

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans


@pytest.fixture
def served(recorded, openml, tmp_path):
    """Return a server of the recorded dataset 2, and of three of ours."""
    made = pb.Suite.create("Four", ["spector", "iris", "wine", "anes96"], folds=3)
    made.write_openml(tmp_path / "ours")
    with serving([recorded, tmp_path / "ours"]) as running:  # ours has another number 2
        openml.config.server = f"{running.url}/api/v1/xml"
        yield running


def asked(server) -> str:
    return next(path for path in server.asked if "/data/list" in path).partition("/data/list/")[2]


def test_the_list_is_that_of_openml_python(served, openml):
    found = pb.Suite.openml_candidates()
    theirs = openml.datasets.list_datasets(output_format="dataframe").set_index("name")
    assert found.index.name == "dataset"
    assert set(found.index) == set(theirs.index) == {"spector", "anneal", "wine", "anes96"}
    for name in ("NumberOfInstances", "MinorityClassSize", "version", "status", "format"):
        assert found[name].to_dict() == theirs[name].to_dict(), name
    assert found["openml_id"].to_dict() == theirs["did"].to_dict()
    assert found.loc["anneal", ["NumberOfClasses", "MinorityClassSize"]].tolist() == [6, 0]
    assert found.loc["anneal", "SparseFormat"] == 0.0


@pytest.mark.parametrize(
    ("filters", "path"),
    [
        ({"number_instances": (150, None)}, "number_instances/150..2147483647"),
        ({"number_instances": (None, 150)}, "number_instances/0..150"),
        ({"number_features": 5}, "number_features/5"),
        ({"number_classes": [2, 3], "status": "all"}, "number_classes/2..3"),
        ({"data_name": "iris"}, "data_name/iris"),
        ({"tag": "uci", "uploader": 3}, "tag/uci"),
        ({"data_id": [2, 3]}, "data_id/2,3"),
    ],
)
def test_filters_are_those_of_openml_python(served, filters, path):
    pb.Suite.openml_candidates(**filters)
    assert path in asked(served)


def test_filters_filter(served):
    found = pb.Suite.openml_candidates(number_instances=(170, 1000), number_classes=(3, 9))
    assert set(found.index) <= {"wine", "anneal", "anes96"}
    assert "wine" in found.index
    assert pb.Suite.openml_candidates(data_name="wine").index.tolist() == ["wine"]
    assert len(pb.Suite.openml_candidates(size=2)) == 2
    assert len(pb.Suite.openml_candidates(number_instances=(10**6, None))) == 0


@pytest.mark.parametrize(
    ("filters", "why"),
    [
        ({"rows": 3}, "`filters` must be one of"),
        ({"number_instances": "500"}, "`number_instances` must be a whole number or"),
        ({"number_instances": (5, 4)}, "`number_instances` must be"),
        ({"number_instances": (None, None)}, "`number_instances` must be"),
        ({"number_instances": (1, 2, 3)}, "`number_instances` must be"),
        ({"number_classes": 2.5}, "`number_classes` must be"),
        ({"status": "gone"}, "`status` must be one of"),
        ({"data_name": "a/status/all"}, "`data_name` must be text without"),
        ({"tag": 'a" or 1'}, "`tag` must be text without"),
        ({"data_id": ["x"]}, "`data_id` must be a whole number"),
        ({"size": 0}, "`size` must be a whole number >= 1"),
    ],
)
def test_filters_that_are_none_are_not_sent(served, filters, why):
    with pytest.raises(ArgumentError, match=why):
        pb.Suite.openml_candidates(**filters)
    assert served.asked == []


def test_a_server_that_is_down(served):
    served.down = True
    with pytest.raises(EnvironmentProblem, match="cannot list datasets on OpenML"):
        pb.Suite.openml_candidates()


def test_rules_judge_the_list(served, openml):
    for frame in (
        pb.Suite.openml_candidates(),
        openml.datasets.list_datasets(output_format="dataframe"),
    ):
        suite = pb.Suite.create(
            "Screened", frame, exclude=["sparse"],
            constraints={"NumberOfInstances": (100, None), "MinorityToMajority": (0.1, None)},
        )  # fmt: skip
        rows = suite.verdicts().set_index(["dataset", "rule"])
        assert rows.loc[("wine", "MinorityToMajority"), "value"] == pytest.approx(48 / 71)
        assert rows.loc[("anneal", "MinorityToMajority"), "verdict"] == "fail"
        assert rows.loc[("spector", "NumberOfInstances"), "verdict"] == "fail"
        assert rows.loc[("wine", "sparse"), "verdict"] == "pass"
        task = suite.task("wine")
        assert (task.dataset.source, task.dataset.format) == ("openml", "none")
        assert task.dataset.openml_id == frame_id(frame, "wine")
        got = pb.Suite.from_openml(datasets=[one.dataset.openml_id for one in suite.tasks])
        assert set(got.task_names) == set(suite.task_names)


def frame_id(frame, name):
    if "did" in frame.columns:
        return int(frame.set_index("name").loc[name, "did"])
    return int(frame.loc[name, "openml_id"])
