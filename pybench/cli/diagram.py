"""``pybench diagram``: a table of results in, a critical difference diagram out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from pybench.cli import languages, options, screen
from pybench.cli.look import FIGURES, Look, format_of, write
from pybench.cli.options import OUTPUT, TESTS
from pybench.store.atomic import require_writable

EXAMPLES = """Examples:

pybench diagram accuracy.csv --higher-is-better --out diagram.pdf --width ieee-column

pybench diagram error.csv --lower-is-better --test wilcoxon --highlight ours --out diagram.svg

pybench diagram error.csv --lower-is-better --test bonferroni-dunn --control ours --out one.tex"""

FORMATS = ("png", "pdf", "svg", "tex")

Out = Annotated[
    list[Path],
    Option(
        help="File to write; its ending decides the format: "
        + ", ".join(FORMATS)
        + " (TikZ). Repeat the option to write several files.",
        rich_help_panel=OUTPUT,
        show_default=False,
    ),
]
Test = Annotated[
    str,
    Option(
        help="Test that decides which methods differ: nemenyi, wilcoxon, ... The error message for "
        "an unknown name lists all tests.",
        rich_help_panel=TESTS,
    ),
]
Adjust = Annotated[
    str | None,
    Option(
        help="Correction of the p-values for the number of pairs. Default: the usual correction of "
        "the test.",
        rich_help_panel=TESTS,
    ),
]
Control = Annotated[
    str | None,
    Option(
        metavar="METHOD",
        help="Method with which all others are compared. Default: all pairs are compared.",
        rich_help_panel=TESTS,
    ),
]
Sides = Annotated[
    Literal["auto", "both", "one-sided"],
    Option(
        help="Where the names of the methods are. both: on both sides; one-sided: all on the side "
        "of the best method; auto: on both sides if --width leaves enough room, otherwise all on "
        "one side.",
        rich_help_panel=FIGURES,
    ),
]
Best = Annotated[
    Literal["left", "right"],
    Option(help="The side on which rank 1 lies.", rich_help_panel=FIGURES),
]
Title = Annotated[str | None, Option(help="Title above the diagram.", rich_help_panel=OUTPUT)]


def diagram(
    results: options.Results,
    out: Out,
    *,
    reading: options.Reading,
    test: Test = "nemenyi",
    adjust: Adjust = None,
    control: Control = None,
    alpha: options.Alpha = 0.05,
    convention: options.Convention = "standard",
    tie_tol: options.TieTolerance = "decimal",
    engine: options.Engine = "auto",
    sides: Sides = "auto",
    best: Best = "left",
    look: Look,
    title: Title = None,
    output: options.Output,
) -> None:
    """Draw a critical difference diagram: mean ranks, and which methods differ significantly.

    A bar joins methods that do not differ significantly from each other. With --control, an
    asterisk marks each method that differs significantly from the control.
    """
    from pybench import plot
    from pybench.comparison.critical import critical_difference
    from pybench.store import atomic

    forms = [format_of(path, FORMATS) for path in out]
    for path in out:
        require_writable(path)
    settings: dict[str, Any] = {
        "test": test, "control": control, "alpha": alpha, "convention": convention,
        "tie_tol": options.tie_tolerance(tie_tol),
    } | ({} if adjust is None else {"adjust": adjust})  # fmt: skip
    found = languages.computed(
        partial(critical_difference, reading.read(results), **settings), engine, "Computing",
        quiet=output.silent,
    )  # fmt: skip
    drawn: dict[str, Any] = {"layout": sides, "best": best, "title": title}
    for path, form in zip(out, forms, strict=True):
        if form == "tex":
            source = plot.critical_difference_tikz
            atomic.write_text(path, source(found, **drawn, **look.of(source)))
        else:
            figure = plot.critical_difference
            write(figure(found, **drawn, **look.of(figure)), path, form)
    if output.json:
        screen.document({"result": found.to_dict(), "files": [str(path) for path in out]})
    elif not output.quiet:
        screen.result(found, out)
