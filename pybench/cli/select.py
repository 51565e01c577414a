"""``pybench select``: features of datasets in, k representative datasets out, with reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rich.padding import Padding
from typer import Argument, Option

from pybench.base import notes
from pybench.cli import embeddings, options, screen
from pybench.cli.embeddings import STRATEGY
from pybench.cli.languages import computed
from pybench.cli.options import OUTPUT

if TYPE_CHECKING:
    from pybench.reporting.selection import Shown
    from pybench.selection.provenance import SelectionRecord

EXAMPLES = """Examples:

pybench select features.parquet -k 10 --out selection

pybench select features.csv -k 8 --strategy k-means --seed 1 --out selection

pybench compare accuracy.csv --higher-is-better --only selection --out comparison"""

Features = Annotated[
    Path,
    Argument(
        metavar="FEATURES",
        help="Table of features: a file that `pybench features` wrote, or any table with a column "
        "`dataset`, one row per dataset, and numeric columns. For --strategy landscape: the folder "
        "that `pybench landscape` wrote.",
        show_default=False,
    ),
]
Size = Annotated[
    int, Option("-k", "--size", help="Number of datasets to choose.", show_default=False)
]
Out = Annotated[
    Path,
    Option(
        help="Folder to write: page, figures, tables and selection.json.", rich_help_panel=OUTPUT
    ),
]
Strategy = Annotated[
    str,
    Option(
        metavar="NAME",
        help="How datasets are chosen: farthest-first, k-means, k-medoids, facility-location, "
        "a-optimal, d-optimal, a-optimal-greedy, d-optimal-greedy, random or landscape.",
        rich_help_panel=STRATEGY,
    ),
]
Distance = Annotated[
    Literal["cosine", "euclidean"],
    Option(
        "--metric",
        help="Distance between datasets, for farthest-first, k-medoids and facility-location.",
        rich_help_panel=STRATEGY,
    ),
]
Seed = Annotated[int, Option(help="Random seed, an integer.", rich_help_panel=STRATEGY)]


def select(
    features: Features,
    size: Size,
    out: Out = Path("selection"),
    strategy: Strategy = "farthest-first",
    metric: Distance = "cosine",
    *,
    choice: embeddings.Choice,
    seed: Seed = 0,
    engine: embeddings.Engine = "auto",
    title: options.Title = None,
    output: options.Output,
) -> None:
    """Choose representative datasets, and give the reason for each.

    Writes a page (index.html), its figures, chosen.csv, and selection.json. The file selection.json
    contains the names of the chosen datasets in order, with the reasons. It also records settings,
    seed, version, and hashes of the input. Two commands read selection.json:
    `pybench compare --only` compares methods on the chosen datasets, and
    `pybench protocol --subset` evaluates the choice.
    """

    def compute(*, engine: str) -> Shown:
        settings = {**choice.settings(), "engine": engine}
        return chosen(features, size, strategy, metric, seed, settings)

    shown = computed(compute, engine, "Choosing", quiet=output.silent)
    with screen.working("Drawing and writing", quiet=output.silent):
        from pybench.reporting.selection import write

        files = write(shown, out, title=title)
    if output.json:
        document = {"result": shown.record, "files": [str(path) for path in files]}
        screen.document(document)
    elif not output.quiet:
        show_selection(shown.record, files)


def chosen(
    features: Path, size: int, strategy: str, metric: str, seed: int, settings: dict[str, Any]
) -> Shown:
    """Choose, and compute the map and the coverage that the page also shows."""
    from pybench.reporting.selection import Shown
    from pybench.selection.covering import covering
    from pybench.selection.provenance import record_selection

    if strategy == "landscape":
        from pybench.cli.bootstrap import landscape_file, read_landscape

        regions, files = read_landscape(features), [landscape_file(features)]
        return Shown(
            record_selection(regions, size, strategy, metric, seed, files=files, **settings)
        )
    embedding = embeddings.read_embedding(features)
    embeddings.refuse_missing(embedding, settings["missing"], features)
    record = record_selection(embedding, size, strategy, metric, seed, files=[features], **settings)
    covered = None
    if record.selection.strategy.startswith("farthest-first"):
        about = {name: settings[name] for name in ("start", "standardize", "missing")}
        covered = covering(embedding, record.selection.metric, **about)
    return Shown(record, mapped(embedding), covered)


def mapped(embedding: Any) -> Any:
    """Return the map of the datasets; None if there are fewer than two components."""
    from pybench.base.errors import ArgumentError
    from pybench.features.projection import embedding_map

    try:
        return embedding_map(embedding)
    except ArgumentError:
        return None


def show_selection(record: SelectionRecord, files: tuple[Path, ...]) -> None:
    """Print the choice with its reasons and the paths of the files."""
    console, chosen = screen.output(), record.selection
    head, *others = str(record).splitlines()
    console.print(screen.literal(head, "bold"), soft_wrap=True)
    for line in others:
        console.print(screen.literal(line), soft_wrap=True)
    for note in chosen.notes:
        console.print(Padding(screen.literal(f"{note}: {notes.text(note)}", "yellow"), (0, 2)))
    page, *more = files
    console.print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    names = ", ".join(path.name for path in more if path.suffix in (".json", ".csv"))
    console.print(screen.literal(f"Also written: {names}"), soft_wrap=True)
