"""The record of what was published from a folder."""

from __future__ import annotations

import json

import pytest

from pybench.base.errors import SuiteError
from pybench.suite.sharing.openml.published import PUBLISHED, Published


def test_ids_are_kept_for_each_server(tmp_path):
    Published(tmp_path / PUBLISHED, "http://one").add("suite a", 3)
    other = Published(tmp_path / PUBLISHED, "http://two")
    assert other.ids == {}
    other.add("suite a", 4)
    assert Published(tmp_path / PUBLISHED, "http://one").ids == {"suite a": 3}
    told = json.loads((tmp_path / PUBLISHED).read_text())
    assert told == {"http://one": {"suite a": 3}, "http://two": {"suite a": 4}}


def test_something_is_sent_once(tmp_path):
    kept = Published(tmp_path / PUBLISHED, "http://one")
    assert [kept.once("a", lambda: 3), kept.once("a", lambda: 4), kept.once("b", lambda: 5)] == [
        3, 3, 5,
    ]  # fmt: skip
    with pytest.raises(ZeroDivisionError):
        kept.once("c", lambda: 1 // 0)
    assert Published(tmp_path / PUBLISHED, "http://one").ids == {"a": 3, "b": 5}


@pytest.mark.parametrize("text", ["[]", '{"http://server": []}', "3"])
def test_a_record_of_what_is_published_that_is_none_is_refused(text, tmp_path):
    (tmp_path / PUBLISHED).write_text(text)
    with pytest.raises(SuiteError, match=r"openml\.json: expected what of the folder is published"):
        Published(tmp_path / PUBLISHED, "http://server")
