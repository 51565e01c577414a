"""Calls by name; R conditions become the errors of the same name, with the same fields."""

from __future__ import annotations

import json
import logging
import pickle
import re

import pytest

from pybench.base import errors
from pybench.bridge import call as bridge

pytestmark = pytest.mark.r

# R function -> Python class
TYPED = {
    "stop_argument": errors.ArgumentError,
    "stop_environment": errors.EnvironmentProblem,
    "stop_r_package_missing": errors.RPackageMissing,
    "stop_input": errors.InputError,
    "stop_results_table": errors.ResultsTableError,
    "stop_conversion": errors.ConversionError,
}
FIELDS = {
    "message": "expected a number, found `x`",
    "file": "é.csv",
    "line": 17,
    "column": "acc",
    "expected": "a number",
    "found": "x",
    "hint": "Mend it.",
}


def as_r(value: object) -> str:
    return f"{value}L" if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("function", TYPED)
def test_conditions_become_errors_of_the_same_class_and_fields(r, function):
    arguments = ", ".join(f"{name} = {as_r(value)}" for name, value in FIELDS.items())
    with pytest.raises(errors.PybenchError) as caught:
        r(f"pybench:::{function}({arguments})")
    assert type(caught.value) is TYPED[function]
    assert {name: getattr(caught.value, name) for name in FIELDS} == FIELDS
    said = r(f"tryCatch(pybench:::{function}({arguments}), error = conditionMessage)")
    assert str(caught.value) == said


def test_fields_that_are_unset_are_none(r):
    with pytest.raises(errors.ArgumentError) as caught:
        r("pybench:::stop_argument('no')")
    assert str(caught.value) == "no"
    assert [getattr(caught.value, name) for name in FIELDS if name != "message"] == [None] * 6


def test_other_conditions_carry_all_that_r_said(r):
    source = """
    f <- function(x) g(x); g <- function(x) stop("no luck")
    cat("printed\n"); warning("before"); f(1)
    """
    with pytest.raises(errors.RError, match="no luck") as caught:
        r(source)
    error = caught.value
    assert error.r_classes == ("simpleError", "error", "condition")
    assert error.call == "g(x)"
    assert "f(1)" in error.traceback
    assert error.traceback.index("f(1)") < error.traceback.index("g(x)")
    assert error.warnings == ("before",)
    assert error.output == "printed\n"
    assert "R traceback:" in error.__notes__[0]


def test_classes_of_others_are_kept(r):
    source = "stop(structure(class = c('their_error', 'error', 'condition'), list(message = 'm')))"
    with pytest.raises(errors.RError) as caught:
        r(source)
    assert caught.value.r_classes[0] == "their_error"
    assert caught.value.call is None


def test_errors_cross_processes(r):
    with pytest.raises(errors.RError) as caught:
        r("stop('no luck')")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy), copy.r_classes) == (errors.RError, "no luck", copy.r_classes)


def test_exported_functions_only():
    with pytest.raises(errors.ArgumentError, match="pb_"):
        bridge.call("Sys.getpid")
    with pytest.raises(errors.ArgumentError, match="pb_"):
        bridge.call("pb_no_such_function")


def test_missing_and_unknown_arguments_are_errors():
    with pytest.raises(errors.PybenchError):
        bridge.call("pb_friedman")
    with pytest.raises(errors.RError, match="unused argument"):
        bridge.call("bridge_eval", {"source": "1", "no_such_argument": 1})


def test_warnings_go_to_the_log(r, caplog):
    with caplog.at_level(logging.WARNING, logger="pybench"):
        assert r("warning('take care'); 1") == 1
    assert caplog.messages == ["R warning in bridge_eval: take care"]


@pytest.mark.parametrize("deadline", [0, -1, "1", True, float("nan"), float("inf")])
def test_deadline_is_a_number_of_seconds(r, deadline):
    with pytest.raises(errors.ArgumentError, match="`deadline` must be"):
        r("1", deadline=deadline)


def test_refused_arguments_do_not_reach_r():
    with pytest.raises(errors.ConversionError, match="`x` must be"):
        bridge.call("pb_friedman", {"x": object()})


def test_mistake_of_the_bridge_is_typed(r, monkeypatch):
    monkeypatch.setattr(bridge, "encode", lambda _: ({"type": "no such type"}, []))
    with pytest.raises(errors.BridgeError, match="the bridge failed while calling bridge_eval"):
        r("1")
    monkeypatch.undo()
    assert r("1") == 1


def test_close_is_harmless_at_any_time(r):
    bridge.close()
    bridge.close()
    assert r("1") == 1


def test_message_texts():
    """The texts that users see, reviewed as text."""
    from pybench.bridge import child

    assert str(child._timed_out("pb_som", 2.5)) == (
        "expected an answer from pb_som within 2.5 s, found none; R was ended. "
        "Give a longer `deadline`; the next call starts a new R."
    )
    assert re.fullmatch(r"killed by SIG\w+", child._how_it_ended(-11))
    assert child._how_it_ended(-999) == "killed by signal 999"
