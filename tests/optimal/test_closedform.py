"""Exact values: the reference, closed forms to 1e-12, simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal.closedform import Squares


@pytest.mark.parametrize("setting", ["a-T1", "a-T2", "a-T8", "c-d1", "c-d2", "c-d8"])
def test_oracle(reference, setting):
    """Printed with eight decimals."""
    found = pb.optimal.exact(setting).set_index(["method", "statistic"])["value"]
    exact = reference.loc[setting].query("kind == 'exact'").set_index(["method", "statistic"])
    if setting.startswith("a"):  # the oracle lacks the third line, which is the same there
        assert found["lrt_exact_chain"].equals(found["lrt_numerical"])
        found = found[found.index.get_level_values("method") != "lrt_exact_chain"]
    assert found.to_dict() == pytest.approx(exact["value"].loc[found.index].to_dict(), abs=6e-9)


@pytest.mark.parametrize(("setting", "end"), [("a-T1", 1), ("a-T2", 2), ("a-T4", 4), ("a-T8", 8)])
def test_constant_drift_in_closed_form(setting, end):
    """Errata, section 3.1: 1 - P(|Z| >= D/2) would be 0 at chance; right is 1 - half of it."""
    found = pb.optimal.exact(setting).set_index(["method", "statistic"])
    for method in ("lrt_hidden", "lrt_numerical", "lrt_exact_chain"):
        auc = stats.norm.cdf(math.sqrt(end / 2))
        star = 1 - stats.norm.sf(math.sqrt(end) / 2)
        assert found.loc[(method, "auc"), "value"] == pytest.approx(auc, abs=1e-12)
        assert found.loc[(method, "acc_star"), "value"] == pytest.approx(star, abs=1e-12)
        assert found.loc[(method, "acc_star"), "threshold"] == 0


def test_best_thresholds():
    """0 for the two that are exact, elsewhere for the two that are not."""
    found = pb.optimal.exact("c-d1").set_index(["method", "statistic"])["threshold"]
    for method in ("lrt_hidden", "lrt_exact_chain"):
        assert found[method, "acc_star"] == pytest.approx(0, abs=1e-4)
    assert abs(found["lrt_numerical", "acc_star"]) > 0.005


@pytest.mark.parametrize(
    ("theta", "d", "dt", "far"), [((-1, -8), 4, 0.25, -87.7), ((-1, -3), 4, 0.5, -15.9)]
)
def test_best_threshold_far_from_0(theta, d, dt, far):
    """the Euler scheme at coarse times: AUC near 1, at 0 no better than chance."""
    pair = pb.optimal.OrnsteinUhlenbeck(theta, dimension=d)
    one = pb.optimal.own_setting("coarse", pair, np.arange(0, 8 + dt / 2, dt))
    found = pb.optimal.exact(one).set_index(["method", "statistic"])
    star = found.loc[("lrt_numerical", "acc_star")]
    assert star["threshold"] == pytest.approx(far, abs=0.1)
    assert found.loc[("lrt_numerical", "acc_at_zero"), "value"] < 0.53
    seen = pb.optimal.lrt(one, paths=4000, seed=3).set_index(["method", "statistic"])
    score = seen.loc[("lrt_numerical", "acc_star")]
    assert star["value"] == pytest.approx(score["value"], abs=4 * score["se"] + 0.001)
    best = found.xs("acc_star", level="statistic")["value"]
    assert best["lrt_hidden"] >= best["lrt_exact_chain"] >= best["lrt_numerical"]


def test_order_of_what_is_seen():
    """Hidden above the best on observed paths, above the two approximations of it."""
    for d in (1, 2, 4, 8):
        auc = pb.optimal.exact(f"c-d{d}").set_index(["method", "statistic"])["value"]
        auc = auc.xs("auc", level="statistic")
        assert auc["lrt_hidden"] > auc["lrt_exact_chain"] > auc["lrt_exact_transition"]
        assert auc["lrt_exact_transition"] > auc["lrt_numerical"]


@pytest.mark.parametrize("setting", ["c-d4", "c-d1"])
def test_simulation_agrees(setting):
    exact = pb.optimal.exact(setting).set_index(["method", "statistic"])["value"]
    found = pb.optimal.lrt(setting, paths=20_000, seed=9).set_index(["method", "statistic"])
    for name in found.index:
        slack = 0.002 if name[1] == "acc_star" else 0.0
        assert abs(found.loc[name, "value"] - exact[name]) < 4 * found.loc[name, "se"] + slack


@pytest.mark.parametrize("df", [11, 21, 200])
def test_imhof_against_chi_squares(df):
    for x in (0.3 * df, df, 1.7 * df):
        assert Squares(np.ones(df)).above(x) == pytest.approx(stats.chi2.sf(x, df), abs=1e-10)


def test_imhof_of_a_difference_is_an_f_distribution():
    for a, b, ratio in ((12, 9, 1.0), (30, 20, 0.7)):
        weights = np.concatenate([np.full(a, 1 / a), np.full(b, -ratio / b)])
        assert Squares(weights).above(0.0) == pytest.approx(stats.f.sf(ratio, a, b), abs=1e-10)


@pytest.mark.parametrize("setting", ["b-T2", "d-d6", "e-L5"])
def test_no_closed_form_is_said(setting):
    with pytest.raises(ArgumentError, match="not known in closed form"):
        pb.optimal.exact(setting)


@pytest.mark.parametrize(
    "pair",
    [
        pb.optimal.ConstantDrift((1, 1)),
        pb.optimal.OrnsteinUhlenbeck((-1, -1)),
        pb.optimal.OrnsteinUhlenbeck(([-1, 0], [-1, 0]), dimension=2),
    ],
)
def test_two_drifts_that_are_one_cannot_be_told_apart(pair):
    one = pb.optimal.own_setting("x", pair, [0, 1, 2])
    exact = pb.optimal.exact(one).set_index(["method", "statistic"])["value"]
    found = pb.optimal.lrt(one, paths=20).set_index(["method", "statistic"])["value"]
    assert exact.index.tolist() == found.index.tolist()
    assert set(exact) == set(found) == {0.5}


def test_one_coordinate_of_two_may_be_alike():
    pairs = pb.optimal.OrnsteinUhlenbeck(([-1, -1], [-1, -2]), dimension=2), "ornstein-uhlenbeck"
    ones = [pb.optimal.own_setting("x", pair, np.arange(0, 2.1, 0.1)) for pair in pairs]
    first, second = (pb.optimal.exact(one)["value"].to_numpy() for one in ones)
    assert first == pytest.approx(second, abs=1e-8)


def test_laws_too_large_for_doubles_are_refused():
    one = pb.optimal.own_setting("x", pb.optimal.OrnsteinUhlenbeck((50, -1)), [0, 100])
    with pytest.raises(ArgumentError, match="overflows double precision"):
        pb.optimal.exact(one)
