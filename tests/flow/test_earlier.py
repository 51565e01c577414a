"""Results that earlier versions wrote are read with the fields of this one.

The files in ``tests/golden/schemas`` are what these versions wrote (``golden/make/schemas.py``).
"""

import importlib
import json
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.flow.earlier import STEPS
from pybench.flow.load import CLASSES

FILES = sorted((Path(__file__).parent.parent / "golden" / "schemas").glob("*.json"))


def earlier(result, *added):
    """Return what the version before wrote of a result."""
    told = result.to_dict()
    name, version = told["schema"].rsplit("/", 1)
    gone = {*added, "schema"}
    left = {field: value for field, value in told.items() if field not in gone}
    return {"schema": f"{name}/{int(version) - 1}", **left}


@pytest.fixture
def table(make_table):
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(12, 4)).round(1) + np.arange(4) * 0.5
    return make_table(scores, classifiers=["a", "b", "c", "d"])


@pytest.mark.parametrize("convention", ["standard", "scmamp", "pmcmr"])
def test_nemenyi(table, convention):
    found = pb.nemenyi(table, convention=convention)
    assert found.significant.any()
    assert pb.load_result(earlier(found, "verdicts")).to_dict() == found.to_dict()


@pytest.mark.parametrize(
    "ask",
    [
        pb.wilcoxon,
        pb.miller,
        pb.conover,
        lambda t: pb.wilcoxon(t, alternative="less"),
        lambda t: pb.paired_t(t, control="b"),
        lambda t: pb.siegel(t, control="a", alternative="greater"),
    ],
)
def test_pairs(table, ask):
    found = ask(table)
    assert found.significant.any()
    old = earlier(found, "directions", "verdicts")
    assert pb.load_result(old).to_dict() == found.to_dict()


def test_rank_sums_against_a_control_leave_the_direction_open(table):
    """W- was not kept: mean ranks tell the direction, and a note that they do."""
    found = pb.wilcoxon(table, control="a")
    again = pb.load_result(earlier(found, "directions", "verdicts"))
    assert again.notes == (*found.notes, "direction-by-mean-ranks")
    assert again.verdicts.equals(found.verdicts)


@pytest.mark.parametrize("test", ["nemenyi", "siegel"])
def test_critical_difference(table, test):
    found = pb.critical_difference(table, test)
    assert pb.load_result(earlier(found, "verdicts", "against")).to_dict() == found.to_dict()


def test_a_diagram_of_signed_ranks_leaves_the_direction_open(table):
    found = pb.critical_difference(table, "wilcoxon")
    again = pb.load_result(earlier(found, "verdicts", "against"))
    assert (again.verdicts == found.verdicts).all()
    assert "direction-by-mean-ranks" in again.notes


def test_an_earlier_diagram_within_another_result(table):
    """A result of several diagrams is read with theirs."""
    told = pb.critical_differences({"x": table}).to_dict()
    now = pb.load_result(told).to_dict()
    told["diagrams"] = [earlier(pb.critical_difference(table), "verdicts", "against")]
    assert pb.load_result(told).to_dict() == now


def written(name):
    return next(file for file in FILES if file.stem == name)


def test_every_earlier_schema_has_a_file():
    schemas = {json.loads(file.read_text())["schema"].removeprefix("pybench/") for file in FILES}
    assert set(STEPS) <= schemas
    for name, place in CLASSES.items():
        module, _, kind = place.partition(":")
        now = getattr(importlib.import_module(f"pybench.{module}"), kind).schema
        earlier = {f"{name}/{version}" for version in range(1, int(now.rpartition("/")[2]))}
        assert earlier <= set(STEPS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_an_earlier_version_is_read_printed_and_reported(file, tmp_path):
    found = pb.load_result(file)
    assert str(found)
    assert pb.load_result(found.to_dict()).to_dict() == found.to_dict()
    page = pb.report(file, path=tmp_path / "page.html")
    assert page.read_text("utf-8").count("<article") >= 1


def test_the_first_comparison_has_what_the_present_version_finds():
    found = pb.load_result(written("comparison-1"))
    now = pb.compare(found.table, tie_tol=found.tie_tol, mcm=False)
    assert found.wilcoxon.to_dict() == now.wilcoxon.to_dict()
    assert found.signed_rank_diagram.to_dict() == now.signed_rank_diagram.to_dict()
    assert (found.nemenyi.verdicts == now.nemenyi.verdicts).all(axis=None)
    assert (found.critical_difference.verdicts == now.critical_difference.verdicts).all()
    assert found.critical_difference.pvalues.equals(now.critical_difference.pvalues)
    assert "computed-on-reading" in found.notes


def test_what_a_file_does_not_tell_is_not_known():
    diagram = pb.load_result(written("critical-difference-1"))
    assert np.isnan(diagram.pvalues.to_numpy()[0, 1])
    assert pb.load_result(written("optimality-1")).margin is None
    assert pb.load_result(written("validation-1")).refused == ()
    assert pb.load_result(written("kendall-w-1")).resamples > 0
