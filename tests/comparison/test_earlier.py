"""Results that earlier versions wrote are read with the fields of this one."""

import numpy as np
import pytest

import pybench as pb


def earlier(result, *added):
    """Return what the version before wrote of a result."""
    told = result.to_dict()
    name, version = told["schema"].rsplit("/", 1)
    gone = {*added, "schema"}
    kept = {field: value for field, value in told.items() if field not in gone}
    return {"schema": f"{name}/{int(version) - 1}", **kept}


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
