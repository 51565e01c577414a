"""Figures typed from papers: each names its source, and both languages meet it."""

from __future__ import annotations

import pytest

from pybench.base import shared
from pybench.certificate import published

ROWS = shared.rows("published.csv")


def test_every_figure_says_where_it_was_printed():
    assert len(ROWS) >= 10
    for row in ROWS:
        assert "(2006)" in row["source"]
        assert len(row["source"]) > len(row["printed"])
        float(row["printed"])


@pytest.mark.parametrize("place", range(len(ROWS)))
def test_python_meets_it(place):
    row = ROWS[place]
    value = published._value(row, "python")
    half = 0.5 * 10.0 ** -len(row["printed"].partition(".")[2])
    assert value == pytest.approx(float(row["printed"]), abs=half)


@pytest.mark.r
def test_both_languages_do():
    found = published.figures()
    assert len(found) == len(ROWS)
    assert all(figure.agrees for figure in found)


def test_options():
    assert published._option("alpha=0.1") == ("alpha", 0.1)
    assert published._option("test=bonferroni-dunn") == ("test", "bonferroni-dunn")
