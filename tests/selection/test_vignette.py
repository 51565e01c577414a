"""The vignettes on selection: they run, tell the same numbers, and their prose is so."""

from __future__ import annotations

import re
import runpy
import subprocess
from pathlib import Path

import numpy as np
import pytest

import pybench as pb

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("vignettes/selection.Rmd", "vignettes/selection.py")


@pytest.fixture(scope="module")
def story():
    """Return what vignettes/selection.py computed."""
    return runpy.run_path(str(ROOT / "vignettes" / "selection.py"))


@pytest.mark.parametrize("page", PAGES)
def test_numbers_in_the_prose(page, story):
    text = re.sub(r"\s+(# )?", " ", (ROOT / page).read_text(encoding="utf-8"))
    t, found, bounds = story["t"], story["found"], story["bounds"].table
    assert (t.n_classifiers, t.n_datasets, t.n_repeats) == (8, 15, 3)
    assert "eight methods on 15 small datasets, cross-validated three times" in text
    sizes = story["enough"].set_index("strategy")
    assert sizes["by_mean"].min() == sizes["by_mean"]["k-means"] == 8
    assert np.isinf(sizes["conservative"]).all()
    assert "eight datasets are enough if they are chosen well, for example by k-means" in text
    assert "If 39 of 40 trials must reach 0.9, even ten datasets are not enough" in text
    assert set(found.significance.query("metric == 'spearman'")["best"]) == {"k-means"}
    assert round(story["alike"].table["correlation"].max(), 2) == 0.33
    assert "here it finds a correlation of 0.33" in text
    assert story["covered"].dimension == 5
    assert np.isinf(story["covered"].table["bound"].iloc[0])
    assert (story["covered"].table["bound"] > story["covered"].table["radius"].iloc[0]).all()
    assert "244 datasets would be needed. With 15 datasets, the upper bound is above" in text
    assert (bounds["stated"] >= 1).all()
    assert bounds["size"][bounds["wrong"] > bounds["wrong_bound"]].tolist() == [5, 10]
    assert "as here with five and with ten datasets" in text
    own = pb.subset_quality(t, story["chosen"].names)
    said = [
        quality.table.set_index("metric").loc["spearman"] for quality in (story["quality"], own)
    ]
    assert [f"{row['value']:.2f}" for row in said] == ["0.90", "0.93"]
    assert [f"{100 * row['better_than']:.0f}" for row in said] == ["74", "82"]
    assert "0.90 with the full ranking, which is better than 74 % of random choices" in text
    assert "by farthest-first, the correlation is 0.93, better than 82 %" in text


@pytest.mark.r
def test_the_story_is_the_same_in_r(story, tmp_path):
    code = """
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    grDevices::pdf(NULL)
    sys.source("story.R", story)
    shown <- with(story, c(
      format(chosen), format(found), format(alike), format(covered), format(bounds), format(quality)
    ))
    writeLines(shown, "said.txt")
    numbers <- with(story, c(
      found$auc$mean, found$auc$sd, enough$by_mean, alike$table$correlation, covered$table$radius,
      bounds$table$wrong_bound, quality$table$better_than
    ))
    writeLines(sprintf("%.17g", numbers), "numbers.txt")
    """
    script = tmp_path / "run.R"
    script.write_text(code)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / PAGES[0])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    parts = ("chosen", "found", "alike", "covered", "bounds", "quality")
    said = "\n".join(str(story[name]) for name in parts).replace("engine python", "engine r")
    assert (tmp_path / "said.txt").read_text(encoding="utf-8").rstrip("\n") == said
    columns = (
        story["found"].auc["mean"], story["found"].auc["sd"], story["enough"]["by_mean"],
        story["alike"].table["correlation"], story["covered"].table["radius"],
        story["bounds"].table["wrong_bound"], story["quality"].table["better_than"],
    )  # fmt: skip
    expected = [float(x) for column in columns for x in column]
    numbers = [float(x) for x in (tmp_path / "numbers.txt").read_text().split()]
    assert numbers == pytest.approx(expected, rel=1e-9, abs=1e-12)
