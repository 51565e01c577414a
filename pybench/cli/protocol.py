"""``pybench protocol``: results and features -> how many datasets keep the ranking of all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rich.padding import Padding
from typer import Argument, Option

from pybench.base import notes
from pybench.base.errors import ArgumentError
from pybench.base.text import clipped, counted
from pybench.cli import embeddings, options, screen
from pybench.cli.embeddings import STRATEGY
from pybench.cli.landscape import span
from pybench.cli.languages import computed
from pybench.cli.options import OUTPUT

if TYPE_CHECKING:
    import pandas as pd

    from pybench.reporting.protocol import Told
    from pybench.table import ResultsTable

EXAMPLES = """Examples:

pybench protocol accuracy.csv catch22.parquet --higher-is-better --repeats keep --out protocol

pybench protocol accuracy.csv catch22.csv mine=meta.csv --higher-is-better --common --vary models

pybench protocol accuracy.csv meta.csv --higher-is-better --subset mine.txt"""

PROTOCOL = "Protocol"
# Datasets beyond which 999 permutations of all pairs take minutes.
MANTEL = 400

Features = Annotated[
    list[str] | None,
    Argument(
        metavar="[NAME=]FEATURES...",
        help="Tables of features, each judged as a representation: what `pybench features` wrote, "
        "or any with a column `dataset`, each once. Without one: the random choice alone.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(help="Folder for the page, figures, tables and numbers.", rich_help_panel=OUTPUT),
]
Strategies = Annotated[
    str,
    Option(
        metavar="A,B",
        help="Names, the distance after a slash. Also: k-medoids, facility-location, oracle.",
        rich_help_panel=STRATEGY,
    ),
]
Sizes = Annotated[
    str,
    Option(metavar="2:20|4,8", help="Numbers of datasets to choose.", rich_help_panel=PROTOCOL),
]
Trials = Annotated[int, Option(help="How often a pool is drawn.", rich_help_panel=PROTOCOL)]
Pool = Annotated[
    float,
    Option(help="Share of the datasets, or models, in a trial.", rich_help_panel=PROTOCOL),
]
Vary = Annotated[
    Literal["datasets", "models"],
    Option(help="What is drawn in a trial.", rich_help_panel=PROTOCOL),
]
Targets = Annotated[
    str,
    Option(
        metavar="spearman=0.9,mae=1.5",
        help="What suffices. Also: kendall, ndcg5, mrr, mrr_reversed.",
        rich_help_panel=PROTOCOL,
    ),
]
Confidence = Annotated[
    float, Option(help="Share of trials in the ranges shown.", rich_help_panel=PROTOCOL)
]
Subset = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="A choice of your own, to see where it falls among random ones of its size: what "
        "`pybench select` wrote, or a text file with a name a line.",
        rich_help_panel=PROTOCOL,
        show_default=False,
    ),
]
Common = Annotated[
    bool,
    Option(
        "--common",
        help="Judge on the datasets that results and all features have; without it a dataset "
        "without features is refused.",
        rich_help_panel=options.READING,
    ),
]
Seed = Annotated[int, Option(help="Of all that is drawn at random.", rich_help_panel=PROTOCOL)]
Jobs = Annotated[
    int | None,
    Option(
        help="Processes. Default: one, or one a core for what takes long; -1: one a core.",
        rich_help_panel=PROTOCOL,
        show_default=False,
    ),
]
Cluster = Annotated[
    str | None,
    Option(metavar="tcp://...", help="Scheduler of a Dask cluster.", rich_help_panel=PROTOCOL),
]
ALL = "random,k-means,farthest-first/cosine,farthest-first/euclidean,a-optimal,d-optimal"


def protocol(
    results: options.Results,
    features: Features = None,
    out: Out = Path("protocol"),
    *,
    reading: options.Reading,
    common: Common = False,
    strategies: Strategies = ALL,
    choice: embeddings.Choice,
    sizes: Sizes = "2:20",
    trials: Trials = 200,
    pool: Pool = 0.8,
    vary: Vary = "datasets",
    targets: Targets = "spearman=0.9,mae=1.5",
    confidence: Confidence = 0.95,
    subset: Subset = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    engine: embeddings.Engine = "auto",
    title: options.Title = None,
    output: options.Output,
) -> None:
    """Tell how many datasets keep the ranking of all, and which way of choosing them is best.

    Chooses again and again from a part of the datasets, by each strategy on each representation,
    and compares the ranking of the models with that on all. Writes a page to read (index.html), its
    figures, protocol.json and the tables as CSV.
    """
    settings = {
        **choice.settings(), "standardize": "all" if choice.standardize else "none",
        "sizes": sizes_of(sizes), "trials": trials, "pool": pool, "vary": vary, "seed": seed,
        "targets": targets_of(targets), "confidence": confidence,
        "workers": None if jobs == -1 else jobs, "cluster": cluster,
    }  # fmt: skip
    with screen.working("Reading", quiet=output.silent):
        table = reading.read(results)
        places = embeddings.named_embeddings(features or ())
        if common:
            table = shared(table, places)
        for given, place in zip(features or (), places.values(), strict=True):
            judged_on = place[place.index.isin(table.datasets)]
            embeddings.refuse_missing(judged_on, choice.incomplete, embeddings.file_of(given))
        names = None if subset is None else embeddings.names_in_table(table, subset)
    listed = [name.strip() for name in strategies.split(",")] if places else ["random"]

    def compute(*, engine: str) -> Told:
        return judged(table, places, listed, names, {**settings, "engine": engine})

    told = computed(compute, engine, "Choosing again and again", quiet=output.silent)
    if places and told.mantel is None:
        screen.notice(
            f"No Mantel test: it takes 3 to {MANTEL} datasets (pybench.mantel takes more)"
        )
    with screen.working("Drawing and writing", quiet=output.silent):
        from pybench.reporting.protocol import write

        files = write(told, out, title=title)
    if output.json:
        screen.document({"result": _document(told), "files": [str(path) for path in files]})
    elif not output.quiet:
        show_protocol(told, files)


def sizes_of(text: str) -> list[int]:
    """Return the sizes that a text names, each once.

    Examples
    --------
    >>> sizes_of("2:4, 8")
    [2, 3, 4, 8]
    """
    found = [n for item in text.split(",") for n in span("--sizes", item, "as 2:20 or 4,8")]
    return sorted(set(found))


def targets_of(text: str) -> dict[str, float]:
    """Return metric -> target.

    Examples
    --------
    >>> targets_of("spearman=0.9, mae=1.5")
    {'spearman': 0.9, 'mae': 1.5}
    """
    found: dict[str, float] = {}
    for item in text.split(","):
        parts = re.fullmatch(r"\s*(\w+)\s*=\s*([-+.\deE]+)\s*", item)
        try:
            assert parts is not None
            found[parts[1]] = float(parts[2])
        except (AssertionError, ValueError) as error:
            expected = "metrics with numbers, as spearman=0.9,mae=1.5"
            raise ArgumentError(
                f"--targets must be {expected}, not {clipped(item)!r}",
                expected=expected,
                found=item,
            ) from error
    return found


def shared(table: ResultsTable, places: dict[str, pd.DataFrame]) -> ResultsTable:
    """Return the table of the datasets that all have, with a notice on those left out."""
    kept = [
        name for name in table.datasets if all(name in place.index for place in places.values())
    ]
    if len(kept) < 2:
        raise ArgumentError(
            f"--common leaves {counted(len(kept), 'dataset')}: names differ between the tables",
            expected="two datasets or more that all tables have",
            found=str(len(kept)),
        )
    if len(kept) < table.n_datasets:
        screen.notice(f"{len(kept)} of {table.n_datasets} datasets have all features; the ranking "
                      "to be kept is that on these")  # fmt: skip
    return table.select(datasets=kept)


def judged(
    table: ResultsTable,
    places: dict[str, pd.DataFrame],
    strategies: list[str],
    names: tuple[str, ...] | None,
    settings: dict[str, Any],
) -> Told:
    """Run the protocol, the Mantel test, and the check of a subset."""
    from pybench.reporting.protocol import Told
    from pybench.selection.mantel import mantel
    from pybench.selection.protocol import rank_preservation
    from pybench.selection.ranking import METRICS
    from pybench.selection.subset import subset_quality

    metrics = [one for one in METRICS if one != "mrr_reversed" or one in settings["targets"]]
    engine = settings["engine"]
    found = rank_preservation(table, places or None, strategies, metrics=metrics, **settings)
    test = quality = None
    if places and 3 <= table.n_datasets <= MANTEL:
        scaled = settings["standardize"] == "all"
        test = mantel(table, places, seed=settings["seed"], standardize=scaled,
                      missing=settings["missing"], engine=engine)  # fmt: skip
    if names is not None:
        quality = subset_quality(
            table, names, seed=settings["seed"], confidence=settings["confidence"], engine=engine
        )
    return Told(found, test, quality)


def _document(told: Told) -> dict[str, Any]:
    from pybench.reporting.protocol import sentences

    return {
        "sentences": sentences(told),
        "protocol": told.found,
        "mantel": told.mantel,
        "subset": told.subset,
    }


def show_protocol(told: Told, files: tuple[Path, ...]) -> None:
    """Print what was found, and where the files are."""
    from pybench.reporting.protocol import sentences

    console = screen.output()
    for at, sentence in enumerate(sentences(told)):
        console.print(Padding(screen.literal(sentence, "" if at else "bold"), (0, 0)))
    for note in told.notes:
        console.print(Padding(screen.literal(f"{note}: {notes.text(note)}", "yellow"), (0, 2)))
    page, *beside = files
    console.print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    names = ", ".join(path.name for path in beside if path.suffix in (".json", ".csv"))
    console.print(screen.literal(f"Beside it: {names}"), soft_wrap=True)
