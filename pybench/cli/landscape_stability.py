"""``pybench landscape-stability``: a table of features -> what several maps agree on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from pybench.cli import options, screen
from pybench.cli.landscape import (
    KEPT,
    MAP,
    THRESHOLD,
    Cluster,
    Features,
    Jobs,
    Out,
    Preset,
    RegionCount,
    Rlen,
    ScaleName,
    Threshold,
    seeds_of,
    sizes_of,
)

if TYPE_CHECKING:
    from pybench.base.progress import Progress

EXAMPLES = """Examples:

pybench landscape-stability features.parquet --out stability

pybench landscape-stability features.parquet --seeds 0:9 --sizes 30,35 --out stability"""

Seeds = Annotated[
    str,
    Option(
        "--seeds",
        metavar="0:4|0,1",
        help="Random seeds, comma-separated or as a span: 0:4 means 0, 1, 2, 3, 4. The first one "
        "is that of the base map, and each further one gives a map more.",
        rich_help_panel=MAP,
    ),
]
Sizes = Annotated[
    str | None,
    Option(
        "--sizes",
        metavar="35|33:37|20x30",
        help="Sizes of the maps, as in `pybench landscape`. The first one is that of the base map, "
        "and each further one gives a map more. Default: about 5 times the square root of the "
        "number of series, and a tenth narrower and wider.",
        rich_help_panel=MAP,
        show_default=False,
    ),
]
Starts = Annotated[
    str,
    Option(
        "--starts",
        metavar="pca.sample,random",
        help="Initial codebook vectors, comma-separated, as in `pybench landscape --start`. The "
        "first one is that of the base map, and each further one gives a map more.",
        rich_help_panel=MAP,
    ),
]
Crossed = Annotated[
    bool,
    Option(
        "--crossed",
        help="Train a map for each combination of size, start and seed, and not only maps that "
        "differ from the base map in one of them.",
        rich_help_panel=MAP,
    ),
]


def landscape_stability(
    features: Features,
    out: Out,
    seeds: Seeds = "0:4",
    sizes: Sizes = None,
    starts: Starts = "pca.sample,random",
    crossed: Crossed = False,
    preset: Preset = "paper",
    rlen: Rlen = 100,
    scale: ScaleName = "z",
    regions: RegionCount = None,
    threshold: Threshold = THRESHOLD,
    jobs: Jobs = None,
    cluster: Cluster = None,
    title: options.Title = None,
    *,
    output: options.Output,
) -> None:
    """Train several maps, and report what their regions have in common.

    Writes a page (index.html), its figure, the result as JSON, and a table: for each dataset and
    consensus region, the shares of maps on which the dataset lies in the region and represents it.
    Finished maps are kept, so that the same command resumes the work after an interruption.
    """
    from pybench.features.file import read_features
    from pybench.landscape.variations import landscape_stability as varied
    from pybench.store.atomic import make_folder
    from pybench.store.inside import inside

    settings: dict[str, Any] = {
        "sizes": None if sizes is None else sizes_of(sizes),
        "starts": [start.strip() for start in starts.split(",")],
        "crossed": crossed,
        "preset": preset,
        "rlen": rlen,
        "scale": scale,
        "k": regions,
        "threshold": threshold,
        "out": out / KEPT,
        "workers": None if jobs == -1 else jobs,
        "cluster": cluster,
    }
    drawn = seeds_of(seeds)
    with screen.working("Reading the features", quiet=output.silent):
        table = read_features(features)
    with inside(out):
        make_folder(out)
        with screen.share("Maps", quiet=output.silent) as move:

            def show(progress: Progress) -> None:
                move(progress.share, str(progress))

            found = varied(table, drawn, progress=show, **settings)
        with screen.working("Drawing and writing", quiet=output.silent):
            from pybench.reporting import single
            from pybench.reporting.folder import write_part

            files = write_part(out, single.part(found, title=title), single.files(found))
    if output.json:
        screen.document({"result": found, "files": [str(path) for path in files]})
    elif not output.quiet:
        for line in str(found).splitlines():
            screen.output().print(screen.literal(line), soft_wrap=True)
        page = screen.literal(f"Page: {files[0]}", "green")
        screen.output().print(page, soft_wrap=True)
