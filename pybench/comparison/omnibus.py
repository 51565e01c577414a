"""The result of tests of all methods at once, except Friedman's."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.noun import nouns
from pybench.base.result import Result, format_p, format_statistic
from pybench.base.text import lined
from pybench.comparison.permutation import unable
from pybench.comparison.ranks import VERDICT_LEVEL

if TYPE_CHECKING:
    import pandas as pd


Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class OmnibusTest(Result):
    """Result of a test of all methods at once."""

    test: str  #: the function that was called, such as "quade"
    statistic: float  #: chi-square, or F if method == "F"; >= 0, may be inf
    pvalue: float  #: in [0, 1]; below 1e-12 it is shown as a bound
    df: tuple[float, ...]  #: (k - 1,), or (k - 1, (k - 1)(N - 1)) for F
    n_datasets: int  #: number of datasets used by the test, N
    n_classifiers: int  #: k
    method: str  #: limiting distribution: "chi-square" or "F"; or "simulation"
    convention: str  #: "standard", or the package whose numbers are reproduced
    mean_ranks: pd.Series  #: (k,), table order: mean of the ranks used by the test
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    reference: str = "limit"  #: "limit", "permutation" (all rearrangements) or "simulation" (drawn)
    least_pvalue: float = 0.0  #: smallest p possible for this size and these ties; 0: no bound

    schema: ClassVar[str] = "omnibus-test/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row: test, method, statistic, df1, df2, pvalue, sizes, convention."""
        import pandas as pd

        df1, df2 = (*self.df, math.nan, math.nan)[:2]
        row = {
            "test": self.test,
            "method": self.method,
            "statistic": self.statistic,
            "df1": df1,
            "df2": df2,
            "pvalue": self.pvalue,
            "n_datasets": self.n_datasets,
            "n_classifiers": self.n_classifiers,
            "convention": self.convention,
        }
        return pd.DataFrame([row])

    def __str__(self) -> str:
        letter = "F" if self.method == "F" else "chi-square"
        df = f", df = {', '.join(f'{x:g}' for x in self.df)}"
        if self.reference != "limit":
            df = f", by {self.reference}"
        lines = [
            f"Test of all {nouns()}: {self.test} ({self.method}): {letter} = "
            f"{format_statistic(self.statistic, 6)}{df}, p {format_p(self.pvalue)}",
            f"  {self.n_classifiers} {nouns()} on {self.n_datasets} datasets; "
            f"convention {self.convention}, engine {self.engine}",
            *unable(self.least_pvalue, VERDICT_LEVEL, self.n_datasets, self.notes),
        ]
        return lined([*lines, *notes.lines(self.notes)])


def noise_decides(
    tie_tol: float | str,
    found: Floats | float,
    pvalues: Callable[[float | str], Floats | float],
) -> bool:
    """Return whether treating gaps of rounding size as ties changes the verdict.

    Parameters
    ----------
    tie_tol : "decimal", float or "auto"
        The caller's argument; an explicit tie tolerance needs no warning.
    found : float or array
        One p-value or several, at ``tie_tol``.
    pvalues : callable
        Function of a tie tolerance that returns the same.
    """
    if not check.by_equality(tie_tol):
        return False
    exact, merged = (np.asarray(p) <= VERDICT_LEVEL for p in (found, pvalues("auto")))
    return not np.array_equal(exact, merged)


def upper_tail(statistic: float, df: tuple[float, ...], convention: str) -> float:
    """Return the upper tail probability of chi-square (one df) or F (two df), in [0, 1].

    The convention "scmamp" uses 1 - cdf, as that package does: values below 1e-16 are lost.
    """
    from scipy import special

    if convention == "scmamp":
        cdf = special.chdtr if len(df) == 1 else special.fdtr
        return float(max(0.0, 1.0 - cdf(*df, statistic)))
    tail = special.chdtrc if len(df) == 1 else special.fdtrc
    return float(tail(*df, statistic))


def two_sided_normal(z: Floats, convention: str) -> Floats:
    """Return the two-sided p-values of z, with "scmamp" as 2 (1 - cdf)."""
    from scipy import special

    if convention == "scmamp":
        return np.asarray(2.0 * (1.0 - special.ndtr(np.abs(z))))
    return np.asarray(2.0 * special.ndtr(-np.abs(z)))
