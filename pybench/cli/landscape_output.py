"""What ``pybench landscape`` writes and prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.text import counted
from pybench.cli import screen

if TYPE_CHECKING:
    from pybench.base.tables import Table
    from pybench.features.table import FeatureTable
    from pybench.landscape.map import Landscape
    from pybench.landscape.stability import LandscapeStability

COVERAGE, STABILITY = "coverage.json", "landscape-stability.json"


def written(
    found: Landscape,
    table: FeatureTable,
    folder: Path,
    threshold: float,
    title: str | None,
    stability: LandscapeStability | None = None,
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
    page, *others = write(
        found, folder, title=title, threshold=threshold, also=tuple(data), stability=stability
    )
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
    found: Landscape,
    files: tuple[Path, ...],
    threshold: float,
    seconds: float,
    stability: LandscapeStability | None = None,
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
        "representatives": found.representatives(threshold, stability),
        "stability": stability,
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


def show_landscape(
    found: Landscape,
    files: tuple[Path, ...],
    threshold: float,
    stability: LandscapeStability | None = None,
) -> None:
    """Print the coverage, the representative datasets and the paths of the files."""
    from pybench.landscape.representatives import ONE_LANDSCAPE
    from pybench.reporting.landscape import agreement_of_maps

    console = screen.output()
    first, *others = str(found).splitlines()
    if stability is not None:  # the shares are below
        others = [line for line in others if ONE_LANDSCAPE not in line]
    console.print(screen.literal(first, "bold"), soft_wrap=True)
    for line in others:
        if line.startswith("  left out, "):  # many names; they are on the page
            continue
        style = "yellow" if line.startswith("  note ") else ""
        console.print(screen.literal(line, style), soft_wrap=True)
    members = found.representatives(threshold, stability)
    lines = [f"Datasets with {threshold:g} % of their series or more in one region:"]
    for region in members.region_names:
        lines.append(f"  {region}: {', '.join(members.with_shares(region)) or 'none'}")
    if stability is not None:
        lines += [f"  {members.reading()}", *agreement_of_maps(stability, members)]
    if found.scaling.left_out:
        lines.append(f"Left out: {counted(len(found.scaling.left_out), 'feature')}, see the page")
    for line in lines:
        console.print(screen.literal(line), soft_wrap=True)
    console.print(screen.literal(f"Page: {files[0]}", "green"), soft_wrap=True)
    number = counted(len(files) - 1, "file")
    text = f"Also written: {number}, among them {COVERAGE}, for `pybench bootstrap --landscape`"
    console.print(screen.literal(text), soft_wrap=True)
