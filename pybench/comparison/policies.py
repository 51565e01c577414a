"""Missing scores: the verdicts under each policy, and those that any scores can lead to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.catalogue import decision
from pybench.base.errors import ArgumentError
from pybench.base.noun import nouns
from pybench.base.printable import Sheet
from pybench.base.result import Result, format_p
from pybench.base.text import counted, lined, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.adjust import ADJUSTMENTS, LOGICAL
from pybench.comparison.conclusions import OMNIBUS
from pybench.comparison.fills import verdict_bounds
from pybench.comparison.friedman import FriedmanResult, friedman_test
from pybench.comparison.incomplete import common_counts
from pybench.comparison.metrics import TESTS, agreement_of, better_by, least_pvalues
from pybench.comparison.omnibus import OmnibusTest
from pybench.comparison.parts import at_level, incomplete_omnibus
from pybench.comparison.ranks import Ranked, ranked
from pybench.read.missing import check_missing, settled

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Limits = tuple[float, float]

#: What the policies say about a pair -> the same in a sentence.
AGREEMENTS = {
    "all": "significant under every policy, in the same direction",
    "some": "significant under some policies, in one direction",
    "opposite": "significant under several policies, in opposite directions",
    "none": "significant under no policy, which does not mean that the two are equal",
}
_SHOWN = 10


@dataclass(frozen=True, slots=True, eq=False)
class MissingPolicies(Result):
    """Verdicts on all pairs under several policies for missing scores, and under any scores."""

    policies: tuple[str, ...]  #: P policies, as `read_results` names them
    pairs: tuple[tuple[str, str], ...]  #: the m pairs, table order
    n_common: Ints  #: (m, P) datasets of each pair, with the scores that the policy fills in
    pvalues: Floats  #: (m, P) adjusted
    verdicts: Ints  #: (m, P): 1 first better, -1 second better, 0 neither shown
    agreement: tuple[str, ...]  #: (m,) "all", "some", "opposite" or "none"
    bounds: Ints  #: (m, 2) no missing scores lead to a lower or to a higher verdict than these
    settled: NDArray[np.bool_]  #: (m,) whether missing scores are known to lead to both bounds
    omnibus_tests: tuple[str, ...]  #: (P,) "friedman", "skillings_mack" or "durbin"
    omnibus_pvalues: Floats  #: (P,)
    n_missing: int  #: number of missing scores
    n_datasets: int  #: N
    n_classifiers: int  #: k
    limits: tuple[float, float] | None  #: of the missing scores in `bounds`; None: any number
    test: str  #: "wilcoxon" or "sign_test"
    adjust: str  #: correction for testing many pairs
    alpha: float  #: family-wise level, in (0, 1)
    notes: tuple[str, ...]  #: caveats of all tests, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "missing-policies/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair and policy: datasets, p-value, verdict, and the bounds."""
        import pandas as pd

        several = len(self.policies)
        return pd.DataFrame(
            {
                "classifier_1": np.repeat([pair[0] for pair in self.pairs], several),
                "classifier_2": np.repeat([pair[1] for pair in self.pairs], several),
                "policy": np.tile(self.policies, len(self.pairs)),
                "n_common": self.n_common.ravel(),
                "pvalue": self.pvalues.ravel(),
                "verdict": self.verdicts.ravel(),
                "agreement": np.repeat(self.agreement, several),
                "verdict_low": np.repeat(self.bounds[:, 0], several),
                "verdict_high": np.repeat(self.bounds[:, 1], several),
                "settled": np.repeat(self.settled, several),
            }
        )

    def _sheet(self, letters: bool) -> Sheet:
        import pandas as pd

        frame: dict[str, Any] = {
            "classifier_1": [pair[0] for pair in self.pairs],
            "classifier_2": [pair[1] for pair in self.pairs],
        }
        bold = {}
        for i, policy in enumerate(self.policies):
            frame[f"{policy}: datasets"] = self.n_common[:, i]
            frame[f"{policy}: p"] = self.pvalues[:, i]
            bold[f"{policy}: p"] = (self.verdicts[:, i] != 0).tolist()
        rows = range(len(self.pairs))
        frame["better under"] = [self._better(row) for row in rows]
        frame["any scores"] = [
            self._bounded(row) + "; not settled" * (not self.settled[row]) for row in rows
        ]
        sheet = Sheet(pd.DataFrame(frame), bold, f"Bold p: significant at alpha = {self.alpha:g}.")
        unsettled = "; not settled: at most these" * (not self.settled.all())
        sheet.notes = [("any scores", f"Any scores: {self._meaning()}{unsettled}.")]
        return sheet

    def _better(self, row: int) -> str:
        return better_by(self.pairs[row], self.verdicts[row], self.policies)

    def _bounded(self, row: int) -> str:
        """Say which verdicts on a pair are possible, whatever the missing scores are."""
        low, high = self.bounds[row].tolist()
        better = [name for name, found in zip(self.pairs[row], (high == 1, low == -1), strict=True)
                  if found]  # fmt: skip
        if low == high:
            return f"{better[0]} better" if better else "no difference shown"
        shown = "" if low == 1 or high == -1 else ", or no difference shown"
        return " or ".join(better) + " better" + shown

    def _named(self, row: int) -> str:
        return " and ".join(self.pairs[row])

    def _meaning(self) -> str:
        of = "of any size" if self.limits is None else "from {:g} to {:g}".format(*self.limits)
        return f"verdicts that missing scores {of} can lead to"

    def _of_policies(self) -> Iterator[str]:
        """Yield a line per policy."""
        names = {"friedman": "Friedman", **OMNIBUS}
        for i, policy in enumerate(self.policies):
            least, most = self.n_common[:, i].min(), self.n_common[:, i].max()
            size = f"{least}" if least == most else f"{least} to {most}"
            bound = least_pvalues(self.n_common[:, i], self.adjust).min()
            unable = f", where no p can be below {bound:.4g}" if bound > self.alpha else ""
            yield (
                f"  {policy}: {names[self.omnibus_tests[i]]} test p "
                f"{format_p(self.omnibus_pvalues[i])}; {np.count_nonzero(self.verdicts[:, i])} of "
                f"{counted(len(self.pairs), 'pair')} differ significantly, on {size} datasets "
                f"each{unable}"
            )

    def _of_pairs(self) -> Iterator[str]:
        """Yield how many pairs differ under all, some or no policies, and which."""
        for key, meaning in AGREEMENTS.items():
            rows = [row for row, found in enumerate(self.agreement) if found == key]
            if rows or key != "opposite":
                yield f"  {meaning}: {counted(len(rows), 'pair')}"
                named = rows if key != "none" else []
                yield from _first([
                    better_by(self.pairs[row], self.verdicts[row], self.policies, " better than ")
                    for row in named
                ])  # fmt: skip

    def _of_bounds(self) -> Iterator[str]:
        low, high = self.bounds.T
        open_ = low != high
        yield f"  {self._meaning()}:"
        for chosen, meaning in (
            (~open_ & (low != 0), "always significant, in the same direction"),
            (~open_ & (low == 0), "never significant"),
            (open_ & self.settled, "not always the same"),
            (open_ & ~self.settled, "not settled, at most these verdicts"),
        ):
            rows = np.flatnonzero(chosen)
            if len(rows) or not meaning.startswith("not settled"):
                yield f"    {meaning}: {counted(len(rows), 'pair')}"
            if meaning != "never significant":
                yield from _first([f"{self._named(row)}: {self._bounded(row)}" for row in rows], 6)

    def __str__(self) -> str:
        cells = self.n_datasets * self.n_classifiers
        lines = [
            f"Verdicts under {len(self.policies)} polic{'y' if len(self.policies) == 1 else 'ies'} "
            f"for missing scores; engine {self.engine}",
            f"  {decision(self.test, self.alpha, self.adjust)}",
            f"  {self.n_classifiers} {nouns()} on {self.n_datasets} datasets, {self.n_missing} of "
            f"{cells} scores missing",
            *map(without_controls, (*self._of_policies(), *self._of_pairs(), *self._of_bounds())),
        ]
        return lined([*lines, *notes.lines(self.notes)])


def _first(items: Sequence[str], indent: int = 4) -> Iterator[str]:
    """Yield the first few, one per line, and how many more there are."""
    yield from (f"{' ' * indent}{item}" for item in items[:_SHOWN])
    if len(items) > _SHOWN:
        yield f"{' ' * indent}and {counted(len(items) - _SHOWN, 'pair')} more"


def missing_policies(
    t: ResultsTable,
    policies: Sequence[str] | None = None,
    alpha: float = 0.05,
    test: str = "wilcoxon",
    adjust: str = "holm",
    limits: Limits | None = None,
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> MissingPolicies:
    """Compare all pairs under several policies for missing scores, and bound the verdicts.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets, read with ``missing="pairwise"``.
    policies : sequence of str, optional
        Policies of `read_results`: "drop", "pairwise", "worst", "impute:<method>". Default: "drop"
        (if two datasets have every score), "pairwise" and "worst".
    alpha : float in (0, 1)
        Family-wise level.
    test : {"wilcoxon", "sign_test"}
        Test of each pair of methods, two-sided.
    adjust : str
        Correction of the p-values, see `adjust`; neither "shaffer" nor "bergmann".
    limits : tuple of two floats, optional
        The smallest and the largest value that a missing score can have, such as (0, 1) for
        accuracy. Default: it can be any number.
    tie_tol : "decimal", float or "auto"
        See `ranks`. A number above 0 weakens ``bounds`` of "wilcoxon", see the Notes.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    MissingPolicies
        ``agreement`` has a word for each pair. "all": every policy finds a significant difference
        in the same direction; "some": some policies do, and none the opposite; "opposite": policies
        find opposite directions; "none": no policy finds a significant difference, which does not
        mean that the two are equal. ``bounds`` has the lowest and the highest verdict on each pair:
        no missing scores lead to another verdict. If both are 1, the first method is significantly
        better whatever the missing scores are. ``settled`` says whether missing scores are known
        that lead to the lowest verdict, and some that lead to the highest; if not, the truth can be
        narrower, see the Notes.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, a pair with fewer than 2 datasets in common, or a policy
        that leaves fewer than 2 datasets or cannot fill in a score.
    ArgumentError
        An argument out of its range, an unknown policy, or a score outside ``limits``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    ``bounds`` follow Horowitz and Manski (2000, *Journal of the American Statistical Association*
    95, 77-84), who let missing values take every possible value. For each pair, they need the
    smallest and the largest p-value that missing scores can lead to, in favour of either method:

    * "sign_test": exact. They are those of the scores most favourable to the one method, and to
      the other.
    * "wilcoxon": the most favourable scores do not always have the smallest p-value, since a score
      that makes two differences tie can have a smaller one, and so can a score that makes a
      difference 0. For seven differences -1, 2, -3, 4, 5, 6, 7 and one missing, p is 14/256 with a
      large difference, but 12/256 with 4. The p-values are exact if all orders of the differences
      can be tried, as for a pair that lacks a score on one of up to 400 datasets, or on two of up
      to 30. Otherwise they are bounds, outside which no p-value is.

    The correction for many pairs then uses, for every other pair, its smallest or its largest
    p-value. The missing scores of one table need not lead to all of these at once, so ``bounds``
    can be further apart than necessary. Therefore ``settled`` is True if the verdicts with the
    missing scores most favourable to each single method reach both bounds, or if the p-values of
    the pair are exact and not corrected.

    Scores that tie, or whose differences tie, are assumed to do so whatever the missing scores are.
    With a number as ``tie_tol``, ties of differences are chained (see `ranks`): a missing score can
    then tie two differences that do not tie without it. ``bounds`` of "wilcoxon" leave this out, so
    that missing scores can then lead to a verdict outside them; with "decimal" or 0 they cannot.

    All methods are tested by Friedman's test if a policy leaves no score missing, and otherwise by
    `skillings_mack` or `durbin`, as in `compare`.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, None], [6, 5, 2], [7, 6, 3], [9, 8, 5], [8, 7, 1]],
    ...     missing="pairwise", datasets=list("uvwxyz"), classifiers=["a", "b", "c"],
    ...     higher_is_better=True)
    >>> found = pb.missing_policies(t, alpha=0.1)
    >>> found.agreement
    ('some', 'some', 'some')
    >>> found.bounds.tolist()
    [[1, 1], [0, 1], [0, 1]]
    """
    table = ranked(t, tie_tol, pairwise=True, one_metric=test == "wilcoxon")
    level = check.level("alpha", alpha)
    check.choice("test", test, TESTS)
    check.choice("adjust", adjust, [name for name in ADJUSTMENTS if name not in LOGICAL])
    within = _limits(t, limits)
    chosen = _policies(t, policies)
    return engines.answer(
        "missing_policies",
        {
            "t": t,
            "policies": list(chosen),
            "alpha": level,
            "test": test,
            "adjust": adjust,
            "limits": within,
            "tie_tol": table.tie_tol,
        },
        engine=engine,
        kind=MissingPolicies,
        python=lambda: _missing_policies(table, chosen, level, test, adjust, within),
    )


def _policies(t: ResultsTable, given: Sequence[str] | None) -> tuple[str, ...]:
    if given is None:
        whole = int((t.scores == t.scores).all(axis=1).sum())
        return ("drop", "pairwise", "worst") if whole >= 2 else ("pairwise", "worst")
    chosen = tuple(check.listed("policies", given, "policies"))
    for policy in chosen:
        if check_missing(policy) == "error":
            chosen = ()
    if not chosen or len(set(chosen)) < len(chosen):
        raise ArgumentError(
            '`policies` must be policies for missing scores, each once, and not "error"',
            expected='such as "drop", "pairwise", "worst", "impute:<method>"',
            found=repr(given),
        )
    return chosen


def _limits(t: ResultsTable, given: object) -> Limits | None:
    if given is None:
        return None
    pair = check.listed("limits", given, "two numbers")
    numbers = [x for x in pair if isinstance(x, (int, float)) and math.isfinite(x)]
    if len(pair) != 2 or len(numbers) != 2 or numbers[0] >= numbers[1]:
        raise ArgumentError(
            "`limits` must be two finite numbers, the smaller first",
            expected="two numbers, such as (0, 1)",
            found=repr(given),
        )
    low, high = map(float, numbers)
    least, most = float(np.nanmin(t.scores)), float(np.nanmax(t.scores))
    if least < low or most > high:
        raise ArgumentError(
            f"`limits` must include every score: the scores are {least:.15g} to {most:.15g}",
            expected=f"a range that includes {least:.15g} to {most:.15g}",
            found=f"{low:.15g} to {high:.15g}",
        )
    return low, high


def _missing_policies(
    table: Ranked,
    policies: tuple[str, ...],
    alpha: float,
    test: str,
    adjust: str,
    limits: Limits | None,
) -> MissingPolicies:
    t = replace(table.results, by_repeat=None)  # single repeats are not filled in
    rows, columns = np.triu_indices(t.n_classifiers, 1)
    under = [settled(t, policy) for policy in policies]
    options: dict[str, Any] = {"adjust": adjust, "tie_tol": table.tie_tol, "engine": "python"}
    tests = [TESTS[test](one, **options).at_level(alpha) for one in under]
    whole = [_omnibus(ranked(one, table.tie_tol, pairwise=True), alpha) for one in under]
    verdicts = np.column_stack([one.verdicts.to_numpy()[rows, columns] for one in tests])
    filled = [TESTS[test](_favouring(t, j, limits), **options) for j in range(t.n_classifiers)]
    reached = [one.at_level(alpha).verdicts.to_numpy()[rows, columns] for one in filled]
    bounds, sure = verdict_bounds(
        t, (rows, columns), limits, table.tie_tol, test, adjust, alpha, np.array(reached)
    )
    return MissingPolicies(
        policies=policies,
        pairs=tuple(
            (t.classifiers[i], t.classifiers[j]) for i, j in zip(rows, columns, strict=True)
        ),
        n_common=np.column_stack([common_counts(one.scores)[rows, columns] for one in under]),
        pvalues=np.column_stack([one.pvalues.to_numpy()[rows, columns] for one in tests]),
        verdicts=np.asarray(verdicts, np.int64),
        agreement=tuple(map(agreement_of, verdicts.tolist())),
        bounds=bounds,
        settled=sure,
        omnibus_tests=tuple(
            one.test if isinstance(one, OmnibusTest) else "friedman" for one in whole
        ),
        omnibus_pvalues=np.array([one.pvalue for one in whole]),
        n_missing=t.n_missing,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        limits=limits,
        test=test,
        adjust=adjust,
        alpha=alpha,
        notes=notes.ordered([note for one in (*tests, *whole) for note in one.notes]),
        engine="python",
    )


def _omnibus(table: Ranked, alpha: float) -> FriedmanResult | OmnibusTest:
    if table.results.n_missing:
        return at_level(table, alpha, incomplete_omnibus)
    return at_level(table, alpha, partial(friedman_test, method="chi-square"))


def _favouring(t: ResultsTable, j: int, limits: Limits | None) -> ResultsTable:
    """Return the table with the missing scores that are most favourable to method ``j``.

    Without limits they are a power of ten, of either sign, that is at least ten times as large as
    any score: they differ from every score by more than two scores can. A power of ten has few
    digits, so that differences of scores tie as before.
    """
    if limits is None:
        size = float(np.nanmax(np.abs(t.scores)))
        exponent = math.ceil(math.log10(size)) + 1 if size else 0
        far = float(f"1e{min(exponent, 308)}")
        limits = -far, far
    worst, best = limits if t.higher_is_better else limits[::-1]
    own = np.arange(t.n_classifiers) == j
    scores = np.where(t.scores == t.scores, t.scores, np.where(own, best, worst))
    return replace(t, scores=scores, n_available=None)
