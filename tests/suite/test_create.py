"""Making a suite: the same input, the same bytes; wrong arguments are refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
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
        (
            {"target": "class", "about": {"z": {}}},
            ArgumentError,
            "datasets that the source does not have: `z`",
        ),
        ({"target": "class", "about": {"old": {"colour": "red"}}}, ArgumentError, "colour"),
        ({"target": "class", "keep": ["z"]}, ArgumentError, "does not have: `z`"),
        ({"target": "class", "alias": "a b"}, ArgumentError, "alias"),
        ({"target": "class", "created": "now"}, ArgumentError, "created"),
    ],
)
def test_wrong_arguments_are_refused(folder, options, error, expected):
    with pytest.raises(error, match=expected):
        pb.Suite.create("toy", folder, **options)


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


def test_a_selection_or_a_landscape_chooses(pool):
    rng = np.random.default_rng(0)
    names = ["good", "rare", "single", "small", "thin", "xor"]
    place = pd.DataFrame(rng.normal(size=(6, 3)), index=names)
    chosen = pb.select(place, 2, seed=1)
    suite = pb.Suite.create("d", pool, target="c", keep=chosen, created=WHEN)
    assert set(suite.task_names) == set(chosen.names)
    out = suite.verdicts().set_index("dataset")
    assert (out.rule == "chosen").all()
    assert out.threshold.iloc[0] == "chosen by farthest-first/cosine, 2 of 6 datasets"
    covered = pb.coverage(np.repeat(names, 4), np.repeat([0, 1, 0, 1, 0, 1], 4))
    stand = covered.representatives(90)
    suite = pb.Suite.create("d", pool, target="c", keep=stand, created=WHEN)
    assert set(suite.task_names) == {name for region in stand.members for name in region}
