"""The error tree: texts, exit codes, names in R, copies across processes."""

from __future__ import annotations

import copy
import pickle

import pytest

from pybench.base import errors


def tree() -> list[type[errors.PybenchError]]:
    found, pending = [], [errors.PybenchError]
    while pending:
        pending += (kind := pending.pop()).__subclasses__()
        found.append(kind)
    return [kind for kind in found if kind.__module__ == errors.__name__]


def test_texts_are_those_of_the_golden_file(golden):
    """R's conditionMessage gives the same texts: test-base-errors.R."""
    cases = golden("errors")["cases"]
    assert len(cases) >= 10
    for case in cases:
        assert str(errors.PybenchError(**case["fields"])) == case["text"]


@pytest.mark.parametrize("kind", tree(), ids=lambda kind: kind.__name__)
def test_every_class_survives_a_copy_with_all_its_fields(kind):
    """Workers send errors across processes; Exception alone would lose the fields."""
    error = kind("m", file="a.csv", line=17, column="acc", expected="x", found="y", hint="Do.")
    if isinstance(error, errors.RError):
        error.traceback = ("f()", "g()")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is kind
        assert twin.__dict__ == error.__dict__
        assert str(twin) == str(error) == "a.csv:17: column 'acc': m. Do."


def test_exit_codes_are_the_contract():
    codes = {kind.__name__: kind.exit_code for kind in tree()}
    assert codes == {
        "PybenchError": 1,
        "BridgeError": 1,
        "RError": 1,
        "RCrashed": 1,
        "RTimeout": 1,
        "ArgumentError": 2,
        "EnvironmentProblem": 3,
        "RNotFound": 3,
        "RVersionUnsupported": 3,
        "RPackageMissing": 3,
        "ExtraMissing": 3,
        "TasksFailed": 4,
        "InputError": 5,
        "ResultsTableError": 5,
        "SeriesError": 5,
        "SuiteError": 5,
        "StudyError": 5,
        "NotTrusted": 5,
        "DatasetError": 5,
        "ConversionError": 5,
        "LanguagesDisagree": 6,
    }


def test_bad_values_are_value_errors():
    assert issubclass(errors.ArgumentError, ValueError)
    assert issubclass(errors.ResultsTableError, ValueError)
    assert not issubclass(errors.RNotFound, ValueError)


def test_r_condition_classes_find_their_class():
    assert errors.from_r_class("pybench_error_results_table") is errors.ResultsTableError
    assert errors.from_r_class("pybench_error") is errors.PybenchError
    assert errors.from_r_class("simpleError") is None


def test_dictionary_is_for_programs():
    error = errors.ResultsTableError("m", file="a.csv", line=2, found="n/a")
    assert error.to_dict() == {
        "class": "ResultsTableError",
        "message": "m",
        "file": "a.csv",
        "line": 2,
        "column": None,
        "expected": None,
        "found": "n/a",
        "hint": None,
        "text": "a.csv:2: m",
    }
