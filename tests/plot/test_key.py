"""Rows of a key."""

from __future__ import annotations

from pybench.plot.figure import families, measurer
from pybench.plot.key import Entry, key_rows
from pybench.plot.style import FONT


def rows(names, room):
    measure = measurer(families(FONT, names))
    return key_rows([Entry(name, "#000000") for name in names], measure, 9.0, room)


def test_as_many_in_a_row_as_there_is_room_for():
    names = ["one", "two", "three"]
    (whole,) = rows(names, 1000)
    assert [entry.name for _, entry in whole] == names
    places = [at for at, _ in whole]
    assert places == sorted(set(places))
    assert [len(row) for row in rows(names, places[2])] == [2, 1]
    assert all(row[0][0] == 0.0 for row in rows(names, places[2]))


def test_a_name_that_is_too_long_has_its_row():
    assert [len(row) for row in rows(["W" * 90, "b"], 100)] == [1, 1]
