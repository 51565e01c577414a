"""Scores against costs: which methods are on the Pareto front, and how certain that is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.noun import said
from pybench.base.printable import Sheet
from pybench.base.result import Result
from pybench.base.text import counted, lined, percentage, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.bootstrap import kept_doubts, resampled
from pybench.comparison.comparates import exact_mean
from pybench.comparison.ranks import Ranked, ranked
from pybench.comparison.views import costs_of

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

OF = ("scores", "ranks")
FRONT, DOMINATED, AMBIGUOUS = "front", "dominated", "ambiguous"
_SHARES = "A share of resamples is not the probability that a method is on the front."
_EQUAL = 1e-12  # means that differ by less than this share of the largest number are equal


@dataclass(frozen=True, slots=True, eq=False)
class ParetoFront(Result):
    """Means against costs: the front, and the share of resamples in which a method is on it."""

    values: pd.Series  #: (k,) mean scores or mean ranks, table order
    costs: pd.Series  #: (k,) costs, or mean costs over the datasets
    front: pd.Series  #: (k,) whether a method is on the front of the whole table
    shares: pd.Series  #: (k,) share of resamples in which a method is on the front
    verdicts: pd.Series  #: (k,) "front", "dominated" or "ambiguous"
    dominates: pd.DataFrame  #: (k, k) share of resamples in which the row dominates the column
    of: str  #: what `values` are means of: "scores" or "ranks"
    costs_vary: bool  #: whether costs are per dataset, and resampled with the scores
    confidence: float  #: share of resamples that a verdict needs, above 1/2
    resamples: int  #: number of resamples
    seed: int  #: seed of the random stream
    higher_is_better: bool  #: direction of the scores
    metric: str | None  #: name of the metric
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "pareto-front/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per method, the cheapest first, with what dominates it most often."""
        import pandas as pd

        table = pd.DataFrame(
            {
                "classifier": list(self.costs.index),
                "cost": self.costs.to_numpy(),
                "value": self.values.to_numpy(),
                "front": self.front.to_numpy(),
                "share": self.shares.to_numpy(),
                "verdict": self.verdicts.to_numpy(),
                "dominated_by": self._dominators(),
            }
        )
        return table.sort_values(["cost", "classifier"]).reset_index(drop=True)

    def _dominators(self) -> list[str]:
        """Return for each method the one that dominates it most often, or "" if none ever does."""
        shares, names = self.dominates.to_numpy(), list(self.dominates.index)
        most = [max(range(len(names)), key=lambda i: (shares[i, j], -i)) for j in range(len(names))]
        return [names[i] if shares[i, j] > 0 else "" for j, i in enumerate(most)]

    def _sheet(self, letters: bool) -> Sheet:
        frame = self.to_frame()
        sheet = Sheet(frame.drop(columns="front"), bold_note=f"Bold: {self._rule()[0]}.")
        sheet.bold = {"classifier": (frame["verdict"] == FRONT).tolist()}
        sheet.notes = [("verdict", f"{self._rule()[1]}; {self._rule()[2]}.")]
        value = "mean rank" if self.of == "ranks" else "mean score"
        sheet.heads = {"value": value, "share": "on the front"}
        return sheet

    def told(self) -> tuple[str, ...]:
        """Return one sentence per verdict, with the methods that have it.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[2, 1]] * 3, higher_is_better=True,
        ...     datasets=list("xyz"), classifiers=["a", "b"])
        >>> pb.pareto(t, {"a": 1.0, "b": 2.0}, resamples=100).told()[1]
        'On the front in at most 5 % of the resamples (dominated): b.'
        """
        front, dominated, _ = self._rule()
        rules = {
            FRONT: f"O{front[1:]}",
            DOMINATED: f"O{dominated.removeprefix('dominated: ')[1:]} (dominated)",
            AMBIGUOUS: "On the front in another share of the resamples (ambiguous)",
        }
        names = {word: self.verdicts.index[self.verdicts == word] for word in rules}
        return tuple(
            f"{rule}: {', '.join(map(without_controls, names[word]))}."
            for word, rule in rules.items()
            if len(names[word])
        )

    def _rule(self) -> tuple[str, str, str]:
        """Return what the three verdicts mean."""
        level = f"{100 * self.confidence:g} %"
        few = f"{100 * (1 - self.confidence):.10g} %"
        return (
            f"on the front in at least {level} of {self.resamples} resamples of the datasets",
            f"dominated: on the front in at most {few} of the resamples",
            "ambiguous: neither",
        )

    def __str__(self) -> str:
        value = "mean rank" if self.of == "ranks" else "mean score"
        varying = "costs resampled with the scores" if self.costs_vary else "costs taken as known"
        front, dominated, ambiguous = self._rule()
        lines = [
            said(f"Pareto front of {value} and cost: {self.n_classifiers} methods on ")
            + f"{counted(self.n_datasets, 'dataset')}, {varying} (seed {self.seed}; engine "
            f"{self.engine})",
            f"  front: {front}; {dominated}; {ambiguous}",
            f"  {said(_SHARES)}",
            f"  {'cost':>10}  {value:>10}  on front  verdict",
        ]
        for row in self.to_frame().to_dict("records"):
            by, lost = without_controls(row["dominated_by"]), percentage(1 - row["share"], 1)
            lines.append(
                f"  {row['cost']:10.4g}  {row['value']:10.4g}  {percentage(row['share'], 1):>6} %  "
                f"{row['verdict']:9}  {without_controls(row['classifier'])}"
                f"{f' (dominated in {lost} %, most often by {by})' if by else ''}"
            )
        return lined([*lines, *notes.lines(self.notes)])


def pareto(
    t: ResultsTable,
    cost: ResultsTable | Mapping[str, float] | pd.Series | Sequence[float],
    of: str = "scores",
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> ParetoFront:
    r"""Find the Pareto front of scores and costs, and how much it depends on the datasets.

    A method is on the front if no other method dominates it, that is, is at least as good in both
    score and cost, and better in one. Resamples of the datasets show how certain this is: a method
    gets the verdict "front", "dominated" or "ambiguous".

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    cost : ResultsTable, mapping or Series of str to float, or sequence of float
        Cost of each method, such as its run time, size or price: above 0, lower is better. One
        number per method (by name, or in the order of the table) is taken as known. A results
        table has costs per dataset; only the datasets of both tables are used, and scores and costs
        of a dataset are drawn together.
    of : {"scores", "ranks"}
        Compare mean scores, or mean ranks (1 is best). Use ranks if the datasets have scores on
        different scales.
    confidence : float in (0.5, 1)
        Share of resamples in which a method must be on the front for the verdict "front"; it is
        "dominated" if it is on the front in at most 1 - ``confidence``, otherwise "ambiguous".
    resamples : int, >= 1
        Number of resamples of the datasets.
    seed : int
        The same seed gives the same result, in Python and R.
    tie_tol : "decimal", float or "auto"
        Which scores of a dataset count as tied when mean ranks are computed; see `ranks`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    ParetoFront

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, missing scores, or no dataset in both tables.
    ArgumentError
        A cost that is not above 0 (in a table also of a single dataset), a table of costs in which
        higher is better, or an argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With losses :math:`l_i` (mean ranks, or mean scores with the sign that makes lower better) and
    costs :math:`c_i`, method i dominates j if :math:`l_i \le l_j`, :math:`c_i \le c_j` and one of
    both is strict. Each of ``resamples`` resamples has N datasets drawn with replacement (Efron
    1979); means are recomputed and the front is determined again, of all methods jointly. Means
    that differ by at most 1e-12 of the largest absolute score (or cost) count as equal.

    The shares are shares of resamples: they show how much the front depends on the choice of
    datasets, and are not probabilities that a method is on the front. If the dearer of two methods
    is in truth exactly as good as the cheaper one, with normal differences, it gets the verdict
    "front" by chance in 25 % of tables of 2 datasets, 19 % of 3, 11 % of 5, 8 % of 10, 6 % of 20
    or more (measured; ``confidence`` 0.95), and "dominated" as often. A note says so below 10
    datasets.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.6, 0.7]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.pareto(t, {"a": 60.0, "b": 2.0, "c": 5.0})
    >>> result.verdicts.to_dict()
    {'a': 'front', 'b': 'front', 'c': 'ambiguous'}
    """
    check.choice("of", of, OF)
    level = check.number("confidence", confidence, "a number above 0.5 and below 1", 0.5, 1.0)
    count = check.count("resamples", resamples)
    start = check.seed(seed)
    table = ranked(t, tie_tol, one_metric=of == "scores")
    if isinstance(cost, type(t)) and cost.higher_is_better:
        expected = "a table in which lower costs are better"
        raise ArgumentError(
            f"`cost` must be {expected}, but its `higher_is_better` is true",
            expected=expected,
            found="one in which higher is better",
            hint="Read the costs with higher_is_better=False.",
        )
    common, spent = costs_of(t, cost, "cost")
    table = table if common.datasets == t.datasets else ranked(common, tie_tol)
    check.room("resamples", count, table.k)
    varying = isinstance(cost, type(t))
    if varying:
        _check_each(common, spent)
    known = cost.select(common.datasets, t.classifiers) if isinstance(cost, type(t)) else dict(
        zip(t.classifiers, spent[0].tolist(), strict=True)
    )  # fmt: skip
    options = {"of": of, "confidence": level, "resamples": count, "seed": start}
    return engines.answer(
        "pareto",
        {"t": common, "cost": known, **options, "tie_tol": table.tie_tol},
        engine=engine,
        kind=ParetoFront,
        python=lambda: _pareto(table, spent, varying, options),
    )


def _pareto(table: Ranked, costs: Floats, varying: bool, options: dict[str, Any]) -> ParetoFront:
    import pandas as pd

    t, names, of = table.results, table.names, options["of"]
    sign = -1.0 if of == "scores" and t.higher_is_better else 1.0
    numbers = table.doubled / 2 if of == "ranks" else t.scores
    slack = _EQUAL * float(np.abs(numbers).max()), _EQUAL * float(costs.max())
    values = np.array([exact_mean(column) for column in numbers.T])
    spent = np.array([exact_mean(column) for column in costs.T])
    front, _ = standing(sign * values[None], spent[None], slack)
    blocks = list(resampled(options["seed"], "pareto", options["resamples"], table.n))
    means = sign * np.concatenate([counts @ numbers for counts in blocks]) / table.n
    drawn = np.concatenate([counts @ costs for counts in blocks]) / table.n if varying else costs
    shares, dominates = standing(means, drawn, slack)
    return ParetoFront(
        values=pd.Series(values, index=names),
        costs=pd.Series(spent, index=names),
        front=pd.Series(front == 1.0, index=names),
        shares=pd.Series(shares, index=names),
        verdicts=pd.Series(verdicts_of(shares, options["confidence"]), index=names),
        dominates=pd.DataFrame(dominates, index=names, columns=names),
        **options,
        costs_vary=varying,
        higher_is_better=t.higher_is_better,
        metric=t.metric,
        n_datasets=table.n,
        n_classifiers=table.k,
        notes=notes.holding(_doubts(table)),
        engine="python",
    )


def _check_each(t: ResultsTable, costs: Floats) -> None:
    """Refuse a cost of a dataset that is not above 0."""
    for row, column in np.argwhere(~(costs > 0)).tolist():
        name = f"cost[{t.datasets[row]!r}, {t.classifiers[column]!r}]"
        check.number(name, float(costs[row, column]), "a number above 0", 0.0, math.inf)


def _doubts(table: Ranked) -> dict[str, bool | str]:
    doubts = kept_doubts(table.caveats())
    doubts["cost-alone"] = doubts.pop("degenerate")
    return {**doubts, "few-for-front": table.n < 10}


def standing(
    losses: Floats, costs: Floats, slack: tuple[float, float] = (0.0, 0.0)
) -> tuple[Floats, Floats]:
    """Return how often each method is on the front, and how often each dominates each other.

    Parameters
    ----------
    losses, costs : (R, k) float
        Of R resamples; lower is better. Costs may have one row, for all resamples.
    slack : pair of float
        Losses, and costs, that differ by at most this are equal.

    Returns
    -------
    front : (k,) float
        Share of resamples in which no other method dominates.
    dominates : (k, k) float
        Share of resamples in which the row dominates the column.
    """
    k = losses.shape[1]
    front, dominates = np.empty(k), np.empty((k, k))
    for j in range(k):
        worse, dearer = losses - losses[:, j : j + 1], costs - costs[:, j : j + 1]
        beaten = (worse <= slack[0]) & (dearer <= slack[1])
        beaten &= (worse < -slack[0]) | (dearer < -slack[1])
        front[j] = 1.0 - beaten.any(axis=1).mean()
        dominates[:, j] = beaten.mean(axis=0)
    return front, dominates


def verdicts_of(shares: Floats, confidence: float) -> list[str]:
    """Return a verdict for each share of resamples on the front."""
    rounding = 1e-9  # 1 - 0.95 is not 0.05
    return [
        FRONT
        if share >= confidence - rounding
        else DOMINATED
        if share <= 1 - confidence + rounding
        else AMBIGUOUS
        for share in shares.tolist()
    ]
