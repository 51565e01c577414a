"""``pybench validate``: Python's numbers against R's, on the user's table or on everything."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.table import Table
from typer import Argument, Exit, Option

from pybench.base.errors import ArgumentError, LanguagesDisagree
from pybench.cli import certificate, options, screen
from pybench.reporting.languages import allowed, difference

if TYPE_CHECKING:
    from pybench.comparison.validation import Validation
    from pybench.table import ResultsTable


EXAMPLES = """Examples:

pybench validate accuracy.csv --higher-is-better

pybench validate --all

pybench validate --all accuracy.csv --higher-is-better --out certificate.csv"""

Results = Annotated[
    Path | None,
    Argument(
        metavar="[RESULTS]",
        help="File with the table of results on which Python and R are compared; the same formats "
        "as for `pybench compare`. Optional with --all.",
        show_default=False,
    ),
]
Everything = Annotated[
    bool,
    Option(
        "--all",
        help="Compare everything that both languages compute, in every module, on the tables that "
        "ship with pybench, and on RESULTS if given.",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    Option(
        help="File to write the comparison to: .csv, with one row per quantity, or .json, for "
        "load_result().",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Reading(options.Reading):
    """Without the metric, which this command never shows."""

    metric: None = field(default=None, init=False)


def validate(
    results: Results = None,
    everything: Everything = False,
    *,
    reading: Reading,
    alpha: options.Alpha = 0.05,
    tie_tol: options.TieTolerance = "decimal",
    out: Out = None,
    output: options.Output,
) -> None:
    """Compute statistics in both Python and R, and print the largest differences.

    The exit code is 0 if all differences are within their tolerances, 6 if not, and 3 if R is
    missing. With --all, the exit code is also 6 if a published number is not reproduced.
    """
    certificate.check_out(out)
    if results is None and not everything:
        raise ArgumentError(
            "expected a table of results, or --all, found neither",
            expected="RESULTS or --all",
            found="neither",
            hint="Give a file with a table, or the option --all, which uses the tables that ship "
            "with pybench.",
        )
    table = None if results is None else reading.read(results)
    ties = options.tie_tolerance(tie_tol)
    if everything:
        _certify(table, alpha, ties, out, output)
    else:
        assert table is not None
        _validate(table, alpha, ties, out, output)


def _certify(
    table: ResultsTable | None,
    alpha: float,
    tie_tol: float | str,
    out: Path | None,
    output: options.Output,
) -> None:
    from pybench.certificate.certify import certify

    with screen.share("Computing in Python and R", quiet=output.silent) as move:
        found = certify(
            table,
            alpha,
            tie_tol=tie_tol,
            progress=lambda progress: move(progress.share, str(progress)),
        )
    if not output.silent:
        certificate.show(found)  # first: minutes of work, even if the file cannot be written
    certificate.write(found, out)
    if output.json:
        screen.document({"result": found.to_dict(), "agrees": found.agrees})
        raise Exit(0 if found.agrees else LanguagesDisagree.exit_code)
    certificate.require_agreement(found)


def _validate(
    table: ResultsTable,
    alpha: float,
    tie_tol: float | str,
    out: Path | None,
    output: options.Output,
) -> None:
    from pybench.comparison.validation import validate as compute

    with screen.working("Computing in Python and R", quiet=output.silent):
        found = compute(table, alpha, tie_tol=tie_tol)
    if not output.silent:
        _show(found)
    certificate.write(found, out)
    if output.json:
        screen.document({"result": found.to_dict(), "agrees": found.agrees})
        raise Exit(0 if found.agrees else LanguagesDisagree.exit_code)
    require_agreement(found)


def _grid(found: Validation) -> Table:
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for header in ("function", "calls", "field", "difference", "allowed", ""):
        side: Any = "right" if header in ("calls", "difference", "allowed") else "left"
        grid.add_column(header, justify=side, overflow="fold")
    for (name, rows), (_, nearest) in zip(found.functions().items(), found.worst(), strict=True):
        settings = str(len({settings for settings, _ in rows}))
        field = nearest.quantity.partition(".")[2] if nearest.difference else ""
        apart = sum(not row.agrees for _, row in rows)
        verdict = ("DIFFERS", "red") if apart else ("agrees", "green")
        shown = (difference(nearest), allowed(nearest)) if nearest.difference else ("none", "")
        grid.add_row(name, settings, field, *shown, screen.literal(*verdict))
    return grid


def _show(found: Validation) -> None:
    """Print one row per function, every disagreement, and what was refused and why."""
    out = screen.wide()
    out.print(_grid(found))
    for settings, row in found.rows:
        if not row.agrees:
            out.print(screen.literal(f"DIFFERS {row} [{settings}]", "red"), soft_wrap=True)
    for why, what in found.reasons():
        text = f"not compared: {', '.join(what)}\n  {why}"
        out.print(screen.literal(text, "dim"), soft_wrap=True)


def require_agreement(found: Validation) -> None:
    """Raise `LanguagesDisagree` where a quantity is beyond its tolerance."""
    apart = [f"{row} [{settings}]" for settings, row in found.rows if not row.agrees]
    if apart:
        raise LanguagesDisagree(
            f"Python and R disagree on {len(apart)} of {len(found.rows)} quantities: "
            + "; ".join(apart[:5]),
            hint="Please report this difference, together with the table: "
            "one of the two implementations is wrong.",
        )
