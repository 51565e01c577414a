"""SQL over folders of results: DuckDB in this process, over Parquet files; no server."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.extras import require
from pybench.base.path import all_to_read
from pybench.base.text import clipped
from pybench.suite.running.scoring import Measure, several
from pybench.suite.store.tables import ResultsFolder, arrow_of, utf8

if TYPE_CHECKING:
    import pandas as pd

OVERVIEW = """
select run, suite, origin, estimator, count(*) as folds,
  count(*) filter (status = 'ok') as done, {means}
from evaluations join runs using (run, estimator)
group by all order by all
"""
#: Type of task -> the measures of the overview.
SHOWN = {
    "classification": ("accuracy", "nll"),
    "regression": ("r2", "rmse"),
    "clustering": ("adjusted_rand", "adjusted_mutual_info"),
}


def suite_results(
    folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    sql: str | None = None,
    *,
    measures: Iterable[Any] = (),
) -> pd.DataFrame:
    """Query the results of runs in SQL.

    Parameters
    ----------
    folders : path or iterable of paths
        Folders that `run` or `import_published` wrote. Folders with the same name are identified
        by their paths.
    sql : str, optional
        One query, in DuckDB's SQL. By default, the result has one row per estimator with its number
        of folds, its number of finished folds, and its mean accuracy and nll (negative log
        likelihood); for a regression its mean r2 and rmse, for a clustering its mean adjusted_rand
        and adjusted_mutual_info. A query can use these tables, in which ``run`` is the name of the
        folder:

        * ``runs``: one row per folder and estimator, with suite, versions, seed and origin of the
          results,
        * ``tasks``: one row per folder and task,
        * ``evaluations``: one row per fold of a task and estimator, with all measures of pybench,
        * ``predictions``: one row per test row of a fold and estimator; ``confidences`` maps
          classes to probabilities. The numbers of a regression are texts, too.
    measures : iterable of str, function or mapping
        Further columns of ``evaluations``, and of the default query: scorers of scikit-learn and
        functions of your own, as in `run`. They are computed from the stored predictions; a score
        that is not defined is missing.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    ArgumentError
        No folders, a query that DuckDB refuses (its message is shown), or no such measure.
    SuiteError
        A folder without results.
    ExtraMissing
        DuckDB is not installed.

    Notes
    -----
    Evaluations and predictions are cached as Parquet files in the folder ``store`` of each run; the
    files are written again when the run has changed. A query can only read these files.

    Examples
    --------
    >>> import pybench as pb
    >>> from sklearn.naive_bayes import GaussianNB
    >>> suite = pb.Suite.create("flowers", ["iris"], folds=5).save("flowers")
    >>> t = pb.run(suite, {"Bayes": GaussianNB()}, out="run", workers=1)
    >>> pb.suite_results("run", "select sum(n_test) as n from evaluations").n.tolist()
    [150.0]
    """
    opened = _opened(all_to_read("folders", folders))
    asked = check.listed("measures", measures, "names of measures")
    types = {one.name: one.type() for one in opened}
    further = {name: several(asked, type) if asked else [] for name, type in types.items()}
    query = _overview(types, further) if sql is None else check.text("sql", sql)
    duckdb = require("duckdb", "suite", "Asking results in SQL")
    with duckdb.connect() as connection:
        _prepare(connection, opened, query, further)
        try:
            answer = connection.sql(query)
            if answer is None:
                raise duckdb.Error("it contains no query")
            found: pd.DataFrame = answer.df()
        except duckdb.Error as error:
            text = " ".join(str(error).split())
            raise ArgumentError(
                f"`sql` cannot be answered: {text[:300]}",
                expected="one query of runs, tasks, evaluations, predictions",
                found=clipped(query),
            ) from error
    return found


def _opened(folders: Sequence[Path]) -> list[ResultsFolder]:
    if not folders:
        raise ArgumentError("`folders` must be one or more folders of results", expected="a folder")
    # A folder given twice, possibly by different paths, would count twice in every sum.
    each = {os.path.realpath(folder): folder for folder in reversed(folders)}
    opened = [ResultsFolder(folder) for folder in reversed(each.values())]
    times = Counter(one.name for one in opened)
    for one in opened:
        if times[one.name] > 1:
            one.name = utf8(str(one.folder))
    return opened


def _overview(types: Mapping[str, str], further: Mapping[str, Sequence[Measure]]) -> str:
    """Return the default query: means of the usual measures of the types, and of further ones."""
    names = [name for type in SHOWN if type in types.values() for name in SHOWN[type]]
    names += [one.name for measures in further.values() for one in measures]
    columns = ['"' + name.replace('"', '""') + '"' for name in dict.fromkeys(names)]
    return OVERVIEW.format(means=", ".join(f"avg({column}) as {column}" for column in columns))


def _prepare(
    connection: Any,
    folders: list[ResultsFolder],
    query: str,
    further: Mapping[str, Sequence[Measure]],
) -> None:
    """Make the four tables; predictions, which may be large, only if the query names them."""
    for what in ("runs", "tasks"):
        rows = [row for one in folders for row in getattr(one, what)()]
        connection.register(f"{what}_given", arrow_of(rows, what))
        connection.execute(f"create table {what} as select * from {what}_given")
    # Arrow reads the files; DuckDB, which runs the user's query, must not access any.
    connection.execute("set enable_external_access = false")
    connection.execute("set python_enable_replacements = false")
    connection.execute("set lock_configuration = true")
    asked = ["evaluations"] + ["predictions"] * ("predictions" in query.casefold())
    for what in asked:
        parts = []
        for place, one in enumerate(folders):
            more = further[one.name]
            rows = one.predictions() if what == "predictions" else one.evaluations(more)
            connection.register(f"{what}_{place}", rows)
            name = _quoted(one.name)
            parts.append(f"select * replace ({name} as run) from {what}_{place}")
        connection.execute(f"create view {what} as {' union all '.join(parts)}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
