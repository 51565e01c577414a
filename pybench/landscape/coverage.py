"""Which regions of the landscape each dataset covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.landscape.redundancy import SPARSE, Redundancy, check_sparse, piled_up
from pybench.landscape.regions import dataset_counts, percentages
from pybench.landscape.representatives import Representatives, check_stability, standing
from pybench.landscape.weighting import weights_of

if TYPE_CHECKING:
    import pandas as pd

    from pybench.bridge.forms import Rebuilt
    from pybench.landscape.stability import LandscapeStability

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_REGIONS = 2**16


@dataclass(frozen=True, slots=True, eq=False)
class Coverage(Result):
    """For each dataset, how many of its instances lie in each region."""

    percent: pd.DataFrame  #: (datasets, regions): percent of a dataset's instances; rows sum to 100
    counts: pd.DataFrame  #: the same as numbers of instances
    n_instances: int  #: instances of all datasets
    n_datasets: int  #: number of datasets; rows are in the order of their first instance
    n_regions: int  #: number of regions, "R1" to "Rk", including empty ones
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "coverage/1"

    @property
    def redundancy(self) -> Redundancy:
        """Return `redundancy` with its default arguments."""
        return redundancy(self)

    def representatives(
        self, threshold: float = 90, stability: LandscapeStability | None = None
    ) -> Representatives:
        """Return the datasets that represent each region; see `representatives`."""
        return representatives(self, threshold, stability)

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
        return lined([head, *lines])


def coverage(
    dataset: Sequence[str],
    region: ArrayLike,
    k: int | None = None,
    *,
    engine: str | None = None,
) -> Coverage:
    """Count, for each dataset, how many of its instances lie in each region.

    Parameters
    ----------
    dataset : sequence of str, shape (instances,)
        The dataset of each instance.
    region : array_like of int, shape (instances,)
        The region of each instance, 0-based; region 0 is named "R1".
    k : int, optional
        Number of regions, needed if the last regions may be empty. By default, the number of
        regions is the largest value of ``region`` plus 1.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    Coverage

    Raises
    ------
    ArgumentError
        No instance, lengths that differ, or a region out of range.
    LanguagesDisagree
        With ``engine="both"``.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.coverage(["a", "a", "a", "a", "b"], [0, 0, 0, 1, 1]).percent.loc["a"].tolist()
    [75.0, 25.0]
    """
    names = check.names("dataset", dataset, "the name of a dataset for each instance")
    below = MOST_REGIONS if k is None else check.count("k", k)
    if below > MOST_REGIONS:
        raise ArgumentError(
            f"`k` must be at most {MOST_REGIONS}, not {below}",
            expected=f"at most {MOST_REGIONS}",
            found=str(below),
        )
    where = check.places("region", region, below, len(names))
    width = int(where.max()) + 1 if k is None else below
    return engines.answer(
        "coverage",
        {"dataset": names, "region": where + 1, "k": width},
        engine=engine,
        kind=Coverage,
        python=lambda: _coverage(names, where, width),
    )


def _coverage(dataset: Sequence[str], region: Ints, k: int) -> Coverage:
    import pandas as pd

    names, counts = dataset_counts(dataset, region, k)
    columns = [f"R{i + 1}" for i in range(k)]
    return Coverage(
        percent=pd.DataFrame(percentages(counts), index=names, columns=columns),
        counts=pd.DataFrame(counts, index=names, columns=columns),
        n_instances=len(dataset),
        n_datasets=len(names),
        n_regions=k,
        engine="python",
    )


def redundancy(
    coverage: Any,
    sparse: float = SPARSE,
    weights: str = "instance",
    *,
    engine: str | None = None,
) -> Redundancy:
    """Count the datasets that have instances in each region, and find almost empty regions.

    Parameters
    ----------
    coverage : Coverage or Landscape
    sparse : float in (0, 100)
        A region with less than this percentage of all instances counts as almost empty.
    weights : {"instance", "dataset"}
        "instance": the share of a region is the percentage of all instances that lie in it.
        "dataset": each dataset counts alike, so the share of a region is the mean over datasets of
        the percentage of their instances that lie in it; `sparse` then applies to this share.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    Redundancy
        ``regions`` has one row per region, with the number of "instances", their "share" (percent,
        see `weights`), the number of "datasets" with an instance in the region, and the number
        of datasets that have all their instances in the region ("alone").

    Raises
    ------
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``.

    Examples
    --------
    >>> import pybench as pb
    >>> c = pb.coverage(["a", "a", "b", "b"], [0, 1, 1, 1])
    >>> pb.redundancy(c).single, pb.redundancy(c).mean_datasets
    (('b',), 1.5)
    """
    coverage = covered(coverage)
    bound = check_sparse(sparse)
    weights_of(weights)
    return engines.answer(
        "redundancy",
        {"coverage": coverage_in_r(coverage), "sparse": bound, "weights": weights},
        engine=engine,
        kind=Redundancy,
        python=lambda: piled_up(coverage.counts, bound, weights),
    )


def representatives(
    coverage: Any,
    threshold: float = 90,
    stability: LandscapeStability | None = None,
    *,
    engine: str | None = None,
) -> Representatives:
    """Find the datasets that represent each region.

    A dataset represents a region if at least `threshold` percent of its instances lie in this
    region.

    Parameters
    ----------
    coverage : Coverage or Landscape
    threshold : float in (0, 100]
        The percentage of instances that is enough to represent a region. If the threshold is above
        50, a dataset represents at most one region; otherwise, it may represent several.
    stability : LandscapeStability, optional
        Result of `landscape_stability` or `region_stability` for the same datasets, with the same
        threshold. By default, it is not known on how many maps a dataset represents its region.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    Representatives
        ``shares`` is None without `stability`. Otherwise it has one row per region and
        representative. "consensus" is the consensus region that the representatives of the region
        represent on most maps, summed over the representatives (the first if tied; "" if none
        represents one). "share" is the share of maps on which the dataset represents this
        consensus region, as in `region_stability`, and "maps" the number of maps. These maps are
        chosen, not drawn at random; so the shares have no confidence intervals.

    Raises
    ------
    ArgumentError
        An argument out of its range, or a stability of other datasets or at another threshold.
    LanguagesDisagree
        With ``engine="both"``.

    Examples
    --------
    >>> import pybench as pb
    >>> names = ["a"] * 10 + ["b"] * 10
    >>> c = pb.coverage(names, [0] * 9 + [1] + [0] * 8 + [1] * 2)
    >>> pb.representatives(c).members
    (('a',), ())
    >>> maps = [[0, 0]] * 8 + [[0, 1]] * 2 + [[1, 1]] * 10
    >>> pb.representatives(c, stability=pb.region_stability(maps, names)).shares["share"].tolist()
    [0.5]
    """
    coverage = covered(coverage)
    bound = check.percent("threshold", threshold)
    given = None
    if stability is not None:
        check_stability(stability, list(coverage.counts.index), bound)
        given = stability_in_r(stability)
    return engines.answer(
        "representatives",
        {"coverage": coverage_in_r(coverage), "threshold": bound, "stability": given},
        engine=engine,
        kind=Representatives,
        python=lambda: standing(coverage.counts, bound, stability),
    )


def covered(value: Any) -> Coverage:
    """Return a coverage, or the coverage of a landscape; refuse anything else."""
    found = getattr(value, "coverage", value)
    check.kind("coverage", found, Coverage, "coverage")
    return found  # type: ignore[no-any-return]


def coverage_in_r(coverage: Coverage) -> Rebuilt:
    """Return the input from which R computes the coverage: the counts and their names."""
    from pybench.bridge.forms import Rebuilt

    counts = coverage.counts
    fields = {"datasets": list(counts.index), "regions": list(counts.columns)}
    return Rebuilt("bridge_coverage", {"counts": counts.to_numpy(), **fields})


def stability_in_r(stability: LandscapeStability) -> Rebuilt:
    """Return the input from which R gets the shares of maps."""
    from pybench.bridge.forms import Rebuilt

    shares = stability.represents
    fields = {
        "represents": shares.to_numpy(),
        "datasets": list(shares.index),
        "regions": list(shares.columns),
        "threshold": stability.threshold,
        "n_maps": float(stability.n_maps),
        "members": stability.members,
    }
    return Rebuilt("bridge_stability", fields)
