"""The vignettes run, and say what is so."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


STORY, NOTEBOOK = ROOT / "vignettes" / "suites.py", ROOT / "docs" / "suites.ipynb"


def parts(notebook):
    return [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]


def printed(notebook):
    """Return what cells printed, less hashes and sizes, which tell of versions.

    Numbers to three decimals: where a solver stops hangs on the last bits of the processor, and
    with it the fourth decimal of the logistic regression's likelihood.
    """
    texts = [out["text"] for cell in notebook["cells"] for out in cell.get("outputs", ())]
    whole = "".join(line for text in texts for line in text)
    whole = re.sub(r"[0-9a-f]{64}|[0-9]+ bytes", "...", whole)
    return re.sub(r"\d+\.\d{4,}", lambda number: f"{float(number[0]):.3f}", whole)


def test_the_notebook_is_the_vignette():
    notebook = json.loads(NOTEBOOK.read_text())
    cells = runpy.run_path(str(ROOT / "tools" / "notebook.py"))["cells"]
    assert parts(notebook) == list(cells(STORY.read_text()))
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)


@pytest.mark.slow
def test_the_python_vignette_runs_and_prints_what_the_notebook_shows():
    story = {"__name__": "__main__"}
    tool = runpy.run_path(str(ROOT / "tools" / "notebook.py"))
    notebook = tool["executed"](STORY.read_text(), story)
    shown = printed(notebook)
    assert story["copy"].hash == story["frozen"].hash == story["bundle"].hash
    assert (story["again"].scores == story["results"].scores).all()
    assert "spector   NumberOfInstances   32.000    >= 100    fail" in shown
    assert "runs/run/evaluations.csv" in story["bundle"].files
    assert "runs/run/journal" not in story["bundle"].files  # it names the machine
    assert shown == printed(json.loads(NOTEBOOK.read_text()))


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


@pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans
def test_the_vignette_on_openml_goes_there_and_back(openml, capsys):
    """The server, the cache and the key are the page's; the fixture puts back those of before."""
    story = runpy.run_path(str(ROOT / "vignettes" / "openml-and-back.py"))
    said = capsys.readouterr().out
    assert story["pool"].qualities["anneal"]["NumberOfClasses"] == 5.0
    assert "NumberOfClasses 5.0 6.0" in said
    assert "MinorityClassSize 8.0 0.0" in said
    assert len(story["pool"].openml_qualities["anneal"]) == 106
    assert story["frozen"].status == "active"
    assert story["theirs"].openml_id == story["number"]
    ours, theirs = story["frozen"], story["theirs"].tasks
    assert ours.task_names == story["theirs"].task_names
    assert not {one.splits_sha256 for one in ours.tasks} & {one.splits_sha256 for one in theirs}
    assert said.count("POST /api/v1/xml/task/") == len(theirs)  # their datasets were there
    assert "POST /api/v1/xml/data/" not in said
    assert story["mine"].tasks[0].dataset.openml_id is None  # its id is beside it
    assert story["server"].studies[story["study"]]["main_entity_type"] == "run"
    assert len(story["server"].runs) == 2 * len(theirs)
