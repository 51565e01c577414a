"""Where datasets pile up in the same regions, and which regions are almost empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.landscape.extended import extended_sum
from pybench.landscape.weighting import SHARES

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

SPARSE = 1.0  # percent of all instances below which a region is almost empty


@dataclass(frozen=True, slots=True, eq=False)
class Redundancy(Result):
    """How many datasets have instances in each region, and which regions are almost empty."""

    regions: pd.DataFrame  #: (k, 4), by region: instances, share (percent), datasets, alone
    single: tuple[str, ...]  #: datasets all of whose instances lie in one region
    mean_datasets: float  #: mean number of datasets with an instance in a region
    sparse_regions: tuple[str, ...]  #: regions with less than `sparse` percent of all instances
    sparse: float  #: the limit for `sparse_regions`, in percent
    n_datasets: int  #: datasets
    n_instances: int  #: instances of all datasets
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    weights: str = "instance"  #: what counts alike in shares: "instance" or "dataset"

    schema: ClassVar[str] = "redundancy/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region."""
        return self.regions.copy()

    def __str__(self) -> str:
        lines = [
            f"Redundancy of {counted(self.n_datasets, 'dataset')} over "
            f"{counted(len(self.regions), 'region')}; engine {self.engine}",
            f"  {counted(len(self.single), 'dataset')} in one region only; "
            f"a region holds instances of {self.mean_datasets:.1f} datasets on average",
        ]
        for name, row in self.regions.iterrows():
            few = ", almost empty" if name in self.sparse_regions else ""
            lines.append(
                f"  {name}: {counted(int(row['datasets']), 'dataset')}, {row['alone']:.0f} of them "
                f"in no other; {row['share']:.2f}% of {SHARES[self.weights]}{few}"
            )
        return lined([*lines, *notes.lines(self.notes)])


def check_sparse(value: object) -> float:
    """Return a limit below which a region is almost empty, in percent."""
    return check.number("sparse", value, "a number between 0 and 100", 0.0, 100.0)


def shares(cells: NDArray[Any], weights: str) -> Doubles:
    """Return the percentage of each region: of all instances, or the mean over datasets."""
    sizes = cells.sum(axis=1, keepdims=True)
    if weights == "instance" or (sizes == sizes[0]).all():
        return np.asarray(100.0 * cells.sum(axis=0) / sizes.sum())
    percent = 100.0 * cells / sizes
    return np.array([extended_sum(column, len(cells)) for column in percent.T])


def piled_up(counts: pd.DataFrame, sparse: float, weights: str) -> Redundancy:
    """Find where datasets pile up, from counts of datasets in regions."""
    import pandas as pd

    cells = counts.to_numpy()
    total, present = cells.sum(axis=0), cells > 0
    single = present.sum(axis=1) == 1
    share = shares(cells, weights)
    names = list(counts.columns)
    few = tuple(name for name, s in zip(names, share, strict=True) if s < sparse)
    return Redundancy(
        regions=pd.DataFrame(
            {
                "instances": total,
                "share": share,
                "datasets": present.sum(axis=0),
                "alone": present[single].sum(axis=0),
            },
            index=names,
        ),
        single=tuple(np.array(counts.index, dtype=object)[single]),
        mean_datasets=float(present.sum(axis=0).mean()),
        sparse_regions=few,
        sparse=sparse,
        n_datasets=len(counts),
        n_instances=int(total.sum()),
        notes=notes.holding({"sparse-region": bool(few)}),
        engine="python",
        weights=weights,
    )
