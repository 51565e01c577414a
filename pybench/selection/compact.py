"""A compact benchmark: few datasets whose mean ranks are near to those on all, for unseen methods.

The datasets are chosen by the results of all methods. What the choice is worth for a method that it
has not seen is measured on methods that are left out: they are dealt into folds, the datasets are
chosen without the methods of a fold, and their mean ranks on the chosen datasets are compared with
those on all. The strategy is chosen in the same way, without the fold that judges it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.stream import draw
from pybench.comparison.ranks import require_comparable
from pybench.selection.choose import require_enough
from pybench.selection.nested import dealt, first_of
from pybench.selection.pools import Pools, check_rules
from pybench.selection.ranking import scores
from pybench.selection.space import space
from pybench.selection.strategies import plan
from pybench.selection.trials import Results, ranked

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: The oracle fits the ranks that it sees best, medoids are typical datasets: which of them is
#: better for unseen methods depends on k (bench/compact.csv).
STRATEGIES = ("oracle", "k-medoids/euclidean", "facility-location/euclidean")
#: Without two folds of four methods, two are left to rank.
FEWEST = 4
FOLDS = 10
#: Random choices of k datasets that are averaged.
RANDOM = 1000


@dataclass(frozen=True, slots=True)
class Compact:
    """The chosen datasets, and how well they keep the mean ranks of methods that are left out.

    A mean rank is among all M methods, in [1, M]. An error is the absolute difference between the
    mean rank of a method on k datasets that were chosen without it and its mean rank on all n.
    """

    names: tuple[str, ...]  #: (k,) in the order of choice, by the results of all methods
    datasets: tuple[str, ...]  #: (n,) all, sorted
    methods: tuple[str, ...]  #: (M,) in the order of the table
    chosen_by: str  #: one of STRATEGIES
    error: float  #: mean over the methods
    random_error: float  #: the same for k random datasets
    spearman: float  #: correlation of the M mean ranks on chosen datasets with those on all
    random_spearman: float  #: the same for k random datasets

    @property
    def strategy(self) -> str:
        """How the datasets were chosen, in words."""
        return f"{self.chosen_by} from the results of {len(self.methods)} methods"


def compact(t: ResultsTable, k: int, seed: int = 0) -> Compact:
    """Choose k datasets by the results of all methods, and judge the choice on methods left out.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 4 methods on n datasets. If it keeps the scores of repeats or folds, methods
        are ranked within each, as in `rank_preservation`.
    k : int, 1 to n
    seed : int
        Deals the methods into folds (each is its own if there are at most 10), and draws the 1000
        random choices of k datasets.

    Raises
    ------
    ResultsTableError
        Fewer than 4 methods, or missing scores.
    ArgumentError
        ``k`` or ``seed`` out of range.
    """
    require_comparable(t, methods=FEWEST)
    size = require_enough(k, t.n_datasets)
    check.seed(seed)
    results = ranked(t, pairs=True)
    every = np.arange(t.n_classifiers)
    folds = dealt(t.classifiers, min(FOLDS, t.n_classifiers), seed)
    outer, chosen = _left_out(results, folds, size)
    error, agreement = _scored(results, outer[chosen, every][None], size)
    best = int(first_of(-_errors(results, outer, size).mean(axis=1)[:, None])[0])
    rows = _chosen(results, every, size)[best]
    drawn = draw(t.n_datasets, size, RANDOM, seed, f"random selection of {size}")
    random, chance = _scored(results, results.sums[drawn].sum(axis=1), size)
    return Compact(
        names=tuple(results.datasets[row] for row in rows),
        datasets=results.datasets,
        methods=t.classifiers,
        chosen_by=STRATEGIES[best],
        error=error,
        random_error=random,
        spearman=agreement,
        random_spearman=chance,
    )


def _left_out(results: Results, folds: Sequence[Ints], size: int) -> tuple[Ints, Ints]:
    """Choose without each fold, and the strategy without it, too.

    Returns
    -------
    (strategies, M) int
        Doubled ranks of each method, summed over the datasets that were chosen without its fold.
    (M,) int
        For each method, the strategy whose choices are best on the other folds.
    """
    models = results.sums.shape[1]
    every = np.arange(models)
    outer = np.empty((len(STRATEGIES), models), np.int64)
    inner = np.empty((len(folds), len(STRATEGIES), models), np.int64)  # without a fold, and its own
    for fold in folds:
        rows = _chosen(results, np.setdiff1d(every, fold), size)
        outer[:, fold] = results.sums[rows][:, :, fold].sum(axis=1)
    for (i, one), (j, other) in itertools.combinations(enumerate(folds), 2):
        rows = _chosen(results, np.setdiff1d(every, np.concatenate([one, other])), size)
        sums = results.sums[rows].sum(axis=1)
        inner[i][:, other], inner[j][:, one] = sums[:, other], sums[:, one]
    chosen = np.empty(models, np.int64)
    for i, fold in enumerate(folds):
        others = np.setdiff1d(every, fold)
        errors = _errors(results, inner[i], size)[:, others]
        chosen[fold] = first_of(-errors.mean(axis=1)[:, None])[0]
    return outer, chosen


def _errors(results: Results, sums: Ints, size: int) -> Doubles:
    """Return the absolute differences of mean ranks from those on all datasets: (..., M)."""
    mean_ranks = sums / (2 * results.repeats * size)
    return np.asarray(np.abs(mean_ranks - results.reference.mean_ranks[0]))


def _scored(results: Results, sums: Ints, size: int) -> tuple[float, float]:
    """Return the error and Spearman's correlation, means over choices: (T, M) sums of ranks."""
    found = scores(sums[:, None], (size,), results.reference, ("mae", "spearman"))
    error, agreement = found.mean(axis=(1, 2)).tolist()
    return error, agreement


def _chosen(results: Results, seen: Ints, size: int) -> Ints:
    """Choose by the ranks among the methods seen: (strategies, size) rows."""
    import pandas as pd

    sums, reference = results.among(seen[None])
    past = sums / (2 * results.repeats)
    frame = pd.DataFrame(past[0], index=list(results.datasets)).rename(columns=str)
    where = space(frame, "none", "error")
    rows = np.arange(len(results.datasets))[None]
    rules = check_rules("mean", 1e-3, 1, 0)
    found = []
    for name in STRATEGIES:
        strategy = plan(name, "euclidean")
        pools = Pools(rows, where, strategy.metric, rules, 0, past, reference.mean_ranks)
        found.append(strategy.run(pools, (size,))[0][0])
    return np.array(found)
