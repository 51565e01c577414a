"""Possible verdicts among a few methods, over all sets of other methods."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.stream import uniforms
from pybench.base.text import counted, lined, strangers
from pybench.bridge import engine as engines
from pybench.comparison import subsets
from pybench.comparison.adjust import check_adjust, noted
from pybench.comparison.ranks import Ranked, ranked
from pybench.comparison.signedrank import ZERO_METHODS
from pybench.comparison.wilcoxon import signed_rank_test

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Bools = NDArray[np.bool_]

TESTS = ("wilcoxon", "nemenyi")


@dataclass(frozen=True, slots=True, eq=False)
class CorePatterns(Result):
    """Every pattern of verdicts within a core of methods, and in how many sets it occurs."""

    core: tuple[str, ...]  #: methods in every set
    extra: int  #: number of other methods in each set
    patterns: pd.DataFrame  #: (P, 1 + pairs): number of sets, then 1 per pair that differs
    examples: tuple[tuple[str, ...], ...]  #: example sets of other methods, pattern after pattern
    example_pattern: tuple[int, ...]  #: the pattern of each example, counted from 1
    n_sets: int  #: number of sets of other methods; all are examined
    test: str  #: "wilcoxon" or "nemenyi"
    adjust: str  #: correction for testing all pairs of a set; "single-step" for Nemenyi
    zero_method: str  #: treatment of equal scores in the signed-rank test
    alpha: float  #: level in (0, 1)
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "core-patterns/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pattern: number of sets, share of sets, verdict of every pair."""
        frame = self.patterns.astype(dict.fromkeys(self.patterns.columns[1:], bool))
        frame["sets"] = frame["sets"].astype(int)
        frame.insert(1, "share", frame["sets"] / self.n_sets)
        return frame.rename_axis("pattern").reset_index()

    def __str__(self) -> str:
        pairs = list(self.patterns.columns[1:])
        lines = [
            f"Patterns of verdicts within {', '.join(self.core)}: "
            f"{counted(len(self.patterns), 'pattern')} over {counted(self.n_sets, 'set')} of "
            f"{counted(self.extra, 'other')}",
            f"  test {self.test}, adjustment {self.adjust}, alpha {self.alpha:g}, "
            f"{self.n_datasets} datasets; engine {self.engine}",
        ]
        for number, row in enumerate(self.patterns.to_numpy(), 1):
            alike = [pair for pair, differs in zip(pairs, row[1:], strict=True) if not differs]
            joined = ", ".join(alike) if alike else "none"
            lines.append(
                f"  {number}: {counted(int(row[0]), 'set')}; not shown to differ: {joined}"
            )
            at = self.example_pattern.index(number) if number in self.example_pattern else None
            if at is not None and self.examples[at]:
                lines.append(f"     for example with {', '.join(self.examples[at])}")
        return lined([*lines, *notes.lines(self.notes)])


def core_patterns(
    t: ResultsTable,
    core: Sequence[str],
    extra: int = 4,
    alpha: float = 0.05,
    test: str = "wilcoxon",
    adjust: str = "holm",
    *,
    zero_method: str = "wilcox",
    examples: int = 5,
    limit: int = 1_000_000,
    seed: int = 0,
    engine: str | None = None,
) -> CorePatterns:
    r"""Count which pairs of a core of methods differ significantly, over all sets of other methods.

    A few given methods, the core, are tested together with every set of ``extra`` other methods.
    The pairs of the core that differ significantly in such a test form a pattern; the result counts
    how often each pattern occurs.

    Parameters
    ----------
    t : ResultsTable
        Scores of k methods on N >= 2 datasets.
    core : sequence of str
        2 or more methods of the table.
    extra : int
        Number of other methods in a set, 0 to k - len(core).
    alpha : float in (0, 1)
        Level of the test within each set.
    test : {"wilcoxon", "nemenyi"}
        "wilcoxon": signed-rank tests of all pairs of a set. "nemenyi": the Nemenyi test, by mean
        ranks within the set.
    adjust : str
        Correction for testing all pairs of a set, as for `wilcoxon`. It is ignored for "nemenyi",
        which needs no correction.
    zero_method : str
        As for `wilcoxon`.
    examples : int, >= 0
        Number of sets to list as examples of each pattern, chosen at random.
    limit : int
        Largest number of sets; if there are more, an error is raised.
    seed : int
        Seed of the choice of examples.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    CorePatterns
        Patterns are ordered by the number of pairs that differ significantly, the largest number
        first. Patterns with the same number are ordered by the first pair that differs.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        A core that is not 2 or more different methods of the table, an argument out of its range,
        or more sets than ``limit``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ.

    Notes
    -----
    All :math:`\binom{k - c}{e}` sets of e = ``extra`` other methods are examined, where c is the
    size of the core. With "wilcoxon" a pair has the same raw p-value in every set; the p-value
    adjusted by Holm's correction also depends on the other pairs in the set. With "nemenyi",
    methods are ranked again within each set; the verdicts use the limiting distribution, even in
    sets of two methods, where `nemenyi` uses permutations. In Ismail-Fawaz et al. (2023), *An
    approach to multiple comparison benchmark evaluations that is stable under manipulation of the
    comparate set*, the figure "stability-holm" shows such counts.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[9, 8, 7, 6, 1], [8, 9, 7, 5, 2], [9, 7, 8, 5, 3], [9, 6, 8, 4, 4]] * 3
    >>> t = pb.read_results(scores, datasets=[f"d{i}" for i in range(12)],
    ...     classifiers=list("abcde"), higher_is_better=True)
    >>> result = pb.core_patterns(t, ["a", "b"], extra=1)
    >>> result.n_sets, int(result.patterns["sets"].sum())
    (3, 3)
    """
    level = check.level("alpha", alpha)
    check_test(test, adjust, zero_method)
    table = ranked(t, one_metric=test == "wilcoxon")
    members = _check_core(core, t)
    others = check.count("extra", extra, 0)
    if others > t.n_classifiers - len(members):
        left = t.n_classifiers - len(members)
        raise ArgumentError(
            f"`extra` must be at most {left}, the number of methods outside `core`, not {others}",
            expected=f"at most {left}",
            found=str(others),
        )
    shown = check.count("examples", examples, 0)
    most = check.count("limit", limit, 1)
    count = math.comb(t.n_classifiers - len(members), others)
    subsets.require_affordable(count, most, "sets of other methods")
    start = check.seed(seed)
    options = {
        "core": list(core),
        "extra": others,
        "alpha": level,
        "test": test,
        "adjust": adjust,
        "zero_method": zero_method,
        "examples": shown,
        "limit": most,
        "seed": start,
    }
    return engines.answer(
        "core_patterns",
        {"t": t, **options},
        engine=engine,
        kind=CorePatterns,
        python=lambda: _core_patterns(
            table, members, others, level, test, adjust, zero_method, shown, start
        ),
    )


def _core_patterns(
    table: Ranked,
    core: list[int],
    extra: int,
    alpha: float,
    test: str,
    adjust: str,
    zero_method: str,
    examples: int,
    seed: int,
) -> CorePatterns:
    import pandas as pd

    names = table.names
    sets, others = sets_beside(table.k, core, extra)
    differs = verdicts(table, sets, core, test, adjust, zero_method, alpha)
    found, which, counts = np.unique(differs, axis=0, return_inverse=True, return_counts=True)
    # np.unique sorts False before True in each column; most differences first, then reversed.
    order = np.lexsort((-np.arange(len(found)), -found.sum(axis=1)))
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(1, len(order) + 1)
    pattern = number[which.ravel()]
    chosen = _examples(pattern, examples, seed)
    shares = np.column_stack([counts[order], found[order]]).astype(float)
    labels = ["sets", *(f"{names[i]} vs {names[j]}" for i, j in pairs_of(core))]
    return CorePatterns(
        core=tuple(names[i] for i in core),
        extra=extra,
        patterns=pd.DataFrame(
            shares, index=[str(i + 1) for i in range(len(shares))], columns=labels
        ),
        examples=tuple(tuple(names[c] for c in np.flatnonzero(others[i])) for i in chosen),
        example_pattern=tuple(int(pattern[i]) for i in chosen),
        n_sets=len(sets),
        test=test,
        adjust=adjust if test == "wilcoxon" else "single-step",
        zero_method=zero_method,
        alpha=alpha,
        n_datasets=table.n,
        n_classifiers=table.k,
        notes=noted(notes.holding(table.caveats()), adjust, table.k > 2, test),
        engine="python",
    )


def _examples(pattern: NDArray[np.int64], count: int, seed: int) -> list[int]:
    """Choose sets of each pattern at random; return them by pattern, in listed order."""
    u = uniforms(seed, "core-patterns", 0, len(pattern))
    chosen: list[int] = []
    for number in range(1, int(pattern.max()) + 1):
        rows = np.flatnonzero(pattern == number)
        first = rows[np.argsort(u[rows], kind="stable")[:count]]
        chosen += np.sort(first).tolist()
    return chosen


def sets_beside(k: int, core: Sequence[int], extra: int) -> tuple[Bools, Bools]:
    """Return all sets of a core and ``extra`` others, and the others alone; both (M, k)."""
    rest = np.setdiff1d(np.arange(k), core)
    others = np.zeros((math.comb(len(rest), extra), k), bool)
    others[:, rest] = subsets.sets_of_sizes(len(rest), [extra])
    sets = others.copy()
    sets[:, list(core)] = True
    return sets, others


def pairs_of(core: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of a core in its own order."""
    return [(i, j) for at, i in enumerate(core) for j in core[at + 1 :]]


def verdicts(
    table: Ranked,
    sets: Bools,
    core: Sequence[int],
    test: str,
    adjust: str,
    zero_method: str,
    alpha: float,
) -> Bools:
    """Return which pairs of a core differ in each set; (M, pairs of the core)."""
    k = table.k
    wanted = pairs_of(core)
    if test == "nemenyi":
        return _by_ranks(table.doubled, sets, wanted, alpha)
    first, second = np.triu_indices(k, 1)
    signed = signed_rank_test(table, zero_method)
    raw = signed.pvalues_raw.to_numpy()[first, second]
    place = np.zeros((k, k), np.int64)
    place[first, second] = place[second, first] = np.arange(len(first))
    columns = [place[i, j] for i, j in wanted]
    result = np.empty((len(sets), len(wanted)), bool)
    for block in subsets.blocks(sets, len(first)):
        inside = sets[block][:, first] & sets[block][:, second]
        result[block] = subsets.rejects(raw, inside, adjust, alpha)[:, columns]
    return result


def _by_ranks(
    doubled: NDArray[np.int32], sets: Bools, wanted: list[tuple[int, int]], alpha: float
) -> Bools:
    sums = subsets.rank_sums(subsets.doubled_losses(doubled), sets)
    critical = subsets.critical_gaps(len(doubled), sets.sum(axis=1), alpha)
    first, second = (list(side) for side in zip(*wanted, strict=True))
    return np.asarray(np.abs(sums[:, first] - sums[:, second]) >= critical[:, None])


def check_test(test: object, adjust: object, zero_method: object) -> None:
    """Check the options of the tests."""
    check.choice("test", test, TESTS)
    check_adjust(adjust)
    check.choice("zero_method", zero_method, ZERO_METHODS)


def _check_core(names: Iterable[str], t: ResultsTable) -> list[int]:
    """Return the positions of two or more different methods of the table."""
    listed = check.listed("core", names, "at least 2 different methods of the table")
    if 2 <= len(set(listed)) == len(listed) and set(listed) <= set(t.classifiers):
        return [t.classifiers.index(name) for name in listed]
    raise ArgumentError(
        "`core` must be at least 2 different methods of the table",
        expected="at least 2 of: " + ", ".join(t.classifiers),
        found=repr(names),
        hint=strangers(listed, t.classifiers),
    )
