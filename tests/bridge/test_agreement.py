"""`engine="both"` must notice a wrong number, and only then."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import pybench as pb
from pybench.base import shared
from pybench.base.catalogue import kinds
from pybench.base.errors import LanguagesDisagree
from pybench.bridge.agreement import Agreement, agreements, numeric_agreement, require_all


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
        ("pvalues", lambda frame: frame.set_axis([*frame.columns[1:], "x"], axis="columns")),
        ("mean_ranks", lambda series: series.iloc[:-1]),
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
    for row in shared.rows("tolerances.csv"):
        owner, field = row["quantity"].split(".")
        owner = next((name for name, kind in kinds().items() if kind == owner), owner)
        within, _, name = owner.rpartition("optimal_")
        assert callable(getattr(pb.optimal if within or name != owner else pb, name)), owner
        assert field.isidentifier()
        assert len(row["reason"]) > 5
        # Both 0: must be equal. Both given: relative, to no less than their ratio.
        relative, absolute = float(row["relative"]), float(row["absolute"])
        assert 0 <= min(relative, absolute) <= max(relative, absolute) < 0.1, row


def test_text():
    row = Agreement("nemenyi.pvalues", 3e-9, 1e-9, False, 0.5, 0.5)
    assert str(row) == "nemenyi.pvalues: 3.00e-09 absolute (allowed 1e-09)"


def test_relative_difference_is_in_units_of_the_larger(make_table):
    """friedman.statistic: 1e-10 relative. 100 against 100 (1 + 2e-10), either way round."""
    f = dataclasses.replace(pb.friedman(make_table([[3, 2, 1]] * 4)), statistic=100.0)
    for ours, theirs in ((100.0, 0.0), (0.0, 100.0)):
        pair = [dataclasses.replace(f, statistic=value) for value in (ours, theirs)]
        row = next(r for r in agreements("friedman", *pair) if r.quantity == "friedman.statistic")
        assert (row.difference, row.relative, row.python, row.r) == (1, True, ours, theirs)
        assert row.strain == 1 / row.tolerance
    near = dataclasses.replace(f, statistic=100 * (1 + 0.5e-10))
    require_all(agreements("friedman", f, near))
    far = dataclasses.replace(f, statistic=100 * (1 + 2e-10))
    with pytest.raises(pb.LanguagesDisagree):
        require_all(agreements("friedman", f, far))


def test_relative_difference_near_0_is_in_units_of_1_where_both_tolerances_are_given():
    """effects.d_z_low: 1e-12 of each; a limit that is 0 but for rounding has no digits."""
    for ours, theirs, difference in ((1e-13, 0.0, 1e-13), (1e6, 1e6 + 1e-3, 1e-9), (0.0, 1.0, 1.0)):
        row = numeric_agreement("effects.d_z_low", np.array([ours]), np.array([theirs]))
        assert row.relative
        assert row.difference == pytest.approx(difference, rel=1e-6)  # 1e6 + 1e-3 is rounded


def test_limits_near_0_are_in_units_of_their_interval(make_table):
    """effects.mean_difference_low: 1e-12 relative. Of -1 to 1e-9 the upper limit has few digits."""
    found = pb.effects(make_table([[3, 2], [2, 1], [4, 2]]))
    low, high = found.mean_difference_low, found.mean_difference_high

    def answer(lower, upper):
        return dataclasses.replace(
            found, mean_difference_low=low * 0 + lower, mean_difference_high=high * 0 + upper
        )

    def differences(ours, theirs):
        rows = {row.quantity: row for row in agreements("effects", ours, theirs)}
        return [rows[f"effects.mean_difference_{end}"].difference for end in ("low", "high")]

    near = answer(-1.0, 1e-9), answer(-1.0, 1e-9 + 4e-15)
    assert differences(*near) == [0, pytest.approx(4e-15, rel=1e-6)]
    far = answer(1e6, 1e6 + 1), answer(1e6 + 1e-3, 1e6 + 1)
    assert differences(*far) == [pytest.approx(1e-9, rel=1e-6), 0]
    endless = answer(-np.inf, 1.0), answer(-np.inf, 1.0 + 1e-9)
    assert differences(*endless) == [0, pytest.approx(1e-9, rel=1e-6)]


@pytest.mark.parametrize("quantity", ["friedman.statistic", "friedman.pvalue"])
def test_what_is_missing_in_both_languages_agrees(quantity):
    """Once 0 / NaN counted as a difference, where the tolerance is relative."""
    ours = np.array([np.nan, np.inf, 1.0])
    assert numeric_agreement(quantity, ours, ours).difference == 0
    theirs = np.array([np.nan, np.inf, np.nan])
    assert numeric_agreement(quantity, ours, theirs).difference == math.inf


def test_the_worst_place_is_reported(result):
    values = result.pvalues.copy()
    values.iloc[0, 1] = 0.75
    other = dataclasses.replace(result, pvalues=values)
    row = next(r for r in agreements("nemenyi", result, other) if r.quantity == "nemenyi.pvalues")
    ours = float(result.pvalues.iloc[0, 1])
    assert (row.python, row.r) == (ours, 0.75)
    assert row.difference == abs(ours - 0.75)
    assert not row.relative


@pytest.mark.parametrize(
    ("function", "field", "value"),
    [
        (pb.friedman, "df", (3.0,)),
        (pb.friedman, "ties", 7),
        (pb.critical_difference, "classifiers", ("c2", "c1", "c3")),
        (pb.critical_difference, "significant", np.ones((3, 3), bool)),
        (pb.critical_difference, "cliques", ()),
    ],
)
def test_what_must_be_equal_is(make_table, function, field, value):
    answer = function(make_table([[3, 2, 1], [2, 3, 1]]))
    other = dataclasses.replace(answer, **{field: value})
    with pytest.raises(pb.LanguagesDisagree, match=f"{function.__name__}.{field}"):
        require_all(agreements(function.__name__, answer, other))


def test_a_tolerance_of_one_convention_serves_that_convention():
    kinds = {(row["quantity"], row["convention"]) for row in shared.rows("tolerances.csv")}
    for quantity, kind in kinds:
        row = numeric_agreement(quantity, np.ones(2), np.ones(2), kind)
        assert (row.difference, row.agrees) == (0, True)


def test_a_statistic_without_a_tolerance_of_its_own_has_that_of_its_kind():
    ours = np.ones(1)
    own = numeric_agreement("skillings_mack.statistic", ours, ours)
    assert (own.tolerance, own.relative) == (1e-8, True)
    of_kind = numeric_agreement("friedman.statistic", ours, ours)
    assert (of_kind.tolerance, of_kind.relative) == (1e-10, True)
    neither = numeric_agreement("swaps.anything", ours, ours + 1e-15)
    assert (neither.tolerance, neither.agrees) == (0, False)


def test_where_a_tie_decides_no_language_is_accused():
    rows = [Agreement.of_equal("regions.labels", [1, 2], [2, 1])]
    for notes, hint in (((), "one of the two implementations is wrong"), (("tied-cut",), "A tie")):
        with pytest.raises(LanguagesDisagree) as caught:
            require_all(rows, notes)
        assert hint in caught.value.hint
