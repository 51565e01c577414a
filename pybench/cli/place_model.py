"""``pybench place-model``: known results, those of a new model on a few datasets -> its place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pybench.cli import languages, options, screen

EXAMPLES = """Examples:

pybench place-model accuracy.csv mine.csv --higher-is-better

pybench place-model accuracy.csv mine.csv --higher-is-better --confidence 0.9 --json"""

New = Annotated[
    Path,
    Argument(
        metavar="NEW",
        help="Table with the scores of the new model on a few of the datasets, laid out like "
        "RESULTS, with this one method.",
        show_default=False,
    ),
]
Name = Annotated[
    str | None,
    Option(help="Name of the new model. Default: its name in NEW.", show_default=False),
]
Confidence = Annotated[
    float, Option(help="Level of the prediction intervals, between 0 and 1.")
]  # fmt: skip


def place_model(
    results: options.Results,
    new: New,
    *,
    reading: options.Reading,
    name: Name = None,
    confidence: Confidence = 0.95,
    engine: options.Engine = "auto",
    output: options.Output,
) -> None:
    """Predict the place of a new model in the whole benchmark from its scores on a few datasets."""
    from pybench.selection.newmodel import ModelPlace, place_model

    with screen.working("Reading", quiet=output.silent):
        table, own = reading.read(results), reading.read(new)

    def compute(*, engine: str) -> ModelPlace:
        return place_model(table, own, name, confidence, engine=engine)

    found = languages.computed(compute, engine, "Placing the model", quiet=output.silent)
    if output.json:
        screen.document({"result": found})
    elif not output.quiet:
        for line in str(found).splitlines():
            screen.output().print(screen.literal(line), soft_wrap=True)
