"""What is printed is what tests/golden/sentences has: wording is reviewed there, as text."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"
MADE = runpy.run_path(str(GOLDEN / "make" / "sentences.py"))
PAGES = [*MADE["TABLES"], *MADE["CHAINS"]]


def needs(page):
    return [pytest.mark.r] if page.get("r") else []


@pytest.mark.parametrize(
    "page", [pytest.param(one, id=one["name"], marks=needs(one)) for one in PAGES]
)
def test_printed_results(page, request):
    if "shared" in page:
        request.getfixturevalue("shared")
    expected = (GOLDEN / "sentences" / f"{page['name']}.txt").read_text(encoding="utf-8")
    assert MADE["text"](page) == expected, (
        "if the wording is meant to change: python tests/golden/make/sentences.py"
    )


def test_every_file_belongs_to_a_table_or_a_chain():
    names = [page["name"] for page in PAGES]
    assert sorted(path.stem for path in (GOLDEN / "sentences").glob("*.txt")) == sorted(names)
