"""Datasets that represent a region: enough of their instances lie in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import notes
from pybench.base.result import Result
from pybench.base.text import lined

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

    schema: ClassVar[str] = "representatives/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region and dataset."""
        import pandas as pd

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
            shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
            lines.append(f"  {region}: {len(names)}{': ' if names else ''}{shown}")
        lines.append(f"  {ONE_LANDSCAPE}")
        lines.append(sample_guidance(self.smallest_sample, self.largest_sample))
        alone = ", ".join(self.tested_alone) or "none"
        lines.append(f"  regions with at least {ENOUGH}, enough for a test of their own: {alone}")
        return lined([*lines, *notes.lines(self.notes)])


def standing(counts: pd.DataFrame, threshold: float) -> Representatives:
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
    return Representatives(
        threshold=threshold,
        region_names=regions,
        members=tuple(tuple(names[column]) for column in found.T),
        by_threshold=pd.DataFrame({**columns, "threshold": sizes}, index=list(regions)),
        omitted=omitted,
        shared_by=tuple(names[found.sum(axis=1) > 1]),
        smallest_sample=fewest,
        largest_sample=most,
        tested_alone=tuple(r for r, n in zip(regions, sizes, strict=True) if n >= ENOUGH),
        notes=notes.holding({"no-representative": bool(omitted), "short-region": fewest > most}),
        engine="python",
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


def enough(counts: NDArray[np.int64], threshold: float) -> NDArray[np.bool_]:
    """Return in which places at least `threshold` percent of the instances of a row lie."""
    # In counts: 9 of 10 instances are 90 percent, whatever the rounding of a division. A threshold
    # and its product with n are rounded, each by half an ulp at most: 309 of 375 are 82.4 percent.
    least = threshold * counts.sum(axis=1, keepdims=True) * (1 - 4 * np.finfo(float).eps)
    reached: NDArray[np.bool_] = 100.0 * counts >= least
    return reached
