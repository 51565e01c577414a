"""The room compare: what is asked, and that both languages answer alike."""

from __future__ import annotations

import pytest

from pybench.certificate import comparing
from pybench.comparison.adjust import ADJUSTMENTS
from tests.certificate.conftest import agreeing


def test_what_files_and_pvalues_give():
    asked = [*comparing.shipped()]
    assert {one.name for one in asked} == {"read_results", "adjust"}
    assert {one.settings for one in asked} == {"defaults", *ADJUSTMENTS}


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(comparing.shipped())
    names = ("ranks", "compare", "critical_differences")
    t = comparing.tables.results(comparing.tables.ACCURACY)
    of_table = comparing.of_table(t, "t", 0.05, "auto")
    agreeing(one for one in of_table if one.name in names)


def test_a_table_of_few_datasets_has_no_halves(make_table):
    t = make_table([[1, 2], [2, 1], [2, 3]])
    assert "critical_differences" not in {one.name for one in comparing.of_table(t, "t", 0.05, 0.0)}
