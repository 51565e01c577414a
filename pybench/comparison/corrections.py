"""Corrections that need only the p-values: single-step, step-down, step-up, Hommel, Rom, Li.

Every function takes p-values that ascend along the last axis, (..., m), and returns the adjusted
ones in the same order, neither capped nor made monotone: `adjusted` in ``adjust.py`` does both.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pybench.comparison import rom as roms

Floats = NDArray[np.float64]
Ascending = Callable[[Floats, float | None], Floats]


def _places(p: Floats) -> Floats:
    return np.arange(1.0, p.shape[-1] + 1, dtype=np.float64)


def step_down(scaled: Floats) -> Floats:
    """Step down: after a hypothesis that is kept, no later one has a smaller adjusted p-value."""
    return np.maximum.accumulate(scaled, axis=-1)


def step_up(scaled: Floats) -> Floats:
    """Step up from the last hypothesis: no earlier one has a larger adjusted p-value."""
    return np.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]


def none(p: Floats, alpha: float | None) -> Floats:
    """Return p unchanged."""
    return p


def bonferroni(p: Floats, alpha: float | None) -> Floats:
    """Return m p (Dunn 1961)."""
    return np.asarray(p.shape[-1] * p)


def holm(p: Floats, alpha: float | None) -> Floats:
    """Step down with (m - j + 1) p_j (Holm 1979)."""
    return step_down(p * _places(p)[::-1])


def hochberg(p: Floats, alpha: float | None) -> Floats:
    """Step up with the factors of Holm (Hochberg 1988)."""
    return step_up(p * _places(p)[::-1])


def holland(p: Floats, alpha: float | None) -> Floats:
    """Step down with 1 - (1 - p_j)^(m - j + 1) (Holland and Copenhaver 1987)."""
    return step_down(_chance_of_any(p, _places(p)[::-1]))


def finner(p: Floats, alpha: float | None) -> Floats:
    """Step down with 1 - (1 - p_j)^(m / j) (Finner 1993)."""
    return step_down(_chance_of_any(p, p.shape[-1] / _places(p)))


def benjamini_hochberg(p: Floats, alpha: float | None) -> Floats:
    """Step up with m p_j / j: false discovery rate (Benjamini and Hochberg 1995)."""
    return step_up(p * (p.shape[-1] / _places(p)))


def benjamini_yekutieli(p: Floats, alpha: float | None) -> Floats:
    """As `benjamini_hochberg`, times 1 + 1/2 + ... + 1/m (Benjamini and Yekutieli 2001)."""
    return benjamini_hochberg(p, alpha) * float((1 / _places(p)).sum())


def hommel(p: Floats, alpha: float | None) -> Floats:
    """Close Simes' test (Hommel 1988).

    Of all intersections of s hypotheses that contain the i-th, the one whose other p-values are
    largest decides; its Simes p-value is s min_j p_(j) / j.
    """
    m = p.shape[-1]
    result = p
    for size in range(2, m + 1):
        first = m - size  # position of the smallest among the `size` largest
        others = (p[..., first + 1 :] / np.arange(2.0, size + 1)).min(axis=-1, keepdims=True)
        lowest = np.minimum(p, p[..., first, None])
        result = np.maximum(result, size * np.minimum(lowest, others))
    return result


def rom(p: Floats, alpha: float | None) -> Floats:
    """Step up with the alpha for which p_j is the critical value c_(m - j + 1) (Rom 1990).

    Given ``alpha``, with p_j alpha / c_(m - j + 1)(alpha), which holds at that level only.
    """
    if alpha is None:
        return step_up(roms.levels(p))
    return step_up(p * (alpha / roms.critical_values(p.shape[-1], alpha))[::-1])


def li(p: Floats, alpha: float | None) -> Floats:
    """Return p_j / (p_j + 1 - p_m), p_m the largest (Li 2008)."""
    shares = p / np.maximum(p + (1 - p[..., -1:]), np.finfo(np.float64).tiny)
    return np.asarray(shares)


def _chance_of_any(p: Floats, times: Floats) -> Floats:
    """Return 1 - (1 - p)^times with full precision for small p."""
    with np.errstate(divide="ignore"):  # log1p(-1) = -inf is right
        return np.asarray(-np.expm1(times * np.log1p(-p)))


ASCENDING: dict[str, Ascending] = {
    "none": none,
    "bonferroni": bonferroni,
    "holm": holm,
    "hochberg": hochberg,
    "hommel": hommel,
    "holland": holland,
    "finner": finner,
    "rom": rom,
    "li": li,
    "BH": benjamini_hochberg,
    "BY": benjamini_yekutieli,
}
