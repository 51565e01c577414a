"""What every test of pairs answers: one shape for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import P_FLOOR, Result, format_p
from pybench.base.text import counted, strangers, without_controls
from pybench.comparison.adjust import adjusted, adjusted_pairs, check_adjust
from pybench.comparison.ranks import VERDICT_LEVEL, doubled_ranks, require_comparable

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

ALTERNATIVES = ("two-sided", "greater", "less")
_SHOWN_PAIRS = 5


@dataclass(frozen=True, slots=True, eq=False)
class PairwiseTest(Result):
    """What a test of pairs found: row against column."""

    pvalues: pd.DataFrame  #: adjusted, in [0, 1]: (k, k), diagonal 1; (k - 1, 1) with a control
    pvalues_raw: pd.DataFrame  #: the same before adjustment
    statistics: pd.DataFrame  #: of the same shape; what they are, `statistic` says
    test: str  #: "wilcoxon", "sign_test", ...: the function that was called
    statistic: str  #: what `statistics` holds: "W+", "z", "t", ...
    method: str  #: where p comes from: "exact", "normal", ...
    df: tuple[float, ...]  #: degrees of freedom of the reference distribution, () without
    adjust: str  #: correction for testing many pairs
    alpha: float  #: level of `significant`, of the text and of the notes, in (0, 1)
    alternative: str  #: "two-sided", "greater" (row better than column) or "less"
    control: str | None  #: the classifier that all others are compared with, or None: all pairs
    convention: str  #: "standard", or whose numbers these are
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: doubts, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "pairwise-test/1"

    @property
    def significant(self) -> NDArray[np.bool_]:
        """Whether adjusted p <= `alpha`, in the shape of `pvalues`."""
        return np.asarray(self.pvalues.to_numpy() <= self.alpha)

    def cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return rows and columns of the hypotheses that were tested, in reading order."""
        return tested(self.pvalues.shape, self.alternative)

    def readjusted(self, adjust: str) -> pd.DataFrame:
        """Return the p-values as another correction of `pvalues_raw` has them, in its shape.

        Parameters
        ----------
        adjust : str
            See `pybench.adjust`.

        Raises
        ------
        ArgumentError
            An unknown correction, or one that these pairs cannot have: "shaffer" and "bergmann"
            need all of them, two-sided.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[3, 2, 1], [3, 1, 2], [3, 2, 1]], higher_is_better=True,
        ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"])
        >>> found = pb.wilcoxon(t)
        >>> bool((found.readjusted("holm") == found.pvalues).all(axis=None))
        True
        """
        import pandas as pd

        check_adjust(adjust, self.control, self.alternative)
        raw = self.pvalues_raw.to_numpy()
        if self.control is None:
            final = adjusted_pairs(raw, adjust, directed=self.alternative != "two-sided")
        else:
            final = adjusted(raw[:, 0], adjust)[:, None]
        return pd.DataFrame(final, index=self.pvalues.index, columns=self.pvalues.columns)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per tested pair: classifiers, statistic, raw and adjusted p-value."""
        import pandas as pd

        rows, columns = self.cells()
        return pd.DataFrame(
            {
                "classifier_1": self.pvalues.index.to_numpy()[rows],
                "classifier_2": self.pvalues.columns.to_numpy()[columns],
                "statistic": self.statistics.to_numpy()[rows, columns],
                "pvalue_raw": self.pvalues_raw.to_numpy()[rows, columns],
                "pvalue": self.pvalues.to_numpy()[rows, columns],
            }
        )

    def __str__(self) -> str:
        against = "all pairs" if self.control is None else f"all against {self.control}"
        df = f", df = {', '.join(f'{x:g}' for x in self.df)}" if self.df else ""
        source = self.method if self.method.startswith("exact") else f"by {self.method}"
        lines = [
            f"Test of pairs: {self.test} ({self.statistic}, p {source}{df}; "
            f"{self.alternative}, {against})",
            f"  {self.n_classifiers} classifiers on {counted(self.n_datasets, 'dataset')}; "
            f"adjustment {self.adjust}, convention {self.convention}, engine {self.engine}",
            *self._clearest(),
        ]
        return "\n".join([*map(without_controls, lines), *notes.lines(self.notes)])

    def _clearest(self) -> Iterator[str]:
        """Say how many pairs differ, then name those of the smallest p-values."""
        frame = self.to_frame()
        level = f"(p <= {self.alpha:g}); smallest p, mean ranks in brackets:"
        found, total = int((frame["pvalue"] <= self.alpha).sum()), len(frame)
        if self.alternative == "two-sided":
            verb = "differs" if found == 1 else "differ"
            yield f"  {found} of {counted(total, 'pair')} {verb} {level}"
        else:
            side = "better" if self.alternative == "greater" else "worse"
            yield f"  in {found} of {total} ordered pairs the first is {side} {level}"
        # By the digits that are shown: others may depend on the engine.
        shown = [float(f"{max(p, P_FLOOR):.4g}") for p in frame["pvalue"]]
        order = np.argsort(shown, kind="stable")[:_SHOWN_PAIRS]
        width = max(len(format_p(shown[place])) for place in order)
        for place in order:
            names = frame.iloc[place, :2].tolist()
            if self.alternative == "two-sided":  # the better first
                names.sort(key=self.mean_ranks.__getitem__)
            pair = ", ".join(f"{name} ({self.mean_ranks[name]:.2f})" for name in names)
            yield f"    p {format_p(frame['pvalue'].iloc[place]):{width}}  {pair}"


def tested(shape: tuple[int, int], alternative: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the cells of a matrix of p-values that are hypotheses of their own."""
    rows, columns = shape
    if columns == 1:  # all against a control
        return np.arange(rows), np.zeros(rows, np.intp)
    if alternative == "two-sided":
        first, second = np.triu_indices(rows, 1)
        return first, second
    first, second = np.nonzero(~np.eye(rows, dtype=bool))
    return first, second


def final_pvalues(
    raw: Floats, adjust: str, alternative: str, column: int | None, final: Floats | None = None
) -> Floats:
    """Adjust the p-values of all pairs, (k, k), or of the others against a control, (k - 1, 1).

    ``final`` are adjusted p-values of all pairs where the test has its own; then they are returned.
    """
    if final is not None:
        own = final.copy()
        np.fill_diagonal(own, 1.0)
        return own
    if column is None:
        return adjusted_pairs(raw, adjust, directed=alternative != "two-sided")
    return adjusted(np.delete(raw[:, column], column), adjust)[:, None]


def check_pairs(t: ResultsTable, alternative: object, control: object) -> int | None:
    """Check what every test of pairs takes; return the position of the control, if any.

    `check_adjust` of ``adjust.py`` checks the correction for these pairs.
    """
    require_comparable(t)
    check.choice("alternative", alternative, ALTERNATIVES)
    return None if control is None else check_member("control", control, t)


def check_pair(t: ResultsTable, first: object, second: object) -> tuple[int, int]:
    """Return the positions of two different classifiers of the table."""
    places = check_member("first", first, t), check_member("second", second, t)
    if first == second:
        raise ArgumentError("`first` and `second` must be two classifiers", found=repr(first))
    return places


def check_member(argument: str, name: object, t: ResultsTable) -> int:
    """Return the position of a classifier of the table."""
    if isinstance(name, str) and name in t.classifiers:
        return t.classifiers.index(name)
    raise ArgumentError(
        f"`{argument}` must be a classifier of the table, not {name!r}",
        expected="one of: " + ", ".join(t.classifiers),
        found=repr(name),
        hint=strangers([name], t.classifiers),
    )


def pairwise_test(
    t: ResultsTable,
    statistics: Floats,
    pvalues: Floats,
    *,
    test: str,
    statistic: str,
    method: str,
    adjust: str,
    alternative: str = "two-sided",
    control: str | None = None,
    convention: str = "standard",
    df: Iterable[float] = (),
    tie_tol: float | str = 0.0,
    doubts: Mapping[str, bool] | None = None,
    final: Floats | None = None,
) -> PairwiseTest:
    """Adjust the p-values of all pairs and make the result.

    Parameters
    ----------
    t : ResultsTable
    statistics, pvalues : (k, k) float
        Row against column, table order; the diagonals are ignored.
    doubts : mapping
        Note -> whether it holds.
    final : (k, k) float, optional
        Adjusted already, where the test has a joint distribution of its own.
    test, statistic, method, adjust, alternative, control, convention, df
        Fields of `PairwiseTest`; what the caller has checked.
    """
    import pandas as pd

    names = list(t.classifiers)
    doubled = doubled_ranks(t.scores, t.higher_is_better, tie_tol)
    raw, values = pvalues.copy(), statistics.copy()
    np.fill_diagonal(raw, 1.0)
    np.fill_diagonal(values, 0.0)
    rows, columns = names, names
    column = None if control is None else names.index(control)
    final = final_pvalues(raw, adjust, alternative, column, final)
    if column is not None:
        raw, values = (np.delete(part[:, [column]], column, axis=0) for part in (raw, values))
        rows, columns = [name for name in names if name != control], [names[column]]
    held = {**(doubts or {}), "floor": bool((raw < P_FLOOR).any()) and convention == "standard"}
    frames = [pd.DataFrame(part, index=rows, columns=columns) for part in (final, raw, values)]
    return PairwiseTest(
        pvalues=frames[0],
        pvalues_raw=frames[1],
        statistics=frames[2],
        test=test,
        statistic=statistic,
        method=method,
        df=tuple(float(x) for x in df),
        adjust=adjust,
        alpha=VERDICT_LEVEL,
        alternative=alternative,
        control=control,
        convention=convention,
        mean_ranks=pd.Series(doubled.sum(axis=0) / (2 * t.n_datasets), index=names),
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        notes=notes.holding(held),
        engine="python",
    )
