"""Kendall's W: how far the datasets agree about the order of the classifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import Result
from pybench.bridge import engine as engines
from pybench.comparison.bootstrap import bootstrap_doubts, percentiles, resampled
from pybench.comparison.friedman import friedman_statistic
from pybench.comparison.ranks import doubled_ranks, require_comparable, table_notes

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class KendallW(Result):
    """Kendall's coefficient of concordance with a bootstrap interval."""

    w: float  #: in [0, 1]; 1 = all datasets order the classifiers alike
    low: float  #: lower end of the interval
    high: float  #: upper end of the interval
    confidence: float  #: of the interval, in (0, 1)
    resamples: int  #: number of bootstrap replicates
    seed: int  #: of the random stream
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: doubts, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "kendall-w/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row: w, low, high, confidence, n_datasets, n_classifiers."""
        import pandas as pd

        names = ("w", "low", "high", "confidence", "n_datasets", "n_classifiers")
        return pd.DataFrame([{name: getattr(self, name) for name in names}])

    def __str__(self) -> str:
        lines = [
            f"Kendall's W = {self.w:.4f}, {100 * self.confidence:g} % interval "
            f"{self.low:.4f} to {self.high:.4f} (bootstrap of datasets, {self.resamples} "
            f"replicates, seed {self.seed})",
            f"  {self.n_classifiers} classifiers on {self.n_datasets} datasets; "
            f"engine {self.engine}",
        ]
        return "\n".join([*lines, *notes.lines(self.notes)])


def kendall_w(
    t: ResultsTable,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    *,
    tie_tol: float | str = 0.0,
    engine: str | None = None,
) -> KendallW:
    r"""Measure how far the datasets agree about the order of the classifiers.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    confidence : float in (0, 1)
    resamples : int, >= 1
        Number of bootstrap replicates.
    seed : int
        Same seed, same interval, in Python and R.
    tie_tol : float or "auto"
        See `ranks`.
    engine : {"python", "r", "both"}, optional
        Which implementation answers; default ``pybench.options.engine``.

    Returns
    -------
    KendallW

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or classifiers.
    ArgumentError
        ``confidence`` outside (0, 1), ``resamples`` below 1, a bad seed.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    :math:`W = \chi^2_F / (N(k - 1))` with Friedman's tie-corrected :math:`\chi^2_F` (Kendall and
    Babington Smith 1939): the effect size of the Friedman test. It is tied to the mean rank
    correlation of two datasets, :math:`\bar r = (N W - 1)/(N - 1)`.

    The interval is the percentile interval of W over datasets drawn with replacement. In a
    replicate a dataset agrees perfectly with its own copies, which would push W up; so
    :math:`\bar r` is taken over pairs of *different* datasets, and W follows from it.

    Resampled datasets vary less than datasets do: in simulations the 95 % interval held the truth
    in 85 to 90 % of cases with 8 to 10 datasets, in 93 % with 20. The note ``few-resampled`` says
    so below 20 datasets.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.kendall_w(t)
    >>> result.w, result.low, result.high
    (1.0, 1.0, 1.0)
    """
    level = check.level("confidence", confidence)
    count = check.count("resamples", resamples)
    check.room("resamples", count)
    tolerance = check.tie_tolerance(tie_tol)
    start = check.seed(seed)
    require_comparable(t)
    options = {"confidence": level, "resamples": count, "seed": start, "tie_tol": tolerance}
    return engines.answer(
        "kendall_w",
        {"t": t, **options},
        engine=engine,
        kind=KendallW,
        python=lambda: _kendall_w(t, level, count, start, tolerance),
    )


def _kendall_w(
    t: ResultsTable, confidence: float, resamples: int, seed: int, tie_tol: float | str
) -> KendallW:
    doubled = doubled_ranks(t.scores, t.higher_is_better, tie_tol)
    n, k = doubled.shape
    blocks = resampled(seed, "kendall-w", resamples, n)
    replicates = np.concatenate([resampled_w(doubled, counts) for counts in blocks])
    low, high = percentiles(replicates, confidence)
    return KendallW(
        w=float(friedman_statistic(doubled)) / (n * (k - 1)),
        low=float(low),
        high=float(high),
        confidence=confidence,
        resamples=resamples,
        seed=seed,
        n_datasets=n,
        n_classifiers=k,
        notes=notes.holding(bootstrap_doubts(table_notes(t, doubled, "standard"), n)),
        engine="python",
    )


def resampled_w(doubled: NDArray[np.int32], counts: Floats) -> Floats:
    """Compute W of replicates from pairs of different datasets.

    Parameters
    ----------
    doubled : (N, k) int
        Twice the ranks.
    counts : (replicates, N) float
        How often each dataset was drawn.

    Returns
    -------
    (replicates,) float in [0, 1]
        1 where only one dataset was drawn; 0 where nothing varies.
    """
    n, k = doubled.shape
    centred = doubled.astype(np.float64) - (k + 1)
    lengths = (centred**2).sum(axis=1)
    # Whole numbers up to the division.
    between = ((counts @ centred) ** 2).sum(axis=1)
    copies = (counts**2) @ lengths
    pairs = n * n - (counts**2).sum(axis=1)
    within = counts @ lengths
    with np.errstate(divide="ignore", invalid="ignore"):
        agreement = n * (between - copies) / (pairs * within)
    agreement = np.where(pairs == 0, 1.0, agreement)
    w = np.clip((1 + (n - 1) * agreement) / n, 0.0, 1.0)
    return np.where(within == 0, 0.0, w)
