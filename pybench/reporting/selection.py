"""Which datasets were chosen, and why, as a page with its files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import shared
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, joined
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_file

if TYPE_CHECKING:
    from pybench.features.projection import EmbeddingMap
    from pybench.selection.choose import Selection
    from pybench.selection.covering import Covering
    from pybench.selection.provenance import SelectionRecord

TITLE = "Which datasets represent the benchmark?"
_LIMITS = (
    "The chosen datasets represent the available ones, not all that exist.",
    "Whether these keep a ranking of models is another question, which pybench protocol answers "
    "from results.",
)
NUMBERS = "selection.json"
MAP, RADIUS = "map", "covering"
_SAID = {
    "random": "at random",
    "k-means": "as the members nearest to the centres of k-means clusters",
    "farthest-first": "farthest-first",
    "a-optimal": "as an A-optimal design",
    "d-optimal": "as a D-optimal design",
    "a-optimal-greedy": "as a greedy A-optimal design",
    "d-optimal-greedy": "as a greedy D-optimal design",
    "k-medoids": "as k-medoids",
    "facility-location": "by greedy facility location",
    "landscape": "from the regions of a landscape in turn",
    "oracle": "by past results",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Content of a page."""

    record: SelectionRecord
    map: EmbeddingMap | None = None  #: of the same datasets
    covering: Covering | None = None  #: for farthest-first only


def write(shown: Shown, folder: Path, *, title: str | None = None) -> tuple[Path, ...]:
    """Write the page, its figures, tables and the selection file, as `folder.write_part`."""
    return write_part(folder, part(shown, title=title), files(shown))


def part(shown: Shown, *, title: str | None = None) -> Part:
    """Return the part on which datasets were chosen, and why."""
    record, chosen = shown.record, shown.record.selection
    return Part(
        room="select",
        title=title or TITLE,
        lead=f"{len(chosen.names)} of {counted(len(chosen.datasets), 'dataset')} were chosen.",
        template="selection.html",
        values={"rows": list(_rows(record)), "criterion": record.criterion},
        findings=sentences(record),
        limits=_LIMITS,
        notes=chosen.notes,
        facts=tuple(_facts(record)),
        hashes=tuple(record.sha256.items()),
        methods=f"{methods_sentence(record)} All with pybench {shared.version()}.",
        references=("gusev2026",),
    )


def sentences(record: SelectionRecord) -> tuple[str, ...]:
    """State in plain words what was chosen, and how well it covers the rest."""
    chosen = record.selection
    said = [f"Run these: {joined(list(chosen.names))}."]
    counts = record.why["stands_for"].tolist()
    most = chosen.names[counts.index(max(counts))]
    if chosen.metric:
        others = max(counts) - 1
        said.append(
            f"{most} represents the largest number of other datasets ({others}): of the chosen "
            "datasets, it is the nearest to them."
            if others
            else "Each represents itself alone."
        )
        said.append(
            f"No dataset is farther than {chosen.radius[-1]:.4g} from the nearest of "
            f"those chosen ({chosen.metric}); with only one chosen dataset, it would be "
            f"{chosen.radius[0]:.4g}."
        )
    return tuple(said)


def methods_sentence(record: SelectionRecord) -> str:
    """Return a description of the method, for a methods section."""
    chosen = record.selection
    name, _, metric = chosen.strategy.partition("/")
    how = _SAID.get(name, f"by the strategy {chosen.strategy}") + (f" ({metric})" if metric else "")
    seen = f" on {counted(chosen.n_features, 'feature')}" if chosen.n_features else ""
    return (
        f"{len(chosen.names)} of {counted(len(chosen.datasets), 'dataset')} were chosen {how}{seen}"
        f" (seed {chosen.seed}; SHA-256 of the features {record.sha256['embedding'][:12]}…)."
    )


def _rows(record: SelectionRecord) -> Iterator[dict[str, Any]]:
    chosen = record.selection
    homes = list(zip(chosen.datasets, chosen.nearest, strict=True))
    for row in record.why.to_dict("records"):
        name, gain = row["dataset"], float(row["gain"])
        yield {
            "order": row["order"],
            "dataset": name,
            "reason": row["reason"],
            "gain": "–" if math.isnan(gain) else f"{gain:.4g}",
            "members": [other for other, home in homes if home == name != other],
        }


def _facts(record: SelectionRecord) -> Iterator[tuple[str, str]]:
    chosen: Selection = record.selection
    settings = record.settings
    yield "Strategy", chosen.strategy
    if chosen.start:
        yield "Start by", chosen.start
    if chosen.metric:
        yield "Distances", chosen.metric
        yield "Features", f"{chosen.n_features}"
        yield "Standardised", "yes" if settings["standardize"] else "no"
    if "-optimal" in chosen.strategy:
        yield "Ridge", f"{settings['ridge']:g}"
    if chosen.strategy == "k-means":
        yield "Starts", f"{settings['n_init']}"
    yield "Seed", f"{chosen.seed}"
    yield "Computed by", {"python": "Python", "r": "R"}.get(chosen.engine, "Python and R")


def files(shown: Shown) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    from pybench import plot

    yield NUMBERS, document(shown.record.to_dict())
    chosen = shown.record.selection
    figures: list[tuple[str, Any]] = []
    if shown.map is not None:
        figures.append((MAP, plot.selection(chosen, shown.map)))
    if shown.covering is not None:
        figures.append((RADIUS, plot.covering(shown.covering)))
    for name, figure in figures:
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    yield frame_file("chosen", shown.record.to_frame())
