"""What all results share."""

from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.result import Result, format_p, json_safe


@dataclasses.dataclass(frozen=True)
class Toy(Result):
    """A result with a field of every kind."""

    number: float
    names: tuple[str, ...]
    matrix: np.ndarray
    frame: pd.DataFrame

    schema = "toy/1"

    def __str__(self) -> str:
        return f"<b>{self.names[0]}</b>"


@pytest.fixture
def toy() -> Toy:
    frame = pd.DataFrame({"a": [0.5, math.nan]}, index=["x", "y"])
    return Toy(math.inf, ("<i>", "é"), np.array([[1, 2]]), frame)


def test_dictionary_goes_through_json_unchanged(toy):
    found = toy.to_dict()
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found == {
        "schema": "pybench/toy/1",
        "pybench": pb.__version__,
        "number": "Inf",
        "names": ["<i>", "é"],
        "matrix": [[1, 2]],
        "frame": {"rows": ["x", "y"], "columns": ["a"], "values": [[0.5], ["NaN"]]},
    }


def test_html_escapes_the_text(toy):
    shown = toy._repr_html_()
    assert shown.count("&lt;b&gt;&lt;i&gt;&lt;/b&gt;") == 2  # as the conclusion, and as text
    assert "<b>" not in shown


def test_the_prompt_shows_the_text(toy):
    assert repr(toy) == str(toy)


def test_no_table_is_a_type_error(toy):
    with pytest.raises(TypeError, match="Toy has no single table"):
        toy.to_frame()


def test_json_safe_of_numbers():
    values = [-math.inf, np.float64(0.1), np.int64(3), np.bool_(True), None, pd.Series({"a": 1})]
    assert json_safe(values) == ["-Inf", 0.1, 3, True, None, {"a": 1}]


@pytest.mark.parametrize(
    ("p", "text"), [(1, "= 1"), (0.012345, "= 0.01235"), (1e-12, "= 1e-12"), (9e-13, "< 1e-12")]
)
def test_p_values_have_a_floor(p, text):
    assert format_p(p) == text
