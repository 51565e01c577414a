"""The colours of the units of a map: rows, codes, distances or regions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown, strangers
from pybench.plot.draw.honeycomb import Honeycomb, Ints, differences, tints
from pybench.plot.draw.style import BLUE, BROWN, REGIONS, diverging, mixed
from pybench.plot.draw.text import number, shorten, visible

if TYPE_CHECKING:
    from pybench.landscape.som import Som

SHOW = ("counts", "codes", "distances", "regions")
FAINTEST = 0.14  # so that a single row is seen
TINT = 0.42  # of regions: black is read on all of them
EMPTY = "#FFFFFF"
_CAP = 0.98  # quantile of the distances that has the darkest colour


@dataclass(frozen=True, slots=True)
class UnitColours:
    """What is shown, without where."""

    comb: Honeycomb
    fills: list[str]
    empty: Ints  #: units without rows
    labels: Ints | None  #: regions to outline
    key: list[tuple[str, str]]  #: colour and what it means
    key_name: str
    notes: list[str]  #: below the map


def unit_colours(
    som: Som, show: str, labels: Ints | None, feature: str | None, standard: bool
) -> UnitColours:
    """Collect what the figure says; arguments as `landscape_map`.

    ``standard``: whether codes are in standard deviations from the mean of all rows.
    """
    grid = som.grid
    comb = Honeycomb(grid.xdim, grid.ydim, grid.topology == "hexagonal")
    counts = np.bincount(som.units, minlength=comb.count)
    if feature is not None and show != "codes":
        raise ArgumentError(
            f'`feature` must be None with show="{show}", not {shown(feature)}',
            expected='None, or show="codes"',
            found=feature,
        )
    fills, key, name, what = {
        "counts": lambda: _counts(counts),
        "codes": lambda: _codes(som, feature, standard),
        "distances": lambda: _distances(som, comb),
        "regions": lambda: _regions(comb, labels),
    }[show]()
    empty = np.flatnonzero(counts == 0)
    cells = "hexagon" if comb.hexagonal else "square"
    joined = ", opposite edges joined" if grid.toroidal else ""
    rows = counted(len(som.units), "row")
    notes = [f"{grid.xdim} × {grid.ydim} {cells}s{joined}; {rows}.", *what]
    if len(empty):
        notes.append(f"Dot: {counted(len(empty), 'unit')} without rows.")
    if labels is not None and show != "regions":
        notes.append(f"Lines: borders of the {int(labels.max()) + 1} regions.")
    return UnitColours(comb, fills, empty, labels, key, name, notes)


_Drawn = tuple[list[str], list[tuple[str, str]], str, list[str]]


def _counts(counts: Ints) -> _Drawn:
    most = int(counts.max())

    def colour(count: float) -> str:
        if count == 0:
            return EMPTY
        depth = math.log(count) / math.log(most) if most > 1 else 1.0
        return mixed(BLUE, FAINTEST + (1 - FAINTEST) * depth)

    ticks = [n for power in range(7) for n in (10**power, 3 * 10**power) if n < 0.75 * most]
    ticks = ticks[:: 2 if len(ticks) > 6 else 1]
    key = [(colour(n), f"{n}") for n in [*ticks, most]]
    fills = {n: colour(n) for n in set(counts.tolist())}
    return (
        [fills[n] for n in counts.tolist()],
        key,
        "Rows of a unit",
        ["Colours go by the logarithm."] if most > 3 else [],
    )


def _codes(som: Som, feature: str | None, standard: bool) -> _Drawn:
    if feature not in som.features:
        found = "None" if feature is None else feature
        raise ArgumentError(
            f"`feature` must be one of the map's {counted(len(som.features), 'feature')}, "
            f"not {'None' if feature is None else shown(str(feature))}",
            expected="a name in som.features",
            found=str(found),
            hint=strangers([found], som.features) or "",
        )
    values = som.codes[:, som.features.index(feature)]
    name = shorten(visible(feature), 60)
    if standard:
        reach = float(np.abs(values).max()) or 1.0
        steps = np.linspace(-reach, reach, 7).tolist()
        fills = [diverging(v / reach) for v in values.tolist()]
        key = [(diverging(v / reach), number(v)) for v in steps]
        unit = "standard deviations from the mean of all rows"
        return fills, key, f"Codes of {name}", [f"Codes in {unit}."]
    low, high = float(values.min()), float(values.max())
    fills = [_ramp(BLUE, v, low, high) for v in values.tolist()]
    steps = np.linspace(low, high, 6).tolist() if high > low else [low]
    key = [(_ramp(BLUE, v, low, high), number(v)) for v in steps]
    return fills, key, f"Codes of {name}", ["Codes in the scale that the map was trained on."]


def _distances(som: Som, comb: Honeycomb) -> _Drawn:
    values = differences(som.codes, comb, som.grid.coordinates, som.grid.toroidal)
    # One unit far from all others must not leave the rest white.
    high = float(np.nanquantile(values, _CAP)) if comb.count > 1 else 0.0
    capped = comb.count > 1 and float(np.nanmax(values)) > high
    fills = [_ramp(BROWN, 0.0 if v != v else min(v, high), 0.0, high) for v in values]
    steps = np.linspace(0.0, high, 6).tolist() if high > 0 else [0.0]
    key = [(_ramp(BROWN, v, 0.0, high), number(v)) for v in steps]
    if capped:
        key[-1] = key[-1][0], f"≥ {key[-1][1]}"
    return fills, key, "Mean distance to the neighbours' codes", []


def _regions(comb: Honeycomb, labels: Ints | None) -> _Drawn:
    if labels is None:
        raise ArgumentError(
            '`regions` must be given with show="regions", not None',
            expected="Regions of this map",
            found="None",
            hint="Compute them: pybench.regions(som.codes).",
        )
    chosen = tints(labels, comb, len(REGIONS))
    fills = [region_tint(chosen[label]) for label in labels.tolist()]
    k = int(labels.max()) + 1
    again = " Colours repeat: names and lines separate the regions." if k > len(REGIONS) else ""
    return fills, [], "", [f"{counted(k, 'region')}.{again}"]


def region_tint(number: int) -> str:
    """Return the light colour of a region."""
    return mixed(REGIONS[number % len(REGIONS)], TINT)


def _ramp(colour: str, value: float, low: float, high: float) -> str:
    return mixed(colour, (value - low) / (high - low) if high > low else 0.0)
