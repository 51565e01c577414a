"""``pybench run``: a suite and estimators -> predictions, measures, and a table to compare."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Exit, Option

from pybench.base.text import counted
from pybench.cli import options, screen
from pybench.cli.parsing import split_names

if TYPE_CHECKING:
    from pybench.base.progress import Progress
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench run suite --estimators estimators.yaml --out runs --workers 4

pybench compare runs/results.csv --higher-is-better

In a file of estimators, an estimator can be one line, such as
`forest: sklearn.ensemble.RandomForestClassifier`. It can also be a name with any of these keys
indented below: `class`, `parameters`, `steps` (a pipeline), `preparation` and `file` (your own
module, which needs --trust)."""
FAILING = "Failed jobs"
SOME_FAILED = 4

SuitePath = Annotated[
    Path,
    Argument(metavar="SUITE", help="Folder of a suite, or its suite.json.", show_default=False),
]
Estimators = Annotated[
    Path,
    Option(
        metavar="YAML",
        help="File that names and defines the estimators, .yaml or .json; see the end of this "
        "help.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(
        help="Folder to write the run to. An interrupted run in it is resumed.",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]
Only = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME",
        help="Names of the estimators to run, comma-separated. Default: all in the file.",
        show_default=False,
    ),
]
Workers = Annotated[
    int,
    Option(
        help="Number of worker processes, which long runs start; 1: compute in this process.",
        rich_help_panel=options.WORK,
    ),
]
Timeout = Annotated[
    float | None,
    Option(
        metavar="SECONDS",
        help="Time limit of one job (one estimator on one fold), in seconds. A job that exceeds "
        "it is ended, with its child processes, and counts as failed. Default: no limit.",
        rich_help_panel=FAILING,
        show_default=False,
    ),
]
Memory = Annotated[
    str | None,
    Option(
        metavar="SIZE",
        help="Memory limit: the largest address space, such as 4G, of the process that runs a "
        "job, libraries included. Default: no limit.",
        rich_help_panel=FAILING,
        show_default=False,
    ),
]
Fallback = Annotated[
    Literal["majority", "mean", "missing"] | None,
    Option(
        help="What to put in place of the scores of failed jobs. majority: the scores obtained by "
        "always predicting the most frequent class; mean: those of the mean target of a "
        "regression; missing: missing scores. Default: nothing; if a job failed, no table is "
        "written.",
        rich_help_panel=FAILING,
        show_default=False,
    ),
]
Retries = Annotated[
    int, Option(help="How many times a failed job is tried again.", rich_help_panel=FAILING)
]
Measure = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME",
        help="Performance measure to write to the table of results: accuracy, balanced_accuracy, "
        "f1, f1_weighted, kappa, mcc, auroc, nll or brier; for a regression r2, rmse, mse, mae, "
        "median_absolute_error, max_error or mape; for a clustering adjusted_rand, "
        "adjusted_mutual_info, normalized_mutual_info, homogeneity, completeness or v_measure; a "
        "scorer of scikit-learn, such as "
        "neg_log_loss; or a function of an installed module, module:function (needs --trust), "
        "which declares higher_is_better. Of several measures, comma-separated, the first has the "
        "table results.csv, each other one results-NAME.csv. Default: the measure given by the "
        "tasks of the suite.",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]


def run(
    suite: SuitePath,
    estimators: Estimators,
    out: Out,
    only: Only = None,
    workers: Workers = 2,
    cluster: options.Cluster = None,
    seed: options.Seed = 0,
    timeout: Timeout = None,
    memory: Memory = None,
    fallback: Fallback = None,
    retries: Retries = 0,
    measure: Measure = None,
    trust: options.Trust = False,
    *,
    output: options.Output,
) -> None:
    """Run estimators over a suite: every fold of every task.

    The run can be interrupted, and resumed with the same command. A job is one estimator on one
    fold of a task. Exit code 4 means that some jobs failed. They are listed in failures.csv, and
    the same command retries them.
    """
    from pybench.base.errors import ArgumentError
    from pybench.suite.running.definitions import read_estimators
    from pybench.suite.running.engine import run as run_suite
    from pybench.suite.running.scoring import function_of
    from pybench.suite.running.trust import refuse_untrusted

    given = read_estimators(estimators, trust=trust)
    measures = split_names(measure)
    own = [("measure", path) for path in map(function_of, measures) if path]
    refuse_untrusted(own, estimators, trust)
    if only is not None:
        names = [only] if only in given else split_names(only)  # a name may hold commas
        unknown = [name for name in names if name not in given]
        if unknown or not names:
            raise ArgumentError(
                f"--only must be names of estimators in {estimators}, not "
                f"{', '.join(unknown) or 'none'}",
                expected=", ".join(given),
                found=", ".join(unknown) or "none",
            )
        given = {name: given[name] for name in names}
    with screen.share("Jobs", quiet=output.silent) as move:

        def show(progress: Progress) -> None:
            move(progress.share, str(progress))

        table = run_suite(
            suite, given, out=out, workers=workers, cluster=cluster, seed=seed, timeout=timeout,
            memory=memory, fallback=fallback, retries=retries, progress=show,
            measure=measures or None,
        )  # fmt: skip
    failed = [one for one in failures_in(out) if one["estimator"] in given]
    if output.json:
        screen.document({"result": table.to_dict(), "failures": failed, "folder": os.fspath(out)})
    elif not output.quiet:
        _show(table, failed, out)
    if failed:
        raise Exit(SOME_FAILED)


def failures_in(folder: Path) -> list[dict[str, str]]:
    """Return the failed jobs, with the reasons."""
    with (folder / "failures.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _show(table: ResultsTable, failed: list[dict[str, Any]], out: Path) -> None:
    better = "higher" if table.higher_is_better else "lower"
    lines = [str(table), f"written: {out / 'results.csv'}"]
    if table.by_repeat is not None:
        lines.append(f"by fold: {out / 'folds.csv'} (--repeats keep)")
    lines.append(f"next: pybench compare {out / 'results.csv'} --{better}-is-better")
    screen.output().print(screen.literal("\n".join(lines)), soft_wrap=True)
    if failed:
        text = f"{counted(len(failed), 'job')} failed, see {out / 'failures.csv'}"
        screen.messages().print(screen.literal(text, "yellow"), soft_wrap=True)
