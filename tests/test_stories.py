"""Vignettes that tell the same story in both languages: the same numbers."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pybench.base import notes

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.r
def test_the_story_of_an_amlb_file_in_both_languages(tmp_path):
    """Its R code runs without Python and gives what the Python story gives."""
    script = tmp_path / "run.R"
    script.write_text("""
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    for (part in parse("story.R")) tryCatch(eval(part, story), error = function(e) NULL)
    numbers <- with(story, c(t$scores, diagram$mean_ranks, effects$d_z, effects$d_z_low))
    cat(readLines(story$path)[[87L]], "\n")
    cat(format(numbers, digits = 15))
    """)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "amlb.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    story = runpy.run_path(str(ROOT / "vignettes" / "amlb.py"))
    t, effects = story["t"], story["effects"]
    parts = [t.scores.T, story["diagram"].mean_ranks, effects.d_z, effects.d_z_low]
    expected = np.concatenate([np.ravel(part) for part in parts])
    assert "\nlocal/digits,digits,support vectors,1h4c,1,,acc" in done.stdout
    numbers = done.stdout.split()[-len(expected) :]
    assert np.array(numbers, float) == pytest.approx(expected, rel=1e-9)
    assert (t.n_classifiers, t.n_datasets, t.n_repeats) == (8, 15, 3)
    assert story["path"].with_name("frameworks.svg").is_file()
    assert t.n_available.min() == 2


@pytest.mark.r
def test_the_story_of_items_in_both_languages(tmp_path):
    """Its R code runs without Python and gives what the Python story gives."""
    script = tmp_path / "run.R"
    script.write_text("""
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    for (part in parse("story.R")[1:20]) try(eval(part, story), silent = TRUE)
    numbers <- with(story, c(
      compared$pvalues, exact$pvalues, flips$pvalues, probable$better, needed$needed
    ))
    cat(format(numbers, digits = 15))
    """)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "items.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    story = runpy.run_path(str(ROOT / "vignettes" / "items.py"))
    results = [story[name].pvalues[0] for name in ("compared", "exact", "flips")]
    expected = [*results, story["probable"].better[0], story["needed"].needed[0]]
    found = [float(x) for x in done.stdout.split()[-len(expected) :]]
    assert found == pytest.approx(expected, rel=1e-9)
    assert expected[0] == pytest.approx(0.0833, abs=1e-4)


def test_the_story_of_missing_scores(capsys):
    story = runpy.run_path(str(ROOT / "vignettes" / "missing.py"))
    assert "all within the bounds: True" in capsys.readouterr().out
    assert story["t"].n_missing == 6
    sizes = pd.read_csv(ROOT / "bench" / "missing.csv").set_index(["missing", "test"])["size"]
    low = sizes["low scores of one method"]
    said = f"in {low['wilcoxon']:.2f} of the tables, and the t-test in {low['paired_t']:.2f}"
    for page in ("missing.py", "missing.Rmd"):
        text = (ROOT / "vignettes" / page).read_text("utf-8").replace("\n# ", " ")
        assert said in " ".join(text.split())
    told = notes.texts()
    for key, names in (
        ("pairwise-complete", ("wilcoxon", "paired_t")), ("missing-scores", ("skillings_mack",)),
    ):  # fmt: skip
        assert all(f"in {low[name]:.2f}" in told[key] for name in names)
    assert (sizes["random"] < 0.05 + 3 * 0.00345).all()  # of 4,000 tables


@pytest.mark.r
def test_the_story_of_missing_scores_is_the_same_in_r(tmp_path):
    script = tmp_path / "run.R"
    script.write_text("""
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    invisible(capture.output(sys.source("story.R", story)))
    numbers <- with(story, c(
      whole$omnibus$pvalue, as.data.frame(policies)$pvalue, t(policies$bounds), truth
    ))
    cat(format(numbers, digits = 15))
    """)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "missing.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    story = runpy.run_path(str(ROOT / "vignettes" / "missing.py"))
    whole, policies = story["whole"], story["policies"]
    parts = [[whole.omnibus.pvalue], policies.to_frame()["pvalue"], policies.bounds.ravel()]
    expected = np.concatenate([*parts, story["truth"]])
    found = np.array(done.stdout.split()[-len(expected) :], float)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
