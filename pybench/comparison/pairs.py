"""The result of every test of pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import catalogue, check, notes
from pybench.base.errors import ArgumentError
from pybench.base.noun import nouns, said
from pybench.base.printable import Sheet, with_better
from pybench.base.result import P_FLOOR, Result, format_p
from pybench.base.text import counted, lined
from pybench.comparison.adjust import adjusted, adjusted_pairs, check_adjust, controls, noted
from pybench.comparison.cliques import cliques, letters
from pybench.comparison.incomplete import datasets_text, most, n_common
from pybench.comparison.permutation import unable
from pybench.comparison.ranks import VERDICT_LEVEL, Ranked

if TYPE_CHECKING:
    import pandas as pd


Floats = NDArray[np.float64]

ALTERNATIVES = ("two-sided", "greater", "less")
_SHOWN_PAIRS = 5
_JOINED = {1: " better than ", 0: ", ", -1: " worse than "}


@dataclass(frozen=True, slots=True, eq=False)
class PairwiseTest(Result):
    """Result of a test of pairs: the matrices compare the row's method with the column's method."""

    pvalues: pd.DataFrame  #: adjusted, in [0, 1]: (k, k), diagonal 1; (k - 1, 1) with a control
    pvalues_raw: pd.DataFrame  #: the same before adjustment
    statistics: pd.DataFrame  #: same shape; `statistic` names them
    directions: (
        pd.DataFrame
    )  #: same shape: 1 if the statistic favours the row, -1 the column, 0 neither
    verdicts: pd.DataFrame  #: same shape: 1 row better, -1 row worse, 0 neither shown (p > `alpha`)
    test: str  #: name of the function that was called, such as "wilcoxon"
    statistic: str  #: name of `statistics`: "W+", "z", "t", ...
    method: str  #: how p was computed: "exact", "normal", ...
    df: tuple[float, ...]  #: degrees of freedom of the reference distribution, () if none
    adjust: str  #: correction for testing many pairs
    alpha: float  #: level of `significant`, of the verdicts, the text and the notes, in (0, 1)
    alternative: str  #: "two-sided", "greater" (row better than column) or "less"
    control: str | None  #: the method that all others are compared with, or None: all pairs
    convention: str  #: "standard", or the package whose numbers are reproduced
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    least_pvalue: float = 0.0  #: smallest adjusted p possible with this size and ties; 0: no bound
    n_common: pd.DataFrame | None = None  #: datasets of each pair, same shape; None: N, all

    schema: ClassVar[str] = "pairwise-test/2"

    @property
    def significant(self) -> NDArray[np.bool_]:
        """Whether the adjusted p <= `alpha`, in the shape of `pvalues`."""
        return np.asarray(self.pvalues.to_numpy() <= self.alpha)

    def at_level(self, alpha: float) -> PairwiseTest:
        """Return the same test with its verdicts at another level."""
        import pandas as pd

        parts = self.pvalues.to_numpy(), self.directions.to_numpy()
        verdicts = decided(*parts, alpha, self.alternative)
        frame = pd.DataFrame(verdicts, index=self.pvalues.index, columns=self.pvalues.columns)
        return replace(self, alpha=alpha, verdicts=frame)

    def square_directions(self, names: list[str]) -> NDArray[np.int64]:
        """Return `directions` of all pairs of ``names``, (k, k); 0 if a pair was not tested."""
        if self.control is None:
            return np.asarray(self.directions.loc[names, names].to_numpy())
        column = self.directions.reindex(index=names, columns=names, fill_value=0).to_numpy()
        return np.asarray(column - column.T)

    def cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return rows and columns of the tested hypotheses, in reading order."""
        return tested(self.pvalues.shape, self.alternative)

    def letters(self) -> dict[str, str] | None:
        """Return the letters of each method in a compact letter display, best mean rank first.

        Two methods share a letter exactly if they do not differ significantly (Piepho 2004).

        Returns
        -------
        dict of method -> letters, or None
            None for one-sided tests and tests against a control, and if more than 52 letters would
            be needed.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[3, 2, 1]] * 8, higher_is_better=True,
        ...     datasets=list("defghijk"), classifiers=["a", "b", "c"])
        >>> pb.wilcoxon(t).letters()
        {'a': 'a', 'b': 'b', 'c': 'c'}
        """
        if self.control is not None or self.alternative != "two-sided":
            return None
        ranks = {str(name): rank for name, rank in self.mean_ranks.items()}
        names = sorted(ranks, key=lambda name: (ranks[name], name))
        verdicts = self.verdicts.loc[names, names].to_numpy() != 0
        try:
            bars = cliques(names, self.mean_ranks[names].to_numpy(), verdicts)
        except ArgumentError:  # more than 10,000 sets
            return None
        found = letters(names, bars, verdicts)
        return None if found is None else dict(zip(names, found, strict=True))

    def readjusted(self, adjust: str) -> pd.DataFrame:
        """Return the raw p-values, adjusted by another correction, in the shape of `pvalues_raw`.

        Parameters
        ----------
        adjust : str
            See `pybench.adjust`.

        Raises
        ------
        ArgumentError
            An unknown correction, or one that is not possible for these pairs: "shaffer" and
            "bergmann" need all pairs, two-sided.

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
        """Return one row per tested pair: methods, statistic, p-values, verdict.

        If scores are missing, the column ``n_common`` has the number of datasets of the pair.
        """
        import pandas as pd

        rows, columns = self.cells()
        common = self.n_common
        return pd.DataFrame(
            {
                "classifier_1": self.pvalues.index.to_numpy()[rows],
                "classifier_2": self.pvalues.columns.to_numpy()[columns],
                **({} if common is None else {"n_common": common.to_numpy()[rows, columns]}),
                "statistic": self.statistics.to_numpy()[rows, columns],
                "pvalue_raw": self.pvalues_raw.to_numpy()[rows, columns],
                "pvalue": self.pvalues.to_numpy()[rows, columns],
                "verdict": self.verdicts.to_numpy()[rows, columns],
            }
        )

    def _sheet(self, letters: bool) -> Sheet:
        decided = catalogue.decision(self.test, self.alpha, self.adjust, self.convention)
        return with_better(Sheet(self.to_frame()), decided)

    def __str__(self) -> str:
        against = "all pairs" if self.control is None else f"all against {self.control}"
        df = f", df = {', '.join(f'{x:g}' for x in self.df)}" if self.df else ""
        source = self.method if self.method.startswith("exact") else f"by {self.method}"
        lines = [
            f"Test of pairs: {self.test} ({self.statistic}, p {source}{df}; "
            f"{self.alternative}, {against})",
            f"  {self.n_classifiers} {nouns()} on {datasets_text(self.n_datasets, self.n_common)}; "
            f"adjustment {self.adjust}, convention {self.convention}, engine {self.engine}",
            *self._clearest(),
            *unable(
                self.least_pvalue, self.alpha, most(self.n_datasets, self.n_common), self.notes
            ),
        ]
        if len(self.cells()[0]) > 1:
            lines.append(f"  adjustment: {said(controls(self.adjust, self.test)['text'])}")
        return lined([*lines, *notes.lines(self.notes)])

    def _clearest(self) -> Iterator[str]:
        """State how many pairs differ, then name those of the smallest p-values."""
        frame = self.to_frame()
        level = f"(p <= {self.alpha:g}); smallest p, mean ranks in brackets:"
        found, total = int((frame["pvalue"] <= self.alpha).sum()), len(frame)
        if self.alternative == "two-sided":
            verb = "differs" if found == 1 else "differ"
            yield f"  {found} of {counted(total, 'pair')} {verb} {level}"
        else:
            side = "better" if self.alternative == "greater" else "worse"
            yield f"  in {found} of {total} ordered pairs the first is {side} {level}"
        # By the digits shown: further digits may depend on the engine.
        shown = [float(f"{max(p, P_FLOOR):.4g}") for p in frame["pvalue"]]
        order = np.argsort(shown, kind="stable")[:_SHOWN_PAIRS]
        width = max(len(format_p(shown[place])) for place in order)
        for place in order:
            names, verdict = frame.iloc[place, :2].tolist(), frame["verdict"].iloc[place]
            if self.alternative == "two-sided":  # the better method first
                if verdict == 0:
                    names.sort(key=self.mean_ranks.__getitem__)
                elif verdict < 0:
                    names.reverse()
                verdict = abs(verdict)
            pair = _JOINED[verdict].join(f"{name} ({self.mean_ranks[name]:.2f})" for name in names)
            yield f"    p {format_p(frame['pvalue'].iloc[place]):{width}}  {pair}"


def disturbed(test: str, method: str, k: int) -> str:
    """Return a test's name if other methods can disturb its pairs, else an empty text.

    Exchanging two columns is exact whatever the other columns are.
    """
    return test if k > 2 and method != "permutation" else ""


def decided(
    pvalues: Floats, directions: NDArray[np.int64], alpha: float, alternative: str
) -> NDArray[np.int64]:
    """Return 1 if a test shows that the row is better, -1 if worse, 0 if neither.

    A one-sided test asks for each cell only whether the row is better ("greater"), or worse.
    """
    shown = directions if alternative == "two-sided" else {"greater": 1, "less": -1}[alternative]
    return np.asarray((pvalues <= alpha) * shown, np.int64)


def tested(shape: tuple[int, int], alternative: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the cells of a matrix of p-values that are separate hypotheses."""
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

    ``final`` are adjusted p-values of all pairs if the test has its own; then they are returned.
    """
    if final is not None:
        own = final.copy()
        np.fill_diagonal(own, 1.0)
        return own
    if column is None:
        return adjusted_pairs(raw, adjust, directed=alternative != "two-sided")
    return adjusted(np.delete(raw[:, column], column), adjust)[:, None]


def verdicts_of(
    statistics: NDArray[Any],
    pvalues: Floats,
    adjust: str,
    alternative: str,
    column: int | None,
    final: Floats | None = None,
) -> NDArray[np.int64]:
    """Return the verdicts at 0.05 of statistics and raw p-values, (k, k), as `pairwise_test`."""
    directions = np.sign(statistics - statistics.T)
    np.fill_diagonal(directions, 0)
    if column is not None:
        directions = np.delete(directions[:, [column]], column, axis=0)
    final = final_pvalues(pvalues, adjust, alternative, column, final)
    return decided(final, directions, VERDICT_LEVEL, alternative)


def check_pairs(names: Sequence[str], alternative: object, control: object) -> int | None:
    """Check the common arguments of tests of pairs; return the position of the control, if any.

    `check_adjust` of ``adjust.py`` checks the correction for these pairs.
    """
    check.choice("alternative", alternative, ALTERNATIVES)
    return None if control is None else check.member("control", control, names)


def check_pair(names: Sequence[str], first: object, second: object) -> tuple[int, int]:
    """Return the positions of two different methods of the table."""
    places = check.member("first", first, names), check.member("second", second, names)
    if first == second:
        raise ArgumentError("`first` and `second` must be two different methods", found=repr(first))
    return places


def pairwise_test(
    table: Ranked,
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
    doubts: Mapping[str, bool | str] | None = None,
    final: Floats | None = None,
    directions: NDArray[Any] | None = None,
    least: Floats | None = None,
    mean_ranks: pd.Series | None = None,
) -> PairwiseTest:
    """Adjust the p-values of all pairs and make the result.

    Parameters
    ----------
    table : Ranked
    statistics, pvalues : (k, k) float
        Row against column, table order; the diagonals are ignored.
    doubts : mapping
        Note -> whether it applies.
    final : (k, k) float, optional
        Adjusted p-values, if the test has its own joint distribution.
    directions : (k, k) int, optional
        Sign in favour of the row. By default the sign of the statistic minus that of the reversed
        pair, which is W+ - W-, wins minus losses, or twice a statistic that has a sign.
    least : (k, k) float, optional
        The smallest possible p-values, before adjustment, if known.
    mean_ranks : (k,) float, optional
        Given if scores are missing; otherwise they are those of the table.
    test, statistic, method, adjust, alternative, control, convention, df
        Fields of `PairwiseTest`; what the caller has checked.
    """
    import pandas as pd

    names = table.names
    if mean_ranks is None:
        mean_ranks = table.named_mean_ranks()
    raw, values = pvalues.copy(), statistics.copy()
    np.fill_diagonal(raw, 1.0)
    np.fill_diagonal(values, 0.0)
    if directions is None:
        directions = np.sign(values - values.T)
    rows, columns = names, names
    column = table.column(control)
    final = final_pvalues(raw, adjust, alternative, column, final)
    smallest = 0.0
    if least is not None:
        cells = tested(final.shape, alternative)
        if alternative != "two-sided" and column is None:  # one direction of a pair at most
            least = np.where(np.tri(len(least), dtype=bool), 1.0, least)
        smallest = float(final_pvalues(least, adjust, alternative, column)[cells].min())
    if column is not None:
        raw, values, directions = (
            np.delete(part[:, [column]], column, axis=0) for part in (raw, values, directions)
        )
        rows, columns = [name for name in names if name != control], [names[column]]
    held = {**(doubts or {}), "floor": bool((final < P_FLOOR).any()) and convention == "standard"}
    several = len(tested(final.shape, alternative)[0]) > 1
    toward = directions.astype(np.int64)
    common = n_common(table.results) if held.get("pairwise-complete") else None
    if common is not None:
        common = common.loc[rows, columns]
    parts = (final, raw, values, toward, decided(final, toward, VERDICT_LEVEL, alternative))
    frames = [pd.DataFrame(part, index=rows, columns=columns) for part in parts]
    return PairwiseTest(
        pvalues=frames[0],
        pvalues_raw=frames[1],
        statistics=frames[2],
        directions=frames[3],
        verdicts=frames[4],
        test=test,
        statistic=statistic,
        method=method,
        df=tuple(float(x) for x in df),
        adjust=adjust,
        alpha=VERDICT_LEVEL,
        alternative=alternative,
        control=control,
        convention=convention,
        mean_ranks=mean_ranks,
        n_datasets=table.n,
        n_classifiers=table.k,
        notes=noted(notes.holding(held), adjust, several, disturbed(test, method, table.k)),
        engine="python",
        least_pvalue=smallest,
        n_common=common,
    )
