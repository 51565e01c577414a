"""Colours of pages that must be told apart, on light, dark and printed pages, for every eye."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import pybench.reporting
from tests.plot.sight import SIGHT, TO_XYZ, ciede2000, linear, seen

HERE = Path(pybench.reporting.__file__).parent
SHEET, PRINT = ((HERE / name).read_text("utf-8") for name in ("style.css", "print.css"))


def colours(text):
    return dict(re.findall(r"--([\w-]+): (#[0-9a-fA-F]{3,6})\b", text))


LIGHT, DARK, PAPER = (
    colours(text[text.index(":root {") :].partition("}")[0])
    for text in (SHEET, SHEET[SHEET.index("@media (prefers-color-scheme: dark)") :], PRINT)
)
PAGES = {"light": LIGHT, "dark": DARK, "print": PAPER}


def contrast(one, other):
    """Return the contrast of two colours after WCAG 2."""
    low, high = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def closest(names, page, sight):
    at = [seen(PAGES[page][name], sight) for name in names]
    return min(ciede2000(one, other) for one, other in combinations(at, 2))


def test_every_page_names_its_colours():
    for page, found in PAGES.items():
        assert {"ink", "ground", "card", "accent", "doubt", "weak", "strong"} <= set(found), page
    assert LIGHT["ground"] != DARK["ground"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("sight", SIGHT)
def test_better_alike_and_worse_differ(page, sight):
    assert closest(("accent", "line", "doubt"), page, sight) >= 20


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("sight", SIGHT)
def test_steps_of_p_values_and_frames_round_them_differ(page, sight):
    steps = [seen(PAGES[page][name], sight) for name in ("card", "weak", "clear", "strong")]
    assert min(ciede2000(one, other) for one, other in pairwise(steps)) >= 6
    lightness = [one[0] for one in steps]
    assert lightness in (sorted(lightness), sorted(lightness, reverse=True))
    frame = seen(PAGES[page]["doubt"], sight)
    assert min(ciede2000(frame, one) for one in steps) >= 20


@pytest.mark.parametrize("page", PAGES)
def test_text_has_contrast_where_it_stands(page):
    found = PAGES[page]
    for text in ("ink", "quiet", "accent", "doubt"):
        for ground in ("ground", "card"):
            assert contrast(found[text], found[ground]) >= 4.5, (text, ground)
    for ground in ("weak", "clear"):
        assert contrast(found["ink"], found[ground]) >= 4.5, ground
    assert contrast(found["on-strong"], found["strong"]) >= 4.5
    assert contrast(found["doubt"], found["doubt-ground"]) >= 4.5
