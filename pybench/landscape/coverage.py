"""Which regions of the landscape each dataset covers, what is redundant and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, without_controls
from pybench.landscape.regions import numbers, places
from pybench.landscape.representatives import Representatives, standing

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

SPARSE = 1.0  # percent of all instances below which a region is almost empty
_CELLS = 4_000_000  # distances held at a time


@dataclass(frozen=True, slots=True, eq=False)
class Coverage(Result):
    """How the instances of each dataset are spread over the regions."""

    percent: (
        pd.DataFrame
    )  #: (datasets, regions) percent of the dataset's instances, rows add to 100
    counts: pd.DataFrame  #: the same as numbers of instances
    n_instances: int  #: instances of all datasets
    n_datasets: int  #: datasets, in the order of their first instance
    n_regions: int  #: regions, "R1" to "Rk", empty ones too
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "coverage/1"

    @property
    def redundancy(self) -> Redundancy:
        """What `redundancy` says with its default."""
        return redundancy(self)

    def representatives(self, threshold: float = 90) -> Representatives:
        """Return the datasets that stand for a region; see `representatives`."""
        return representatives(self, threshold)

    def to_frame(self) -> pd.DataFrame:
        """Return the percentages, one row per dataset."""
        return self.percent.copy()

    def __str__(self) -> str:
        head = (
            f"Coverage of {counted(self.n_regions, 'region')} by "
            f"{counted(self.n_datasets, 'dataset')}, {self.n_instances} instances; "
            f"engine {self.engine}"
        )
        total = self.counts.sum(axis=0)
        lines = [
            f"  {name}: {100 * n / self.n_instances:.2f}% of instances, "
            f"{counted(int((self.counts[name] > 0).sum()), 'dataset')}"
            for name, n in total.items()
        ]
        return "\n".join([head, *lines])


@dataclass(frozen=True, slots=True, eq=False)
class Redundancy(Result):
    """Where datasets pile up and where the benchmark lacks data."""

    regions: pd.DataFrame  #: (k, 4) by region: instances, share (percent of all), datasets, alone
    single: tuple[str, ...]  #: datasets all of whose instances lie in one region
    mean_datasets: float  #: mean number of datasets with an instance in a region
    sparse_regions: tuple[str, ...]  #: regions with less than `sparse` percent of all instances
    sparse: float  #: that bound, in percent
    n_datasets: int  #: datasets
    n_instances: int  #: instances of all datasets
    notes: tuple[str, ...]  #: doubts, defined in the glossary
    engine: str  #: "python", "r" or "both"

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
                f"in no other; {row['share']:.2f}% of instances{few}"
            )
        return "\n".join([*lines, *notes.lines(self.notes)])


@dataclass(frozen=True, slots=True, eq=False)
class Newcomer(Result):
    """What a new dataset adds to a benchmark."""

    name: str  #: the new dataset
    percent: pd.Series  #: (k,) percent of its instances in each region
    main_region: str  #: the region with most of its instances, the first on equality
    fills: tuple[str, ...]  #: almost empty regions in which it has instances
    closest: str  #: the dataset spread most like it, the first on equality
    overlap: float  #: percent of instances that the two spreads share, in [0, 100]
    share_after: pd.Series  #: (k,) percent of all instances in each region once it is in
    adds: bool  #: whether it fills a region, or overlaps no dataset by 90 percent or more
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "newcomer/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region: percent of the new dataset, share of the benchmark after."""
        import pandas as pd

        return pd.DataFrame({"percent": self.percent, "share_after": self.share_after})

    def __str__(self) -> str:
        spread = ", ".join(f"{r} {p:.2f}%" for r, p in self.percent.items() if p > 0)
        verdict = "adds to the benchmark" if self.adds else "adds no region the benchmark lacks"
        lines = [
            f"{self.name} {verdict}; engine {self.engine}",
            f"  lies in {spread}",
            f"  most like {self.closest}: their spreads share {self.overlap:.2f}%",
        ]
        if self.fills:
            lines.append(f"  has instances in almost empty regions: {', '.join(self.fills)}")
        return "\n".join(without_controls(line) for line in lines)


def coverage(dataset: Sequence[str], region: ArrayLike, k: int | None = None) -> Coverage:
    """Count how the instances of each dataset are spread over the regions.

    Parameters
    ----------
    dataset : sequence of str, shape (instances,)
        The dataset of each instance.
    region : array_like of int, shape (instances,)
        The region of each instance, 0-based; region 0 is named "R1".
    k : int, optional
        Number of regions, where the last ones may hold no instance; default the largest + 1.

    Returns
    -------
    Coverage

    Raises
    ------
    ArgumentError
        No instance, lengths that differ, a region out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.coverage(["a", "a", "a", "a", "b"], [0, 0, 0, 1, 1]).percent.loc["a"].tolist()
    [75.0, 25.0]
    """
    import pandas as pd

    names = _names(dataset)
    order = {name: i for i, name in enumerate(dict.fromkeys(names))}
    below = 2**16 if k is None else check.count("k", k)
    where = places("region", region, below, len(names))
    width = int(where.max()) + 1 if k is None else below
    cells = np.array([order[name] for name in names]) * width + where
    counts = np.bincount(cells, minlength=len(order) * width).reshape(-1, width)
    columns = [f"R{i + 1}" for i in range(width)]
    frame = pd.DataFrame(counts, index=list(order), columns=columns)
    return Coverage(
        percent=pd.DataFrame(_percent(counts), index=list(order), columns=columns),
        counts=frame,
        n_instances=len(names),
        n_datasets=len(order),
        n_regions=width,
        engine="python",
    )


def redundancy(coverage: Coverage, sparse: float = SPARSE) -> Redundancy:
    """Tell where datasets pile up in the same regions, and where there are hardly any.

    Parameters
    ----------
    coverage : Coverage
    sparse : float in (0, 100)
        A region with less than this percent of all instances is almost empty.

    Returns
    -------
    Redundancy
        `regions` has "instances", "share", "datasets" (with an instance there) and "alone" (with
        all their instances there).

    Raises
    ------
    ArgumentError
        An argument out of its range.

    Examples
    --------
    >>> import pybench as pb
    >>> c = pb.coverage(["a", "a", "b", "b"], [0, 1, 1, 1])
    >>> pb.redundancy(c).single, pb.redundancy(c).mean_datasets
    (('b',), 1.5)
    """
    import pandas as pd

    check.kind("coverage", coverage, Coverage, "coverage")
    bound = check.number("sparse", sparse, "a number between 0 and 100", 0.0, 100.0)
    counts = coverage.counts.to_numpy()
    total, present = counts.sum(axis=0), counts > 0
    single = present.sum(axis=1) == 1
    share = 100.0 * total / coverage.n_instances
    names = list(coverage.counts.columns)
    few = tuple(name for name, s in zip(names, share, strict=True) if s < bound)
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
        single=tuple(np.array(coverage.counts.index, dtype=object)[single]),
        mean_datasets=float(present.sum(axis=0).mean()),
        sparse_regions=few,
        sparse=bound,
        n_datasets=coverage.n_datasets,
        n_instances=coverage.n_instances,
        notes=notes.holding({"sparse-region": bool(few)}),
        engine="python",
    )


def representatives(coverage: Coverage, threshold: float = 90) -> Representatives:
    """Find the datasets that stand for each region.

    A dataset stands for a region that holds at least `threshold` percent of its instances.

    Parameters
    ----------
    coverage : Coverage
    threshold : float in (0, 100]
        Percent. Above 50 a dataset stands for one region at most; at 50 or less for each that
        holds enough of it.

    Returns
    -------
    Representatives

    Raises
    ------
    ArgumentError
        An argument out of its range.

    Examples
    --------
    >>> import pybench as pb
    >>> c = pb.coverage(["a"] * 10 + ["b"] * 10, [0] * 9 + [1] + [0] * 8 + [1] * 2)
    >>> pb.representatives(c).members
    (('a',), ())
    """
    check.kind("coverage", coverage, Coverage, "coverage")
    return standing(coverage.counts, threshold)


def nearest_region(X: ArrayLike, codes: ArrayLike, labels: ArrayLike) -> Ints:
    """Return the region of new rows: that of the nearest unit of the map.

    Parameters
    ----------
    X : array_like, shape (rows, features)
        Features, scaled as those that the map was trained on.
    codes : array_like, shape (units, features)
        Codes of the map.
    labels : array_like of int, shape (units,)
        Region of each unit, 0-based.

    Returns
    -------
    numpy.ndarray of int64, shape (rows,)
        0-based; by Euclidean distance, as the map itself assigns rows; the lower unit on equality.

    Raises
    ------
    ArgumentError
        Matrices that are no finite numbers or do not fit each other.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.nearest_region([[0.9, 0.1], [0, 3]], [[1, 0], [0, 1]], [0, 1]).tolist()
    [0, 1]
    """
    rows, units = numbers("X", X), numbers("codes", codes)
    if rows.shape[1] != units.shape[1] or not len(units):
        raise ArgumentError(
            f"`X` must have {units.shape[1]} columns, not {rows.shape[1]}",
            expected=f"{units.shape[1]} columns, as the codes have",
            found=f"{rows.shape[1]} columns",
        )
    where = places("labels", labels, len(units), len(units))
    out = np.empty(len(rows), dtype=np.int64)
    step = max(1, _CELLS // units.size)
    for start in range(0, len(rows), step):
        gaps = rows[start : start + step, None, :] - units[None]
        out[start : start + step] = where[np.einsum("ijk,ijk->ij", gaps, gaps).argmin(axis=1)]
    return out


def newcomer(
    coverage: Coverage, region: ArrayLike, name: str = "new", sparse: float = SPARSE
) -> Newcomer:
    """Tell what a new dataset would add to a benchmark.

    Parameters
    ----------
    coverage : Coverage
        Of the benchmark as it is.
    region : array_like of int, shape (instances,)
        The region of each instance of the new dataset, 0-based, as by `nearest_region`.
    name : str
        Of the new dataset.
    sparse : float in (0, 100)
        As for `redundancy`.

    Returns
    -------
    Newcomer
        Overlap of two datasets: the sum over regions of the smaller of their two percentages. A
        dataset adds something where it has instances in a region that is almost empty, or is
        spread unlike every other (overlap below 90).

    Raises
    ------
    ArgumentError
        An argument out of its range.

    Examples
    --------
    >>> import pybench as pb
    >>> c = pb.coverage(["a", "a", "b", "b"], [0, 1, 1, 1], k=3)
    >>> pb.newcomer(c, [2, 2, 1]).fills
    ('R3',)
    """
    import pandas as pd

    bare = redundancy(coverage, sparse)
    where = places("region", region, coverage.n_regions)
    names = list(coverage.counts.columns)
    counts = np.bincount(where, minlength=coverage.n_regions)
    percent = _percent(counts[None])[0]
    shared = np.minimum(coverage.percent.to_numpy(), percent).sum(axis=1)
    # Equal spreads share 100 up to rounding noise, which must not pick one of them.
    best = int(np.round(shared, 9).argmax())
    fills = tuple(r for r, n in zip(names, counts, strict=True) if n and r in bare.sparse_regions)
    after = coverage.counts.to_numpy().sum(axis=0) + counts
    return Newcomer(
        name=name,
        percent=pd.Series(percent, index=names),
        main_region=names[int(counts.argmax())],
        fills=fills,
        closest=str(coverage.counts.index[best]),
        overlap=float(shared[best]),
        share_after=pd.Series(100.0 * after / after.sum(), index=names),
        adds=bool(fills) or bool(round(shared[best], 9) < 90.0),
        engine="python",
    )


def _percent(counts: Any) -> Doubles:
    return np.asarray(100.0 * counts / counts.sum(axis=1, keepdims=True))


def _names(dataset: Sequence[str]) -> list[str]:
    names = [] if isinstance(dataset, str) else list(dataset)
    if names and all(isinstance(name, str) for name in names):
        return names
    expected = "the name of a dataset for each instance"
    raise ArgumentError(
        f"`dataset` must be {expected}, not {type(dataset).__name__}",
        expected=expected,
        found=type(dataset).__name__,
    )
