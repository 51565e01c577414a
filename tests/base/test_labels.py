from __future__ import annotations

import pytest

from pybench.base.labels import labels_for, shorten, spelled, visible


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


def test_an_empty_text_is_spelled_without_marks():
    assert spelled("") == ""
    assert spelled(" a\n") == " a\\n"


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
