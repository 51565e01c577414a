"""Datasets that represent a region: enough of their instances lie in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import lined, shown_names
from pybench.landscape.regions import enough
from pybench.landscape.stability import LandscapeStability

if TYPE_CHECKING:
    import pandas as pd

THRESHOLDS = (50, 80, 90, 100)
#: Fewest datasets at which Friedman's statistic is near its chi-square (paper, appendix A.2).
ENOUGH = 10
ONE_LANDSCAPE = (
    "representatives are those of one landscape: another map may have others; landscape_stability "
    "gives the share of maps on which a dataset represents a region"
)


@dataclass(frozen=True, slots=True, eq=False)
class Representatives(Result):
    """The datasets that represent each region at one threshold."""

    threshold: float  #: percent of a dataset's instances that must lie in the region
    region_names: tuple[str, ...]  #: (k,) regions
    members: tuple[tuple[str, ...], ...]  #: (k,) datasets of each region
    by_threshold: pd.DataFrame  #: (k, 5) representatives at 50, 80, 90, 100 and `threshold`
    omitted: tuple[str, ...]  #: regions without a representative
    shared_by: tuple[str, ...]  #: datasets that represent two regions (half in each, at 50 or less)
    smallest_sample: int  #: smallest n with 10 datasets or more in a portfolio, for Friedman
    largest_sample: int  #: largest n that every region with representatives has
    tested_alone: tuple[str, ...]  #: regions with at least 10, enough for a Friedman test there
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    #: one row per region and representative: the region's consensus region, the share of maps on
    #: which the dataset represents it, and the number of maps; None: not known
    shares: pd.DataFrame | None = None

    schema: ClassVar[str] = "representatives/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region and dataset, with the shares of maps if they are known."""
        import pandas as pd

        if self.shares is not None:
            return self.shares.copy()
        rows = [
            (region, name)
            for region, names in zip(self.region_names, self.members, strict=True)
            for name in names
        ]
        return pd.DataFrame(rows, columns=["region", "dataset"])

    def __str__(self) -> str:
        lines = [
            f"Representatives: datasets with at least {self.threshold:g}% of their instances in a "
            f"region; engine {self.engine}"
        ]
        for region, names in zip(self.region_names, self.members, strict=True):
            said = ", ".join(self.with_shares(region)[:5]) + (", ..." if len(names) > 5 else "")
            lines.append(f"  {region}: {len(names)}{': ' if names else ''}{said}")
        lines.append(f"  {self.reading()}")
        lines.append(sample_guidance(self.smallest_sample, self.largest_sample))
        alone = ", ".join(self.tested_alone) or "none"
        lines.append(f"  regions with at least {ENOUGH}, enough for a test of their own: {alone}")
        return lined([*lines, *notes.lines(self.notes)])

    def with_shares(self, region: str) -> list[str]:
        """Return the representatives of a region, each with its share of maps if it is known."""
        if self.shares is None:
            return list(self.members[self.region_names.index(region)])
        rows = self.shares[self.shares["region"] == region]
        return [
            f"{name} ({share * maps:.0f} of {maps:.0f} maps)"
            for name, share, maps in zip(rows["dataset"], rows["share"], rows["maps"], strict=True)
        ]

    def reading(self) -> str:
        """Return how far the representatives are those of other maps too."""
        if self.shares is None:
            return ONE_LANDSCAPE
        homes = dict(zip(self.shares["region"], self.shares["consensus"], strict=True))
        listed = ", ".join(f"{home or 'none'} for {region}" for region, home in homes.items())
        return (
            "in brackets: on how many maps the dataset represents the consensus region of its "
            "region. This is the one that the region's representatives represent on most maps: "
            f"{listed or 'none'}. The maps of landscape_stability are no random sample"
        )


def standing(
    counts: pd.DataFrame, threshold: float, stability: LandscapeStability | None = None
) -> Representatives:
    """Return the datasets that represent each region, from counts of datasets in regions."""
    import pandas as pd

    regions = tuple(counts.columns)
    names = np.array(counts.index, dtype=object)
    cells = counts.to_numpy()
    found = enough(cells, threshold)
    sizes = found.sum(axis=0)
    columns = {f"{t:g}": enough(cells, t).sum(axis=0) for t in THRESHOLDS}
    fewest, most = sample_bounds(sizes.tolist())
    omitted = tuple(r for r, n in zip(regions, sizes, strict=True) if n == 0)
    members = [tuple(names[column]) for column in found.T]
    return Representatives(
        threshold=threshold,
        region_names=regions,
        members=tuple(members),
        by_threshold=pd.DataFrame({**columns, "threshold": sizes}, index=list(regions)),
        omitted=omitted,
        shared_by=tuple(names[found.sum(axis=1) > 1]),
        smallest_sample=fewest,
        largest_sample=most,
        tested_alone=tuple(r for r, n in zip(regions, sizes, strict=True) if n >= ENOUGH),
        notes=notes.holding({"no-representative": bool(omitted), "short-region": fewest > most}),
        engine="python",
        shares=None if stability is None else _shares(regions, members, stability),
    )


def _shares(
    regions: Sequence[str], members: Sequence[tuple[str, ...]], stability: LandscapeStability
) -> pd.DataFrame:
    """Return the share of maps on which each representative represents its consensus region."""
    import pandas as pd

    rows = []
    for region, names in zip(regions, members, strict=True):
        shares = stability.represents.loc[list(names)]
        # As whole numbers, so that ties are exact.
        maps = np.rint(shares.to_numpy() * stability.n_maps).sum(axis=0)
        best = int(maps.argmax())
        home = str(shares.columns[best]) if maps[best] else ""
        rows += [(region, *one, home) for one in zip(names, shares.iloc[:, best], strict=True)]
    columns = ["region", "dataset", "share", "consensus"]
    frame = pd.DataFrame(rows, columns=columns).assign(maps=float(stability.n_maps))
    return frame[["region", "dataset", "consensus", "share", "maps"]]


def check_stability(stability: object, datasets: Sequence[str] | None, threshold: float) -> None:
    """Refuse a stability of other datasets, or at another threshold."""
    check.kind("stability", stability, LandscapeStability, "landscape_stability()")
    assert isinstance(stability, LandscapeStability)
    theirs = list(stability.represents.index)
    if others := sorted(set(theirs) ^ set(theirs if datasets is None else datasets)):
        raise ArgumentError(
            "`stability` must have the datasets of the coverage, but only one of the two has "
            f"{shown_names(others)}",
            expected="the same datasets",
            found=f"{len(theirs)} datasets, {len(others)} in one of the two only",
            hint="Compute landscape_stability() from the features of the same datasets.",
        )
    if stability.threshold != threshold:
        raise ArgumentError(
            f"`stability` must have the threshold {threshold:g}, not {stability.threshold:g}",
            expected=f"the threshold {threshold:g}",
            found=f"{stability.threshold:g}",
            hint="Give both functions the same threshold.",
        )


def sample_bounds(sizes: Iterable[int]) -> tuple[int, int]:
    """Return the least and the most datasets of each region that a portfolio should have.

    At least 10 in total, for the Friedman test; of each region at most as many as the smallest has
    (paper, appendix A.2). Regions without any do not count.
    """
    present = [size for size in sizes if size]
    return -(-ENOUGH // len(present)) if present else ENOUGH, min(present, default=0)


def sample_guidance(fewest: int, most: int) -> str:
    """Return a line of text with the recommended sample size."""
    return (
        f"  portfolios: of each region with representatives, at least {fewest} datasets (the "
        f"Friedman test requires at least {ENOUGH} in all) and at most {most} (as many as the "
        "smallest region has)"
    )
