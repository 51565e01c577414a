"""Sets of other methods that are most favourable to either method of a pair."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.base.noun import nouns
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.comparison import subsets
from pybench.comparison.adjust import noted
from pybench.comparison.pairs import check_pair
from pybench.comparison.patterns import check_test, sets_beside, verdicts
from pybench.comparison.ranks import Ranked, ranked
from pybench.comparison.wilcoxon import signed_rank_test

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Ints = NDArray[np.int64]

CASES = ("first", "all", "second")
NEITHER = "they do not differ significantly"
_USUAL = 4  # other methods in a set


@dataclass(frozen=True, slots=True, eq=False)
class FavourableSets(Result):
    """A pair of methods beside the other methods that are most favourable to either of them.

    The three cases are "first" (the set most favourable to the first of the pair), "all" (all
    other methods of the table), and "second" (the set most favourable to the second). Fields for
    each case have this order.
    """

    pair: tuple[str, str]  #: the two methods
    size: int  #: number of other methods in a set
    others: tuple[tuple[str, ...], ...]  #: other methods of each case
    mean_ranks: pd.DataFrame  #: (k, 3) mean rank in each case, 1 is best; NaN: not in the case
    leads: tuple[float, ...]  #: of each case: mean rank of the second minus that of the first
    verdicts: tuple[int, ...]  #: of each case: 1 first significantly better, -1 second, 0 neither
    first_better: int  #: number of sets in which the first is significantly better
    neither: int  #: number of sets in which the pair does not differ significantly
    second_better: int  #: number of sets in which the second is significantly better
    largest_lead: float  #: largest lead of the first over all sets, whatever the verdict
    least_lead: float  #: smallest lead of the first over all sets, whatever the verdict
    n_sets: int  #: number of sets of other methods; all are examined
    test: str  #: "wilcoxon" or "nemenyi"
    adjust: str  #: correction for testing all pairs of a set; "single-step" for Nemenyi
    zero_method: str  #: treatment of equal scores in the signed-rank test
    alpha: float  #: level in (0, 1)
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "favourable-sets/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per case: both mean ranks, lead, verdict, other methods."""
        import pandas as pd

        first, second = (self.mean_ranks.loc[name].to_numpy() for name in self.pair)
        return pd.DataFrame(
            {
                "case": CASES,
                "mean_rank_1": first,
                "mean_rank_2": second,
                "lead": self.leads,
                "verdict": self.verdicts,
                "others": [", ".join(names) for names in self.others],
            }
        )

    def __str__(self) -> str:
        first, second = self.pair
        low, high = (value + 0.0 for value in (self.least_lead, self.largest_lead))
        lines = [
            f"Sets of {counted(self.size, 'other method')} most favourable to {first} or {second}",
            f"  of {counted(self.n_sets, 'set')}, {first} is significantly better in "
            f"{self.first_better}, {second} in {self.second_better}, neither in {self.neither}",
            f"  test {self.test}, adjustment {self.adjust}, alpha {self.alpha:g}, "
            f"{self.n_datasets} datasets; engine {self.engine}",
            f"  lead of {first} in mean rank over all sets: {low:.4g} to {high:.4g}",
            *self._told(),
        ]
        return lined([*lines, *notes.lines(self.notes)])

    def _told(self) -> Iterator[str]:
        """State each case: what it is, both mean ranks, verdict, other methods."""
        first, second = self.pair
        named = (f"for {first}", f"all {nouns()}", f"for {second}")
        told = {1: first, -1: second}
        for at, (case, verdict) in enumerate(zip(CASES, self.verdicts, strict=True)):
            means = self.mean_ranks[case]
            ranks = [f"{name} {means[name]:.4g}" for name in self.pair]
            so = f"{told[verdict]} is significantly better" if verdict else NEITHER
            yield f"  {named[at]}: mean ranks {', '.join(ranks)}; {so}"
            if case != "all":
                yield f"     beside {', '.join(self.others[at])}"


def favourable_sets(
    t: ResultsTable,
    first: str,
    second: str,
    size: int | None = None,
    alpha: float = 0.05,
    test: str = "wilcoxon",
    adjust: str = "holm",
    *,
    zero_method: str = "wilcox",
    limit: int = 1_000_000,
    engine: str | None = None,
) -> FavourableSets:
    r"""Find the sets of other methods that are most favourable to either method of a pair.

    The pair is tested together with every set of ``size`` other methods. A set is more favourable
    to the first method than another set if the verdict is: first significantly better, neither,
    second significantly better, in this order; among equal verdicts, if the first leads by more in
    mean rank. If the two extreme sets differ in their verdicts, a choice of the other methods can
    decide whether the pair differs significantly.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 3 methods on N >= 2 datasets.
    first, second : str
        The pair: two different methods of the table.
    size : int, optional
        Number of other methods in a set, 1 to k - 2. By default half of the other methods,
        rounded up, but at most 4.
    alpha, test, adjust, zero_method, engine
        As for `core_patterns`.
    limit : int
        Largest number of sets; if there are more, an error is raised.

    Returns
    -------
    FavourableSets

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or 3 methods.
    ArgumentError
        An argument out of its range, or more sets than ``limit``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ.

    Notes
    -----
    All :math:`\binom{k-2}{s}` sets of s = ``size`` other methods are examined. The lead of the
    first method is the mean rank of the second minus that of the first. Each other method adds to
    the lead the share of datasets on which it is better than the second, minus the share on which
    it is better than the first (a tie counts half). The signed-rank test favours the same method in
    every set; the set decides by its number of small p-values whether the adjusted p-value is at
    most ``alpha``. Among sets that are equally favourable, the first one is named, in the order of
    the table. Ismail-Fawaz et al. (2023), *An approach to multiple comparison benchmark evaluations
    that is stable under manipulation of the comparate set*, arXiv:2305.11921, show that such
    choices change conclusions; `multi_comparison` does not depend on them.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[9, 8, 7, 6, 1], [8, 9, 7, 5, 2], [9, 7, 8, 5, 3], [9, 6, 8, 4, 4]] * 3
    >>> t = pb.read_results(scores, datasets=[f"d{i}" for i in range(12)],
    ...     classifiers=list("abcde"), higher_is_better=True)
    >>> result = pb.favourable_sets(t, "a", "b", size=1)
    >>> result.others[0], result.leads[0], result.leads[2]
    (('c',), 1.0, 0.5)
    """
    level = check.level("alpha", alpha)
    check_test(test, adjust, zero_method)
    table = ranked(t, one_metric=test == "wilcoxon")
    pair = list(check_pair(t.classifiers, first, second))
    number = _check_size(size, t.n_classifiers)
    most = check.count("limit", limit, 1)
    subsets.require_affordable(
        math.comb(t.n_classifiers - 2, number), most, "sets of other methods"
    )
    options = {
        "first": first,
        "second": second,
        "size": number,
        "alpha": level,
        "test": test,
        "adjust": adjust,
        "zero_method": zero_method,
        "limit": most,
    }
    return engines.answer(
        "favourable_sets",
        {"t": t, **options},
        engine=engine,
        kind=FavourableSets,
        python=lambda: _favourable_sets(table, pair, number, level, test, adjust, zero_method),
    )


def _check_size(size: object, k: int) -> int:
    if k < 3:
        raise ResultsTableError(
            f"expected at least 3 methods, found {k}",
            expected="at least 3 methods",
            found=str(k),
        )
    found = min(_USUAL, (k - 1) // 2) if size is None else check.count("size", size, 1)
    if found > k - 2:
        raise ArgumentError(
            f"`size` must be at most {k - 2}, the number of other methods, not {found}",
            expected=f"at most {k - 2}",
            found=str(found),
        )
    return found


def _favourable_sets(
    table: Ranked,
    pair: list[int],
    size: int,
    alpha: float,
    test: str,
    adjust: str,
    zero_method: str,
) -> FavourableSets:
    import pandas as pd

    names, k = table.names, table.k
    sets, _ = sets_beside(k, pair, size)
    examined = np.concatenate([sets, np.ones((1, k), bool)])  # at the end: all methods
    differs = verdicts(table, examined, pair, test, adjust, zero_method, alpha)[:, 0]
    sums = subsets.rank_sums(subsets.doubled_losses(table.doubled), examined)
    doubled = (sums[:, pair[1]] - sums[:, pair[0]]).astype(np.int64)
    favoured = np.sign(doubled) if test == "nemenyi" else _direction(table, pair, zero_method)
    verdict = np.where(differs, favoured, 0)
    every, lead = len(sets), doubled / (2 * table.n)
    order = np.lexsort((np.arange(every), -doubled[:every], -verdict[:every]))
    turned = np.lexsort((np.arange(every), doubled[:every], verdict[:every]))
    chosen = [int(order[0]), every, int(turned[0])]
    members = examined[chosen]
    ranks = np.where(members, sums[chosen] / (2 * table.n), np.nan).T
    counts = [int((verdict[:every] == side).sum()) for side in (1, 0, -1)]
    others = [np.flatnonzero(row & ~np.isin(np.arange(k), pair)) for row in members]
    return FavourableSets(
        pair=(names[pair[0]], names[pair[1]]),
        size=size,
        others=tuple(tuple(names[i] for i in row) for row in others),
        mean_ranks=pd.DataFrame(ranks, index=names, columns=list(CASES)),
        leads=tuple(float(lead[i]) for i in chosen),
        verdicts=tuple(int(verdict[i]) for i in chosen),
        first_better=counts[0],
        neither=counts[1],
        second_better=counts[2],
        largest_lead=float(lead[:every].max()),
        least_lead=float(lead[:every].min()),
        n_sets=every,
        test=test,
        adjust=adjust if test == "wilcoxon" else "single-step",
        zero_method=zero_method,
        alpha=alpha,
        n_datasets=table.n,
        n_classifiers=k,
        notes=noted(notes.holding(table.caveats()), adjust, True, test),
        engine="python",
    )


def _direction(table: Ranked, pair: list[int], zero_method: str) -> int:
    """Return 1 if the signed ranks favour the first of a pair, -1 the second, 0 neither."""
    signed = signed_rank_test(table, zero_method)
    return int(signed.directions.to_numpy()[pair[0], pair[1]])
