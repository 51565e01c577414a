import dataclasses
import json

import pytest
from lxml import etree

from pybench.base.errors import EnvironmentProblem
from pybench.reporting.folder import make_folder, write

FILES = {
    "index.html", "results.json", "critical-difference.svg", "critical-difference.png",
    "critical-difference.pdf", "critical-difference.tex", "scores.csv", "scores.tex",
    "nemenyi-pvalues.csv", "nemenyi-pvalues.tex",
}  # fmt: skip


def test_writes_what_it_says(make_comparison, tmp_path):
    folder = tmp_path / "new" / "folder"
    paths = write(make_comparison(), folder)
    assert paths[0] == folder / "index.html"
    assert {path.name for path in paths} == FILES == {path.name for path in folder.iterdir()}
    assert (folder / "critical-difference.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "critical-difference.pdf").read_bytes().startswith(b"%PDF")
    assert etree.parse(folder / "critical-difference.svg").getroot().tag.endswith("svg")
    assert "tikzpicture" in (folder / "critical-difference.tex").read_text("utf-8")


def test_same_comparison_same_bytes(make_comparison, tmp_path):
    for name in ("one", "two"):
        write(make_comparison("é"), tmp_path / name)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_names_never_become_file_names(make_comparison, payloads, tmp_path):
    payload = "../../" + payloads[0]
    paths = write(make_comparison(payload), tmp_path / "out", title=payload)
    assert {path.name for path in paths} == FILES
    assert {path.name for path in tmp_path.iterdir()} == {"out"}


def test_numbers_come_back(make_comparison, tmp_path):
    comparison = make_comparison("=né,\n")
    write(comparison, tmp_path)
    numbers = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert numbers == json.loads(json.dumps(comparison.to_dict()))
    assert numbers["schema"] == "pybench/comparison/1"
    assert numbers["table"]["classifiers"] == list(comparison.table.classifiers)
    assert numbers["friedman"]["pvalue"] == comparison.friedman.pvalue


def test_a_file_in_the_way_is_an_environment_problem(tmp_path):
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(EnvironmentProblem, match="cannot make the folder"):
        make_folder(tmp_path / "taken" / "below")
    with pytest.raises(EnvironmentProblem, match="cannot make the folder"):
        make_folder(tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_source_that_is_not_utf8_comes_back(make_comparison, tmp_path):
    # What Python makes of a file name with the byte 0xE9.
    comparison = make_comparison("")
    source = dataclasses.replace(comparison.table, source="caf\udce9.csv")
    write(dataclasses.replace(comparison, table=source), tmp_path)
    numbers = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert numbers["table"]["source"] == "caf\udce9.csv"
    assert "caf\\udce9.csv" in (tmp_path / "index.html").read_text("utf-8")
