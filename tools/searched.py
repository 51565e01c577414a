"""Ask the search of a built site the forty questions of docs/howto/questions.csv, in a browser.

    python tools/searched.py out/docs

Prints the place of the right page for each question. Fewer than 36 of 40 among the first three
places is an error.
"""

from __future__ import annotations

import contextlib
import csv
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

QUESTIONS = Path(__file__).resolve().parent.parent / "docs" / "howto" / "questions.csv"
FIRST, ENOUGH = 3, 36
FLAGS = ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage")
# The site's own search, as its page calls it; the last result is shown first.
ASK = """
const [question] = arguments;
const found = Search._performSearch(...Search._parseQuery(question)).reverse();
return [...new Set(found.map((result) => result[0]))];
"""
READY = "return typeof Search !== 'undefined' && Search.hasIndex()"


def available() -> bool:
    """Say whether there is a browser."""
    return all(map(shutil.which, ("chromium", "chromedriver")))


def places(site: Path, questions: Path = QUESTIONS) -> list[tuple[str, str, int | None]]:
    """Return each question, its page, and the place of the page among the results, from 1."""
    with questions.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = answers(site, [row["question"] for row in rows])
    pages = [f"docs/howto/{row['page']}" for row in rows]
    return [
        (row["question"], page, names.index(page) + 1 if page in names else None)
        for row, page, names in zip(rows, pages, found, strict=True)
    ]


def answers(site: Path, questions: list[str]) -> list[list[str]]:
    """Return the pages that the search lists for each question, the best first."""
    from selenium.webdriver.support.ui import WebDriverWait

    with browser() as opened:
        opened.get((site / "search.html").resolve().as_uri())
        WebDriverWait(opened, 60).until(lambda one: one.execute_script(READY))
        return [opened.execute_script(ASK, question) for question in questions]


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """Open Chromium without a window, and close it."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"user-data-dir={profile}"):
            options.add_argument(f"--{flag}")
        service: Any = webdriver.ChromeService(shutil.which("chromedriver"))
        opened = webdriver.Chrome(options=options, service=service)
        try:
            yield opened
        finally:
            opened.quit()


def main(site: Path) -> None:
    """Print the places; stop if too few are good."""
    found = places(site)
    for question, page, place in found:
        sys.stdout.write(f"{place or '-':>3}  {page.removeprefix('docs/howto/')}: {question}\n")
    good = sum(place is not None and place <= FIRST for _, _, place in found)
    sys.stdout.write(f"{good} of {len(found)} among the first {FIRST}\n")
    if good < ENOUGH:
        sys.exit(f"The search of the site answers {good} questions; expected {ENOUGH} or more.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
