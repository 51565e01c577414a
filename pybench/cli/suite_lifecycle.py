"""``pybench suite create, show, tag, check, freeze``: what a suite is made of, and its life."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.cli import options, screen
from pybench.cli.given import (
    about_from,
    folder_of,
    keep_of,
    listed,
    loaded,
    range_of,
    rows_of,
    source_of,
)
from pybench.cli.telling import say, table_text, tell, verdicts_on

if TYPE_CHECKING:
    from pybench.suite.suite import Suite

CREATE_EXAMPLES = """Examples:

pybench suite create datasets suite --target class --constraints cc18 --exclude cc18

pybench suite create bundled:iris,wine,GunPoint suite --folds 5 --range NumberOfClasses=2..10

A file of `--about`: CSV, column `dataset` and any of target, version, licence, citation, url, tags,
nominal, ignore (several: separated by `;`). One of `--flags`: dataset, flag, reason, source."""
FIGURES = ("svg", "pdf", "png")
SPLITS, RULES = "Splits", "Which datasets"

SuiteFolder = Annotated[
    Path,
    Argument(metavar="SUITE", help="Folder of a suite, or its suite.json.", show_default=False),
]
SuiteOrName = Annotated[
    str, Argument(metavar="SUITE", help="Folder of a suite, or OpenML-CC18.", show_default=False)
]
Source = Annotated[
    str,
    Argument(
        metavar="SOURCE",
        help="Folder of datasets, folder of a suite, a CSV of qualities (column `dataset`), or "
        "bundled:iris,wine.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path, Argument(metavar="FOLDER", help="Where the suite goes.", show_default=False)
]
Names = Annotated[str | None, Option(metavar="NAME,NAME", show_default=False)]
Alias = Annotated[str | None, Option(help="A name for addresses.", show_default=False)]
Description = Annotated[str, Option(help="In a sentence.", show_default=False)]
Ranges = Annotated[
    list[str] | None,
    Option(
        "--range",
        metavar="QUALITY=LOW..HIGH",
        help="A quality within a range; either end may be left out. Any number of times.",
        rich_help_panel=RULES,
        show_default=False,
    ),
]
Exclude = Annotated[
    str | None,
    Option(
        metavar="cc18|NAME,NAME",
        help="one attribute, decision tree, one-hot, sparse; declared: artificial, grouped, "
        "subset, no source, binarised.",
        rich_help_panel=RULES,
        show_default=False,
    ),
]
Keep = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME|FILE.json",
        help="Take these alone; or what a selection or landscape in a results.json chose.",
        rich_help_panel=RULES,
        show_default=False,
    ),
]
Classes = Annotated[
    Literal["occurring", "declared"], Option(help="Which classes count.", rich_help_panel=RULES)
]


def create(
    source: Source,
    folder: Folder,
    name: Annotated[str | None, Option(help="Default: that of the folder.")] = None,
    target: Annotated[
        str | None, Option(help="Column to predict, of tables.", show_default=False)
    ] = None,
    nominal: Annotated[
        str | None,
        Option(
            metavar="NAME,NAME",
            help="Columns whose numbers are names, such as a target of many numbered classes.",
            show_default=False,
        ),
    ] = None,
    kind: Annotated[Literal["auto", "tabular", "series"], Option(help="Of the files.")] = "auto",
    about: Annotated[
        Path | None, Option(help="CSV: what is said of each dataset.", show_default=False)
    ] = None,
    alias: Alias = None,
    description: Description = "",
    procedure: Annotated[
        Literal["auto", "crossvalidation", "holdout", "resamples"],
        Option(help="auto: resamples where there is a default split.", rich_help_panel=SPLITS),
    ] = "auto",
    folds: Annotated[int, Option(help="Of a cross-validation.", rich_help_panel=SPLITS)] = 10,
    repeats: Annotated[int, Option(help="Of any procedure.", rich_help_panel=SPLITS)] = 1,
    share: Annotated[
        float, Option(help="Of the rows that a holdout tests.", rich_help_panel=SPLITS)
    ] = 0.33,
    seed: options.Seed = 0,
    constraints: Annotated[
        Literal["cc18"] | None,
        Option(help="(a) to (d) of OpenML-CC18.", rich_help_panel=RULES, show_default=False),
    ] = None,
    ranges: Ranges = None,
    exclude: Exclude = None,
    flags: Annotated[
        Path | None,
        Option(help="CSV of what people declare.", rich_help_panel=RULES, show_default=False),
    ] = None,
    keep: Keep = None,
    classes: Classes = "occurring",
    *,
    output: options.Output,
) -> None:
    """Make a suite: hash the data, make and store the splits, apply the rules."""
    from pybench.suite.rules import CC18
    from pybench.suite.suite import Suite

    asked = [*(CC18 if constraints else ()), *map(range_of, ranges or ())] or None
    with screen.working("Reading datasets", quiet=output.silent):
        suite = Suite.create(
            name or os.path.basename(os.path.realpath(folder)), source_of(source), target=target,
            nominal=listed(nominal), kind=kind,
            procedure=procedure, folds=folds, repeats=repeats, share=share, seed=seed,
            about=about_from(about), constraints=asked,
            exclude="cc18" if exclude == "cc18" else listed(exclude) or None,
            flags=rows_of(flags), keep=keep_of(keep), classes=classes, alias=alias,
            description=description,
        ).save(folder)  # fmt: skip
    tell(suite, output)


def show(
    suite: SuiteOrName,
    verdicts: Annotated[bool, Option("--verdicts", help="What each rule said.")] = False,
    datasets: Annotated[
        str | None,
        Option(metavar="NAME,NAME", help="Verdicts on these alone.", show_default=False),
    ] = None,
    rules: Annotated[
        str | None,
        Option(metavar="RULE,RULE", help="Verdicts of these alone.", show_default=False),
    ] = None,
    figure: Annotated[
        Path | None,
        Option(
            help="Draw how qualities of candidates and of tasks are distributed: .svg, .pdf, .png.",
            rich_help_panel=options.OUTPUT,
            show_default=False,
        ),
    ] = None,
    page: Annotated[
        Path | None, Option(help="Write it as an HTML page.", rich_help_panel=options.OUTPUT)
    ] = None,
    *,
    output: options.Json,
) -> None:
    """Show a suite: its tasks, and what was decided about candidates."""
    found = loaded(suite)
    if figure is not None:
        _draw(found, figure)
    if page is not None:
        _tell_page(found, page)
    if output.json:
        screen.document({"result": {**found.to_dict(), "hash": found.hash}})
    elif verdicts or datasets or rules:
        say(table_text(verdicts_on(found, listed(datasets), listed(rules))))
    else:
        tell(found, options.Output())


def _tell_page(suite: Suite, path: Path) -> None:
    from pybench.reporting import frame
    from pybench.reporting.suite import part
    from pybench.store import atomic

    atomic.write_text(path, frame.page(part(suite)))


def screening(
    suite: SuiteFolder,
    out: Annotated[Path, Option(help="Folder of the run.", show_default=False)],
    workers: Annotated[int, Option(help="Processes.")] = 2,
    seed: options.Seed = 0,
    *,
    output: options.Output,
) -> None:
    """Run four cheap learners over a suite before it is frozen, and tell what they find."""
    found = loaded(suite)
    with screen.working("Running four learners", quiet=output.silent):
        table = found.screen(out, workers=workers, seed=seed)
    if output.json:
        screen.document({"result": table.to_dict(), "folder": str(out)})
    elif not output.quiet:
        say(str(table))


def tag(
    suite: SuiteFolder,
    tag: Annotated[str, Argument(metavar="TAG", show_default=False)],
    tasks: Names = None,
    datasets: Names = None,
    remove: Annotated[bool, Option("--remove", help="Take the tag off.")] = False,
    *,
    output: options.Output,
) -> None:
    """Put a tag on tasks or datasets of a suite in preparation."""
    found = loaded(suite)
    if not (tasks or datasets):
        raise ArgumentError("expected --tasks or --datasets, found neither", expected="one of them")
    edited = found.tag(tag, tasks=listed(tasks), datasets=listed(datasets), remove=remove)
    saved = edited.save(folder_of(suite))
    if output.json:
        tell(saved, output)
    elif not output.quiet:
        which = [task.name for task in edited.only(tags=[tag])]
        say(f"{tag}: {', '.join(which) or 'no task'}")


def check(
    suite: SuiteFolder,
    results: Annotated[
        Path | None,
        Option(help="Table of results of runs on it, in [0, 1].", show_default=False),
    ] = None,
    *,
    reading: options.Direction,
    solved: Annotated[
        float, Option(help="Solved by all: the worst estimator reaches this.")
    ] = 0.99,
    near: Annotated[float, Option(help="Near duplicates: correlation above 1 minus this.")] = 1e-6,
    seed: options.Seed = 0,
    output: options.Output,
) -> None:
    """Look for tasks that have aged: solved, duplicated, leaking; and for changed files."""
    found = loaded(suite)
    table = None if results is None else reading.read(results)
    with screen.working("Looking at data", quiet=output.silent):
        answer = found.check(table, solved=solved, near=near, seed=seed)
    if output.json:
        screen.document({"result": answer.to_dict()})
    elif not output.quiet:
        say(str(answer))


def freeze(
    suite: SuiteFolder,
    accept_unknown: Annotated[
        bool,
        Option("--accept-unknown", help="Though the answer to some rule is not known."),
    ] = False,
    *,
    output: options.Output,
) -> None:
    """Check all of a suite and make it active; from then on a change is a new version."""
    with screen.working("Checking files and splits", quiet=output.silent):
        frozen = loaded(suite).freeze(accept_unknown=accept_unknown).save(folder_of(suite))
    tell(frozen, output)


def _draw(suite: Suite, path: Path) -> None:
    from pybench import plot
    from pybench.reporting.figures import rendered
    from pybench.store import atomic

    form = path.suffix.lower().removeprefix(".")
    if form not in FIGURES:
        endings = ", ".join(f".{item}" for item in FIGURES)
        raise ArgumentError(
            f"--figure must end in {endings}, not {path.name!r}", expected=endings, found=path.name
        )
    atomic.write_bytes(path, rendered(plot.qualities(suite), form))
