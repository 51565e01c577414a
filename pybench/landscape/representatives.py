"""Datasets that stand for a region: enough of their instances lie in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import notes
from pybench.base.result import Result
from pybench.base.text import without_controls

if TYPE_CHECKING:
    import pandas as pd

THRESHOLDS = (50, 80, 90, 100)
ENOUGH = 10  # datasets for a Friedman test within one region


@dataclass(frozen=True, slots=True, eq=False)
class Representatives(Result):
    """The datasets that stand for each region at one threshold."""

    threshold: float  #: percent of a dataset's instances that the region must hold
    region_names: tuple[str, ...]  #: (k,) regions
    members: tuple[tuple[str, ...], ...]  #: (k,) datasets of each region
    by_threshold: pd.DataFrame  #: (k, 5) how many there are at 50, 80, 90, 100 and at `threshold`
    omitted: tuple[str, ...]  #: regions that no dataset stands for
    shared_by: tuple[str, ...]  #: datasets that stand for two regions (half in each, at 50 or less)
    largest_sample: int  #: most datasets that every region that has any can give
    tested_alone: tuple[str, ...]  #: regions with at least 10, enough for a Friedman test there
    notes: tuple[str, ...]  #: doubts, defined in the glossary
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
        lines.append(f"  samples may take up to {self.largest_sample} of each region that has any")
        alone = ", ".join(self.tested_alone) or "none"
        lines.append(f"  regions with at least {ENOUGH}, enough for a test of their own: {alone}")
        return "\n".join([*map(without_controls, lines), *notes.lines(self.notes)])


def standing(counts: pd.DataFrame, threshold: float) -> Representatives:
    """Return the datasets that stand for each region, from counts of datasets in regions."""
    import pandas as pd

    regions = tuple(counts.columns)
    names = np.array(counts.index, dtype=object)
    found = _standing(counts, threshold)
    sizes = found.sum(axis=0)
    columns = {f"{t:g}": _standing(counts, t).sum(axis=0) for t in THRESHOLDS}
    omitted = tuple(r for r, n in zip(regions, sizes, strict=True) if n == 0)
    return Representatives(
        threshold=threshold,
        region_names=regions,
        members=tuple(tuple(names[column]) for column in found.T),
        by_threshold=pd.DataFrame({**columns, "threshold": sizes}, index=list(regions)),
        omitted=omitted,
        shared_by=tuple(names[found.sum(axis=1) > 1]),
        largest_sample=int(min(sizes[sizes > 0], default=0)),
        tested_alone=tuple(r for r, n in zip(regions, sizes, strict=True) if n >= ENOUGH),
        notes=notes.holding({"no-representative": bool(omitted)}),
        engine="python",
    )


def _standing(counts: pd.DataFrame, threshold: float) -> NDArray[np.bool_]:
    # In counts: 9 of 10 instances are 90 percent, whatever a division makes of it.
    cells = counts.to_numpy()
    enough: NDArray[np.bool_] = 100.0 * cells >= threshold * cells.sum(axis=1, keepdims=True)
    return enough
