"""``pybench protocol``: results and features -> how many datasets preserve the ranking on all."""

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

pybench protocol accuracy.csv catch22.csv expert=meta.csv --higher-is-better --common --vary models

pybench protocol accuracy.csv meta.csv --higher-is-better --subset mine.txt"""

PROTOCOL = "Protocol"
# With more datasets, 999 permutations of all pairs take minutes.
MANTEL = 400

Features = Annotated[
    list[str] | None,
    Argument(
        metavar="[NAME=]FEATURES...",
        help="Tables of features, each evaluated as a representation of the datasets: a file that "
        "`pybench features` wrote, or any table with a column `dataset`, one row per dataset. "
        "NAME is the representation's name in the results. "
        "Default: none; datasets are then only chosen at random.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(help="Folder to write: page, figures, tables and numbers.", rich_help_panel=OUTPUT),
]
Strategies = Annotated[
    str,
    Option(
        metavar="A,B",
        help="Strategies that choose datasets, comma-separated. If a strategy uses a distance, "
        "write the distance after a slash: farthest-first/cosine. Besides the default strategies, "
        "there are k-medoids, facility-location and oracle (which knows the scores).",
        rich_help_panel=STRATEGY,
    ),
]
Sizes = Annotated[
    str,
    Option(
        metavar="2:20|4,8",
        help="At least two numbers of datasets to choose: comma-separated, or a span such as 2:20.",
        rich_help_panel=PROTOCOL,
    ),
]
Trials = Annotated[
    int,
    Option(
        help="Number of trials. In each, strategies choose from a random pool of datasets.",
        rich_help_panel=PROTOCOL,
    ),
]
Pool = Annotated[
    float,
    Option(
        help="Share of all datasets (or models, see --vary) in the pool of a trial, above 0 and at "
        "most 1.",
        rich_help_panel=PROTOCOL,
    ),
]
Vary = Annotated[
    Literal["datasets", "models"],
    Option(
        help="What each trial draws at random for its pool: datasets or models.",
        rich_help_panel=PROTOCOL,
    ),
]
Targets = Annotated[
    str,
    Option(
        metavar="spearman=0.9,mae=1.5",
        help="Metrics of agreement with the ranking on all datasets, and the value of each at "
        "which the ranking counts as preserved. Also available: kendall, ndcg5, mrr, mrr_reversed.",
        rich_help_panel=PROTOCOL,
    ),
]
Confidence = Annotated[
    float,
    Option(
        help="Share of the trials, between 0 and 1, that the ranges in figures and tables contain.",
        rich_help_panel=PROTOCOL,
    ),
]
Subset = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="Subset of datasets to compare with random subsets of the same size: a folder or file "
        "that `pybench select` wrote, or a text file with one name of a dataset per line.",
        rich_help_panel=PROTOCOL,
        show_default=False,
    ),
]
Common = Annotated[
    bool,
    Option(
        "--common",
        help="Use only the datasets that have scores and all features. Without this option, a "
        "dataset with scores but without features is an error.",
        rich_help_panel=options.READING,
    ),
]
Seed = Annotated[int, Option(help="Random seed, an integer.", rich_help_panel=PROTOCOL)]
Jobs = Annotated[
    int | None,
    Option(
        help="Number of processes; -1: one per core. Default: one, or one per core if the work "
        "takes long.",
        rich_help_panel=PROTOCOL,
        show_default=False,
    ),
]
Cluster = Annotated[
    str | None,
    Option(
        metavar="tcp://...",
        help="Address of a Dask scheduler, whose workers then do the computation. Default: this "
        "machine does it.",
        rich_help_panel=PROTOCOL,
        show_default=False,
    ),
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
    """Find how many datasets preserve the ranking, and which strategy chooses them best.

    Each trial draws a random part of all datasets. From this part, each strategy chooses datasets,
    once for each representation. The ranking of the models (the methods of the table) on the chosen
    datasets is then compared with their ranking on all datasets. Writes a page (index.html), its
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
        frames = embeddings.named_embeddings(features or ())
        if common:
            table = on_shared(table, frames)
        for given, frame in zip(features or (), frames.values(), strict=True):
            used = frame[frame.index.isin(table.datasets)]
            embeddings.refuse_missing(used, choice.incomplete, embeddings.file_of(given))
        names = None if subset is None else embeddings.names_in_table(table, subset)
    wanted = [name.strip() for name in strategies.split(",")] if frames else ["random"]

    def compute(*, engine: str) -> Told:
        return evaluated(table, frames, wanted, names, {**settings, "engine": engine})

    answer = computed(compute, engine, "Choosing again and again", quiet=output.silent)
    if frames and answer.mantel is None:
        screen.notice(
            f"No Mantel test: this command computes it for 3 to {MANTEL} datasets only "
            "(pybench.mantel in Python takes more)"
        )
    with screen.working("Drawing and writing", quiet=output.silent):
        from pybench.reporting.protocol import write

        files = write(answer, out, title=title)
    if output.json:
        screen.document({"result": _document(answer), "files": [str(path) for path in files]})
    elif not output.quiet:
        show_protocol(answer, files)


def sizes_of(text: str) -> list[int]:
    """Return the sizes in a text, without repetition.

    Examples
    --------
    >>> sizes_of("2:4, 8")
    [2, 3, 4, 8]
    """
    found = [
        n
        for item in text.split(",")
        for n in span("--sizes", item, "numbers such as 8 or spans such as 2:20")
    ]
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
            expected = "metrics with numbers, such as spearman=0.9,mae=1.5"
            raise ArgumentError(
                f"--targets must be {expected}, not {clipped(item)!r}",
                expected=expected,
                found=item,
            ) from error
    return found


def on_shared(table: ResultsTable, frames: dict[str, pd.DataFrame]) -> ResultsTable:
    """Return the table of the shared datasets, with a notice about those left out."""
    kept = [
        name for name in table.datasets if all(name in frame.index for frame in frames.values())
    ]
    if len(kept) < 2:
        raise ArgumentError(
            f"--common leaves {counted(len(kept), 'dataset')} with scores and all features: do the "
            "names differ between the tables?",
            expected="two datasets or more that are in all tables",
            found=str(len(kept)),
        )
    if len(kept) < table.n_datasets:
        screen.notice(f"{len(kept)} of {table.n_datasets} datasets have all features; only these "
                      "are used, also for the ranking to preserve")  # fmt: skip
    return table.select(datasets=kept)


def evaluated(
    table: ResultsTable,
    frames: dict[str, pd.DataFrame],
    strategies: list[str],
    names: tuple[str, ...] | None,
    settings: dict[str, Any],
) -> Told:
    """Run the protocol and the Mantel test, and evaluate a subset."""
    from pybench.reporting.protocol import Told
    from pybench.selection.mantel import mantel
    from pybench.selection.protocol import rank_preservation
    from pybench.selection.ranking import METRICS
    from pybench.selection.subset import subset_quality

    metrics = [one for one in METRICS if one != "mrr_reversed" or one in settings["targets"]]
    engine = settings["engine"]
    found = rank_preservation(table, frames or None, strategies, metrics=metrics, **settings)
    test = quality = None
    if frames and 3 <= table.n_datasets <= MANTEL:
        scaled = settings["standardize"] == "all"
        test = mantel(table, frames, seed=settings["seed"], standardize=scaled,
                      missing=settings["missing"], engine=engine)  # fmt: skip
    if names is not None:
        quality = subset_quality(
            table, names, seed=settings["seed"], confidence=settings["confidence"], engine=engine
        )
    return Told(found, test, quality)


def _document(answer: Told) -> dict[str, Any]:
    from pybench.reporting.protocol import sentences

    return {
        "sentences": sentences(answer),
        "protocol": answer.found,
        "mantel": answer.mantel,
        "subset": answer.subset,
    }


def show_protocol(answer: Told, files: tuple[Path, ...]) -> None:
    """Print the findings and the paths of the files."""
    from pybench.reporting.protocol import sentences

    console = screen.output()
    for at, sentence in enumerate(sentences(answer)):
        console.print(Padding(screen.literal(sentence, "" if at else "bold"), (0, 0)))
    for note in answer.notes:
        console.print(Padding(screen.literal(f"{note}: {notes.text(note)}", "yellow"), (0, 2)))
    page, *others = files
    console.print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    names = ", ".join(path.name for path in others if path.suffix in (".json", ".csv"))
    console.print(screen.literal(f"Also written: {names}"), soft_wrap=True)
