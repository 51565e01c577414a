"""Whether verdicts hold: repeat the tests on many portfolios drawn from the landscape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined, shown_names, spanned
from pybench.bridge import engine as engines
from pybench.comparison.ranks import require_comparable
from pybench.landscape.coverage import Coverage, stability_in_r
from pybench.landscape.portfolios import (
    Regions,
    check_per_region,
    draw,
    landscape_in_r,
    portfolios,
    representatives,
    usable,
)
from pybench.landscape.portfoliotests import PortfolioTests
from pybench.landscape.representatives import (
    ENOUGH,
    ONE_LANDSCAPE,
    check_stability,
    sample_bounds,
    sample_guidance,
)

if TYPE_CHECKING:
    import pandas as pd

    from pybench.landscape.stability import LandscapeStability
    from pybench.table import ResultsTable

_SMALL = ("skip", "refuse")
CHOSEN_MAPS = "the maps of landscape_stability are no random sample"
_OVER = ("share", "smallest", "largest", "maps", "fewest", "most")  # columns of `over_maps`


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap(Result):
    """How often each pair of methods differs on portfolios, and on other choices of datasets."""

    counts: Mapping[int, pd.DataFrame]  #: by n: (k, k) portfolios on which a pair does NOT differ
    verdicts: Mapping[int, pd.DataFrame]  #: by n: (k, k) whether the pair differs on half or more
    changing: tuple[tuple[str, str], ...]  #: pairs whose verdict depends on n, in table order
    rejected: Mapping[int, int]  #: by n: portfolios on which the Friedman test rejects
    portfolios: Mapping[int, pd.DataFrame]  #: by n: datasets, one row per repeat, columns by region
    random_counts: Mapping[int, pd.DataFrame]  #: as `counts`, for random portfolios
    all_datasets: pd.DataFrame  #: (k, k): whether the pair differs on all datasets of the table
    by_region: Mapping[str, pd.DataFrame]  #: the same for each region with 10 datasets or more
    representatives: Mapping[str, tuple[str, ...]]  #: by region: the datasets used, sorted
    skipped: tuple[str, ...]  #: regions left out: fewer representatives than the largest n
    unscored: tuple[str, ...]  #: representatives without scores in the table
    per_region: tuple[int, ...]  #: values of n, the number of datasets per region, ascending
    repeats: int  #: portfolios per n
    threshold: float  #: share of a dataset's series in the region that it represents, in percent
    alpha: float  #: family-wise level in (0, 1)
    omnibus: bool  #: whether pairs can differ only if the Friedman test rejects
    seed: int  #: of the draws
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    #: by n and pair: share of portfolios on which it differs, over several maps; None: not known
    over_maps: pd.DataFrame | None = None

    schema: ClassVar[str] = "bootstrap/1"

    def contradictions(self, n: int) -> pd.DataFrame:
        """Return how often random portfolios contradict the landscape.

        Parameters
        ----------
        n : int
            One of `per_region`.

        Returns
        -------
        pandas.DataFrame, shape (k, k)
            Number of random portfolios on which the verdict on a pair is not the majority verdict
            of the landscape portfolios with n datasets per region. Both kinds of portfolios have
            the same number of datasets.
        """
        return self._against(self.random_counts, n)

    def dissent(self, n: int) -> pd.DataFrame:
        """Return how often landscape portfolios differ from their own majority verdict, (k, k).

        Compare `contradictions` with this number, which arises by chance alone.
        """
        return self._against(self.counts, n)

    def _against(self, counts: Mapping[int, pd.DataFrame], n: int) -> pd.DataFrame:
        check.choice("n", str(n), [str(size) for size in self.per_region])
        same = counts[int(n)]
        return same.where(self.verdicts[int(n)], self.repeats - same)

    def by_map(self) -> Iterator[tuple[int, int, tuple[int, int], float, int]]:
        """Summarise ``over_maps`` for each n; nothing without it.

        Yields
        ------
        n, maps : int
            Datasets per region, and the number of maps.
        sizes : (int, int)
            Datasets of a portfolio on the map with the fewest and the most regions.
        percent : float
            Percentage of portfolios on which a pair differs, averaged over pairs and maps.
        depend : int
            Number of pairs whose majority verdict is not the same on all maps.
        """
        if self.over_maps is None:
            return
        for n in self.per_region:
            some = self.over_maps[self.over_maps["per_region"] == n]
            maps = int(some["maps"].iloc[0])
            cells = self.repeats * maps
            apart = np.rint(some["share"] * cells).sum()  # whole numbers, so that ties are exact
            depend = int(((some["smallest"] < 0.5) & (some["largest"] >= 0.5)).sum())
            sizes = int(some["fewest"].iloc[0]), int(some["most"].iloc[0])
            yield n, maps, sizes, float(100 * apart / (cells * len(some))), depend

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair and n: counts, verdicts, contradictions, shares over maps."""
        import pandas as pd

        names = self.all_datasets.index.to_numpy()
        first, second = np.triu_indices(self.n_classifiers, 1)
        whole = self.all_datasets.to_numpy()[first, second]
        changing = set(self.changing)
        parts = []
        for n in self.per_region:
            columns = {
                "per_region": n,
                "classifier_1": names[first],
                "classifier_2": names[second],
                "not_different": self.counts[n].to_numpy()[first, second],
                "different": self.verdicts[n].to_numpy()[first, second],
                "all_datasets": whole,
                "changing": [
                    pair in changing for pair in zip(names[first], names[second], strict=True)
                ],
                "dissent": self.dissent(n).to_numpy()[first, second],
                "contradictions": self.contradictions(n).to_numpy()[first, second],
            }
            if self.over_maps is not None:
                some = self.over_maps[self.over_maps["per_region"] == n]
                columns |= {name: some[name].to_numpy() for name in _OVER}
            parts.append(pd.DataFrame(columns))
        return pd.concat(parts, ignore_index=True)

    def __str__(self) -> str:
        regions = counted(len(self.representatives), "region")
        pairs = self.n_classifiers * (self.n_classifiers - 1) // 2
        after = "Friedman, then Nemenyi where it rejects" if self.omnibus else "Nemenyi alone"
        lines = [
            f"Bootstrap over {regions} at alpha = {self.alpha:g} ({after}): "
            f"{counted(self.repeats, 'portfolio')} per size; engine {self.engine}",
            f"  on all {self.n_datasets} datasets {_differing(self.all_datasets)} of "
            f"{counted(pairs, 'pair')} {_verb(self.all_datasets)}",
            *map(self._line, self.per_region),
        ]
        if len(self.per_region) > 1:
            lines.append(
                f"  {counted(len(self.changing), 'pair')} whose verdict depends on the size"
                + (": " if self.changing else "")
                + "; ".join(f"{a} and {b}" for a, b in self.changing)
            )
        if self.skipped:
            lines.append(f"  regions left out, too few datasets: {shown_names(self.skipped)}")
        lines += [
            f"  on {counted(maps, 'map')}, {n} per region ({spanned(*sizes)} datasets): a pair "
            f"differs on {share:.1f} % of the portfolios on average; {counted(depend, 'pair')} "
            "whose majority verdict depends on the map"
            for n, maps, sizes, share, depend in self.by_map()
        ]
        lines.append(f"  {ONE_LANDSCAPE if self.over_maps is None else CHOSEN_MAPS}")
        lines.append(sample_guidance(*sample_bounds(map(len, self.representatives.values()))))
        return lined([*lines, *notes.lines(self.notes)])

    def _line(self, n: int) -> str:
        cells = self.repeats * self.n_classifiers * (self.n_classifiers - 1) / 100
        random, own = (
            float(part.to_numpy().sum()) - float(np.trace(part.to_numpy()))
            for part in (self.contradictions(n), self.dissent(n))
        )
        return (
            f"  {n} per region ({n * len(self.representatives)} datasets): "
            f"{_differing(self.verdicts[n])} {_verb(self.verdicts[n])} on at least "
            "half of the portfolios; "
            f"majority verdicts are contradicted by "
            f"{own / cells:.1f} % of the verdicts on these portfolios and by "
            f"{random / cells:.1f} % of the verdicts on random portfolios"
        )


def _differing(verdicts: pd.DataFrame) -> int:
    return int(verdicts.to_numpy().sum()) // 2


def _verb(verdicts: pd.DataFrame) -> str:
    return "differs" if _differing(verdicts) == 1 else "differ"


def bootstrap(
    t: ResultsTable,
    landscape: Any,
    per_region: int | Iterable[int] = (2, 3, 4),
    repeats: int = 30,
    threshold: float = 90,
    seed: int = 0,
    *,
    alpha: float = 0.05,
    omnibus: bool = True,
    small: str = "skip",
    stability: LandscapeStability | None = None,
    engine: str | None = None,
) -> Bootstrap:
    r"""Test all pairs on many portfolios of datasets that cover the landscape evenly.

    For each number n in ``per_region``, portfolios are drawn. A portfolio contains n datasets of
    every region, drawn without replacement from the representatives of the region. On each
    portfolio, the Friedman and Nemenyi tests decide, by their limiting distributions, which pairs
    differ significantly.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    landscape : mapping or object
        A mapping from each region to the names of its representatives (the datasets that represent
        it). Or a result of `representatives`, `coverage` or `map_landscape`. Or another object
        whose method ``representatives(threshold)`` returns a mapping as above or a result of
        `representatives`. Datasets that have no scores in ``t`` are left out and listed in
        ``unscored``.
    per_region : int or iterable of int, >= 1
        Values of n, the number of datasets per region. A portfolio should have at least 10
        datasets, so that Friedman's chi-square is a good approximation, and n should not exceed the
        number of representatives of the smallest region.
    repeats : int, >= 1
        Number of portfolios for each n.
    threshold : float in (0, 100]
        A dataset represents a region if at least this percentage of its instances (rows of the
        table of features) lies in the region. Used only if `landscape` is an object with a method
        ``representatives``.
    seed : int
        Seed of the random draws.
    alpha : float in (0, 1)
        Family-wise level of each test.
    omnibus : bool
        True: if the Friedman test does not reject on a portfolio (p > alpha), no pair differs
        there. False: the Nemenyi test alone decides.
    small : {"skip", "refuse"}
        How to treat a region that has fewer representatives than the largest n. "skip" leaves it
        out for all n, so that all n use the same regions, and lists it in ``skipped``. "refuse"
        raises an error.
    stability : LandscapeStability, optional
        Result of `landscape_stability` or `region_stability` for the same datasets, at the same
        threshold. The portfolios are then also drawn from the regions of each of its maps.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    Bootstrap
        ``over_maps`` is None without `stability`. Otherwise it has one row per n and pair: "share",
        the share of portfolios on which the pair differs, averaged over maps; "smallest" and
        "largest", that of the map with the smallest and the largest share; "maps", the number of
        maps; and "fewest" and "most", the datasets of a portfolio on the map with the fewest and
        the most regions. Larger portfolios find more differences, so shares also differ between
        maps because their numbers of regions do. Maps from which no portfolios can be drawn are
        left out, with the note "maps-left-out": no region has enough representatives (with
        ``small="refuse"``: some region has too few), or a dataset represents two regions.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An argument out of its range; a dataset in two regions; no region with enough datasets;
        portfolios of a single dataset; a stability of other datasets than the coverage in
        `landscape`, at another threshold, or with no map from which portfolios can be drawn.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    The procedure follows appendix A.2 and A.3 of "Less is more: Selecting the right benchmarking
    set of data for time series classification" (submission to ICLR 2022). The paper uses the
    Friedman test as the omnibus test and the Nemenyi test "to see between which pairs" there is a
    difference: the Nemenyi test follows only if the Friedman test rejects, as with
    ``omnibus=True``. The majority verdict on a pair is "differs" if the pair differs significantly
    on at least half of the portfolios, and "does not differ" otherwise. The datasets that a region
    contributes to a portfolio depend only on the seed, n, the name of the region and the names of
    its representatives. They do not depend on the order of rows, regions or names, on other
    regions, or on the number of portfolios. Random portfolios, for comparison, have the same number
    of datasets, drawn from the whole table.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 10 + [[1, 2, 3]] * 10, higher_is_better=True,
    ...     datasets=list("abcdefghijklmnopqrst"), classifiers=["x", "y", "z"])
    >>> result = pb.bootstrap(t, {"one": list("abcdefghij"), "two": list("klmno")}, per_region=5)
    >>> int(result.counts[5].loc["x", "z"])  # the regions contradict each other: nothing differs
    30
    >>> bool(result.by_region["one"].loc["x", "z"])
    True
    """
    level = check.level("alpha", alpha)
    sizes = check_per_region(per_region)
    times = check.count("repeats", repeats, 1)
    percent = check.percent("threshold", threshold)
    start = check.seed(seed)
    gated = check.flag("omnibus", omnibus)
    check.choice("small", small, _SMALL)
    require_comparable(t)
    found = representatives(landscape, percent)
    regions = usable(found, t.datasets, sizes[-1], small)
    _refuse_single(sizes[0], len(regions.drawn))
    check.room("repeats", times, max(t.n_datasets, sizes[-1] * len(regions.drawn)))
    options = {"per_region": list(sizes), "repeats": times, "threshold": percent, "seed": start}
    options |= {"alpha": level, "omnibus": gated, "small": small}
    if stability is not None:
        spread = getattr(landscape, "coverage", landscape)
        datasets = tuple(spread.counts.index) if isinstance(spread, Coverage) else None
        check_stability(stability, datasets, percent)
        options["stability"] = stability_in_r(stability)

    def python() -> Bootstrap:
        study = PortfolioTests.of(t, level, gated)
        maps = {} if stability is None else stability.members
        over = _over_maps(study, maps, sizes, times, start, small)
        return _bootstrap(study, regions, found, sizes, times, percent, start, over)

    return engines.answer(
        "bootstrap",
        {"t": t, "landscape": landscape_in_r(landscape, found), **options},
        engine=engine,
        kind=Bootstrap,
        python=python,
    )


def _refuse_single(size: int, regions: int) -> None:
    """Refuse portfolios of one dataset: n is 1 and only one region has enough datasets."""
    if size * regions < 2:
        raise ArgumentError(
            f"a portfolio must have 2 datasets or more, not {size * regions}: `per_region` {size}, "
            f"and {counted(regions, 'region')} to draw from",
            expected="portfolios of 2 datasets or more",
            found=str(size * regions),
            hint="Give a larger `per_region`, or a lower `threshold`, so that more regions have "
            "representatives.",
        )


def _bootstrap(
    study: PortfolioTests,
    regions: Regions,
    found: Mapping[str, tuple[str, ...]],
    sizes: tuple[int, ...],
    repeats: int,
    threshold: float,
    seed: int,
    over: _OverMaps,
) -> Bootstrap:
    import pandas as pd

    t = study.table.results
    by_name = np.array(sorted(t.datasets), dtype=object)
    names, counts, rejected, random_counts = {}, {}, {}, {}
    for n in sizes:
        drawn = portfolios(regions.drawn, n, repeats, seed)
        names[n] = pd.DataFrame(drawn, columns=[r for r in regions.drawn for _ in range(n)])
        same, rejected[n] = study.counts(study.rows(drawn))
        counts[n] = study.frame(same)
        other = draw(len(by_name), drawn.shape[1], repeats, seed, f"random portfolio of {n}")
        random_counts[n] = study.frame(study.counts(study.rows(by_name[other]))[0])
    verdicts = {n: 2 * same <= repeats for n, same in counts.items()}
    known = {region: [n for n in members if n in study.row] for region, members in found.items()}
    return Bootstrap(
        counts=counts,
        verdicts=verdicts,
        changing=_changing(t.classifiers, verdicts),
        rejected=rejected,
        portfolios=names,
        random_counts=random_counts,
        all_datasets=study.whole(t.datasets),
        by_region={r: study.whole(names) for r, names in known.items() if len(names) >= ENOUGH},
        representatives=regions.drawn,
        skipped=regions.skipped,
        unscored=regions.unscored,
        per_region=sizes,
        repeats=repeats,
        threshold=threshold,
        alpha=study.alpha,
        omnibus=study.gated,
        seed=seed,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        notes=_notes(study, regions, sizes, over.left_out),
        engine="python",
        over_maps=over.shares,
    )


class _OverMaps(NamedTuple):
    shares: pd.DataFrame | None
    left_out: bool  # whether some map cannot give portfolios


def _over_maps(
    study: PortfolioTests,
    maps: Mapping[str, Mapping[str, tuple[str, ...]]],
    sizes: tuple[int, ...],
    repeats: int,
    seed: int,
    small: str,
) -> _OverMaps:
    """Return by n and pair the share of portfolios on which it differs, over maps."""
    import pandas as pd

    if not maps:
        return _OverMaps(None, False)
    t = study.table.results
    first, second = np.triu_indices(t.n_classifiers, 1)
    apart: dict[int, list[Any]] = {n: [] for n in sizes}
    drawn = []  # numbers of regions
    refused = None
    for members in maps.values():
        try:
            regions = usable(representatives(members, 100), t.datasets, sizes[-1], small)
            _refuse_single(sizes[0], len(regions.drawn))
        except ArgumentError as error:
            refused = refused or error
            continue
        drawn.append(len(regions.drawn))
        for n in sizes:
            rows = study.rows(portfolios(regions.drawn, n, repeats, seed))
            apart[n].append(repeats - study.counts(rows)[0][first, second])
    if refused is not None and not apart[sizes[0]]:
        raise refused
    names = np.array(t.classifiers, dtype=object)
    parts = []
    for n, counts in apart.items():
        table = np.array(counts)
        columns = {
            "per_region": float(n),
            "classifier_1": names[first],
            "classifier_2": names[second],
            "share": table.sum(axis=0) / (repeats * len(table)),
            "smallest": table.min(axis=0) / repeats,
            "largest": table.max(axis=0) / repeats,
            "maps": float(len(table)),
            "fewest": float(n * min(drawn)),
            "most": float(n * max(drawn)),
        }
        parts.append(pd.DataFrame(columns))
    return _OverMaps(pd.concat(parts, ignore_index=True), refused is not None)


def _changing(
    classifiers: tuple[str, ...], verdicts: Mapping[int, pd.DataFrame]
) -> tuple[tuple[str, str], ...]:
    stack = np.array([verdict.to_numpy() for verdict in verdicts.values()])
    first, second = np.nonzero(np.triu(stack.any(axis=0) & ~stack.all(axis=0)))
    return tuple((classifiers[i], classifiers[j]) for i, j in zip(first, second, strict=True))


def _notes(
    study: PortfolioTests, regions: Regions, sizes: tuple[int, ...], left_out: bool
) -> tuple[str, ...]:
    return notes.holding(
        {
            **study.table.caveats(),
            "small-portfolios": sizes[0] * len(regions.drawn) < ENOUGH,
            "regions-skipped": bool(regions.skipped),
            "unscored-representatives": bool(regions.unscored),
            "maps-left-out": left_out,
        }
    )
