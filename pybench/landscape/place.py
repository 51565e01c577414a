"""A new dataset on a landscape: its regions, the nearest datasets, who is best there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined, shown_names
from pybench.comparison.intervals import RankIntervals, rank_intervals
from pybench.landscape.best import BestByRegion, best_by_region
from pybench.landscape.map import Landscape
from pybench.landscape.newcomer import Newcomer, newcomer
from pybench.landscape.quality import nearest_two
from pybench.landscape.regions import dataset_counts
from pybench.landscape.representatives import ENOUGH, ONE_LANDSCAPE
from pybench.landscape.scaling import LARGEST, Scaling, opened, scaled

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

PRESENT = 10.0  # percent of its series from which on a dataset counts as present in a region
REACH = 0.99  # share of the distances of a landscape beyond which a series is outside
OUTSIDE = 10.0  # percent of such series from which on a note warns
_DIGITS = 9  # differences below rounding noise must not decide
_SHOWN = 5  # nearest datasets, and methods of a region


@dataclass(frozen=True, slots=True, eq=False)
class Placement(Result):
    """A new dataset on a landscape."""

    name: str  #: the new dataset
    n_series: int  #: number of its series that were placed
    n_unplaced: int  #: number of its series without some feature of the landscape
    outside: float  #: percent of its series farther from their unit than 99 % of the landscape's
    newcomer: Newcomer  #: its regions, and what it adds
    nearest: pd.DataFrame  #: one row per dataset of the landscape, nearest first: dataset, distance
    farther: float  #: percent of the landscape's datasets that are farther from their nearest other
    best: BestByRegion | None  #: the best methods of all regions; None without scores
    intervals: Mapping[str, RankIntervals]  #: by region: mean ranks there with intervals
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python" or "r"

    schema: ClassVar[str] = "placement/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per dataset of the landscape, nearest first."""
        return self.nearest.copy()

    def __str__(self) -> str:
        new = self.newcomer
        close = self.nearest.head(_SHOWN).itertuples(index=False)
        spread = ", ".join(f"{r} {p:.2f}%" for r, p in new.percent.items() if p > 0)
        lines = [
            f"{self.name} on the landscape: {self.n_series} series placed; engine {self.engine}",
            f"  lies in {spread}",
            "  nearest datasets, by energy distance: "
            + ", ".join(f"{row.dataset} {row.distance:.4g}" for row in close),
            f"  {self.farther:.1f}% of the datasets of the landscape are farther from their "
            "nearest other dataset than it is from its nearest",
            f"  {self.outside:.1f}% of its series are farther from their unit than "
            f"{100 * REACH:g}% of the series of the landscape",
            f"  what it adds: {str(new).splitlines()[0].partition('; engine')[0]}",
        ]
        if new.fills:
            lines.append(f"  almost empty regions that it fills: {', '.join(new.fills)}")
        if self.best is not None:
            best = self.best
            lines += [best.line(str(region)) for region, share in new.percent.items() if share > 0]
            for region, found in self.intervals.items():
                lines += _ranks(region, found)
            lines.append(f"  {ONE_LANDSCAPE}")
        return lined([*lines, *notes.lines(self.notes)])


def _ranks(region: str, found: RankIntervals) -> list[str]:
    frame = found.to_frame().head(_SHOWN)
    return [
        f"  mean ranks in {region}, with {100 * found.confidence:g}% intervals:",
        *(
            f"    {row.mean_rank:.2f} ({row.low:.2f} to {row.high:.2f}) {row.classifier}"
            for row in frame.itertuples(index=False)
        ),
    ]


def placed(
    features: Any,
    landscape: Landscape,
    t: ResultsTable | None,
    name: str | None,
    threshold: float,
    alpha: float,
    confidence: float,
    seed: int,
) -> Placement:
    """Place a table of features; `pybench.place` documents the arguments and the result."""
    som = landscape.som
    if som is None:
        expected = "a landscape with a self-organising map"
        raise ArgumentError(
            f"`landscape` must be {expected}, not one with the reduction {landscape.reduction}",
            expected=expected,
            found=landscape.reduction,
        )
    others = _same_features(features, landscape)
    rows, title, unplaced = _rows(features, landscape.scaling, name)
    units = nearest_two(rows, landscape.codes)[0]
    gaps = ((rows - landscape.codes[units]) ** 2).sum(axis=1)
    region = np.asarray(landscape.regions.labels)[units]
    new = newcomer(landscape.coverage, region, title, engine="python")
    nearest, farther = _nearest(landscape, units)
    outside = float(100.0 * (gaps > np.quantile(som.distances, REACH)).mean())
    best, intervals = _best(landscape, new, t, threshold, alpha, confidence, seed)
    doubts: dict[str, bool | str] = {
        "in-landscape": title in landscape.coverage.counts.index,
        "outside-landscape": outside > OUTSIDE,
        "unplaced-series": unplaced > 0,
        "other-libraries": others,
    }
    held = (*notes.holding(doubts), *(() if best is None else best.notes))
    return Placement(
        name=title,
        n_series=len(rows),
        n_unplaced=unplaced,
        outside=outside,
        newcomer=new,
        nearest=nearest,
        farther=farther,
        best=best,
        intervals=intervals,
        notes=notes.ordered(held),
        engine="python",
    )


def _same_features(features: Any, landscape: Landscape) -> str:
    """Refuse another representation; return the libraries with another version, as a text."""
    made_with: Mapping[str, str] = getattr(landscape, "versions", {})
    wanted = getattr(landscape, "representation", "")
    given = getattr(features, "representation", "")
    if wanted and given and wanted != given:
        raise _other_features(f"`{wanted}`", f"`{given}`")
    theirs: Mapping[str, str] = getattr(features, "versions", {})
    differ = [name for name, v in made_with.items() if theirs.get(name, v) != v]
    main = next(iter(made_with), None)
    if main in differ:
        raise _other_features(f"{main} {made_with[main]}", f"{main} {theirs[main]}")
    return ", ".join(f"{name} {theirs[name]}, not {made_with[name]}" for name in differ)


def _other_features(expected: str, found: str) -> ArgumentError:
    return ArgumentError(
        f"`data` must have features of {expected}, as the landscape has, not of {found}",
        expected=expected,
        found=found,
        hint="Features of another kind or version are other numbers: compute the same ones.",
    )


def _rows(features: Any, scaling: Scaling, name: str | None) -> tuple[Doubles, str, int]:
    """Return the scaled rows that have all features, the dataset, and the number of others."""
    only = scaling.features if scaling.named else ()
    values, names, dataset = opened("data", features, None, only)
    values = values[:, scaling.places(values.shape[1], names, "data")]
    found = list(dict.fromkeys([] if dataset is None else dataset.tolist()))
    if name is None and len(found) > 1:
        raise ArgumentError(
            f"`data` must be one dataset, not {shown_names(found)}",
            expected="one dataset",
            found=counted(len(found), "dataset"),
            hint="Place one after the other, or give `name` to place all as one dataset.",
        )
    title = check.text("name", (found or ["new"])[0] if name is None else name)
    bad = ~(np.abs(values) <= LARGEST)
    whole = ~bad.any(axis=1)
    if not whole.any():
        column = scaling.features[int(bad.sum(axis=0).argmax())]
        raise ArgumentError(
            "`data` must have a series with all features of the landscape; "
            f"of {len(values)} series none has, and '{clipped(column)}' is missing most often",
            column=column,
            expected="a series with all features",
            found="none",
            hint="Series may be too short, or have missing values.",
        )
    rows = scaled(values[whole], scaling.center, scaling.spread, scaling.scale)
    return rows, title, int((~whole).sum())


def _nearest(landscape: Landscape, units: Ints) -> tuple[pd.DataFrame, float]:
    """Return the energy distance of each dataset of the landscape, and how usual the least is."""
    import pandas as pd
    from scipy.spatial.distance import cdist

    between = cdist(landscape.codes, landscape.codes)
    names, counts = dataset_counts(landscape.dataset.tolist(), landscape.units, len(between))
    spreads = counts / counts.sum(axis=1, keepdims=True)
    own = np.bincount(units, minlength=len(between)) / len(units)
    inner = ((spreads @ between) * spreads).sum(axis=1)
    apart = 2.0 * (spreads @ (between @ own)) - inner - float(own @ between @ own)
    order = np.argsort(np.round(apart, _DIGITS), kind="stable")
    table = pd.DataFrame(
        {"dataset": np.array(names, dtype=object)[order], "distance": apart[order]}
    )
    pairs = 2.0 * (spreads @ between @ spreads.T) - inner - inner[:, None]
    np.fill_diagonal(pairs, np.inf)
    usual = np.round(pairs.min(axis=0), _DIGITS) > round(float(apart.min()), _DIGITS)
    return table, float(100.0 * usual.mean())


def _best(
    landscape: Landscape,
    new: Newcomer,
    t: ResultsTable | None,
    threshold: float,
    alpha: float,
    confidence: float,
    seed: int,
) -> tuple[BestByRegion | None, dict[str, RankIntervals]]:
    """Return the best methods, and mean ranks with intervals where the dataset is."""
    if t is None:
        return None, {}
    best = best_by_region(t, landscape, threshold, alpha=alpha, engine="python")
    present = [str(region) for region, share in new.percent.items() if share >= PRESENT]
    tested = [region for region in present if len(best.representatives[region]) >= ENOUGH]
    intervals = {
        region: rank_intervals(
            t.select(best.representatives[region]), confidence, seed=seed, engine="python"
        )
        for region in tested
    }
    return best, intervals
