"""The closed list of doubts."""

from __future__ import annotations

import pytest

from pybench.base import notes


def test_notes_are_shown_in_the_order_of_the_list():
    keys = list(notes.texts())
    assert notes.ordered(reversed(keys)) == tuple(keys)
    assert notes.ordered(["ties", "ties", "few-datasets"]) == ("few-datasets", "ties")


def test_an_unknown_note_is_a_mistake_of_ours():
    with pytest.raises(KeyError, match=r"not in notes.csv: .*'tiess'"):
        notes.ordered(["ties", "tiess"])


def test_every_note_is_a_sentence():
    for key, text in notes.texts().items():
        assert text[0].isupper(), key
        assert text.endswith((".", ":")), key  # a colon: numbers follow
        assert notes.lines([key]) == [f"  note {key}: {text}"]
