"""Which features are dropped, and the map of datasets, as a page with its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, fixed, joined, percent
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_file

if TYPE_CHECKING:
    import pandas as pd

    from pybench.features.projection import EmbeddingMap
    from pybench.features.report import FeatureReport

TITLE = "What do these datasets look like?"
_LIMITS = (
    "The map shows two directions of many: datasets that lie near each other on it may be far "
    "apart in the others.",
)
HEAVIEST = 6  # features named for each axis of the map
FEW = 40  # datasets whose names fit on a map of the width of the page


@dataclass(frozen=True, slots=True)
class Landscape:
    """Content of a page about features.

    Attributes
    ----------
    report : FeatureReport
        Of all features, before any was removed; otherwise there are no missing values to report.
    map : EmbeddingMap, optional
        Map of the datasets.
    removed, left_out, versions : mapping of str to str
        As in `FeatureTable`.
    """

    report: FeatureReport
    map: EmbeddingMap | None = None
    removed: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of the map."""

    name: str
    variance: float  #: share of the total
    heaviest: tuple[tuple[str, str], ...]  #: feature and sign of its weight, largest first


def write(
    shown: Landscape, folder: Path, *, title: str | None = None, also: tuple[str, ...] = ()
) -> tuple[Path, ...]:
    """Write the page, its figures and tables, as `folder.write_part` with its ``also``."""
    return write_part(folder, part(shown, title=title), files(shown), also)


def part(shown: Landscape, *, title: str | None = None) -> Part:
    """Return the part about features."""
    report = shown.report
    values = {
        "report": report,
        "map": None if shown.map is None else _map(shown.map),
        "datasets": list(report.by_dataset().itertuples()),
        "lengths": bool(np.isfinite(report.shortest).any()),
        "rows_are": "Rows" if (report.n_series == 1).all() else "Series",
        "left_out": shown.left_out,
        "removed": _by_reason(shown.removed),
    }
    return Part(
        room="features",
        title=title or TITLE,
        lead=_size(report),
        template="features.html",
        values=values,
        findings=sentences(shown),
        limits=_LIMITS,
        facts=tuple(_facts(shown)),
        versions=shown.versions,
    )


def sentences(shown: Landscape) -> tuple[str, ...]:
    """State in plain words what is missing, what is constant, and what was removed."""
    report = shown.report
    said = [_missing(report), _constant(report)]
    p, gone = len(report.names), len(shown.removed)
    if gone:
        said.append(
            f"{p - gone} of {counted(p, 'feature')} stay in the table, {gone} were removed."
        )
    elif (report.missing > 0).any():
        said.append("The table keeps them all: nothing was filtered.")
    if out := len(shown.left_out):
        reasons = "the reason" if out == 1 else "reasons"
        said.append(f"{counted(out, 'dataset')} left out before, with {reasons} below.")
    return tuple(said)


def _missing(report: FeatureReport) -> str:
    gaps = report.missing > 0
    if not gaps.any():
        return "Every feature has a value for every series."
    p, there = len(report.names), int(gaps.any(axis=0).sum())
    first = f"{there} of {counted(p, 'feature')} {_are(there)} missing on some dataset"
    costs = gaps[:, gaps.sum(axis=0) == 1].sum(axis=1)
    worst = int(costs.argmax())
    if not costs[worst]:
        return f"{first}, none of them on one alone."
    length = float(report.shortest[worst])
    why = f", whose shortest series has {counted(int(length), 'value')}" if length == length else ""
    return f"{first}, {int(costs[worst])} of them on {report.datasets[worst]} alone{why}."


def _constant(report: FeatureReport) -> str:
    same = report.constant
    if not same.any():
        return "No feature is the same in all series of a dataset."
    there, everywhere = int(same.any(axis=0).sum()), int(same.all(axis=0).sum())
    where = f", {everywhere} on every dataset" if everywhere else ""
    return (
        f"{counted(there, 'feature')} {_are(there)} the same in all series of some dataset{where}."
    )


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _size(report: FeatureReport) -> str:
    what = f"{report.representation} feature".strip()
    rows, datasets = int(report.n_series.sum()), counted(len(report.datasets), "dataset")
    of = datasets if rows == len(report.datasets) else f"{rows} series of {datasets}"
    return f"{counted(len(report.names), what)} of {of}."


def _map(placed: EmbeddingMap) -> dict[str, Any]:
    positions = "; ".join(
        f"{name} {', '.join(fixed(x, 1) for x in row)}"
        for name, row in zip(placed.datasets, placed.coordinates.tolist(), strict=True)
    )
    reasons = list(placed.left_out.values())
    constant = reasons.count("constant")
    unused = [
        f"{number} {_are(number)} {why}"
        for number, why in (
            (constant, "the same for all datasets"),
            (len(reasons) - constant, "missing on some"),
        )
        if number
    ]
    others = f"; of the others, {joined(unused)}" if unused else ""
    return {
        "alternative": f"Map of datasets, positions: {positions}.",
        "used": f"It uses {counted(len(placed.features), 'feature')}{others}.",
        "axes": list(_axes(placed)),
    }


def _axes(placed: EmbeddingMap) -> Iterator[Axis]:
    for at, share in enumerate(placed.variance.tolist()):
        weights = placed.loadings[:, at]
        order = np.argsort(-abs(weights), kind="stable")[:HEAVIEST]
        heaviest = tuple((placed.features[i], "−" if weights[i] < 0 else "+") for i in order)
        yield Axis(f"PC{at + 1}", share, heaviest)


def _by_reason(removed: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Group features by the reason for removal, the most frequent first."""
    reasons: dict[str, list[str]] = {}
    for name, reason in removed.items():
        reasons.setdefault(reason, []).append(name)
    return sorted(reasons.items(), key=lambda item: -len(item[1]))


def _facts(shown: Landscape) -> Iterator[tuple[str, str]]:
    report = shown.report
    yield "Representation", report.representation or "not named"
    yield "Datasets", f"{len(report.datasets)}"
    yield "Rows", f"{int(report.n_series.sum())}"
    yield "Features computed", f"{len(report.names)}"
    yield "Features removed", f"{len(shown.removed)}"
    if shown.map is not None:
        yield "Variance on the map", percent(float(shown.map.variance.sum()))


def files(shown: Landscape) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    for name, figure in _figures(shown):
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    report = shown.report
    yield "features.json", document(report.to_dict())
    yield _sheet("by-dataset", report.by_dataset())
    yield _sheet("by-feature", report.by_feature())
    if shown.map is not None:
        yield "map.json", document(shown.map.to_dict())
        yield _sheet("map", shown.map.to_frame())


def _figures(shown: Landscape) -> Iterator[tuple[str, Any]]:
    from pybench import plot

    if (shown.report.missing > 0).any():
        yield "missing", plot.features(shown.report)
    if shown.report.constant.any():
        yield "constant", plot.features(shown.report, show="constant")
    if shown.map is not None:
        width, height = (6.8, 4.6) if len(shown.map.datasets) <= FEW else (9.0, 7.0)
        yield "map", plot.embedding(shown.map, width=width, height=height)


def _sheet(name: str, frame: pd.DataFrame) -> tuple[str, bytes]:
    """Return name and content of a CSV file, the index as its first column."""
    return frame_file(name, frame.reset_index())
