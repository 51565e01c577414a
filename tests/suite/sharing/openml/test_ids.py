"""Ids: OpenML's where known, the others after the largest."""

from __future__ import annotations

from dataclasses import replace

from pybench.suite.sharing.openml.ids import Ids


def test_what_openml_does_not_know_counts_on_from_what_it_knows(suite):
    counted = {"free": 1, "bound": 2, "silent": 3}
    assert Ids.of(suite) == Ids(1, counted, counted)
    first, *rest = suite.tasks
    known = replace(first, openml_id=59, dataset=replace(first.dataset, openml_id=61))
    found = Ids.of(replace(suite, tasks=(known, *rest), openml_id=99))
    assert found.suite == 99
    assert list(found.tasks.values()) == [59, 60, 61]
    assert list(found.data.values()) == [61, 62, 63]
