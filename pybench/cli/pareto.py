"""``pybench pareto``: tables of scores and of costs in, the Pareto front out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from pybench.base.errors import ArgumentError
from pybench.cli import languages, options, screen
from pybench.cli.look import FIGURES, Look, format_of, write
from pybench.cli.options import OUTPUT, READING, TESTS
from pybench.store.atomic import require_writable

EXAMPLES = """Examples:

pybench pareto accuracy.csv --higher-is-better --costs seconds.csv --out front.pdf

pybench pareto accuracy.csv --higher-is-better --cost small=1 --cost large=70 --out front.svg"""

FORMATS = ("png", "pdf", "svg")

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
Costs = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="File with a table of costs per dataset, such as run times, laid out like RESULTS.",
        rich_help_panel=READING,
        show_default=False,
    ),
]
Cost = Annotated[
    list[str] | None,
    Option(
        metavar="METHOD=NUMBER",
        help="Cost of a method, instead of --costs. Repeat the option for every method.",
        rich_help_panel=READING,
    ),
]
Of = Annotated[
    Literal["scores", "ranks"],
    Option(help="Compare mean scores or mean ranks.", rich_help_panel=TESTS),
]
Confidence = Annotated[
    float,
    Option(
        help="Share of resamples in which a method must be on the front for the verdict `front`.",
        rich_help_panel=TESTS,
    ),
]
Resamples = Annotated[
    int, Option(help="Number of resamples of the datasets.", rich_help_panel=TESTS)
]
CostName = Annotated[
    str, Option(help="Name and unit of the cost, for the axis.", rich_help_panel=FIGURES)
]
Title = Annotated[str | None, Option(help="Title above the figure.", rich_help_panel=OUTPUT)]


def pareto(
    results: options.Results,
    out: Out,
    *,
    reading: options.Reading,
    costs: Costs = None,
    cost: Cost = None,
    of: Of = "scores",
    confidence: Confidence = 0.95,
    resamples: Resamples = 10_000,
    seed: options.Seed = 0,
    tie_tol: options.TieTolerance = "decimal",
    engine: options.Engine = "auto",
    cost_name: CostName = "Cost",
    look: Look,
    title: Title = None,
    output: options.Output,
) -> None:
    """Draw scores against costs, with the Pareto front and how certain it is.

    Resamples of the datasets decide whether a method is on the front, dominated, or ambiguous.
    """
    from pybench import plot
    from pybench.comparison.pareto import pareto as front

    forms = [format_of(path, FORMATS) for path in out]
    for path in out:
        require_writable(path)
    table = reading.read(results)
    settings: dict[str, Any] = {
        "of": of, "confidence": confidence, "resamples": resamples, "seed": seed,
        "tie_tol": options.tie_tolerance(tie_tol),
    }  # fmt: skip
    spent = given(reading, costs, cost)
    found = languages.computed(
        partial(front, table, spent, **settings), engine, "Drawing resamples", quiet=output.silent
    )
    drawn = {"cost_name": cost_name, "title": title, **look.of(plot.pareto_front)}
    for path, form in zip(out, forms, strict=True):
        write(plot.pareto_front(found, **drawn), path, form)
    if output.json:
        screen.document({"result": found.to_dict(), "files": [str(path) for path in out]})
    elif not output.quiet:
        screen.result(found, out)


def given(reading: options.Reading, costs: Path | None, cost: list[str] | None) -> Any:
    """Return the table of costs, or the number of each method; exactly one must be given."""
    if (costs is None) == (not cost):
        found = "neither" if costs is None else "both"
        raise ArgumentError(
            f"expected --costs or --cost, found {found}",
            expected="--costs or --cost",
            found=found,
            hint="Give a table of costs, or one --cost METHOD=NUMBER for every method.",
        )
    if costs is not None:
        from dataclasses import replace

        lower = replace(reading, higher_is_better=False, lower_is_better=True, metric=None)
        return lower.read(costs)
    return dict(map(_named, cost or ()))


def _named(text: str) -> tuple[str, float]:
    name, _, number = text.rpartition("=")
    try:
        return name, float(number)
    except ValueError:
        expected = "--cost METHOD=NUMBER"
        raise ArgumentError(
            f"expected {expected}, found {text!r}", expected=expected, found=repr(text)
        ) from None
