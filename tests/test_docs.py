"""Documentation that cannot go stale: glossary, vignettes, README, links."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base import notes
from pybench.base.result import Result

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]
PAGES += [ROOT / "paper" / "paper.md", ROOT / "r" / "cran-comments.md"]


def rows(heading: str) -> list[str]:
    """Return the first cells of the table under a heading of the glossary."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"(?m)^\| `([^`]+)` \| \S", section)


def result_classes() -> list[type[Result]]:
    rooms = "certificate comparison features flow items landscape optimal selection suite"
    for room in rooms.split():
        for path in (ROOT / "pybench" / room).glob("[a-z]*.py"):
            importlib.import_module(f"pybench.{room}.{path.stem}")
    _ = pb.ResultsTable
    found, pending = [], [Result]
    while pending:
        pending += (kind := pending.pop()).__subclasses__()
        found.append(kind)
    return [kind for kind in found[1:] if kind.__module__.startswith("pybench.")]


def test_every_note_is_in_the_glossary_once():
    assert rows("Notes") == list(notes.texts())


def test_every_field_is_in_the_glossary_once():
    listed = rows("Fields and columns")
    assert listed == sorted(set(listed))
    kinds = result_classes()
    assert len(kinds) >= 6
    for kind in kinds:
        missing = {field.name for field in dataclasses.fields(kind)} - set(listed)
        assert not missing, f"{kind.__name__}: {sorted(missing)}"


def test_every_column_is_in_the_glossary():
    t = pb.read_results(ROOT / "pybench" / "data" / "demsar2006.csv", higher_is_better=True)
    frames = [pb.friedman(t).to_frame(), pb.critical_difference(t).to_frame(), pb.compare(t).scores]
    names = {name for frame in frames for name in frame.columns}
    assert names <= set(rows("Fields and columns"))


def test_every_column_and_field_of_suites_is_in_the_glossary(tmp_path):
    listed = set(rows("Fields and columns"))
    suite = pb.Suite.create("one", ["iris"], folds=2).save(tmp_path / "suite")
    pb.run(suite, {"dummy": "sklearn.dummy.DummyClassifier"}, out=tmp_path / "run", workers=1)
    named = [
        "resample",
        *suite.to_frame().reset_index(),
        *suite.runs(tmp_path / "run").reset_index(),
    ]
    named += [*pb.Suite.shipped("OpenML-CC18").verdicts(), *suite.check().findings]
    for table in ("runs", "tasks", "evaluations", "predictions"):
        named += list(pb.suite_results(tmp_path / "run", f"select * from {table} limit 0"))
    named += list(pb.suite_results(tmp_path / "run"))
    for path in sorted((tmp_path / "run").glob("*.csv")):
        if path.stem not in ("results", "folds"):  # which have columns by the names of methods
            named += path.read_text().splitlines()[0].split(",")
    named += json.loads((tmp_path / "run" / "run.json").read_text())
    schema = json.loads((ROOT / "pybench" / "suite" / "schema" / "suite-1.json").read_text())
    forms = [schema, schema["properties"]["screening"], *schema["$defs"].values()]
    named += [name for form in forms for name in form.get("properties", ())]
    assert len(set(named)) > 80
    assert {name for name in named if not name.startswith("confidence.")} <= listed


def test_the_python_vignette_runs(capsys):
    story = runpy.run_path(str(ROOT / "vignettes" / "compare.py"))
    shown = capsys.readouterr().out
    assert str(story["comparison"]) in shown
    assert 'missing="drop"' in shown
    assert story["figure"].axes


@pytest.mark.r
def test_the_r_vignette_tells_the_same_numbers(tmp_path):
    """Its code runs without Python and gives what the Python vignette gives."""
    code = """
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    lines <- readLines("story.R")
    story <- new.env()
    for (part in parse(text = lines)) try(eval(part, story), silent = TRUE)
    numbers <- with(story, c(
      comparison$friedman$statistic, pairs$critical_difference, signed$pvalues["C4.5", "C4.5+m"],
      control$critical_difference, sizes$hodges_lehmann["C4.5+m", ],
      beliefs$equal["C4.5", "C4.5+m"], firm$n_sets, planned$needed
    ))
    cat(format(numbers, digits = 15))
    """
    script = tmp_path / "run.R"
    script.write_text(code)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "compare.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    story = runpy.run_path(str(ROOT / "vignettes" / "compare.py"))
    expected = [
        story["comparison"].friedman.statistic,
        story["pairs"].critical_difference,
        story["signed"].pvalues.loc["C4.5", "C4.5+m"],
        story["control"].critical_difference,
        story["sizes"].hodges_lehmann.loc["C4.5+m", "C4.5"],
        story["beliefs"].equal.loc["C4.5", "C4.5+m"],
        story["firm"].n_sets,
        *story["planned"].needed,
    ]
    found = [float(x) for x in done.stdout.split()[-len(expected) :]]
    assert found == pytest.approx(expected, rel=1e-9)


@pytest.fixture(scope="module")
def features_story():
    """Return what vignettes/features.py computed."""
    return runpy.run_path(str(ROOT / "vignettes" / "features.py"))


def test_the_table_of_the_vignette_on_features_is_the_one_its_script_makes(
    features_story, tmp_path
):
    pb.write_features(features_story["everything"], tmp_path / "features.csv")
    kept = pd.read_csv(ROOT / "r" / "inst" / "extdata" / "features.csv")
    # Other processors add up in another order: measured between two, 3.2e-10 of the value where
    # partial autocorrelations are nearly singular, less elsewhere; 1.6e-15 for a skewness of zero.
    pd.testing.assert_frame_equal(
        pd.read_csv(tmp_path / "features.csv"), kept, check_exact=False, rtol=1e-8, atol=1e-12
    )


@pytest.mark.parametrize("page", ["vignettes/features.Rmd", "vignettes/features.py"])
def test_numbers_in_the_prose_on_features(page, features_story):
    text = re.sub(r"\s+(# )?", " ", (ROOT / page).read_text(encoding="utf-8"))
    report = features_story["report"]
    lost = int((report.missing > 0).any(axis=0).sum())
    worst = report.by_dataset()["missing"]
    assert worst.idxmax() == "ItalyPowerDemand"
    assert f"Of the {lost} features that are missing somewhere, {worst.max()} are missing" in text
    assert report.by_dataset()["shortest"]["ItalyPowerDemand"] == 24


@pytest.mark.r
def test_the_story_of_features_is_the_same_in_r(features_story, tmp_path):
    code = """
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    grDevices::pdf(NULL)
    sys.source("story.R", story)
    writeLines(c(format(story$report), format(story$placed)), "said.txt")
    numbers <- with(story, c(placed$coordinates, as.matrix(embedding), report$missing))
    writeLines(sprintf("%.17g", numbers), "numbers.txt")
    """
    script = tmp_path / "run.R"
    script.write_text(code)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "features.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report, placed = features_story["report"], features_story["placed"]
    said = (
        "\n".join([str(report), str(placed)]).removeprefix("tsfresh: ").replace("(see .", "(see $")
    )
    assert (tmp_path / "said.txt").read_text().rstrip("\n") == said
    parts = (placed.coordinates, features_story["embedding"].to_numpy(), report.missing)
    expected = [x for part in parts for x in part.ravel(order="F").tolist()]
    found = [float(x) for x in (tmp_path / "numbers.txt").read_text().split()]
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9, nan_ok=True)


def test_the_bundled_tables_are_the_same_in_both_packages():
    for name in ("accuracy15.csv", "datasets15.csv", "demsar2006.csv"):
        ours = ROOT / "pybench" / "data" / name
        assert ours.read_bytes() == (ROOT / "r" / "inst" / "extdata" / name).read_bytes()


@pytest.fixture(scope="module")
def optimal_story():
    """Return what vignettes/optimal.py computed."""
    return runpy.run_path(str(ROOT / "vignettes" / "optimal.py"))


@pytest.mark.slow
@pytest.mark.parametrize("page", ["vignettes/optimal.Rmd", "vignettes/optimal.py"])
def test_numbers_in_the_prose_on_optimality(page, optimal_story):
    text = re.sub(r"\s+(# )?", " ", (ROOT / page).read_text(encoding="utf-8"))
    judged = optimal_story["judged"].to_frame().set_index(["method", "statistic"])["value"]
    hidden, numerical = judged["lrt_hidden", "auc"], judged["lrt_numerical", "auc"]
    assert f"The AUC is {hidden:.3f} for the likelihood ratio of the whole path" in text
    assert f", {numerical + 1e-9:.3f} for the Euler scheme on the observed points" in text
    assert f"and {judged['minus mean square', 'auc']:.3f} for the simple score" in text


@pytest.mark.slow
def test_verdicts_in_the_prose_on_optimality(optimal_story):
    found = optimal_story["found"].verdicts
    auc = found[found["statistic"] == "auc"].set_index(["setting", "classifier"])["verdict"]
    assert auc["a-T1", "logistic regression"] == "optimal"
    assert auc["b-T2", "logistic regression"] == "suboptimal"
    scores = found[found["statistic"] == "auc"].set_index(["setting", "classifier"])["score"]
    assert abs(scores["b-T2", "logistic regression"] - 0.5) < 0.05 < scores["b-T2", "forest"] - 0.5
    lines = optimal_story["lines"]
    assert lines["lrt_hidden"][["a-T1", "a-T2", "a-T4", "a-T8"]].is_monotonic_increasing
    assert np.ptp(lines["lrt_hidden"][["e-L5", "e-L10", "e-L20"]]) < 1e-9
    assert lines["lrt_numerical"][["e-L5", "e-L10", "e-L20"]].is_monotonic_increasing


@pytest.mark.r
@pytest.mark.slow
def test_the_story_of_optimality_is_the_same_in_r(optimal_story, tmp_path):
    code = """
    knitr::purl(commandArgs(TRUE)[[1]], "story.R", quiet = TRUE, documentation = 0)
    story <- new.env()
    grDevices::pdf(NULL)
    sys.source("story.R", story)
    numbers <- with(story, c(unique(judged[c("method", "auc")])$auc, lines))
    writeLines(sprintf("%.17g", numbers), "numbers.txt")
    """
    script = tmp_path / "run.R"
    script.write_text(code)
    command = ["Rscript", "--vanilla", str(script), str(ROOT / "vignettes" / "optimal.Rmd")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    judged = optimal_story["judged"].to_frame()
    names = ["a-T1", "a-T2", "a-T4", "a-T8", "e-L5", "e-L10", "e-L20"]
    lines = optimal_story["lines"].loc[names, ["lrt_hidden", "lrt_numerical"]]
    expected = [
        *judged["value"][judged["statistic"] == "auc"],
        *lines.to_numpy().ravel(order="F"),
    ]
    found = [float(x) for x in (tmp_path / "numbers.txt").read_text().split()]
    assert found == pytest.approx(expected, rel=1e-12)


VIGNETTES = ("vignettes/compare.Rmd", "vignettes/compare.py")


@pytest.mark.parametrize("page", VIGNETTES)
def test_numbers_in_the_prose_of_the_vignettes(page):
    """What the prose says in figures is so; both languages say it alike."""
    text = re.sub(r"\s+(# )?", " ", (ROOT / page).read_text(encoding="utf-8"))
    t = pb.read_results(ROOT / "pybench" / "data" / "demsar2006.csv", higher_is_better=True)
    signed, cells = pb.wilcoxon(t).pvalues, pb.multi_comparison(t)
    assert f"p is {signed.loc['C4.5', 'C4.5+m']:.3f}" in text
    won, lost = (int(x.loc["C4.5+m", "C4.5"]) for x in (cells.wins, cells.losses))
    assert f"better on {won} datasets and worse on {lost}" in text
    loss = (t.to_frame()["C4.5"] - t.to_frame()["C4.5+m+cf"]).max()
    assert f"on one dataset C4.5+m+cf is worse than C4.5 by {loss:.2f}" in text
    flips = pb.stability(t, resamples=0).flips("sets")
    assert flips.loc["C4.5 vs C4.5+m+cf", ["nemenyi", "wilcoxon-holm"]].tolist() == [0.75, 0.75]
    assert "by either test, in three of the four sets of methods that contain both" in text
    uncorrected = pb.friedman(t, convention="scmamp").statistic
    assert f"does not correct for ties either, gives {uncorrected:.2f} here" in text
    apart = (signed <= 0.05) & (pb.nemenyi(t).pvalues > 0.05)
    assert [*apart.index[apart.any()]] == ["C4.5", "C4.5+m"]  # one pair
    assert "show a difference that Nemenyi's test does not: C4.5+m is better than C4.5" in text


def blocks(language: str, page: str = "README.md") -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_the_readme_starts_with_the_two_commands():
    assert blocks("sh")[0].split("#")[0].split() == ["make", "demo"]
    assert re.findall(r"(?m)^make (\w+)", blocks("sh")[0]) == ["demo", "test"]


def test_the_python_of_the_readme_runs_as_it_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    first, _, more = blocks("python")  # the second reads files of other tools
    assert len(first.replace("\n\n", "\n").splitlines()) == 5
    exec(compile(first + more, "README.md", "exec"), {})
    assert (tmp_path / "cd.svg").read_text().startswith(("<?xml", "<svg"))
    assert "Friedman" in capsys.readouterr().out


def test_the_command_of_the_readme_runs_in_a_checkout(tmp_path):
    (line,) = (code for code in blocks("sh") if code.startswith("pybench compare"))
    command = [sys.executable, "-m", *line.replace("--out report", "--out").split(), tmp_path / "r"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "<html" in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")


@pytest.mark.r
def test_the_series_of_the_explanation_run(tmp_path, monkeypatch, capsys):
    import aeon

    for name in ("ArrowHead", "GunPoint", "ItalyPowerDemand"):
        (tmp_path / "archive" / name).mkdir(parents=True)
        for half in ("TRAIN", "TEST"):
            source = Path(aeon.__file__).parent / "datasets" / "data" / name / f"{name}_{half}.ts"
            head, data, cases = source.read_text(encoding="utf-8").partition("@data\n")
            few = "".join(cases.splitlines(keepends=True)[:6])
            (tmp_path / "archive" / name / source.name).write_text(head + data + few)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "cache"))
    [code] = blocks("py", "docs/methods/landscapes.md")
    exec(compile(code, "landscapes.md", "exec"), {"pb": pb})
    for name in ("features.svg", "landscape.svg"):
        assert (tmp_path / name).read_text().startswith(("<?xml", "<svg"))
    kept = pb.read_features("features.csv")
    assert "value__length" in kept.names
    assert np.isfinite(kept.values).all()
    assert not [name for name in kept.names if "has_duplicate" in name]
    assert "783 features on 3 datasets" in capsys.readouterr().out


@pytest.mark.r
def test_the_r_of_the_readme_runs_as_it_stands(tmp_path):
    [code] = blocks("r")
    assert len(code.splitlines()) == 6
    command = ["Rscript", "--vanilla", "-e", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Friedman" in done.stdout


def test_the_page_on_studies_has_the_example_and_every_part():
    from pybench.flow.example import example
    from pybench.flow.fields import PARTS

    text = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
    assert f"```yaml\n{example()}```" in text
    assert re.findall(r"(?m)^\| `(\w+)` \|", text) == list(PARTS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_pages_resolve(page):
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.resolve().parent / target).exists()] == []


def test_help_pages_of_r_have_an_example_and_name_their_kin():
    pages = {}
    for path in (ROOT / "r" / "man").glob("*.Rd"):
        text = path.read_text(encoding="utf-8")
        pages.update(dict.fromkeys(re.findall(r"(?m)^\\alias\{(pb_\w+)\}", text), text))
    exported = re.findall(r"(?m)^export\((pb_\w+)\)", (ROOT / "r" / "NAMESPACE").read_text())
    assert len(exported) >= 40
    for name in exported:
        assert "\\examples{" in pages[name], name
        if name not in ("pb_progress", "pb_from_arrow", "pb_to_arrow"):  # the bridge's
            assert "\\seealso{" in pages[name], name


def test_help_lists_every_target():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"(?m)^\.PHONY: (.*)$", makefile)
    assert re.findall(r"(?m)^([a-z-]+):.* ## \S", makefile) == phony.split()


def test_the_story_of_a_study(capsys):
    """What changes is made again, and nothing else; no number is lost on the way."""
    story = runpy.run_path(str(ROOT / "vignettes" / "studies.py"))
    said = capsys.readouterr().out
    # A slow machine adds its seconds.
    assert re.search(r"comparison: made again( in \d+ s)? \(alpha was 0.05, is 0.1\)", said)
    assert "results: reused" in said
    assert story["message"].endswith("Did you mean `folds`?")
    assert said.rstrip().endswith("True\nreport.html")
    assert (story["work"] / "study" / "suite" / "index.html").is_file()
    assert "Rank intervals" in story["page"].read_text("utf-8")


@pytest.mark.r
def test_both_languages_side_by_side(capsys):
    """The story asks each language in its own process, and finds the same numbers."""
    story = runpy.run_path(str(ROOT / "vignettes" / "side-by-side.py"))
    assert len(story["largest"]) == 6
    assert max(story["largest"].values()) < 1e-12
    assert capsys.readouterr().out.count("Friedman test (chi-square): chi-square = 10.9524") == 2
