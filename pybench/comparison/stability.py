"""How much a verdict on two methods depends on other methods and on single datasets."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.noun import nouns
from pybench.base.result import Result
from pybench.base.stream import uniforms
from pybench.base.text import counted, lined, percentage, without_controls
from pybench.bridge import engine as engines
from pybench.comparison import subsets
from pybench.comparison.adjust import noted
from pybench.comparison.perturbed import QUESTIONS, TESTS, ReferenceTable
from pybench.comparison.ranks import ranked
from pybench.comparison.replicates import EXACT_ALWAYS, EXACT_AUTO, leave_one_out, resampled
from pybench.comparison.signedrank import ZERO_METHODS

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_REVERSED = tuple(f"{test} reversed" for test in TESTS)
_COLUMNS = ("tables", "ahead", "behind", *TESTS, *_REVERSED)
_TITLES = ("Order of mean ranks", "Nemenyi", "Wilcoxon-Holm")
_KINDS = ("sets", "datasets", "resamples")
_SYNTACTIC = str.maketrans(" -", "__")  # names of columns that R need not quote


@dataclass(frozen=True, slots=True, eq=False)
class Stability(Result):
    """How often each verdict of the full table changes, and what changes it."""

    pairs: tuple[tuple[str, str], ...]  #: the m = k(k - 1)/2 pairs, in table order
    full: pd.DataFrame  #: (m, 7): verdicts in the full table, 1 if true: ahead, behind, different
    over_sets: pd.DataFrame  #: (m, 7): number of sets with the pair, and shares of them
    over_datasets: pd.DataFrame  #: the same over the N tables without one dataset
    over_resamples: pd.DataFrame  #: the same over resampled datasets
    smallest: tuple[tuple[str, ...], ...]  #: by pair and question: smallest set that flips it
    nearest: tuple[tuple[str, ...], ...]  #: the same: the largest such set
    carriers: tuple[tuple[str, ...], ...]  #: the same: datasets whose removal flips it
    alpha: float  #: family-wise level in (0, 1)
    n_sets: int  #: number of sets of methods examined
    exhaustive: bool  #: whether these are all sets of the sizes requested
    n_resamples: int  #: how often the datasets were resampled
    zero_method: str  #: treatment of equal scores in the signed-rank test
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "stability/2"

    def flips(self, over: str = "sets") -> pd.DataFrame:
        """Return the share of tables in which each verdict of the full table changes.

        Parameters
        ----------
        over : {"sets", "datasets", "resamples"}

        Returns
        -------
        pandas.DataFrame, shape (m, 3)
            In [0, 1], columns "order", "nemenyi", "wilcoxon-holm". The order of two mean ranks
            flips only if it is reversed; a change to or from equal mean ranks does not count. A
            verdict of a test flips if it is lost, gained or reversed; see `reversals`.
        """
        import pandas as pd

        check.choice("over", over, _KINDS)
        shares = getattr(self, "over_" + over)
        seen = shares["tables"] > 0
        opposite = (self.full["ahead"] * shares["behind"]) + (self.full["behind"] * shares["ahead"])
        turned = self.reversals(over).fillna(0.0)
        flipped = {
            test: ((self.full[test] - shares[test]).abs()).where(seen, 0.0) + turned[test]
            for test in TESTS
        }
        return pd.DataFrame({"order": opposite, **flipped})

    def reversals(self, over: str = "sets") -> pd.DataFrame:
        """Return the share of tables in which each test reverses the direction of its verdict.

        Parameters
        ----------
        over : {"sets", "datasets", "resamples"}

        Returns
        -------
        pandas.DataFrame, shape (m, 2)
            In [0, 1], columns "nemenyi", "wilcoxon-holm"; NaN in files of earlier versions, which
            did not distinguish a verdict from its opposite.
        """
        check.choice("over", over, _KINDS)
        return getattr(self, "over_" + over)[[*_REVERSED]].set_axis([*TESTS], axis=1)  # type: ignore[no-any-return]

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: difference of mean ranks, verdicts, and all shares of flips.

        The columns are named as in R, such as `wilcoxon_holm` and `nemenyi_reversed_over_sets`.
        """
        import pandas as pd

        ranks = self.mean_ranks
        columns: dict[str, object] = {
            "classifier_1": [pair[0] for pair in self.pairs],
            "classifier_2": [pair[1] for pair in self.pairs],
            "rank_difference": [ranks[a] - ranks[b] for a, b in self.pairs],
            **{test: self.full[test].to_numpy() == 1 for test in TESTS},
        }
        for kind in _KINDS:
            flips = self.flips(kind)
            columns |= {f"{name} over {kind}": flips[name].to_numpy() for name in QUESTIONS}
            reversals = self.reversals(kind)
            columns |= {
                f"{name} reversed over {kind}": reversals[name].to_numpy() for name in TESTS
            }
        return pd.DataFrame(columns).rename(columns=lambda name: name.translate(_SYNTACTIC))

    def example(
        self, first: str, second: str, question: str = "wilcoxon-holm"
    ) -> dict[str, object]:
        """Return what flips one verdict: the smallest and the nearest set, and single datasets.

        Parameters
        ----------
        first, second : str
            Two methods, in any order.
        question : {"order", "nemenyi", "wilcoxon-holm"}

        Returns
        -------
        dict
            "smallest" and "nearest": sets of methods that flip the verdict, including the pair; ()
            if none was found. "without": the methods that the nearest set leaves out. "datasets":
            the datasets whose single removal flips the verdict.
        """
        check.choice("question", question, QUESTIONS)
        wanted = {first, second}
        found = [i for i, pair in enumerate(self.pairs) if set(pair) == wanted]
        if not found:
            raise ArgumentError(
                f"`first` and `second` must be two different methods, not {first!r} and {second!r}",
                expected="two of: " + ", ".join(self.mean_ranks.index),
                found=f"{first!r}, {second!r}",
            )
        at = found[0] * len(QUESTIONS) + QUESTIONS.index(question)
        near = self.nearest[at]
        left_out = tuple(name for name in self.mean_ranks.index if name not in near)
        return {
            "smallest": self.smallest[at],
            "nearest": near,
            "without": left_out if near else (),
            "datasets": self.carriers[at],
        }

    def __str__(self) -> str:
        which = "all" if self.exhaustive else "drawn"
        head = [
            f"Stability of verdicts at alpha = {self.alpha:g}: {self.n_classifiers} {nouns()} "
            f"on {self.n_datasets} datasets",
            f"  against {counted(self.n_sets, 'set')} of {nouns()} ({which}), "
            f"{self.n_datasets} tables without one dataset, "
            f"{counted(self.n_resamples, 'resample')}; engine {self.engine}",
        ]
        flips = {kind: self.flips(kind) for kind in _KINDS}
        for name, title in zip(QUESTIONS, _TITLES, strict=True):
            counts = [int((flips[kind][name] > 0).sum()) for kind in _KINDS]
            flip = "flips" if counts[0] == 1 else "flip"
            head.append(
                f"  {title}: of {counted(len(self.pairs), 'pair')}, {counts[0]} {flip} in at "
                f"least one set, {counts[1]} without one dataset, {counts[2]} in at least one "
                "resample"
                f"{self._turned(name)}"
            )
        return lined([*head, *self._worst(flips["sets"]), *notes.lines(self.notes)])

    def _turned(self, test: str) -> str:
        """State for how many pairs a test finds the opposite of its verdict, if for any."""
        counts = [
            int((self.reversals(kind)[test] > 0).sum()) if test in TESTS else 0 for kind in _KINDS
        ]
        return f"; reversed: {counts[0]}, {counts[1]}, {counts[2]}" if any(counts) else ""

    def _worst(self, flips: pd.DataFrame, count: int = 3) -> list[str]:
        """State which verdicts of Wilcoxon-Holm depend most on the other methods."""
        shares = flips["wilcoxon-holm"].to_numpy()
        lines = []
        for i in np.argsort(-shares, kind="stable")[:count]:
            if shares[i] == 0:
                break
            first, second = self.pairs[i]
            verdict, other = "are not shown to differ", "differ significantly"
            if self.full.iloc[i, -1]:
                verdict, other = other, verdict
            without = self.example(first, second)["without"]
            left: str = ", ".join(without)  # type: ignore[arg-type]
            gone = f", for example without {left}" if left else ""
            share = f"in {percentage(shares[i], 1)}% of sets they {other}"
            lines.append(without_controls(f"    {first} and {second} {verdict}; {share}{gone}"))
        by = f"  By the signed-rank tests with Holm's correction at alpha = {self.alpha:g}:"
        return [by, *lines] if lines else []


def stability(
    t: ResultsTable,
    alpha: float = 0.05,
    *,
    sizes: int | Iterable[int] | None = None,
    limit: int = 65536,
    resamples: int = 1000,
    zero_method: str = "wilcox",
    seed: int = 0,
    engine: str | None = None,
) -> Stability:
    r"""Measure how much each verdict depends on the methods and datasets in the table.

    For each pair, three things are recomputed: which method has the better mean rank, the verdict
    of the Nemenyi test, and the verdict of the Wilcoxon signed-rank test with Holm's correction.
    They are recomputed (1) for sets of methods that contain the pair, (2) without one dataset at a
    time, and (3) for resampled datasets. A verdict flips if it changes; a change from better to
    worse, or from worse to better, is called a reversal. The order of two mean ranks flips only if
    it is reversed; a change to or from equal mean ranks does not count.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    alpha : float in (0, 1)
        Family-wise level.
    sizes : int or iterable of int, optional
        Sizes of the sets of methods, each from 2 to k; by default, all sizes.
    limit : int
        If there are at most ``limit`` sets of methods (with the defaults, if k <= 16), all are
        examined. Otherwise, ``limit`` sets are drawn at random, each set equally likely.
    resamples : int, >= 0
        Number of resamples of N datasets, drawn with replacement.
    zero_method : str
        As for `wilcoxon`.
    seed : int
        Seed of the drawn sets and of the resamples.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    Stability

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Twice the rank sum of method i among a set S is
    :math:`N + \sum_{c \in S} \sum_d (1 + \mathrm{sign}(r_{di} - r_{dc}))`, a sum over the members c
    of S and the datasets d, where :math:`r_{di}` is the rank of i on dataset d. The sum is a whole
    number, so ties of mean ranks and borderline verdicts are decided exactly. The raw p-value of
    the signed-rank test does not depend on S. But the family of hypotheses depends on S, and so
    does the adjusted p-value.

    See Ismail-Fawaz et al. (2023), *An approach to multiple comparison benchmark evaluations that
    is stable under manipulation of the comparate set*, and Benavoli, Corani and Mangili (2016),
    *Should we really use post-hoc tests based on mean-ranks?*, JMLR 17.

    Ties and p-values are those of `wilcoxon` with method "auto", except that resamples with more
    than 25 nonzero differences use the normal distribution. Nemenyi's verdicts use the limiting
    distribution, even in sets of two methods, where `nemenyi` uses permutations.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 5 + [[2, 3, 1]] * 3, higher_is_better=True,
    ...     datasets=list("defghijk"), classifiers=["a", "b", "c"])
    >>> result = pb.stability(t, resamples=100)
    >>> result.n_sets, result.exhaustive
    (4, True)
    >>> float(result.flips("sets").loc["a vs c", "nemenyi"])
    0.0
    """
    level = check.level("alpha", alpha)
    check.choice("zero_method", zero_method, ZERO_METHODS)
    most = check.count("limit", limit, 1)
    times = check.count("resamples", resamples, 0)
    table = ranked(t, one_metric=True)
    wanted = check_sizes(sizes, t.n_classifiers)
    check.room("resamples", times, t.n_datasets)
    start = check.seed(seed)
    options = {
        "alpha": level,
        "sizes": None if sizes is None else list(wanted),
        "limit": most,
        "resamples": times,
        "zero_method": zero_method,
        "seed": start,
    }
    return engines.answer(
        "stability",
        {"t": t, **options},
        engine=engine,
        kind=Stability,
        python=lambda: _stability(
            ReferenceTable.of(table, level, zero_method), wanted, most, times, start
        ),
    )


def check_sizes(sizes: object, k: int) -> tuple[int, ...]:
    """Return the sizes of sets, ascending; all from 2 to k by default."""
    if sizes is None:
        return tuple(range(2, k + 1))
    listed = list(sizes) if isinstance(sizes, Iterable) else [sizes]
    try:
        wanted = sorted({check.count("sizes", size, 2) for size in listed})
    except ArgumentError:
        wanted = []
    if isinstance(sizes, str) or not wanted or wanted[-1] > k:
        raise ArgumentError(
            f"`sizes` must be whole numbers from 2 to {k}, the number of methods, not {sizes!r}",
            expected=f"whole numbers from 2 to {k}",
            found=repr(sizes),
        )
    return tuple(wanted)


def _stability(
    study: ReferenceTable, sizes: tuple[int, ...], limit: int, times: int, seed: int
) -> Stability:
    import pandas as pd

    table, m = study.table, len(study.first)
    n, k, names = table.n, table.k, table.names
    sets, exhaustive = _sets(k, sizes, limit, seed)
    counts, ends = study.over_sets(sets)
    without = study.over_datasets(leave_one_out(n), EXACT_AUTO)
    u = uniforms(seed, "stability-resamples", 0, times * n).reshape(times, n)
    drawn = study.over_datasets(resampled(n, u), EXACT_ALWAYS)
    carried = [np.flatnonzero(column) for column in study.flips(without).reshape(n, -1).T]
    pairs = tuple((names[i], names[j]) for i, j in zip(study.first, study.second, strict=True))
    labels = [f"{a} vs {b}" for a, b in pairs]

    def frame(tables: Ints, said: Ints) -> pd.DataFrame:
        shares = said / np.maximum(tables, 1)[:, None]
        return pd.DataFrame(np.column_stack([tables, shares]), index=labels, columns=[*_COLUMNS])

    def listed(rows: Ints) -> tuple[tuple[str, ...], ...]:
        chosen = (np.flatnonzero(sets[row]) if row >= 0 else () for row in rows)
        return tuple(tuple(names[c] for c in members) for members in chosen)

    once = np.ones(m, np.int64)
    shared = notes.holding(table.caveats())
    return Stability(
        pairs=pairs,
        full=frame(once, study.full),
        over_sets=frame(*counts),
        over_datasets=frame(once * n, without.sum(axis=0)),
        over_resamples=frame(once * times, drawn.sum(axis=0)),
        smallest=listed(ends[0]),
        nearest=listed(ends[1]),
        carriers=tuple(tuple(table.results.datasets[d] for d in rows) for rows in carried),
        alpha=study.alpha,
        n_sets=len(sets),
        exhaustive=exhaustive,
        n_resamples=times,
        zero_method=study.zero_method,
        mean_ranks=table.named_mean_ranks(),
        n_datasets=n,
        n_classifiers=k,
        notes=noted({*shared, *study.notes}, "holm", k > 2),
        engine="python",
    )


def _sets(k: int, sizes: tuple[int, ...], limit: int, seed: int) -> tuple[Bools, bool]:
    if sum(math.comb(k, size) for size in sizes) <= limit:
        return subsets.sets_of_sizes(k, sizes), True
    return subsets.drawn_sets(k, sizes, limit, seed, "stability-sets"), False
