"""A stored run -> tables of results by any measures, computed from its predictions."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import SuiteError, refusal
from pybench.base.path import to_read
from pybench.read.files import file_bytes
from pybench.suite.manifest import Manifest
from pybench.suite.running.jobs import Contender
from pybench.suite.running.plan import RunPlan, read_plan
from pybench.suite.running.scoring import several
from pybench.suite.running.tables import table_of
from pybench.suite.store.tables import SUITE, ResultsFolder

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def run_tables(
    folder: str | os.PathLike[str],
    measures: Any,
    *,
    estimators: Iterable[str] | None = None,
    missing: str = "error",
) -> dict[str, ResultsTable]:
    """Return tables of results by several measures from one stored run; nothing is fitted again.

    Parameters
    ----------
    folder : path
        A folder that `run` wrote.
    measures : str, function, mapping, or iterable of them
        Measures of pybench, scorers of scikit-learn and functions of your own, as in `run`.
    estimators : iterable of str, optional
        The columns. By default all estimators of the folder, sorted by name.
    missing : {"error", "keep"}
        Whether a score that does not exist is an error or stays missing: of a job that is not done,
        or failed, or for which the measure is not defined. Substitutes for failed jobs have the
        measures of pybench alone.

    Returns
    -------
    dict of str to ResultsTable
        The name of each measure and its table, with one row per task. The scores are means over
        the folds of each repeat and then over the repeats, as in `run`.

    Raises
    ------
    ArgumentError
        No such measure for tasks of this type, or no such estimator.
    SuiteError
        A folder without a run, a file that was changed, or a missing score.

    Examples
    --------
    >>> import pybench as pb
    >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
    >>> _ = pb.run(suite, {"Bayes": "sklearn.naive_bayes.GaussianNB"}, out="run", workers=1)
    >>> found = pb.run_tables("run", ["nll", "neg_log_loss", "roc_auc_ovr"])
    >>> {name: table.higher_is_better for name, table in found.items()}
    {'nll': False, 'neg_log_loss': True, 'roc_auc_ovr': True}
    """
    check.choice("missing", missing, ("error", "keep"))
    place = to_read("folder", folder)
    about = read_plan(place)
    file = str(place / SUITE)
    suite = Manifest.parse(file_bytes(file), file)
    if suite.hash != about["suite"]["hash"]:
        hint = "Run again into another folder."
        raise refusal("the suite of the run", suite.hash, hint, file=file, kind=SuiteError)
    folds = {task: [tuple(row) for row in rows] for task, rows in about["folds"].items()}
    names = sorted(about["estimators"]) if estimators is None else list(estimators)
    for name in names:
        check.choice("estimators", name, about["estimators"])
    contenders = tuple(Contender(name, None) for name in names)
    plan = RunPlan(suite, contenders, about["seed"], folds, about)
    asked = several(measures, plan.type)
    found = ResultsFolder(place).evaluated(asked)
    keep = missing == "keep"
    return {one.name: table_of(plan, found, one, missing=keep) for one in asked}
