"""Flags from evidence: each with its reason, none in silence; one line for all other datasets."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.base.shared import version
from pybench.suite.rules import DECLARED

WHEN = "2026-01-31T12:00:00Z"
EVERY = [
    {"dataset": "*", "flag": flag, "holds": False, "reason": "looked at all", "source": "us"}
    for flag in ("artificial", "grouped", "subset", "binarised")
]


def save(folder, name, classes, columns=3, rows=120, **more):
    rng = np.random.default_rng(sum(map(ord, name)))
    frame = pd.DataFrame(rng.normal(size=(rows, columns)), columns=list("xyzuvw"[:columns]))
    target = rng.integers(0, classes, rows)
    frame = frame.assign(**more, c=[f"k{i}" for i in target])
    frame.to_csv(folder / f"{name}.csv", index=False)
    return frame


@pytest.fixture
def sets(tmp_path):
    """A dataset, its half, its binarised form, a time series and an unrelated one."""
    folder = tmp_path / "sets"
    folder.mkdir()
    whole = save(folder, "whole", 4)
    whole.iloc[:60].to_csv(folder / "half.csv", index=False)
    merged = whole.assign(c=np.where(whole.c.isin(["k0", "k1"]), "P", "N"))
    merged.to_csv(folder / "merged.csv", index=False)
    days = pd.date_range("2020-01-01", periods=120).strftime("%Y-%m-%d")
    save(folder, "diary", 2, columns=4, day=days)
    save(folder, "alone", 2, columns=5)
    return folder


def create(sets, **options):
    options = {"exclude": list(DECLARED), "folds": 3, "created": WHEN, **options}
    return pb.Suite.create("s", sets, target="c", **options)


def test_evidence_decides_and_the_rest_stays_unknown_with_what_was_looked_at(sets):
    about = {"whole": {"url": "https://example.org/whole"}, "alone": {"licence": "CC0"}}
    suite = create(sets, suggest=True, about=about)
    rows = suite.verdicts().set_index(["dataset", "rule"])
    answers = rows["verdict"].unstack()
    unknown = dict.fromkeys(answers.index, "unknown")
    assert answers["grouped"].to_dict() == {**unknown, "diary": "fail"}
    assert answers["subset"].to_dict() == {**unknown, "half": "fail"}
    assert answers["no source"].to_dict() == {**unknown, "whole": "pass"}
    assert answers["binarised"].to_dict() == {
        "whole": "pass", "half": "pass", "merged": "fail", "diary": "unknown", "alone": "unknown",
    }  # fmt: skip
    assert set(answers["artificial"]) == {"unknown"}
    assert suite.task_names == ("alone", "whole")
    note = rows.loc[("whole", "subset"), "note"]
    assert note == (
        "nobody has declared it; 60 of its 120 rows are, with their targets, rows of `half` as well"
    )
    sources = {one.source for one in suite.exclusions}
    assert sources == {f"pybench {version()}"}
    assert all(any(one.reason in note for note in rows["note"]) for one in suite.exclusions)


def test_without_suggest_nothing_is_derived(sets):
    suite = create(sets)
    assert set(suite.verdicts()["verdict"]) == {"unknown"}
    assert suite.exclusions == ()


def test_one_line_decides_for_all_that_nothing_decides(sets):
    about = {name: {"citation": "A paper"} for name in ("whole", "alone")}
    with pytest.raises(SuiteError, match=r"unknown for .*the dataset \"\*\" stands for all"):
        create(sets, suggest=True, about=about).freeze()
    suite = create(sets, suggest=True, about=about, flags=EVERY)
    assert suite.task_names == ("alone", "whole")  # evidence comes before "*"
    assert suite.freeze().status == "active"
    rows = suite.verdicts().set_index(["dataset", "rule"])
    note = rows.loc[("whole", "subset"), "note"]
    assert note.startswith("looked at all (us); 60 of its 120 rows")


def test_a_person_who_names_the_dataset_comes_first(sets):
    mine = {"dataset": "half", "flag": "subset", "reason": "by design", "source": "us"}
    suite = create(sets, suggest=True, flags=[*EVERY, {**mine, "holds": False}])
    assert "half" in suite.task_names
    assert [one.source for one in suite.exclusions if one.dataset == "half"] == [
        "us", f"pybench {version()}",
    ]  # fmt: skip
    every = [{**one, "holds": True} for one in EVERY[:1]]
    named = {**EVERY[0], "dataset": "alone"}
    assert create(sets, exclude="artificial", flags=[*every, named]).task_names == ("alone",)


def test_suggested_flags_go_into_create_as_they_are(sets, tmp_path):
    suite = create(sets, exclude=None)
    found = suite.suggest_flags()
    assert list(found.columns) == ["dataset", "flag", "reason", "source", "holds"]
    again = create(sets, flags=found)
    assert again.task_names == create(sets, suggest=True).task_names
    assert again.exclusions == create(sets, suggest=True).exclusions
    saved = pb.Suite.create("s", sets, target="c", folds=3).save(tmp_path / "s")
    pd.testing.assert_frame_equal(saved.suggest_flags(), found)


def test_qualities_alone_show_sources_and_classes():
    frame = pd.DataFrame(
        {"openml_id": [61, None], "NumberOfClasses": [3.0, 2.0]}, index=["iris", "two"]
    )
    suite = pb.Suite.create("s", frame, exclude=["no source", "binarised"], suggest=True)
    assert suite.verdicts()["verdict"].tolist() == ["pass", "pass", "unknown", "unknown"]


def test_what_cannot_be_read_shows_nothing_here(sets):
    (sets / "broken.csv").write_text("x,c\n1,a\n2\n")
    rows = create(sets, suggest=True).verdicts().set_index(["dataset", "rule"])
    assert rows.loc[("broken", "can be run"), "verdict"] == "fail"
    assert rows.loc[("broken", "subset"), "verdict"] == "unknown"


def test_flags_that_say_neither_yes_nor_no_are_refused(sets):
    with pytest.raises(ArgumentError, match="`holds` must be True or False"):
        create(sets, flags=[{**EVERY[0], "holds": "no"}])
    with pytest.raises(ArgumentError, match="`suggest` must be True or False"):
        create(sets, suggest="yes")
