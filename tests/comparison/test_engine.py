"""Who answers, and what R's answer becomes."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.comparison.engine import build
from pybench.comparison.nemenyi import NemenyiResult


@pytest.fixture
def _fresh_options():
    yield
    pb.options.engine = None


@pytest.mark.r
@pytest.mark.parametrize("function", [pb.friedman, pb.nemenyi, pb.critical_difference, pb.compare])
def test_result_says_who_made_it(make_table, function):
    t = make_table([[3, 2, 1], [1, 2, 3], [3, 1, 2], [3, 2, 1]])
    for engine in ("python", "r", "both"):
        assert function(t, engine=engine).engine == engine


@pytest.mark.r
def test_r_result_has_the_same_types(make_table):
    t = make_table([[3, 2, 1], [1, 2, 3], [3, 1, 2], [3, 2, 1]])
    for function in (pb.friedman, pb.nemenyi, pb.critical_difference):
        ours, theirs = function(t, engine="python"), function(t, engine="r")
        for name in type(ours).__dataclass_fields__:
            assert type(getattr(ours, name)) is type(getattr(theirs, name)), name


@pytest.mark.usefixtures("_fresh_options")
def test_environment_and_options_choose(monkeypatch):
    assert pb.options.engine == "python"
    monkeypatch.setenv("PYBENCH_ENGINE", "both")
    assert pb.options.engine == "both"
    pb.options.engine = "r"
    assert pb.options.engine == "r"
    monkeypatch.setenv("PYBENCH_ENGINE", "fortran")
    pb.options.engine = None
    with pytest.raises(pb.ArgumentError, match="`PYBENCH_ENGINE` must be one of"):
        _ = pb.options.engine


def test_a_vector_of_length_one_comes_as_a_scalar():
    answer = {
        "pvalues": {"values": [[1.0, 0.2], [0.2, 1.0]], "rows": ["a", "b"], "columns": ["a", "b"]},
        "critical_difference": 1.5,
        "mean_ranks": {"a": 1.2, "b": 1.8},
        "cliques": [["a", "b"]],
        "alpha": 0.05,
        "convention": "standard",
        "n_datasets": 5,
        "n_classifiers": 2,
        "notes": "few-datasets",
        "engine": "r",
    }
    result = build(NemenyiResult, answer)
    assert result.notes == ("few-datasets",)
    assert result.cliques == (("a", "b"),)
    assert build(NemenyiResult, {**answer, "notes": None}).notes == ()
