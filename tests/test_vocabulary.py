"""No text uses the phrases that `docs/vocabulary.md` replaces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "vocabulary.md"
#: What people read: pages, help, messages, docstrings, comments, shared texts.
TEXTS = sorted(
    path
    for pattern in (
        "*.md", "docs/**/*.md", "paper/*.md", "vignettes/*.Rmd", "vignettes/*.py", "r/*.md",
        "r/R/*.R", "r/src/*.[ch]", "r/inst/shared/*.csv", "pybench/**/*.py", "pybench/**/*.html",
        "pybench/**/*.js",
        "bench/*.py", "bench/*.in", "tools/*.py", "tools/*.in",
    )
    for path in ROOT.glob(pattern)
    if path != PAGE
)  # fmt: skip


def phrases() -> list[str]:
    """Return the phrases of the third column."""
    rows = re.findall(r"(?m)^\| (?!Term|---).*\| *([^|]*?) *\|$", PAGE.read_text(encoding="utf-8"))
    return [phrase.strip() for row in rows for phrase in row.split(";") if phrase.strip()]


def found(text: str, phrase: str) -> list[int]:
    """Return the lines of a text on which a phrase begins, also where a line breaks it."""
    words = r"[\s#'/*]+".join(map(re.escape, phrase.split()))
    starts = re.finditer(rf"(?i)(?<![\w-]){words}(?![\w-])", text)
    return [text.count("\n", 0, match.start()) + 1 for match in starts]


def test_a_phrase_is_found_across_lines_of_a_comment():
    assert found("# which are not told\n#' apart by it", "told apart") == [1]
    assert found("retold apartment", "told apart") == []


def test_the_page_has_phrases():
    assert len(phrases()) > 40
    assert len(set(phrases())) == len(phrases())


@pytest.mark.parametrize("phrase", phrases())
def test_no_text_uses(phrase):
    places = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in TEXTS
        for line in found(path.read_text(encoding="utf-8"), phrase)
    ]
    assert not places, f'"{phrase}" (docs/vocabulary.md says what to write): {", ".join(places)}'
