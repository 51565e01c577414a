"""What the site is made of, without making it."""

from __future__ import annotations

import importlib.util
import re
import runpy
import sys
from pathlib import Path

import pytest

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent

sys.path.insert(0, str(ROOT / "tools"))
import howto  # noqa: E402

sys.path.remove(str(ROOT / "tools"))


@pytest.fixture(scope="module")
def site():
    """Return what tools/site.py defines; as a script, it finds its neighbours."""
    sys.path.insert(0, str(ROOT / "tools"))
    spec = importlib.util.spec_from_file_location("site_of_pybench", ROOT / "tools" / "site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(str(ROOT / "tools"))
    return module


def test_every_public_name_has_a_place_in_the_reference(site):
    text = "\n".join(site.pages().values())
    modules = {"optimal", "plot"}
    wanted = {f"pybench.{name}" for name in set(pb.__all__) - modules if not name.startswith("_")}
    wanted |= {f"pybench.{name}.{one}" for name in modules for one in getattr(pb, name).__all__}
    assert wanted <= set(text.split())


def test_every_story_is_there_and_every_script_is_a_story(site):
    stories = {path.stem for path in (ROOT / "vignettes").glob("*.py")}
    assert stories == set(site.STORIES)


def test_every_page_that_is_laid_out_is_reached_from_the_first(site, tmp_path, monkeypatch):
    """Sphinx ends with a warning about a page that no list of contents names."""
    monkeypatch.setattr(site, "SOURCE", tmp_path)
    site.lay_out()
    left_out = runpy.run_path(str(ROOT / "docs" / "site" / "conf.py"))["exclude_patterns"]
    pages = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.md")}
    pages = {page for page in pages if not any(map(page.match, (*left_out, "tests/**/*.md")))}
    named = set(site.index().replace("<", "").replace(">", "").split())
    named |= {f"docs/{name}/{page}" for name in site.FOLDERS for page in site.siblings(name)}
    assert {str(page.with_suffix("")) for page in pages} <= named


def test_links_of_the_front_page_hold_where_the_site_has_it(site):
    text = (ROOT / site.FRONT).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert targets
    for target in targets:
        assert target.startswith("../"), target
        assert (ROOT / "docs" / target.removeprefix("../")).is_file(), target


def test_the_board_of_the_front_page(site, tmp_path):
    """The code runs, and the sentence below it says what the tests find."""
    shown = howto.ran(ROOT / site.FRONT, tmp_path)
    assert [len(one.figures) for one in shown] == [1]
    table = shown[0].text.splitlines()
    assert [line.split("  ")[0] for line in table[1:7]][::5] == ["extra trees", "decision tree"]
    t = pb.read_results(
        ROOT / "pybench" / "data" / "accuracy15.csv", higher_is_better=True, repeats="mean",
        score="accuracy",
    )  # fmt: skip
    assert pb.ranks(t).mean().idxmax() == "decision tree"
    pairs = pb.wilcoxon(t).to_frame()
    pairs = pairs[pairs["verdict"] != 0]
    assert set(pairs["classifier_1"]) == {"decision tree"}
    assert set(pairs["classifier_2"]) == {"extra trees", "random forest"}
    assert (pairs["verdict"] == -1).all()


def figures_of_gallery(page, shown, language):
    """Return the number of figures of each block in a language; the first block reads tables."""
    pairs = zip(howto.blocks(page), shown, strict=True)
    return [len(one.figures) for (spoken, _), one in pairs if spoken == language][1:]


def test_the_gallery_shows_every_figure_with_code_of_its_own(site):
    page = ROOT / site.GALLERY
    blocks = howto.blocks(page)
    codes = [code for language, code in blocks if language == "python"]
    for name in pb.plot.__all__:
        count = sum(code.count(f"pb.plot.{name}(") for code in codes)
        assert count or name.endswith(("_tikz", "_latex")), name
    in_r = sum(language == "r" for language, _ in blocks[2:])
    assert in_r >= 30


@pytest.mark.r
@pytest.mark.slow  # `make test` makes the site, which runs these lines
def test_the_gallery_draws_every_figure(site, tmp_path):
    page = ROOT / site.GALLERY
    shown = howto.ran(page, tmp_path)
    assert set(figures_of_gallery(page, shown, "python")) == {1}
    said = re.findall(r"!\[(.*?)\]", howto.filled(page, shown, "figures"))
    assert len(set(said)) == len(said)
    assert not any(text.startswith("Gallery") for text in said)


@pytest.mark.r
@pytest.mark.slow  # as above
def test_the_lines_of_r_in_the_gallery_draw(site, tmp_path):
    page = ROOT / site.GALLERY
    shown = howto.ran_in_r([page], tmp_path)[page]
    assert set(figures_of_gallery(page, shown, "r")) == {1}
