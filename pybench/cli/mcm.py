"""``pybench mcm``: a table of results in, a multi-comparison matrix out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Option

from pybench.base import shared
from pybench.cli import languages, options, screen
from pybench.cli.look import FIGURES, Look, format_of
from pybench.cli.look import write as write_figure
from pybench.cli.options import OUTPUT, TESTS
from pybench.cli.parsing import split_names
from pybench.store.atomic import require_writable

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench mcm accuracy.csv --higher-is-better --out matrix.png --out matrix.tex

pybench mcm error.csv --lower-is-better --rows ours --bayesian --rope 0.005 --out ours.html

pybench mcm accuracy.csv --higher-is-better --triangle upper --cell difference,p --out half.pdf"""

FORMATS = ("png", "pdf", "svg", "tex", "html", "csv")
TABLES = ("html", "csv")  # of the formats; they show methods under their own names, all alike
MATRIX = "Matrix"

Out = Annotated[
    list[Path],
    Option(
        help="File to write; its ending decides the format: "
        + ", ".join(FORMATS)
        + ". Repeat the option to write several files.",
        rich_help_panel=OUTPUT,
        show_default=False,
    ),
]


def _corrections() -> Iterator[str]:
    """Return what the corrections control; those for any p-values precede those of one test."""
    rows = takewhile(lambda row: row["key"] != "single-step", shared.rows("corrections.csv"))
    by: dict[str, list[str]] = {}
    for row in rows:
        by.setdefault(row["controls"], []).append(row["key"])
    return (f"{what}: {', '.join(names)}" for what, names in by.items())


Title = Annotated[str | None, Option(help="Title above the matrix.", rich_help_panel=OUTPUT)]
Rows = Annotated[
    str | None,
    Option(
        help="Names of the methods in the rows, comma-separated; put a name with commas, or with "
        "blanks at its ends, in double quotes. Default: all methods.",
        rich_help_panel=MATRIX,
    ),
]
Columns = Annotated[
    str | None,
    Option(
        help="Names of the methods in the columns, written as in --rows. Default: all methods.",
        rich_help_panel=MATRIX,
    ),
]
Order = Annotated[
    Literal["mean", "median", "name", "table"],
    Option(
        help="Order of rows and columns. mean, median: by this statistic of the scores, the best "
        "method first; name: by name; table: as in the table.",
        rich_help_panel=MATRIX,
    ),
]
Adjust = Annotated[
    str,
    Option(
        help="Correction of the p-values for the number of pairs; none: no correction. Corrected "
        "p-values depend on which methods are shown. " + "; ".join(_corrections()) + ".",
        rich_help_panel=TESTS,
    ),
]
ZeroMethod = Annotated[
    Literal["wilcox", "pratt", "zsplit"],
    Option(
        help="How the signed-rank test treats datasets on which both scores are equal. wilcox: "
        "leaves them out; pratt: ranks them, then leaves them out; zsplit: ranks them, and gives "
        "half of their ranks to each method.",
        rich_help_panel=TESTS,
    ),
]
Effect = Annotated[
    Literal["hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority"] | None,
    Option(
        help="Effect size to add to the cells, with its confidence interval of level 1 - alpha.",
        rich_help_panel=TESTS,
    ),
]
Colours = Annotated[
    Literal["red-blue", "orange-purple", "yellow-blue", "brown-teal", "none"],
    Option(
        help="Colours of the cells: the first colour if the row is better on average, the second "
        "if the column is better. For an HTML page, only red-blue and none are possible.",
        rich_help_panel=FIGURES,
    ),
]
Triangle = Annotated[
    Literal["both", "upper"],
    Option(
        help="upper: only the cells above the diagonal, so that each pair is shown once.",
        rich_help_panel=FIGURES,
    ),
]
Cell = Annotated[
    str | None,
    Option(
        metavar="LINES",
        help="Lines to show in a cell, comma-separated, in this order: difference, wins, p, "
        "posterior (needs --bayesian), effect (needs --effect). Default: all that are computed.",
        rich_help_panel=FIGURES,
    ),
]
Samples = Annotated[
    int,
    Option(
        help="Number of random draws of the Bayesian test. Used with --bayesian.",
        rich_help_panel=TESTS,
    ),
]


def mcm(
    results: options.Results,
    out: Out,
    *,
    reading: options.Reading,
    rows: Rows = None,
    columns: Columns = None,
    order: Order = "mean",
    adjust: Adjust = "none",
    alpha: options.Alpha = 0.05,
    bayesian: options.Bayesian = False,
    rope: options.Rope = 0.01,
    samples: Samples = 50_000,
    seed: options.Seed = 0,
    zero_method: ZeroMethod = "wilcox",
    effect: Effect = None,
    tie_tol: options.TieTolerance = "decimal",
    engine: options.Engine = "auto",
    colours: Colours = "red-blue",
    triangle: Triangle = "both",
    cell: Cell = None,
    look: Look,
    title: Title = None,
    output: options.Output,
) -> None:
    """Draw a multi-comparison matrix, which compares each pair independently of other methods.

    A cell has three lines: the mean difference (row minus column), the numbers of datasets on which
    the row wins, ties and loses, and the p-value of the Wilcoxon signed-rank test. --cell chooses
    other lines. If --rows names a single method, only this method is compared with all others.
    Without --adjust, the p-value is descriptive: it is not corrected for testing many pairs.
    """
    forms = [format_of(path, FORMATS) for path in out]
    for path in out:
        require_writable(path)
    table = reading.read(results)
    settings = {
        "rows": names_of(table, rows),
        "columns": names_of(table, columns),
        "order": order,
        "adjust": adjust,
        "alpha": alpha,
        "bayesian": bayesian,
        "rope": rope,
        "samples": samples,
        "seed": seed,
        "zero_method": zero_method,
        "effect": effect,
        "tie_tol": options.tie_tolerance(tie_tol),
    }
    matrix = computed(table, engine, quiet=output.silent, **settings)
    drawn = {
        "title": title,
        "colours": colours,
        "triangle": triangle,
        "cell": None if cell is None else split_names(cell),
    }
    for path, form in zip(out, forms, strict=True):
        write(matrix, path, form, drawn, look)
    plain = [path.name for path, form in zip(out, forms, strict=True) if form in TABLES]
    ways = {"--highlight": look.highlight, "--group": look.group, "--label": look.label}
    given = " and ".join(name for name, value in ways.items() if value)
    if given and plain and not output.silent:
        screen.notice(f"{given} changed no table of another kind than LaTeX: {', '.join(plain)}")
    if output.json:
        document = {"result": matrix.to_dict(), "files": [str(path) for path in out]}
        screen.document(document)
    elif not output.quiet:
        screen.result(matrix, out)


def names_of(table: ResultsTable, text: str | None) -> list[str] | None:
    """Return the methods in a comma-separated list; a single name may hold commas."""
    if text is None:
        return None
    return [text] if text in table.classifiers else split_names(text)


def computed(table: ResultsTable, engine: str, *, quiet: bool, **settings: Any) -> MultiComparison:
    """Compare; "auto" uses both languages, or Python alone with a notice if R is missing."""
    from pybench.comparison.matrix import multi_comparison

    return languages.computed(
        partial(multi_comparison, table, **settings), engine, "Computing", quiet=quiet
    )


def write(
    matrix: MultiComparison, path: Path, form: str, drawn: dict[str, Any], look: Look
) -> None:
    """Write a matrix in one of `FORMATS`; ``drawn`` are arguments of its figure."""
    from pybench import plot
    from pybench.reporting.frame import page
    from pybench.reporting.matrix import matrix_table, part
    from pybench.store import atomic

    if form == "tex":
        source = plot.multi_comparison_latex
        atomic.write_text(path, source(matrix, **drawn, **look.of(source)))
    elif form == "html":
        plain = {} if drawn["colours"] == "none" else {"colours": "red-blue"}
        atomic.write_text(path, page(part(matrix, **{**drawn, **plain})))
    elif form == "csv":
        atomic.write_text(path, matrix_table(matrix).to_csv())
    else:
        figure = plot.multi_comparison
        write_figure(figure(matrix, **drawn, **look.of(figure)), path, form)
