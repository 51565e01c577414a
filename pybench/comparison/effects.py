"""Paired effect sizes of all pairs, each with an interval."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, measured, notes
from pybench.base.noun import noun, nouns
from pybench.base.result import Result
from pybench.base.student import t_quantile
from pybench.base.text import lined
from pybench.bridge import engine as engines
from pybench.comparison.biserial import rank_biserial, rank_biserial_interval
from pybench.comparison.decimals import decimal_units, subtracted
from pybench.comparison.differences import in_order, merged, pairs_of
from pybench.comparison.doubts import about_table
from pybench.comparison.incomplete import datasets_text, n_common, of_equal_size
from pybench.comparison.noncentral import noncentrality_limits
from pybench.comparison.pairs import check_pairs, tested
from pybench.comparison.ranks import ranked, table_tolerance
from pybench.comparison.walsh import hodges_lehmann, interval_place

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Triple = tuple[Floats, Floats, Floats]  # estimate, low, high

EFFECTS = ("hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority")
_SHOWN_PAIRS = 5
# Differences that are equal up to rounding spread by up to 3 ulp of the scores.
_ROUNDING = 4 * np.finfo(float).eps


@dataclass(frozen=True, slots=True, eq=False)
class Effects(Result):
    """Effect sizes of pairs, row against column; positive = row better."""

    hodges_lehmann: pd.DataFrame  #: median of Walsh averages of differences, units of the metric
    hodges_lehmann_low: pd.DataFrame  #: lower end of its interval
    hodges_lehmann_high: pd.DataFrame  #: upper end of its interval
    mean_difference: pd.DataFrame  #: units of the metric
    mean_difference_low: pd.DataFrame  #: by Student's t distribution
    mean_difference_high: pd.DataFrame  #: by Student's t distribution
    d_z: pd.DataFrame  #: mean of differences / their standard deviation; may be infinite
    d_z_low: pd.DataFrame  #: by the noncentral t distribution
    d_z_high: pd.DataFrame  #: by the noncentral t distribution
    rank_biserial: pd.DataFrame  #: (W+ - W-) / (W+ + W-), in [-1, 1]
    rank_biserial_low: pd.DataFrame  #: by a score interval
    rank_biserial_high: pd.DataFrame  #: by a score interval
    superiority: pd.DataFrame  #: share of datasets on which row is better + half the ties, [0, 1]
    superiority_low: pd.DataFrame  #: Clopper and Pearson's interval
    superiority_high: pd.DataFrame  #: Clopper and Pearson's interval
    confidence: float  #: nominal confidence of each single interval, in (0, 1)
    attained: float  #: actual confidence of the Hodges-Lehmann interval, the least of all pairs
    control: str | None  #: the method that all others are compared with, or None: all pairs
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    n_common: pd.DataFrame | None = None  #: datasets of each pair, same shape; None: N, all

    schema: ClassVar[str] = "effects/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: methods, then each effect with the ends of its interval."""
        import pandas as pd

        index, columns = self.d_z.index.to_numpy(), self.d_z.columns.to_numpy()
        rows, places = tested(self.d_z.shape, "two-sided")
        table = {"classifier_1": index[rows], "classifier_2": columns[places]}
        if self.n_common is not None:
            table["n_common"] = self.n_common.to_numpy()[rows, places]
        for name in _fields():
            table[name] = getattr(self, name).to_numpy()[rows, places]
        return pd.DataFrame(table)

    def __str__(self) -> str:
        against = "all pairs" if self.control is None else f"all against {self.control}"
        frame = self.to_frame()
        apart = (frame["hodges_lehmann_low"] > 0) | (frame["hodges_lehmann_high"] < 0)
        lines = [
            f"Paired effect sizes ({against}), each with its own {100 * self.confidence:g} % "
            "interval",
            f"  {self.n_classifiers} {nouns()} on {datasets_text(self.n_datasets, self.n_common)}; "
            f"engine {self.engine}",
            f"  Hodges-Lehmann intervals attain {100 * self.attained:.4g} %; "
            f"{int(apart.sum())} of {len(frame)} exclude 0; the largest, better {noun()} first:",
            *_largest(frame),
        ]
        lines += measured.short(EFFECTS, self.n_datasets)
        return lined([*lines, *notes.lines(self.notes)])


def _largest(frame: pd.DataFrame) -> Iterator[str]:
    """Yield the pairs that are farthest apart, with their Hodges-Lehmann intervals."""
    names = ["hodges_lehmann", "hodges_lehmann_low", "hodges_lehmann_high"]
    values = frame[names].to_numpy()
    # By the digits shown: further digits may depend on the engine.
    shown = [float(f"{abs(value):.4g}") for value in values[:, 0]]
    for place in np.argsort(np.negative(shown), kind="stable")[:_SHOWN_PAIRS]:
        pair = frame.iloc[place, :2].tolist()
        middle, low, high = values[place].tolist()
        if middle < 0:
            pair, middle, low, high = pair[::-1], -middle, -high, -low
        # Adding 0 removes the sign of zero.
        yield f"    {middle:.4g} ({low + 0.0:.4g} to {high + 0.0:.4g})  {', '.join(pair)}"


def effects(
    t: ResultsTable,
    control: str | None = None,
    confidence: float = 0.95,
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> Effects:
    r"""Measure how much methods differ over the same datasets, pair by pair.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    control : str, optional
        Compare all other methods with this method only. By default, all pairs are compared.
    confidence : float in (0, 1)
        Confidence level of each single interval; the level is not adjusted for the number of pairs.
    tie_tol : "decimal", float or "auto"
        Decides, for the rank-biserial correlation and the superiority, which differences count as
        zero and which as equal in absolute value; see `wilcoxon`. With "decimal", the differences
        are exact for all effects.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    Effects
        Five effect sizes, each with the lower and the upper end of its confidence interval, as data
        frames. A data frame has shape (k, k) and compares rows with columns; with a control, the
        shape is (k - 1, 1). An effect is positive (`superiority`: above 1/2) if the row is better.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, more than 32767 datasets.
    ArgumentError
        ``control`` is not a method of the table, ``confidence`` is outside (0, 1), or a bad
        ``tie_tol``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The effects are computed from the differences :math:`d_i` on N datasets, which are positive if
    the row is better:

    * Hodges and Lehmann's (1963) estimate, the median of the :math:`N(N+1)/2` Walsh averages
      :math:`(d_i + d_j)/2`. Its interval runs from the c-th smallest to the c-th largest Walsh
      average. The number c comes from the exact signed-rank distribution without ties or, if N >
      200, from the normal distribution. So the interval is the set of shifts that the signed-rank
      test does not reject (Hollander and Wolfe 1973, sections 3.2 and 3.3). Its actual confidence
      is in `attained`; with ties and zeros, the confidence is at least this value (Noether 1967,
      *Journal of the American Statistical Association* 62, 184-188).
    * The mean with Student's interval, and :math:`d_z = \bar d / s`, the mean divided by the
      standard deviation, with an interval from the noncentral t distribution. Both intervals are
      exact if the differences are normally distributed.
    * The matched-pairs rank-biserial correlation (Kerby 2014) :math:`(W_+ - W_-)/(W_+ + W_-)`, with
      the sums :math:`W_+` and :math:`W_-` of the ranks of positive and of negative differences,
      without zeros. Its interval contains every true effect :math:`2 P(D_1 + D_2 > 0) - 1` for
      which :math:`|r - E| \le z\,\sigma + 2 / (n (n + 1))`. Here r is the observed coefficient, and
      n is the number of differences other than zero. E and :math:`\sigma` are the mean and the
      standard deviation of the coefficient for n normal differences with that true effect. z is the
      quantile of the standard normal distribution for the wanted confidence. The last term is a
      continuity correction: half a step of :math:`W_+`. This is a score interval, like Wilson's. It
      never leaves [-1, 1], and it has a positive length even if all differences have the same sign.
    * The probability of superiority: the share of datasets on which the row is better, plus half
      the share of ties, with the interval of Clopper and Pearson (1934), in which a tie counts as
      half a success.

    ``bench/intervals.csv`` has the coverage of each interval in simulations.

    No effect depends on the other methods in the table.

    Two methods with equal scores on all datasets have effect 0 (superiority 1/2); the interval of
    `d_z` is then the one for t = 0, and the interval of `rank_biserial` is [-1, 1]. If the
    difference is not zero and is the same on all datasets, `d_z` is infinite.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[90, 70], [80, 70], [60, 70], [90, 60]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> result = pb.effects(t)
    >>> float(result.rank_biserial.loc["a", "b"].round(3)), result.attained
    (0.7, 0.875)
    >>> float(result.superiority.loc["a", "b"])
    0.75
    """
    level = check.level("confidence", confidence)
    table = ranked(t, tie_tol, pairwise=True, one_metric=True)
    column = check_pairs(table.names, "two-sided", control)
    return engines.answer(
        "effects",
        {"t": t, "control": control, "confidence": level, "tie_tol": table.tie_tol},
        engine=engine,
        kind=Effects,
        python=lambda: _effects(t, control, column, level, table.tie_tol),
    )


def _effects(
    t: ResultsTable,
    control: str | None,
    column: int | None,
    confidence: float,
    tie_tol: float | str,
) -> Effects:
    rows, columns = pairs_of(t.n_classifiers, column)
    sign = 1.0 if t.higher_is_better else -1.0
    # Near the largest double a difference overflows: such scores are measured in units of 16.
    large = 16.0 if np.nanmax(np.abs(t.scores)) > 2.0**1019 else 1.0
    scores = np.ascontiguousarray(sign * t.scores.T / large)
    units = decimal_units(scores) if tie_tol == "decimal" else np.full(len(scores), np.nan)
    gaps, unit = subtracted(scores, units, rows, columns)
    largest = np.fmax.reduce(np.abs(scores), axis=1)
    scale = np.maximum(largest[rows], largest[columns]) * unit
    tolerance = table_tolerance(t.scores, tie_tol) / large
    parts, attained = [], 1.0
    for at, part in of_equal_size(gaps):
        ties = merged(part, tolerance) if tolerance else part
        sizes = effect_sizes(part, scale[at], confidence, ties)
        parts.append((at, [np.stack(sizes[name]) for name in EFFECTS]))
        attained = min(attained, interval_place(part.shape[1], confidence)[1])
    found: dict[str, Triple] = dict(zip(EFFECTS, map(tuple, in_order(parts)), strict=True))
    with np.errstate(over="ignore"):
        for name in EFFECTS[:2]:
            found[name] = tuple(large * part / unit for part in found[name])  # type: ignore[assignment]
    frames = _frames(t, control, found)
    common = n_common(t)
    doubts = {
        "confidence-not-attained": attained < confidence - 1e-12,
        "constant-difference": bool(np.isinf(found["d_z"][0]).any()),
        **about_table(t),
        "mean-of-repeats": t.n_repeats > 1,
    }
    return Effects(
        **frames,
        confidence=confidence,
        attained=attained,
        control=control,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        notes=notes.holding(doubts),
        engine="python",
        n_common=None if common is None else common.reindex_like(frames["d_z"]),
    )


def effect_sizes(
    differences: Floats, scale: Floats, confidence: float, ties: Floats | None = None
) -> dict[str, Triple]:
    """Compute every effect size of `EFFECTS`.

    Parameters
    ----------
    differences : (m, N) float
        One pair per row; positive = the first is better.
    scale : (m,) float
        Largest absolute score of each pair, which separates rounding from differences.
    confidence : float in (0, 1)
    ties : (m, N) float, optional
        The differences after merging those that count as zero, or as equal in size.

    Returns
    -------
    dict of name -> (estimate, low, high), each (m,)
    """
    ties = differences if ties is None else ties
    estimate, low, high = hodges_lehmann(differences, confidence)
    correlation, count = rank_biserial(ties)
    bounds = rank_biserial_interval(correlation, count, confidence)
    mean, d_z = _mean_and_dz(differences, scale, confidence)
    return {
        "hodges_lehmann": (estimate, low, high),
        "mean_difference": mean,
        "d_z": d_z,
        "rank_biserial": (correlation, *bounds),
        "superiority": _superiority(ties, confidence),
    }


def _mean_and_dz(differences: Floats, scale: Floats, confidence: float) -> tuple[Triple, Triple]:
    n = differences.shape[1]
    # In units of the largest difference, squares do not overflow.
    largest = np.abs(differences).max(axis=1)
    unit = np.where(largest == 0, 1.0, largest)
    relative = differences / unit[:, None]
    constant = np.ptp(relative, axis=1) <= _ROUNDING * scale / unit
    # The exact sum: a mean that is 0 up to rounding is the same in both languages.
    mean = np.array([math.fsum(row) for row in relative.tolist()]) / n
    squares = ((relative - mean[:, None]) ** 2).sum(axis=1)
    sd = np.where(constant, 0.0, np.sqrt(squares / (n - 1)))
    half = -t_quantile((1.0 - confidence) / 2, n - 1) * sd / math.sqrt(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        d_z = np.where(mean == 0, 0.0, mean / sd)
    low, high = noncentrality_limits(math.sqrt(n) * d_z, n - 1, confidence)
    mean_triple = (mean * unit, (mean - half) * unit, (mean + half) * unit)
    return mean_triple, (d_z, low / math.sqrt(n), high / math.sqrt(n))


def _superiority(differences: Floats, confidence: float) -> Triple:
    from scipy import special

    n = differences.shape[1]
    share = ((differences > 0).sum(axis=1) + (differences == 0).sum(axis=1) / 2) / n
    tail = (1.0 - confidence) / 2
    wins, losses = n * share, n - n * share
    low = np.where(wins > 0, special.betaincinv(np.maximum(wins, 0.5), losses + 1, tail), 0.0)
    high = np.where(
        losses > 0, special.betaincinv(wins + 1, np.maximum(losses, 0.5), 1 - tail), 1.0
    )
    return share, low, high


def _frames(
    t: ResultsTable, control: str | None, found: Mapping[str, Triple]
) -> dict[str, pd.DataFrame]:
    import pandas as pd

    names = list(t.classifiers)
    if control is not None:
        others = [name for name in names if name != control]
        flat = [part for name in EFFECTS for part in found[name]]
        parts = (pd.DataFrame(part[:, None], index=others, columns=[control]) for part in flat)
        return dict(zip(_fields(), parts, strict=True))
    frames = []
    for name in EFFECTS:
        none = 0.5 if name == "superiority" else 0.0
        estimate, low, high = found[name]
        # The reversed pair: low becomes high.
        for part, other in ((estimate, estimate), (low, high), (high, low)):
            square = np.full((len(names), len(names)), none)
            square[np.triu_indices(len(names), 1)] = part
            square.T[np.triu_indices(len(names), 1)] = 2 * none - other
            frames.append(pd.DataFrame(square, index=names, columns=names))
    return dict(zip(_fields(), frames, strict=True))


def _fields() -> list[str]:
    return [name + end for name in EFFECTS for end in ("", "_low", "_high")]
