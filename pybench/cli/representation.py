"""``pybench find-representation``: results and features -> the representation that fits best."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pybench.cli import embeddings, options, screen
from pybench.cli.embeddings import STRATEGY
from pybench.cli.languages import computed
from pybench.cli.options import OUTPUT
from pybench.cli.protocol import PROTOCOL, Cluster, Common, Jobs, Pool, Seed, Sizes, on_shared
from pybench.cli.protocol import sizes_of as numbers_of

if TYPE_CHECKING:
    from pybench.base.progress import Progress
    from pybench.selection.finding import FoundRepresentation

EXAMPLES = """Examples:

pybench find-representation accuracy.csv catch22.csv expert=meta.csv --higher-is-better

pybench find-representation accuracy.csv meta.csv --higher-is-better --strategies k-medoids,k-means

pybench find-representation accuracy.csv meta.csv --higher-is-better --past ranks --folds 5"""

Features = Annotated[
    list[str],
    Argument(
        metavar="[NAME=]FEATURES...",
        help="Tables of features, each a representation of the datasets; see `pybench protocol`.",
        show_default=False,
    ),
]
Out = Annotated[Path, Option(help="Folder to write: page and numbers.", rich_help_panel=OUTPUT)]
Strategies = Annotated[
    str,
    Option(
        metavar="A,B",
        help="Strategies to try, comma-separated, as for `pybench protocol`; random is always "
        "compared.",
        rich_help_panel=STRATEGY,
    ),
]
Ways = Annotated[
    str,
    Option(
        metavar="all,pool,none",
        help="Ways of scaling to try. all: each feature has variance 1 over all datasets; pool: "
        "over those that can be chosen; none: as given.",
        rich_help_panel=STRATEGY,
    ),
]
Past = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="Also try the ranks of the models in RESULTS as a representation, of this name. Each "
        "model is judged by choices from the ranks of others.",
        rich_help_panel=STRATEGY,
        show_default=False,
    ),
]
Incomplete = Annotated[
    Literal["error", "drop"],
    Option(
        help="What to do with feature columns that have missing values: stop, or drop them.",
        rich_help_panel=STRATEGY,
    ),
]
Agreement = Annotated[
    Literal["mae", "spearman", "kendall", "ndcg5", "mrr"],
    Option(
        help="Metric of agreement with the ranking on all datasets.",
        rich_help_panel=PROTOCOL,
    ),
]
Trials = Annotated[int, Option(help="Number of trials.", rich_help_panel=PROTOCOL)]
Folds = Annotated[
    int,
    Option(
        help="Number of folds of the models. The models of a fold judge what the others chose.",
        rich_help_panel=PROTOCOL,
    ),
]
Permutations = Annotated[
    int, Option(help="Number of shuffles for the p-value.", rich_help_panel=PROTOCOL)
]


def find_representation(
    results: options.Results,
    features: Features,
    out: Out = Path("representation"),
    *,
    reading: options.Reading,
    common: Common = False,
    strategies: Strategies = "farthest-first/cosine,k-means,k-medoids/cosine,"
    "facility-location/cosine,a-optimal,d-optimal",
    scaling: Ways = "all,none",
    past: Past = None,
    incomplete: Incomplete = "error",
    agreement: Agreement = "mae",
    sizes: Sizes = "2:20",
    trials: Trials = 50,
    pool: Pool = 0.8,
    folds: Folds = 4,
    permutations: Permutations = 199,
    alpha: options.Alpha = 0.05,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    engine: embeddings.Engine = "auto",
    title: options.Title = None,
    output: options.Output,
) -> None:
    """Find the representation, scaling and strategy that choose datasets best, or none.

    A combination is chosen on some models and judged on others, so that its gain over random choice
    is not that of the luckiest of many. Shuffles of the features over the datasets tell whether the
    gain can be chance. Writes a page (index.html) and the numbers.
    """
    settings: dict[str, Any] = {
        "strategies": [name.strip() for name in strategies.split(",")],
        "standardize": [way.strip() for way in scaling.split(",")],
        "sizes": numbers_of(sizes), "trials": trials, "pool": pool, "seed": seed,
        "metric": agreement,
        "folds": folds, "permutations": permutations, "alpha": alpha, "missing": incomplete,
        "workers": None if jobs == -1 else jobs, "cluster": cluster,
    }  # fmt: skip
    with screen.working("Reading", quiet=output.silent):
        table = reading.read(results)
        frames: dict[str, Any] = dict(embeddings.named_embeddings(features))
        if common:
            table = on_shared(table, frames)
        for given, frame in zip(features, frames.values(), strict=True):
            used = frame[frame.index.isin(table.datasets)]
            embeddings.refuse_missing(used, incomplete, embeddings.file_of(given))
        if past is not None:
            frames[past] = table

    def compute(*, engine: str) -> FoundRepresentation:
        from pybench.selection.finding import find_representation as search

        with screen.share("Searching", quiet=output.silent) as move:

            def show(progress: Progress) -> None:
                move(progress.share, str(progress))

            return search(table, frames, progress=show, engine=engine, **settings)

    found = computed(compute, engine, "Searching", quiet=True)
    with screen.working("Writing", quiet=output.silent):
        from pybench.reporting import single
        from pybench.reporting.folder import write_part

        files = write_part(out, single.part(found, title=title), single.files(found))
    if output.json:
        screen.document({"result": found, "files": [str(path) for path in files]})
    elif not output.quiet:
        screen.result(found, files)
