"""``pybench validate``: Python's numbers against R's on the user's own table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from typer import Exit

from pybench.base.errors import LanguagesDisagree
from pybench.cli import options, screen
from pybench.reporting.languages import allowed, difference

if TYPE_CHECKING:
    from pybench.comparison.validation import Validation


EXAMPLES = "Example: pybench validate accuracy.csv --higher-is-better"


def validate(
    results: options.Results,
    higher_is_better: options.Higher = False,
    lower_is_better: options.Lower = False,
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
    tie_tol: options.TieTolerance = "0",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Compute every statistic in Python and in R and print the largest difference of each.

    Ends with 0 if all are within their tolerances, 6 if not, 3 if there is no R.
    """
    from pybench.comparison.validation import validate as compute

    table = options.read_table(
        results,
        higher=higher_is_better,
        lower=lower_is_better,
        missing=missing,
        repeats=repeats,
        layout=layout,
        dataset=dataset,
        classifier=classifier,
        score=score,
        resample=resample,
        delimiter=delimiter,
        encoding=encoding,
    )
    with screen.working("Computing in Python and R", quiet=quiet or json):
        found = compute(table, alpha, tie_tol=options.tie_tolerance(tie_tol))
    if json:
        screen.document({"result": found.to_dict(), "agrees": found.agrees})
        raise Exit(0 if found.agrees else LanguagesDisagree.exit_code)
    if not quiet:
        _show(found)
    require_agreement(found)


def _grid(found: Validation) -> Table:
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for header in ("function", "asked", "field", "difference", "allowed", ""):
        side: Any = "right" if header in ("asked", "difference", "allowed") else "left"
        grid.add_column(header, justify=side, no_wrap=True, overflow="fold")
    for (name, rows), (_, nearest) in zip(found.functions().items(), found.worst(), strict=True):
        settings = str(len({settings for settings, _ in rows}))
        field = nearest.quantity.partition(".")[2] if nearest.difference else ""
        apart = sum(not row.agrees for _, row in rows)
        verdict = ("DIFFERS", "red") if apart else ("agrees", "green")
        shown = (difference(nearest), allowed(nearest)) if nearest.difference else ("none", "")
        grid.add_row(name, settings, field, *shown, screen.literal(*verdict))
    return grid


def _show(found: Validation) -> None:
    """Print a row a function, every disagreement, and what was refused for which reason."""
    screen.output().print(_grid(found))
    for settings, row in found.rows:
        if not row.agrees:
            screen.output().print(screen.literal(f"DIFFERS {row} [{settings}]", "red"))
    for why, what in found.reasons():
        text = f"not compared: {', '.join(what)}\n  {why}"
        screen.output().print(screen.literal(text, "dim"))


def require_agreement(found: Validation) -> None:
    """Raise `LanguagesDisagree` where a quantity is beyond its tolerance."""
    apart = [f"{row} [{settings}]" for settings, row in found.rows if not row.agrees]
    if apart:
        raise LanguagesDisagree(
            f"Python and R disagree on {len(apart)} of {len(found.rows)} quantities: "
            + "; ".join(apart[:5]),
            hint="Please report this with the table: one of the two implementations is wrong.",
        )
