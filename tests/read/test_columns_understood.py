"""Other names of columns, and several columns that make a resample."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.read import results
from pybench.read.layout import Roles
from pybench.read.results import read_results


@pytest.mark.parametrize("dataset", ["dataset", "task"])
@pytest.mark.parametrize("method", ["classifier", "method", "model", "estimator", "framework"])
def test_synonyms_of_columns(dataset, method):
    frame = pd.DataFrame({dataset: ["d", "d"], method: ["A", "B"], "score": [1, 2]})
    t = read_results(frame, higher_is_better=True)
    assert (t.datasets, t.classifiers) == (("d",), ("A", "B"))


def test_a_method_called_model_stays_a_method(tmp_path):
    frame = pd.DataFrame({"dataset": ["d", "e"], "model": [0.1, 0.3], "score": [0.2, 0.4]})
    for source in (frame, tmp_path / "t.csv"):
        frame.to_csv(tmp_path / "t.csv", index=False)
        assert read_results(source, higher_is_better=True).classifiers == ("model", "score")


def test_two_synonyms_are_not_chosen_between():
    frame = pd.DataFrame({"dataset": ["d"], "model": ["A"], "framework": ["F"], "score": [1]})
    with pytest.raises(ResultsTableError):
        read_results(frame, higher_is_better=True)


def test_several_columns_make_a_resample():
    rows = [
        {"dataset": "d", "method": m, "score": 100 * r + f, "repeat": r, "fold": f}
        for f in (10, 9) for r in (1, 0) for m in "AB"
    ]  # fmt: skip
    t = read_results(
        pd.DataFrame(rows), higher_is_better=True, resample=("repeat", "fold"), repeats="keep"
    )
    assert t.by_repeat[0, 0].tolist() == [9, 10, 109, 110]
    with pytest.raises(ResultsTableError, match="resample `0, 9` on rows"):
        read_results(
            pd.DataFrame([*rows, rows[-1]]), higher_is_better=True, resample=("repeat", "fold"),
            repeats="keep",
        )  # fmt: skip
    with pytest.raises(ArgumentError, match="must name different columns"):
        read_results(pd.DataFrame(rows), higher_is_better=True, resample=("fold", "fold"))
    with pytest.raises(ArgumentError, match="`resample` must be the name of a column"):
        read_results(pd.DataFrame(rows), higher_is_better=True, resample=("fold", 3))


def test_large_files_with_synonyms_are_read_fast_and_the_same(tmp_path, monkeypatch):
    rows = "".join(f"d{i},m{j},{i + j}\n" for i in range(50) for j in range(4))
    path = tmp_path / "t.csv"
    path.write_text("task,framework,score\n" + rows)
    slow = read_results(path, higher_is_better=True)
    monkeypatch.setattr("pybench.read.plain.SMALLEST", 0)
    fast = read_results(path, higher_is_better=True)
    assert results.plain_grid(str(path), None, "auto", Roles(), None) is not None
    assert np.array_equal(fast.scores, slow.scores)
    assert (fast.datasets, fast.classifiers) == (slow.datasets, slow.classifiers)
