"""Limits of a standardised mean against SciPy's noncentral t distribution."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pybench.comparison.noncentral import noncentrality_limits, tail_chance


@pytest.mark.parametrize("df", [1, 2, 3, 11, 111, 400])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_tails_at_the_limits_are_the_level(df, confidence):
    from scipy.stats import nct

    t = np.array([-12.3, -1.7, -1e-6, 0.0, 0.4, 1.0, 2.2, 5.5, 14.0, 25.0])
    low, high = noncentrality_limits(t, df, confidence)
    tail = (1 - confidence) / 2
    # SciPy's own error, relative to the tail, is about 1e-9 for the smallest tails.
    np.testing.assert_allclose(nct.cdf(t, df, high), tail, rtol=1e-8)
    np.testing.assert_allclose(nct.sf(t, df, low), tail, rtol=1e-8)


def test_published_interval():
    """Cumming and Finch (2001): t = 2.4497, 24 degrees of freedom, 95 % limits of lambda / sqrt N.

    Their ESCI gives d = 0.49 with [0.06, 0.90] for a single group of 25.
    """
    low, high = noncentrality_limits(np.array([0.49 * 5]), 24, 0.95)
    assert (low[0] / 5, high[0] / 5) == pytest.approx((0.06, 0.90), abs=0.01)


def test_no_difference_gives_normal_limits():
    """P(T > 0) depends on the noncentrality alone: Phi."""
    low, high = noncentrality_limits(np.zeros(1), 7, 0.95)
    assert high[0] == -low[0] == pytest.approx(1.959963984540054, rel=1e-12)


def test_far_out_the_limits_follow_chi():
    """t to infinity: noncentrality / t is S, so its limits are those of sqrt(chi-square / df)."""
    from scipy.stats import chi2

    for df in (1, 5, 111):
        low, high = noncentrality_limits(np.array([1e9]), df, 0.95)
        scale = np.sqrt(chi2.ppf([0.025, 0.975], df) / df)
        np.testing.assert_allclose([low[0] / 1e9, high[0] / 1e9], scale, rtol=1e-7)


def test_infinite_t_is_its_own_limit():
    low, high = noncentrality_limits(np.array([math.inf, -math.inf]), 4, 0.95)
    assert low.tolist() == high.tolist() == [math.inf, -math.inf]


def test_turning_t_turns_the_limits():
    t = np.random.default_rng(0).normal(0, 8, 50)
    low, high = noncentrality_limits(t, 9, 0.9)
    turned = noncentrality_limits(-t, 9, 0.9)
    np.testing.assert_array_equal(turned, (-high, -low))
    assert (low < t).all()
    assert (t < high).all()


@pytest.mark.parametrize("df", [2, 11, 300])
def test_limits_do_not_depend_on_what_else_is_asked(df):
    t = np.random.default_rng(8).normal(0, 4, 200)
    whole = noncentrality_limits(t, df, 0.9)
    alone = [noncentrality_limits(t[[i]], df, 0.9) for i in range(len(t))]
    assert np.array_equal(whole, np.array(alone)[:, :, 0].T)


def test_both_integrals_meet():
    """At the border between them, |t| = sqrt(2 df), and on either side."""
    from scipy.stats import nct

    for df in (1, 8, 50):
        t = math.sqrt(2 * df) * np.array([0.99, 1.0, 1.01])
        shift = t * 0.9
        for side, tail in ((1, nct.cdf), (-1, nct.sf)):
            np.testing.assert_allclose(
                tail_chance(t, df, shift, side), tail(t, df, shift), rtol=1e-11
            )


def test_exact_coverage():
    rng = np.random.default_rng(5)
    n, delta = 8, 0.7
    d = rng.normal(delta, 1, size=(20_000, n))
    low, high = noncentrality_limits(
        d.mean(axis=1) / d.std(axis=1, ddof=1) * math.sqrt(n), n - 1, 0.9
    )
    cover = ((low <= delta * math.sqrt(n)) & (delta * math.sqrt(n) <= high)).mean()
    assert cover == pytest.approx(0.9, abs=4 * math.sqrt(0.09 / 20_000))
