"""Published results -> a folder that the store reads, marked as of unknown origin.

Two forms: folders of tsml-eval (CLASSIFIER/Predictions/DATASET/testResample0.csv) with predictions,
and tables of scores as `read_results` reads them.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, SuiteError, refusal
from pybench.base.path import to_read, to_write
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.read.results import read_results
from pybench.store import atomic
from pybench.suite.filenames import clash, file_stem
from pybench.suite.running.folder import (
    evaluation_bytes,
    evaluation_name,
    place_of,
    predictions_name,
)
from pybench.suite.running.jobs import Job, evaluation
from pybench.suite.running.lines import line
from pybench.suite.running.measures import evaluate
from pybench.suite.running.predictions import Predictions, encode
from pybench.suite.running.tasktypes import EVERY, TOLERANCE
from pybench.table import ResultsTable

SCHEMA = "pybench/published/1"
_KEYS = ("estimator", "task", "repeat", "fold", "status", "n_train", "n_test")
_RESAMPLE = re.compile(r"testResample(\d+)\.csv")


def import_published(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    origin: str,
    measure: str = "accuracy",
) -> list[str]:
    r"""Import published results as runs of unknown origin.

    Parameters
    ----------
    source : path
        A folder with tsml-eval's results of one or several classifiers, or a file with a table of
        scores (wide or long, .csv, .tsv, .parquet, ...).
    out : path
        A new folder, which `suite_results` reads. `run` cannot resume it.
    origin : str
        Where the results come from, such as an address or a paper. The origin is stored with the
        results.
    measure : str
        The measure of the scores, if ``source`` is a table. Results of tsml-eval are predictions,
        from which all measures are computed.

    Returns
    -------
    list of str
        Names of the estimators.

    Raises
    ------
    ArgumentError
        A measure that does not exist, a folder that is not new.
    SuiteError, ResultsTableError
        Results that cannot be read: file and line are named.

    Examples
    --------
    >>> from pathlib import Path
    >>> _ = Path("scores.csv").write_text("dataset,a,b\niris,0.9,0.8\n")
    >>> import_published("scores.csv", "theirs", origin="an example")
    ['a', 'b']
    """
    check.choice("measure", measure, tuple(EVERY))
    check.text("origin", origin)
    folder, path = to_write("out", out), to_read("source", source)
    if (folder / "run.json").exists():
        raise ArgumentError(
            f"the folder {folder} holds results already",
            expected="a new folder",
            found="run.json",
            hint="Give another folder as `out`.",
        )
    with atomic.making_folder(folder) as made:
        if path.is_dir():
            names = _from_tsml(path, made)
        else:
            better = EVERY[measure]
            table = read_results(
                path, higher_is_better=better, metric=measure, missing="keep", repeats="keep"
            )
            names = list(table.classifiers)
            _write_scores(table, made, measure)
        about = {
            "schema": SCHEMA,
            "suite": None,
            "source": origin,
            "from": os.fspath(path),
            "estimators": {name: {"folder": file_stem(name), "versions": {}} for name in names},
        }
        atomic.write_text(made / "run.json", json.dumps(about, indent=1, sort_keys=True) + "\n")
    return names


def _write_scores(table: ResultsTable, folder: Path, measure: str) -> None:
    cells = table.scores[:, :, None] if table.by_repeat is None else table.by_repeat
    lines = [line([*_KEYS, measure])]
    for (i, j, repeat), score in np.ndenumerate(cells):
        if score == score:
            head = [table.classifiers[j], table.datasets[i], repeat, 0, "published", None, None]
            lines.append(line([*head, float(score)]))
    atomic.write_text(folder / "evaluations.csv", "".join(lines))


def _from_tsml(source: Path, folder: Path) -> list[str]:
    read: dict[Job, Path] = {}
    for name, dataset, resample, path in _tsml_files(source):
        job = Job(name, dataset, resample, 0)
        if job in read:
            raise refusal(
                f"results of {job} only once, as in {read[job]}",
                "the same results again",
                "Import only one of the two folders, or rename the classifiers of one of them.",
                file=str(path),
                kind=SuiteError,
            )
        read[job] = path
        one = read_tsml(file_bytes(str(path)), str(path), resample)
        place = folder.joinpath(*place_of(job))
        place.mkdir(parents=True, exist_ok=True)
        data = encode(one)
        atomic.write_bytes(place / predictions_name(job), data)
        codes = {label: code for code, label in enumerate(one.classes)}
        truth, said = (np.array([codes[x] for x in side]) for side in (one.correct, one.predicted))
        measures = evaluate(truth, said, one.confidences, len(one.classes))
        sha256 = hashlib.sha256(data).hexdigest()
        found = evaluation(job, -1, "published", (0, len(truth)), measures, sha256)
        found |= {"seed": None, "n_train": None}
        atomic.write_bytes(place / evaluation_name(job), evaluation_bytes(found))
    names = list(dict.fromkeys(job.estimator for job in read))
    if not names:
        hint = "Give a folder with CLASSIFIER/Predictions/DATASET/testResample0.csv."
        raise refusal("results of tsml-eval", "none", hint, file=str(source), kind=SuiteError)
    if pair := clash(names):
        hint = "Rename one of the folders."
        both = " and ".join(map(shown, pair))
        raise refusal(
            "names that make different file names", both, hint, file=str(source), kind=SuiteError
        )
    return names


def _tsml_files(source: Path) -> Iterator[tuple[str, str, int, Path]]:
    for path in sorted(source.rglob("testResample*.csv")):
        found = _RESAMPLE.fullmatch(path.name)
        if found and path.parent.parent.name == "Predictions":
            yield path.parents[2].name, path.parent.name, int(found[1]), path


def read_tsml(data: bytes, file: str | None = None, resample: int = 0) -> Predictions:
    """Read a file of tsml-eval: three header lines, then one line per test case.

    A case is the true class, the predicted class, an empty field and the probability of each class,
    in the order of the classes 0, 1, ...; further fields (times, notes) are ignored.

    Raises
    ------
    SuiteError
        If it does not have this form.
    """
    try:
        lines = list(csv.reader(io.StringIO(data.decode(), newline="")))
        n_classes = int(lines[2][5])
        cases = [case for case in lines[3:] if case]
        truth, said = ([_code(case[place], n_classes) for case in cases] for place in (0, 1))
        shares = np.array([[float(x) for x in case[3 : 3 + n_classes]] for case in cases])
        if not cases or shares.shape != (len(cases), n_classes):
            raise ValueError("cases without a probability of each class")
        sums = abs(shares.sum(axis=1) - 1.0) <= 1000 * TOLERANCE
        if not ((shares >= 0).all() and sums.all()):  # NaN fails both
            raise ValueError("probabilities that do not sum to 1")
    except (ValueError, IndexError) as error:
        raise _refused(str(error), file) from error
    classes = tuple(sorted(map(str, range(n_classes))))
    order = [int(name) for name in classes]
    rows = np.arange(len(cases))
    texts = tuple(map(str, said)), tuple(map(str, truth))
    return Predictions(resample, 0, rows, *texts, classes, shares[:, order])


def _code(text: str, n_classes: int) -> int:
    value = float(text)
    if value % 1 or not 0 <= value < n_classes:
        raise ValueError(f"the class {text} of {n_classes}")
    return int(value)


def _refused(found: str, file: str | None) -> InputError:
    expected = "three lines of head and a line a case: true class, predicted class, probabilities"
    hint = "Take the files as tsml-eval wrote them."
    return refusal(expected, found, hint, file=file, kind=SuiteError)
