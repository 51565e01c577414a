"""``pybench landscape``: a table of features -> the regions that a benchmark covers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.base.text import clipped, counted
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT, WORK

if TYPE_CHECKING:
    from pybench.base.progress import Progress
    from pybench.base.tables import Table
    from pybench.features.table import FeatureTable
    from pybench.landscape.map import Landscape

EXAMPLES = """Examples:

pybench landscape features.parquet --out landscape

pybench landscape features.parquet --sizes 35,48 --seeds 0:4 --regions 6 --out landscape

pybench landscape features.parquet --sizes 20 --rlen 20 --jobs 2 --out quick"""

COVERAGE, KEPT = "coverage.json", "maps"
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
    from pybench.store.atomic import make_folder
    from pybench.store.inside import inside

    begin = time.monotonic()
    grid, drawn = sizes_of(sizes), seeds_of(seeds)
    check.percent("threshold", threshold)
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
        with screen.working("Drawing and writing", quiet=output.silent):
            files = written(found, table, out, threshold, title)
    if output.json:
        screen.document(as_document(found, files, threshold, time.monotonic() - begin))
    elif not output.quiet:
        show_landscape(found, files, threshold)


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


def written(
    found: Landscape, table: FeatureTable, folder: Path, threshold: float, title: str | None
) -> tuple[Path, ...]:
    """Write a landscape into its folder, the page last; return the files, the page first."""
    from pybench.reporting.landscape import write
    from pybench.reporting.numbers import document
    from pybench.store import atomic

    sheets = [_instances(found, table), _units(found)]
    data = {COVERAGE: document(found.coverage.to_dict())}
    data |= {f"{sheet.name}.csv": sheet.to_csv().encode("utf-8") for sheet in sheets}
    for name, content in data.items():
        atomic.write_bytes(folder / name, content)
    page, *others = write(found, folder, title=title, threshold=threshold, also=tuple(data))
    return (page, *(folder / name for name in data), *others)


def _instances(found: Landscape, table: FeatureTable) -> Table:
    """Return the unit and region of each series; units count from 1, as in R."""
    from pybench.base.tables import Table

    keys = zip(table.dataset, table.split, table.id.tolist(), strict=True)
    positions = zip(found.units.tolist(), found.region.tolist(), strict=True)
    rows = tuple(
        (*key, unit + 1, f"R{region + 1}")
        for key, (unit, region) in zip(keys, positions, strict=True)
    )
    header = ("dataset", "split", "id", "unit", "region")
    return Table("instances", "Where each series lies", header, ("",) * len(header), rows)


def _units(found: Landscape) -> Table:
    """Return the region, the coordinates and the number of series of each unit."""
    import numpy as np

    from pybench.base.tables import Table

    labels = np.asarray(found.regions.labels)
    counts = np.bincount(found.units, minlength=len(labels)).tolist()
    cells: Iterator[Any] = zip(labels.tolist(), counts, strict=True)
    rows = [(unit, f"R{label + 1}", count) for unit, (label, count) in enumerate(cells, 1)]
    header: tuple[str, ...] = ("unit", "region", "instances")
    if found.som is not None:
        header += ("x", "y")
        positions = found.som.grid.coordinates.tolist()
        rows = [(*row, *position) for row, position in zip(rows, positions, strict=True)]
    return Table("units", "The units", header, ("",) * len(header), tuple(rows))


def as_document(
    found: Landscape, files: tuple[Path, ...], threshold: float, seconds: float
) -> dict[str, Any]:
    """Return what ``--json`` prints: all but the unit of each series, which instances.csv has."""
    result = {
        "reduction": found.reduction,
        "map": None if found.som is None else _map(found),
        "k-means": found.kmeans,
        "maps": None if found.search is None else found.search.table,
        "features": found.scaling.features,
        "left_out": found.scaling.left_out,
        "scale": found.scaling.scale,
        "regions": found.to_frame(),
        "candidates": found.regions.candidates,
        "chosen_by": found.regions.chosen_by,
        "coverage": found.coverage,
        "redundancy": found.redundancy,
        "representatives": found.representatives(threshold),
        "notes": found.notes,
        "engine": found.engine,
        "seconds": round(seconds, 1),
    }
    return {"result": result, "files": [str(path) for path in files]}


def _map(found: Landscape) -> dict[str, Any]:
    assert found.som is not None
    som, grid = found.som, found.som.grid
    figures = ("quantization_error", "topographic_error", "explained_variance")
    about = {"xdim": grid.xdim, "ydim": grid.ydim, "topology": grid.topology, "seed": som.seed}
    return {**about, "kernel": som.kernel, **{name: getattr(som, name) for name in figures}}


def show_landscape(found: Landscape, files: tuple[Path, ...], threshold: float) -> None:
    """Print the coverage, the representative datasets and the paths of the files."""
    console = screen.output()
    first, *others = str(found).splitlines()
    console.print(screen.literal(first, "bold"), soft_wrap=True)
    for line in others:
        if line.startswith("  left out, "):  # many names; they are on the page
            continue
        style = "yellow" if line.startswith("  note ") else ""
        console.print(screen.literal(line, style), soft_wrap=True)
    members = found.representatives(threshold)
    lines = [f"Datasets with {threshold:g} % of their series or more in one region:"]
    for region, names in zip(members.region_names, members.members, strict=True):
        lines.append(f"  {region}: {', '.join(names) or 'none'}")
    if found.scaling.left_out:
        lines.append(f"Left out: {counted(len(found.scaling.left_out), 'feature')}, see the page")
    for line in lines:
        console.print(screen.literal(line), soft_wrap=True)
    console.print(screen.literal(f"Page: {files[0]}", "green"), soft_wrap=True)
    number = counted(len(files) - 1, "file")
    text = f"Also written: {number}, among them {COVERAGE}, for `pybench bootstrap --landscape`"
    console.print(screen.literal(text), soft_wrap=True)
