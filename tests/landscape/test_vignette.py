"""The vignettes on the landscape: they run, tell the same numbers, and their prose is so."""

from __future__ import annotations

import re
import runpy
import subprocess
from pathlib import Path

import numpy as np
import pytest

import pybench as pb

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("vignettes/landscape.Rmd", "vignettes/landscape.py")

pytestmark = pytest.mark.r


@pytest.fixture(scope="module")
def story():
    """Return what vignettes/landscape.py computed."""
    return runpy.run_path(str(ROOT / "vignettes" / "landscape.py"))


def test_the_table_that_r_reads_is_the_one_that_the_script_makes(story, tmp_path):
    pb.write_features(story["everything"], tmp_path / "catch22.csv")
    kept = ROOT / "r" / "inst" / "extdata" / "catch22.csv"
    assert (tmp_path / "catch22.csv").read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("page", PAGES)
def test_numbers_in_the_prose(page, story):
    text = re.sub(r"\s+(# )?", " ", (ROOT / page).read_text(encoding="utf-8"))
    land, arrived, found = story["land"], story["arrived"], story["found"]
    assert len(story["everything"].values) == 180
    assert "a benchmark of 180 instances" in text
    assert len(land.scaling.left_out) == 2
    assert "Two features do not exist for the shortest series" in text
    assert list(arrived.percent[arrived.percent > 0]) == [100]
    assert (arrived.closest, arrived.adds) == ("ArrowHead", False)
    assert "lie in one region, which is the region of ArrowHead" in text
    assert [len(names) for names in story["fields"].values()] == [8, 6]
    assert "eight datasets are medical, six are not" in text
    assert set(story["best"].best.values()) == {("C4.5+m+cf",)}
    assert "The same variant leads in both" in text
    pair = ("C4.5", "C4.5+m+cf")
    assert not found.all_datasets.loc[pair]
    for counts in (found.dissent(5), found.contradictions(5)):
        assert 0.18 < counts.loc[pair] / found.repeats < 0.22
    assert "one in five portfolios of ten datasets shows" in text


def test_the_story_is_the_same_in_r(story, tmp_path):
    code = """
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    grDevices::pdf(NULL)
    sys.source("story.R", story)
    shown <- with(story, c(
      format(search), format(land), format(land$regions), format(land$redundancy),
      format(arrived), format(best), format(found)
    ))
    writeLines(shown, "said.txt")
    numbers <- with(story, c(
      search$table$quantization_error, land$som$codes, quality$kaski_error,
      land$regions$candidates[, "silhouette"], land$coverage$percent,
      best$mean_ranks, found$counts[["5"]]
    ))
    writeLines(sprintf("%.17g", numbers), "numbers.txt")
    """
    script = tmp_path / "run.R"
    script.write_text(code)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "landscape.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    land, found = story["land"], story["found"]
    parts = (story["search"], land, land.regions, land.redundancy, story["arrived"])
    said = "\n".join(map(str, (*parts, story["best"], found))).replace("engine python", "engine r")
    assert (tmp_path / "said.txt").read_text().rstrip("\n") == said
    columns = (
        story["search"].table.quantization_error,
        land.som.codes,
        [story["quality"].kaski_error],
        land.regions.candidates.silhouette,
        land.coverage.percent,
        story["best"].mean_ranks,
        found.counts[5],
    )
    expected = [x for part in columns for x in columns_of(part)]
    numbers = [float(x) for x in (tmp_path / "numbers.txt").read_text().split()]
    assert numbers == pytest.approx(expected, rel=1e-9, abs=1e-12)


def columns_of(part):
    """Return numbers column after column, as R does."""
    return np.asarray(part, dtype=float).ravel(order="F").tolist()
