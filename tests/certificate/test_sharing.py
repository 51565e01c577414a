"""The room suite: what is asked, and that both languages answer alike."""

from __future__ import annotations

import pytest

from pybench.certificate import sharing
from pybench.suite.running.measures import HIGHER_IS_BETTER
from tests.certificate.conftest import agreeing


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(sharing.shipped())


def test_every_measure_is_defined_on_the_predictions():
    found = sharing._measures(True)
    assert set(found) == set(HIGHER_IS_BETTER)
    assert None not in found.values()
    assert len(set(found.values())) == len(found)


def test_the_hash_is_that_of_the_manifest():
    assert sharing._hash()["hash"] == sharing._suite().hash
