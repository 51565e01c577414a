"""The room items: what is asked, and that both languages answer alike."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.certificate import marking
from tests.certificate.conftest import agreeing


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(marking.shipped())


def test_the_items_have_all_that_an_item_table_can_hold():
    items = marking._clustered()
    assert items.by_run is not None
    assert len(set(np.unique(items.clusters, return_counts=True)[1])) > 1
    assert len(set(items.weights)) > 1
    assert len(set(items.datasets)) == 2
    plain = marking._plain()
    assert plain.by_run is plain.clusters is plain.weights is None
