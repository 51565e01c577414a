"""Faults put into datasets are found, each once; sound datasets are left in peace."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.suite.data import load_splits
from pybench.suite.task import Dataset, Procedure, Task

WHEN = "2026-01-31T12:00:00Z"


def noise(seed, rows=60, columns=4):
    return np.random.default_rng(seed).normal(size=(rows, columns))


def save(folder, name, x, c):
    frame = pd.DataFrame(x, columns=[f"{name}{i}" for i in range(np.shape(x)[1])])
    frame.assign(c=list(c)).to_csv(folder / f"{name}.csv", index=False)


def save_series(folder, name, train, test):
    for half, rows in (("TRAIN", train), ("TEST", test)):
        text = "".join(
            "\t".join([str(1 + i % 2), *map(repr, map(float, row))]) + "\n"
            for i, row in enumerate(rows)
        )
        (folder / f"{name}_{half}.tsv").write_text(text)


def found(suite, kind, **options):
    frame = suite.check(**options).findings
    return frame[frame["kind"] == kind]


@pytest.fixture
def folder(tmp_path):
    coin = ["p", "q"] * 30
    save(tmp_path, "sound", noise(0), coin)
    return tmp_path


def create(folder, **options):
    return pb.Suite.create("toy", folder, target="c", folds=5, created=WHEN, **options)


def test_nothing_is_found_in_noise(folder):
    save(folder, "other", noise(1), ["p", "q"] * 30)
    save_series(folder, "Waves", noise(2, 10, 20), noise(3, 10, 20))
    answer = create(folder).check()
    assert len(answer.findings) == 0
    assert "nothing found" in str(answer)


def test_a_dataset_under_another_name_and_in_another_order_is_a_duplicate(folder):
    order = np.random.default_rng(0).permutation(60)
    save(folder, "copy", noise(0)[order], np.array(["p", "q"] * 30)[order])
    rows = create(folder).check().findings
    assert rows[["kind", "dataset", "other"]].values.tolist() == [
        ["duplicate dataset", "copy", "sound"]
    ]


def test_shared_rows_are_counted(folder):
    x = noise(5)
    x[:6] = noise(0)[:6]
    save(folder, "part", x, ["p", "q"] * 30)
    row = found(create(folder), "shared rows").iloc[0]
    assert (row["value"], row["note"]) == (6 / 60, "6 of 60 rows of the first")


def test_twins_across_a_split_leak_and_twins_of_two_classes_contradict(folder):
    x = noise(7)
    x[1] = x[0]  # a twin of another class
    save(folder, "twins", x, ["p", "q"] * 30)
    suite = create(folder)
    torn = found(suite, "contradiction").iloc[0]
    assert (torn["dataset"], torn["value"]) == ("twins", 2 / 60)
    fold = {row: f.fold for f in load_splits(suite, "twins").folds() for row in f.test.tolist()}
    leaks = found(suite, "leakage")["note"].tolist()
    assert leaks == ["2 of 60 test rows, all folds"] * (fold[0] != fold[1])


def test_series_that_are_scaled_copies_are_near_duplicates(folder):
    a, b, c = (noise(seed, 8, 30) for seed in (1, 2, 3))
    save_series(folder, "One", a, b)
    scaled = noise(4, 8, 30)
    scaled[2] = 3.5 * a[5] - 40.0
    save_series(folder, "Two", scaled, c)
    rows = found(create(folder), "near duplicates")
    assert rows[["dataset", "other", "value"]].values.tolist() == [["One", "Two", 1 / 16]]


def test_series_on_both_sides_leak_exactly_or_nearly(folder):
    train, test = noise(1, 8, 30), noise(2, 8, 30)
    test[0], test[1], test[2] = train[3], 2.0 * train[4], 3.0 * train[5] + 1.0
    save_series(folder, "Leak", train, test)
    suite = create(folder)
    assert found(suite, "leakage").iloc[0]["note"] == "1 of 8 test rows, all folds"
    assert found(suite, "near leakage").iloc[0]["note"] == "2 of 8 test series of the first split"


def test_what_is_too_easy_is_named(folder):
    x = noise(9, 200, 3)
    save(folder, "threshold", x, np.where(x[:, 1] > 0.0, "p", "q"))
    kinds = set(create(folder).check().findings.query("dataset == 'threshold'")["kind"])
    assert "one attribute" in kinds
    wide = np.repeat([[0.0, 5.0], [9.0, 50.0]], 50, axis=0) + 0.1 * noise(3, 100, 2)
    save(folder, "apart", wide, np.repeat(["p", "q"], 50))
    kinds = set(create(folder).check().findings.query("dataset == 'apart'")["kind"])
    assert kinds == {"one attribute", "stump", "decision tree"}


def test_what_all_estimators_solve_is_named(folder):
    save(folder, "other", noise(1), ["p", "q"] * 30)
    suite = create(folder)
    scores = np.array([[0.995, 1.0], [0.9, 1.0]])
    for higher in (True, False):
        table = pb.read_results(
            scores if higher else 1 - scores,
            datasets=["sound", "other"], classifiers=["a", "b"], higher_is_better=higher,
        )  # fmt: skip
        rows = found(suite, "solved by all", results=table)
        assert rows["dataset"].tolist() == ["sound"]
        assert rows["value"].iloc[0] == pytest.approx(0.995)
        assert len(found(suite, "solved by all", results=table, solved=0.9)) == 2


@pytest.mark.parametrize(
    ("scores", "settings"),
    [
        ([[0.001, 0.0], [0.4, 0.3]], {"higher_is_better": False, "metric": "nll"}),
        ([[0.001, 0.0], [0.4, 0.3]], {"higher_is_better": False, "metric": "brier"}),
        ([[0.001, 0.0], [4.0, 1.3]], {"higher_is_better": False}),
        ([[-9.0, -8.0], [-4.0, -1.3]], {"higher_is_better": False}),
        ([[99.5, 98.0], [94.0, 91.3]], {"higher_is_better": True, "metric": "percent"}),
    ],
)
def test_scores_that_are_no_shares_are_refused(folder, scores, settings):
    """1 - nll is no score: 0.001 was "solved by all", and so was an error rate of -9."""
    table = pb.read_results(scores, datasets=["a", "b"], classifiers=["x", "y"], **settings)
    with pytest.raises(ArgumentError, match="scores of at most 1, or error rates"):
        create(folder).check(table)


def test_data_that_are_not_here_are_told(folder):
    away = Task("away", Dataset("away", "openml", "none"), "", Procedure("holdout", 1, 1, True, 0),
                None, "")  # fmt: skip
    from dataclasses import replace

    suite = create(folder)
    answer = replace(suite, tasks=(*suite.tasks, away)).check()
    assert answer.skipped == ("away",)
    assert "their data are not available: away" in str(answer)


def test_levels_out_of_range_are_refused(folder):
    suite = create(folder)
    for options in ({"solved": 1.1}, {"near": 0.0}):
        with pytest.raises(ArgumentError):
            suite.check(**options)


def test_what_is_known_of_real_archives(shared):
    """UCR: two that one value solves, one whose test set has a series of its training set."""
    names = ("GunPointOldVersusYoung", "InsectEPGSmallTrain", "MedicalImages", "BME")
    files = {name: shared / "data" / "ucr" / f"{name}.parquet" for name in names}
    answer = pb.Suite.create("UCR", files, kind="series", created=WHEN).check()
    told = {(row.kind, row.dataset): row.note for row in answer.findings.itertuples()}
    assert told == {
        ("one attribute", "GunPointOldVersusYoung"): "by x65",
        ("one attribute", "InsectEPGSmallTrain"): "by x1",
        ("decision tree", "InsectEPGSmallTrain"): "",
        ("leakage", "InsectEPGSmallTrain"): "15 of 249 test rows, all folds",
        ("leakage", "MedicalImages"): "1 of 760 test rows, all folds",
    }


def test_results_of_other_tasks_are_not_told_of_these(folder):
    suite = create(folder)
    scores = np.full((2, 2), 0.999)
    own, other = suite.task_names[0], "elsewhere"
    table = pb.read_results(
        scores, datasets=[own, other], classifiers=["x", "y"], higher_is_better=True
    )
    assert found(suite, "solved by all", results=table)["dataset"].tolist() == [own]
    table = pb.read_results(
        scores, datasets=["a", other], classifiers=["x", "y"], higher_is_better=True
    )
    with pytest.raises(ArgumentError, match=r"tasks of the suite: .* not results on `a`, `else"):
        suite.check(table)
