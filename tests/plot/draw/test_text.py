from __future__ import annotations

import unicodedata

import pytest

from pybench.plot.draw.text import Extent, labels_for, shorten, visible, wrap


def measure(text, size, bold):
    return Extent(len(text) * size, size, 0.0)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain name-1.0", "plain name-1.0"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\x00\x7f", "\\x00\\x7f"),
        ("\ud800", "\\ud800"),
        ("\U0001ffff", "\\U0001ffff"),
        ("\u202eabc", "\\u202eabc"),
        ("", '""'),
        (" a", '" a"'),
        ("$\\alpha$", "$\\alpha$"),
        ("👨\u200d👩", "👨\u200d👩"),
    ],
)
def test_what_cannot_be_seen_is_escaped_and_nothing_else(name, shown):
    assert visible(name) == shown


def test_shown_names_fit_in_one_line_of_xml(hostile):
    shown = [visible(name) for name in hostile]
    assert len(set(shown)) == len(hostile)
    for text in shown:
        text.encode("utf-8")
        assert text.strip()
        assert not {unicodedata.category(c) for c in text} & {"Cc", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [("abcdef", None, "abcdef"), ("abcdef", 6, "abcdef"), ("abcdefgh", 5, "ab…gh")],
)
def test_the_middle_is_cut(text, limit, short):
    assert shorten(text, limit) == short


SIMILAR = [f"PPV+LSPV+MPV+MIPV_base+{more}2nd+periodogram_10k" for more in ("", "1st+")]


def test_of_names_that_are_cut_alike_another_part_is_shown():
    assert shorten(SIMILAR[0], 40) == shorten(SIMILAR[1], 40)
    assert labels_for([SIMILAR[0], "plain", SIMILAR[1], SIMILAR[0]], 40) == [
        "PPV+LSPV+MPV+MIPV_base+2…periodogram_10k",
        "plain",
        "PPV+LSPV+MPV+MIPV_base+1…periodogram_10k",
        "PPV+LSPV+MPV+MIPV_base+2…periodogram_10k",
    ]


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["aaaa", "abba", "a…a"], ["a…a", "a…a (2)", "a…a (3)"]),
        (["abcdx", "abcdy", "vwxyz", "vwx+z"], ["a…x", "a…y", "v…z", "v…z (2)"]),
        (["a\n" * 9, "a\\n" * 9], ["a…n", "a…n (2)"]),
    ],
)
def test_other_names_keep_their_labels_and_what_no_cut_parts_is_numbered(names, labels):
    assert labels_for(names, 3) == labels


def test_any_names_stay_different(hostile):
    for limit in (None, 3, 12):
        names = [*hostile, *(f"{a}{b}{a}" * 5 for a in "xy" for b in "pqrs"), "\\n", "\n"]
        assert len(set(labels_for(names, limit))) == len(set(names))


def test_lines_fit_and_lose_nothing():
    text = "one two  three four-and-a-very-long-word five\u00a0six"
    lines = wrap(text, 10.0, 1.0, measure)
    assert max(map(len, lines)) <= 10
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert "five\u00a0six" in lines[-1]


def test_short_text_stays_on_one_line_and_no_text_has_no_line():
    assert wrap("a b c", 100.0, 1.0, measure) == ("a b c",)
    assert wrap("", 100.0, 1.0, measure) == ()


def test_a_line_holds_at_least_one_character():
    assert wrap("abc", 0.5, 1.0, measure) == ("a", "b", "c")
