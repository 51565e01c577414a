"""Whether the regions of a landscape are found by other maps too, and what all maps agree on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.landscape.consensus import Consensus, consensus
from pybench.landscape.partitions import adjusted_rand, shared_counts, variation_of_information
from pybench.landscape.regions import dataset_counts, enough, percentages

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_PARTS = 1000  # regions of all maps together: distances of all pairs are needed
SEVERAL, NONE, ALL = "several", "none", "all"


@dataclass(frozen=True, slots=True, eq=False)
class LandscapeStability(Result):
    """How alike the regions of several maps are, and the consensus of these maps."""

    maps: pd.DataFrame  #: one row per map: its settings, its regions, adjusted_rand with consensus
    pairs: pd.DataFrame  #: one row per pair of maps: what varied, and two measures of agreement
    by_setting: pd.DataFrame  #: the same summarised by what varied; the last row has all pairs
    k: int  #: number of consensus regions, "C1" to "Ck"
    candidates: pd.DataFrame  #: numbers of consensus regions, and mean adjusted_rand with the maps
    labels: NDArray[np.int64]  #: (n,) consensus region of each instance, 0-based
    agreement: NDArray[np.float64]  #: (n,) share of maps that put the instance in this region
    regions: pd.DataFrame  #: by consensus region: instances, agreement, together, mixed
    coverage: pd.DataFrame  #: (datasets, k) mean percent of a dataset's instances, over maps
    lies: pd.DataFrame  #: (datasets, k) share of maps in which the dataset lies in the region
    represents: pd.DataFrame  #: (datasets, k) share of maps in which it represents the region
    members: Mapping[str, Mapping[str, tuple[str, ...]]]  #: by map and region: representatives
    threshold: float  #: percent of a dataset's instances from which on it lies in a region
    n_maps: int  #: number of maps
    n_datasets: int  #: number of datasets
    n_instances: int  #: instances of all datasets
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "landscape-stability/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per dataset and consensus region in which some map puts instances."""
        import pandas as pd

        rows, columns = np.nonzero(self.coverage.to_numpy())
        return pd.DataFrame(
            {
                "dataset": self.coverage.index.to_numpy()[rows],
                "region": self.coverage.columns.to_numpy()[columns],
                "coverage": self.coverage.to_numpy()[rows, columns],
                "lies": self.lies.to_numpy()[rows, columns],
                "represents": self.represents.to_numpy()[rows, columns],
            }
        )

    def __str__(self) -> str:
        lines = [
            f"Stability of a landscape over {counted(self.n_maps, 'map')} of "
            f"{counted(self.n_datasets, 'dataset')}, {self.n_instances} instances; "
            f"engine {self.engine}",
            "  regions of two maps: adjusted Rand index (1: the same, 0: as by chance), variation "
            "of information (nats; 0: the same)",
            f"  {'varied':<16}  pairs  mean index  lowest  mean information  largest",
            *(
                f"  {row.varied:<16}  {row.pairs:>5.0f}  {row.adjusted_rand:>10.4f}  "
                f"{row.lowest:>6.4f}  {row.variation:>16.4f}  {row.largest:>7.4f}"
                for row in self.by_setting.itertuples()
            ),
            f"  {counted(self.k, 'consensus region')}: mean adjusted Rand index with the maps "
            f"{self.maps['adjusted_rand'].mean():.4f}",
        ]
        for name, row in self.regions.iterrows():
            lines.append(
                f"  {name}: {counted(int(row['instances']), 'instance')}, each in {name} on "
                f"{100 * row['agreement']:.1f}% of maps on average; represented by "
                f"{', '.join(self.representing(str(name))) or 'no dataset'}"
            )
        lines.append(self.reading())
        return lined([*lines, *notes.lines(self.notes)])

    def representing(self, region: str, most: int = 5) -> list[str]:
        """Return the datasets that represent a consensus region on some map, with their shares."""
        check.choice("region", region, list(self.represents.columns))
        share = self.represents[region].sort_values(ascending=False, kind="stable")
        share = share[share > 0]
        said = [
            f"{name} ({round(value * self.n_maps)} of {self.n_maps} maps)"
            for name, value in share.iloc[:most].items()
        ]
        return [*said, f"{len(share) - most} more"] if len(share) > most else said

    def reading(self) -> str:
        """Return what the shares are shares of."""
        return (
            f"  a dataset represents a consensus region on a map where at least "
            f"{self.threshold:g}% of its instances lie in one of the map's regions there. Shares "
            f"are of these {self.n_maps} maps, which are no random sample"
        )


def region_stability(
    regions: ArrayLike,
    dataset: Sequence[str],
    settings: Mapping[str, Sequence[str]] | None = None,
    threshold: float = 90,
    *,
    engine: str | None = None,
) -> LandscapeStability:
    r"""Compare the regions of several maps of the same instances, and find what the maps agree on.

    Parameters
    ----------
    regions : array_like of int, shape (instances, maps)
        The region of each instance on each of at least 2 maps, 0-based. Any partitions can be
        given; they need not come from maps.
    dataset : sequence of str, shape (instances,)
        The dataset of each instance.
    settings : mapping from str to sequence of str, optional
        For each setting, such as "seed", its values on the maps. A pair of maps is listed under the
        setting in which the two maps differ, or under "several" or "none". No setting may be named
        "several", "none" or "all".
    threshold : float in (0, 100]
        Percentage of a dataset's instances. On a map, a dataset *lies in* a consensus region if at
        least this percentage is in those regions of the map that belong to the consensus region. It
        *represents* the consensus region if at least this percentage is in a single one of them.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    LandscapeStability
        ``lies`` and ``represents`` are shares of the given maps. These maps are chosen, not drawn
        at random; so the shares have no confidence intervals, and do not say what other kinds of
        maps would show.

    Raises
    ------
    ArgumentError
        An argument out of its range, or maps with more than 1000 regions in total.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    With :math:`n_{ij}` the number of instances in region i of one map and region j of another,
    :math:`a_i` and :math:`b_j` the sums of rows and columns and n that of all, the *adjusted Rand
    index* is :math:`(S - E) / ((A + B) / 2 - E)`. Here :math:`S = \sum_{ij} \binom{n_{ij}}{2}`,
    :math:`A = \sum_i \binom{a_i}{2}`, :math:`B = \sum_j \binom{b_j}{2}` and
    :math:`E = A B / \binom{n}{2}`. It is 1 if and only if the regions are the same, and 0 on
    average if instances are assigned at random to regions of the given sizes. The *variation of
    information* is :math:`-\sum_{ij} (n_{ij} / n) (\log(n_{ij} / a_i) + \log(n_{ij} / b_j))`. It is
    0 if and only if the regions are the same, and at most :math:`\log n`.

    Consensus regions are clusters of the regions of all maps. The regions are joined by average
    linkage on Jaccard distances: 1 minus the number of instances that two regions share, over the
    number that they have together. On each map, an instance thus lies in one consensus region; over
    all maps, it belongs to the one in which it lies most often (the first if tied). The number of
    consensus regions is at most that of the map with most regions. Of the numbers for which each
    consensus region has an instance, the one with the highest mean adjusted Rand index between the
    consensus and the maps is chosen (the smallest if tied). In ``regions``, "agreement" is the mean
    over the instances of a consensus region of the share of maps that put them there, "together"
    the share of maps on which two instances of it lie in the same region, averaged over pairs (1 if
    there is only one instance), and "mixed" the same for pairs of an instance in it and an instance
    not in it.

    References
    ----------
    Hubert, L. and Arabie, P. (1985). Comparing partitions. Journal of Classification 2, 193-218.
    Meila, M. (2007). Comparing clusterings: an information based distance. Journal of Multivariate
    Analysis 98, 873-895. Strehl, A. and Ghosh, J. (2002). Cluster ensembles: a knowledge reuse
    framework for combining multiple partitions. Journal of Machine Learning Research 3, 583-617.

    Examples
    --------
    >>> import pybench as pb
    >>> maps = [[0, 0, 1], [0, 0, 1], [1, 1, 0], [1, 0, 0]]
    >>> found = pb.region_stability(maps, ["a", "a", "b", "b"], {"seed": ["0", "1", "2"]})
    >>> found.labels.tolist(), found.agreement.round(3).tolist()
    ([0, 0, 1, 1], [1.0, 1.0, 1.0, 0.667])
    >>> found.represents.round(3).to_numpy().tolist()
    [[1.0, 0.0], [0.0, 0.667]]
    """
    names = check.names("dataset", dataset, "the name of a dataset for each instance")
    table = _check_regions(regions, len(names))
    values = _check_settings(settings, table.shape[1])
    bound = check.percent("threshold", threshold)
    return engines.answer(
        "region_stability",
        {"regions": table + 1.0, "dataset": names, "settings": values, "threshold": bound},
        engine=engine,
        kind=LandscapeStability,
        python=lambda: _stability(table, names, values, bound),
        places=("labels",),
    )


def _check_regions(regions: ArrayLike, n: int) -> Ints:
    table = np.asarray(regions)
    if table.ndim != 2 or table.shape[1] < 2:
        expected = "a matrix with a row per instance and a column per map, of at least 2 maps"
        found = " x ".join(map(str, table.shape)) or type(regions).__name__
        raise ArgumentError(
            f"`regions` must be {expected}, not {found}", expected=expected, found=found
        )
    columns = [check.places("regions", column, 2**31, n) for column in table.T]
    many = sum(len(np.unique(column)) for column in columns)
    if many > MOST_PARTS:
        raise ArgumentError(
            f"`regions` must have at most {MOST_PARTS} regions on all maps together, not {many}",
            expected=f"at most {MOST_PARTS} regions",
            found=str(many),
            hint="Give fewer maps, or maps with fewer regions.",
        )
    return np.stack(columns, axis=1)


def _check_settings(
    settings: Mapping[str, Sequence[str]] | None, maps: int
) -> dict[str, list[str]]:
    expected = f"{maps} texts, one per map"
    found = {}
    for name, value in check.mapping("settings", settings or {}, "a mapping to texts").items():
        listed = check.names("settings", value, expected)
        if len(listed) != maps:
            raise ArgumentError(
                f"`settings` must be {expected}, not {len(listed)} for {name!r}",
                expected=expected,
                found=str(len(listed)),
            )
        if name in (SEVERAL, NONE, ALL):
            raise ArgumentError(
                f"`settings` must not have the name {name!r}", expected="another name", found=name
            )
        found[str(name)] = listed
    return found


def _stability(
    table: Ints, dataset: list[str], settings: dict[str, list[str]], threshold: float
) -> LandscapeStability:
    import pandas as pd

    n, m = table.shape
    numbers, partitions = [], np.empty_like(table)
    for j, column in enumerate(table.T):
        used, partitions[:, j] = np.unique(column, return_inverse=True)
        numbers.append(used + 1)
    agreed = consensus(partitions)
    k = int(agreed.labels.max()) + 1
    titles = [f"C{c + 1}" for c in range(k)]
    pairs = _pairs(partitions, settings)
    names, covered, lies, represents, members = _by_dataset(
        partitions, agreed, dataset, k, threshold, numbers
    )
    share = (agreed.placed == agreed.labels[:, None]).mean(axis=1)
    fit = [adjusted_rand(shared_counts(agreed.labels, one)) for one in partitions.T]
    labels = agreed.labels.astype(np.int64)
    for array in (labels, share):
        array.flags.writeable = False

    def frame(values: Doubles) -> pd.DataFrame:
        return pd.DataFrame(values, index=names, columns=titles)

    return LandscapeStability(
        maps=pd.DataFrame(
            {
                "map": _titles(m),
                **settings,
                "regions": [float(len(used)) for used in numbers],
                "adjusted_rand": fit,
            }
        ),
        pairs=pairs,
        by_setting=_by_setting(pairs, settings),
        k=k,
        candidates=pd.DataFrame(
            np.array(agreed.tried, dtype=np.float64), columns=["k", "adjusted_rand"]
        ),
        labels=labels,
        agreement=share,
        regions=pd.DataFrame(
            _of_regions(partitions, labels, share, k),
            index=titles,
            columns=["instances", "agreement", "together", "mixed"],
        ),
        coverage=frame(covered),
        lies=frame(lies),
        represents=frame(represents),
        members=members,
        threshold=threshold,
        n_maps=m,
        n_datasets=len(names),
        n_instances=n,
        notes=(),
        engine="python",
    )


def _titles(maps: int) -> list[str]:
    return [f"M{j + 1}" for j in range(maps)]


def _pairs(partitions: Ints, settings: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    import pandas as pd

    titles = _titles(partitions.shape[1])
    rows = []
    for i, j in zip(*np.triu_indices(len(titles), 1), strict=True):
        differ = [name for name, values in settings.items() if values[i] != values[j]]
        table = shared_counts(partitions[:, i], partitions[:, j])
        rows.append(
            {
                "first": titles[i],
                "second": titles[j],
                "varied": differ[0] if len(differ) == 1 else SEVERAL if differ else NONE,
                "adjusted_rand": adjusted_rand(table),
                "variation": variation_of_information(table),
            }
        )
    return pd.DataFrame(rows)


def _by_setting(pairs: pd.DataFrame, settings: Mapping[str, object]) -> pd.DataFrame:
    import pandas as pd

    def rows() -> Iterator[dict[str, object]]:
        for kind in (*settings, SEVERAL, NONE, ALL):
            some = pairs if kind == ALL else pairs[pairs["varied"] == kind]
            if len(some):
                yield {
                    "varied": kind,
                    "pairs": float(len(some)),
                    "adjusted_rand": some["adjusted_rand"].mean(),
                    "lowest": some["adjusted_rand"].min(),
                    "variation": some["variation"].mean(),
                    "largest": some["variation"].max(),
                }

    return pd.DataFrame(rows())


def _by_dataset(
    partitions: Ints,
    agreed: Consensus,
    dataset: list[str],
    k: int,
    threshold: float,
    numbers: Sequence[Ints],
) -> tuple[list[str], Doubles, Doubles, Doubles, dict[str, dict[str, tuple[str, ...]]]]:
    """Return, over all maps, where the datasets lie, and what represents the regions of each."""
    names = list(dict.fromkeys(dataset))
    covered, lies, represents = (np.zeros((len(names), k)) for _ in range(3))
    members = {}
    titles = _titles(partitions.shape[1])
    for title, column, clusters, used in zip(
        titles, partitions.T, agreed.clusters, numbers, strict=True
    ):
        counts = dataset_counts(dataset, column, len(used))[1]
        belongs = clusters[:, None] == np.arange(k)
        inside = counts @ belongs
        standing = enough(counts, threshold)
        covered += percentages(inside)
        lies += enough(inside, threshold)
        represents += (standing @ belongs) > 0
        members[title] = {
            f"R{number}": tuple(np.array(names, dtype=object)[standing[:, r]])
            for r, number in enumerate(used.tolist())
        }
    m = len(titles)
    return names, covered / m, lies / m, represents / m, members


def _of_regions(partitions: Ints, labels: Ints, share: Doubles, k: int) -> Doubles:
    """Return for each consensus region: instances, agreement, together, mixed."""
    n, m = partitions.shape
    size = np.bincount(labels, minlength=k).astype(np.float64)
    together, mixed = np.zeros(k), np.zeros(k)
    for column in partitions.T:
        inside = shared_counts(labels, column).astype(np.float64)
        together += (inside * (inside - 1)).sum(axis=1)
        mixed += (inside * (inside.sum(axis=0) - inside)).sum(axis=1)
    alone, whole = size == 1, size == n
    together = np.where(alone, 1.0, together / np.where(alone, 1, m * size * (size - 1)))
    mixed = np.where(whole, 0.0, mixed / np.where(whole, 1, m * size * (n - size)))
    agreement = np.bincount(labels, weights=share, minlength=k) / size
    return np.stack([size, agreement, together, mixed], axis=1)
