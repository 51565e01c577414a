"""What tests of all methods share: text, table, JSON, and the doubt about rounding noise."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.omnibus import (
    OmnibusTest,
    noise_decides,
    two_sided_normal,
    upper_tail,
)
from pybench.comparison.ranks import table_tolerance


@pytest.fixture
def result(make_table):
    return pb.quade(make_table([[3, 2, 1]] * 12), reference="limit")


def test_text(result):
    assert str(result).splitlines() == [
        "Test of all methods: quade (F): F = Inf, df = 2, 22, p < 1e-12",
        "  3 methods on 12 datasets; convention standard, engine python",
        "  note floor: A p-value below 1e-12 is shown as a bound: its digits carry no meaning.",
    ]


def test_chi_square_has_one_degree_of_freedom(make_table):
    result = pb.aligned_ranks(make_table([[3, 2, 1]] * 12))
    head = str(result).splitlines()[0]
    assert head.startswith("Test of all methods: aligned_ranks (chi-square): chi-square = ")
    assert "df = 2, p " in head


def test_frame_is_one_row(result):
    (row,) = result.to_frame().to_dict("records")
    assert (row["test"], row["method"], row["df1"], row["df2"]) == ("quade", "F", 2, 22)
    assert row["statistic"] == math.inf
    assert (row["n_datasets"], row["n_classifiers"]) == (12, 3)


def test_dictionary_is_json_safe(result):
    stored = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert stored["schema"] == "pybench/omnibus-test/1"
    assert stored["statistic"] == "Inf"
    assert set(stored["mean_ranks"]) == {"c1", "c2", "c3"}


def test_type(result):
    assert isinstance(result, OmnibusTest)
    assert list(result.mean_ranks.index) == ["c1", "c2", "c3"]


@pytest.mark.parametrize(
    ("exact", "merged", "decides"),
    [
        (0.04, 0.06, True),
        (0.05, 0.06, True),  # "at most" the level
        (0.04, 0.05, False),
        (0.5, 0.9, False),
        ([0.01, 0.5], [0.01, 0.6], False),
        ([0.01, 0.5], [0.5, 0.5], True),
    ],
)
def test_noise_decides_where_a_verdict_changes(exact, merged, decides):
    def pvalues(tolerance):
        assert tolerance == "auto"
        return np.asarray(merged)

    assert noise_decides(0.0, np.asarray(exact), pvalues) == decides
    assert not noise_decides("auto", np.asarray(exact), pvalues)
    assert not noise_decides(1e-9, np.asarray(exact), pvalues)


def test_auto_tolerance_is_of_the_largest_score_of_the_table(make_table):
    t = make_table([[1, 2], [-400, 3]])
    assert table_tolerance(t.scores, "auto") == pytest.approx(4e-10, rel=1e-15)
    assert table_tolerance(t.scores, 0.25) == 0.25


def test_upper_tail():
    assert upper_tail(120.0, (2.0,), "standard") == pytest.approx(math.exp(-60), rel=1e-12, abs=0)
    assert upper_tail(120.0, (2.0,), "scmamp") == 0
    assert upper_tail(math.inf, (2.0, 6.0), "standard") == 0
    assert upper_tail(0.0, (2.0, 6.0), "scmamp") == 1


def test_two_sided_normal():
    z = np.array([0.0, -1.959963984540054, 30.0])
    assert two_sided_normal(z, "standard")[:2] == pytest.approx([1, 0.05])
    assert two_sided_normal(z, "standard")[2] > 0
    assert two_sided_normal(z, "scmamp")[2] == 0
