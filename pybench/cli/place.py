"""``pybench place``: a dataset -> its regions, the nearest datasets, who is best there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Argument, Option

from pybench.cli import options, screen

EXAMPLES = """Examples:

pybench place my_dataset

pybench place features.csv --features --landscape ucr --name mine"""

Data = Annotated[
    Path,
    Argument(
        metavar="DATASET",
        help="File or folder of one dataset of time series (X: X_TRAIN.ts and X_TEST.ts, "
        "X.parquet, ...). With --features: a table that `pybench features` wrote.",
        show_default=False,
    ),
]
AreFeatures = Annotated[
    bool,
    Option("--features", help="DATASET is a table of features, and not series."),
]
Name = Annotated[
    str | None,
    Option(help="Name of the dataset. Default: the name in the data.", show_default=False),
]
LandscapeName = Annotated[
    str,
    Option(
        "--landscape",
        help="Landscape to place the dataset on: ucr (the UCR archive, part of pybench), or the "
        "file of a published landscape.",
    ),
]
Scores = Annotated[
    Path | None,
    Option(
        metavar="RESULTS",
        help="Table with scores of methods on the datasets of the landscape. Default: the scores "
        "that the landscape contains.",
        show_default=False,
    ),
]
Threshold = Annotated[
    float,
    Option(
        help="A dataset of the landscape represents a region if at least this percentage of its "
        "series lies in the region.",
    ),
]
TrailingNan = Annotated[
    Literal["refuse", "padding", "missing"],
    Option(help="As in `pybench features`: the meaning of NaN at the end of a series in a file."),
]


def place(
    data: Data,
    features: AreFeatures = False,
    landscape: LandscapeName = "ucr",
    name: Name = None,
    scores: Scores = None,
    threshold: Threshold = 90.0,
    trailing_nan: TrailingNan = "refuse",
    *,
    reading: options.Reading,
    output: options.Output,
) -> None:
    """Place a dataset on a landscape: its regions, the nearest datasets, and who is best there."""
    from pybench.flow.place import place as placed
    from pybench.landscape.published import published_landscape

    land = published_landscape(landscape)
    with screen.working("Reading the dataset, computing its features", quiet=output.silent):
        rows = _data(data, features, trailing_nan, land.representation)
    table = None if scores is None else reading.read(scores)
    with screen.working("Placing it", quiet=output.silent):
        found = placed(rows, land, table, name, threshold)
    if output.json:
        screen.document({"result": found})
    elif not output.quiet:
        for line in (*str(found).splitlines(), f"Landscape: {land.name} {land.version}"):
            screen.output().print(screen.literal(line), soft_wrap=True)


def _data(path: Path, features: bool, trailing_nan: str, representation: str) -> Any:
    if features:
        from pybench.features.file import read_features

        return read_features(path)
    from pybench.features.extract import extract_features
    from pybench.read.series import read_series

    series = read_series(path, trailing_nan=trailing_nan)
    return extract_features(series, representation, filter=False)
