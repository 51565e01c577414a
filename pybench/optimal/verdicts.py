"""How far from the best: the rule that turns gaps between a classifier and two lines into words."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

VERDICTS = (
    *("optimal", "near optimal", "between the lines", "suboptimal", "at chance", "above"),
    "undecided",
)
ENOUGH = 10  # runs from which their own scatter says how sure their mean is

RULE = (
    "Gaps are a classifier's score less that of a likelihood ratio on the same test paths; their "
    "95 % interval is by Student's t over the runs where there are 10 or more, and by the paired "
    "errors of the single runs where there are fewer, since two or three runs do not tell their "
    "own scatter (DeLong's for AUC; for accuracies the sum of both errors, which is the most it "
    "can be). It is never narrower than +-2 * 0.5 / sqrt(m), m test paths. at chance: the interval "
    "of the AUC holds 0.5. optimal: the interval of the gap to LRT hidden holds 0. above: it lies "
    "above 0, which nobody can be for long. suboptimal: the interval of the gap to LRT numerical "
    "lies below 0. Otherwise between the lines; near optimal, where the two lines are no farther "
    "apart than twice that smallest half-width. undecided: an interval that holds 0.5 or 0 is "
    "wider than twice the narrowest, and would hold nearly anything. crossed: LRT numerical is "
    "above LRT hidden."
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A mean over runs, and its interval."""

    mean: float
    half: float  #: half the width of the interval

    @property
    def lower(self) -> float:
        """Lower end."""
        return self.mean - self.half

    @property
    def upper(self) -> float:
        """Upper end."""
        return self.mean + self.half

    def holds(self, value: float) -> bool:
        """Whether the interval holds a value."""
        return self.lower <= value <= self.upper


def finest(test: int) -> float:
    """Return the smallest half-width that m test paths allow: two errors of a rate near 1/2."""
    return 2 * 0.5 / math.sqrt(test)


def gap(values: Floats, errors: Floats, test: int) -> Gap:
    """Return mean and 95 % interval of one value a run.

    Parameters
    ----------
    values : (runs,) float
    errors : (runs,) float
        Of the single values; they count where there are fewer runs than `ENOUGH`.
    test : int
        Test paths of a run.

    Returns
    -------
    Gap
    """
    from scipy.special import ndtri, stdtrit

    runs = len(values)
    if runs >= ENOUGH:
        half = float(stdtrit(runs - 1, 0.975)) * float(values.std(ddof=1)) / math.sqrt(runs)
    else:
        half = float(ndtri(0.975)) * math.sqrt(float((errors**2).mean()) / runs)
    return Gap(float(values.mean()), max(half, finest(test)))


def verdict(auc: Gap, to_hidden: Gap, to_numerical: Gap, test: int) -> str:
    """Return what the rule says of a classifier."""
    # That an interval holds a value says nothing where it would hold nearly any.
    widest = 2 * finest(test)
    if auc.holds(0.5):
        return "at chance" if auc.half <= widest else "undecided"
    if to_hidden.holds(0.0):
        return "optimal" if to_hidden.half <= widest else "undecided"
    if to_hidden.lower > 0:
        return "above"
    if to_numerical.upper < 0:
        return "suboptimal"
    if to_numerical.holds(0.0) and to_numerical.half > widest:
        return "undecided"
    apart = to_numerical.mean - to_hidden.mean
    return "near optimal" if apart <= widest else "between the lines"
