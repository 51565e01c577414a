"""``pybench suite export | import | verify | croissant``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Argument, Option, Typer

from pybench.base.text import shown_names
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT

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


def register(app: Typer) -> None:
    """Add these commands to ``pybench suite``."""
    app.command("export", epilog=EXPORT)(export)
    app.command("import", epilog=IMPORT)(import_)
    app.command("verify")(verify)
    app.command("croissant", epilog=CROISSANT)(croissant)


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
    print_found(bundle, output)


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
    print_found(suite, output)


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
    print_found(bundle, output)


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


def print_found(found: Any, output: options.Output) -> None:
    """Print what was read, written or verified."""
    if output.json:
        screen.document({"result": found.to_dict()})
    elif not output.quiet:
        screen.output().print(screen.literal(str(found)), soft_wrap=True)
