"""``pybench metrics``: tables of several metrics in, one report and where the metrics agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT, TESTS

if TYPE_CHECKING:
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench metrics accuracy=acc.csv:higher seconds=times.csv:lower --out report

pybench metrics AUC=scores.csv:higher:auc loss=scores.csv:lower:logloss --over all --out report"""

Sources = Annotated[
    list[str],
    Argument(
        metavar="NAME=FILE:higher|lower[:COLUMN]...",
        help="Each metric or cost: its name, its file (laid out as `pybench compare` reads it), "
        "whether higher or lower is better and, for a long file with several score columns, the "
        "name of the column.",
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
Test = Annotated[
    Literal["wilcoxon", "sign_test"],
    Option(help="Test of each pair of methods.", rich_help_panel=TESTS),
]
Adjust = Annotated[
    str, Option(help="Correction of the p-values for many tests.", rich_help_panel=TESTS)
]
Over = Annotated[
    Literal["each", "all"],
    Option(
        help="What the p-values are corrected for: the pairs of each metric by itself, or the "
        "pairs of all metrics together.",
        rich_help_panel=TESTS,
    ),
]


def metrics(
    sources: Sources,
    out: Out = Path("report.html"),
    *,
    alpha: options.Alpha = 0.05,
    test: Test = "wilcoxon",
    adjust: Adjust = "holm",
    over: Over = "each",
    tie_tol: options.TieTolerance = "decimal",
    title: options.Title = None,
    output: options.Output,
) -> None:
    """Compare methods by several metrics or costs: a part for each, and where they agree."""
    from pybench.comparison.metrics import compare_metrics
    from pybench.comparison.summary import compare
    from pybench.flow.report import report

    tables = dict(map(_read, sources))
    tolerance = options.tie_tolerance(tie_tol)
    found = compare_metrics(tables, alpha, test, adjust, over, tie_tol=tolerance)
    with screen.working("Computing, drawing and writing", quiet=output.silent):
        each = [compare(t, alpha, tie_tol=tolerance) for t in tables.values()]
        page = report(found, *each, path=out, title=title or "Several metrics")
    if output.json:
        screen.document({"result": found.to_dict(), "files": [str(page)]})
    elif not output.quiet:
        screen.result(found, [page])


def _read(source: str) -> tuple[str, ResultsTable]:
    name, _, rest = source.partition("=")
    file, *direction = rest.split(":")
    if not (name and file) or len(direction) not in (1, 2) or direction[0] not in (
        "higher", "lower",
    ):  # fmt: skip
        expected = "NAME=FILE:higher or NAME=FILE:lower, and perhaps :COLUMN"
        raise ArgumentError(
            f"expected {expected}, found {source!r}", expected=expected, found=repr(source)
        )
    column = direction[1] if len(direction) == 2 else None
    higher = direction[0] == "higher"
    reading = options.Reading(higher, not higher, metric=name, score=column)
    return name, reading.read(Path(file))
