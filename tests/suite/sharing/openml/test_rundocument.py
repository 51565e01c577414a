"""Descriptions of runs, a recorded one among them, and predictions of other clients."""

from __future__ import annotations

import pytest

from pybench.base.errors import InputError, SuiteError
from pybench.suite.sharing.openml.rundocument import RunDocument, predictions_arff, read_predictions

HEAD = (
    "@relation p\n@attribute row_id numeric\n@attribute fold numeric\n@attribute repeat numeric\n"
)
CLASSES = "@attribute prediction {a,b}\n@attribute truth {a,b}\n"


def test_the_recorded_run_round_trips(recorded):
    path = recorded / "runs" / "1" / "description.xml"
    run = RunDocument.read(path.read_bytes(), str(path))
    assert (run.id, run.task_id, run.flow_id, run.setup_id, run.data_id) == (100, 28, 67, 12, 28)
    assert [one.name for one in run.files] == ["description", "predictions"]
    assert dict(one[:2] for one in run.settings)["S"] == "BAYES"
    whole = {e.name: e.value for e in run.evaluations if e.fold is None}
    assert whole["predictive_accuracy"] == "0.922242"
    folds = [e for e in run.evaluations if e.name == "area_under_roc_curve" and e.fold is not None]
    assert len(folds) == 10
    assert RunDocument.read(run.to_xml()) == run


def test_predictions_of_another_client():
    """Weka's columns: another order, truth instead of correct, no sample."""
    data = HEAD + CLASSES + "@data\n3,1,0,a,b\n1,0,0,b,b\n2,1,0,a,a\n"
    first, second = read_predictions(data.encode())
    assert (first.repeat, first.fold, first.rows.tolist()) == (0, 0, [1])
    assert (second.fold, second.rows.tolist()) == (1, [3, 2])
    assert (second.predicted, second.correct) == (("a", "a"), ("b", "a"))
    assert second.confidences is None


def test_without_confidences_what_was_said_has_one():
    (part,) = read_predictions((HEAD + CLASSES + "@data\n1,0,0,b,a\n").encode())
    text = "".join(predictions_arff([part], ["a", "b", "never seen"], "p"))
    assert "@attribute 'confidence.never seen' numeric" in text
    assert text.endswith("0,0,0,1,b,a,0.0,1.0,0.0\n")


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        (HEAD + "@data\n1,0,0\n", SuiteError, "no `prediction`"),
        (HEAD + CLASSES + "@data\n-1,0,0,a,a\n", SuiteError, "whole numbers from 0 in `row_id`"),
        (HEAD + CLASSES + "@data\n1,?,0,a,a\n", SuiteError, "whole numbers from 0 in `fold`"),
        (HEAD + CLASSES + "@data\n1,0,0,a\n", InputError, "expected"),
        (
            HEAD + CLASSES + "@attribute confidence.a {x,y}\n@data\n1,0,0,a,a,x\n",
            SuiteError,
            "numbers in `confidence.a`",
        ),
        ("row_id,fold\n1,0\n", InputError, "expected"),
    ],
)
def test_what_are_no_predictions(text, kind, why):
    with pytest.raises(kind, match=why):
        read_predictions(text.encode(), "p.arff")


def test_a_fold_that_is_no_number(recorded):
    path = recorded / "runs" / "1" / "description.xml"
    text = path.read_text().replace('repeat="0" fold="1"', 'repeat="0" fold="x"', 1)
    with pytest.raises(SuiteError, match="whole numbers of repeat and fold"):
        RunDocument.read(text.encode())
