"""Number of datasets needed to detect the differences of a table, by simulation from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.stream import uniforms
from pybench.base.text import counted, lined, without_controls
from pybench.bridge import engine as engines
from pybench.comparison import resampled as tests
from pybench.comparison.adjust import adjusted, noted
from pybench.comparison.corrections import ASCENDING
from pybench.comparison.decimals import whole
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import doubled_ranks, require_comparable
from pybench.comparison.studentized import range_quantile

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Pair = tuple[str, str]

TESTS = ("wilcoxon", "sign_test", "paired_t", "nemenyi")
#: Corrections that need only the p-values of the family.
ADJUSTMENTS = tuple(ASCENDING)
# Default sizes, in quarters of the number of datasets.
_QUARTERS = (1, 2, 3, 4, 6, 8, 12, 16)
_SMALLEST = 4
_SHOWN = 15  # pairs in the text
_NEVER = " (never: significant in no resample of any size)"
# A p-value that exceeds the level by at most this fraction, by rounding, still meets it.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Power(Result):
    """Power to detect that pairs differ, by the number of datasets."""

    pairs: tuple[tuple[str, str], ...]  #: the m pairs
    sizes: tuple[int, ...]  #: numbers of datasets, ascending
    single: NDArray[np.float64]  #: (m, sizes) in [0, 1]: each pair tested alone
    family: NDArray[np.float64]  #: (m, sizes) in [0, 1]: all pairs tested, p-values adjusted
    needed_single: NDArray[np.float64]  #: (m,) smallest size with the wanted power; inf if none
    needed: NDArray[np.float64]  #: (m,) the same for the adjusted family
    error: float  #: largest Monte-Carlo standard error of a power, 1/2 / sqrt(repeats)
    test: str  #: "wilcoxon", "sign_test", "paired_t" or "nemenyi"
    power: float  #: wanted power, in (0, 1)
    alpha: float  #: level, in (0, 1)
    adjust: str  #: correction for testing many pairs; "none" for "nemenyi", which includes one
    repeats: int  #: number of resamples
    seed: int  #: seed of the random stream
    n_datasets: int  #: N of the table
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "power/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair and size: methods, size, both powers, their errors."""
        import pandas as pd

        m, sizes = len(self.pairs), len(self.sizes)
        single, family = self.single.ravel(), self.family.ravel()
        return pd.DataFrame(
            {
                "classifier_1": np.repeat([pair[0] for pair in self.pairs], sizes),
                "classifier_2": np.repeat([pair[1] for pair in self.pairs], sizes),
                "size": np.tile(self.sizes, m),
                "single": single,
                "single_error": np.sqrt(single * (1 - single) / self.repeats),
                "family": family,
                "family_error": np.sqrt(family * (1 - family) / self.repeats),
            }
        )

    def __str__(self) -> str:
        reached = zip(
            self.sizes,
            (self.family >= self.power).sum(axis=0),
            (self.single >= self.power).sum(axis=0),
            strict=True,
        )
        lines = [
            f"Power of {self.test} at alpha = {self.alpha:g}, adjustment {self.adjust}, for "
            f"datasets like the {self.n_datasets} of the table",
            f"  {counted(self.repeats, 'resample')}, standard error <= {self.error:.2g}, "
            f"seed {self.seed}; engine {self.engine}",
            f"  number of pairs, of {len(self.pairs)}, with power >= {self.power:g}: "
            "with p adjusted, with p not adjusted",
            *(f"  {size:6d} datasets: {ours:5d} {alone:5d}" for size, ours, alone in reached),
            f"  datasets that each pair needs for power {self.power:g}, the most first"
            f"{'' if self.family.any(axis=1).all() else _NEVER}:",
            *self._needs(),
        ]
        return lined([*lines, *notes.lines(self.notes)])

    def _needs(self) -> Iterator[str]:
        """Say for each pair how many datasets it needs, hardest first."""
        order = np.argsort(-self.needed, kind="stable").tolist()
        for row in order[:_SHOWN]:
            first, second = map(without_controls, self.pairs[row])
            ours, alone = (
                f"{needed[row]:.0f}"
                if np.isfinite(needed[row])
                else f"> {self.sizes[-1]}"
                if curves[row].any()
                else "never"
                for needed, curves in (
                    (self.needed, self.family),
                    (self.needed_single, self.single),
                )
            )
            yield f"  {ours:>6} with p adjusted, {alone:>6} not adjusted: {first} and {second}"
        if len(order) > _SHOWN:
            yield f"  and {counted(len(order) - _SHOWN, 'pair')} more, in the field `needed`"


def datasets_needed(
    t: ResultsTable,
    test: str = "wilcoxon",
    power: float = 0.8,
    alpha: float = 0.05,
    adjust: str = "holm",
    sizes: Iterable[int] | None = None,
    repeats: int = 1000,
    seed: int = 0,
    pairs: Iterable[Pair] | None = None,
    *,
    engine: str | None = None,
) -> Power:
    """Estimate how many datasets are needed to find a significant difference of each pair.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets: the pilot study.
    test : {"wilcoxon", "sign_test", "paired_t", "nemenyi"}
        Two-sided test of each pair.
    power : float in (0, 1)
        Wanted probability that the test finds a significant difference of the pair.
    alpha : float in (0, 1)
        Level of the tests.
    adjust : str
        Correction for testing all of ``pairs``, see `adjust`. "shaffer" and "bergmann" are not
        possible, since they need all pairs of the table. Ignored for "nemenyi", whose p-values are
        already adjusted for all pairs of the table.
    sizes : iterable of int, optional
        Numbers of datasets to examine, each >= 2. The default is N/4, N/2, 3N/4, N, 3N/2, 2N, 3N
        and 4N, rounded; sizes below 4 are replaced by 4.
    repeats : int, >= 1
        Number of resamples per size; the standard error of a power is at most 1/2 / sqrt(repeats).
    seed : int
        The same seed gives the same result, in Python and R.
    pairs : iterable of pairs of methods, optional
        Pairs to examine, each given once; they are the family for ``adjust``. By default all pairs.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    Power
        If no size reaches the wanted power for a pair, the number of datasets that this pair needs
        is inf.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown test, correction or method, a level or power outside (0, 1), or a size below 2.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    For each size n, n datasets are drawn with replacement from the table, and each pair is tested,
    once alone and once as a member of the family. The power is the share of resamples in which the
    pair differs significantly. A resample of size n consists of the first n datasets of any larger
    resample, so the power curves are smooth, and the result for one size does not depend on the
    other sizes.

    "wilcoxon" leaves out differences of 0 and approximates the p-value. With more than 200
    differences, it uses the normal distribution, with the variance given the ties. With fewer, it
    uses the exact distribution of the signed-rank statistic without ties, rescaled to the variance
    given the ties. "sign_test" is exact. With "nemenyi", a pair has the same power alone and in the
    family. Simulations compared the power of "wilcoxon" with the power of the test that is exact
    given the ties (``docs/measured.md``). For pairs whose differences have only a few distinct
    absolute values, the approximate power was too high, by up to 0.128 at 10 datasets and 0.028 at
    40. For other pairs it was off by at most 0.043, and by at most 0.010 from 20 datasets on.

    The simulation takes the differences in the table as the true differences, although they are
    only estimates. If the difference of a pair is large by chance, the estimated number of datasets
    is too small (Hoenig and Heisey 2001, *The American Statistician* 55). If all differences of a
    pair have one sign, so have those of every resample: the power is 1 at every size at which the
    test can reject, and the number of datasets is a floor set by the test. A note says so, and of
    every table of fewer than 10 datasets.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.7], [0.8, 0.7], [0.6, 0.7], [0.9, 0.6]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> result = pb.datasets_needed(t, sizes=[10, 20, 40])
    >>> result.needed.tolist()
    [20.0]
    """
    check.choice("test", test, TESTS)
    wanted, level = check.level("power", power), check.level("alpha", alpha)
    check.choice("adjust", adjust, ADJUSTMENTS)
    count, start = check.count("repeats", repeats), check.seed(seed)
    require_comparable(t, one_metric=test in ("wilcoxon", "paired_t"))
    counts = check_sizes(sizes, t.n_datasets)
    chosen = check_chosen_pairs(pairs, t.classifiers)
    check.room("repeats", count, max(t.n_datasets, len(chosen), counts[-1]))
    options = {
        "test": test,
        "power": wanted,
        "alpha": level,
        "adjust": adjust,
        "sizes": None if sizes is None else list(counts),
        "repeats": count,
        "seed": start,
        "pairs": None if pairs is None else [list(pair) for pair in chosen],
    }
    return engines.answer(
        "datasets_needed",
        {"t": t, **options},
        engine=engine,
        kind=Power,
        python=lambda: _power(t, test, wanted, level, adjust, counts, count, start, chosen),
    )


def check_sizes(sizes: Iterable[int] | None, n: int) -> tuple[int, ...]:
    """Return the sizes to examine, ascending and without repetition."""
    if sizes is None:
        return tuple(sorted({max(_SMALLEST, (quarter * n + 2) // 4) for quarter in _QUARTERS}))
    one = isinstance(sizes, Integral)
    given = [sizes] if one else check.listed("sizes", sizes, "whole numbers >= 2")
    checked = sorted({check.count("sizes", size, 2) for size in given})
    if not checked:
        raise ArgumentError("`sizes` must not be empty", expected="at least one size")
    return tuple(checked)


def check_chosen_pairs(
    pairs: Iterable[Pair] | None, classifiers: Sequence[str]
) -> tuple[Pair, ...]:
    """Return the pairs to examine: all, or those given, each of two methods of the table."""
    if pairs is None:
        first, second = np.triu_indices(len(classifiers), 1)
        return tuple((classifiers[i], classifiers[j]) for i, j in zip(first, second, strict=True))
    expected = "pairs of two different methods of the table"
    asked = check.listed("pairs", pairs, expected)
    chosen = tuple(tuple(check.listed("pairs", pair, expected)) for pair in asked)
    for pair in chosen:
        if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(classifiers):
            found = ", ".join(map(str, pair))
            raise ArgumentError(
                f"`pairs` must hold pairs of two different methods of the table, not ({found})",
                expected="pairs of two of: " + ", ".join(classifiers),
                found=found,
            )
    if not chosen:
        raise ArgumentError("`pairs` must not be empty", expected="at least one pair")
    seen: set[frozenset[str]] = set()
    for pair in chosen:
        if frozenset(pair) in seen:
            found = ", ".join(pair)
            raise ArgumentError(
                f"`pairs` must hold each pair only once, in either order, not ({found}) again",
                expected="every pair once",
                found=found,
            )
        seen.add(frozenset(pair))
    return chosen


def _power(
    t: ResultsTable,
    test: str,
    wanted: float,
    alpha: float,
    adjust: str,
    sizes: tuple[int, ...],
    repeats: int,
    seed: int,
    pairs: tuple[Pair, ...],
) -> Power:
    places = [[t.classifiers.index(name) for name in pair] for pair in pairs]
    correction = "none" if test == "nemenyi" else adjust
    single, family = np.empty((2, len(pairs), len(sizes)))
    for column, counts in enumerate(nested_resamples(seed, repeats, t.n_datasets, sizes)):
        alone, together = _rejections(t, test, np.array(places), counts, alpha, correction)
        single[:, column], family[:, column] = alone.mean(axis=0), together.mean(axis=0)
    doubts = {
        "observed-power": True,
        **_pilot(t, np.array(places)),
        **about_table(t),
        "mean-of-repeats": t.n_repeats > 1,
    }
    for curve in (single, family):
        curve.flags.writeable = False
    return Power(
        pairs=pairs,
        sizes=sizes,
        single=single,
        family=family,
        needed_single=first_reaching(single, sizes, wanted),
        needed=first_reaching(family, sizes, wanted),
        error=0.5 / math.sqrt(repeats),
        test=test,
        power=wanted,
        alpha=alpha,
        adjust=correction,
        repeats=repeats,
        seed=seed,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        notes=noted(notes.holding(doubts), correction, len(pairs) > 1, test),
        engine="python",
    )


def _pilot(t: ResultsTable, places: NDArray[np.intp]) -> dict[str, bool]:
    """Return which notes hold on the pilot: ties throughout, or too little that disagrees."""
    first, second = t.scores[:, places[:, 0]], t.scores[:, places[:, 1]]
    more, fewer = (first > second).any(axis=0), (first < second).any(axis=0)
    return {
        "no-difference": bool((~more & ~fewer).any()),
        "small-pilot": t.n_datasets < 10 or bool((more ^ fewer).any()),
    }


def nested_resamples(seed: int, repeats: int, n: int, sizes: Sequence[int]) -> Iterator[Floats]:
    """Yield for each size how often each dataset occurs in each resample, (repeats, n).

    Draw i of resample r is number i repeats + r of the stream "datasets-needed": the first draws
    are the same whatever the sizes.
    """
    counts = np.zeros((repeats, n))
    drawn = 0
    own = np.arange(repeats) * n
    for size in sizes:
        u = uniforms(seed, "datasets-needed", drawn * repeats, (size - drawn) * repeats)
        place = (u * n).astype(np.intp).reshape(size - drawn, repeats) + own
        counts += np.bincount(place.ravel(), minlength=repeats * n).reshape(repeats, n)
        drawn = size
        yield counts


def _rejections(
    t: ResultsTable, test: str, places: NDArray[np.intp], counts: Floats, alpha: float, adjust: str
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return in which resamples each pair differs: alone, and in the family."""
    if test == "nemenyi":
        doubled = doubled_ranks(t.scores, t.higher_is_better)
        gaps = tests.rank_gaps(counts, doubled)
        apart = np.abs(gaps[:, places[:, 0]] - gaps[:, places[:, 1]])
        differ = apart >= range_quantile(alpha, t.n_classifiers)
        return differ, differ
    pvalues = {
        "wilcoxon": tests.wilcoxon_pvalues,
        "sign_test": tests.sign_pvalues,
        "paired_t": tests.t_pvalues,
    }[test]
    # A quarter, so that no sum of two differences overflows; no test here depends on the unit.
    scores = whole(t.scores)[0].T / 4
    found = pvalues(counts, scores[places[:, 0]] - scores[places[:, 1]])
    level = alpha * (1 + _ROUNDING)
    return found <= level, adjusted(found, adjust, alpha) <= level


def first_reaching(curves: Floats, sizes: Sequence[int], wanted: float) -> Floats:
    """Return the smallest size at which each curve is at least ``wanted``; inf if none is."""
    reached = curves >= wanted
    first = np.array([*map(float, sizes)])[reached.argmax(axis=1)]
    return np.where(reached.any(axis=1), first, math.inf)
