"""Compare methods item by item: differences, clustered errors, tests of pairs, probabilities."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from pybench.base import check, notes
from pybench.base.errors import ArgumentError, refusal
from pybench.base.result import P_FLOOR
from pybench.base.student import t_quantile
from pybench.bridge import engine as engines
from pybench.bridge.forms import Rebuilt
from pybench.comparison.adjust import adjusted, check_adjust, noted
from pybench.items import exact
from pybench.items.clustered import ERRORS, EVEN, Design, Estimates, design, estimates
from pybench.items.outcome import TESTS, ItemComparison
from pybench.items.probabilities import of_answers, of_means
from pybench.items.table import ItemTable

Floats = npt.NDArray[np.float64]

#: Below this number of clusters, notes.csv says how often the t-test rejects if nothing differs.
FEW_CLUSTERS = 20


def compare_items(
    items: ItemTable,
    test: str = "clustered_t",
    se: str = "auto",
    alpha: float = 0.05,
    adjust: str = "holm",
    rope: float | None = None,
    dataset: str | None = None,
    samples: int = 9999,
    seed: int = 0,
    *,
    engine: str | None = None,
) -> ItemComparison:
    r"""Compare all pairs of methods on the items of a benchmark, such as questions or test cases.

    Two methods that answer the same items are compared by their paired differences. Standard errors
    allow for clusters of items, and for runs that are independent for each item; the mean over runs
    is the score of an item. The effect of a run on all items, such as that of the seed of a
    training, is not in the standard error.

    Parameters
    ----------
    items : ItemTable
        Scores of k >= 2 methods on n >= 2 items, from `read_items`.
    test : {"clustered_t", "mcnemar", "sign_flip"}
        Two-sided test of each pair.

        * "clustered_t": the mean difference divided by its standard error, by Student's t.
        * "mcnemar": McNemar's exact test, for items that are right (1) or wrong (0), without
          clusters, runs and weights.
        * "sign_flip": under the null hypothesis, the difference of a whole cluster (without
          clusters, of an item) is as probable as its opposite. The test is exact for up to 20
          clusters with a difference, and if all these differences have one size; else ``samples``
          patterns of signs are drawn.
    se : {"auto", "CR2", "CR3", "CR1"}
        Standard error of the differences, for the intervals and for "clustered_t": "CR2" or "CR3"
        with Satterthwaite's degrees of freedom, or "CR1" with one less than the number of clusters.
        "auto" is "CR3" if clusters have very unequal weights (the note ``unequal-clusters``), and
        else "CR2". Weights and clusters alone decide that, not the scores.
    alpha : float in (0, 1)
        Level of the verdicts. The intervals have the confidence 1 - alpha, each for its pair alone.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    rope : float >= 0, optional
        If given, the result also has posterior probabilities: that the first method of a pair is
        better by more than ``rope``, that the difference is at most ``rope``, and that the first is
        worse by more. ``rope`` has the unit of the scores and may be 0.
    dataset : str, optional
        Compare on the items of this dataset only. By default on all items.
    samples : int, >= 1
        Patterns of signs that "sign_flip" draws where it does not enumerate them.
    seed : int
        Seed of these patterns; the same seed gives the same result, in Python and R.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    ItemComparison
        Differences are positive if the first method of a pair is better, also if lower scores are.
        If the difference of a pair does not vary at all, its standard error is 0. Then its
        interval, its posterior "student" and, unless the two are equal on all items, p of
        "clustered_t" are NaN, and its verdict by this test is 0.

    Raises
    ------
    ResultsTableError
        Fewer than 2 methods, fewer than 2 clusters, or weights too uneven to compute with.
    ArgumentError
        An unknown test, error, correction or dataset, a level outside (0, 1), or "mcnemar" for
        items that it cannot compare.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Miller (2024, *Adding Error Bars to Evals*, arXiv 2411.00640) explains why items should be
    compared in pairs and with clustered errors. With weights :math:`w_i` (1 by default) and
    :math:`S = \sum_i w_i`, the mean difference is :math:`D = \sum_i w_i d_i / S`, and

    .. math:: SE^2 = \frac{1}{S^2} \sum_g \Big(\sum_{i \in g} a_i (d_i - D)\Big)^2

    over the G clusters. For "CR1", :math:`a_i^2 = w_i^2 G / (G - 1)`, as in statsmodels' regression
    on a constant with clustered errors, and the degrees of freedom are G - 1. For "CR2" (Bell and
    McCaffrey 2002), the :math:`a_i` make :math:`SE^2` unbiased if the differences of all items are
    independent and have one variance; the degrees of freedom are those of Pustejovsky and Tipton
    (2018, *Journal of Business & Economic Statistics* 36), as in the R package clubSandwich.
    Without clusters and weights, this is Student's paired t-test. If the differences of a cluster
    depend on each other, and one cluster has much of the weight, "CR2" is too small. For "CR3",
    :math:`a_i = w_i S / (S - S_g)` with the weight :math:`S_g` of the cluster: SE^2 is the sum of
    squares of the changes of D if one cluster is left out, as clubSandwich's "CR3", with its
    degrees of freedom.

    The posterior of right and wrong answers, without clusters, runs and weights, is "dirichlet":
    the four outcomes of an item (both right, only one, only the other, none) have a uniform prior.
    It suits also a small number of items. Otherwise it is "student": Student's t around D with the
    scale SE and the degrees of freedom above.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> rows = pd.DataFrame({"item": list("abcdef"), "A": [1, 1, 1, 0, 1, 1],
    ...     "B": [0, 1, 0, 0, 0, 1]})
    >>> items = pb.read_items(rows, higher_is_better=True)
    >>> result = pb.compare_items(items)
    >>> result.differences.tolist(), round(float(result.pvalues[0]), 4)
    ([0.5], 0.0756)
    >>> pb.compare_items(items, test="mcnemar").pvalues.tolist()
    [0.25]
    """
    check.kind("items", items, ItemTable, "read_items")
    check.choice("test", test, TESTS)
    check.choice("se", se, ERRORS)
    level = check.level("alpha", alpha)
    check_adjust(adjust, None, "two-sided")
    width = None if rope is None else check.not_negative("rope", rope)
    count, start = check.count("samples", samples), check.seed(seed)
    chosen = items.select(dataset)
    require_pairs(chosen)
    if test == "mcnemar":
        _check_answers(chosen)
    options = {
        "test": test, "se": se, "alpha": level, "adjust": adjust, "rope": width,
        "dataset": dataset, "samples": count, "seed": start,
    }  # fmt: skip
    return engines.answer(
        "compare_items",
        {"items": for_r(items), **options},
        engine=engine,
        kind=ItemComparison,
        python=lambda: _compared(chosen, test, se, level, adjust, width, dataset, count, start),
    )


def for_r(items: ItemTable) -> Rebuilt:
    """Return the argument from which R makes its item table."""
    names = [field for field in ItemTable.__dataclass_fields__ if field != "schema"]
    return Rebuilt("bridge_item_table", {name: getattr(items, name) for name in names})


def require_pairs(items: ItemTable) -> None:
    """Refuse items of one method, and items of one cluster."""
    if items.n_classifiers < 2:
        hint = "Read the scores of another method too."
        raise refusal("at least 2 methods", "1", hint, file=items.source)
    if items.n_clusters < 2:
        what = "items" if items.clusters is None else "clusters"
        hint = "A standard error needs at least two that are independent."
        raise refusal(f"at least 2 {what}", "1", hint, file=items.source)


def _check_answers(items: ItemTable) -> None:
    """Refuse McNemar's test for anything but single, independent, right or wrong answers."""
    answers = np.isin(items.scores, (0.0, 1.0)).all()
    for there, found in (
        (items.clusters is not None, "clusters"),
        (items.by_run is not None, "several runs"),
        (items.weights is not None, "weights"),
        (not answers, "other scores"),
    ):
        if there:
            raise ArgumentError(
                f'`test` "mcnemar" needs scores of 0 and 1, without clusters, runs and weights, '
                f"not {found}",
                expected="one right or wrong answer for each item",
                found=found,
                hint='Use test="clustered_t" or test="sign_flip".',
            )


def _single_answers(items: ItemTable) -> bool:
    plain = items.clusters is None and items.by_run is None and items.weights is None
    return plain and bool(np.isin(items.scores, (0.0, 1.0)).all())


def _compared(
    items: ItemTable,
    test: str,
    se: str,
    alpha: float,
    adjust: str,
    rope: float | None,
    dataset: str | None,
    samples: int,
    seed: int,
) -> ItemComparison:
    plan = design(items, se)
    found = estimates(items, plan)
    gaps, errors = found.gaps, found.errors
    statistics, informative, raw, least = _tested(items, plan, test, found, samples, seed)
    # Where no test is possible, p counts as 1 for the other pairs.
    final = np.where(np.isnan(raw), raw, adjusted(np.where(np.isnan(raw), 1.0, raw), adjust))
    margin = np.where(errors > 0, t_quantile(1 - alpha / 2, plan.df) * errors, np.nan)
    posterior = None if rope is None else "dirichlet" if _single_answers(items) else "student"
    shares = None if rope is None else _posterior(items, rope, posterior, found, plan.df)
    doubts = {
        "same-on-items": bool(((gaps == 0) & (errors == 0)).any()),
        "constant-on-items": bool(((gaps != 0) & (errors == 0)).any()),
        "several-datasets": items.datasets is not None and len(set(items.datasets)) > 1,
        "few-clusters": plan.n_clusters < min(FEW_CLUSTERS, items.n_items)
        and test == "clustered_t",
        "unequal-clusters": plan.even < EVEN and test == "clustered_t",
        "several-runs": items.n_runs > 1,
        "one-fit": items.format == "run",
        "floor": bool((final < P_FLOOR).any()),
    }
    names = items.classifiers
    return ItemComparison(
        pairs=tuple(combinations(names, 2)),
        differences=gaps,
        standard_errors=errors,
        lower=gaps - margin,
        upper=gaps + margin,
        statistics=statistics,
        informative=informative,
        pvalues_raw=raw,
        pvalues=final,
        verdicts=(np.sign(gaps) * (final <= alpha)).astype(np.int64),
        better=None if shares is None else shares[0],
        equal=None if shares is None else shares[1],
        worse=None if shares is None else shares[2],
        classifiers=names,
        means=found.means,
        mean_errors=found.mean_errors,
        test=test,
        se=plan.se,
        df=plan.df,
        alpha=alpha,
        adjust=adjust,
        rope=rope,
        posterior=posterior,
        dataset=dataset,
        metric=items.metric,
        higher_is_better=items.higher_is_better,
        n_items=items.n_items,
        n_clusters=plan.n_clusters,
        n_runs=items.n_runs,
        samples=samples,
        seed=seed,
        notes=noted(notes.holding(doubts), adjust, len(raw) > 1),
        engine="python",
        least_pvalue=float(adjusted(least, adjust).min()),
    )


def _tested(
    items: ItemTable, plan: Design, test: str, found: Estimates, samples: int, seed: int
) -> tuple[Floats, npt.NDArray[np.int64], Floats, Floats]:
    """Return statistics, numbers of informative units, p-values and the least possible ones."""
    from scipy.special import stdtr

    gaps, errors = found.gaps, found.errors
    first, second = np.triu_indices(items.n_classifiers, 1)
    if test == "mcnemar":
        wins, losses = _counts(items)
        raw = exact.mcnemar(wins, losses)
        least = np.minimum(1.0, 2.0 ** (1.0 - wins - losses))
        return wins.astype(np.float64), wins + losses, raw, least
    if test == "sign_flip":
        sums = plan.sums(items.scores[plan.order] * plan.weights[:, None])
        flips = exact.flipped(sums[:, first], sums[:, second], samples, seed)
        return gaps, flips[2], flips[0], flips[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.where(gaps == 0, 0.0, np.where(errors > 0, gaps / errors, np.nan))
    raw = np.minimum(1.0, 2 * stdtr(plan.df, -np.abs(values)))
    units = np.full(len(gaps), plan.n_clusters, np.int64)
    return values, units, raw, np.zeros(len(gaps))


def _counts(items: ItemTable) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return for each pair on how many items the first is better, and the second."""
    scores = items.scores if items.higher_is_better else -items.scores
    first, second = np.triu_indices(items.n_classifiers, 1)
    pairs = list(zip(scores.T[first], scores.T[second], strict=True))
    wins = [np.count_nonzero(one > other) for one, other in pairs]
    losses = [np.count_nonzero(one < other) for one, other in pairs]
    return np.array(wins, np.int64), np.array(losses, np.int64)


def _posterior(
    items: ItemTable, rope: float, posterior: str | None, found: Estimates, df: float
) -> Floats:
    """Return P(better), P(equivalent) and P(worse) of each pair, (3, m)."""
    if posterior == "student":
        pairs = zip(found.gaps.tolist(), found.errors.tolist(), strict=True)
        shares = [of_means(gap, error, df, rope) for gap, error in pairs]
    else:
        counts = zip(*(side.tolist() for side in _counts(items)), strict=True)
        shares = [of_answers(wins, losses, items.n_items, rope) for wins, losses in counts]
    return np.array(shares).T
