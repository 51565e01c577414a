"""The multi-comparison matrix: every pair is compared independently of other methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import catalogue, check, notes
from pybench.base.errors import ArgumentError
from pybench.base.noun import noun, nouns
from pybench.base.printable import Sheet, with_better
from pybench.base.result import P_FLOOR, Result
from pybench.base.text import counted, lined, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.adjust import LOGICAL, check_adjust, noted
from pybench.comparison.cells import (
    POSTERIOR,
    adjusted_cells,
    cell_pairs,
    counted_wins,
    effect_cells,
    posterior_cells,
    signed_differences,
    tested_cells,
)
from pybench.comparison.comparates import Order, check_order, exact_mean, selected
from pybench.comparison.doubts import rope_doubt
from pybench.comparison.effects import EFFECTS
from pybench.comparison.incomplete import columns_of, common_counts, datasets_text
from pybench.comparison.pairs import PairwiseTest, decided
from pybench.comparison.ranks import VERDICT_LEVEL, Ranked, ranked, table_tolerance
from pybench.comparison.signedrank import ZERO_METHODS

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
_SHOWN = 6  # rows and columns shown in the text


@dataclass(frozen=True, slots=True, eq=False)
class MultiComparison(Result):
    """The content of a multi-comparison matrix: row against column.

    If row and column are the same method, figures leave the cell empty, but these frames contain
    the comparison of the method with itself: no difference, N draws, p = 1.
    """

    rows: tuple[str, ...]  #: methods of the r rows, ordered by `ordered_by`
    columns: tuple[str, ...]  #: methods of the c columns, in the same order
    mean_scores: pd.Series  #: (m,) mean score over datasets of each method shown, same order
    mean_difference: pd.DataFrame  #: (r, c) mean of score(row) - score(column)
    wins: pd.DataFrame  #: (r, c) datasets on which the row is better
    draws: pd.DataFrame  #: (r, c) datasets on which both score the same
    losses: pd.DataFrame  #: (r, c) datasets on which the column is better
    pvalues: pd.DataFrame  #: (r, c) in [0, 1], two-sided Wilcoxon, adjusted by `adjust`
    pvalues_raw: pd.DataFrame  #: (r, c) the same before adjustment
    verdicts: pd.DataFrame  #: (r, c) by signed ranks: 1 row better, -1 worse, 0 neither shown
    better: pd.DataFrame | None  #: (r, c) posterior probability that the row is better
    equal: pd.DataFrame | None  #: (r, c) posterior probability of practical equivalence
    worse: pd.DataFrame | None  #: (r, c) posterior probability that the column is better
    rope: float | None  #: half width of the region of practical equivalence, in units of the score
    n_comparisons: int  #: number of different pairs compared
    ordered_by: str  #: "mean", "median", "name", "table" or "own"
    test: str  #: "wilcoxon"
    method: str  #: how p was computed
    adjust: str  #: correction for testing many pairs: "none" unless requested
    alpha: float  #: a cell is bold if its p is at most this, in (0, 1)
    metric: str | None  #: what the scores measure
    higher_is_better: bool  #: direction of the metric
    n_datasets: int  #: N
    n_classifiers: int  #: methods shown, m
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    zero_method: str = "wilcox"  #: treatment of equal scores in the signed-rank test
    effect: str | None = None  #: which effect size was asked for, see `effects`
    effect_size: pd.DataFrame | None = None  #: (r, c) this effect, see `effects`
    effect_size_low: pd.DataFrame | None = None  #: (r, c) lower end of its 1 - alpha interval
    effect_size_high: pd.DataFrame | None = None  #: (r, c) upper end of its 1 - alpha interval
    n_common: pd.DataFrame | None = None  #: (r, c) datasets of each pair; None: N, all

    schema: ClassVar[str] = "multi-comparison/2"

    @property
    def own(self) -> NDArray[np.bool_]:
        """Whether row and column are the same method, (r, c)."""
        return np.asarray(
            np.equal.outer(np.array(self.rows, object), np.array(self.columns, object)), bool
        )

    @property
    def procedure(self) -> str:
        """How the p-values were computed, and how equal scores were treated, in words."""
        zeros = f"{self.zero_method}, {ZERO_METHODS[self.zero_method]}"
        return f"{self.method}; equal scores: {zeros}"

    @property
    def significant(self) -> NDArray[np.bool_]:
        """Whether p <= alpha, (r, c); these cells are bold."""
        return np.asarray((self.pvalues.to_numpy() <= self.alpha) & ~self.own)

    @property
    def against(self) -> NDArray[np.bool_]:
        """Whether the method that the test favours does not have the better mean score, (r, c)."""
        parts = self.verdicts.to_numpy(), self.mean_difference.to_numpy()
        return _against(*parts, self.higher_is_better)

    def to_frame(self) -> pd.DataFrame:
        """Return one line per cell, row by row, without the cells of a method with itself."""
        import pandas as pd

        row, column = np.nonzero(~self.own)
        first, second = (
            np.array(names, object)[at] for names, at in ((self.rows, row), (self.columns, column))
        )
        cells = {
            "n_common": self.n_common,
            "mean_difference": self.mean_difference,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pvalue_raw": self.pvalues_raw,
            "pvalue": self.pvalues,
            "verdict": self.verdicts,
            "better": self.better,
            "equal": self.equal,
            "worse": self.worse,
            "effect_size": self.effect_size,
            "effect_size_low": self.effect_size_low,
            "effect_size_high": self.effect_size_high,
        }
        values = {
            name: frame.to_numpy()[row, column]
            for name, frame in cells.items()
            if frame is not None
        }
        means = {
            name: self.mean_scores.loc[list(side)].to_numpy()
            for name, side in (("mean_1", first), ("mean_2", second))
        }
        return pd.DataFrame({"classifier_1": first, "classifier_2": second, **means, **values})

    def better_by_test(self) -> NDArray[np.object_]:
        """Return the better by the test, (r, c): " row" or " col", with " !" against the mean."""
        said = np.select([self.verdicts == 1, self.verdicts == -1], [" row", " col"], "")
        return np.asarray(said.astype(object) + np.where(self.against, " !", ""))

    def to_wide(self) -> pd.DataFrame:
        """Return the matrix as (r, c) strings: difference, wins/draws/losses, p.

        Cells of a method with itself are empty. If p <= alpha, the method that the test favours
        follows after p: row or col(umn), with "!" if the mean difference does not agree.
        """
        import pandas as pd

        parts = (self.mean_difference, self.wins, self.draws, self.losses, self.pvalues)
        grids = [*(frame.to_numpy() for frame in parts), self.better_by_test()]
        texts = [
            ["" if own else _cell_text(*(grid[i, j] for grid in grids)) for j, own in enumerate(at)]
            for i, at in enumerate(self.own)
        ]
        return pd.DataFrame(texts, index=list(self.rows), columns=list(self.columns))

    def _sheet(self, letters: bool) -> Sheet:
        decided = catalogue.decision(self.test, self.alpha, self.adjust)
        return with_better(Sheet(self.to_frame()), decided)

    def __str__(self) -> str:
        better = "higher" if self.higher_is_better else "lower"
        lines = [
            f"Multi-comparison matrix: {counted(self.n_comparisons, 'comparison')} of "
            f"{self.n_classifiers} {nouns()} on {datasets_text(self.n_datasets, self.n_common)}; "
            f"{self.metric or 'score'}, {better} is better",
            "  cells: mean of row - column, wins/draws/losses of the row, p of the two-sided "
            f"Wilcoxon signed-rank test ({self.procedure})",
            f"  then the {noun()} that is better by this test where p <= {self.alpha:g}: row or "
            "col(umn)"
            + ("; ! where the mean difference does not favour it" if self.against.any() else ""),
            f"  p is {adjusted_text(self.adjust)}; engine {self.engine}",
        ]
        shown = self.to_wide().iloc[:_SHOWN, :_SHOWN].map(lambda text: text.replace(" | ", "  "))
        means = [f"{without_controls(n)} ({self.mean_scores[n]:.4g})" for n in shown.index]
        shown.index, shown.columns = means, [without_controls(name) for name in shown.columns]
        hidden = [
            f"{len(names) - _SHOWN} more {what}"
            for what, names in (("rows", self.rows), ("columns", self.columns))
            if len(names) > _SHOWN
        ]
        more = [f"... and {' and '.join(hidden)}"] if hidden else []
        table = shown.to_string().splitlines()
        return lined([*lines, *table, *more, *notes.lines(self.notes)])


def _against(
    verdicts: NDArray[Any], differences: Floats, higher_is_better: bool
) -> NDArray[np.bool_]:
    favour = np.sign(differences) if higher_is_better else -np.sign(differences)
    return np.asarray((np.abs(verdicts) == 1) & (verdicts != favour))


def _cell_text(difference: float, wins: int, draws: int, losses: int, p: float, better: str) -> str:
    shown = "<1e-12" if p < P_FLOOR else f"{p:.2g}"
    return f"{difference:+.4g} | {wins:d}/{draws:d}/{losses:d} | {shown}{better}"


def adjusted_text(adjust: str) -> str:
    """State whether p-values were corrected for testing many pairs."""
    return (
        "descriptive: not corrected for testing many pairs"
        if adjust == "none"
        else f"adjusted by {adjust}"
    )


def multi_comparison(
    t: ResultsTable,
    rows: str | Sequence[str] | None = None,
    columns: str | Sequence[str] | None = None,
    *,
    order: str | Mapping[str, float] | Callable[[Floats], float] = "mean",
    adjust: str = "none",
    alpha: float = 0.05,
    bayesian: bool = False,
    rope: float = 0.01,
    samples: int = 50_000,
    seed: int = 0,
    zero_method: str = "wilcox",
    effect: str | None = None,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> MultiComparison:
    r"""Compare pairs of methods so that the result of a pair does not depend on other methods.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    rows, columns : str or sequence of str, optional
        Methods of the rows and of the columns. By default all methods; if one side is a single
        method, the default of the other side is all other methods. So ``rows="ours"`` compares the
        method "ours" with all other methods in one row, and ``columns="ours"`` compares it with
        them in one column.
    order : {"mean", "median", "name", "table"}, mapping or callable
        Order of the methods. "mean", "median": by mean or median score, best first. "name": by
        name. "table": as in the table, or as listed in ``rows`` and ``columns``. A mapping gives a
        number for every method; the method with the smallest number comes first. A function turns
        the (N,) scores of one method into a number; the method with the best number, in the
        direction of the metric, comes first. Ties are ordered by name. Ordering by mean rank is
        refused, since mean ranks depend on the other methods.
    adjust : str
        "none", or the name of a correction for testing all pairs shown, see `adjust`. With every
        correction but "none", p-values depend on which methods are shown; the result then has the
        note ``invariance-lost``.
    alpha : float in (0, 1)
        A cell with p <= alpha is bold.
    bayesian : bool
        Whether to add the posterior probabilities of `bayesian_signed_rank`.
    rope, samples, seed
        See `bayesian_signed_rank`.
    zero_method : {"wilcox", "pratt", "zsplit"}
        How the signed-rank test treats datasets on which both scores are equal; see `wilcoxon`. The
        matrix of Ismail-Fawaz et al. (2023) is made with "pratt".
    effect : {"hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority"}, optional
        An effect size to add, with its confidence interval of level 1 - ``alpha``; see `effects`.
        It is positive (superiority: above 1/2) if the row is better, whether higher or lower scores
        are better.
    tie_tol : "decimal", float or "auto"
        Differences of at most this size count as draws, and as zeros in the signed-rank test; see
        `wilcoxon`. "auto" is 1e-12 times the largest absolute score of the table, whichever methods
        are shown. With "auto", means and medians that differ only by rounding also count as equal
        when methods are ordered. The posterior probabilities use ``rope`` instead of ``tie_tol``.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    MultiComparison

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        A name that is not in the table, no pair to compare, an unknown order, zero method or
        effect, or an invalid ``tie_tol``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The cell of row i and column j contains

    .. math:: \frac 1N \sum_d (\gamma_{id} - \gamma_{jd}),

    the numbers of datasets that i wins, draws and loses, and the p-value of the two-sided
    Wilcoxon signed-rank test as `wilcoxon` gives it (Ismail-Fawaz et al. 2023, *An Approach to
    Multiple Comparison Benchmark Evaluations that is Stable Under Manipulation of the Comparate
    Set*, arXiv:2305.11921). The sign of the difference does not depend on the direction of the
    metric: if lower scores are better, a negative difference favours the row. p describes the
    evidence for a single difference; it is not corrected for the number of comparisons and
    therefore does not depend on that number.

    If p <= ``alpha``, text and figures show which method is better according to the test: "row" or
    "col" (column). They add "!" if the mean difference does not favour this method (note
    ``against-mean-difference``). This happens if a few large losses outweigh many small wins in the
    mean, but not in the ranks.

    Sums are computed exactly and rounded once, so every cell is the same to the last bit whichever
    other methods are shown.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.5], [0.8, 0.8, 0.75], [0.5, 0.75, 0.25]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.multi_comparison(t)
    >>> result.rows
    ('b', 'a', 'c')
    >>> [int(part.loc["a", "b"]) for part in (result.wins, result.draws, result.losses)]
    [1, 1, 1]
    >>> pb.multi_comparison(t, rows=["a"]).columns
    ('b', 'c')
    """
    table = ranked(t, tie_tol, pairwise=True, one_metric=True)
    blur = table.tie_tol == "auto"
    places = check_order(t, order, blur=blur)
    chosen = selected(table.names, rows, columns, places)
    level = check.level("alpha", alpha)
    check.flag("bayesian", bayesian)
    check.choice("zero_method", zero_method, ZERO_METHODS)
    if effect is not None:
        check.choice("effect", effect, EFFECTS)
    _check_adjust(adjust, *chosen)
    options = {
        "rows": list(chosen[0]),
        "columns": list(chosen[1]),
        "order": places.argument,
        "adjust": adjust,
        "alpha": level,
        "bayesian": bayesian,
        "rope": rope,
        "samples": samples,
        "seed": seed,
        "zero_method": zero_method,
        "effect": effect,
        "tie_tol": table.tie_tol,
    }
    draws = {"rope": rope, "samples": samples, "seed": seed} if bayesian else None
    return engines.answer(
        "multi_comparison",
        {"t": t, **options},
        engine=engine,
        kind=MultiComparison,
        python=lambda: _multi_comparison(
            table, chosen, places, adjust, level, draws, zero_method, effect
        ),
    )


def whole_matrix(table: Ranked, alpha: float) -> MultiComparison:
    """Compare all pairs in Python, in the default order; arguments as `multi_comparison`."""
    order = check_order(table.results, "mean", blur=table.tie_tol == "auto")
    everyone = (order.sort(table.names),) * 2
    return _multi_comparison(table, everyone, order, "none", alpha, None)


def _multi_comparison(
    table: Ranked,
    chosen: tuple[tuple[str, ...], tuple[str, ...]],
    order: Order,
    adjust: str,
    alpha: float,
    draws: Mapping[str, Any] | None,
    zero_method: str = "wilcox",
    effect: str | None = None,
) -> MultiComparison:
    import pandas as pd

    t = table.results
    if table.tie_tol == "auto":  # of the whole table: the same in every cell
        table = table.tied_within(table_tolerance(t.scores, "auto"))
    rows, columns = chosen
    shown = order.sort([name for name in t.classifiers if name in {*rows, *columns}])
    place = {name: j for j, name in enumerate(t.classifiers)}
    left, right = ([place[name] for name in side] for side in chosen)
    first, _, of = cell_pairs(left, right)
    present, common = columns_of(t.scores), common_counts(t.scores)[np.ix_(left, right)]

    def frame(values: NDArray[Any] | None) -> Any:
        framed = pd.DataFrame(values, index=list(rows), columns=list(columns))
        return None if values is None else framed

    def tested(table: Ranked) -> tuple[PairwiseTest, Floats, Floats, NDArray[np.int64]]:
        tests, raw, directions = tested_cells(table, rows, columns, zero_method)
        final = adjusted_cells(frame(raw), of, adjust)
        return tests, raw, final, decided(final, directions, alpha, "two-sided")

    tests, raw, final, verdicts = tested(table)
    doubts = tests.notes
    if check.by_equality(table.tie_tol) and (alpha != VERDICT_LEVEL or adjust != "none"):
        # The test itself checks, at its own level and on raw p-values, whether noise decides.
        near = not np.array_equal(verdicts, tested(table.tied_within("auto"))[-1])
        doubts = notes.amended(doubts, "near-ties", near)
    tolerance = table_tolerance(t.scores, table.tie_tol)
    wins, losses = counted_wins(t.scores, left, right, t.higher_is_better, tolerance)
    difference = signed_differences(t.scores, left, right)
    against = _against(verdicts, difference, t.higher_is_better).any()
    own = {"invariance-lost": adjust != "none", "against-mean-difference": bool(against)}
    posterior: dict[str, Floats | None] = dict.fromkeys(POSTERIOR)
    if draws is not None:
        posterior |= posterior_cells(t, rows, columns, draws)
        own |= rope_doubt(t, draws["rope"])
    sizes: dict[str, Floats] = {}
    if effect is not None:
        sizes, limits = effect_cells(table, rows, columns, effect, 1.0 - alpha)
        own |= limits
    doubts += notes.holding(own)
    return MultiComparison(
        rows=rows,
        columns=columns,
        mean_scores=pd.Series([exact_mean(present[place[name]]) for name in shown], shown),
        mean_difference=frame(difference),
        wins=frame(wins),
        draws=frame(common - wins - losses),
        losses=frame(losses),
        pvalues=frame(final),
        pvalues_raw=frame(raw),
        verdicts=frame(verdicts),
        **{name: frame(values) for name, values in posterior.items()},
        rope=None if draws is None else float(draws["rope"]),
        n_comparisons=len(first),
        ordered_by=order.name,
        test=tests.test,
        method=tests.method,
        adjust=adjust,
        alpha=alpha,
        metric=t.metric,
        higher_is_better=t.higher_is_better,
        n_datasets=t.n_datasets,
        n_classifiers=len(shown),
        notes=noted({*doubts}, adjust, adjust != "none" and len(first) > 1),
        engine="python",
        zero_method=zero_method,
        effect=effect,
        **{name: frame(values) for name, values in sizes.items()},
        n_common=frame(common) if t.n_missing else None,
    )


def _check_adjust(adjust: str, rows: tuple[str, ...], columns: tuple[str, ...]) -> None:
    check_adjust(adjust)
    if adjust in LOGICAL and set(rows) != set(columns):
        raise ArgumentError(
            f'`adjust` = "{adjust}" needs all pairs: the same methods in rows and columns',
            expected="the same methods in rows and columns",
            found="different ones",
            hint='Use "holm".',
        )
