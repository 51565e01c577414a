"""``pybench suite create, show, tag, check, freeze``: what a suite is made of, and its life."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.cli import options, screen

if TYPE_CHECKING:
    import pandas as pd

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
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Make a suite: hash the data, make and store the splits, apply the rules."""
    from pybench.suite.rules import CC18
    from pybench.suite.suite import Suite

    asked = [*(CC18 if constraints else ()), *map(range_of, ranges or ())] or None
    with screen.working("Reading datasets", quiet=quiet or json):
        suite = Suite.create(
            name or folder.resolve().name, source_of(source), target=target, kind=kind,
            procedure=procedure, folds=folds, repeats=repeats, share=share, seed=seed,
            about=about_from(about), constraints=asked,
            exclude="cc18" if exclude == "cc18" else listed(exclude) or None,
            flags=rows_of(flags), keep=keep_of(keep), classes=classes, alias=alias,
            description=description,
        ).save(folder)  # fmt: skip
    _tell(suite, json=json, quiet=quiet)


def show(
    suite: SuiteOrName,
    verdicts: Annotated[bool, Option("--verdicts", help="What each rule said.")] = False,
    figure: Annotated[
        Path | None,
        Option(
            help="Draw how qualities of candidates and of tasks are distributed: .svg, .pdf, .png.",
            rich_help_panel=options.OUTPUT,
            show_default=False,
        ),
    ] = None,
    page: Annotated[
        Path | None,
        Option(
            help="Write what it holds, and who stayed out and why, as an HTML page.",
            rich_help_panel=options.OUTPUT,
            show_default=False,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Show a suite: its tasks, and what was decided about candidates."""
    found = loaded(suite)
    if figure is not None:
        _draw(found, figure)
    if page is not None:
        _tell_page(found, page)
    if json:
        screen.document({"result": {**found.to_dict(), "hash": found.hash}})
    elif verdicts:
        _print(_table(found.verdicts()))
    else:
        _tell(found, json=False, quiet=False)


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
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Run four cheap learners over a suite before it is frozen, and tell what they find."""
    found = loaded(suite)
    with screen.working("Running four learners", quiet=quiet or json):
        table = found.screen(out, workers=workers, seed=seed)
    if json:
        screen.document({"result": table.to_dict(), "folder": str(out)})
    elif not quiet:
        _print(str(table))


def tag(
    suite: SuiteFolder,
    tag: Annotated[str, Argument(metavar="TAG", show_default=False)],
    tasks: Names = None,
    datasets: Names = None,
    remove: Annotated[bool, Option("--remove", help="Take the tag off.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Put a tag on tasks or datasets of a suite in preparation."""
    found = loaded(suite)
    if not (tasks or datasets):
        raise ArgumentError("expected --tasks or --datasets, found neither", expected="one of them")
    edited = found.tag(tag, tasks=listed(tasks), datasets=listed(datasets), remove=remove)
    edited.save(folder_of(suite))
    if not quiet:
        which = [task.name for task in edited.only(tags=[tag])]
        _print(f"{tag}: {', '.join(which) or 'no task'}")


def check(
    suite: SuiteFolder,
    results: Annotated[
        Path | None,
        Option(help="Table of results of runs on it, in [0, 1].", show_default=False),
    ] = None,
    higher: options.Higher = False,
    lower: options.Lower = False,
    solved: Annotated[
        float, Option(help="Solved by all: the worst estimator reaches this.")
    ] = 0.99,
    near: Annotated[float, Option(help="Near duplicates: correlation above 1 minus this.")] = 1e-6,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Look for tasks that have aged: solved, duplicated, leaking; and for changed files."""
    found = loaded(suite)
    table = None
    if results is not None:
        table = options.read_table(results, higher=higher, lower=lower, delimiter=None)
    with screen.working("Looking at data", quiet=quiet or json):
        answer = found.check(table, solved=solved, near=near, seed=seed)
    if json:
        screen.document({"result": answer.to_dict()})
    elif not quiet:
        _print(str(answer))


def freeze(
    suite: SuiteFolder,
    accept_unknown: Annotated[
        bool,
        Option("--accept-unknown", help="Though the answer to some rule is not known."),
    ] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Check all of a suite and make it active; from then on a change is a new version."""
    with screen.working("Checking files and splits", quiet=quiet or json):
        frozen = loaded(suite).freeze(accept_unknown=accept_unknown).save(folder_of(suite))
    _tell(frozen, json=json, quiet=quiet)


# Texts of the command line -> values.


def loaded(suite: str | Path) -> Suite:
    """Return a suite by its folder, or by the name under which it ships."""
    from pybench.suite.shipped.cc18 import NAME
    from pybench.suite.suite import Suite

    if str(suite) == NAME and not Path(suite).exists():
        return Suite.shipped(NAME)
    return Suite.load(suite)


def folder_of(suite: Path) -> Path:
    """Return the folder of a suite that was named by it or by its file."""
    return suite if suite.is_dir() else suite.parent


def source_of(text: str) -> Any:
    """Return what a text names: bundled datasets, a table of qualities, a suite or a folder."""
    if text.startswith("bundled:"):
        return listed(text.removeprefix("bundled:"))
    path = Path(text)
    if (path / "suite.json").exists() or path.name == "suite.json":
        return loaded(path)
    if path.is_file():
        return _qualities(path)
    return path


def listed(text: str | None) -> list[str]:
    """Return the names between commas."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def range_of(text: str) -> Any:
    """Return the constraint of QUALITY=LOW..HIGH."""
    from pybench.suite.rules import constraint

    quality, equals, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    try:
        pair = [None if not end else float(end) for end in (low, high)]
    except ValueError:
        pair = []
    if not (quality and equals and dots and pair):
        raise ArgumentError(
            f"--range must be QUALITY=LOW..HIGH, not {text!r}",
            expected="QUALITY=LOW..HIGH",
            found=text,
        )
    return constraint(quality, pair)


def rows_of(path: Path | None) -> list[dict[str, Any]]:
    """Return the rows of a CSV file, empty fields left out; `holds` as true or false."""
    if path is None:
        return []
    from pybench.read.delimited import read_delimited
    from pybench.read.files import file_bytes

    grid = read_delimited(file_bytes(str(path)), file=str(path))
    rows = zip(*(column.values for column in grid.columns), strict=True)
    found = [{k: v for k, v in zip(grid.names, row, strict=True) if v} for row in rows]
    for row in found:
        if "holds" in row:
            row["holds"] = row["holds"].lower() not in ("false", "no", "0")
    return found


def about_from(path: Path | None) -> dict[str, dict[str, Any]]:
    """Return what a CSV file says of datasets."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows_of(path):
        name = row.pop("dataset", None)
        if name is None:
            raise ArgumentError("--about must have a column `dataset`, filled", file=str(path))
        many: dict[str, Any] = {
            key: row[key].split(";") for key in ("tags", "nominal", "ignore") if key in row
        }
        found[name] = {**row, **many}
    return found


def keep_of(text: str | None) -> Any:
    """Return names, or the result that a file holds."""
    if text is None or not text.endswith(".json"):
        return listed(text) or None
    from pybench.reporting.load import load_result

    return load_result(text)


def _qualities(path: Path) -> pd.DataFrame:
    import pandas as pd

    from pybench.read.files import file_bytes
    from pybench.read.tabular import read_table

    table = read_table(file_bytes(str(path)), format="csv", file=str(path))
    names = table.variable("dataset").texts()
    return table.to_frame([n for n in table.names if n != "dataset"]).set_axis(pd.Index(names))


def _tell(suite: Suite, *, json: bool, quiet: bool) -> None:
    if json:
        whole = {**suite.to_dict(), "hash": suite.hash}
        screen.document({"result": whole, "folder": str(suite.folder)})
    elif not quiet:
        lines = [str(suite).partition("\n  `")[0]]
        if suite.candidates:
            frame = suite.verdicts()
            out = frame[~frame["dataset"].isin(suite.datasets)]["dataset"].nunique()
            unknown = frame[frame["dataset"].isin(suite.datasets)]["verdict"].eq("unknown").sum()
            lines.append(f"  {counted(out, 'candidate')} left out, {unknown} answers unknown")
        columns = ["kind", "target", "procedure", "repeats", "folds", "source", "tags"]
        tasks = suite.to_frame()
        lines.append(_table(tasks[columns].reset_index()) if len(tasks) else "  no tasks")
        _print("\n".join(lines))


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


def _table(frame: pd.DataFrame) -> str:
    return frame.to_string(index=False, float_format="{:.4g}".format, na_rep="", max_rows=400)


def _print(text: str) -> None:
    screen.output().print(screen.literal(text), soft_wrap=True)
