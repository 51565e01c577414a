"""``pybench suite``: define, check and share suites, and query the results of their runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from pybench.cli import openml, options, screen, sharing
from pybench.cli.groups import App

if TYPE_CHECKING:
    import pandas as pd

app = App(name="suite", help=__doc__.partition(": ")[2].capitalize())
sharing.register(app)
openml.register(app)

RESULTS_EXAMPLES = """Examples:

pybench suite results runs

pybench suite results runs theirs --sql "select task, estimator, avg(accuracy) as accuracy from
evaluations group by all order by all" --csv accuracy.csv"""

Folders = Annotated[
    list[Path],
    Argument(
        metavar="DIR...",
        help="Folders of results that `pybench run` or `pybench suite published` wrote.",
        show_default=False,
    ),
]
Sql = Annotated[
    str | None,
    Option(
        help="SQL query (DuckDB) on the tables runs, tasks, evaluations and predictions. Default: "
        "for each estimator, the number of finished folds, the mean accuracy and the mean negative "
        "log-likelihood (nll).",
        show_default=False,
    ),
]
Csv = Annotated[
    Path | None,
    Option(
        "--csv",
        help="CSV file to write the result of the query to.",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]
Source = Annotated[
    Path,
    Argument(
        metavar="SOURCE",
        help="Folder of results of tsml-eval (CLASSIFIER/Predictions/DATASET/testResample0.csv), "
        "or a file with a table of scores.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(help="New folder to write to.", rich_help_panel=options.OUTPUT, show_default=False),
]
Origin = Annotated[
    str, Option(help="Where the results come from: a URL, a paper.", show_default=False)
]
Measure = Annotated[str, Option(help="Measure of the scores, if SOURCE is a table.")]


@app.command(epilog=RESULTS_EXAMPLES)
def results(
    folders: Folders,
    sql: Sql = None,
    csv: Csv = None,
    *,
    output: options.Output,
) -> None:
    """Query the results of one or more runs in SQL."""
    from pybench.store import atomic
    from pybench.suite.store.database import suite_results

    with screen.working("Reading results", quiet=output.silent):
        found = suite_results(folders, sql)
    if csv is not None:
        atomic.write_text(csv, found.to_csv(index=False, lineterminator="\n"))
    if output.json:
        screen.document({"result": found.astype(object).where(found.notna(), None)})
    elif not output.quiet and csv is None:
        screen.output().print(screen.literal(_text(found)), soft_wrap=True)


@app.command()
def published(
    source: Source,
    out: Out,
    origin: Origin,
    measure: Measure = "accuracy",
    *,
    output: options.Output,
) -> None:
    """Import published results, as runs of unknown origin, to compare with your own."""
    from pybench.suite.store.published import import_published

    names = import_published(source, out, origin=origin, measure=measure)
    if output.json:
        screen.document({"result": {"estimators": names, "folder": str(out), "origin": origin}})
    elif not output.quiet:
        text = f"{len(names)} estimators of unknown origin: {', '.join(names)}"
        screen.output().print(screen.literal(text), soft_wrap=True)


def _text(found: pd.DataFrame) -> str:
    shown = found.to_string(index=False, max_rows=40, float_format="{:.4g}".format, na_rep="")
    return shown if len(found) else "no rows"
