"""The best method for each region: mean ranks within each region of the landscape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.noun import noun
from pybench.base.result import Result, format_p
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.comparison.friedman import FriedmanResult, friedman
from pybench.comparison.ranks import require_comparable
from pybench.landscape.portfolios import landscape_in_r, members
from pybench.landscape.portfoliotests import PortfolioTests
from pybench.landscape.representatives import ENOUGH, ONE_LANDSCAPE

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BestByRegion(Result):
    """Mean ranks on the representatives of each region, the best methods, and the tests."""

    mean_ranks: pd.DataFrame  #: (regions, k) in [1, k], NaN where no representative has scores
    best: Mapping[str, tuple[str, ...]]  #: by region: methods of lowest mean rank, several if tied
    rivals: Mapping[str, tuple[str, ...]]  #: by region tested: no difference from a best one
    friedman: Mapping[str, FriedmanResult]  #: by region with 10 datasets or more: the test
    overall: pd.Series  #: (k,) mean ranks on all datasets of the table
    representatives: Mapping[str, tuple[str, ...]]  #: by region: the datasets used, sorted
    unscored: tuple[str, ...]  #: representatives without scores in the table
    threshold: float  #: share of a dataset's series in the region that it represents, in percent
    alpha: float  #: level of the tests in (0, 1)
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "best-by-region/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per region and method, best first, with the p-value of the region."""
        import pandas as pd

        parts = []
        for region, row in self.mean_ranks.iterrows():
            name = str(region)
            ranked = row.sort_values(kind="stable")
            tested = self.friedman.get(name)
            columns = {
                "region": name,
                "classifier": list(ranked.index),
                "mean_rank": ranked.to_numpy(),
                "best": [c in self.best[name] for c in ranked.index],
                "n_datasets": len(self.representatives[name]),
                "pvalue": np.nan if tested is None else tested.pvalue,
            }
            parts.append(pd.DataFrame(columns))
        return pd.concat(parts, ignore_index=True)

    def __str__(self) -> str:
        lead = self.overall[self.overall == self.overall.min()]
        lines = [
            f"Best {noun()} by region, Friedman and Nemenyi test at alpha = {self.alpha:g} where "
            f"there are {ENOUGH} datasets; engine {self.engine}",
            *map(self.line, self.best),
            f"  all {self.n_datasets} datasets: {' and '.join(lead.index)}, mean rank "
            f"{lead.iloc[0]:.2f}",
            f"  {ONE_LANDSCAPE}",
        ]
        return lined([*lines, *notes.lines(self.notes)])

    def line(self, region: str) -> str:
        """Return the line of the text on one region."""
        head = f"  {region} ({counted(len(self.representatives[region]), 'dataset')}): "
        best = self.best[region]
        if not best:
            return head + "no representative has scores"
        head += f"{' and '.join(best)}, mean rank {self.mean_ranks.loc[region].min():.2f}; "
        if region not in self.friedman:
            return head + "too few datasets for a test"
        rivals = ", ".join(self.rivals[region]) or "none"
        p = format_p(self.friedman[region].pvalue)
        by = f"Friedman, then Nemenyi where it rejects, alpha = {self.alpha:g}"
        return head + f"Friedman p {p}; no significant difference from the best ({by}): {rivals}"


def best_by_region(
    t: ResultsTable,
    landscape: Any,
    threshold: float = 90,
    *,
    alpha: float = 0.05,
    engine: str | None = None,
) -> BestByRegion:
    """Find the method that is best in each region of the landscape.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    landscape : mapping or object
        As in `bootstrap`, but a dataset may represent several regions. Datasets that have no scores
        in ``t`` are left out and listed in ``unscored``.
    threshold : float in (0, 100]
        A dataset represents a region if at least this percentage of its instances lies in the
        region. Used only if `landscape` is an object with a method ``representatives``.
    alpha : float in (0, 1)
        Level of the tests.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    BestByRegion

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    The procedure follows section 1 of "Less is more: Selecting the right benchmarking set of data
    for time series classification" (submission to ICLR 2022). To choose a method for an
    application, find the region of its data (`nearest_region`). Then take the method that performs
    best in that region, and not the method that is best on all datasets. Methods are ranked within
    each dataset, and ranks are averaged over the representatives of the region that have scores. A
    region is tested if it has at least 10 such representatives, since the distribution of
    Friedman's statistic is then close to chi-square. If the Friedman test rejects (p <= alpha), the
    Nemenyi test decides which methods differ significantly from the best; otherwise no method does.
    Each region is tested at level `alpha`, without a correction for the number of regions.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 10 + [[1, 2, 3]] * 3, higher_is_better=True,
    ...     datasets=list("abcdefghijklm"), classifiers=["x", "y", "z"])
    >>> found = pb.best_by_region(t, {"one": list("abcdefghij"), "two": list("klm")})
    >>> found.best
    {'one': ('x',), 'two': ('z',)}
    >>> list(found.friedman), found.rivals
    (['one'], {'one': ('y',)})
    """
    level = check.level("alpha", alpha)
    percent = check.percent("threshold", threshold)
    require_comparable(t)
    found = members(landscape, percent)
    return engines.answer(
        "best_by_region",
        {
            "t": t,
            "landscape": landscape_in_r(landscape, found),
            "threshold": percent,
            "alpha": level,
        },
        engine=engine,
        kind=BestByRegion,
        python=lambda: _best_by_region(t, found, percent, level),
    )


def _best_by_region(
    t: ResultsTable, found: Mapping[str, tuple[str, ...]], threshold: float, alpha: float
) -> BestByRegion:
    import pandas as pd

    study = PortfolioTests.of(t, alpha, True)
    scored = {region: tuple(n for n in names if n in study.row) for region, names in found.items()}
    ranks = np.array([_mean_ranks(study, names) for names in scored.values()])
    best = {
        region: tuple(np.array(t.classifiers, dtype=object)[row == row.min()])
        for region, row in zip(scored, ranks, strict=True)
    }
    unscored = sorted({n for names in found.values() for n in names} - study.row.keys())
    tested = {region: names for region, names in scored.items() if len(names) >= ENOUGH}
    return BestByRegion(
        mean_ranks=pd.DataFrame(ranks, index=list(scored), columns=list(t.classifiers)),
        best=best,
        rivals={region: _rivals(study, names, best[region]) for region, names in tested.items()},
        friedman={r: friedman(t.select(names), engine="python") for r, names in tested.items()},
        overall=pd.Series(_mean_ranks(study, t.datasets), index=list(t.classifiers)),
        representatives=scored,
        unscored=tuple(unscored),
        threshold=threshold,
        alpha=alpha,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        notes=notes.holding(
            {
                **study.table.caveats(),
                "no-representative": not all(scored.values()),
                "untested-regions": len(tested) < len(scored),
                "unscored-representatives": bool(unscored),
            }
        ),
        engine="python",
    )


def _mean_ranks(study: PortfolioTests, names: Sequence[str]) -> Doubles:
    if not names:
        return np.full(study.table.k, np.nan)
    doubled = study.table.doubled[[study.row[name] for name in names]]
    return np.asarray(doubled.sum(axis=0) / (2 * len(names)))


def _rivals(study: PortfolioTests, names: Sequence[str], best: Sequence[str]) -> tuple[str, ...]:
    """Return the methods that do not differ from at least one of the best and are not best."""
    differs = study.whole(names)
    return tuple(
        name
        for name in study.table.names
        if name not in best and not differs.loc[name, list(best)].all()
    )
