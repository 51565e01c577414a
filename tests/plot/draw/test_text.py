from __future__ import annotations

import unicodedata

from pybench.plot.draw.text import Extent, labels_for, visible, wrap


def measure(text, size, bold):
    return Extent(len(text) * size, size, 0.0)


def test_shown_names_fit_in_one_line_of_xml(hostile):
    shown = [visible(name) for name in hostile]
    assert len(set(shown)) == len(hostile)
    for text in shown:
        text.encode("utf-8")
        assert text.strip()
        assert not {unicodedata.category(c) for c in text} & {"Cc", "Cs", "Zl", "Zp"}


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
