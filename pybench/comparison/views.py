"""What figures of a results table show of it: wins, spreads, and the posterior of a pair."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.base.student import t_quantile
from pybench.base.text import strangers
from pybench.comparison.bayesian import check_rope
from pybench.comparison.cliques import by_rank
from pybench.comparison.comparates import exact_mean
from pybench.comparison.correlated import bayesian_t, check_correlation, constant
from pybench.comparison.pairs import check_pair
from pybench.comparison.ranks import doubled_ranks, ranked, require_comparable
from pybench.comparison.scores import scores_of_repeats

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

_POINTS = 64  # of a density


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """Two methods on the datasets that have scores of both."""

    datasets: tuple[str, ...]  #: n names
    scores: Floats  #: (n, 2), in units of the metric
    better: NDArray[np.int64]  #: (n,): 1 if the first method is better, 2 the second, 0 neither
    left_out: int  #: number of datasets without a score of both

    @classmethod
    def of(cls, t: ResultsTable, first: str, second: str, tie_tol: float | str) -> Duel:
        """Compare two methods dataset by dataset, ties by a tolerance as in `pybench.ranks`.

        Raises
        ------
        ArgumentError
            Not a table, or not two different methods of it.
        ResultsTableError
            No dataset has scores of both methods.
        """
        require_comparable(t, complete=False, datasets=1)
        pair = list(check_pair(t.classifiers, first, second))
        present = np.flatnonzero(np.isfinite(t.scores[:, pair]).all(axis=1))
        if not len(present):
            raise ResultsTableError(
                "expected a dataset with scores of both methods, found none",
                expected="a dataset with scores of both methods",
                found="none",
            )
        scores = t.scores[present][:, pair]
        order = np.sign(np.diff(doubled_ranks(scores, t.higher_is_better, tie_tol), axis=1)[:, 0])
        return cls(
            datasets=tuple(t.datasets[i] for i in present.tolist()),
            scores=scores,
            better=np.where(order == 0, 0, np.where(order > 0, 1, 2)),
            left_out=t.n_datasets - len(present),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What each method has on the datasets, best mean rank first, ties by name."""

    classifiers: tuple[str, ...]  #: k names
    mean_ranks: Floats  #: (k,) in [1, k]
    values: Floats  #: (N, k): scores, or ranks within each dataset, 1 is best
    n_repeats: int  #: number of repeats that each score is the mean of

    @classmethod
    def of(cls, t: ResultsTable, of: str, tie_tol: float | str) -> Spread:
        """Return the "scores" or the "ranks" of a table without missing scores."""
        table = ranked(t, tie_tol, datasets=1, one_metric=of == "scores")
        order = by_rank(table.names, table.mean_ranks)
        values = t.scores if of == "scores" else table.doubled / 2
        return cls(
            classifiers=tuple(table.names[i] for i in order),
            mean_ranks=table.mean_ranks[order],
            values=np.asarray(values[:, order], float),
            n_repeats=t.n_repeats,
        )


@dataclass(frozen=True, slots=True)
class Box:
    """A box plot of numbers, and their density."""

    quartiles: tuple[float, float, float]  #: linear interpolation, as in R (type 7)
    whiskers: tuple[float, float]  #: farthest numbers within 1.5 box lengths of the box
    outline: Floats  #: (2, m): x ascending, and height from 0 to 1

    @classmethod
    def of(cls, values: Floats) -> Box:
        r"""Return the box plot of numbers with their Gaussian kernel density.

        Notes
        -----
        The bandwidth is Silverman's (1986, eq. 3.31), :math:`0.9 \min(s, q / 1.34) n^{-1/5}`, with
        the standard deviation s and the interquartile range q; s alone if q is 0. The density is
        cut at the smallest and the largest number. It is empty if all numbers are equal.
        """
        first, middle, third = np.quantile(values, [0.25, 0.5, 0.75]).tolist()
        reach = 1.5 * (third - first)
        inside = values[(values >= first - reach) & (values <= third + reach)]
        whiskers = float(inside.min()), float(inside.max())
        outline = np.empty((2, 0))
        low, high = float(values.min()), float(values.max())
        spread = float(values.std(ddof=1)) if high > low else 0.0
        bandwidth = 0.9 * (min(spread, (third - first) / 1.34) or spread) * len(values) ** -0.2
        if bandwidth > 0.0:
            at = np.linspace(low, high, _POINTS)
            heights = np.exp(-0.5 * ((at[:, None] - values) / bandwidth) ** 2).sum(axis=1)
            outline = np.array([at, heights / heights.max()])
        return cls((first, middle, third), whiskers, outline)


@dataclass(frozen=True, slots=True)
class TPosterior:
    """The posterior of a mean difference by `pybench.bayesian_t`: Student's t distribution."""

    location: float  #: mean of the differences, positive if the first method is better
    scale: float  #: 0 if all differences are equal: the posterior is a single value
    df: int  #: degrees of freedom
    regions: tuple[float, float, float]  #: probabilities that the first is better, equal, worse

    @classmethod
    def of(
        cls,
        t: ResultsTable,
        first: str,
        second: str,
        rope: float,
        rho: float,
        dataset: str | None,
    ) -> TPosterior:
        """Return the posterior of one pair; the arguments are those of `pybench.bayesian_t`."""
        rope, rho = check_rope(rope), check_correlation(rho)
        whole = dataset is None
        require_comparable(t, datasets=2 if whole else 1, one_metric=whole)
        pair = list(check_pair(t.classifiers, first, second))
        scores = t.scores if dataset is None else np.asarray(scores_of_repeats(t, dataset))
        gaps = np.diff(scores[:, pair[::-1]], axis=1)[:, 0]
        gaps = gaps if t.higher_is_better else -gaps
        n = len(gaps)
        found = bayesian_t(
            t.select(classifiers=[first, second]), rope, rho, dataset, engine="python"
        )
        regions = [getattr(found, name).to_numpy()[0, 1] for name in ("better", "equal", "worse")]
        scale = float(gaps.std(ddof=1)) * math.sqrt(1.0 / n + rho / (1.0 - rho))
        slack = 4 * np.finfo(float).eps * float(np.abs(scores[:, pair]).max())
        equal = constant(gaps, slack)
        location = float(gaps.mean()) if equal is None else equal
        better, same, worse = map(float, regions)
        return cls(location, 0.0 if equal is not None else scale, n - 1, (better, same, worse))

    def interval(self, share: float) -> tuple[float, float]:
        """Return the central interval that has this share of the posterior."""
        half = -t_quantile((1.0 - share) / 2, self.df) * self.scale
        return self.location - half, self.location + half

    def density(self, at: Floats) -> Floats:
        """Return the density at some differences, for a scale above 0."""
        from scipy import special

        v = self.df
        z = (at - self.location) / self.scale
        log = special.gammaln((v + 1) / 2) - special.gammaln(v / 2) - 0.5 * math.log(v * math.pi)
        return np.asarray(np.exp(log - (v + 1) / 2 * np.log1p(z * z / v)) / self.scale)


@dataclass(frozen=True, slots=True, eq=False)
class Tradeoff:
    """Mean score, or mean rank, of each method against its cost."""

    classifiers: tuple[str, ...]  #: k names, table order
    costs: Floats  #: (k,), above 0
    values: Floats  #: (k,): mean scores or mean ranks
    front: NDArray[np.bool_]  #: (k,): whether no method is better in one and as good in the other
    n_datasets: int  #: number of datasets over which the means are

    @classmethod
    def of(
        cls,
        t: ResultsTable,
        costs: ResultsTable | Mapping[str, float] | pd.Series | Sequence[float],
        of: str,
        tie_tol: float | str,
    ) -> Tradeoff:
        """Return the means over the datasets that the table, and a table of costs, have.

        Raises
        ------
        ArgumentError
            A method without a cost above 0, or a cost of no method of the table.
        ResultsTableError
            Missing scores, or no dataset in both tables.
        """
        require_comparable(t, datasets=1, methods=1, one_metric=of == "scores")
        t, spent = costs_of(t, costs, "costs")
        cost = np.array([exact_mean(column) for column in spent.T])
        if of == "ranks":
            values = ranked(t, tie_tol, datasets=1).mean_ranks
        else:
            values = np.array([exact_mean(column) for column in t.scores.T])
        loss = -values if of == "scores" and t.higher_is_better else values
        cheaper, better = cost[:, None] <= cost, loss[:, None] <= loss
        beaten = cheaper & better & ((cost[:, None] < cost) | (loss[:, None] < loss))
        front = np.asarray(~beaten.any(axis=0))
        return cls(t.classifiers, cost, np.asarray(values), front, t.n_datasets)


def costs_of(
    t: ResultsTable,
    costs: ResultsTable | Mapping[str, float] | pd.Series | Sequence[float],
    argument: str,
) -> tuple[ResultsTable, Floats]:
    """Return the datasets that have scores and costs, and the costs of the methods.

    Returns
    -------
    ResultsTable
        The datasets that the table and a table of costs have; the whole table for a mapping.
    (N, k) or (1, k) ndarray
        Costs above 0, per dataset or the same for all.
    """
    expected = "a number above 0"
    if not isinstance(costs, type(t)):
        means = _costs_by_name(costs, t.classifiers, argument)
        for name in t.classifiers:
            check.number(f"{argument}[{name!r}]", means.get(name), expected, 0.0, math.inf)
        return t, np.array([[float(means[name]) for name in t.classifiers]])
    require_comparable(costs, datasets=1, methods=1, one_metric=True)
    shared = [name for name in t.datasets if name in set(costs.datasets)]
    if not shared:
        raise ResultsTableError(
            "expected datasets that have scores and costs, found none",
            expected="datasets that have scores and costs",
            found="none",
        )
    for name in t.classifiers:
        at = costs.classifiers.index(name) if name in costs.classifiers else None
        own = None if at is None else exact_mean(costs.select(shared).scores[:, at])
        check.number(f"{argument}[{name!r}]", own, expected, 0.0, math.inf)
    return t.select(shared), costs.select(shared, t.classifiers).scores


def _costs_by_name(costs: Any, names: tuple[str, ...], argument: str) -> Mapping[str, float]:
    """Return costs by method: of a mapping or Series, or of numbers in the order of the table."""
    if isinstance(costs, list | tuple | np.ndarray) and len(costs) == len(names):
        return dict(zip(names, costs, strict=True))
    given = list(costs.items()) if hasattr(costs, "items") else []
    known = dict(given)
    if not known:
        expected = "a results table, or a cost for each method"
        raise ArgumentError(
            f"`{argument}` must be {expected}, not {costs!r}", expected=expected,
            found=repr(costs),
            hint=f"Name the methods, or give {len(names)} numbers in the order of the table.",
        )  # fmt: skip
    if len(known) < len(given) or not set(known) <= set(names):
        raise ArgumentError(
            f"`{argument}` must name methods of the table, each once", expected=", ".join(names),
            found=", ".join(str(name) for name, _ in given), hint=strangers(known, names),
        )  # fmt: skip
    return known
