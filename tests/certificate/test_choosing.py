"""The room select: what is asked, and that both languages answer alike."""

from __future__ import annotations

import pytest

from pybench.certificate import choosing
from pybench.selection.strategies import BUILT_IN
from tests.certificate.conftest import agreeing


def test_every_built_in_strategy_is_asked():
    asked = {one.settings.partition("/")[0] for one in choosing._of_strategies()}
    assert set(BUILT_IN) - {"oracle"} <= asked


def test_a_table_of_results_alone_asks_the_oracle(make_table):
    t = make_table([[1, 2], [2, 1], [3, 1]])
    asked = [(one.name, one.settings) for one in choosing.of_table(t, "t")]
    assert ("select", "oracle") in asked


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(choosing._of_strategies())
    agreeing(choosing._of_synthetic())
