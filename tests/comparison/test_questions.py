"""The whole-table check leaves no statistic out."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError
from pybench.comparison.questions import Question, questions

# Public functions that validate() does not ask, and why:
NOT_ASKED = {
    "compare": "validate() compares its sentences and scores itself",
    "compare_metrics": "asks wilcoxon or sign_test for each metric",
    "critical_differences": "asks critical_difference for each benchmark",
}


@pytest.fixture
def asked(make_table):
    """All questions about a table of 12 datasets and 5 methods."""
    t = make_table(np.random.default_rng(1).normal(size=(12, 5)).round(1))
    return list(questions(t, 0.05, 0.0))


def test_every_statistic_is_asked(asked):
    functions = {name: f for name in pb.__all__ if inspect.isfunction(f := getattr(pb, name))}
    # What other rooms are asked stands in their own test_engines.py.
    engines = {
        name
        for name, function in functions.items()
        if function.__module__.startswith("pybench.comparison.")
        and {"t", "engine"} <= set(inspect.signature(function).parameters)
    }
    assert {question.name for question in asked} == engines - set(NOT_ASKED)


def test_every_named_choice_is_asked(asked):
    """A choice that a help page names in braces is asked for, by this name."""
    told = {}
    for question in asked:
        values = {v for v in question.options.values() if isinstance(v, str)}
        told.setdefault(question.name, set()).update(values)
    for name, values in told.items():
        parameters = inspect.signature(getattr(pb, name)).parameters
        for argument in ("method", "zero_method", "alternative", "variant", "convention", "place"):
            if argument not in parameters:
                continue
            default = parameters[argument].default
            others = _choices(getattr(pb, name), argument) - {default}
            assert others <= values, f"{name}, {argument}: {sorted(others - values)}"


def _choices(function, argument):
    """Return the choices that the help names in braces; none where it refers to another test."""
    lines = function.__doc__.splitlines()
    told = [line for line in lines if line.strip().startswith(f"{argument} : {{")]
    return {
        word
        for line in told
        for word in line.partition("{")[2].partition("}")[0].replace('"', "").split(", ")
    }


def test_settings_tell_questions_apart(asked):
    told = [(question.name, question.settings) for question in asked]
    assert len(told) == len(set(told)), [x for x in told if told.count(x) > 1]


def test_the_level_and_the_tolerance_reach_every_function_that_takes_them(make_table):
    t = make_table(np.random.default_rng(1).normal(size=(12, 5)).round(1))
    for question in questions(t, 0.2, "auto"):
        known = inspect.signature(question.function).parameters
        given = {"alpha": 0.2, "tie_tol": "auto"}
        expected = {name: value for name, value in given.items() if name in known}
        assert {name: question.options.get(name) for name in expected} == expected


def test_refusals_are_those_of_the_table(asked):
    """A question that no table could answer would be dead weight."""
    refused = []
    for question in asked:
        try:
            question.ask("python")
        except (ArgumentError, InputError):
            refused.append(question.name)
    # 12 datasets of 5 are too many for Friedman's exact test; two need repeats.
    assert refused == ["friedman"] * 3 + ["within_datasets"] * 3 + ["bayesian_hierarchical"]


def test_words():
    def said(**options):
        return Question(pb.wilcoxon, None, options).settings

    assert said() == said(alpha=0.05, samples=10, correction=False) == "defaults"
    assert said(zero_method="pratt", correction=True) == "pratt, correction"
    assert said(control="pratt", rope=0.012345) == "control, rope 0.0123"
