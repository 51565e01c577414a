"""The whole comparison as one result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pybench.base import catalogue, check, notes, shared
from pybench.base.errors import ArgumentError
from pybench.base.noun import METHOD, noun, nouns, said
from pybench.base.options import engine_or_default
from pybench.base.printable import Sheet, with_letters
from pybench.base.result import Result
from pybench.base.text import lined, without_controls
from pybench.bridge.agreement import Agreement
from pybench.comparison import parts
from pybench.comparison.bayesian import BayesianPairs
from pybench.comparison.conclusions import conclusions, kind_of, one_of
from pybench.comparison.critical import CriticalDifference, critical_difference, from_nemenyi
from pybench.comparison.friedman import CONVENTIONS, FriedmanResult
from pybench.comparison.matrix import MultiComparison
from pybench.comparison.nemenyi import NemenyiResult, nemenyi
from pybench.comparison.omnibus import OmnibusTest
from pybench.comparison.pairs import PairwiseTest
from pybench.comparison.ranks import ranked
from pybench.comparison.scores import best_by_mean, lacks_repeats
from pybench.comparison.stability import Stability
from pybench.comparison.within import WithinDatasets
from pybench.read.results import read_results
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


N_SCORES = "Number of scores: datasets on which the method has a score; all others are left out."


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Result):
    """All results of pybench on one results table."""

    table: ResultsTable  #: the table compared
    friedman: FriedmanResult | None  #: omnibus test, chi-square; None if scores are missing
    iman_davenport: FriedmanResult | None  #: omnibus test, F; None if scores are missing
    nemenyi: NemenyiResult | None  #: test of all pairs by mean ranks; None if scores are missing
    wilcoxon: PairwiseTest | None  #: tests of pairs by signed ranks, Holm; None if several metrics
    critical_difference: CriticalDifference | None  #: the diagram of `nemenyi`, if there is one
    signed_rank_diagram: CriticalDifference | None  #: the diagram of `wilcoxon`, if there is one
    multi_comparison: MultiComparison | None  #: the matrix, if `mcm` and one metric; else None
    bayesian: BayesianPairs | None  #: Bayesian signed-rank test, or `hierarchical`, if requested
    stability: Stability | None  #: stability of the verdicts, if requested
    scores: pd.DataFrame  #: (k, 5): mean, sd, median, best, mean_rank; n_scores if some are missing
    conclusions: tuple[str, ...]  #: one sentence each, in plain English
    notes: tuple[str, ...]  #: caveats of all parts, defined in the glossary
    alpha: float  #: family-wise level in (0, 1)
    rope: float  #: region of practical equivalence, in units of the metric
    seed: int  #: seed of all random draws
    convention: str  #: of Friedman's and Nemenyi's tests: "standard", "scmamp" or "pmcmr"
    tie_tol: float | str  #: the tie tolerance as given
    engine: str  #: "python", "r" or "both"
    differences: tuple[Agreement, ...]  #: Python compared with R if engine is "both"
    versions: dict[str, str]  #: versions of pybench and its dependencies
    omnibus: OmnibusTest | None = None  #: if scores are missing: Skillings-Mack, or Durbin
    sign_test: PairwiseTest | None = None  #: tests of pairs by signs, Holm, if several metrics
    sign_test_diagram: CriticalDifference | None = None  #: the diagram of `sign_test`
    within: WithinDatasets | None = None  #: tests within each dataset, if `rho`; else None

    schema: ClassVar[str] = "comparison/2"
    row_names: ClassVar[Mapping[str, str]] = {"scores": "classifier"}

    @property
    def pair_tests(self) -> PairwiseTest:
        """The tests of pairs with Holm's correction: `wilcoxon`, or `sign_test`."""
        return one_of(self.wilcoxon, self.sign_test)

    @property
    def pair_diagram(self) -> CriticalDifference:
        """The diagram of `pair_tests`."""
        return one_of(self.signed_rank_diagram, self.sign_test_diagram)

    @property
    def diagram(self) -> CriticalDifference:
        """The diagram of `nemenyi`; if scores are missing, that of `pair_tests`."""
        return self.critical_difference or self.pair_diagram

    @property
    def pairs_by(self) -> str:
        """Kind of `pair_tests`: "signed-rank"; "sign" if the datasets have different metrics."""
        return kind_of(self.pair_tests)

    def to_frame(self) -> pd.DataFrame:
        """Return `scores` with the name of the method as the first column, best first."""
        return self.scores.rename_axis("classifier").reset_index()

    def _sheet(self, letters: bool) -> Sheet:
        frame, higher = self.to_frame(), self.table.higher_is_better
        columns = {"mean_rank": False, "mean": higher, "median": higher, "best": True}
        best = {
            name: (frame[name] == (frame[name].max() if largest else frame[name].min())).tolist()
            for name, largest in columns.items()
        }
        if self.table.metrics is not None:  # no mean of scores of different metrics
            frame = frame.drop(columns=["mean", "sd", "median"])
            best = {name: cells for name, cells in best.items() if name in frame}
        sheet = Sheet(frame, best, "Bold: the best of each column.")
        if self.table.n_missing:  # of other datasets for each method
            sheet = Sheet(
                frame,
                {"mean_rank": best["mean_rank"]},
                "Bold: the best mean rank, perhaps against other methods.",
            )
        sheet.scores = tuple(name for name in ("mean", "sd", "median") if name in frame)
        sheet.notes = [
            ("best", said("Best: number of datasets on which no other method is better."))
        ]
        if self.table.n_missing:
            sheet.notes.append(("n_scores", said(N_SCORES)))
        shown = self.diagram
        # Those of the tests of pairs are about other tables, this one about bars.
        sheet.caveats = [key for key in shown.notes if key != "not-an-interval"]
        if not letters:
            return sheet
        decided = catalogue.decision(shown.test, shown.alpha, shown.adjust, shown.convention)
        found = shown.letters()
        by_name = None if found is None else dict(zip(shown.classifiers, found, strict=True))
        order = None if by_name is None else [by_name[name] for name in frame["classifier"]]
        return with_letters(sheet, order, decided)

    def told(self) -> tuple[str, ...]:
        """Return the conclusions with the user's word for what is compared, ``options.noun``.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[2, 1]] * 3, higher_is_better=True,
        ...     datasets=list("xyz"), classifiers=["a", "b"])
        >>> pb.options.noun = "model"
        >>> pb.compare(t).told()[-1][:33]
        'No significant difference does no'
        >>> pb.options.noun = None
        """
        if noun() == METHOD:
            return self.conclusions
        made = {name: getattr(self, name) for name in parts.PARTS}
        return conclusions(made, best_by_mean(self.table))

    def nemenyi_at(self, alpha: float) -> CriticalDifference:
        """Return the diagram of `nemenyi` at another level, computed by Python.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[3, 2, 1]] * 5, higher_is_better=True,
        ...     datasets=list("vwxyz"), classifiers=["a", "b", "c"])
        >>> pb.compare(t).nemenyi_at(0.001).cliques
        (('a', 'b', 'c'),)
        """
        if self.nemenyi is None:
            raise not_with_gaps(self.table, "nemenyi_at")
        found = nemenyi(
            self.table,
            alpha,
            convention=self.convention,
            tie_tol=self.tie_tol,
            engine="python",
        )
        return from_nemenyi(found, self.table)

    def signed_ranks_at(self, alpha: float, adjust: str = "holm") -> CriticalDifference:
        """Return the diagram of `pair_tests` at another level and correction, by Python.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[3, 2, 1]] * 5, higher_is_better=True,
        ...     datasets=list("vwxyz"), classifiers=["a", "b", "c"])
        >>> pb.compare(t).signed_ranks_at(0.1, "none").cliques
        ()
        """
        return critical_difference(
            self.table,
            self.pair_tests,
            alpha,
            adjust=adjust,
            tie_tol=self.tie_tol,
            engine="python",
        )

    def __str__(self) -> str:
        table = self.table
        better = "higher" if table.higher_is_better else "lower"
        lines = [
            f"Comparison of {table.n_classifiers} {nouns()} on {table.n_datasets} datasets "
            f"({without_controls(table.metric or 'score')}, {better} is better)",
            *("  " + without_controls(sentence) for sentence in self.told()),
            "  mean rank  "
            + ("" if table.metrics else "      mean          sd      median  ")
            + " best  "
            + ("scores  " if table.n_missing else "")
            + noun(),
            *(
                f"  {row.mean_rank:9.3f}  "
                + (
                    ""
                    if table.metrics
                    else f"{row.mean:10.4g}  {row.sd:10.4g}  {row.median:10.4g}  "
                )
                + f"{row.best:5d}  {f'{row.n_scores:6d}  ' if table.n_missing else ''}"
                f"{without_controls(str(row.Index))}"
                for row in self.scores.itertuples()
            ),
            *notes.lines(self.notes),
        ]
        return lined(lines)


def compare(
    t: ResultsTable | pd.DataFrame,
    alpha: float = 0.05,
    *,
    bayesian: bool = False,
    stability: bool = False,
    mcm: bool = True,
    rope: float = 0.01,
    seed: int = 0,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    hierarchical: bool = False,
    rho: float | None = None,
    samples: int | None = None,
    higher_is_better: bool | None = None,
    engine: str | None = None,
) -> Comparison:
    """Compare methods over datasets: tests, critical differences, conclusions and caveats.

    Parameters
    ----------
    t : ResultsTable or pandas.DataFrame
        Scores of k >= 2 methods on N >= 2 datasets. Scores can be missing (read with
        ``missing="pairwise"``), see the Notes. If `higher_is_better` is given, `t` can also be a
        data frame, or anything else that `read_results` reads without further arguments.
    alpha : float in (0, 1)
        Family-wise level.
    bayesian : bool
        Whether to add the Bayesian signed-rank test of all pairs.
    stability : bool
        Whether to add the stability of the verdicts, that is, whether they change with other sets
        of methods, without one dataset, or with resampled datasets. This takes seconds to minutes.
    mcm : bool
        Whether to add the multi-comparison matrix.
    rope : float, >= 0
        Half width of the region of practical equivalence of the Bayesian test, in units of the
        metric.
    seed : int
        Seed of all random draws, which are the same in Python and R.
    convention : {"standard", "scmamp", "pmcmr"}
        Convention of Friedman's and Nemenyi's tests, see `nemenyi`.
    tie_tol, engine
        See `nemenyi`.
    hierarchical : bool
        Whether to add `bayesian_hierarchical`, in place of the Bayesian signed-rank test: it uses
        how the repeats of each score vary, which the table must have kept
        (``read_results(..., repeats="keep")``). It takes seconds per pair.
    rho : float, optional
        Whether to add `within_datasets`, at the same level: on which datasets does one method beat
        another? ``rho`` is the correlation of the differences on two repeats of a dataset, in [0,
        1): n_test / (n_train + n_test), such as 0.1 for ten-fold cross-validation. The table must
        have kept its repeats. `bayesian_hierarchical` uses the same ``rho``, if it is added;
        without ``rho`` it uses its default.
    samples : int, optional
        Number of draws of the Bayesian test, if one is added. Default: that of
        `bayesian_signed_rank` or `bayesian_hierarchical`. Set a larger number if the result has the
        note ``not-converged``.
    higher_is_better : bool, optional
        Whether higher scores are better. Required if `t` is not a `ResultsTable`; a `ResultsTable`
        already records the direction.

    Returns
    -------
    Comparison

    Raises
    ------
    ResultsTableError, ArgumentError, LanguagesDisagree
        For the same reasons as `nemenyi`, and as `read_results` if `t` is no results table.
        ArgumentError if `higher_is_better` contradicts a results table, for `stability`,
        `hierarchical` or a `convention` if scores are missing, and for `rho` if the table has no
        repeats. ResultsTableError for `bayesian`,
        `hierarchical` or `stability` if the datasets have different metrics, and for `hierarchical`
        if the table has no repeats.

    Notes
    -----
    The procedure of Demšar (2006), JMLR 7, section 3.2.2, is Friedman's test (by chi-square and by
    Iman and Davenport's F), followed by Nemenyi's test. In addition, `compare` runs signed-rank
    tests with Holm's correction, which Benavoli, Corani and Mangili (2016), JMLR 17, recommend
    instead of tests of mean ranks. The p-value of a pair in a signed-rank test does not depend on
    the scores of a third method. The verdict on the pair after Holm's correction depends only on
    the number of pairs and on their p-values. The printed text names the pairs on which the Nemenyi
    test and the signed-rank tests disagree.

    If scores are missing, the tests of Friedman, Iman and Davenport, and Nemenyi are not done. All
    methods are tested by `skillings_mack` (by simulation on fewer than 10 datasets), or by `durbin`
    if the blocks are balanced, and each pair by signed ranks, on the datasets on which both methods
    have a score. `n_common` of ``pair_tests`` has the number of these datasets. Scores that are
    missing because they would be low, for example of a method that fails on hard datasets, bias
    every one of these tests; `missing_policies` shows how the verdicts depend on them.

    If the datasets have different metrics (see `read_results`), scores are neither averaged nor
    subtracted: ``wilcoxon`` and ``signed_rank_diagram`` are None, ``sign_test`` is the result of
    `sign_test` with Holm's correction, there is no matrix, and the means of the scores are NaN.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.compare(t).conclusions[1]
    'a has the best mean rank (1.00).'

    >>> import pandas as pd
    >>> errors = pd.DataFrame({"A": [0.1, 0.2], "B": [0.2, 0.4]}, index=["d1", "d2"])
    >>> pb.compare(errors, higher_is_better=False).conclusions[1]
    'A has the best mean rank (1.00).'
    """
    given = _table(t, higher_is_better)
    level = check.level("alpha", alpha)
    check.choice("convention", convention, CONVENTIONS)
    chosen = engine_or_default(engine)
    table = ranked(given, tie_tol, pairwise=True)
    settings: dict[str, Any] = {
        "alpha": level,
        "bayesian": check.flag("bayesian", bayesian),
        "stability": check.flag("stability", stability),
        "hierarchical": check.flag("hierarchical", hierarchical),
        "rho": None if rho is None else check.share("rho", rho),
        "samples": None if samples is None else check.count("samples", samples, 1),
        "mcm": check.flag("mcm", mcm),
        "rope": check.not_negative("rope", rope),
        "seed": check.seed(seed),
        "convention": convention,
        "tie_tol": table.tie_tol,
    }
    if rho is not None and lacks_repeats(given):
        raise ArgumentError(
            "`rho` needs a table with 2 or more repeats of each score",
            expected="a table with its repeats",
            found="means" if given.by_repeat is None else "1 repeat",
            hint='Read the table with repeats="keep" (on the command line, --repeats keep), or '
            "leave `rho` out.",
        )
    if given.n_missing:
        for name, value, usual in (
            ("stability", stability, False),
            ("hierarchical", hierarchical, False),
            ("convention", convention, "standard"),
        ):
            if value != usual:
                raise not_with_gaps(given, name)
    answered = parts.answer(table, settings, chosen)
    made = [part for part in answered.parts.values() if part is not None]
    doubts = {note for part in made for note in part.notes}
    bound = any("< 1e-12" in sentence for sentence in answered.conclusions)
    return Comparison(
        given,
        **answered.parts,
        scores=answered.scores,
        conclusions=answered.conclusions,
        notes=notes.ordered(doubts if bound else doubts - {"floor"}),
        **{name: settings[name] for name in ("alpha", "rope", "seed", "convention", "tie_tol")},
        engine=chosen,
        differences=answered.differences,
        versions={"pybench": shared.version(), **answered.versions},
    )


def not_with_gaps(t: ResultsTable, name: str) -> ArgumentError:
    """Return the error for an argument that needs every score."""
    return ArgumentError(
        f"`{name}` needs every score, and {t.n_missing} of {t.scores.size} are missing",
        expected="a table without missing scores",
        found=f"{t.n_missing} missing",
        hint=f'Leave `{name}` out, or read the table with missing="drop".',
    )


def _table(t: object, higher_is_better: bool | None) -> ResultsTable:
    """Return the table to compare: as given, or made of a frame and its direction."""
    if isinstance(t, ResultsTable):
        if higher_is_better not in (None, t.higher_is_better):
            raise ArgumentError(
                f"`higher_is_better` must be {t.higher_is_better}, as in the table, "
                f"not {higher_is_better!r}",
                expected=str(t.higher_is_better),
                found=repr(higher_is_better),
                hint="Leave `higher_is_better` out: only a data frame needs it.",
            )
        return t
    if higher_is_better is None:
        raise ArgumentError(
            f"`t` must be a ResultsTable, not {type(t).__name__}",
            expected="a ResultsTable",
            found=type(t).__name__,
            hint="If `t` is a table of scores, also give higher_is_better=True, or False for an "
            "error rate.",
        )
    return read_results(t, higher_is_better=higher_is_better)
