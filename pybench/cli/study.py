"""``pybench study``: a file that defines a study -> all its parts, and one report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Exit, Option

from pybench.base.errors import ArgumentError
from pybench.base.text import by_reason
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT
from pybench.cli.running import SOME_FAILED

if TYPE_CHECKING:
    from pybench.base.progress import Progress
    from pybench.flow.definition import Definition
    from pybench.flow.part_cache import Event
    from pybench.flow.study import Study

EXAMPLES = """Examples:

pybench study --example > study.yaml

pybench study study.yaml --out study"""

File = Annotated[
    Path | None,
    Argument(metavar="[STUDY.yaml]", help="File that defines the study; --example prints one.",
             show_default=False),
]  # fmt: skip
Out = Annotated[
    Path,
    Option(
        help="Folder to write the study to. If the folder contains an interrupted study, that "
        "study is resumed. After a change of the study file, only what depends on the change is "
        "recomputed.",
        rich_help_panel=OUTPUT,
    ),
]
Example = Annotated[
    bool, Option("--example", help="Print an example of a study file, with comments, and exit.")
]
Lenient = Annotated[
    bool,
    Option(
        "--lenient",
        help="Skip parts that the file names but that cannot be made, because the data do not "
        "allow them or because R or a package is missing. Without this option, such a part is an "
        "error.",
    ),
]


def study(
    file: File = None,
    out: Out = Path("study"),
    example: Example = False,
    lenient: Lenient = False,
    trust: options.Trust = False,
    *,
    output: options.Output,
) -> None:
    """Make a whole study: run, features, landscape, choice of datasets, tests, optimum, report.

    One file names your datasets or scores, the methods, and the parts to make. The file can also
    name code. The command lists the code that is not from known packages, and runs that code only
    with --trust. The output folder contains the report (index.html) and all numbers (study.json).
    The same command resumes an interrupted study. Exit code 4 means that a method failed on some
    folds. In this case, the report is only made if the file names a fallback for the missing
    scores; the report then lists the substituted scores.
    """
    if example:
        from pybench.flow.example import example as text

        write_out(text(), json=output.json)
        return
    if file is None:
        raise ArgumentError(
            "expected the file of a study, found none",
            expected="a file such as study.yaml",
            found="none",
            hint="`pybench study --example > study.yaml` writes an example.",
        )
    found = made(file, out, lenient=lenient, trust=trust, quiet=output.silent)
    if output.json:
        screen.document(document_of(found, out))
    elif not output.quiet:
        show(found, out)
    if found.stand_ins:
        raise Exit(SOME_FAILED)


def write_out(text: str, *, json: bool) -> None:
    """Print the file of a study: as it is, or as a string in JSON."""
    if json:
        screen.document({"study": text})
    else:
        screen.plain(text)


def made(
    file: Path | Definition, out: Path, *, lenient: bool, quiet: bool, trust: bool = False
) -> Study:
    """Make a study, and show which parts are made or reused and the remaining time."""
    from pybench.flow.engine import study as make

    with screen.share("Study", quiet=quiet) as move:

        def progress(progress: Progress) -> None:
            move(progress.share, str(progress))

        def show_event(event: Event) -> None:
            if not quiet:
                screen.step(event)

        return make(
            file, out, lenient=lenient, trust=trust, told=show_event, notice=screen.notice,
            progress=progress,
        )  # fmt: skip


def show(found: Study, out: Path) -> None:
    """Print the findings part by part, and the path of the report."""
    from pybench.flow.pages import pages

    console = screen.output()
    console.print(screen.literal(found.name, "bold"), soft_wrap=True)
    for page in pages(found):
        console.print()
        console.print(screen.literal(page.part.title, "bold"), soft_wrap=True)
        for sentence in page.part.findings:
            console.print(screen.literal(f"  {sentence}"), soft_wrap=True)
    for sentence in left_out({**found.left_out, **found.unusable}):
        console.print(screen.literal(sentence, "yellow"), soft_wrap=True)
    for sentence in found.doubts:
        console.print(screen.literal(sentence, "yellow"), soft_wrap=True)
    console.print()
    console.print(screen.literal(f"Report: {out / 'index.html'}", "green"), soft_wrap=True)
    text = f"Also written: study.json, all numbers; one folder per part; {_runs(out)}"
    console.print(screen.literal(text), soft_wrap=True)


def left_out(reasons: Mapping[str, str]) -> list[str]:
    """Return sentences that say what is left out, one per reason."""
    return [f"Left out: {', '.join(names)} ({why})" for why, names in by_reason(reasons).items()]


def _runs(out: Path) -> str:
    return "runs, every prediction" if (out / "runs").is_dir() else "no runs"


def document_of(found: Study, out: Path) -> dict[str, Any]:
    """Return what ``--json`` prints."""
    return {"result": found, "files": [str(out / "index.html")]}
