"""The content of a critical difference diagram."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import catalogue, check, notes
from pybench.base.labels import labels_for
from pybench.base.noun import noun
from pybench.base.printable import Sheet, with_letters
from pybench.base.result import Result
from pybench.base.tables import NONE
from pybench.base.text import lined
from pybench.bridge import engine as engines
from pybench.comparison.cliques import by_rank, cliques, letters
from pybench.comparison.friedman import CONVENTIONS
from pybench.comparison.nemenyi import NemenyiResult, nemenyi_test
from pybench.comparison.pairs import PairwiseTest
from pybench.comparison.ranks import Ranked, ranked
from pybench.comparison.subsets import critical_gap
from pybench.comparison.verdicts import (
    DUNN,
    Verdicts,
    check_request,
    given_pvalues,
    is_named,
    require_fitting,
    require_same_table,
    verdicts,
)

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

_SENT = ("pvalues", "pvalues_raw", "directions", "verdicts")  # fields of a test sent to R
_SHOWN = 5  # pairs named in the text
Cliques = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class CriticalDifference(Result):
    """Methods on an axis of mean ranks, and those that do not differ significantly."""

    classifiers: tuple[str, ...]  #: by (mean rank, name), best first
    mean_ranks: NDArray[np.float64]  #: (k,) in [1, k], in that order
    cliques: tuple[tuple[str, ...], ...]  #: bars: maximal sets that do not differ; () with control
    pvalues: pd.DataFrame  #: adjusted, in that order: (k, k), diagonal 1; (k - 1, 1) with a control
    significant: NDArray[np.bool_]  #: (k, k), in that order: whether a pair differs
    verdicts: NDArray[np.int64]  #: same shape: 1 row better, -1 row worse, 0 neither shown
    against: tuple[tuple[str, str], ...]  #: (better, worse) pairs whose mean ranks do not agree
    critical_difference: float | None  #: as a difference of mean ranks; None if the test has none
    test: str  #: the test that decided: "nemenyi", "wilcoxon", ...; "p-values" if given
    adjust: str  #: correction for testing many pairs
    control: str | None  #: the method that all others are compared with, or None: all pairs
    alpha: float  #: family-wise level in (0, 1)
    convention: str  #: "standard", or the package whose numbers are reproduced
    n_datasets: int  #: N
    metric: str | None  #: what the scores measure
    higher_is_better: bool  #: direction of the metric; rank 1 is best either way
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "critical-difference/3"

    @property
    def apart(self) -> tuple[str, ...]:
        """The methods that differ from the control, best first; () without a control."""
        if self.control is None:
            return ()
        column = self.significant[:, self.classifiers.index(self.control)]
        return tuple(
            name for name, differs in zip(self.classifiers, column, strict=True) if differs
        )

    def differing(self) -> str:
        """Return a sentence on which methods are significantly better or worse than the control."""
        how = {1: " (better)", 0: "", -1: " (worse)"}
        control = self.classifiers.index(self.control) if self.control else 0
        verdicts = dict(zip(self.classifiers, self.verdicts[:, control].tolist(), strict=True))
        return ", ".join(name + how[verdicts[name]] for name in self.apart) or "none"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per method: name, mean rank, the bars (1-based) that cover it.

        With a control, a row also has the adjusted p-value against the control, whether the two
        differ significantly, and the verdict: 1 if better than the control, -1 if worse, 0 if
        neither is shown to be better.
        """
        import pandas as pd

        bars = [
            ", ".join(str(i) for i, clique in enumerate(self.cliques, 1) if name in clique)
            for name in self.classifiers
        ]
        columns = {"classifier": list(self.classifiers), "mean_rank": self.mean_ranks, "bars": bars}
        frame = pd.DataFrame(columns)
        if self.control is not None:
            against = self.pvalues[self.control].reindex(list(self.classifiers), fill_value=1.0)
            frame["pvalue"] = against.to_numpy()
            frame["differs"] = frame["classifier"].isin(self.apart)
            frame["verdict"] = self.verdicts[:, self.classifiers.index(self.control)]
        return frame

    def letters(self) -> list[str] | None:
        """Return the letters of each method in a compact letter display, best method first.

        Two methods share a letter exactly if they do not differ significantly (see
        `pybench.comparison.cliques.letters`). None with a control, and where letters cannot show
        the verdicts.
        """
        if self.control is not None:
            return None
        return letters(self.classifiers, self.cliques, self.significant)

    def _sheet(self, letters: bool) -> Sheet:
        decided = catalogue.decision(self.test, self.alpha, self.adjust, self.convention)
        sheet = Sheet(self.to_frame().drop(columns=["bars"]))
        sheet.caveats = [key for key in self.notes if key != "not-an-interval"]  # it is about bars
        if self.control is None:
            return with_letters(sheet, self.letters(), decided) if letters else sheet
        words = {1: "better", -1: "worse", 0: NONE}
        own = sheet.frame["classifier"] == self.control
        sheet.frame["pvalue"] = sheet.frame["pvalue"].mask(own)
        sheet.frame["verdict"] = sheet.frame["verdict"].map(words).mask(own, "control")
        apart = self.significant[:, self.classifiers.index(self.control)].tolist()
        sheet.frame = sheet.frame.drop(columns=["differs"])
        sheet.bold = {"pvalue": apart}
        control = labels_for([self.control], None)[0]
        sheet.bold_note = f"Bold p: the {noun()} and {control} differ significantly."
        meaning = (
            f"p and verdict: against {control} ({decided}); {NONE} where neither is significantly "
            "better, which does not mean that the two are equal."
        )
        sheet.notes.append(("", meaning))
        return sheet

    def __str__(self) -> str:
        width = "" if self.critical_difference is None else f", CD = {self.critical_difference:.4f}"
        against = "" if self.control is None else f", all against {self.control}"
        lines = [
            f"Critical difference diagram ({self.test}{against}, adjustment {self.adjust}, "
            f"alpha = {self.alpha:g}{width}, {self.n_datasets} datasets; convention "
            f"{self.convention})",
            *(
                f"  {rank:7.3f}  {name}"
                for name, rank in zip(self.classifiers, self.mean_ranks, strict=True)
            ),
            *("  no significant difference: " + ", ".join(clique) for clique in self.cliques),
        ]
        if self.control is not None:
            lines.append(f"  differ significantly from {self.control}: {self.differing()}")
        if self.against:
            shown = [f"{better} better than {worse}" for better, worse in self.against]
            more = [f"and {len(shown) - _SHOWN} more"] if len(shown) > _SHOWN else []
            lines.append(f"  against the mean ranks: {'; '.join(shown[:_SHOWN] + more)}")
        return lined([*lines, *notes.lines(self.notes)])


def critical_difference(
    t: ResultsTable,
    test: str | NemenyiResult | PairwiseTest | pd.DataFrame = "nemenyi",
    alpha: float = 0.05,
    *,
    adjust: str | None = None,
    control: str | None = None,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> CriticalDifference:
    r"""Compute the content of a critical difference diagram, by any test of pairs.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    test : str, NemenyiResult, PairwiseTest or pandas.DataFrame
        The test that decides which pairs differ. (The positions of the methods are always their
        mean ranks; if scores are missing, the means of their ranks among the scores present,
        rescaled to 1 to k, on the datasets with two scores or more on which they have one.) One of:

        * A name: "nemenyi" (Demšar 2006), "wilcoxon" (signed ranks with Holm's correction:
          Benavoli, Corani & Mangili 2016), "bonferroni-dunn" (all methods against a control), or
          the name of the function of another test of pairs, such as "sign_test" or "conover". The
          error message for a wrong name lists all names.
        * The result of `nemenyi` for the same table; its verdicts are recomputed at `alpha`.
        * Another two-sided `PairwiseTest` of the same table.
        * A symmetric (k, k) data frame of p-values in [0, 1]. Its rows and columns are named by the
          methods, in any order, and its diagonal is ignored.
    alpha : float in (0, 1)
        Family-wise level.
    adjust : str, optional
        Correction for testing many pairs. By default, the correction of the test is used: "holm",
        or "none" if `test` is a data frame of p-values. "nemenyi", "bonferroni-dunn" and "miller"
        accept no `adjust`, since they include an adjustment. If `test` is a `PairwiseTest`, its
        adjusted p-values are used. If `adjust` or another `control` is given as well, the raw
        p-values of the `PairwiseTest` are adjusted instead.
    control : str, optional
        Compare all other methods with this method only. The family then has k - 1 hypotheses.
    convention : str
        Convention of the test that `test` names, such as "scmamp". Only some tests have
        conventions; the function of the test lists them.
    tie_tol, engine
        See `nemenyi`.

    Returns
    -------
    CriticalDifference

    Raises
    ------
    ResultsTableError, LanguagesDisagree
        For the same reasons as `nemenyi`.
    ArgumentError
        An unknown test; options that the test does not accept; the result of a one-sided test or of
        a test of another table; p-values that are not symmetric, outside [0, 1] or missing; or more
        than 10,000 bars.

    Notes
    -----
    The diagram is that of Demšar (2006), JMLR 7, figure 1(a). A pair differs significantly if its
    adjusted p <= alpha. A bar joins a set of methods of which no two differ significantly; no other
    method can be added to the set. Any two methods that do not differ significantly share at least
    one bar. If two methods differ significantly, the statistic of the test says which one is
    better; see ``verdicts``. The mean ranks of the pair may favour the other method; ``against``
    names such pairs. p-values given as a frame have no direction: mean ranks are used instead (note
    ``direction-by-mean-ranks``), and a verdict is 0 if the mean ranks are equal. With a control, as
    in figure 1(b), there are no bars, only verdicts on the pairs with the control. The
    Bonferroni-Dunn test (Dunn 1961; Demšar 2006, p. 13) has, for two mean ranks that are d apart,
    with the standard normal distribution function :math:`\Phi` and its upper quantiles z,

    .. math:: p = \min\Bigl(1, 2(k-1)\,\Phi\bigl(-|d| / s\bigr)\Bigr), \qquad
       CD = z_{\alpha / (2(k-1))}\, s, \qquad s = \sqrt{\frac{k(k+1)}{6N}}

    Mean ranks depend on all methods in the table; the Wilcoxon test compares a pair by the scores
    of its two methods only (Benavoli, Corani & Mangili 2016, JMLR 17).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.critical_difference(t).to_frame()["bars"].tolist()
    ['1', '1, 2', '2']
    >>> pb.critical_difference(t, pb.siegel(t, control="c", reference="limit")).apart
    ('a',)
    """
    ranks_decide = isinstance(test, NemenyiResult) or is_named(test, "nemenyi", DUNN)
    table = ranked(t, tie_tol, complete=ranks_decide)
    if isinstance(test, NemenyiResult):
        require_same_table(table, test)
        convention, test = test.convention, "nemenyi"
    check_request(table.names, test, adjust, control)
    if isinstance(test, PairwiseTest):
        check.choice("convention", convention, ("standard",))
        require_fitting(table, test, control)
    level = check.level("alpha", alpha)
    if is_named(test, "nemenyi"):
        check.choice("convention", convention, CONVENTIONS)
    options = {
        "test": _for_r(table.names, test),
        "alpha": level,
        "adjust": adjust,
        "control": control,
        "convention": convention,
        "tie_tol": table.tie_tol,
    }
    return engines.answer(
        "critical_difference",
        {"t": t, **options},
        engine=engine,
        kind=CriticalDifference,
        python=lambda: critical_diagram(table, test, level, adjust, control, convention),
    )


def _for_r(names: list[str], test: object) -> object:
    """Return the test as R takes it: a name, or the fields of a test or matrix."""
    if isinstance(test, str):
        return test
    if not isinstance(test, PairwiseTest):
        return {"names": names, "pvalues": given_pvalues(names, test)}
    fields = ("test", "statistic", "method", "adjust", "alternative", "control", "convention")
    return {
        **{name: getattr(test, name) for name in fields},
        **{name: getattr(test, name).to_numpy() for name in _SENT},
        "rows": list(test.pvalues.index),
        "columns": list(test.pvalues.columns),
        "names": list(test.mean_ranks.index),
        "mean_ranks": test.mean_ranks.to_numpy(),
        "n_datasets": test.n_datasets,
        "notes": list(test.notes),
    }


def critical_diagram(
    table: Ranked,
    test: object,
    alpha: float,
    adjust: str | None = None,
    control: str | None = None,
    convention: str = "standard",
) -> CriticalDifference:
    """Compute the content of a diagram in Python; arguments as `critical_difference`, checked."""
    if is_named(test, "nemenyi"):
        return from_nemenyi(nemenyi_test(table, alpha, convention), table.results)
    found = verdicts(table, test, alpha, adjust=adjust, control=control, convention=convention)
    ranks = table.mean_ranks
    bars = cliques(table.names, ranks, found.significant) if found.control is None else ()
    return _arranged(found, table.results, alpha, ranks, bars)


def from_nemenyi(result: NemenyiResult, t: ResultsTable) -> CriticalDifference:
    """Arrange a Nemenyi result of table ``t`` for a diagram."""
    found = Verdicts(
        test="nemenyi",
        adjust="single-step",
        control=None,
        convention=result.convention,
        pvalues=result.pvalues.to_numpy(),
        significant=result.significant,
        critical_difference=result.critical_difference,
        notes=result.notes,
    )
    return _arranged(found, t, result.alpha, result.mean_ranks.to_numpy(), result.cliques)


def _arranged(
    found: Verdicts, t: ResultsTable, alpha: float, ranks: NDArray[np.float64], bars: Cliques
) -> CriticalDifference:
    """Arrange the results of a test of table ``t`` in the order of mean ranks."""
    order = by_rank(t.classifiers, ranks)
    names = tuple(t.classifiers[i] for i in order)
    ordered, significant = ranks[order], found.significant[np.ix_(order, order)]
    lead = np.sign(ordered - ordered[:, None]).astype(np.int64)
    toward = lead if found.directions is None else found.directions[np.ix_(order, order)]
    verdicts = toward * significant
    for array in (ordered, significant, verdicts):
        array.flags.writeable = False
    against = [(names[i], names[j]) for i, j in np.argwhere((verdicts == 1) & (lead != 1))]
    doubts = {*found.notes, *(["not-an-interval"] if _broken(bars, names) else [])}
    doubts |= {"against-mean-ranks"} if against else set()
    doubts |= {"missing-scores"} if t.n_missing else set()
    return CriticalDifference(
        classifiers=names,
        mean_ranks=ordered,
        cliques=bars,
        pvalues=_frame(found.pvalues[np.ix_(order, order)], names, found.control),
        significant=significant,
        verdicts=verdicts,
        against=tuple(against),
        critical_difference=found.critical_difference,
        test=found.test,
        adjust=found.adjust,
        control=found.control,
        alpha=alpha,
        convention=found.convention,
        n_datasets=t.n_datasets,
        metric=t.metric,
        higher_is_better=t.higher_is_better,
        notes=notes.ordered(doubts),
        engine="python",
    )


def _broken(bars: Cliques, names: tuple[str, ...]) -> bool:
    """Return whether the members of a bar are not neighbours."""
    place = {name: i for i, name in enumerate(names)}
    spans = ([place[name] for name in bar] for bar in bars)
    return any(max(span) - min(span) + 1 > len(span) for span in spans)


def _frame(
    pvalues: NDArray[np.float64], names: tuple[str, ...], control: str | None
) -> pd.DataFrame:
    import pandas as pd

    frame = pd.DataFrame(pvalues, index=list(names), columns=list(names))
    return frame if control is None else frame.loc[frame.index != control, [control]]


def significant_pairs(sums: NDArray[np.int64], n: int, alpha: float) -> NDArray[np.bool_]:
    """Return which pairs differ by the Nemenyi test, in many tables at once.

    Parameters
    ----------
    sums : (..., k) int
        Twice the rank sums over the n datasets of a table; leading axes are tables.
    n : int
    alpha : float in (0, 1)

    Returns
    -------
    (..., k, k) bool
        Symmetric, diagonal False: p <= alpha, as `nemenyi`.
    """
    gaps = np.abs(sums[..., :, None] - sums[..., None, :])
    return np.asarray(gaps >= critical_gap(n, sums.shape[-1], alpha))
