"""Marks on arguments: what R gets."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.bridge.forms import AsMatrix, Rebuilt


@pytest.mark.r
def test_a_marked_table_becomes_a_matrix():
    import pandas as pd

    assert call("bridge_matrix_sum", {"x": AsMatrix(pd.DataFrame({"a": [1.0, 2.5]}))}) == 3.5


@pytest.mark.r
def test_fields_are_rebuilt_by_a_function_of_the_package():
    counts = np.array([[3, 1], [0, 4]])
    names = {"datasets": ["a", 'b "x",\n'], "regions": ["R1", "R2"]}
    coverage = Rebuilt("bridge_coverage", {"counts": counts, **names})
    found = call("pb_redundancy", {"coverage": coverage})
    assert found["single"] == names["datasets"][1]
    assert found["n_instances"] == 8


@pytest.mark.r
def test_only_functions_for_the_bridge_rebuild():
    with pytest.raises(pb.ArgumentError, match="must be an exported function"):
        call("pb_redundancy", {"coverage": Rebuilt("quit", {})})
