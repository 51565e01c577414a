"""People who ask in their own words find the page that answers them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import searched  # noqa: E402

sys.path.remove(str(ROOT / "tools"))

# `make test` makes the site, which asks the whole site the same.
pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a site of all pages in Markdown; `tools/site.py` asks the whole site again."""
    if not searched.available():
        pytest.skip("chromium or chromedriver is not installed")
    pytest.importorskip("selenium")
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    shutil.copytree(
        ROOT / "docs", source / "docs", ignore=shutil.ignore_patterns("site", "*.ipynb")
    )
    for name in ("CONTRIBUTING.md", "SECURITY.md", "bench/README.md", "r/NEWS.md"):
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    shutil.copy(ROOT / "docs" / "site" / "front.md", source / "index.md")
    command = ["-b", "html", "-q", "-c", ROOT / "docs" / "site", source, target]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *map(str, command)], capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    return target


def test_thirty_six_of_forty_questions_find_their_page(built):
    found = searched.places(built)
    assert len(found) == 40
    missed = [row for row in found if row[2] is None or row[2] > searched.FIRST]
    assert len(found) - len(missed) >= searched.ENOUGH, missed


WORDS = {
    "font": "font-and-size",
    "highlight": "highlight-and-colours",
    "log loss": "error-rate-or-log-loss",
    "error rate": "error-rate-or-log-loss",
    "my method against all": "my-method-against-all",
    "missing results": "missing-results",
    "seeds": "seeds-and-repeats",
    "two metrics": "two-metrics",
    "runtime": "runtime",
    "notebook": "notebook",
    "LaTeX": "latex-table",
    "use from R": "use-it-from-r",
    "an estimator of my own": "my-own-estimator",
}


def test_the_words_of_users_find_their_page(built):
    found = searched.answers(built, list(WORDS))
    for (words, page), names in zip(WORDS.items(), found, strict=True):
        assert f"docs/howto/{page}" in names[: searched.FIRST], words


def test_what_no_page_has_finds_nothing_and_parts_of_words_are_found(built):
    nothing, part, own = searched.answers(built, ["qqxyzzy", "studentiz", "constructor"])
    assert nothing == []
    assert part
    assert "docs/howto/install" not in own  # as every page would be, if names of JavaScript were
