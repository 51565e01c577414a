"""The vignettes run, and say what is so."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_the_python_vignette_runs(capsys):
    story = runpy.run_path(str(ROOT / "vignettes" / "suites.py"))
    shown = capsys.readouterr().out
    assert story["copy"].hash == story["frozen"].hash == story["bundle"].hash
    assert (story["again"].scores == story["results"].scores).all()
    assert "spector   NumberOfInstances   32.000000    >= 100    fail" in shown
    assert "runs/run/evaluations.csv" in story["bundle"].files
    assert "runs/run/journal" not in story["bundle"].files  # it names the machine


@pytest.mark.slow
@pytest.mark.r
def test_the_r_vignette_runs(tmp_path):
    code = """
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    source("story.R", echo = FALSE)
    stopifnot(results$scores[, "weight"] > results$scores[, "majority"], nrow(each) == 24)
    """
    command = ["Rscript", "--vanilla", "-e", code, str(ROOT / "vignettes" / "suites.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
