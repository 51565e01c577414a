"""Figures typed from papers: each names its source, and both languages meet it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from pybench.base import shared
from pybench.certificate import published

ROOT = Path(__file__).resolve().parents[2]
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
    found = published.options_of("test=bonferroni-dunn; alpha=0.1; samples=500")
    assert found == {"test": "bonferroni-dunn", "alpha": 0.1, "samples": 500}
    assert published.options_of("") == {}


def test_the_numbers_that_r_alone_checks_are_those_of_this_version():
    """`python tools/reference.py` writes them anew; other versions of SciPy may differ in a bit."""
    kept = shared.rows("reference.csv")
    spec = importlib.util.spec_from_file_location("reference", ROOT / "tools" / "reference.py")
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    rows = list(reference.rows())
    assert [row[:-1] for row in rows] == [tuple(row.values())[:-1] for row in kept]
    ours = np.array([float(row[-1]) for row in rows])
    assert ours == pytest.approx(
        np.array([float(row["value"]) for row in kept]), rel=1e-9, abs=1e-13
    )
