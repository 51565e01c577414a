"""The landscape of a benchmark: from features to regions, coverage and representatives."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.options import engine_or_default
from pybench.base.progress import Progress
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.landscape import coverage as covering
from pybench.landscape import newcomer as newcomers
from pybench.landscape.components import Components, components
from pybench.landscape.coverage import Coverage
from pybench.landscape.kmeans import KMeans, kmeans_codes
from pybench.landscape.newcomer import Newcomer
from pybench.landscape.quality import nearest_two
from pybench.landscape.redundancy import SPARSE, Redundancy
from pybench.landscape.regions import Regions
from pybench.landscape.regions import regions as join
from pybench.landscape.representatives import ONE_LANDSCAPE, Representatives
from pybench.landscape.rows import row_datasets
from pybench.landscape.scaling import ScaledFeatures, Scaling, scale_features
from pybench.landscape.search import Sizes, SomSearch, som_search, tasks_of
from pybench.landscape.som import Som
from pybench.landscape.weighting import ALIKE, SHARES, row_weights, weights_of

if TYPE_CHECKING:
    import distributed
    import pandas as pd

    from pybench.landscape.stability import LandscapeStability

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Texts = NDArray[np.object_]

REDUCTIONS = ("som", "k-means", "pca", "none")
MOST_ROWS = 10_000  # each a unit of its own: distances of all pairs take 0.8 GB, three times


@dataclass(frozen=True, slots=True, eq=False)
class Landscape(Result):
    """The regions of the feature space that a benchmark covers."""

    reduction: str  #: "som", "k-means", "pca" or "none"
    scaling: Scaling  #: how features were scaled, and which were left out
    search: SomSearch | None  #: the maps that were tried; None if there was one map or none
    som: Som | None  #: the map; None with another reduction
    components: Components | None  #: principal components, with "k-means" and "pca"
    codes: Doubles  #: (units, d) codes of the map or of k-means; else each row is a unit
    units: Ints  #: (n,) unit of each instance, 0-based
    regions: Regions  #: the region of each unit, and how many regions there are
    dataset: Texts  #: (n,) dataset of each instance
    region: Ints  #: (n,) region of each instance, 0-based
    coverage: Coverage  #: percent of each dataset in each region
    redundancy: Redundancy  #: how many datasets share each region
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"; maps are always trained in R
    weights: str = "instance"  #: what counts alike: "instance" or "dataset"
    kmeans: KMeans | None = None  #: how codes were found, with "k-means"

    schema: ClassVar[str] = "landscape/1"

    def representatives(
        self, threshold: float = 90, stability: LandscapeStability | None = None
    ) -> Representatives:
        """Return the datasets that represent each region, as `pybench.representatives`."""
        return covering.representatives(self.coverage, threshold, stability)

    def nearest_region(self, table: Any) -> Ints:
        """Return the region of each new instance, 0-based; the R equivalent is ``predict()``.

        Parameters
        ----------
        table : FeatureTable, frame, Arrow table or array_like, shape (m, p)
            A table with all features that the landscape uses, not scaled.

        Returns
        -------
        (m,) ndarray of int
            The region of the unit with the nearest code; if tied, of the unit with the lower
            number.

        Raises
        ------
        ArgumentError
            A feature or a value is missing.
        """
        rows = self.scaling.apply(table)
        if self.components is not None:
            rows = self.components.scores(rows)
        return np.asarray(self.regions.labels)[nearest_two(rows, self.codes)[0]]

    def newcomer(self, table: Any, name: str = "new", sparse: float = SPARSE) -> Newcomer:
        """Return what a new dataset adds, as `pybench.newcomer`; `table` contains its instances."""
        where = self.nearest_region(table)
        return newcomers.newcomer(self.coverage, where, name, sparse, self.weights)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region: units, instances, datasets, representatives at 90."""
        frame = self.redundancy.regions.copy()
        frame.insert(0, "units", list(self.regions.sizes))
        frame["representatives"] = [len(names) for names in self.representatives().members]
        return frame

    def __str__(self) -> str:
        c = self.coverage
        lines = [
            f"Landscape of {counted(c.n_datasets, 'dataset')}, {c.n_instances} instances: "
            f"{counted(c.n_regions, 'region')}; engine {self.engine}{ALIKE[self.weights]}",
            *(f"  {line.strip()}" for line in str(self.scaling).splitlines()),
            f"  {self._said()}",
        ]
        if self.search is not None:
            few = f"{len(self.search.pareto)} of them on the Pareto front"
            lines.append(f"  chosen of {counted(len(self.search.table), 'map')}, {few}")
        for region, row in self.to_frame().iterrows():
            lines.append(
                f"  {region}: {counted(int(row['units']), 'unit')}, {row['share']:.2f}% of "
                f"{SHARES[self.weights]}, {counted(int(row['datasets']), 'dataset')}, "
                f"{counted(int(row['representatives']), 'representative')} at 90%"
            )
        lines.append(f"  {ONE_LANDSCAPE}")
        return lined([*lines, *notes.lines(self.notes)])

    def _said(self) -> str:
        if self.som is not None:
            grid = self.som.grid
            return (
                f"self-organising map, {grid.xdim} x {grid.ydim}, seed {self.som.seed}: explained "
                f"variance {self.som.explained_variance:.2f}%, topographic error "
                f"{self.som.topographic_error:.4f}"
            )
        if self.kmeans is not None:
            return f"{self.kmeans}; {self.components}"
        return "no reduction" if self.components is None else str(self.components)


def map_landscape(
    features: Any,
    sizes: Sizes | int = range(25, 51),
    seeds: Iterable[int] | int = (0,),
    *,
    reduction: str = "som",
    dataset: Sequence[str] | None = None,
    k: int | None = None,
    candidates: Iterable[int] | None = None,
    variance: float = 0.9,
    preset: str | None = "paper",
    rlen: int = 100,
    alpha: tuple[float, float] = (0.05, 0.01),
    radius: float | tuple[float, float] | None = None,
    topology: str = "hexagonal",
    toroidal: bool = False,
    start: str | None = None,
    scale: bool | str = True,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    weights: str = "instance",
    kernel: str = "auto",
    engine: str | None = None,
) -> Landscape:
    """Map the landscape of a benchmark: the regions of its datasets, and their representatives.

    First, the features are scaled. Then a self-organising map is chosen by a search (or k-means or
    principal components take its place), and the units of the map are joined into regions. Finally,
    the instances of each dataset are counted in each region.

    Parameters
    ----------
    features : FeatureTable, ScaledFeatures, frame, Arrow table or array_like, shape (n, p)
        Rows are instances of the datasets named by the table or by `dataset`.
    sizes, seeds : as in `som_search`
        With one size and one seed there is no search. With "k-means": as many codes as the largest
        map has units; of the starts with the given seeds, the one with the smallest error is kept.
    reduction : {"som", "k-means", "pca", "none"}
        "som": a self-organising map. "k-means": principal components, then k-means, whose codes are
        the units; see Notes. "pca": principal components, where each row is a unit. (The paper
        cited in the Notes suggests principal components, as future work, for data with few
        instances.) "none": the scaled rows themselves, where each row is a unit. "pca" and "none"
        accept at most 10,000 rows.
    dataset : sequence of str, shape (n,), optional
        The dataset of each row, needed if `features` does not name the datasets.
    k, candidates : as in `regions`
        ``k``: the number of regions. ``candidates``: the numbers of regions to choose from.
    variance : float in (0, 1]
        With "k-means" and "pca": the smallest share of the total variance that the components
        together must explain.
    rlen : int
        As in `som_search`. With "k-means", codes move at most this often.
    preset, alpha, radius, topology, toroidal, start, scale, out, workers, cluster, progress
        As in `som_search`. All but ``scale`` and ``progress`` concern maps alone; k-means tells its
        progress after each start.
    weights : {"instance", "dataset"}
        "instance": each instance counts alike, as in the paper, so that a dataset with many
        instances determines much of the map. "dataset": each dataset counts alike, in the scaling,
        in training and the errors of maps (`som_search`), the principal components and k-means, in
        the purity that chooses the number of regions (`regions`), and in the shares of regions
        (`redundancy`). The coverage, and so representatives and portfolios, are percentages of each
        dataset in both cases. If all datasets have equally many instances, the result is that of
        "instance", to the last bit.
    kernel : {"auto", "exact", "warm", "batch", "kohonen"}
        As in `som_search`.
    engine : {"python", "r", "both"}, optional
        Which language computes regions and counts; default ``pybench.options.engine``. Maps and
        k-means are always computed in R.

    Returns
    -------
    Landscape

    Raises
    ------
    ArgumentError
        An argument out of its range, an unusable table, or a table that does not name its datasets.
    EnvironmentProblem, TasksFailed, RNotFound, RPackageMissing
        For the same reasons as `som_search`.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    The procedure follows section 3 of "Less is more: Selecting the right benchmarking set of data
    for time series classification" (submission to ICLR 2022). The paper does not state how it
    scales features and initialises maps; pybench infers scaling to variance 1 and the start
    "pca.sample".

    With "k-means", the rows are reduced to the fewest principal components that together explain
    the share `variance`; the largest loading of each is positive (the first of the largest if
    tied). Codes start at rows drawn by k-means++ [1]_: the first at random, each further one with a
    probability proportional to its squared distance from the nearest row drawn before. Lloyd's
    algorithm then moves each code to the mean of the rows nearest to it, until no row changes its
    code. A code that is nearest to no row stays where it is. If codes are equally near, the first
    is nearest. With weights, probabilities and means are weighted. The nearest code is always found
    exactly. ``kmeans.explained_variance`` is the share of the variance of all features, as it is
    for maps, so both can be compared. For codes of another reduction, such as UMAP, give its
    coordinates as `features`, with ``scale=False`` and ``variance=1``.

    References
    ----------
    .. [1] Arthur, D. and Vassilvitskii, S. (2007). k-means++: the advantages of careful seeding.
       Proceedings of the 18th annual ACM-SIAM symposium on discrete algorithms, 1027-1035.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> rows = np.random.default_rng(0).normal(size=(40, 3)) + np.repeat([[0.0], [9.0]], 20, axis=0)
    >>> land = pb.map_landscape(rows, reduction="none", dataset=["a"] * 20 + ["b"] * 20, k=2)
    >>> land.coverage.percent.to_numpy().tolist()
    [[100.0, 0.0], [0.0, 100.0]]
    """
    check.choice("reduction", reduction, REDUCTIONS)
    engine = engine_or_default(engine)
    weights_of(weights)
    ready = scale_features(features, scale, dataset=dataset, weights=weights)
    ready = with_datasets(ready, dataset)
    search, som, parts, clusters = None, None, None, None
    units: Ints = np.arange(len(ready.values))
    codes: Doubles = ready.values
    if reduction == "som":
        found = som_search(
            ready, sizes, seeds, preset=preset, rlen=rlen, alpha=alpha, radius=radius,
            topology=topology, toroidal=toroidal, start=start, out=out, workers=workers,
            cluster=cluster, progress=progress, weights=weights, kernel=kernel,
        )  # fmt: skip
        require_codes(found.som.grid.xdim, found.som.grid.ydim)
        som, search = found.som, found if len(found.table) > 1 else None
        units, codes = som.units, som.codes
    else:
        if reduction != "k-means":
            _require_few(len(ready.values), reduction)
        if reduction != "none":
            times = row_weights(weights, ready.dataset)
            parts = components(ready.values, ready.scaling.features, variance, times)
            codes = parts.scores(ready.values)
        if reduction == "k-means" and parts is not None:
            tasks = tasks_of(sizes, seeds, len(codes))
            largest = max(tasks, key=lambda task: task.units)
            require_codes(largest.xdim, largest.ydim)
            most = check.count("rlen", rlen)
            clusters, codes, units = kmeans_codes(codes, tasks, most, times, parts, progress)
    assert ready.dataset is not None
    land = described(
        reduction, ready.scaling, ready.dataset, search, som, parts, codes, units, k, candidates,
        weights, engine,
    )  # fmt: skip
    return replace(land, kmeans=clusters)


def require_codes(xdim: int, ydim: int, argument: str = "`sizes`") -> None:
    """Refuse a map with too few units to join into regions."""
    if xdim * ydim < 3:
        expected = "maps of 3 units or more, to join into regions"
        raise ArgumentError(
            f"{argument} must give {expected}, not {xdim} x {ydim}",
            expected=expected,
            found=f"{xdim} x {ydim}",
        )


def described(
    reduction: str,
    scaling: Scaling,
    dataset: Texts,
    search: SomSearch | None,
    som: Som | None,
    parts: Components | None,
    codes: Doubles,
    units: Ints,
    k: int | None,
    candidates: Iterable[int] | None,
    weights: str,
    engine: str | None,
) -> Landscape:
    """Join the units into regions, and count the rows of each dataset in them."""
    names = dataset.tolist()
    found = join(codes, k, candidates, dataset=names, units=units, purity=weights, engine=engine)
    region = np.asarray(found.labels)[units]
    counted_in = covering.coverage(names, region, found.k, engine=engine)
    bare = covering.redundancy(counted_in, weights=weights, engine=engine)
    doubts = {*found.notes, *bare.notes, *(() if search is None else search.notes)}
    return Landscape(
        reduction=reduction,
        scaling=scaling,
        search=search,
        som=som,
        components=parts,
        codes=codes,
        units=units,
        regions=found,
        dataset=dataset,
        region=region,
        coverage=counted_in,
        redundancy=bare,
        notes=notes.ordered(doubts),
        engine=found.engine,
        weights=weights,
    )


def with_datasets(ready: ScaledFeatures, dataset: Sequence[str] | None) -> ScaledFeatures:
    """Return scaled features that name the dataset of each row."""
    if ready.dataset is None and dataset is not None:
        return replace(ready, dataset=row_datasets(dataset, len(ready.values)))
    if ready.dataset is not None:
        return ready
    raise ArgumentError(
        "`features` must name the dataset of each row",
        expected="a table with datasets",
        found="a matrix",
        hint="Give `dataset`, the name of the dataset of each row.",
    )


def _require_few(rows: int, reduction: str) -> None:
    if rows > MOST_ROWS:
        raise ArgumentError(
            f'`reduction`="{reduction}" takes at most {MOST_ROWS} rows, not {rows}: each row '
            "is a unit of its own, and regions need the distances of all pairs",
            expected=f"at most {MOST_ROWS} rows",
            found=str(rows),
            hint='Use reduction="som" or "k-means", which have few units, or a table with a row '
            "per dataset.",
        )
