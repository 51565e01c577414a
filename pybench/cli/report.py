"""``pybench report``: results in files -> one page of them all."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pybench.cli import options, screen
from pybench.cli.options import OUTPUT

EXAMPLES = """Examples:

pybench report comparison/results.json protocol/protocol.json protocol/mantel.json --out report

pybench report comparison landscape selection --out report.html --title 'Our archive'

pybench report suite --runs run --out datasheet.html"""

Sources = Annotated[
    list[Path],
    Argument(
        metavar="RESULT...",
        help="JSON files of results, or folders that contain them. Other commands write such files "
        "with --out. You can also save the output of to_dict() of any result as JSON. The folder "
        "of a suite gives its datasheet.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(
        help="Where to write the report. A name that ends in .html gives a file with only the "
        "page. Any other name gives a folder with the page, figures, tables and numbers.",
        rich_help_panel=OUTPUT,
    ),
]
Title = Annotated[str, Option(help="Title of the page.", rich_help_panel=OUTPUT)]
Runs = Annotated[
    list[Path] | None,
    Option(
        metavar="DIR",
        help="Folder of runs to show with a suite, written by `pybench run`. Repeat the option for "
        "several folders.",
        show_default=False,
    ),
]


def report(
    sources: Sources,
    out: Out = Path("report.html"),
    title: Title = "Report",
    runs: Runs = None,
    *,
    output: options.Output,
) -> None:
    """Combine existing results into one page: a summary in plain English, then the details."""
    with screen.working("Drawing and writing", quiet=output.silent):
        from pybench.flow.report import report as write

        page = write(*sources, path=out, title=title, runs=runs or ())
    if output.json:
        screen.document({"files": [str(page)]})
    elif not output.quiet:
        screen.output().print(screen.literal(f"Report: {page}", "green"), soft_wrap=True)
