"""Who answers, and what R's answer becomes."""

from __future__ import annotations

import dataclasses

import pytest

import pybench as pb
from pybench.bridge.engine import build
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
        "verdicts": {"values": [[0, 0], [0, 0]], "rows": ["a", "b"], "columns": ["a", "b"]},
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


@pytest.fixture
def fake_r(monkeypatch):
    """Return a function that makes R answer with the fields of a result, some replaced."""

    def install(result, **changes):
        mean_ranks = result.mean_ranks.to_dict()
        fields = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
        fields |= {"mean_ranks": mean_ranks, "engine": "r", **changes}
        asked = []

        def call(name, arguments):
            asked.append((name, arguments))
            return fields

        monkeypatch.setattr("pybench.bridge.call.call", call)
        return asked

    return install


def test_r_is_asked_with_every_argument(make_table, fake_r):
    t = make_table([[3, 2, 1], [1, 2, 3], [3, 1, 2], [3, 2, 1]])
    asked = fake_r(pb.friedman(t), statistic=99)
    answer = pb.friedman(t, convention="pmcmr", engine="r")
    assert (answer.engine, answer.statistic) == ("r", 99.0)
    assert isinstance(answer.statistic, float)
    options = {"method": "chi-square", "convention": "pmcmr", "tie_tol": "decimal"}
    options["reference"] = "auto"
    assert asked == [("pb_friedman", {"t": t, **options})]


def test_both_compares_and_returns_pythons(make_table, fake_r):
    t = make_table([[3, 2, 1], [1, 2, 3], [3, 1, 2], [3, 2, 1]])
    ours = pb.friedman(t)
    fake_r(ours)
    both = pb.friedman(t, engine="both")
    assert (both.engine, both.statistic) == ("both", ours.statistic)
    fake_r(ours, statistic=ours.statistic * 1.01)
    with pytest.raises(pb.LanguagesDisagree, match=r"friedman\.statistic"):
        pb.friedman(t, engine="both")


@pytest.mark.usefixtures("_fresh_options")
def test_the_session_option_is_asked(make_table, fake_r):
    t = make_table([[3, 2, 1], [1, 2, 3]])
    fake_r(pb.friedman(t))
    pb.options.engine = "r"
    assert pb.friedman(t).engine == "r"


def test_r_fields_become_the_declared_types():
    answer = {
        "pvalues": {"values": [[1.0, 0.2], [0.3, 1.0]], "rows": ["a", "b"], "columns": ["x", "y"]},
        "verdicts": {"values": [[0, 0], [0, 0]], "rows": ["a", "b"], "columns": ["x", "y"]},
        "critical_difference": 2,
        "mean_ranks": {"a": 1, "b": 2},
        "cliques": {"1": ["a", "b"], "2": "b"},
        "alpha": 0.05,
        "convention": "standard",
        "n_datasets": 5.0,
        "n_classifiers": 2.0,
        "notes": ["near-ties", "floor"],
        "engine": "r",
    }
    result = build(NemenyiResult, answer)
    assert result.mean_ranks.to_dict() == {"a": 1.0, "b": 2.0}
    assert (list(result.pvalues.index), list(result.pvalues.columns)) == (["a", "b"], ["x", "y"])
    assert result.pvalues.loc["b", "x"] == 0.3
    assert result.cliques == (("a", "b"), ("b",))
    assert [type(value) for value in (result.critical_difference, result.n_datasets)] == [
        float,
        int,
    ]
    assert build(NemenyiResult, {**answer, "critical_difference": None}).critical_difference is None
