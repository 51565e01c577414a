"""A study as files: read as results if it fits the suite, refused whole if not."""

from __future__ import annotations

import pytest

from pybench.base.errors import ArgumentError, InputError, SuiteError

BAD = [
    ("runs/1/predictions.arff", "\n0,0,0,2,", "\n0,0,0,3,", "rows of the test part"),
    ("runs/1/predictions.arff", "\n0,0,0,2,0,0,", "\n0,0,0,2,0,1,", "classes of the data"),
    ("runs/1/predictions.arff", "\n0,2,0,", "\n0,3,0,", "6 folds"),
    ("runs/1/predictions.arff", "@attribute correct", "@attribute wrong", "no `correct`"),
    ("runs/1/predictions.arff", "\n0,0,0,2,0,0,1.0", "\n0,0,0,2,0,0,1.5", r"in \[0, 1\]"),
    ("runs/1/predictions.arff", "\n0,0,0,2,0,0,1.0", "\n0,0,0,2,0,0,0.3", "whose sum is 1"),
    ("runs/1/predictions.arff", "\n0,0,0,2,0,0,1.0", "\n0,0,0,2,0,0,?", r"in \[0, 1\]"),
    ("runs/1/predictions.arff", "\n0,0,0,2,", "\n0,0,0,2.5,", "whole numbers from 0"),
    ("runs/1/predictions.arff", "\n0,0,0,2,0,0,", "\n0,0,0,2,?,0,", "a class in every row"),
    ("runs/1/description.xml", "run_id>1<", "run_id>7<", "run 1"),
    ("runs/1/description.xml", "task_id>1<", "task_id>9<", "runs on tasks of the suite"),
    ("runs/2/description.xml", '"ridge\'s"', '"Bayes"', "each estimator once per task"),
    ("studies/2/study.xml", "run_id>4<", "run_id>44<", "44"),
    ("studies/2/study.xml", "main_entity_type>run<", "main_entity_type>task<", "study of runs"),
]


@pytest.mark.parametrize(("path", "old", "new", "why"), BAD)
def test_files_that_do_not_fit(ran, copy, tmp_path, path, old, new, why):
    file = copy / "openml" / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(InputError, match=why):
        ran[0].read_openml_runs(copy / "openml", tmp_path / "back")
    assert not (tmp_path / "back").exists()


def test_a_folder_that_holds_results_is_kept(ran):
    suite, folder = ran
    with pytest.raises(ArgumentError, match="holds results already"):
        suite.read_openml_runs(folder / "openml", folder / "runs")


def test_which_study(ran, copy, tmp_path):
    suite, _ = ran
    suite.write_openml(tmp_path / "twice", runs=[copy / "runs", copy / "runs"])
    with pytest.raises(SuiteError, match="one study of runs"):
        suite.read_openml_runs(tmp_path / "twice", tmp_path / "back")
    assert suite.read_openml_runs(tmp_path / "twice", tmp_path / "back", study=3)
