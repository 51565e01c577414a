"""``pybench compare``: a table of results in, a folder with a comparison out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.padding import Padding
from rich.table import Table
from typer import Option

from pybench.base import notes
from pybench.base.errors import EnvironmentProblem
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT
from pybench.reporting.languages import sentence

if TYPE_CHECKING:
    from pybench.comparison.summary import Comparison
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench compare accuracy.csv --higher-is-better --out comparison

pybench compare loss.parquet --lower-is-better --missing drop --repeats mean --out loss"""

Out = Annotated[
    Path,
    Option(help="Folder for the page, figures, tables and numbers.", rich_help_panel=OUTPUT),
]
Title = Annotated[str | None, Option(help="Heading of the page.", rich_help_panel=OUTPUT)]


def compare(
    results: options.Results,
    out: Out,
    higher_is_better: options.Higher = False,
    lower_is_better: options.Lower = False,
    metric: options.Metric = None,
    missing: options.Missing = "error",
    repeats: options.Repeats = "error",
    layout: options.Layout = "auto",
    dataset: options.DatasetColumn = "dataset",
    classifier: options.ClassifierColumn = "classifier",
    score: options.ScoreColumn = None,
    resample: options.ResampleColumn = "resample",
    delimiter: options.Delimiter = None,
    encoding: options.Encoding = "utf-8",
    alpha: options.Alpha = 0.05,
    convention: options.Convention = "standard",
    tie_tol: options.TieTolerance = "0",
    engine: options.Engine = "auto",
    title: Title = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare classifiers over datasets: Friedman, Nemenyi, critical difference diagram.

    Writes a page to read (index.html), all numbers for programs (results.json), the diagram as
    SVG, PNG, PDF and TikZ, and the tables as CSV and LaTeX.
    """
    from pybench.read.results import read_results

    higher = options.direction(higher_is_better, lower_is_better)
    table = read_results(
        results,
        higher_is_better=higher,
        metric=metric,
        missing=missing,
        repeats=repeats,
        layout=layout,
        dataset=dataset,
        classifier=classifier,
        score=score,
        resample=resample,
        delimiter=options.delimiter_of(delimiter),
        encoding=encoding,
    )
    settings = {
        "alpha": alpha,
        "convention": convention,
        "tie_tol": options.tie_tolerance(tie_tol),
    }
    comparison = computed(table, engine, quiet=quiet or json, **settings)
    files = written(comparison, out, title)
    if json:
        screen.document(as_document(comparison, files))
    elif not quiet:
        show(comparison, files)


def computed(table: ResultsTable, engine: str, *, quiet: bool, **settings: Any) -> Comparison:
    """Compare; with "auto" in both languages, or in Python with a notice where R is not there."""
    from pybench.comparison.summary import compare

    with screen.working("Computing", quiet=quiet):
        if engine != "auto":
            return compare(table, engine=engine, **settings)
        try:
            return compare(table, engine="both", **settings)
        except EnvironmentProblem as problem:
            missing = problem
    screen.notice(f"Python alone computes, unchecked by R: {missing}")
    return compare(table, engine="python", **settings)


def written(comparison: Comparison, folder: Path, title: str | None = None) -> tuple[Path, ...]:
    """Write a comparison into its folder."""
    from pybench.reporting.folder import write

    return write(comparison, folder, title=title)


def as_document(comparison: Comparison, files: tuple[Path, ...]) -> dict[str, Any]:
    """Return what ``--json`` prints."""
    return {"result": comparison.to_dict(), "files": [str(path) for path in files]}


def show(comparison: Comparison, files: tuple[Path, ...]) -> None:
    """Print a short summary and where the files are."""
    console, table = screen.output(), comparison.table
    size = f"{table.n_classifiers} classifiers on {table.n_datasets} datasets"
    better = "higher" if table.higher_is_better else "lower"
    console.print(screen.literal(f"{size}, {table.metric or 'score'} ({better} is better)", "bold"))
    for conclusion in comparison.conclusions:
        console.print(Padding(screen.literal(conclusion), (0, 2)))
    for note, meaning in _meanings(comparison):
        console.print(Padding(screen.literal(f"{note}: {meaning}", "yellow"), (0, 2)))
    console.print(_ranking(comparison))
    if comparison.differences:
        console.print(screen.literal(sentence(comparison.differences)))
    page, *others = files
    console.print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    names = ", ".join(path.name for path in others)
    console.print(screen.literal(f"Beside it: {names}"), soft_wrap=True)


def _meanings(comparison: Comparison) -> list[tuple[str, str]]:
    texts = notes.texts()
    return [(note, texts[note]) for note in comparison.notes]


def _ranking(comparison: Comparison) -> Padding:
    grid = Table(box=None, pad_edge=False, header_style="dim")
    grid.add_column("classifier", overflow="fold")
    for header in ("mean rank", "mean", "sd"):
        grid.add_column(header, justify="right")
    for row in comparison.scores.itertuples():
        numbers = (f"{row.mean_rank:.2f}", f"{row.mean:.4f}", f"{row.sd:.4f}")
        grid.add_row(screen.literal(row.Index), *numbers)
    return Padding(grid, (1, 2))
