"""``pybench compare``: a table of results in, a folder with a comparison out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.padding import Padding
from rich.table import Table
from typer import Option

from pybench.base import notes
from pybench.base.noun import noun, nouns
from pybench.cli import embeddings, languages, options, screen
from pybench.cli.look import Look
from pybench.cli.options import OUTPUT, TESTS
from pybench.reporting import bayesian as bayes
from pybench.reporting import stability as stability_text
from pybench.reporting.formats import grouped
from pybench.reporting.languages import sentence

if TYPE_CHECKING:
    from pybench.comparison.summary import Comparison
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench compare accuracy.csv --higher-is-better --out comparison

pybench compare loss.parquet --lower-is-better --missing drop --repeats mean --out loss

pybench compare accuracy.csv --higher-is-better --bayesian --rope 0.005 --stability --out all"""

Out = Annotated[
    Path,
    Option(help="Folder to write: page, figures, tables and numbers.", rich_help_panel=OUTPUT),
]
Stability = Annotated[
    bool,
    Option(
        "--stability",
        help="Add a stability analysis: do the conclusions hold with other sets of methods and "
        "other datasets? This takes seconds to minutes.",
        rich_help_panel=TESTS,
    ),
]
Mcm = Annotated[
    bool,
    Option(
        "--mcm/--no-mcm",
        help="Whether to compute and draw the multi-comparison matrix.",
        rich_help_panel=TESTS,
    ),
]
Only = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="Compare on these datasets only: a folder or file that `pybench select` wrote, or a "
        "text file with one dataset name per line. Default: all datasets.",
        rich_help_panel=options.READING,
        show_default=False,
    ),
]


Hierarchical = Annotated[
    bool,
    Option(
        "--hierarchical",
        help="Add the Bayesian hierarchical model of all pairs, in place of --bayesian: it uses "
        "how the repeats of each score vary. Needs --repeats keep; takes seconds per pair.",
        rich_help_panel=options.TESTS,
    ),
]
Rho = Annotated[
    float | None,
    Option(
        help="Add tests within each dataset: on which datasets does one method beat another? The "
        "number is the share of the data in each test set, such as 0.1 for ten-fold "
        "cross-validation; --hierarchical uses it, too. Needs --repeats keep.",
        rich_help_panel=options.TESTS,
        show_default=False,
    ),
]
Samples = Annotated[
    int | None,
    Option(
        help="Number of random draws of the Bayesian test. Default: 50000 with --bayesian, 8000 "
        "with --hierarchical. Use more if the result has the note not-converged.",
        rich_help_panel=options.TESTS,
        show_default=False,
    ),
]


def compare(
    results: options.Results,
    out: Out,
    *,
    reading: options.Reading,
    only: Only = None,
    alpha: options.Alpha = 0.05,
    bayesian: options.Bayesian = False,
    hierarchical: Hierarchical = False,
    rho: Rho = None,
    samples: Samples = None,
    rope: options.Rope = 0.01,
    stability: Stability = False,
    mcm: Mcm = True,
    seed: options.Seed = 0,
    convention: options.Convention = "standard",
    tie_tol: options.TieTolerance = "decimal",
    engine: options.Engine = "auto",
    look: Look,
    title: options.Title = None,
    output: options.Output,
) -> None:
    """Compare methods over datasets: Friedman, Nemenyi and signed-rank tests, diagrams, matrix.

    Writes a page (index.html), all numbers in machine-readable form (results.json), the figures as
    SVG, PNG, PDF and TikZ, and the tables as CSV and LaTeX.
    """
    table = reading.read(results)
    table = embeddings.only(table, only)
    settings = {
        "alpha": alpha,
        "bayesian": bayesian,
        "hierarchical": hierarchical,
        "rho": rho,
        "samples": samples,
        "rope": rope,
        "stability": stability,
        "mcm": mcm,
        "seed": seed,
        "convention": convention,
        "tie_tol": options.tie_tolerance(tie_tol),
    }
    comparison = computed(table, engine, quiet=output.silent, **settings)
    files = written(comparison, out, title, look.given, quiet=output.silent)
    if output.json:
        screen.document(as_document(comparison, files))
    elif not output.quiet:
        show(comparison, files)


def computed(table: ResultsTable, engine: str, *, quiet: bool, **settings: Any) -> Comparison:
    """Compare; "auto" uses both languages, or Python alone with a notice if R is missing."""
    from pybench.comparison.summary import compare

    long = [
        label
        for name, label in (
            ("bayesian", "Bayesian comparison"),
            ("hierarchical", "hierarchical model"),
            ("stability", "stability"),
        )
        if settings.get(name)
    ]
    text = ", ".join(["Computing tests", *long])
    return languages.computed(partial(compare, table, **settings), engine, text, quiet=quiet)


def written(
    comparison: Comparison,
    folder: Path,
    title: str | None = None,
    look: Mapping[str, Any] | None = None,
    *,
    quiet: bool = True,
) -> tuple[Path, ...]:
    """Write a comparison into its folder; ``look``: arguments of the figures."""
    from pybench.comparison.posterior import best_two
    from pybench.reporting.comparison import write

    with screen.working("Drawing and writing", quiet=quiet):
        best = best_two(comparison)
        return write(comparison, folder, title=title, posterior=best, look=look)


def as_document(comparison: Comparison, files: tuple[Path, ...]) -> dict[str, Any]:
    """Return what ``--json`` prints."""
    return {"result": comparison.to_dict(), "files": [str(path) for path in files]}


def show(comparison: Comparison, files: tuple[Path, ...]) -> None:
    """Print a short summary and where the files are."""
    console, table = screen.output(), comparison.table
    size = f"{table.n_classifiers} {nouns()} on {table.n_datasets} datasets"
    better = "higher" if table.higher_is_better else "lower"
    console.print(screen.literal(f"{size}, {table.metric or 'score'} ({better} is better)", "bold"))
    for conclusion in comparison.told():
        console.print(Padding(screen.literal(conclusion), (0, 2)))
    for line in _extra_lines(comparison):
        console.print(Padding(screen.literal(line), (0, 2)))
    for note, meaning in _meanings(comparison):
        console.print(Padding(screen.literal(f"{note}: {meaning}", "yellow"), (0, 2)))
    console.print(_ranking(comparison))
    if comparison.differences:
        console.print(screen.literal(sentence(comparison.differences)))
    page, *others = files
    console.print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    names = ", ".join(map(_braced, grouped(tuple(path.name for path in others))))
    console.print(screen.literal(f"Also written: {names}"), soft_wrap=True)


def _extra_lines(comparison: Comparison) -> list[str]:
    """Return a line or two on the analyses that were requested beyond the tests."""
    lines = []
    if comparison.bayesian is not None:
        lines.append(
            f"Bayesian {bayes.test_of(comparison.bayesian)}: {bayes.sentence(comparison.bayesian)}"
        )
    if comparison.stability is not None:
        lines += stability_text.sentences(comparison.stability)
    return lines


def _braced(group: tuple[str, tuple[str, ...]]) -> str:
    """Return files that differ only in their ending as one shell pattern."""
    stem, endings = group
    return f"{stem}.{endings[0]}" if len(endings) == 1 else f"{stem}.{{{','.join(endings)}}}"


def _meanings(comparison: Comparison) -> list[tuple[str, str]]:
    return [(note, notes.text(note)) for note in comparison.notes]


def _ranking(comparison: Comparison) -> Padding:
    grid = Table(box=None, pad_edge=False, header_style="dim")
    grid.add_column(noun(), overflow="fold")
    means = comparison.table.metrics is None  # none of scores of different metrics
    for header in ("mean rank", *["mean", "sd"] * means):
        grid.add_column(header, justify="right")
    for row in comparison.scores.itertuples():
        numbers = [f"{row.mean_rank:.2f}", *[f"{row.mean:.4f}", f"{row.sd:.4f}"] * means]
        grid.add_row(screen.literal(row.Index), *numbers)
    return Padding(grid, (1, 2))
