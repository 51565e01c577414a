"""``pybench bootstrap``: a table of results and a landscape -> how stable the conclusions are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rich.padding import Padding
from typer import Option

from pybench.base import notes
from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.noun import nouns
from pybench.base.text import clipped, shown, shown_names
from pybench.cli import languages, options, screen
from pybench.cli.landscape_output import COVERAGE, STABILITY
from pybench.cli.options import OUTPUT, TESTS

if TYPE_CHECKING:
    from pybench.landscape.best import BestByRegion
    from pybench.landscape.bootstrap import Bootstrap
    from pybench.landscape.stability import LandscapeStability
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench bootstrap accuracy.csv --higher-is-better --landscape landscape --out bootstrap

pybench bootstrap accuracy.csv --higher-is-better --landscape land --stability land --out b

pybench bootstrap error.csv --lower-is-better --landscape regions.csv --per-region 2,4 --out b"""

PORTFOLIOS = "Portfolios"

LandscapePath = Annotated[
    Path,
    Option(
        "--landscape",
        metavar="FOLDER|JSON|CSV",
        help="Regions of the datasets: the folder that `pybench landscape` wrote, its "
        "coverage.json, or a CSV table with columns `dataset` and `region`, one row per dataset.",
        rich_help_panel=options.READING,
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(
        help="Folder to write: page, figures, tables and numbers.",
        rich_help_panel=OUTPUT,
        show_default=False,
    ),
]
PerRegion = Annotated[
    str,
    Option(
        metavar="2,3,4",
        help="Number of datasets that a portfolio has from each region. If several numbers are "
        "given, comma-separated, the analysis is repeated for each.",
        rich_help_panel=PORTFOLIOS,
    ),
]
Times = Annotated[
    int,
    Option(
        "--repeats",
        help="Number of random portfolios for each number in --per-region.",
        rich_help_panel=PORTFOLIOS,
    ),
]
Threshold = Annotated[
    float,
    Option(
        help="A dataset represents a region if at least this percentage of its series lies in the "
        "region. Not used if --landscape is a table of regions.",
        rich_help_panel=PORTFOLIOS,
    ),
]
Small = Annotated[
    Literal["skip", "refuse"],
    Option(
        help="What to do with a region that is represented by fewer datasets than the largest "
        "number in --per-region. skip: leave it out; refuse: stop with an error.",
        rich_help_panel=PORTFOLIOS,
    ),
]
Maps = Annotated[
    Path | None,
    Option(
        "--stability",
        metavar="FOLDER|JSON",
        help="Several maps of the same datasets: the folder that `pybench landscape --stability` "
        "or `pybench landscape-stability` wrote, or its landscape-stability.json. Portfolios are "
        "then also drawn from the regions of each map. The thresholds must be the same.",
        rich_help_panel=PORTFOLIOS,
        show_default=False,
    ),
]
Omnibus = Annotated[
    bool,
    Option(
        "--omnibus/--no-omnibus",
        help="Whether two methods count as different on a portfolio only if Friedman's test "
        "rejects there, too.",
        rich_help_panel=TESTS,
    ),
]


@dataclass(frozen=True)
class Reading(options.Reading):
    """The usual options, but here ``--repeats`` is the number of portfolios."""

    repeats: Annotated[
        Literal["error", "mean"],
        Option(
            "--repeated-scores",
            help="What to do with several scores of one method on one dataset. error: stop; mean: "
            "take their mean.",
            rich_help_panel=options.READING,
        ),
    ] = "error"


def bootstrap(
    results: options.Results,
    landscape: LandscapePath,
    out: Out,
    *,
    reading: Reading,
    per_region: PerRegion = "2,3,4",
    times: Times = 30,
    threshold: Threshold = 90.0,
    small: Small = "skip",
    stability: Maps = None,
    omnibus: Omnibus = True,
    alpha: options.Alpha = 0.05,
    seed: options.Seed = 0,
    engine: options.Engine = "auto",
    title: options.Title = None,
    output: options.Output,
) -> None:
    """Test all pairs of methods on many portfolios of datasets that cover a landscape evenly.

    A portfolio contains the same number of datasets from each region of the landscape, drawn at
    random. The command reports which results change with this number, and which method is best in
    each region. It also reports how often portfolios drawn without regard to regions give another
    result. Writes a page (index.html), its figures, bootstrap.json, and the tables as CSV.
    """
    chosen = counts_of(per_region)
    table = reading.read(results)
    settings = {
        "per_region": chosen,
        "repeats": times,
        "threshold": threshold,
        "seed": seed,
        "alpha": alpha,
        "omnibus": omnibus,
        "small": small,
        "stability": None if stability is None else read_stability(stability),
    }
    found, best = computed(
        table, read_landscape(landscape), engine, quiet=output.silent, **settings
    )
    with screen.working("Drawing and writing", quiet=output.silent):
        from pybench.reporting.bootstrap import write

        files = write(found, best, out, title=title)
    if output.json:
        result = {"bootstrap": found, "best_by_region": best}
        screen.document({"result": result, "files": [str(path) for path in files]})
    elif not output.quiet:
        show_bootstrap(found, best, files)


def counts_of(text: str) -> list[int]:
    """Return the numbers in a comma-separated list.

    Examples
    --------
    >>> counts_of("2, 4")
    [2, 4]
    """
    items = [item.strip() for item in text.split(",")]
    if all(re.fullmatch(r"\d{1,9}", item) for item in items):
        return [int(item) for item in items]
    expected = "comma-separated whole numbers, such as 2,3,4"
    raise ArgumentError(
        f"--per-region must be {expected}, not {clipped(text)!r}", expected=expected, found=text
    )


def computed(
    table: ResultsTable, landscape: Any, engine: str, *, quiet: bool, **settings: Any
) -> tuple[Bootstrap, BestByRegion]:
    """Compute both; "auto" uses both languages, or Python alone with a notice if R is missing."""
    from pybench.landscape.best import best_by_region
    from pybench.landscape.bootstrap import bootstrap

    shared = {name: settings[name] for name in ("threshold", "alpha")}

    def compute(engine: str) -> tuple[Bootstrap, BestByRegion]:
        found = bootstrap(table, landscape, engine=engine, **settings)
        return found, best_by_region(table, landscape, engine=engine, **shared)

    return languages.computed(compute, engine, "Testing portfolios", quiet=quiet)


def landscape_file(path: Path, name: str = COVERAGE) -> Path:
    """Return the file with the landscape: the one in a folder, or the path itself."""
    if not path.is_dir():
        return path
    path /= name
    if not path.is_file():
        wrote = "pybench landscape" if name == COVERAGE else "pybench landscape --stability"
        other = ", or give a table with columns `dataset` and `region`" * (name == COVERAGE)
        raise refusal(
            f"a folder that `{wrote}` wrote, with {name}",
            "no such file",
            f"Check the path{other}.",
            file=str(path),
            kind=InputError,
        )
    return path


def read_stability(path: Path) -> LandscapeStability:
    """Read several maps for `bootstrap`."""
    from pybench.flow.load import load_result
    from pybench.landscape.stability import LandscapeStability

    path = landscape_file(path, STABILITY)
    found = load_result(path)
    if isinstance(found, LandscapeStability):
        return found
    raise refusal(
        f"the file {STABILITY} of a folder that `pybench landscape --stability` wrote",
        f"a file with the schema {found.schema}",
        "Give the folder that `pybench landscape --stability` wrote.",
        file=str(path),
        kind=InputError,
    )


def read_landscape(path: Path) -> Any:
    """Read the landscape for `bootstrap`: a result of pybench, or region -> datasets."""
    from pybench.flow.load import load_result
    from pybench.landscape.coverage import Coverage
    from pybench.landscape.map import Landscape
    from pybench.landscape.representatives import Representatives

    path = landscape_file(path)
    if path.suffix.lower() != ".json":
        return read_regions(path)
    found = load_result(path)
    if isinstance(found, (Coverage, Landscape, Representatives)):
        return found
    raise refusal(
        f"the file {COVERAGE} of a folder that `pybench landscape` wrote",
        f"a file with the schema {found.schema}",
        "Give the folder that `pybench landscape` wrote.",
        file=str(path),
        kind=InputError,
    )


def read_regions(path: Path) -> Mapping[str, list[str]]:
    """Read a table with columns `dataset` and `region`, one row per dataset."""
    from pybench.read.delimited import read_delimited
    from pybench.read.files import file_bytes
    from pybench.read.grid import check_column_names, names_in

    grid = read_delimited(file_bytes(str(path)), file=str(path))
    check_column_names(grid)
    for name in ("dataset", "region"):
        if name not in grid.names:
            found = f"only {shown_names(grid.names)}"
            hint = "Rename the columns, or write the table with `pybench landscape`."
            raise grid.header_refusal("columns `dataset` and `region`", found, hint, name)
    dataset, region = (
        names_in(grid, grid.columns[grid.names.index(name)]) for name in ("dataset", "region")
    )
    known: dict[str, int] = {}
    regions: dict[str, list[str]] = {}
    for row, (one, where) in enumerate(zip(dataset, region, strict=True)):
        for name, cell in (("dataset", one), ("region", where)):
            if not cell:
                raise grid.cell_refusal("a name", "an empty cell", "Fill in the cell.", row, name)
        if one in known:
            found = f"{shown(one)} on {grid.places([known[one], row])}"
            hint = "A portfolio would count this dataset twice: keep only one of its rows."
            raise grid.cell_refusal("each dataset once", found, hint, row, "dataset")
        known[one] = row
        regions.setdefault(where, []).append(one)
    return regions


def show_bootstrap(found: Bootstrap, best: BestByRegion, files: tuple[Path, ...]) -> None:
    """Print which results hold, the best method per region, and the paths of the files."""
    from pybench.reporting.bootstrap import sentences

    console = screen.output()
    size = f"{found.n_classifiers} {nouns()} on {found.n_datasets} datasets"
    regions = f"{len(found.representatives)} regions, {found.repeats} portfolios of each size"
    console.print(screen.literal(f"{size}; {regions}", "bold"), soft_wrap=True)
    for sentence in sentences(found):
        console.print(Padding(screen.literal(sentence), (0, 2)))
    for note in notes.ordered({*found.notes, *best.notes}):
        console.print(Padding(screen.literal(f"{note}: {notes.text(note)}", "yellow"), (0, 2)))
    for line in str(best).splitlines():
        if not line.startswith("  note "):
            console.print(screen.literal(line), soft_wrap=True)
    page, *others = files
    console.print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    names = ", ".join(path.name for path in others if path.suffix in (".json", ".csv"))
    console.print(screen.literal(f"Also written: {names}"), soft_wrap=True)
