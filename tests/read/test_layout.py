"""Which column is what: the rules that the golden corpus cannot show for tables in memory."""

from __future__ import annotations

import pandas as pd
import pytest

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.read.layout import Roles
from pybench.read.results import read_results

LONG = pd.DataFrame(
    {"dataset": ["d", "d"], "classifier": ["a", "b"], "score": [1.0, 2.0], "f1": [3.0, 4.0]}
)
WIDE = pd.DataFrame({"dataset": ["d"], "a": [1.0], "b": [2.0]})


def read(frame, **arguments):
    return read_results(frame, higher_is_better=True, **arguments)


def test_a_table_is_long_exactly_if_both_columns_are_there():
    assert read(LONG) == read(WIDE)
    with pytest.raises(ResultsTableError, match=r"column 'classifier': expected (a )?number"):
        read(LONG, layout="wide")
    with pytest.raises(ResultsTableError, match="expected a column `classifier`, found `dataset`"):
        read(WIDE, layout="long")


def test_the_score_is_the_named_column_then_score_then_the_metric():
    assert read(LONG, score="f1").scores.tolist() == [[3.0, 4.0]]
    assert read(LONG, metric="f1").scores.tolist() == [[1.0, 2.0]]
    assert read(LONG.drop(columns="score"), metric="f1").scores.tolist() == [[3.0, 4.0]]
    with pytest.raises(ResultsTableError, match="expected a column `score`, found"):
        read(LONG.drop(columns="score"))


def test_integers_label_resamples():
    frame = pd.DataFrame({"dataset": ["d", "d"], "resample": [10, 9], "a": [1.0, 2.0]})
    assert read(frame, repeats="keep").by_repeat.tolist() == [[[2.0, 1.0]]]
    with pytest.raises(ResultsTableError, match="column 'resample': expected names"):
        read(frame.assign(resample=[0.5, 1.5]), repeats="keep")


def test_a_named_resample_column_must_be_there():
    with pytest.raises(ResultsTableError, match="expected a column `fold`"):
        read(WIDE, resample="fold")
    assert read(WIDE).n_repeats == 1


@pytest.mark.parametrize(
    "names", [{"dataset": "x", "score": "x"}, {"classifier": "resample"}, {"score": "classifier"}]
)
def test_one_column_cannot_have_two_roles(names):
    with pytest.raises(ArgumentError, match="must name different columns"):
        Roles(**names)


@pytest.mark.parametrize("name", [None, 3, b"x"])
def test_a_column_is_named_by_a_text(name):
    with pytest.raises(ArgumentError, match="`dataset` must be the name of a column"):
        Roles(dataset=name)


def test_a_frame_without_rows_has_no_dataset():
    with pytest.raises(ResultsTableError, match="expected at least one dataset, found none"):
        read(WIDE.head(0))


UNUSUAL = pd.DataFrame({"task": ["d", "d"], "algo": ["A", "B"], "accuracy": [1.0, 2.0]})
LEAVE_OUT = "Leave the column out, or if it names the methods, say so: classifier="


def refused_hint(tmp_path, frame, **arguments):
    """Return the hint of the error about a frame, which is that about its file."""
    hints = []
    path = tmp_path / "scores.csv"
    frame.to_csv(path, index=False)
    for source in (frame, path):
        with pytest.raises(ResultsTableError) as refused:
            read(source, **arguments)
        hints.append(refused.value.hint)
    assert len(set(hints)) == 1
    return hints[0]


def test_the_hint_about_a_long_table_names_the_argument_and_the_column(tmp_path):
    assert refused_hint(tmp_path, UNUSUAL) == f'{LEAVE_OUT}"algo".'
    scores = refused_hint(tmp_path, UNUSUAL, classifier="algo")
    assert scores == 'Say which column holds the scores: score="accuracy".'
    assert read(UNUSUAL, classifier="algo", score="accuracy").classifiers == ("A", "B")
    nearly = UNUSUAL.rename(columns={"task": "Dataset"})
    assert refused_hint(tmp_path, nearly, classifier="algo").endswith('dataset="Dataset".')
    # Several candidates, or a wide table: nothing is guessed.
    several = UNUSUAL.assign(seconds=[1.0, 2.0])
    assert refused_hint(tmp_path, several, classifier="algo").endswith('score="NAME".')
    one_text = pd.DataFrame({"dataset": ["d", "e"], "a": ["1", "x"]})
    one_text.to_csv(tmp_path / "one.csv", index=False)
    with pytest.raises(ResultsTableError, match="Write a missing score as"):
        read(tmp_path / "one.csv")
    with pytest.raises(ResultsTableError) as wide:
        read(UNUSUAL, layout="wide")
    assert wide.value.hint == "Convert the column to float64 first."
