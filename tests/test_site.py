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


@pytest.mark.r
def test_the_gallery_draws_every_figure(site, tmp_path):
    page = tmp_path / "gallery.md"
    page.write_text(site.gallery(), encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    for name in pb.plot.__all__:
        assert f"pb.plot.{name}(" in text or name.endswith(("_tikz", "_latex")), name
    shown = howto.ran(page, tmp_path)
    assert not shown[0].figures
    assert all(one.figures for one in shown[1:])


def test_a_figure_that_the_gallery_lacks_comes_from_its_help(site, tmp_path, monkeypatch):
    (tmp_path / "gallery.md").write_text("# Nothing yet\n")
    monkeypatch.setattr(site, "ROOT", tmp_path)
    monkeypatch.setattr(site, "GALLERY", "gallery.md")
    text = site.gallery()
    assert "## Rank intervals\n\n```python\nimport pybench as pb\n" in text
    assert text.count("```python") > 20
