"""Quantiles of Student's t distribution, accurate with every SciPy that pybench allows."""

from __future__ import annotations

import math
from functools import lru_cache


@lru_cache(maxsize=1024)
def t_quantile(p: float, df: float) -> float:
    """Return the quantile of Student's t distribution.

    SciPy before 1.17 computes it with a relative error of up to 1e-11; one step of Newton's method
    takes the error away.

    Parameters
    ----------
    p : float
        Probability below the quantile, between 0 and 1.
    df : float
        Degrees of freedom, above 0.
    """
    from scipy.special import gammaln, stdtr, stdtrit

    t = float(stdtrit(df, p))
    constant = gammaln((df + 1) / 2) - gammaln(df / 2) - math.log(df * math.pi) / 2
    density = math.exp(constant - (df + 1) / 2 * math.log1p(t * t / df))
    return t - (float(stdtr(df, t)) - p) / density
