"""Making a suite: the same input, the same bytes; wrong arguments are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, DatasetError

ARFF = "@relation t\n@attribute n numeric\n@attribute c {p,q}\n@data\n"

WHEN = "2026-01-31T12:00:00Z"


@pytest.mark.parametrize(
    ("options", "error", "expected"),
    [
        ({}, ArgumentError, "`target` must name the column to predict"),
        ({"target": "z"}, DatasetError, "expected a column `z`"),
        ({"target": "class", "folds": 1}, ArgumentError, "folds"),
        ({"target": "class", "procedure": "loo"}, ArgumentError, "procedure"),
        ({"target": "class", "about": {"z": {}}}, ArgumentError, "no dataset of the source: `z`"),
        ({"target": "class", "about": {"old": {"colour": "red"}}}, ArgumentError, "colour"),
        ({"target": "class", "keep": ["z"]}, ArgumentError, "does not have: `z`"),
        ({"target": "class", "alias": "a b"}, ArgumentError, "alias"),
        ({"target": "class", "created": "now"}, ArgumentError, "created"),
    ],
)
def test_wrong_arguments_are_refused(folder, options, error, expected):
    with pytest.raises(error, match=expected):
        pb.Suite.create("toy", folder, **options)


def test_a_procedure_that_suits_no_dataset():
    with pytest.raises(DatasetError, match="a train and a test split, found none"):
        pb.Suite.create("toy", ["iris"], procedure="resamples")


def test_the_same_folder_gives_the_same_bytes(folder, suite):
    twin = pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN)
    assert twin.text() == suite.text()


def test_a_dataset_that_cannot_be_run_is_a_verdict_not_the_end(folder, suite, tmp_path):
    (folder / "gaps.csv").write_text("x,class\n" + "1,a\n2,\n3,b\n" * 9)
    (folder / "none.csv").write_text("x,class\n" + "1,\n2,\n3,\n" * 9)
    (folder / "one.csv").write_text("x,class\n" + "1,a\n2,a\n" * 9)
    (folder / "few.csv").write_text("x,class\n1,a\n2,b\n")
    (folder / "never.arff").write_text(ARFF.replace("c {", "class {") + "1,?\n2,?\n")
    options = {"constraints": {"NumberOfInstances": (1, None)}, "exclude": "cc18"}
    made = pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN, **options)
    assert set(made.task_names) < set(suite.task_names)
    verdicts = made.verdicts()
    found = verdicts[verdicts.rule == "can be run"].set_index("dataset")
    assert found.value.to_dict() == {
        "few": "2 rows for 3 folds",
        "gaps": found.value["gaps"],
        "never": "none in rows 0, 1 (from 0)",
        "none": found.value["none"],
        "one": "1 class",
    }
    assert found.value["gaps"].startswith("none in rows 1, 4, 7, 10")
    assert set(found.verdict) == {"fail"}
    counts = verdicts.groupby("dataset").size()
    assert counts["gaps"] == counts["plain"] + 1
    assert made.qualities["never"]["NumberOfClasses"] == 0.0
    assert pb.Suite.load(made.save(tmp_path / "s").folder).hash == made.hash
    with pytest.raises(DatasetError, match="two classes or more, found 1 class"):
        pb.Suite.create("toy", {"one": folder / "one.csv"}, target="class")


SPOILT = {
    "blank": ("", "an empty file", None),
    "headed": ("x,class\n", None, None),
    "lonely": ("x,class\n1,a\n", "1 class", "two classes or more"),
    "same": ("x,class\n" + "1,a\n2,a\n" * 9, "1 class", "two classes or more"),
    "void": ("x,class\n1,\n2,\n", "none in rows 0, 1 (from 0)", "a class for every row"),
    "other": ("x,kind\n" + "1,a\n2,b\n" * 9, "`x`, `kind`", "a column `class`"),
    "ragged": ("x,class\n1,a\n2,b,c\n", None, None),
    "two": ("x,class\n1,a\n2,b\n", None, None),
}


@pytest.mark.parametrize("procedure", ["auto", "crossvalidation", "holdout", "resamples"])
def test_a_spoilt_file_is_a_verdict_in_every_procedure(tmp_path, procedure):
    """Whatever is wrong with some files of a folder, the others become a suite."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name, (text, *_) in SPOILT.items():
        (folder / f"{name}.csv").write_text(text)
    rows = "".join(f"{i},{'ab'[i % 2]}\n" for i in range(30))
    (folder / "sound.csv").write_text("x,class\n" + rows)
    half = "@problemName p\n@univariate true\n@equalLength true\n@seriesLength 2\n"
    half += "@classLabel true a b\n@data\n"
    series = "".join(f"{i}.0,{i % 3}.5:{'ab'[i % 2]}\n" for i in range(12))
    for name, texts in {"GoodOne": (series, series), "NoCases": ("", "")}.items():
        for split, text in zip(("TRAIN", "TEST"), texts, strict=True):
            (folder / f"{name}_{split}.ts").write_text(half + text)
    options = {"procedure": procedure, "folds": 3, "share": 0.3, "exclude": "cc18"}
    made = pb.Suite.create("toy", folder, target="class", constraints="cc18", **options)
    verdicts = made.verdicts()
    found = verdicts[verdicts.rule == "can be run"].set_index("dataset")
    assert set(found.verdict) == {"fail"}
    spoilt = {*SPOILT, "NoCases"} | ({"sound"} if procedure == "resamples" else set())
    assert set(found.index) == spoilt
    for name, (_, value, threshold) in SPOILT.items():
        assert value in (None, found.value[name]) or value in found.value[name], name
        assert threshold in (None, found.threshold[name]), name
    assert not found.value.astype(str).str.contains(str(tmp_path)).any()
    assert found.notna().all().all()
    loose = pb.Suite.create("toy", folder, target="class", **{**options, "exclude": ()})
    good = {"GoodOne"} if procedure == "resamples" else {"GoodOne", "sound"}
    assert set(loose.task_names) == good
    assert pb.Suite.load(loose.save(tmp_path / "s").folder).hash == loose.hash


def test_holding_out_nothing_is_a_verdict(tmp_path):
    (tmp_path / "few.csv").write_text("x,class\n1,a\n2,b\n3,a\n")
    (tmp_path / "many.csv").write_text("x,class\n" + "1,a\n2,b\n" * 9)
    made = pb.Suite.create("toy", tmp_path, target="class", procedure="holdout", share=0.2)
    assert made.task_names == ("many",)
    (one,) = [one for one in made.candidates if one.rule == "can be run"]
    assert (one.value, one.threshold) == ("0 of 3 rows to test on", "rows to train and to test on")
    with pytest.raises(DatasetError, match="rows to train and to test on, found 0 of 3"):
        pb.Suite.create(
            "toy", {"few": tmp_path / "few.csv"}, target="class", procedure="holdout", share=0.2
        )


def test_what_verdicts_rest_on_is_kept(folder, tmp_path):
    options = {"exclude": ["one attribute", "sparse"], "classes": "declared", "seed": 5}
    made = pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN, **options)
    loaded = pb.Suite.load(made.save(tmp_path / "s").folder)
    assert loaded.screening == {
        "exclude": ["one attribute", "sparse"], "classes": "declared", "seed": 5,
    }  # fmt: skip
    other = pb.Suite.create(
        "toy", folder, target="class", folds=3, created=WHEN, **{**options, "seed": 6}
    )
    assert other.hash != made.hash


def test_provenance_says_from_what_and_how_not_on_which_machine(folder, suite, tmp_path):
    version = suite.provenance["pybench"]
    assert suite.provenance == {"pybench": version, "source": "folder"}
    text = pb.Suite.create("toy", str(folder), target="class", folds=3, created=WHEN)
    assert text.hash == suite.hash
    made = pb.Suite.create("part", suite, keep=["plain"], created=WHEN)
    assert made.provenance == {
        "pybench": version,
        "source": "suite",
        "parent": f"toy, version 1, {suite.hash}",
        "selection": "named",
    }
    bundled = pb.Suite.create("flowers", ["iris"], created=WHEN)
    assert bundled.provenance["source"] == "datasets of packages"


def test_a_manifest_without_screening_has_the_hash_that_it_had(suite):
    plain = replace(suite, screening={}).to_dict()
    assert "screening" not in plain
