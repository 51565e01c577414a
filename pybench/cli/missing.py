"""``pybench missing``: an incomplete table in, the verdicts under each policy out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from typer import Option

from pybench.base.errors import ArgumentError
from pybench.cli import languages, options, screen
from pybench.cli.options import TESTS

EXAMPLES = """Examples:

pybench missing accuracy.csv --higher-is-better --limits 0,1

pybench missing accuracy.csv --higher-is-better --policies pairwise,worst,impute:baseline --json"""

Policies = Annotated[
    str | None,
    Option(
        metavar="POLICY,POLICY,...",
        help="Policies to compare: drop, pairwise, worst, impute:METHOD, as --missing has them. "
        "Default: drop, pairwise and worst.",
        rich_help_panel=TESTS,
        show_default=False,
    ),
]
Limits = Annotated[
    str | None,
    Option(
        metavar="LOW,HIGH",
        help="Smallest and largest value that a missing score can have, such as 0,1. Default: a "
        "missing score can be any number.",
        rich_help_panel=TESTS,
        show_default=False,
    ),
]
Test = Annotated[
    Literal["wilcoxon", "sign_test"],
    Option(help="Test of each pair of methods.", rich_help_panel=TESTS),
]
Adjust = Annotated[
    str, Option(help="Correction of the p-values for many pairs.", rich_help_panel=TESTS)
]


def missing(
    results: options.Results,
    *,
    reading: options.Reading,
    policies: Policies = None,
    alpha: options.Alpha = 0.05,
    test: Test = "wilcoxon",
    adjust: Adjust = "holm",
    limits: Limits = None,
    tie_tol: options.TieTolerance = "decimal",
    engine: options.Engine = "auto",
    output: options.Output,
) -> None:
    """Show the verdicts on all pairs under several policies for missing scores.

    Also shows which verdicts any missing scores can lead to. The table is read with `--missing
    pairwise`.
    """
    from pybench.comparison.policies import missing_policies

    kept = replace(reading, missing="pairwise") if reading.missing == "error" else reading
    compute = partial(
        missing_policies,
        kept.read(results),
        None if policies is None else [one.strip() for one in policies.split(",")],
        alpha,
        test,
        adjust,
        None if limits is None else _limits(limits),
        tie_tol=options.tie_tolerance(tie_tol),
    )
    found = languages.computed(compute, engine, "Computing tests", quiet=output.silent)
    if output.json:
        screen.document({"result": found.to_dict()})
    elif not output.quiet:
        screen.result(found, [])


def _limits(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        expected = "--limits LOW,HIGH"
        raise ArgumentError(
            f"expected {expected}, found {text!r}", expected=expected, found=repr(text)
        ) from None
    return low, high
