"""Which dataset to run next, so that the ranking over all datasets becomes certain at least cost.

The ranks of every model are a Gaussian process over the embedding, with one kernel for all models.
Its posterior variance of the mean over all datasets does not depend on results that are still
unknown: so the reduction by each candidate is exact, given the kernel. The kernel is uncertain;
everything is a mean over a grid of kernels, weighted by their restricted likelihood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame, by_dataset
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined, percentage, shown, strangers
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import require_comparable
from pybench.selection.space import NOISE, STANDARDIZE, Space, distances, doubts, for_r, space
from pybench.selection.trials import ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Length scales of the kernels, in median distances of two datasets.
LENGTHS = (0.25, 0.5, 1.0, 2.0)
#: Variances of what near datasets share, in units of the variance of what a dataset has alone.
RATIOS = (0.1, 0.3, 1.0, 3.0)


@dataclass(frozen=True, slots=True, eq=False)
class NextDataset(Result):
    """The dataset to run next, and how certain the ranking over all datasets is so far."""

    name: str  #: the candidate with the largest gain
    enough: bool  #: whether `wrong` is at most `target`: the stopping rule
    wrong: float  #: expected share of pairs of models that are predicted in the wrong order
    target: float  #: `wrong` at which to stop
    deviation: float  #: posterior standard deviation of a model's mean rank over all datasets
    shared: float  #: posterior mean share of the variance that near datasets have in common
    table: pd.DataFrame  #: one row per candidate: reduction of the variance, cost, gain; best first
    models: pd.DataFrame  #: one row per model: mean rank so far, and predicted over all datasets
    n_datasets: int  #: all datasets, N
    n_run: int  #: datasets with results, n
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "next-dataset/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per candidate: reduction of the variance, cost, gain; best first."""
        return self.table.copy()

    def __str__(self) -> str:
        share = float(self.table["reduction"].iloc[0])
        advice = (
            "the stopping rule is met: no further dataset is needed"
            if self.enough
            else f"the stopping rule is not met: run {clipped(self.name)} next"
        )
        lines = [
            f"{self.n_run} of {counted(self.n_datasets, 'dataset')} run: {advice}; engine "
            f"{self.engine}",
            f"  of all pairs of {counted(len(self.models), 'model')}, "
            f"{percentage(self.wrong, 1)} % are expected in the wrong order over all datasets "
            f"(stop at {percentage(self.target, 1)} %)",
            f"  a model's mean rank over all datasets is predicted with a standard deviation of "
            f"{self.deviation:.2f}; {clipped(self.name)} reduces its variance by "
            f"{percentage(share, 1)} %",
            f"  near datasets share {percentage(self.shared, 1)} % of the variance of ranks; this "
            "and the other numbers presume that ranks are a Gaussian process over the embedding",
        ]
        return lined([*lines, *notes.lines(self.notes)])


def next_dataset(
    t: ResultsTable,
    embedding: Any,
    cost: Mapping[str, float] | pd.Series[Any] | None = None,
    target: float = 0.05,
    *,
    standardize: bool = True,
    missing: str = "error",
    engine: str | None = None,
) -> NextDataset:
    r"""Choose the dataset to run next, so that the ranking over all datasets becomes certain.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 2 models on the n >= 2 datasets that have been run.
    embedding : data frame or Arrow table
        As in `select`: one row per dataset for all N datasets, those that have been run and the
        candidates. The ranking over these N is predicted.
    cost : mapping or Series, optional
        Cost of running each candidate, such as hours: dataset -> number above 0. Default: 1 each.
    target : float in (0, 1)
        The stopping rule: `enough` is true if the expected share of pairs of models in the wrong
        order is at most this.
    standardize, missing : as in `select`
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    NextDataset
        ``table`` has the columns dataset, ``reduction`` (share by which the dataset would reduce
        the variance of a mean rank, in [0, 1]), ``cost`` and ``gain`` (reduction per cost). The
        candidate with the largest gain is first; ties are decided by name.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or models; missing scores.
    ArgumentError
        A dataset of the table that the embedding lacks, or no candidate; a candidate without a
        cost, or a cost that is not above 0; an argument out of its range; an embedding that is not
        a table of finite numbers with unique names.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The rank of model i on dataset d is :math:`\mu_i + f_i(d) + e_{id}`, with independent
    :math:`e_{id}` of variance :math:`\sigma^2`, and Gaussian processes :math:`f_i` of covariance
    :math:`r \sigma^2 \exp(-|x_d - x_{d'}| / \ell)`, the same for all models. With n results, and
    S the posterior covariance of the ranks of a model on the candidates (the mean
    :math:`\mu_i` is integrated out), the variance of its mean rank over all N datasets is
    :math:`V = 1^\top S 1 / N^2`. A result on candidate d reduces it by
    :math:`(S 1)_d^2 / (S_{dd} N^2)`, whatever the result is. For two models with predicted mean
    ranks that differ by :math:`\Delta`, the order is wrong with probability
    :math:`\Phi(-|\Delta| / \sqrt{2 V})`; ``wrong`` is the mean over pairs, which is the expected
    Kendall distance.

    All quantities are means over 16 kernels: :math:`\ell` is 1/4 to 2 median distances, and r is
    0.1 to 3. The weight of a kernel is its restricted likelihood, with :math:`\sigma^2` profiled,
    to the power of :math:`m / (M - 1)`: models resemble each other, so that their M - 1 contrasts
    count as :math:`m = (\sum \lambda)^2 / \sum \lambda^2` independent ones, with the eigenvalues
    :math:`\lambda` of the covariance of their ranks. :math:`\sigma^2` is estimated over all models
    alike.

    The choice looks one dataset ahead. On three of four published tables it needed fewer datasets
    than farthest-first and random order; the how-to page says how many.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=20, models=6, repeats=1)
    >>> run = made.table.select(made.table.datasets[:5])
    >>> found = pb.next_dataset(run, made.oracle)
    >>> found.name in made.table.datasets[5:], found.n_run
    (True, 5)
    """
    goal = check.level("target", target)
    check.choice("missing", missing, ("error", "drop"))
    scaled = STANDARDIZE[0] if check.flag("standardize", standardize) else STANDARDIZE[-1]
    require_comparable(t)
    embedding = as_frame(embedding)
    where = space(embedding, scaled, missing)
    candidates = _candidates(where, t)
    costs = _costs(cost, candidates, where.datasets)
    return engines.answer(
        "next_dataset",
        {"t": t, "embedding": for_r(embedding), "cost": costs, "target": goal,
         "standardize": standardize, "missing": missing},
        engine=engine,
        kind=NextDataset,
        python=lambda: _next(t, where, costs, goal),
    )  # fmt: skip


def _candidates(where: Space, t: ResultsTable) -> list[str]:
    """Return the datasets of the embedding that have not been run, sorted."""
    absent = [name for name in t.datasets if name not in set(where.datasets)]
    if absent:
        raise ArgumentError(
            f"`embedding` must describe every dataset of the table, but {shown(absent[0])} is "
            "missing",
            expected="a row for every dataset of the table",
            found=f"{len(absent)} without",
        )
    left = [name for name in where.datasets if name not in set(t.datasets)]
    if not left:
        raise ArgumentError(
            "`embedding` must describe datasets that have not been run",
            expected="a row for at least one further dataset",
            found="those of the table only",
        )
    return left


def _costs(cost: Any, candidates: list[str], known: tuple[str, ...]) -> dict[str, float]:
    if cost is None:
        return dict.fromkeys(candidates, 1.0)
    cost = by_dataset(cost)
    if hasattr(cost, "columns") and len(cost.columns) == 1:
        cost = cost.iloc[:, 0]
    pairs = list(cost.items()) if hasattr(cost, "items") else []
    given = {str(name): value for name, value in pairs}
    if len(given) < len(pairs) or not given or not set(given) <= set(known):
        expected = "a cost for each dataset of the embedding that has not been run"
        raise ArgumentError(
            f"`cost` must be {expected}", expected=expected,
            found=f"{counted(len(pairs), 'cost')}, of {counted(len(given), 'dataset')}",
            hint=strangers(given, known),
        )  # fmt: skip
    return {
        name: check.number(f"cost[{name!r}]", given.get(name), "a number above 0", 0.0, np.inf)
        for name in candidates
    }


def _next(t: ResultsTable, where: Space, costs: Mapping[str, float], goal: float) -> NextDataset:
    import pandas as pd

    results = ranked(t, pairs=False)
    names, n_all = where.datasets, len(where.datasets)
    run = np.array([names.index(name) for name in results.datasets])
    rest = np.array([names.index(name) for name in costs])
    ranks = results.sums / (2 * results.repeats)
    found = posterior(distances(where.gram, "euclidean"), run, rest, ranks)
    spent = np.array(list(costs.values()))
    gain = found.reduction / spent
    order = np.lexsort((rest, -np.round(gain / gain.max(), 9)))  # rounding decides no tie
    table = pd.DataFrame(
        {"dataset": list(costs), "reduction": found.reduction, "cost": spent, "gain": gain}
    )
    table = table.iloc[order].reset_index(drop=True)
    columns = {"classifier": t.classifiers, "mean_rank": ranks.mean(axis=0)}
    models = pd.DataFrame({**columns, "predicted": found.predicted})
    keys = {**doubts(where), **about_table(t)}
    return NextDataset(
        name=str(table["dataset"].iloc[0]), enough=bool(found.wrong <= goal), wrong=found.wrong,
        target=goal, deviation=float(np.sqrt(found.variance)), shared=found.shared, table=table,
        models=models, n_datasets=n_all, n_run=len(run), notes=notes.holding(keys),
        engine="python",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Posterior:
    """What is known of the mean ranks over all datasets."""

    predicted: Doubles  #: (M,) mean ranks over all N datasets
    variance: float  #: V, of each of them
    reduction: Doubles  #: (N - n,) share of V that a result on each candidate would take away
    wrong: float  #: expected share of pairs in the wrong order
    shared: float  #: share of the variance that near datasets have in common


def posterior(apart: Doubles, run: Ints, rest: Ints, ranks: Doubles) -> Posterior:
    """Average over the kernels.

    Parameters
    ----------
    apart : (N, N) float
        Euclidean distances of all datasets.
    run, rest : (n,) and (N - n,) int
        Rows of the datasets that have been run, and of the candidates.
    ranks : (n, M) float
    """
    from scipy.special import ndtr

    m, total = ranks.shape[1], len(apart)
    median = float(np.median(apart[np.triu_indices(total, 1)]))
    centred = ranks - ranks.mean(axis=0)
    values = np.linalg.svd(centred, compute_uv=False) ** 2
    alike = values.sum() ** 2 / (values**2).sum() if values.sum() > NOISE else 1.0
    first, second = np.triu_indices(m, 1)
    weights, parts = [], []
    for length in LENGTHS:
        near = np.exp(-apart / (length * (median or 1.0)))
        own, beside = near[np.ix_(run, run)], near[np.ix_(rest, run)]
        among = near[np.ix_(rest, rest)].sum(axis=1)
        for ratio in RATIOS:
            one = _of_kernel(ratio * own + np.eye(len(run)), ratio * beside, ranks)
            lead = ratio * among + 1 - one.told.sum(axis=0) @ one.told.T  # row sums of S
            lead += one.lacking * one.lacking.sum() / one.weight
            spread = ratio + 1 - (one.told**2).sum(axis=1) + one.lacking**2 / one.weight
            variance = one.noise * lead.sum() / total**2
            predicted = (ranks.sum(axis=0) + one.mean.sum(axis=0)) / total
            gaps = np.abs(predicted[first] - predicted[second])
            taken = one.noise * lead**2 / spread / total**2
            wrong = ndtr(-gaps / np.sqrt(2 * variance)).mean()
            parts.append((predicted, variance, taken, wrong, ratio / (1 + ratio)))
            weights.append(-alike * one.likelihood / 2)
    share = np.exp(np.array(weights) - max(weights))
    share /= share.sum()
    predicted, variance, taken, wrong, shared = (
        sum(w * part for w, part in zip(share, each, strict=True))
        for each in zip(*parts, strict=True)
    )
    return Posterior(predicted, float(variance), taken / variance, float(wrong), float(shared))


@dataclass(frozen=True, slots=True)
class _Kernel:
    """What one kernel says; the covariance S of candidates is kept as its parts."""

    likelihood: float  #: -2 log of the restricted likelihood, per contrast of models
    noise: float  #: sigma^2
    mean: Doubles  #: (N - n, M) predicted ranks on the candidates
    told: Doubles  #: (N - n, n) what results tell: S is the prior covariance, less told told^T ...
    lacking: Doubles  #: (N - n,) ... plus lacking lacking^T / weight, for the unknown level
    weight: float


def _of_kernel(own: Doubles, beside: Doubles, ranks: Doubles) -> _Kernel:
    """Compute from the covariances of the results, (n, n), and with the candidates, (N - n, n)."""
    n, m = ranks.shape
    values, vectors = np.linalg.eigh(own)
    root = vectors / np.sqrt(values)  # own^-1 = root root^T
    ones, seen, told = root.sum(axis=0), root.T @ ranks, beside @ root
    weight = float(ones @ ones)
    level = ones @ seen / weight
    left = seen - np.outer(ones, level)
    noise = max(float((left**2).sum()), NOISE**2) / ((n - 1) * (m - 1))
    likelihood = float(np.log(values).sum() + np.log(weight) + (n - 1) * np.log(noise))
    return _Kernel(likelihood, noise, level + told @ left, told, 1 - told @ ones, weight)
