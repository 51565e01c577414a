import base64
import dataclasses
import json

import pytest
from lxml import etree, html

from pybench.base.errors import EnvironmentProblem
from pybench.reporting.comparison import write

DIAGRAMS = ("critical-difference", "signed-rank")
FILES = {
    "index.html", "results.json",
    *(f"{name}.{form}" for name in DIAGRAMS for form in ("svg", "png", "pdf", "tex")),
    *(f"{name}.{form}" for name in ("scores", "nemenyi-pvalues", "wilcoxon-pairs")
      for form in ("csv", "tex")),
    *(f"multi-comparison.{form}" for form in ("svg", "png", "pdf", "tex", "csv")),
}  # fmt: skip
MORE = {
    *(f"simplex.{form}" for form in ("svg", "png", "pdf")),
    *(f"stability.{form}" for form in ("svg", "png", "pdf", "tex", "csv")),
    "bayesian-pairs.csv", "bayesian-pairs.tex",
}  # fmt: skip
HEADS = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml"}


def test_writes_what_it_says(make_comparison, tmp_path):
    folder = tmp_path / "new" / "folder"
    paths = write(make_comparison(), folder)
    assert paths[0] == folder / "index.html"
    assert {path.name for path in paths} == FILES == {path.name for path in folder.iterdir()}
    for name in DIAGRAMS:
        assert etree.parse(folder / f"{name}.svg").getroot().tag.endswith("svg")
        assert "tikzpicture" in (folder / f"{name}.tex").read_text("utf-8")
    assert "tabular" in (folder / "multi-comparison.tex").read_text("utf-8")


def test_what_was_asked_for_is_there_too(make_comparison, make_posterior, tmp_path):
    comparison = make_comparison(bayesian=True, stability=True)
    paths = write(comparison, tmp_path, posterior=make_posterior(comparison))
    assert {path.name for path in paths} == FILES | MORE
    for path in paths:
        assert path.read_bytes().startswith(HEADS.get(path.suffix[1:], b""))
    images = html.parse(tmp_path / "index.html").xpath("//img[not(@hidden)]/@src")
    for name, image in zip((*DIAGRAMS, "simplex", "stability"), images, strict=True):
        drawn = base64.b64decode(image.partition(",")[2])
        assert (tmp_path / f"{name}.svg").read_bytes().endswith(drawn)


def test_without_the_matrix_it_is_not_written(make_comparison, tmp_path):
    paths = write(make_comparison(mcm=False), tmp_path)
    assert {path.name for path in paths} == {x for x in FILES if not x.startswith("multi")}


def test_what_told_of_other_numbers_is_removed(make_comparison, make_posterior, tmp_path):
    comparison = make_comparison(bayesian=True, stability=True)
    write(comparison, tmp_path, posterior=make_posterior(comparison))
    theirs = {"mine.csv": b"1", "multi-comparison-old.csv": b"2"}
    for name, data in theirs.items():
        (tmp_path / name).write_bytes(data)
    write(make_comparison(mcm=False), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        *theirs, *(x for x in FILES if not x.startswith("multi"))
    }  # fmt: skip


def test_the_files_of_another_room_are_left_alone(make_comparison, tmp_path):
    write(make_comparison(), tmp_path)
    page = tmp_path / "index.html"
    page.write_text(
        page.read_text("utf-8").replace('files" content="comparison/', 'files" content="x/')
    )
    write(make_comparison(mcm=False), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == FILES


@pytest.mark.parametrize(
    "names", ["comparison", "comparison/..", "comparison//", "comparison/a\0b"]
)
def test_a_page_that_names_no_files_harms_nothing(make_comparison, names, tmp_path):
    (tmp_path / "index.html").write_text(f'<meta name="pybench-files" content="{names}">')
    write(make_comparison(), tmp_path / "")
    assert {path.name for path in tmp_path.iterdir()} == FILES


def test_same_comparison_same_bytes(make_comparison, make_posterior, tmp_path):
    for name in ("one", "two"):
        comparison = make_comparison("é", bayesian=True, stability=True)
        write(comparison, tmp_path / name, posterior=make_posterior(comparison))
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_names_never_become_file_names(make_comparison, payloads, tmp_path):
    payload = "../../" + payloads[0]
    paths = write(make_comparison(payload), tmp_path / "out", title=payload)
    assert {path.name for path in paths} == FILES
    assert {path.name for path in tmp_path.iterdir()} == {"out"}


def test_numbers_come_back(make_comparison, tmp_path):
    comparison = make_comparison("=né,\n", bayesian=True, stability=True)
    write(comparison, tmp_path)
    numbers = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert numbers == json.loads(json.dumps(comparison.to_dict()))
    assert numbers["schema"] == "pybench/comparison/2"
    assert numbers["table"]["classifiers"] == list(comparison.table.classifiers)
    assert numbers["friedman"]["pvalue"] == comparison.friedman.pvalue
    for part in ("wilcoxon", "signed_rank_diagram", "multi_comparison", "bayesian", "stability"):
        assert numbers[part]["schema"].startswith("pybench/"), part


def test_a_file_in_the_way_is_an_environment_problem(make_comparison, tmp_path):
    (tmp_path / "taken").write_text("mine")
    for place in (tmp_path / "taken" / "below", tmp_path / "taken"):
        with pytest.raises(EnvironmentProblem, match="cannot make the folder"):
            write(make_comparison(), place)
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_source_that_is_not_utf8_comes_back(make_comparison, tmp_path):
    # What Python makes of a file name with the byte 0xE9.
    comparison = make_comparison("")
    source = dataclasses.replace(comparison.table, source="caf\udce9.csv")
    write(dataclasses.replace(comparison, table=source), tmp_path)
    numbers = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert numbers["table"]["source"] == "caf\udce9.csv"
    assert "caf\\udce9.csv" in (tmp_path / "index.html").read_text("utf-8")
