"""``pybench suite create, show, screen, tag, check, freeze``: from datasets to a frozen suite."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.cli import options, screen
from pybench.cli.parsing import (
    load_suite,
    parse_keep,
    parse_range,
    parse_source,
    read_about,
    read_rows,
    split_names,
    suite_folder,
)
from pybench.cli.suite_text import print_suite, print_text, table_text, verdicts_of

if TYPE_CHECKING:
    from pybench.suite.suite import Suite

CREATE_EXAMPLES = """Examples:

pybench suite create datasets suite --target class --constraints cc18 --exclude cc18

pybench suite create bundled:iris,wine,GunPoint suite --folds 5 --range NumberOfClasses=2..10

pybench suite create datasets suite --target class --exclude cc18 --suggest --flags flags.csv

A file for `--about` is a CSV file with the column dataset and any of the columns target, type,
version, licence, citation, url, tags, nominal and ignore (separate several values in one cell by
`;`). A file for `--flags` is a CSV file with the columns dataset, flag, reason, source and holds:
"no" if the flag does not hold. The dataset * stands for all that no other flag of this kind
names."""
FIGURES = ("svg", "pdf", "png")
SPLITS, RULES = "Splits", "Which datasets"

SuiteFolder = Annotated[
    Path,
    Argument(metavar="SUITE", help="Folder of a suite, or its suite.json.", show_default=False),
]
SuiteOrName = Annotated[
    str,
    Argument(
        metavar="SUITE", help="Folder of a suite, or the built-in OpenML-CC18.", show_default=False
    ),
]
Source = Annotated[
    str,
    Argument(
        metavar="SOURCE",
        help="Where the datasets come from: a folder of datasets, the folder of a suite, a CSV "
        "file of dataset qualities (with a column `dataset`, or OpenML's `did` and `name`), or "
        "datasets that ship with packages, such as bundled:iris,wine.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path, Argument(metavar="FOLDER", help="Folder to write the suite to.", show_default=False)
]
Names = Annotated[
    str | None,
    Option(metavar="NAME,NAME", help="Names of those to tag, comma-separated.", show_default=False),
]
Alias = Annotated[str | None, Option(help="Short name of the suite, for URLs.", show_default=False)]
Description = Annotated[str, Option(help="The suite in one sentence.", show_default=False)]
Nominal = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME",
        help="Comma-separated names of columns whose numbers are categories, such as a target "
        "with numbered classes.",
        show_default=False,
    ),
]
Type = Annotated[
    Literal["auto", "classification", "regression", "clustering"],
    Option(
        help="What is predicted: classes (classification), numbers (regression), or clusters, "
        "which are compared with classes (clustering). auto: what the datasets declare; few "
        "different whole numbers are classes, other numbers an error."
    ),
]
Measure = Annotated[
    str | None,
    Option(
        help="Measure that runs use by default. Default: accuracy; r2 for a regression; "
        "adjusted_rand for a clustering.",
        show_default=False,
    ),
]
About = Annotated[
    Path | None,
    Option(help="CSV file with metadata of the datasets; see the end of this help.",
           show_default=False),
]  # fmt: skip
Flags = Annotated[
    Path | None,
    Option(help="CSV file that declares flags of datasets; see the end of this help.",
           rich_help_panel=RULES, show_default=False),
]  # fmt: skip
Ranges = Annotated[
    list[str] | None,
    Option(
        "--range",
        metavar="QUALITY=LOW..HIGH",
        help="Use only datasets whose value of this quality (OpenML's word for a meta-feature, "
        "such as NumberOfInstances) lies in this range; either end may be omitted. Repeat the "
        "option for several qualities.",
        rich_help_panel=RULES,
        show_default=False,
    ),
]
Exclude = Annotated[
    str | None,
    Option(
        metavar="cc18|NAME,NAME",
        help="Rules that exclude datasets, comma-separated, or cc18 for the rules of OpenML-CC18. "
        'pybench computes the rules "one attribute", "decision tree", "one-hot" and "sparse". The '
        'rules "artificial", "grouped", "subset", "no source" and "binarised" need declarations in '
        "--flags, or evidence (--suggest).",
        rich_help_panel=RULES,
        show_default=False,
    ),
]
Suggest = Annotated[
    bool,
    Option(
        "--suggest",
        help="Also set the flags for which there is evidence: sources in the metadata, rows that "
        "another dataset has, coarser targets, rows in order of time. Flags in --flags that name a "
        "dataset come first. `pybench suite show SUITE --verdicts` shows the evidence.",
        rich_help_panel=RULES,
    ),
]
Keep = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME|FILE.json",
        help="Use only these datasets: their names, comma-separated, or the .json file of a "
        "selection or landscape, which names them.",
        rich_help_panel=RULES,
        show_default=False,
    ),
]
Classes = Annotated[
    Literal["occurring", "declared"],
    Option(
        help="Which classes of a dataset count. occurring: the classes that at least one row has; "
        "declared: all classes that the file declares.",
        rich_help_panel=RULES,
    ),
]


def create(
    source: Source,
    folder: Folder,
    name: Annotated[str | None, Option(help="Name of the suite. Default: that of FOLDER.")] = None,
    target: Annotated[
        str | None,
        Option(help="In tabular data: name of the column to predict.", show_default=False),
    ] = None,
    nominal: Nominal = None,
    kind: Annotated[
        Literal["auto", "tabular", "series"],
        Option(help="Kind of the datasets: tables or time series; auto: decided by the files."),
    ] = "auto",
    type: Type = "auto",
    about: About = None,
    alias: Alias = None,
    description: Description = "",
    procedure: Annotated[
        Literal["auto", "crossvalidation", "holdout", "resamples", "whole"],
        Option(
            help="How data are split into train and test sets. auto: as in SOURCE if it is a "
            "suite; otherwise resamples for datasets with a default split, crossvalidation for "
            "others, and whole (all rows are clustered) for a clustering.",
            rich_help_panel=SPLITS,
        ),
    ] = "auto",
    folds: Annotated[
        int, Option(help="Number of folds of a cross-validation.", rich_help_panel=SPLITS)
    ] = 10,
    repeats: Annotated[
        int,
        Option(help="Number of repeats of the split, for any procedure.", rich_help_panel=SPLITS),
    ] = 1,
    share: Annotated[
        float,
        Option(help="Share of the rows in the test set of a holdout.", rich_help_panel=SPLITS),
    ] = 0.33,
    seed: options.Seed = 0,
    measure: Measure = None,
    constraints: Annotated[
        Literal["cc18"] | None,
        Option(
            help="Apply rules a to d of OpenML-CC18.", rich_help_panel=RULES, show_default=False
        ),
    ] = None,
    ranges: Ranges = None,
    exclude: Exclude = None,
    flags: Flags = None,
    suggest: Suggest = False,
    keep: Keep = None,
    classes: Classes = "occurring",
    *,
    output: options.Output,
) -> None:
    """Make a suite: hash the data, make and store the splits, apply the rules."""
    from pybench.suite.rules import CC18
    from pybench.suite.suite import Suite

    asked = [*(CC18 if constraints else ()), *map(parse_range, ranges or ())] or None
    with screen.working("Reading datasets", quiet=output.silent):
        suite = Suite.create(
            name or os.path.basename(os.path.realpath(folder)), parse_source(source), target=target,
            nominal=split_names(nominal), kind=kind, type=type,
            procedure=procedure, folds=folds, repeats=repeats, share=share, seed=seed,
            measure=measure, about=read_about(about), constraints=asked,
            exclude="cc18" if exclude == "cc18" else split_names(exclude) or None,
            flags=read_rows(flags), suggest=suggest, keep=parse_keep(keep), classes=classes,
            alias=alias, description=description,
        ).save(folder)  # fmt: skip
    print_suite(suite, output)


def show(
    suite: SuiteOrName,
    verdicts: Annotated[
        bool, Option("--verdicts", help="Show the verdict of each rule on each dataset.")
    ] = False,
    datasets: Annotated[
        str | None,
        Option(metavar="NAME,NAME", help="Show verdicts on these datasets.", show_default=False),
    ] = None,
    rules: Annotated[
        str | None,
        Option(metavar="RULE,RULE", help="Show verdicts of these rules.", show_default=False),
    ] = None,
    figure: Annotated[
        Path | None,
        Option(
            help="File (.svg, .pdf or .png) for a figure of the distribution of each quality "
            "(meta-feature) over the candidate datasets and over the tasks.",
            rich_help_panel=options.OUTPUT,
            show_default=False,
        ),
    ] = None,
    page: Annotated[
        Path | None,
        Option(
            help="HTML file for a page about the suite. `pybench report SUITE` also examines its "
            "data, and shows its runs.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    *,
    output: options.Json,
) -> None:
    """Show a suite: its tasks, and the decisions on candidates."""
    found = load_suite(suite)
    if figure is not None:
        _draw(found, figure)
    if page is not None:
        _write_page(found, page)
    if output.json:
        screen.document({"result": {**found.to_dict(), "hash": found.hash}})
    elif verdicts or datasets or rules:
        print_text(table_text(verdicts_of(found, split_names(datasets), split_names(rules))))
    else:
        print_suite(found, options.Output())


def _write_page(suite: Suite, path: Path) -> None:
    from pybench.reporting import frame
    from pybench.reporting.figures import usual_settings
    from pybench.reporting.suite import files, part
    from pybench.store import atomic

    with usual_settings():
        shown = part(suite).beside(dict(files(suite)))
        atomic.write_text(path, frame.page(replace(shown, files=(), made=())))


def screening(
    suite: SuiteFolder,
    out: Annotated[Path, Option(help="Folder to write the run to.", show_default=False)],
    workers: Annotated[int, Option(help="Number of worker processes.")] = 2,
    seed: options.Seed = 0,
    *,
    output: options.Output,
) -> None:
    """Run four cheap learners over a suite before it is frozen, and report the results."""
    found = load_suite(suite)
    with screen.working("Running four learners", quiet=output.silent):
        table = found.screen(out, workers=workers, seed=seed)
    if output.json:
        screen.document({"result": table.to_dict(), "folder": str(out)})
    elif not output.quiet:
        print_text(str(table))


def tag(
    suite: SuiteFolder,
    tag: Annotated[str, Argument(metavar="TAG", help="The tag.", show_default=False)],
    tasks: Names = None,
    datasets: Names = None,
    remove: Annotated[bool, Option("--remove", help="Remove the tag, do not add it.")] = False,
    *,
    output: options.Output,
) -> None:
    """Add a tag to tasks or datasets of a suite in preparation, or remove it."""
    found = load_suite(suite)
    if not (tasks or datasets):
        raise ArgumentError(
            "expected --tasks or --datasets, found neither",
            expected="--tasks or --datasets",
            found="neither",
        )
    edited = found.tag(tag, tasks=split_names(tasks), datasets=split_names(datasets), remove=remove)
    saved = edited.save(suite_folder(suite))
    if output.json:
        print_suite(saved, output)
    elif not output.quiet:
        which = [task.name for task in edited.only(tags=[tag])]
        print_text(f"{tag}: {', '.join(which) or 'no task'}")


def check(
    suite: SuiteFolder,
    results: Annotated[
        Path | None,
        Option(
            help="File with a table of results on this suite, with scores from 0 to 1. Default: no "
            "results are checked.",
            show_default=False,
        ),
    ] = None,
    *,
    reading: options.Direction,
    solved: Annotated[
        float,
        Option(
            help="A task counts as solved if even the worst estimator reaches this score; an error "
            "rate counts as 1 minus the rate."
        ),
    ] = 0.99,
    near: Annotated[
        float,
        Option(
            help="Two series whose correlation is above 1 minus this number count as near "
            "duplicates."
        ),
    ] = 1e-6,
    seed: options.Seed = 0,
    output: options.Output,
) -> None:
    """Health check: find tasks that are solved, duplicated or leaking, and changed files."""
    found = load_suite(suite)
    table = None if results is None else reading.read(results)
    with screen.working("Looking at data", quiet=output.silent):
        answer = found.check(table, solved=solved, near=near, seed=seed)
    if output.json:
        screen.document({"result": answer.to_dict()})
    elif not output.quiet:
        print_text(str(answer))


def compact(
    suite: SuiteOrName,
    results: Annotated[
        Path,
        Argument(
            metavar="RESULTS",
            help="File with a table of results of four methods or more on all tasks of the suite.",
            show_default=False,
        ),
    ],
    folder: Folder,
    k: Annotated[int, Option("-k", help="Number of tasks to keep.", show_default=False)],
    name: Annotated[
        str | None, Option(help='Name of the new suite. Default: that of SUITE and "compact".')
    ] = None,
    seed: options.Seed = 0,
    *,
    reading: options.Reading,
    output: options.Output,
) -> None:
    """Keep the k tasks on which the ranking of methods is nearest to that on all tasks."""
    found = load_suite(suite)
    made = found.compact(k, reading.read(results), name=name, seed=seed).save(folder)
    print_suite(made, output)


def freeze(
    suite: SuiteFolder,
    accept_unknown: Annotated[
        bool,
        Option(
            "--accept-unknown",
            help="Freeze the suite even if some rule could not be checked for some dataset "
            "(verdict unknown).",
        ),
    ] = False,
    *,
    output: options.Output,
) -> None:
    """Check a whole suite and make it active; any later change is a new version."""
    with screen.working("Checking files and splits", quiet=output.silent):
        frozen = load_suite(suite).freeze(accept_unknown=accept_unknown).save(suite_folder(suite))
    print_suite(frozen, output)


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
