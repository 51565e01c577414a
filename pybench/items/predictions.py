"""Predictions in the folder of a run of pybench: an item is a row of a dataset."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pybench.base.document import read_json
from pybench.base.errors import SuiteError, refusal
from pybench.items.arrange import Record
from pybench.read.files import file_bytes
from pybench.suite.running.predictions import decode


def records(folder: Path) -> list[Record]:
    """Return 1 for each correct prediction and 0 for each other, of all finished folds.

    Raises
    ------
    SuiteError
        No predictions, predictions that do not go with their evaluation, or a malformed file.
    """
    rows: list[Record] = []
    for file in sorted((folder / "runs").glob("*/*/predictions-*.csv")):
        evaluation = file.with_name(file.name.replace("predictions", "evaluation"))
        evaluation = evaluation.with_suffix(".json")
        data = file_bytes(str(file))
        try:
            told = read_json(file_bytes(str(evaluation)))
            method, task = str(told["estimator"]), str(told["task"])
            known = told["predictions_sha256"] == hashlib.sha256(data).hexdigest()
        except (ValueError, KeyError, TypeError) as error:
            found = f"another ({error})"
            hint = "Run the fold again: remove the file."
            expected = "the evaluation of a fold"
            place = str(evaluation)
            raise refusal(expected, found, hint, file=place, kind=SuiteError) from error
        if not known:
            hint = "Run the fold again: remove the file."
            expected = "the predictions that were evaluated"
            raise refusal(expected, "others", hint, file=str(file), kind=SuiteError)
        fold = decode(data, str(file))
        right = [said == true for said, true in zip(fold.predicted, fold.correct, strict=True)]
        rows += [
            (task, str(row), method, str(fold.repeat), float(hit))
            for row, hit in zip(fold.rows.tolist(), right, strict=True)
        ]
    if not rows:
        hint = "Give the folder `out` of a run."
        raise refusal("predictions of a run", "none", hint, file=str(folder), kind=SuiteError)
    return rows
