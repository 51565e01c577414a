"""Swaps of one method for another that change the verdict on a pair."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.comparison import subsets
from pybench.comparison.pairs import check_pair
from pybench.comparison.patterns import check_test, sets_beside, verdicts
from pybench.comparison.ranks import Ranked, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

# The effect of a method on a set that it completes; -1: it is in the set already.
_ABSENT = -1


@dataclass(frozen=True, slots=True, eq=False)
class Swaps(Result):
    """Swaps of one other method that change both the order and the verdict of a pair."""

    pair: tuple[str, str]  #: the two methods
    size: int  #: number of other methods in a set
    counts: pd.DataFrame  #: (k - 2, k - 2): sets in which replacing row by column changes both
    out: tuple[str, ...]  #: for each listed swap: the method that is replaced
    into: tuple[str, ...]  #: for each listed swap: the method that replaces it
    kept: tuple[tuple[str, ...], ...]  #: for each listed swap: the other methods that stay
    total: int  #: number of swaps that change order and verdict
    order_changes: int  #: number of swaps that change the order
    verdict_changes: int  #: number of swaps that change the verdict
    examined: int  #: number of swaps examined, each counted once
    n_sets: int  #: number of sets of other methods
    test: str  #: "wilcoxon" or "nemenyi"
    adjust: str  #: correction for testing all pairs of a set; "single-step" for Nemenyi
    zero_method: str  #: treatment of equal scores in the signed-rank test
    alpha: float  #: level in (0, 1)
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "swaps/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair of swapped methods: removed, added, number of sets."""
        import pandas as pd

        values = self.counts.to_numpy()
        rows, columns = np.nonzero(values)
        order = np.argsort(-values[rows, columns], kind="stable")
        rows, columns = rows[order], columns[order]
        return pd.DataFrame(
            {
                "out": self.counts.index.to_numpy()[rows],
                "into": self.counts.columns.to_numpy()[columns],
                "sets": values[rows, columns].astype(int),
            }
        )

    def __str__(self) -> str:
        first, second = self.pair
        lines = [
            f"Swaps that reverse the order and change the verdict of {first} and {second}: "
            f"{self.total} of "
            f"{self.examined}",
            f"  one of {counted(self.size, 'other')} for another, {counted(self.n_sets, 'set')}; "
            f"test {self.test}, adjustment {self.adjust}, alpha {self.alpha:g}; "
            f"engine {self.engine}",
            f"  the order is reversed in {self.order_changes}, the verdict changes in "
            f"{self.verdict_changes}",
        ]
        for gone, come, kept in list(zip(self.out, self.into, self.kept, strict=True))[:3]:
            beside = f" beside {', '.join(kept)}" if kept else ""
            lines.append(
                f"  {gone} replaced by {come}{beside}: they differ significantly, "
                "in the other order"
            )
        return lined([*lines, *notes.lines(self.notes)])


def swaps(
    t: ResultsTable,
    first: str,
    second: str,
    size: int | None = None,
    alpha: float = 0.05,
    test: str = "wilcoxon",
    adjust: str = "holm",
    *,
    zero_method: str = "wilcox",
    show: int = 100,
    limit: int = 1_000_000,
    engine: str | None = None,
) -> Swaps:
    r"""Find how often replacing one other method changes both the order and the verdict of a pair.

    The pair is tested together with a set S of ``size`` other methods. A swap replaces one member
    of S by a method that is not in S. A swap is counted if it reverses the order of the pair's mean
    ranks, and if the pair differs significantly after the swap but not before. The reverse swap,
    which makes the significant difference vanish, is not counted separately.

    Parameters
    ----------
    t : ResultsTable
        Scores of k methods on N >= 2 datasets.
    first, second : str
        The pair: two different methods of the table.
    size : int, optional
        Number of other methods in a set, 1 to k - 3; by default k - 3 (all but one). With fewer
        than 4 methods, no swap is possible.
    alpha, test, adjust, zero_method, engine
        As for `core_patterns`.
    show : int, >= 0
        Number of swaps to list by name; all swaps are counted.
    limit : int
        Largest number of sets; if there are more, an error is raised.

    Returns
    -------
    Swaps

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or 4 methods.
    ArgumentError
        An argument out of its range, or more sets than ``limit``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ.

    Notes
    -----
    All :math:`\binom{k-2}{s}` sets of s = ``size`` other methods and all
    :math:`\binom{k-2}{s} s (k-2-s) / 2` swaps are examined. For each set of s - 1 methods that
    stay, the effect of each further method on the pair is computed only once, and swaps are counted
    by products. In Ismail-Fawaz et al. (2023), *An approach to multiple comparison benchmark
    evaluations that is stable under manipulation of the comparate set*, the figures "swap" show
    such swaps. Equal mean ranks count as neither order.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[9, 8, 7, 6], [8, 9, 7, 5], [9, 7, 8, 5], [9, 6, 8, 4]] * 3
    >>> t = pb.read_results(scores, datasets=[f"d{i}" for i in range(12)],
    ...     classifiers=list("abcd"), higher_is_better=True)
    >>> result = pb.swaps(t, "a", "b")
    >>> result.examined, result.total
    (1, 0)
    """
    level = check.level("alpha", alpha)
    check_test(test, adjust, zero_method)
    table = ranked(t, one_metric=test == "wilcoxon")
    members = list(check_pair(t.classifiers, first, second))
    others = _check_size(size, t.n_classifiers)
    listed = check.count("show", show, 0)
    most = check.count("limit", limit, 1)
    subsets.require_affordable(
        math.comb(t.n_classifiers - 2, others), most, "sets of other methods"
    )
    options = {
        "first": first,
        "second": second,
        "size": others,
        "alpha": level,
        "test": test,
        "adjust": adjust,
        "zero_method": zero_method,
        "show": listed,
        "limit": most,
    }
    return engines.answer(
        "swaps",
        {"t": t, **options},
        engine=engine,
        kind=Swaps,
        python=lambda: _swaps(table, members, others, level, test, adjust, zero_method, listed),
    )


def _check_size(size: object, k: int) -> int:
    if k < 4:
        from pybench.base.errors import ResultsTableError

        raise ResultsTableError(
            f"expected at least 4 methods, found {k}",
            expected="at least 4 methods",
            found=str(k),
        )
    found = k - 3 if size is None else check.count("size", size, 1)
    if found > k - 3:
        raise ArgumentError(
            f"`size` must be at most {k - 3}, the number of methods minus 3, not {found}",
            expected=f"at most {k - 3}",
            found=str(found),
        )
    return found


def _swaps(
    table: Ranked,
    pair: list[int],
    size: int,
    alpha: float,
    test: str,
    adjust: str,
    zero_method: str,
    show: int,
) -> Swaps:
    import pandas as pd

    k, every = table.k, table.names
    sets, _ = sets_beside(k, pair, size)
    differs = verdicts(table, sets, pair, test, adjust, zero_method, alpha)[:, 0]
    sums = subsets.rank_sums(subsets.doubled_losses(table.doubled), sets)
    order = np.sign(sums[:, pair[1]] - sums[:, pair[0]]).astype(np.int64)
    rest = [c for c in range(k) if c not in pair]
    kept, completed = _completions(len(rest), size)
    calls = _calls(completed, differs, order)
    turned = calls.before_ahead.T @ calls.after_behind + calls.before_behind.T @ calls.after_ahead
    names = [every[c] for c in rest]
    listed = _listed(calls, show)
    return Swaps(
        pair=(every[pair[0]], every[pair[1]]),
        size=size,
        counts=pd.DataFrame(turned, index=names, columns=names),
        out=tuple(names[gone] for _, gone, _ in listed),
        into=tuple(names[come] for _, _, come in listed),
        kept=tuple(tuple(names[c] for c in np.flatnonzero(kept[at])) for at, _, _ in listed),
        total=int(turned.sum()),
        order_changes=int((calls.ahead.sum(axis=1) * calls.behind.sum(axis=1)).sum()),
        verdict_changes=int((calls.before.sum(axis=1) * calls.after.sum(axis=1)).sum()),
        examined=math.comb(k - 2, size) * size * (k - 2 - size) // 2,
        n_sets=len(sets),
        test=test,
        adjust=adjust if test == "wilcoxon" else "single-step",
        zero_method=zero_method,
        alpha=alpha,
        n_datasets=table.n,
        n_classifiers=k,
        notes=notes.holding(table.caveats()),
        engine="python",
    )


@dataclass(frozen=True, slots=True)
class _Calls:
    """For each kept set (row) and each method that may complete it: 1 if true, else 0."""

    before: NDArray[np.float64]  #: the pair does not differ
    after: NDArray[np.float64]  #: the pair differs
    ahead: NDArray[np.float64]  #: the first of the pair has the better mean rank
    behind: NDArray[np.float64]  #: the first of the pair has the worse mean rank

    @property
    def before_ahead(self) -> NDArray[np.float64]:
        return self.before * self.ahead

    @property
    def before_behind(self) -> NDArray[np.float64]:
        return self.before * self.behind

    @property
    def after_ahead(self) -> NDArray[np.float64]:
        return self.after * self.ahead

    @property
    def after_behind(self) -> NDArray[np.float64]:
        return self.after * self.behind


def _completions(r: int, size: int) -> tuple[Bools, Ints]:
    """Return all sets with one member less, and the set that each further method completes.

    Returns
    -------
    (T, r) bool, (T, r) int
        Numbers of the completed sets; -1 if the method is in the set already.
    """
    kept = subsets.sets_of_sizes(r, [size - 1])
    completed = np.full(kept.shape, _ABSENT, np.int64)
    for c in range(r):
        whole = kept.copy()
        whole[:, c] = True
        free = ~kept[:, c]
        completed[free, c] = _place(whole[free], size)
    return kept, completed


def _place(sets: Bools, size: int) -> Ints:
    """Return the lexicographic number, from 0, of each set among all of its size.

    C(r, s) - 1 - sum over members c_1 < ... < c_s of C(r - 1 - c_i, s - i + 1).
    """
    r = sets.shape[1]
    # Terms that occur add up to less than C(r, s), which fits; others may not.
    table = np.array([[min(math.comb(a, b), 2**62) for b in range(size + 1)] for a in range(r)])
    rest = np.minimum(size, size + 1 - np.cumsum(sets, axis=1))
    terms = table[np.arange(r - 1, -1, -1), rest]
    return np.asarray(math.comb(r, size) - 1 - np.where(sets, terms, 0).sum(axis=1))


def _calls(completed: Ints, differs: Bools, order: Ints) -> _Calls:
    possible = completed != _ABSENT
    verdict, sign = differs[completed], order[completed]
    parts = (~verdict, verdict, sign > 0, sign < 0)
    return _Calls(*((possible & part).astype(float) for part in parts))


def _listed(calls: _Calls, show: int) -> list[tuple[int, int, int]]:
    """Return the first swaps: kept set, method removed, method added."""
    one, two = calls.before_ahead, calls.after_behind
    other, far = calls.before_behind, calls.after_ahead
    rows = (one.any(axis=1) & two.any(axis=1)) | (other.any(axis=1) & far.any(axis=1))
    listed: list[tuple[int, int, int]] = []
    for at in np.flatnonzero(rows).tolist():
        if len(listed) >= show:
            break
        turned = np.outer(one[at], two[at]) + np.outer(other[at], far[at])
        listed += [(at, gone, come) for gone, come in np.argwhere(turned).tolist()]
    return listed[:show]
