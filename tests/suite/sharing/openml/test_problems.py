"""Errors of others become errors of pybench, without the key of the account."""

from __future__ import annotations

import traceback

import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.suite.sharing.openml.online import fetch_suite
from pybench.suite.sharing.openml.problems import as_problem

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans


def test_the_api_key_is_in_no_traceback(openml, tmp_path):
    """Where the network fails, requests tells the whole address, the key in it."""
    key = openml.config.apikey = "5ec2e7" * 5
    with pytest.raises(EnvironmentProblem) as raised, as_problem("fetch"):
        raise OSError(f"?api_key={key}")
    assert key not in "".join(traceback.format_exception(raised.value))
    assert "***" in str(raised.value)
    openml.config.server = "http://127.0.0.1:9/api/v1/xml"
    with pytest.raises(EnvironmentProblem) as raised:
        fetch_suite(pb.Suite, 99, cache=tmp_path)
    assert key not in "".join(traceback.format_exception(raised.value))


def test_a_hint_of_its_own(openml):
    with (
        pytest.raises(EnvironmentProblem, match="cannot publish it on OpenML: full") as raised,
        as_problem("publish it", "Repeat the call."),
    ):
        raise OSError("full")
    assert raised.value.hint == "Repeat the call."
