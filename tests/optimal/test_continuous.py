"""The ratio in continuous time: formulas, time reversal, the limit of the chain."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.optimal import continuous
from pybench.optimal.likelihood import transitions
from pybench.optimal.timegrid import grid


def test_gaussian_transitions_in_continuous_time():
    """By doubled fine steps and extrapolation: the formula of Ornstein-Uhlenbeck processes."""
    pair, times = pb.optimal.OrnsteinUhlenbeck((0.5, -2), diffusion=0.7), [0, 0.1, 0.3]
    seen = pb.simulate(pair, 30, times=times, seed=2)
    law = transitions(pair, grid(times, 1))["exact_transition"]
    expected = sum(
        law.log_ratio(k, seen.paths[:, :, k].T, seen.paths[:, :, k + 1].T) for k in (0, 1)
    )
    found, error = continuous.log_ratios(pair, np.array(times), seen.paths)
    assert (error < 1e-5).mean() >= 0.9
    assert (np.abs(found - expected) <= error + 1e-7).all()


def test_detailed_balance_in_continuous_time():
    """Time reversal: log p(y|x) - log p(x|y) = 2 (V(x) - V(y)) for each class."""
    x, y = 1.2, 0.3
    (there, back), error = pb.likelihood_ratio(
        "potentials", [[[x, y]], [[y, x]]], times=[0, 0.2], method="exact_transition", errors=True
    )

    def change(v):
        return v**4 / 4 - (v**2 - 1) ** 2 / 2

    assert there - back == pytest.approx(2 * (change(x) - change(y)), abs=2e-5)
    assert error.max() < 1e-4


def test_exact_transitions_are_the_limit_of_the_chain():
    seen = pb.simulate("potentials", 20, times=[0, 0.1, 0.2], seed=1)
    limit, error = pb.likelihood_ratio("potentials", seen, method="exact_transition", errors=True)
    assert np.median(error) < 1e-5
    off = [
        np.abs(
            pb.likelihood_ratio(
                "potentials", seen.paths, times=seen.times, substeps=steps, method="exact_chain"
            )
            - limit
        ).mean()
        for steps in (20, 40)
    ]
    assert off[1] == pytest.approx(off[0] / 2, rel=0.1)
