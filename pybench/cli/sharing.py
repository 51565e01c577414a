"""``pybench suite export | import | verify | croissant | candidates | openml | ...``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Argument, Option, Typer

from pybench.base.text import counted, shown_names
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT
from pybench.read.download import FILE_BYTES, FILE_SECONDS

SIGNATURE = "Signature"

EXPORT = """Examples:

pybench suite export flowers flowers.zip

pybench suite export flowers flowers.zip --runs runs --sign ~/.ssh/id_ed25519"""

IMPORT = """Examples:

pybench suite import flowers.zip flowers

pybench suite import flowers.zip flowers --signers allowed_signers --identity ann@example.org"""

CROISSANT = """Examples:

pybench suite croissant flowers --creator "Ann Other"

pybench suite croissant flowers --url https://example.org/flowers --published 2026-01-31"""

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

Folder = Annotated[Path, Argument(metavar="SUITE", help="Folder of the suite.", show_default=False)]
File = Annotated[
    Path, Argument(metavar="FILE.zip", help="Bundle: one zip file.", show_default=False)
]
Target = Annotated[
    Path, Argument(metavar="FOLDER", help="New folder to write the suite to.", show_default=False)
]
Which = Annotated[
    Literal["licensed", "none", "all"],
    Option(
        help="Data to include. licensed: data whose licence permits redistribution. none: no data. "
        "all: all data; you confirm that you may share them.",
    ),
]
Runs = Annotated[
    list[Path] | None,
    Option(
        help="Folder of runs to include, written by `pybench run`. Repeat the option for several "
        "folders.",
        show_default=False,
    ),
]
Sign = Annotated[
    Path | None,
    Option(
        help="Private OpenSSH key that signs the bundle; the signature is written to FILE.zip.sig.",
        rich_help_panel=SIGNATURE,
        show_default=False,
    ),
]
Signers = Annotated[
    Path | None,
    Option(
        help="File of signers that you trust, in the format of ssh-keygen: one identity and public "
        "key per line. Requires --identity.",
        rich_help_panel=SIGNATURE,
        show_default=False,
    ),
]
Identity = Annotated[
    str | None,
    Option(
        help="Identity of the signer whose signature is required, as written in the file of "
        "--signers.",
        rich_help_panel=SIGNATURE,
        show_default=False,
    ),
]
Data = Annotated[
    Path | None,
    Option(
        help="Folder with data files that are missing from the bundle. A file is copied into the "
        "suite if its hash is the one that the bundle records.",
        show_default=False,
    ),
]
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
    app.command("export", epilog=EXPORT)(export)
    app.command("import", epilog=IMPORT)(import_)
    app.command("verify")(verify)
    app.command("croissant", epilog=CROISSANT)(croissant)
    app.command("candidates", epilog=CANDIDATES)(candidates)
    app.command("openml", epilog=OPENML)(openml)
    app.command("to-openml", epilog=TO_OPENML)(to_openml)
    app.command("from-openml", epilog=TO_OPENML)(from_openml)


def export(
    suite: Folder,
    file: File,
    data: Which = "licensed",
    runs: Runs = None,
    sign: Sign = None,
    *,
    output: options.Output,
) -> None:
    """Write a suite as one file: manifest, splits, runs and, where they may be shared, data."""
    from pybench.suite.sharing.bundle import verify_bundle
    from pybench.suite.suite import Suite

    with screen.working("Packing", quiet=output.silent):
        path = Suite.load(suite).export(file, data=data, runs=runs or (), sign_with=sign)
        bundle = verify_bundle(path)
    _print(bundle, output)


def import_(
    file: File,
    folder: Target,
    data: Data = None,
    signers: Signers = None,
    identity: Identity = None,
    *,
    output: options.Output,
) -> None:
    """Unpack a bundle into a new folder, complete and verified, or not at all."""
    from pybench.suite.suite import Suite

    with screen.working("Checking and unpacking", quiet=output.silent):
        suite = Suite.import_(file, folder, data=data, signers=signers, identity=identity)
    absent = [one.path for one in suite.files() if not suite.present(one)]
    if absent and not output.json:
        text = f"data files that are not in the bundle ({len(absent)}): {shown_names(absent)}"
        screen.notice(f"{text}. Copy them into the suite's folder, or import with --data.")
    _print(suite, output)


def verify(
    file: File,
    signers: Signers = None,
    identity: Identity = None,
    *,
    output: options.Output,
) -> None:
    """Verify every byte of a bundle, and its signature if requested; write nothing."""
    from pybench.suite.sharing.bundle import verify_bundle

    with screen.working("Checking", quiet=output.silent):
        bundle = verify_bundle(file, signers=signers, identity=identity)
    _print(bundle, output)


def croissant(
    suite: Folder,
    out: Annotated[
        Path | None,
        Option(
            help="File to write to. Default: croissant.json in the folder of the suite.",
            rich_help_panel=OUTPUT,
            show_default=False,
        ),
    ] = None,
    url: Annotated[
        str | None,
        Option(
            help="Web address of the folder of the suite. Default: addresses of files are relative "
            "to the file.",
            show_default=False,
        ),
    ] = None,
    creator: Annotated[
        list[str] | None,
        Option(
            help="Name of a person who made the suite. Repeat the option for several persons.",
            show_default=False,
        ),
    ] = None,
    published: Annotated[
        str | None,
        Option(
            metavar="DATE",
            help="Date of publication, such as 2026-01-31. Default: when the suite was created.",
            show_default=False,
        ),
    ] = None,
    *,
    output: options.Output,
) -> None:
    """Write metadata of a suite in the Croissant format, by which search engines find it."""
    from pybench.suite.suite import Suite

    with screen.working("Reading", quiet=output.silent):
        loaded = Suite.load(suite)
        file = loaded.write_croissant(out, url=url, creator=creator or (), published=published)
    if output.json:
        screen.document({"files": [str(file)]})
    elif not output.quiet:
        screen.output().print(screen.literal(f"Croissant: {file}", "green"), soft_wrap=True)


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
    _print(found, output)


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
        _print(found, output)
        if runs is not None:
            text = f"Runs of {', '.join(names)} (origin unknown) written to {runs}"
            screen.output().print(screen.literal(text), soft_wrap=True)


def _print(found: Any, output: options.Output) -> None:
    if output.json:
        screen.document({"result": found.to_dict()})
    elif not output.quiet:
        screen.output().print(screen.literal(str(found)), soft_wrap=True)
