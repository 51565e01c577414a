"""What is printed is what tests/golden/sentences has: wording is reviewed there, as text."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"
MADE = runpy.run_path(str(GOLDEN / "make" / "sentences.py"))


@pytest.mark.parametrize("table", MADE["TABLES"], ids=lambda table: table["name"])
def test_printed_results(table, request):
    if "shared" in table:
        request.getfixturevalue("shared")
    text = (GOLDEN / "sentences" / f"{table['name']}.txt").read_text(encoding="utf-8")
    assert f"# {table['about']}\n\n{MADE['printed'](table)}" == text, (
        "if the wording is meant to change: python tests/golden/make/sentences.py"
    )


def test_every_file_belongs_to_a_table():
    names = {table["name"] for table in MADE["TABLES"]}
    assert {path.stem for path in (GOLDEN / "sentences").glob("*.txt")} == names
