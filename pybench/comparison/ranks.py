"""Ranks within each dataset: 1 is best, ties share the average rank.

Everything here is exact: a rank is a half-integer, so ranks are stored as *doubled ranks*, which
are integers, and so are their sums. A table is checked and ranked once, by `ranked`; all modules of
this folder take its result, a `Ranked`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.base.text import counted, shown, shown_names
from pybench.comparison.doubts import about_table
from pybench.comparison.incomplete import balanced, common_counts

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

AUTO_TOLERANCE = 1e-12
# The level at which the note `near-ties` checks whether rounding noise changes a verdict.
VERDICT_LEVEL = 0.05


@dataclass(frozen=True, eq=False)
class Ranked:
    """A checked results table and its ranks, computed on first use."""

    results: ResultsTable
    tie_tol: float | str  #: "decimal", "auto" or a number
    names: list[str]  #: of the methods, table order
    n: int  #: number of datasets
    k: int  #: number of methods

    @cached_property
    def doubled(self) -> NDArray[np.int32]:
        """Twice the ranks, (N, k); 0 if the score is missing."""
        return doubled_ranks(self.results.scores, self.results.higher_is_better, self.tie_tol)

    @cached_property
    def mean_ranks(self) -> Floats:
        """(k,) float in [1, k], table order, see `mean_ranks_of`; 1 is best. Read-only."""
        means = mean_ranks_of(self.doubled)
        means.flags.writeable = False
        return means

    def named_mean_ranks(self) -> pd.Series:
        """Return a copy of the mean ranks by method, for one result."""
        import pandas as pd

        return pd.Series(self.mean_ranks.copy(), index=self.names)

    @cached_property
    def ties(self) -> int:
        """Number of groups of methods that share a rank, over all datasets."""
        return tie_groups(self.doubled)

    @cached_property
    def _without_noise(self) -> NDArray[np.int32]:
        """Twice the ranks, with scores that are equal up to rounding as ties."""
        return doubled_ranks(self.results.scores, self.results.higher_is_better, "auto")

    @cached_property
    def _about_table(self) -> dict[str, bool | str]:
        """The notes on the table itself, which all its results carry."""
        return about_table(self.results)

    @cached_property
    def fewest(self) -> int:
        """The smallest number of datasets on which both methods of a pair have a score."""
        return int(common_counts(self.results.scores).min()) if self.results.n_missing else self.n

    def tied_within(self, tie_tol: float | str) -> Ranked:
        """Return the same table, ranked by another tie tolerance."""
        return self if tie_tol == self.tie_tol else replace(self, tie_tol=tie_tol)

    def column(self, control: str | None) -> int | None:
        """Return the position of the control among the methods, if there is one."""
        return None if control is None else self.results.classifiers.index(control)

    def noise_decides(self, verdict: Callable[[NDArray[np.int32]], object]) -> bool:
        """Return whether ``verdict(doubled)`` changes when rounding-sized gaps count as ties.

        If the caller has set what counts as a tie, no warning is needed.
        """
        if not check.by_equality(self.tie_tol) or np.array_equal(self.doubled, self._without_noise):
            return False
        return verdict(self.doubled) != verdict(self._without_noise)

    def caveats(self, convention: str = "standard") -> dict[str, bool | str]:
        """Return which of the common caveats of all statistics of a table apply."""
        return {
            "degenerate": degenerate(self.doubled),
            "few-datasets": self.fewest < 10,
            "two-classifiers": self.k == 2,
            "ties": self.ties > 0,
            **self._about_table,
            "mean-of-repeats": self.results.n_repeats > 1,
            "convention": convention != "standard",
        }


def ranked(
    t: ResultsTable | Ranked,
    tie_tol: float | str = "decimal",
    convention: str = "standard",
    *,
    complete: bool = True,
    datasets: int = 2,
    pairwise: bool = False,
    one_metric: bool = False,
) -> Ranked:
    """Check a results table and the tie tolerance; a `Ranked` keeps its own tolerance.

    Raises
    ------
    ArgumentError
        If ``t`` is not a ResultsTable, or ``tie_tol`` is negative or not a number.
    ResultsTableError
        Fewer than 2 methods or ``datasets``, missing scores if it must be ``complete``, or several
        metrics if it must have ``one_metric``; see `require_comparable`.
    """
    rules: dict[str, Any] = {"complete": complete, "datasets": datasets, "pairwise": pairwise}
    rules["one_metric"] = one_metric
    if isinstance(t, Ranked):
        require_comparable(t.results, **rules)
        return t.tied_within(check.tie_tolerance(t.tie_tol, convention))
    tolerance = check.tie_tolerance(tie_tol, convention)
    require_comparable(t, **rules)
    return Ranked(t, tolerance, list(t.classifiers), *t.scores.shape)


def ranks(t: ResultsTable, *, tie_tol: float | str = "decimal") -> pd.DataFrame:
    """Rank the methods within each dataset.

    Parameters
    ----------
    t : ResultsTable
        Scores of k methods on N datasets.
    tie_tol : "decimal", float or "auto"
        Scores of one dataset that differ by at most this value count as tied. Ties are chained: if
        a ties with b, and b with c, then a ties with c. "auto" is 1e-12 times the largest absolute
        score of the dataset. With "decimal" or with 0, only equal scores tie. The results of
        "decimal" and 0 differ only in tests that compare differences of scores between datasets,
        such as `wilcoxon`.

    Returns
    -------
    pandas.DataFrame, shape (N, k)
        Ranks in [1, k], datasets in rows; each row sums to k(k + 1)/2. If scores are missing, their
        ranks are NaN, and the other scores of the dataset are ranked among themselves.

    Raises
    ------
    ArgumentError
        If ``t`` is not a ResultsTable, or ``tie_tol`` is negative or not a number.

    Notes
    -----
    Tied scores get the average of their ranks, as in Demšar (2006), *Statistical comparisons of
    classifiers over multiple data sets*, JMLR 7, section 3.2.2.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.8]], datasets=["iris"], classifiers=["a", "b", "c"],
    ...                     higher_is_better=True)
    >>> pb.ranks(t).loc["iris"].tolist()
    [1.0, 2.5, 2.5]
    """
    import pandas as pd

    require_comparable(t, datasets=1, methods=1, complete=False)
    doubled = doubled_ranks(t.scores, t.higher_is_better, check.tie_tolerance(tie_tol))
    found = np.where(doubled > 0, doubled / 2, np.nan)
    return pd.DataFrame(found, index=list(t.datasets), columns=list(t.classifiers))


def doubled_ranks(
    scores: Floats, higher_is_better: bool, tie_tol: float | str = 0.0
) -> NDArray[np.int32]:
    """Return twice the average ranks along the last axis.

    Parameters
    ----------
    scores : (..., k) float
        NaN if missing: then only the other scores are ranked.
    higher_is_better : bool
    tie_tol : "decimal", float or "auto"

    Returns
    -------
    (..., k) int32, each in [2, 2k], or 0 if the score is missing
    """
    values = scores if check.by_equality(tie_tol) else merge_near_ties(scores, tie_tol)
    upward = values if higher_is_better else -values
    order = np.argsort(-upward, axis=-1)
    ordered = np.take_along_axis(upward, order, axis=-1)
    place = np.arange(upward.shape[-1], dtype=np.int32)
    changes = ordered[..., 1:] != ordered[..., :-1]
    edge = np.ones((*upward.shape[:-1], 1), bool)
    first = np.maximum.accumulate(
        np.where(np.concatenate([edge, changes], axis=-1), place, 0), axis=-1
    )
    ends = np.where(np.concatenate([changes, edge], axis=-1), place, place[-1])
    last = np.minimum.accumulate(ends[..., ::-1], axis=-1)[..., ::-1]
    doubled = np.empty(upward.shape, np.int32)
    np.put_along_axis(doubled, order, first + last + 2, axis=-1)
    doubled[scores != scores] = 0  # NaN comes last, and no other rank depends on it
    return doubled


def mean_ranks_of(doubled: NDArray[Any]) -> Floats:
    """Return the mean ranks of doubled ranks, (N, k); a rank of 0 is that of a missing score.

    If scores are missing, the ranks r of a dataset with k_i scores are rescaled to 1 to k, as
    1 + (k - 1)(r - 1)/(k_i - 1); a dataset with one score says nothing. The means are then rounded
    to multiples of 2^-40, so that equal ones are equal.
    """
    k = doubled.shape[1]
    sizes = (doubled > 0).sum(axis=1)
    doubled, sizes = doubled[sizes > 1], sizes[sizes > 1]
    here = doubled > 0
    counts = here.sum(axis=0)
    if (sizes == k).all() and len(sizes):
        return np.asarray(doubled.sum(axis=0) / (2 * counts))
    total = np.zeros(k)
    for size in np.unique(sizes):
        rows = sizes == size
        total += ((doubled[rows] - 2) * here[rows]).sum(axis=0) / (size - 1)
    middle = np.where(counts > 0, total / np.maximum(counts, 1), 1.0)  # nothing is known
    return np.asarray(np.rint((1 + (k - 1) / 2 * middle) * 2.0**40) / 2.0**40)


def degenerate(doubled: NDArray[np.int32]) -> bool:
    """Return whether all methods that have a score tie on every dataset."""
    sizes = (doubled > 0).sum(axis=1, keepdims=True)
    return bool(((doubled == sizes + 1) | (doubled == 0)).all())


def squared_deviations(doubled: NDArray[np.int32]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the sums of squares between rank sums and within datasets; whole numbers.

    Parameters
    ----------
    doubled : (..., N, k) int
        Twice the ranks; leading axes are replicates.

    Returns
    -------
    two arrays (...) of int64, or of Python integers if N or k times a product exceeds 64 bits, as
    it does from 10,000 datasets of 500 methods on
    """
    n, k = doubled.shape[-2:]
    centred = doubled.astype(np.int64) - (k + 1)
    kind = np.int64 if max(n, k) * n**2 * k**3 < 2**63 else object
    sums, within = centred.sum(axis=-2), (centred**2).sum(axis=(-2, -1))
    between = (sums.astype(kind) ** 2).sum(axis=-1)
    return np.asarray(between, kind), np.asarray(within, kind)


def merge_near_ties(scores: Floats, tie_tol: float | str) -> Floats:
    """Give scores that are chained by gaps of at most the tolerance the same value.

    Parameters
    ----------
    scores : (..., k) float
    tie_tol : float or "auto"
        In units of the score; "auto" is 1e-12 times the largest absolute score of a row.

    Returns
    -------
    (..., k) float
        Each score replaced by the smallest of its chain.
    """
    tolerance: Floats | float
    if isinstance(tie_tol, str):
        tolerance = AUTO_TOLERANCE * np.fmax.reduce(np.abs(scores), axis=-1, keepdims=True)
    else:
        tolerance = tie_tol
    order = np.argsort(scores, axis=-1)
    ordered = np.take_along_axis(scores, order, axis=-1)
    opens = np.ones(scores.shape, bool)
    with np.errstate(over="ignore"):  # a gap beyond the largest double is Inf: not a tie
        opens[..., 1:] = np.diff(ordered, axis=-1) > tolerance
    first = np.maximum.accumulate(np.where(opens, np.arange(scores.shape[-1]), 0), axis=-1)
    merged = np.empty_like(scores)
    np.put_along_axis(merged, order, np.take_along_axis(ordered, first, axis=-1), axis=-1)
    merged[scores != scores] = np.nan
    return merged


def table_tolerance(scores: Floats, tie_tol: float | str) -> float:
    """Return a tie tolerance in units of the score: "auto" uses the largest score of the table.

    For statistics that compare scores across datasets: differences, ranges, aligned scores.
    """
    if tie_tol == "auto":
        return AUTO_TOLERANCE * float(np.nanmax(np.abs(scores)))
    return 0.0 if isinstance(tie_tol, str) else tie_tol


def tie_groups(doubled: NDArray[np.int32]) -> int:
    """Count the groups of two or more methods that share a rank, over all datasets."""
    ordered = np.sort(doubled, axis=-1)
    same = (ordered[..., 1:] == ordered[..., :-1]) & (ordered[..., 1:] > 0)
    continued = np.zeros_like(same)
    continued[..., 1:] = same[..., :-1]
    return int((same & ~continued).sum())


def require_comparable(
    t: object,
    *,
    complete: bool = True,
    datasets: int = 2,
    methods: int = 2,
    pairwise: bool = False,
    one_metric: bool = False,
) -> None:
    """Refuse what cannot be compared.

    That is: other types than ResultsTable, since a frame lacks the metric and its direction; too
    few ``datasets`` or ``methods``; a table with missing scores, if it must be ``complete``. If it
    needs to be complete only ``pairwise``, every pair must have that many ``datasets`` in common.
    All datasets must have ``one_metric`` if scores, or differences of scores, of several datasets
    are averaged or compared by size.
    """
    from pybench.table import ResultsTable

    if not isinstance(t, ResultsTable):
        raise ArgumentError(
            f"`t` must be a ResultsTable, not {type(t).__name__}",
            expected="a ResultsTable",
            found=type(t).__name__,
            hint="Make one: pybench.read_results(source, higher_is_better=...).",
        )
    if complete and not pairwise and t.n_missing:
        dataset, classifier = np.argwhere(np.isnan(t.scores))[0]
        found = (
            f"{t.n_missing} missing, the first for dataset {shown(t.datasets[dataset])} "
            f"and method {shown(t.classifiers[classifier])}"
        )
        raise ResultsTableError(
            f"expected every score, found {found}",
            expected="every score",
            found=found,
            hint=_instead(t),
        )
    counts = ("datasets", t.n_datasets, datasets), ("methods", t.n_classifiers, methods)
    for what, count, least in counts:
        if count < least:
            raise ResultsTableError(
                f"expected at least {least} {what}, found {count}",
                expected=f"at least {least} {what}",
                found=str(count),
            )
    if one_metric and t.metrics is not None:
        raise _of_metrics(list(dict.fromkeys(t.metrics)))
    if pairwise and t.n_missing:
        _require_common(t, datasets)


def _of_metrics(names: list[str]) -> ResultsTableError:
    """Return the error for several metrics, whose scores cannot be averaged or compared by size."""
    found = f"{len(names)}: {shown_names(names)}"
    return ResultsTableError(
        f"expected one metric, since sizes of scores of different metrics cannot be compared, "
        f"found {found}",
        expected="one metric",
        found=found,
        hint="Use ranks or signs, as in friedman, nemenyi and sign_test, or the datasets of one "
        f'metric: t.select(metric="{names[0]}").',
    )


def _instead(t: ResultsTable) -> str:
    """Return what can be done with a table with missing scores."""
    test = "durbin" if balanced(t.scores) else "skillings_mack"
    return (
        f"Use {test} to test all methods, and wilcoxon for pairs; or read the table with "
        'missing="drop" to leave out these datasets.'
    )


def _require_common(t: ResultsTable, datasets: int) -> None:
    counts = common_counts(t.scores)
    few = np.argwhere(np.triu(counts < datasets, 1))
    if len(few):
        first, second = few[0]
        found = (
            f"{counts[first, second]} for methods {shown(t.classifiers[first])} and "
            f"{shown(t.classifiers[second])}"
        )
        least = counted(datasets, "dataset")
        expected = f"at least {least} with scores of both methods of every pair"
        raise ResultsTableError(
            f"expected {expected}, found {found}",
            expected=expected,
            found=found,
            hint="Leave out one of these methods.",
        )
