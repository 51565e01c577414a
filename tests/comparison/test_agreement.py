"""`engine="both"` must notice a wrong number, and only then."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import pybench as pb
from pybench.base import shared
from pybench.comparison.agreement import Agreement, agreements, require_all


@pytest.fixture
def result(make_table):
    return pb.nemenyi(make_table(np.random.default_rng(2).random((15, 4))))


def test_equal_results_agree(result):
    rows = agreements("nemenyi", result, result)
    require_all(rows)
    assert {row.quantity for row in rows} >= {"nemenyi.pvalues", "nemenyi.cliques"}
    assert all(row.difference == 0 for row in rows)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("pvalues", lambda frame: frame + 2e-9),
        ("critical_difference", lambda width: width + 2e-9),
        ("mean_ranks", lambda series: series + 1e-11),
        ("cliques", lambda groups: groups[:-1]),
        ("notes", lambda notes: (*notes, "ties")),
        ("critical_difference", lambda width: math.nan),
    ],
)
def test_a_difference_is_noticed_and_named(result, field, change):
    other = dataclasses.replace(result, **{field: change(getattr(result, field))})
    with pytest.raises(pb.LanguagesDisagree, match=f"nemenyi.{field}") as caught:
        require_all(agreements("nemenyi", result, other))
    assert caught.value.exit_code == 6


def test_noise_below_the_tolerance_is_let_through(result):
    other = dataclasses.replace(result, pvalues=result.pvalues + 5e-10)
    require_all(agreements("nemenyi", result, other))


def test_relative_tolerance_and_infinity(make_table):
    f = pb.friedman(make_table([[3, 2, 1]] * 4), "iman-davenport")
    assert f.statistic == math.inf
    require_all(agreements("friedman", f, f))
    other = dataclasses.replace(f, statistic=1e300)
    assert not all(row.agrees for row in agreements("friedman", f, other))


def test_every_tolerance_names_a_field_and_has_a_reason():
    kinds = {
        "friedman": pb.friedman,
        "nemenyi": pb.nemenyi,
        "critical_difference": pb.critical_difference,
        "compare": pb.compare,
    }
    for row in shared.rows("tolerances.csv"):
        owner, field = row["quantity"].split(".")
        assert owner in kinds
        assert field.isidentifier()
        assert len(row["reason"]) > 5
        assert (float(row["relative"]) > 0) != (float(row["absolute"]) > 0)


def test_text():
    row = Agreement("nemenyi.pvalues", 3e-9, 1e-9, False, 0.5, 0.5)
    assert str(row) == "nemenyi.pvalues: 3.00e-09 absolute (allowed 1e-09)"
