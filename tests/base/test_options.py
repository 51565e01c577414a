"""Session-wide choices."""

from __future__ import annotations

import pytest

from pybench.base.errors import ArgumentError
from pybench.base.options import Options, engine_or_default, options


@pytest.fixture
def fresh(monkeypatch):
    monkeypatch.delenv("PYBENCH_ENGINE", raising=False)
    return Options()


def test_python_answers_unless_told_otherwise(fresh):
    assert fresh.engine == "python"


def test_the_prompt_shows_what_is_chosen(fresh):
    assert repr(fresh) == "pybench.options: engine = 'python', noun = 'method'"


def test_the_environment_chooses_and_the_session_overrules(fresh, monkeypatch):
    monkeypatch.setenv("PYBENCH_ENGINE", "r")
    assert fresh.engine == "r"
    fresh.engine = "both"
    assert fresh.engine == "both"
    fresh.engine = None
    assert fresh.engine == "r"


def test_a_bad_engine_is_refused_where_it_was_said(fresh, monkeypatch):
    with pytest.raises(ArgumentError, match="`engine` must be one of"):
        fresh.engine = "julia"
    monkeypatch.setenv("PYBENCH_ENGINE", "julia")
    with pytest.raises(ArgumentError, match="`PYBENCH_ENGINE` must be one of"):
        _ = fresh.engine


def test_a_call_overrules_the_session(monkeypatch):
    monkeypatch.setattr(options, "_engine", "r")
    assert engine_or_default(None) == "r"
    assert engine_or_default("python") == "python"


def test_an_option_that_does_not_exist_is_refused(fresh):
    with pytest.raises(AttributeError):
        fresh.engin = "r"
