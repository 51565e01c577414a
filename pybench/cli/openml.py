"""``pybench suite candidates | openml | to-openml | from-openml``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option, Typer

from pybench.base.text import counted
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT
from pybench.cli.sharing import Folder, Runs, print_found
from pybench.read.download import FILE_BYTES, FILE_SECONDS

OPENML = """Examples:

pybench suite openml OpenML-CC18 --out cc18

pybench suite openml --tasks 3,146821 --out two --offline

pybench suite openml --datasets 40975,23 --out mine"""

CANDIDATES = """Examples:

pybench suite candidates --filter number_instances=500..100000 --filter tag=uci --out list.csv

pybench suite create list.csv screened --constraints cc18"""

TO_OPENML = """Examples:

pybench suite to-openml flowers --out openml --runs runs

pybench suite from-openml openml --out flowers --runs runs"""

Out = Annotated[
    Path, Option(help="New folder to write to.", rich_help_panel=OUTPUT, show_default=False)
]
Remote = Annotated[
    str | None,
    Argument(metavar="ID", help="Id (a number) or alias of a suite on OpenML.",
             show_default=False),
]  # fmt: skip
Tasks = Annotated[
    str | None,
    Option(metavar="ID,ID", help="Ids of tasks on OpenML, instead of a suite.", show_default=False),
]
Datasets = Annotated[
    str | None,
    Option(
        metavar="ID,ID",
        help="Ids of datasets on OpenML, instead of a suite. Each is split into 10 stratified "
        "folds; its default target is predicted.",
        show_default=False,
    ),
]
Filters = Annotated[
    list[str] | None,
    Option(
        "--filter",
        metavar="NAME=VALUE",
        help="Filter of OpenML: number_instances, number_features, number_classes or "
        "number_missing_values, each a number or LOW..HIGH (either end may be omitted); data_name, "
        "tag, status, data_version, uploader, data_id, offset or size. Repeat the option for "
        "several filters.",
        show_default=False,
    ),
]
List = Annotated[
    Path,
    Option("--out", help="CSV file to write the list to.", rich_help_panel=OUTPUT,
           show_default=False),
]  # fmt: skip
Cache = Annotated[
    Path | None,
    Option(
        help="Root folder of the cache of openml-python, which keeps downloads. Default: the "
        "folder that openml-python uses.",
        show_default=False,
    ),
]
Seconds = Annotated[float, Option(help="Time limit for each file of data or splits, in seconds.")]
MostBytes = Annotated[int, Option(min=1, help="Size limit of each unpacked data file, in bytes.")]
Offline = Annotated[bool, Option("--offline", help="Read from the cache only, without network.")]


def register(app: Typer) -> None:
    """Add these commands to ``pybench suite``."""
    app.command("candidates", epilog=CANDIDATES)(candidates)
    app.command("openml", epilog=OPENML)(openml)
    app.command("to-openml", epilog=TO_OPENML)(to_openml)
    app.command("from-openml", epilog=TO_OPENML)(from_openml)


def candidates(out: List, filters: Filters = None, *, output: options.Output) -> None:
    """List datasets of OpenML that pass filters, with the qualities that OpenML lists."""
    from pybench.cli.parsing import parse_filters
    from pybench.store import atomic
    from pybench.suite.suite import Suite

    with screen.working("Asking OpenML", quiet=output.silent):
        found = Suite.openml_candidates(**parse_filters(filters or ()))
    atomic.write_text(out, found.to_csv(lineterminator="\n"))
    if output.json:
        screen.document({"result": {"datasets": len(found), "file": str(out)}})
    elif not output.quiet:
        text = f"{counted(len(found), 'dataset')} of OpenML in {out}"
        screen.output().print(screen.literal(text), soft_wrap=True)


def openml(
    out: Out,
    suite: Remote = None,
    tasks: Tasks = None,
    datasets: Datasets = None,
    name: Annotated[
        str | None,
        Option(help="Name of the new suite of --tasks or --datasets.", show_default=False),
    ] = None,
    cache: Cache = None,
    offline: Offline = False,
    seconds: Seconds = FILE_SECONDS,
    most_bytes: MostBytes = FILE_BYTES,
    *,
    output: options.Output,
) -> None:
    """Fetch a suite, tasks or datasets from OpenML, with data and splits."""
    from pybench.cli.parsing import parse_ids
    from pybench.suite.suite import Suite

    with screen.working("Asking OpenML", quiet=output.silent):
        found = Suite.from_openml(
            suite, tasks=parse_ids("--tasks", tasks), datasets=parse_ids("--datasets", datasets),
            name=name, cache=cache, offline=offline, seconds=seconds, most_bytes=most_bytes,
        ).save(out)  # fmt: skip
    print_found(found, output)


def to_openml(
    suite: Folder,
    out: Out,
    runs: Runs = None,
    *,
    output: options.Output,
) -> None:
    """Write the tabular tasks of a suite as XML and ARFF files that all OpenML clients can read.

    Each folder of runs becomes an OpenML study. The command publishes nothing. To publish, use
    `Suite.publish_openml` and `publish_openml_runs` in Python.
    """
    from pybench.suite.suite import Suite

    loaded = Suite.load(suite)
    folder = loaded.write_openml(out, runs=runs or ())
    written = sorted(int(path.name) for path in (folder / "runs").glob("*"))
    if output.json:
        found = {"folder": str(folder), "tasks": list(loaded.task_names), "runs": written}
        screen.document({"result": found})
    elif not output.quiet:
        text = counted(len(loaded.tasks), "task")
        text += f", {counted(len(written), 'run')}" if runs else ""
        screen.output().print(screen.literal(f"{text} of OpenML in {folder}"), soft_wrap=True)


def from_openml(
    folder: Annotated[
        Path,
        Argument(
            metavar="FOLDER",
            help="Folder of OpenML files, as `to-openml` writes them.",
            show_default=False,
        ),
    ],
    out: Out,
    runs: Annotated[
        Path | None,
        Option(
            help="New folder to write the results of the runs of an OpenML study to. Default: no "
            "runs are read.",
            show_default=False,
        ),
    ] = None,
    study: Annotated[
        int | None,
        Option(
            help="Id of the OpenML study whose runs are read, if the folder contains several "
            "studies.",
            show_default=False,
        ),
    ] = None,
    *,
    output: options.Output,
) -> None:
    """Make a suite from OpenML files, as `to-openml` writes them, and results from its runs."""
    from pybench.suite.suite import Suite

    with screen.working("Reading", quiet=output.silent):
        found = Suite.read_openml(folder).save(out)
        names = [] if runs is None else found.read_openml_runs(folder, runs, study=study)
    if output.json:
        screen.document({"result": found.to_dict(), "estimators": names})
    elif not output.quiet:
        print_found(found, output)
        if runs is not None:
            text = f"Runs of {', '.join(names)} (origin unknown) written to {runs}"
            screen.output().print(screen.literal(text), soft_wrap=True)
