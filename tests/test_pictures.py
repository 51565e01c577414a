"""Pictures of the documentation: each exists, is described in words, is used and is small."""

from __future__ import annotations

import csv
import dataclasses
import re
import runpy
import sys
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from pybench.comparison.summary import compare
from pybench.reporting import comparison
from pybench.reporting.frame import study_page
from pybench.table import results_table

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILES = sorted((ROOT / "docs" / "images").iterdir())
sys.path.insert(0, str(ROOT / "tools"))
import searched  # noqa: E402
import shoot  # noqa: E402

sys.path.remove(str(ROOT / "tools"))
REPRODUCTIONS = ("compare", "landscape", "optimal", "selection")


def images(page: Path) -> list[tuple[str, Path]]:
    """Return alternative text and file of each picture of a page."""
    found = re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    return [(alt, (page.parent / target).resolve()) for alt, target in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pictures_exist_and_are_described(page):
    for alt, path in images(page):
        assert path in FILES, path
        assert len(alt.split()) >= 5, f"{path.name}: {alt!r} does not say what the picture shows"


def test_every_picture_is_on_a_page():
    assert set(FILES) == {path for page in PAGES for _, path in images(page)}


@pytest.mark.parametrize("name", REPRODUCTIONS)
def test_pages_on_papers_have_pictures_of_their_own(name):
    own = {path.stem for _, path in images(ROOT / "docs" / f"reproduction-{name}.md")}
    assert own
    assert {stem.partition("-")[0] for stem in own} == {name}


def test_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in FILES}
    assert sum(sizes.values()) <= 1_800_000
    own = {name: size for name, size in sizes.items() if name.startswith(REPRODUCTIONS)}
    assert max(own.values()) <= 60_000


def test_the_table_beside_the_picture_of_six_packages_is_of_the_code_that_was_run():
    """A cell has lines and seconds, or the reason why the package cannot."""
    tasks = runpy.run_path(str(ROOT / "bench" / "peers_code.py"))["TASKS"]
    code = {
        (task, name): cell for task, (cells, _) in tasks.items() for name, cell in cells.items()
    }
    with (ROOT / "bench" / "peers.csv").open(newline="", encoding="utf-8") as file:
        rows = {(row["task"], row["package"]): row for row in csv.DictReader(file)}
    assert rows.keys() == code.keys()
    for place, cell in code.items():
        row = rows[place]
        if "\n" in cell:
            assert float(row["lines"]) == len(cell.strip().splitlines()), place
            assert 0 < float(row["seconds"]) < float(row["first_call_seconds"]), place
            assert not row["cannot"]
        else:
            assert row["cannot"] == cell
            assert not row["seconds"]


@pytest.mark.browser
def test_the_picture_of_the_report_shows_both_halves(tmp_path):
    """The matrix is whole: its last column ends before the right edge."""
    if not searched.available():
        pytest.skip("chromium or chromedriver is not installed")
    pytest.importorskip("selenium")
    scores = np.random.default_rng(3).normal(size=(12, 8)) + np.arange(8)
    names = [f"method {i}" for i in range(8)]
    t = results_table(scores, [f"d{i}" for i in range(12)], names, higher_is_better=True)
    part = comparison.part(compare(t, engine="python", bayesian=True))
    blank = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    drawn = dict.fromkeys(("critical-difference", "signed-rank"), blank)
    page, target = tmp_path / "page.html", tmp_path / "page.png"
    page.write_text(study_page([dataclasses.replace(part, figures=drawn)] * 2), "utf-8")
    shoot.main(page, target)
    image = matplotlib.image.imread(target)
    assert image.shape[1] == 2 * shoot.WIDTH
    other = (image != image[0, 0]).any(axis=2)
    halves = other[:, : shoot.WIDTH], other[:, shoot.WIDTH :]
    assert all(half.mean() > 0.02 for half in halves)
    assert not any(half[:, -5:].any() for half in halves)
