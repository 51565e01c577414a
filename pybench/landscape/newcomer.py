"""What a new dataset adds to a benchmark: the regions of its rows, and similar datasets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import lined
from pybench.bridge import engine as engines
from pybench.landscape.coverage import Coverage, coverage_in_r, covered
from pybench.landscape.redundancy import SPARSE, check_sparse, piled_up, shares
from pybench.landscape.regions import percentages
from pybench.landscape.weighting import weights_of

if TYPE_CHECKING:
    import pandas as pd

Ints = NDArray[np.int64]

LIKE = 90.0  # percent shared from which on two spreads are alike
_CELLS = 4_000_000  # distances held at a time


@dataclass(frozen=True, slots=True, eq=False)
class Newcomer(Result):
    """What a new dataset adds to a benchmark."""

    name: str  #: the new dataset
    percent: pd.Series  #: (k,) percent of its instances in each region
    main_region: str  #: the region with most of its instances, the first if tied
    fills: tuple[str, ...]  #: almost empty regions in which it has instances
    closest: str  #: the dataset with the most similar spread, the first if tied
    overlap: float  #: percent of instances that the two spreads share, in [0, 100]
    share_after: pd.Series  #: (k,) share of each region with it included, as in `redundancy`
    adds: bool  #: whether it is in an almost empty region, or overlaps no dataset by 90 or more
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "newcomer/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region: percent of the new dataset, share of the benchmark after."""
        import pandas as pd

        return pd.DataFrame({"percent": self.percent, "share_after": self.share_after})

    def __str__(self) -> str:
        spread = ", ".join(f"{r} {p:.2f}%" for r, p in self.percent.items() if p > 0)
        if self.fills:
            verdict = "has instances in regions that are almost empty"
        elif self.adds:
            verdict = f"shares less than {LIKE:g}% of its spread with any one dataset"
        else:
            verdict = (
                f"fills no region, and shares {LIKE:g}% or more of its spread with one dataset"
            )
        lines = [
            f"{self.name} {verdict}; engine {self.engine}",
            f"  lies in {spread}",
            f"  most like {self.closest}: their spreads share {self.overlap:.2f}%",
        ]
        if self.fills:
            lines.append(f"  almost empty regions that it fills: {', '.join(self.fills)}")
        return lined(lines)


def nearest_region(X: ArrayLike, codes: ArrayLike, labels: ArrayLike) -> Ints:
    """Return, for each new row, the region of the nearest unit of the map.

    Parameters
    ----------
    X : array_like, shape (rows, features)
        Features, scaled in the same way as those that the map was trained on.
    codes : array_like, shape (units, features)
        Codes of the map, one row per unit.
    labels : array_like of int, shape (units,)
        Region of each unit, 0-based.

    Returns
    -------
    numpy.ndarray of int64, shape (rows,)
        The region of each row, 0-based. The nearest unit is found by Euclidean distance, as when
        the map assigns rows; if units tie, the one with the lowest number is taken.

    Raises
    ------
    ArgumentError
        Matrices with values that are not finite numbers, or that do not fit each other.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.nearest_region([[0.9, 0.1], [0, 3]], [[1, 0], [0, 1]], [0, 1]).tolist()
    [0, 1]
    """
    rows, units = check.matrix("X", X), check.matrix("codes", codes)
    if not len(units):
        raise ArgumentError(
            "`codes` must have at least one row", expected="at least one row", found="none"
        )
    if rows.shape[1] != units.shape[1]:
        raise ArgumentError(
            f"`X` must have {units.shape[1]} columns, not {rows.shape[1]}",
            expected=f"{units.shape[1]} columns, as the codes have",
            found=f"{rows.shape[1]} columns",
        )
    where = check.places("labels", labels, len(units), len(units))
    out = np.empty(len(rows), dtype=np.int64)
    step = max(1, _CELLS // units.size)
    for start in range(0, len(rows), step):
        gaps = rows[start : start + step, None, :] - units[None]
        out[start : start + step] = where[np.einsum("ijk,ijk->ij", gaps, gaps).argmin(axis=1)]
    return out


def newcomer(
    coverage: Any,
    region: ArrayLike,
    name: str = "new",
    sparse: float = SPARSE,
    weights: str = "instance",
    *,
    engine: str | None = None,
) -> Newcomer:
    """Compute what a new dataset would add to the coverage of a benchmark.

    Parameters
    ----------
    coverage : Coverage or Landscape
        Coverage of the existing benchmark.
    region : array_like of int, shape (instances,)
        The number of the region of each instance of the new dataset, counted from 0.
        `nearest_region` returns such numbers.
    name : str
        Name of the new dataset.
    sparse, weights : as in `redundancy`
        Which regions are almost empty, and what counts alike in the shares of regions.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    Newcomer
        The overlap of two datasets is the sum over regions of the smaller of their two percentages.
        A dataset adds something new if it has instances in an almost empty region, or if its
        overlap with every dataset of the benchmark is below 90 percent.

    Raises
    ------
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``.

    Examples
    --------
    >>> import pybench as pb
    >>> c = pb.coverage(["a", "a", "b", "b"], [0, 1, 1, 1], k=3)
    >>> pb.newcomer(c, [2, 2, 1]).fills
    ('R3',)
    """
    coverage = covered(coverage)
    where = check.places("region", region, coverage.n_regions)
    title = check.text("name", name)
    bound = check_sparse(sparse)
    options = {
        "region": where + 1, "name": title, "sparse": bound, "weights": weights_of(weights)
    }  # fmt: skip
    return engines.answer(
        "newcomer",
        {"coverage": coverage_in_r(coverage), **options},
        engine=engine,
        kind=Newcomer,
        python=lambda: _newcomer(coverage, where, title, bound, weights),
    )


def _newcomer(coverage: Coverage, where: Ints, name: str, sparse: float, weights: str) -> Newcomer:
    import pandas as pd

    bare = piled_up(coverage.counts, sparse, weights)
    names = list(coverage.counts.columns)
    counts = np.bincount(where, minlength=coverage.n_regions)
    percent = percentages(counts[None])[0]
    shared = np.minimum(coverage.percent.to_numpy(), percent).sum(axis=1)
    # Equal spreads share 100 up to rounding noise, which must not pick one of them.
    best = int(np.round(shared, 9).argmax())
    fills = tuple(r for r, n in zip(names, counts, strict=True) if n and r in bare.sparse_regions)
    after = shares(np.vstack([coverage.counts.to_numpy(), counts]), weights)
    return Newcomer(
        name=name,
        percent=pd.Series(percent, index=names),
        main_region=names[int(counts.argmax())],
        fills=fills,
        closest=str(coverage.counts.index[best]),
        overlap=float(shared[best]),
        share_after=pd.Series(after, index=names),
        adds=bool(fills) or bool(round(shared[best], 9) < LIKE),
        engine="python",
    )
