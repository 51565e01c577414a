"""Page's test: do the methods follow the predicted order?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.noun import nouns
from pybench.base.result import P_FLOOR, Result, format_p, format_statistic
from pybench.base.text import counted, lined, shown_names, strangers, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.ranks import VERDICT_LEVEL, Ranked, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Doubled = NDArray[np.int32]

METHODS = ("auto", "exact", "normal")
#: Largest numbers of methods and of datasets for which the exact distribution is available.
LARGEST_K, LARGEST_N = 8, 100


@dataclass(frozen=True, slots=True, eq=False)
class TrendTest(Result):
    """Result of a test of a predicted order."""

    test: str  #: "page": the function that was called
    statistic: float  #: L: sum over methods of predicted rank times rank sum
    z: float  #: L minus its mean, in standard deviations; > 0 in the predicted direction
    pvalue: float  #: one-sided, in [0, 1]; below 1e-12 it is shown as a bound
    order: tuple[str, ...]  #: the methods as predicted, best first
    method: str  #: how p was computed: "exact" or "normal"
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "trend-test/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per method, in the predicted order: predicted rank, mean rank found."""
        import pandas as pd

        return pd.DataFrame(
            {
                "classifier": list(self.order),
                "predicted_rank": np.arange(1.0, self.n_classifiers + 1),
                "mean_rank": [float(self.mean_ranks[name]) for name in self.order],
            }
        )

    def __str__(self) -> str:
        order = " < ".join(without_controls(name) for name in self.order)
        lines = [
            f"Test of a predicted order: {self.test} ({self.method}): "
            f"L = {format_statistic(self.statistic, 6)}, "
            f"z = {self.z:.4g}, p {format_p(self.pvalue)}",
            f"  {self.n_classifiers} {nouns()} on {self.n_datasets} datasets; engine {self.engine}",
            f"  predicted ranks: {order}",
        ]
        return lined([*lines, *notes.lines(self.notes)])


def page(
    t: ResultsTable,
    order: Iterable[str],
    *,
    method: str = "auto",
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> TrendTest:
    r"""Test whether the methods follow a predicted order.

    The test is one-sided: the alternative hypothesis is that the expected ranks never decrease
    along the predicted order and increase at least once. The order must be predicted before the
    results are known: an order that is taken from the same table makes p meaningless.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    order : iterable of str
        All methods of the table in the predicted order, best first.
    method : {"auto", "exact", "normal"}
        "exact": the exact permutation distribution given the ties, for up to 8 methods and 100
        datasets. "normal": the normal approximation with the variance given the ties. "auto": exact
        if possible, otherwise normal.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    TrendTest

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An order that does not name every method once, an unknown method, or a table too large for
        "exact".

    Notes
    -----
    With ranks :math:`r_{ij}` and rank sums :math:`R_j`, where methods are numbered in the predicted
    order,

    .. math:: L = \sum_j j R_j, \qquad E(L) = N k (k+1)^2 / 4, \qquad
       V(L) = \frac{k (k+1)}{12} \sum_{ij} \Bigl(r_{ij} - \frac{k+1}{2}\Bigr)^2.

    Without ties :math:`V(L) = N k^2 (k+1)^2 (k-1) / 144` (Page 1963, *JASA* 58, 216-230; Hollander
    and Wolfe 1999, *Nonparametric Statistical Methods*, 2nd ed., section 7.2).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, 3], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.page(t, ["a", "b", "c"])
    >>> result.statistic, round(result.pvalue, 6)  # 7 of 216 arrangements have L >= 41
    (41.0, 0.032407)
    """
    check.choice("method", method, METHODS)
    table = ranked(t, tie_tol)
    names = _check_order(t, order)
    if method == "exact":
        _require_small(t)
    return engines.answer(
        "page",
        {"t": t, "order": list(names), "method": method, "tie_tol": table.tie_tol},
        engine=engine,
        kind=TrendTest,
        python=lambda: _page(table, names, method),
    )


def _check_order(t: ResultsTable, order: object) -> tuple[str, ...]:
    one = isinstance(order, (str, Set)) or getattr(order, "ndim", 1) == 0  # a set has no order
    given = (order,) if one or not isinstance(order, Iterable) else tuple(order)
    names = tuple(str(name) for name in given if isinstance(name, str))  # NumPy's texts as plain
    if len(names) == len(given) == t.n_classifiers and set(names) == set(t.classifiers):
        return names
    absent = [name for name in t.classifiers if name not in names]
    lacks = f"It lacks {shown_names(absent)}." if absent else None
    raise ArgumentError(
        "`order` must name every method of the table once, the best first",
        expected="every one of: " + shown_names(t.classifiers),
        found=f"{counted(len(names), 'name')} for {t.n_classifiers} methods",
        hint=strangers(names, t.classifiers) or lacks,
    )


def _is_small(t: ResultsTable) -> bool:
    return t.n_classifiers <= LARGEST_K and t.n_datasets <= LARGEST_N


def _require_small(t: ResultsTable) -> None:
    if not _is_small(t):
        expected = f"at most {LARGEST_K} methods and {LARGEST_N} datasets"
        found = f"{t.n_classifiers} and {t.n_datasets}"
        raise ArgumentError(
            f'`method` "exact" takes {expected}, not {found}',
            expected=expected,
            found=found,
            hint='Use method = "normal".',
        )


def _page(table: Ranked, order: tuple[str, ...], method: str) -> TrendTest:

    chosen = ("exact" if _is_small(table.results) else "normal") if method == "auto" else method
    positions = [table.names.index(name) for name in order]

    def answer(doubled: Doubled) -> tuple[float, float]:
        z = page_z(doubled[:, positions])
        return z, page_pvalue(doubled[:, positions], z, chosen)

    z, pvalue = answer(table.doubled)
    sums = table.doubled.sum(axis=0)
    doubts = {
        **table.caveats(),
        "floor": pvalue < P_FLOOR,
        "near-ties": table.noise_decides(lambda doubled: answer(doubled)[1] <= VERDICT_LEVEL),
    }
    if chosen == "exact":
        doubts["few-datasets"] = False  # no limiting distribution
    return TrendTest(
        test="page",
        statistic=float(np.arange(1, table.k + 1) @ sums[positions]) / 2,
        z=z,
        pvalue=pvalue,
        order=order,
        method=chosen,
        mean_ranks=table.named_mean_ranks(),
        n_datasets=table.n,
        n_classifiers=table.k,
        notes=notes.holding(doubts),
        engine="python",
    )


def page_z(doubled: Doubled) -> float:
    """Return L in standard deviations from its mean; 0 if all methods tie on every dataset.

    Parameters
    ----------
    doubled : (N, k) int
        Twice the ranks, columns as predicted.
    """
    k = doubled.shape[1]
    centred = doubled.astype(np.int64) - (k + 1)  # doubled: all sums are whole numbers
    predicted = 2 * np.arange(1, k + 1) - (k + 1)
    excess = int(predicted @ centred.sum(axis=0))  # 4 (L - E(L))
    spread = int((centred**2).sum())  # 4 times the sum of squares
    return 0.0 if excess == 0 else excess / math.sqrt(k * (k + 1) / 3 * spread)


def page_pvalue(doubled: Doubled, z: float, method: str) -> float:
    """Return the probability of an L at least as large, given the ties."""
    from scipy import special

    if not (doubled != doubled.shape[1] + 1).any():
        return 1.0
    return exact_pvalue(doubled) if method == "exact" else float(special.ndtr(-z))


def exact_pvalue(doubled: Doubled) -> float:
    """Return P(L >= observed) if the ranks of each dataset are in random order.

    Parameters
    ----------
    doubled : (N, k) int
        Twice the ranks, columns as predicted.
    """
    observed = int((doubled * np.arange(1, doubled.shape[1] + 1)).sum())
    chances: Floats = np.ones(1)
    least = 0
    known: dict[tuple[int, ...], tuple[Floats, int]] = {}
    for row in np.sort(doubled, axis=1).tolist():
        ranks = tuple(row)
        if ranks not in known:
            known[ranks] = _of_one_dataset(ranks)
        one, low = known[ranks]
        chances, least = np.asarray(np.convolve(chances, one)), least + low
    tail = chances[max(0, observed - least) :]
    return min(1.0, math.fsum(tail.tolist()))


def _of_one_dataset(ranks: tuple[int, ...]) -> tuple[Floats, int]:
    """Return the distribution of 2 L for one dataset (from its least value on), and that value.

    Places are filled in turn; the state is the set of ranks that are used up.
    """
    k = len(ranks)
    places = range(1, k + 1)
    least = sum(
        place * rank for place, rank in zip(places, sorted(ranks, reverse=True), strict=True)
    )
    most = sum(place * rank for place, rank in zip(places, sorted(ranks), strict=True))
    reached = {0: np.eye(1, most + 1)[0]}
    for place in places:
        further: dict[int, Floats] = {}
        for used, chances in reached.items():
            for i, rank in enumerate(ranks):
                if not used >> i & 1:
                    state = further.setdefault(used | 1 << i, np.zeros(most + 1))
                    state[place * rank :] += chances[: most + 1 - place * rank] / (k + 1 - place)
        reached = further
    return reached[2**k - 1][least:], least
