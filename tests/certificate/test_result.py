"""Rows become lines: the worst of each statistic, and nothing that differs is hidden."""

from __future__ import annotations

import math

import pytest

from pybench.bridge.agreement import Agreement
from pybench.certificate.result import Certificate, Figure, LargestDifference, worst_of


def row(field, difference, tolerance=1e-9, settings="s", table="t", values=2):
    found = Agreement(f"wilcoxon.{field}", difference, tolerance, False, 1.0, 1.0 + difference)
    return LargestDifference(
        "compare", "wilcoxon", table, settings, values, int(not found.agrees), found
    )


def certificate(*rows, figures=()):
    return Certificate(tuple(worst_of(rows)), figures, (("a [t, s]", "why"),), {"r": "4.2.2"})


def figure(printed, python, r=None):
    value = python if r is None else r
    return Figure("t", "nemenyi", "critical_difference", printed, python, value, "a paper")


def test_settings_of_one_quantity_are_joined_and_the_worst_is_kept():
    found = certificate(row("pvalues", 1e-12), row("pvalues", 2e-10, settings="zsplit"))
    (one,) = found.rows
    assert (one.settings, one.values, one.agreement.difference) == ("zsplit", 4, 2e-10)
    assert found.agrees


def test_tables_and_quantities_are_not_joined():
    found = certificate(row("pvalues", 0.0), row("pvalues", 0.0, table="u"), row("statistics", 0.0))
    assert len(found.rows) == 3
    (line,) = found.lines()
    assert (line.values, line.agrees) == (6, True)


def test_a_line_shows_what_is_nearest_to_its_own_tolerance():
    near, far = row("statistics", 1e-13, 1e-12), row("pvalues", 1e-10, 1e-8)
    assert certificate(far, near).lines()[0].worst.agreement.quantity == "wilcoxon.statistics"


@pytest.mark.parametrize("order", [1, -1])
def test_a_difference_where_none_is_allowed_is_worse_than_any_that_is(order):
    """0.001 of a count that must be equal, beside 0.5 of a tolerance."""
    unequal, close = row("statistics", 1e-3, 0.0), row("pvalues", 5e-10)
    found = certificate(*[unequal, close][::order])
    assert not found.agrees
    assert found.lines()[0].worst.agreement.quantity == "wilcoxon.statistics"
    assert [bad.agreement.quantity for bad in found.apart] == ["wilcoxon.statistics"]
    joined = certificate(row("pvalues", 1e-3, 0.0), row("pvalues", 0.0, 0.0))
    assert joined.rows[0].apart == 1
    assert not joined.agrees


@pytest.mark.parametrize(
    ("printed", "value", "agrees"),
    [
        ("1.25", 1.2535591, True), ("1.25", 1.2551, False), ("1.25", 1.2449, False),
        ("12", 12.0, True), ("12", 12.6, False), ("2.000", 2.0004, True), ("2.000", 2.0006, False),
        ("9.28", math.nan, False),
    ],
)  # fmt: skip
def test_a_published_figure_is_met_at_its_printed_digits(printed, value, agrees):
    assert figure(printed, value).agrees == agrees
    assert figure(printed, float(printed), value).agrees == agrees
    assert certificate(figures=(figure(printed, value),)).agrees == agrees


def test_text_and_frame():
    found = certificate(row("pvalues", 1.0), row("statistics", 0.0), figures=(figure("2", 2.0),))
    text = str(found)
    assert text.startswith("Python and R DISAGREE: 1 statistic, 4 values")
    assert "BAD wilcoxon.pvalues: 1.00e+00 absolute (allowed 1e-09) [t, s]" in text
    assert "1 of 1 published figure reproduced by both" in text
    assert "not compared: a [t, s]: why" in text
    frame = found.to_frame()
    assert frame["agrees"].tolist() == [False, True]
    assert frame["values"].tolist() == [2, 2]
    assert "ok  wilcoxon: equal" in str(certificate(row("pvalues", 0.0)))
