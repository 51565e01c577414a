"""The room optimal: what is asked, and that both languages answer alike."""

from __future__ import annotations

import pytest

from pybench.certificate import distinguishing
from tests.certificate.conftest import agreeing


def test_every_kind_of_process_is_asked():
    names = {one.settings for one in distinguishing.shipped() if one.name == "simulate"}
    processes = {distinguishing.settings().loc[name, "process"] for name in names}
    assert processes == set(distinguishing.settings()["process"])


@pytest.mark.r
def test_both_languages_answer_alike():
    agreeing(one for one in distinguishing.shipped() if one.settings != "e-L10")
