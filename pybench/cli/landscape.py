"""``pybench landscape``: a table of features -> the regions that a benchmark covers."""

from __future__ import annotations

import math
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.base.text import clipped
from pybench.cli import options, screen
from pybench.cli.landscape_output import as_document, show_landscape, written
from pybench.cli.options import OUTPUT, WORK

if TYPE_CHECKING:
    from pybench.base.progress import Progress

EXAMPLES = """Examples:

pybench landscape features.parquet --out landscape

pybench landscape features.parquet --sizes 35,48 --seeds 0:4 --regions 6 --out landscape

pybench landscape features.parquet --sizes 20 --rlen 20 --jobs 2 --out quick"""

KEPT = "maps"
THRESHOLD = 90.0
MAP, REGIONS = "Map", "Regions"

Features = Annotated[
    Path,
    Argument(
        metavar="FEATURES",
        help="Table of features that `pybench features` wrote: .parquet, .arrow, .feather or .csv.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(
        help="Folder to write: page, figures, tables, numbers and finished maps.",
        rich_help_panel=OUTPUT,
        show_default=False,
    ),
]
SizesText = Annotated[
    str,
    Option(
        "--sizes",
        metavar="25:50|35,48|20x30",
        help="Sizes of the maps to try, in units, comma-separated. 35 means a map of 35 x 35 "
        "units, 25:50 means all square maps from 25 x 25 to 50 x 50 units, and 20x30 means a map "
        "20 units wide and 30 units high.",
        rich_help_panel=MAP,
    ),
]
SeedsText = Annotated[
    str,
    Option(
        "--seeds",
        metavar="0|0,1|0:4",
        help="Random seeds, comma-separated or as a span: 0:4 means 0, 1, 2, 3, 4. One map of each "
        "size is trained for each seed.",
        rich_help_panel=MAP,
    ),
]
ReductionName = Annotated[
    Literal["som", "k-means", "pca", "none"],
    Option(
        "--reduction",
        help="How the features are reduced before regions are formed. som: a self-organising map; "
        "k-means: principal components, then k-means with as many codes as the largest of --sizes "
        "has units, each of --seeds a start; both require R. pca: principal components; none: no "
        "reduction. With pca and none, the table may have at most 10,000 rows.",
        rich_help_panel=MAP,
    ),
]
Preset = Annotated[
    Literal["paper", "kohonen"],
    Option(
        help="Neighbourhood radius and initial codebook vectors of the map. paper: as in the ICLR "
        "2022 submission 'Less is more', which describes the landscape; kohonen: the defaults of "
        "the R package kohonen.",
        rich_help_panel=MAP,
    ),
]
StartName = Annotated[
    Literal["random", "pca.sample"] | None,
    Option(
        "--start",
        help="Initial codebook vectors of the map. random: random rows; pca.sample: the rows "
        "nearest to a grid on the first two principal components. Default: as in --preset.",
        show_default=False,
        rich_help_panel=MAP,
    ),
]
Rlen = Annotated[
    int,
    Option(help="Number of passes over all rows when a map is trained.", rich_help_panel=MAP),
]
KernelName = Annotated[
    Literal["auto", "exact", "warm", "batch", "kohonen"],
    Option(
        "--kernel",
        help="The program that trains the map. auto and exact: pybench's own, with the codes of "
        "the R package kohonen, to the last bit; warm: faster, but draws differently where several "
        "units are equally near; batch: all codes move once per pass; kohonen: the R package.",
        rich_help_panel=MAP,
    ),
]
ScaleName = Annotated[
    Literal["z", "robust", "none"],
    Option(
        "--scale",
        help="Scaling of the features. z: to mean 0 and variance 1; robust: by median and "
        "quartiles; none: unchanged.",
        rich_help_panel=MAP,
    ),
]
WeightsName = Annotated[
    Literal["instance", "dataset"],
    Option(
        "--weights",
        help="What counts alike in the scaling, the training, the number of regions and their "
        "shares. instance: each series; dataset: each dataset, however many series it has.",
        rich_help_panel=MAP,
    ),
]
RegionCount = Annotated[
    int | None,
    Option(
        "--regions",
        metavar="K",
        help="Number of regions. Default: chosen from 2 to 20, by silhouette (how well regions are "
        "separated) and purity (how rarely a dataset is split over regions).",
        rich_help_panel=REGIONS,
        show_default=False,
    ),
]
Stability = Annotated[
    int | None,
    Option(
        "--stability",
        metavar="N",
        min=1,
        help="Train further maps, with N seeds, sizes a tenth narrower and wider, and the other "
        "start, and say on how many of the maps each dataset represents its region.",
        rich_help_panel=REGIONS,
        show_default=False,
    ),
]
Threshold = Annotated[
    float,
    Option(
        help="A dataset represents a region if at least this percentage of its series lies in the "
        "region.",
        rich_help_panel=REGIONS,
    ),
]
Jobs = Annotated[
    int | None,
    Option(
        help="Number of processes, each with its own R session. Default, or -1: one per core.",
        rich_help_panel=WORK,
        show_default=False,
    ),
]
Cluster = Annotated[
    str | None,
    Option(
        metavar="tcp://...",
        help="Address of a Dask scheduler whose workers train the maps. All machines must share "
        "the folder of --out. Default: this machine trains them.",
        rich_help_panel=WORK,
    ),
]


def landscape(
    features: Features,
    out: Out,
    sizes: SizesText = "25:50",
    seeds: SeedsText = "0",
    reduction: ReductionName = "som",
    preset: Preset = "paper",
    start: StartName = None,
    rlen: Rlen = 100,
    scale: ScaleName = "z",
    weights: WeightsName = "instance",
    kernel: KernelName = "auto",
    regions: RegionCount = None,
    threshold: Threshold = THRESHOLD,
    stability: Stability = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    title: options.Title = None,
    *,
    output: options.Output,
) -> None:
    """Map what a benchmark covers: its regions, their contents, and representative datasets.

    Writes a page (index.html), its figures and tables, coverage.json for `pybench bootstrap`, and
    the map unit of every series (instances.csv, units.csv). The command can be interrupted at any
    time, even while it trains a map; the same command resumes the work.
    """
    from pybench.base import check
    from pybench.features.file import read_features
    from pybench.landscape.map import map_landscape
    from pybench.landscape.variations import around, check_around
    from pybench.store.atomic import make_folder
    from pybench.store.inside import inside

    begin = time.monotonic()
    grid, drawn = sizes_of(sizes), seeds_of(seeds)
    check.percent("threshold", threshold)
    if stability is not None:
        check_around(reduction, weights, kernel)
    settings: dict[str, Any] = {
        "reduction": reduction,
        "preset": preset,
        "start": start,
        "rlen": rlen,
        "scale": scale,
        "weights": weights,
        "kernel": kernel,
        "k": regions,
        "out": out / KEPT if reduction == "som" else None,
        "workers": None if jobs == -1 else jobs,
        "cluster": cluster,
    }
    with screen.working("Reading the features", quiet=output.silent):
        table = read_features(features)
    with inside(out):
        make_folder(out)
        with screen.share("Maps", quiet=output.silent) as move:

            def show(progress: Progress) -> None:
                move(progress.share, str(progress))

            found = map_landscape(table, grid, drawn, progress=show, **settings)
            compared = None
            if stability is not None:
                same = ("preset", "rlen", "scale", "k", "workers", "cluster")
                compared = around(
                    found,
                    table,
                    stability,
                    side=max(grid, key=_units_of),
                    threshold=threshold,
                    out=out / KEPT,
                    progress=show,
                    **{name: settings[name] for name in same},
                )
        with screen.working("Drawing and writing", quiet=output.silent):
            files = written(found, table, out, threshold, title, compared)
    if output.json:
        screen.document(as_document(found, files, threshold, time.monotonic() - begin, compared))
    elif not output.quiet:
        show_landscape(found, files, threshold, compared)


def _units_of(size: int | tuple[int, int]) -> int:
    return math.prod(size) if isinstance(size, tuple) else size**2


def sizes_of(text: str) -> list[int | tuple[int, int]]:
    """Return the sizes in a text.

    Examples
    --------
    >>> sizes_of("3:5, 8,20x30")
    [3, 4, 5, 8, (20, 30)]
    """
    found: list[int | tuple[int, int]] = []
    for item in text.split(","):
        if pair := re.fullmatch(r"\s*(\d+)\s*[x×]\s*(\d+)\s*", item):
            found.append((int(pair[1]), int(pair[2])))
        else:
            found += span(
                "--sizes", item, "numbers such as 35, spans such as 25:50 or sizes such as 20x30"
            )
    return found


def seeds_of(text: str) -> list[int]:
    """Return the seeds in a text.

    Examples
    --------
    >>> seeds_of("0,5:7")
    [0, 5, 6, 7]
    """
    return [seed for item in text.split(",") for seed in span("--seeds", item, _SEEDS)]


_SEEDS = "numbers such as 0 or spans such as 0:4"
_MOST = 10_000  # values in a span: more is a typing error


def span(option: str, item: str, expected: str) -> list[int]:
    """Return the numbers of one item of a list: a number, or from a to b as a:b."""
    if found := re.fullmatch(r"\s*(-?\d{1,12})\s*(?::\s*(-?\d{1,12})\s*)?", item):
        first = int(found[1])
        last = first if found[2] is None else int(found[2])
        if first <= last < first + _MOST:
            return list(range(first, last + 1))
    raise ArgumentError(
        f"{option} must be {expected}, comma-separated, not {clipped(item)!r}",
        expected=expected,
        found=item,
    )
