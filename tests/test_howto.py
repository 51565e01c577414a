"""The how-to pages: what they say runs, and every question of the list has its page."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOWTO = ROOT / "docs" / "howto"

sys.path.insert(0, str(ROOT / "tools"))
import howto  # noqa: E402

sys.path.remove(str(ROOT / "tools"))
PAGES = howto.PAGES


def prose(page: Path) -> list[str]:
    """Return the lines of a page that are neither code nor heading nor table nor blank."""
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    return [line for line in text.splitlines() if line and line[0] not in "#|"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_one_question_a_few_lines_and_code(page):
    title = page.read_text(encoding="utf-8").partition("\n")[0]
    assert title.startswith("# ")
    assert "?" in title
    assert 3 <= len(prose(page)) <= 15
    assert any(language == "python" for language, _ in howto.blocks(page))


def test_there_are_at_least_forty_and_the_list_names_each_once():
    assert len(PAGES) >= 40
    named = re.findall(r"\]\(([\w-]+)\.md\)", (HOWTO / "index.md").read_text(encoding="utf-8"))
    assert sorted(named) == sorted(page.stem for page in PAGES)


def test_forty_questions_have_their_pages():
    with (HOWTO / "questions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["question"] for row in rows}) == 40
    assert {row["page"] for row in rows} <= {page.stem for page in PAGES}


# `make test` makes the site, which runs all of these blocks: by themselves they are run at night.
@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs_and_shows_something(page, tmp_path):
    shown = howto.ran(page, tmp_path)
    assert any(one.text or one.figures for one in shown)


@pytest.mark.slow
@pytest.mark.parametrize("page", howto.OTHERS, ids=lambda page: page.stem)
def test_the_code_of_an_explanation_runs(page, tmp_path):
    shown = howto.ran(page, tmp_path)
    assert all(one.text or one.figures for one in shown) or page.stem == "scmamp"  # in R


def test_every_explanation_says_when_not_to_use_it():
    pages = [page for page in howto.OTHERS if page.parent.name == "methods"]
    assert len(pages) >= 12
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert page.stem == "index" or "## When not to use" in text, page.stem


def test_every_kind_of_comparison_has_an_explanation():
    """Calls that print a statistic of several tables, items, metrics or policies are named."""
    folder = ROOT / "docs" / "methods"
    text = "".join(page.read_text(encoding="utf-8") for page in folder.glob("*.md"))
    for name in (
        *("compare_items", "items_needed", "compare_metrics", "pareto"),
        *("missing_policies", "critical_differences"),
    ):
        assert f"`pb.{name}(" in text, name
        assert f"`pb_{name}(" in text, name


@pytest.mark.slow
@pytest.mark.r
def test_the_r_code_of_all_pages_runs_and_shows_something(tmp_path):
    pages = [*PAGES, *howto.OTHERS]
    found = howto.ran_in_r(pages, tmp_path)
    assert sum(language == "r" for page in PAGES for language, _ in howto.blocks(page)) >= 25
    for page, shown in found.items():
        for (language, code), one in zip(howto.blocks(page), shown, strict=True):
            if language == "r":
                assert one.text or one.figures or "dev.off" in code, page.stem
            else:
                assert not one.text


def test_a_block_that_fails_is_an_error(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Why?\n\n```python\nraise KeyError('here')\n```\n")
    with pytest.raises(KeyError, match="here"):
        howto.ran(page, tmp_path)
    page.write_text("# Why?\n\n```sh\nfalse\necho on\n```\n")
    with pytest.raises(RuntimeError, match="failed"):
        howto.ran(page, tmp_path)


def test_what_a_block_prints_and_draws_stands_below_it(tmp_path):
    page = tmp_path / "page.md"
    code = "from matplotlib.figure import Figure\nprint(1 + 1)\nfigure = Figure()\n"
    page.write_text(f"# How much?\n\nIt is:\n\n```python\n{code}```\n\nAfter.\n")
    text = howto.filled(page, howto.ran(page, tmp_path), "figures")
    image = "![It is](figures/page-0-0.svg)"
    assert text.endswith(f"```\n\n```text\n2\n```\n\n{image}\n\nAfter.\n")
    assert (tmp_path / "page-0-0.svg").read_text().startswith("<?xml")


def test_a_picture_is_described_by_the_sentence_before_it():
    text = "# How?\n\nSee [this](a.md). Bars of `t`:\n\n```python\nx = 1\n```\n\n"
    assert howto.said(text) == "Bars of t"
    assert howto.said(text + "![Bars of t](x.svg)\n\n") == "Bars of t"
    assert howto.said("# How wide?\n\n") == "How wide?"
