"""What the site is made of, without making it."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent


def site():
    spec = importlib.util.spec_from_file_location("site_of_pybench", ROOT / "tools" / "site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_public_name_has_a_place_in_the_reference():
    text = "\n".join(site().pages().values())
    modules = {"optimal", "plot"}
    wanted = {f"pybench.{name}" for name in set(pb.__all__) - modules if not name.startswith("_")}
    wanted |= {f"pybench.{name}.{one}" for name in modules for one in getattr(pb, name).__all__}
    assert wanted <= set(text.split())


def test_every_story_is_there_and_every_script_is_a_story():
    stories = {path.stem for path in (ROOT / "vignettes").glob("*.py")}
    assert stories == set(site().STORIES)


def test_every_page_that_is_laid_out_is_reached_from_the_first(tmp_path):
    """Sphinx ends with a warning about a page that no list of contents names."""
    module = site()
    module.SOURCE = tmp_path
    module.lay_out()
    left_out = runpy.run_path(str(ROOT / "docs" / "site" / "conf.py"))["exclude_patterns"]
    pages = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.md")}
    pages = {page for page in pages if not any(map(page.match, (*left_out, "tests/**/*.md")))}
    named = set(module.index().replace("<", "").replace(">", "").split())
    assert {str(page.with_suffix("")) for page in pages} <= named
