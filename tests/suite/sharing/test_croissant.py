"""Croissant metadata: valid by the library of MLCommons, with the rows that the suite has."""

from __future__ import annotations

import hashlib
import json

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.cli.main import main
from pybench.suite.data import load_table
from pybench.suite.sharing.croissant import CONFORMS_TO

WHEN = "2026-01-31T12:00:00Z"


@pytest.fixture
def saved(folder, tmp_path):
    """Two CSV files, one with an odd name, ARFF, series, and a dataset without files."""
    (folder / "words.csv").write_text('a word,"x, y/z",class\n' + "so,1.5,p\nno,2,q\n" * 10)
    about = {
        "plain": {"licence": "CC BY 4.0", "citation": "Ann (2020)", "tags": ["tiny"]},
        "words": {"licence": "CC0", "url": "https://example.org/words"},
    }
    return pb.Suite.create(
        "Toy <é>", folder, target="class", folds=2, created=WHEN, about=about,
        description="For tests",
    ).save(tmp_path / "toy")  # fmt: skip


def read(path):
    return json.loads(path.read_text("utf-8"))


def test_files_hashes_and_addresses_are_those_of_the_suite(saved):
    path = saved.write_croissant()
    assert path == saved.folder / "croissant.json"
    found = read(path)
    listed = {file["contentUrl"]: file["sha256"] for file in found["distribution"]}
    assert listed == {
        file: hashlib.sha256((saved.folder / file).read_bytes()).hexdigest()
        for file in ["suite.json", *(one.path for one in saved.files())]
    }
    assert (found["conformsTo"], found["name"]) == (CONFORMS_TO, "Toy <é>")
    assert (found["version"], found["dateCreated"], found["datePublished"]) == ("1.0.0", WHEN, WHEN)
    assert found["license"] == ["CC BY 4.0", "CC0"]
    assert found["citeAs"] == "Ann (2020)"
    assert found["keywords"] == ["benchmark suite", "tiny"]
    assert found["description"] == (
        "For tests. A benchmark suite of pybench: 5 tasks on 5 datasets, with fixed splits."
    )
    assert "creator" not in found
    assert path.read_bytes() == saved.write_croissant().read_bytes()


def test_addresses_are_relative_to_the_file_or_on_the_web(saved, tmp_path):
    elsewhere = saved.write_croissant(tmp_path / "pages" / "toy.json", creator=["Ann", "Bo"])
    found = read(elsewhere)
    for file in found["distribution"]:
        data = (elsewhere.parent / file["contentUrl"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == file["sha256"]
    assert [one["name"] for one in found["creator"]] == ["Ann", "Bo"]
    web = read(saved.write_croissant(url="https://example.org/toy/", published="2026-02-01"))
    assert web["distribution"][0]["contentUrl"] == "https://example.org/toy/suite.json"
    assert (web["url"], web["datePublished"]) == ("https://example.org/toy/", "2026-02-01")


def test_data_that_are_not_here_are_named(saved, tmp_path):
    next(saved.folder.glob("data/plain.csv")).unlink()
    found = read(pb.Suite.load(saved.folder).write_croissant())
    assert found["description"].endswith("The data are not among these files for: `plain`.")
    assert "data/plain.csv" not in {file["contentUrl"] for file in found["distribution"]}
    assert "plain" not in {one["name"] for one in found["recordSet"]}
    bundled = pb.Suite.create("b", ["iris"], folds=2).save(tmp_path / "b")
    assert "`iris`" in read(bundled.write_croissant())["description"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"published": "yesterday"}, "`published` must be a date"),
        ({"creator": [3]}, "creator"),
        ({"file": 3}, "file"),
    ],
)
def test_what_is_refused(saved, arguments, said):
    with pytest.raises(ArgumentError, match=said):
        saved.write_croissant(**arguments)
    with pytest.raises(ArgumentError, match="must be saved"):
        pb.Suite.create("b", ["iris"], folds=2).write_croissant()


def test_the_command_writes_it(saved, capsys):
    assert main(["suite", "croissant", str(saved.folder), "--creator", "Ann", "--json"]) == 0
    [file] = json.loads(capsys.readouterr().out)["files"]
    assert read(saved.folder / "croissant.json")["creator"][0]["name"] == "Ann"
    assert file == str(saved.folder / "croissant.json")


# Against the library of MLCommons.


@pytest.fixture
def library():
    return pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")


@pytest.mark.filterwarnings("ignore")  # of its dependencies
def test_the_library_of_mlcommons_finds_nothing_wrong(library, saved):
    dataset = library.Dataset(str(saved.write_croissant(creator="Ann")))
    issues = dataset.metadata.ctx.issues
    assert (list(issues.errors), list(issues.warnings)) == ([], [])
    assert {one.name for one in dataset.metadata.record_sets} == {
        "plain", "words", "old", "odd names é",
        *(f"Splits of {name}" for name in saved.task_names),
    }  # fmt: skip


@pytest.mark.filterwarnings("ignore")
def test_it_refuses_what_is_wrong(library, saved):
    """So that the test above can fail."""
    path = saved.write_croissant()
    found = read(path)
    del found["distribution"][1]["sha256"]
    path.write_text(json.dumps(found))
    with pytest.raises(library.ValidationError, match="sha256"):
        library.Dataset(str(path))


@pytest.mark.filterwarnings("ignore")
def test_it_loads_the_rows_that_the_suite_has(library, saved):
    dataset = library.Dataset(str(saved.write_croissant(creator="Ann")))
    for name, columns in (("plain", 2), ("words", 3), ("odd names é", 2)):
        [rows] = [one for one in dataset.metadata.record_sets if one.name == name]
        records = list(dataset.records(rows.id))
        table = load_table(saved, saved.task(name).dataset)
        assert len(records) == table.n_rows
        theirs = [[_plain(value) for value in record.values()] for record in records]
        ours = [list(row) for row in zip(*(one.values for one in table.variables), strict=True)]
        assert (theirs, len(ours[0])) == (ours, columns)
    [folds] = [one for one in dataset.metadata.record_sets if one.name == "Splits of plain"]
    text = (saved.folder / "splits" / "plain.csv").read_text().splitlines()[1:]
    theirs = [",".join(map(str, map(_plain, one.values()))) for one in dataset.records(folds.id)]
    assert theirs == text


def _plain(value):
    return value.decode() if isinstance(value, bytes) else value
