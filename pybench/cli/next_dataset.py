"""``pybench next-dataset``: results and a description of all datasets -> what to run next."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.cli import embeddings, languages, options, screen
from pybench.cli.options import READING

EXAMPLES = """Examples:

pybench next-dataset accuracy.csv catch22.csv --higher-is-better

pybench next-dataset accuracy.csv meta.csv --higher-is-better --cost hours.csv --target 0.02"""

Features = Annotated[
    Path,
    Argument(
        metavar="FEATURES",
        help="Table of features of all datasets, those that have been run and the candidates: a "
        "file that `pybench features` wrote, or any table with a column `dataset`, one row per "
        "dataset.",
        show_default=False,
    ),
]
Cost = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="CSV file with a column `dataset` and a column of costs, such as hours. Default: all "
        "datasets cost the same.",
        rich_help_panel=READING,
        show_default=False,
    ),
]
Target = Annotated[
    float,
    Option(help="Stop when at most this share of the pairs of models is expected in the wrong "
           "order, between 0 and 1."),
]  # fmt: skip


def next_dataset(
    results: options.Results,
    features: Features,
    *,
    reading: options.Reading,
    cost: Cost = None,
    target: Target = 0.05,
    engine: options.Engine = "auto",
    output: options.Output,
) -> None:
    """Choose the dataset to run next, so that the ranking over all datasets becomes certain."""
    from pybench.selection.nextdataset import NextDataset, next_dataset

    with screen.working("Reading", quiet=output.silent):
        table = reading.read(results)
        frame = embeddings.read_embedding(features)
        costs = None if cost is None else _costs(cost)

    def compute(*, engine: str) -> NextDataset:
        return next_dataset(table, frame, costs, target, engine=engine)

    found = languages.computed(compute, engine, "Weighing the candidates", quiet=output.silent)
    if output.json:
        screen.document({"result": found})
    elif not output.quiet:
        for line in str(found).splitlines():
            screen.output().print(screen.literal(line), soft_wrap=True)


def _costs(path: Path) -> dict[str, float]:
    """Return dataset -> cost, from a table with one column of numbers."""
    frame = embeddings.read_embedding(path)
    if len(frame.columns) != 1:
        expected = "one column of costs beside the column `dataset`"
        raise ArgumentError(
            f"--cost must have {expected}, found {len(frame.columns)}", expected=expected,
            found=str(len(frame.columns)),
        )  # fmt: skip
    return {str(name): float(value) for name, value in frame.iloc[:, 0].items()}
