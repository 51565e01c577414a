"""What cannot be a task is a verdict on it, not the end of the others."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import DatasetError

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


def test_a_procedure_that_suits_no_dataset():
    with pytest.raises(DatasetError, match="a train and a test split, found none"):
        pb.Suite.create("toy", ["iris"], procedure="resamples")


def test_of_many_columns_twenty_are_named(tmp_path):
    names = [f"x{i}" for i in range(25)]
    (tmp_path / "wide.csv").write_text(",".join(names) + "\n" + ",".join("1" * 25) + "\n")
    with pytest.raises(DatasetError) as caught:
        pb.Suite.create("toy", {"wide": tmp_path / "wide.csv"}, target="class")
    assert "`x19`" in str(caught.value)
    assert "x20" not in str(caught.value)
