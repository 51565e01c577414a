import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.text import (
    by_reason,
    clipped,
    counted,
    lined,
    look_alikes,
    shown,
    shown_names,
    shown_numbers,
    strangers,
)


def test_names_are_grouped_by_their_reason_in_order():
    reasons = {"b": "late", "a": "no data", "c": "late"}
    assert list(by_reason(reasons).items()) == [("late", ["b", "c"]), ("no data", ["a"])]


def test_things_are_counted_in_words():
    assert [counted(n, "pair") for n in (0, 1, 2)] == ["0 pairs", "1 pair", "2 pairs"]


def test_strangers_are_named_and_who_is_there():
    assert strangers(["a", "b"], ("a", "b", "c")) is None
    assert strangers(["A", 3, "a", "A"], ("a", "b")) == "The table has no `A`, only `a`, `b`."
    many = strangers(["x"], [f"c{i}" for i in range(25)])
    assert many.endswith("`c19` and 5 more.")


def test_text_is_shown_on_one_line_of_40_characters():
    assert shown("two\nlines\x7f\x00") == "`two lines  `"
    assert shown("x" * 40) == "`" + "x" * 40 + "`"
    assert shown("\U0001f600" * 41) == "`" + "\U0001f600" * 40 + "...`"


def test_what_utf8_cannot_hold_is_shown_as_a_question_mark():
    assert shown("a\ud800b") == "`a?b`"


@given(st.text())
def test_clipped_text_can_always_be_written(text):
    assert clipped(text).encode("utf-8").decode("utf-8").isprintable() or not text.isprintable()
    assert "\n" not in clipped(text)
    assert len(clipped(text)) <= 43


def test_lists_show_five():
    assert shown_names(["a"]) == "`a`"
    assert shown_names(list("abcde")) == "`a`, `b`, `c`, `d`, `e`"
    assert shown_names(list("abcdefg")) == "`a`, `b`, `c`, `d`, `e` and 2 more"
    assert shown_numbers([2, 3]) == "2, 3"
    assert shown_numbers(range(6)) == "0, 1, 2, 3, 4, ..."


def test_look_alikes_are_the_first_pair():
    assert look_alikes(["caf\u00e9", "b", "cafe\u0301", "B\u0301"]) == ("caf\u00e9", "cafe\u0301")
    assert look_alikes(["a", "A", "\u0430", "\ufb01", "fi"]) is None


@given(st.lists(st.text(st.sampled_from("e\u00e9\u0301\u0323")), unique=True))
def test_names_look_alike_exactly_if_their_normal_forms_do(names):
    forms = {unicodedata.normalize("NFD", name) for name in names}
    assert (look_alikes(names) is None) == (len(forms) == len(names))


@pytest.mark.parametrize("hidden", [*range(0x20), 0x7F, 0x80, 0x9B, 0x9F, 0x2028, 0x202E, 0x2069])
def test_an_item_is_one_line_whatever_its_name(hidden):
    assert lined([f"a{chr(hidden)}b", "c"]) == "a b\nc"


@pytest.mark.parametrize("seen", ["\xa0", "\u200d", "\u2027", "\u202f", "\u206a", "\ud800", "é"])
def test_other_characters_stay(seen):
    assert lined([seen]) == seen
