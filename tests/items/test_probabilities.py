"""Posterior probabilities: closed forms, draws, symmetry."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from pybench.items.probabilities import of_answers, of_means
from tests.items.made import made


@pytest.mark.parametrize(("wins", "losses", "n"), [(0, 0, 1), (3, 0, 4), (2, 5, 9), (30, 22, 400)])
@pytest.mark.parametrize("rope", [0.0, 0.02, 0.3])
def test_answers_are_those_of_dirichlet_draws(wins, losses, n, rope):
    draw = np.random.default_rng(1).dirichlet(
        [wins + 1, losses + 1, n - wins - losses + 2], 400_000
    )
    gap = draw[:, 0] - draw[:, 1]
    found = of_answers(wins, losses, n, rope)
    shares = (gap > rope).mean(), (np.abs(gap) <= rope).mean(), (gap < -rope).mean()
    np.testing.assert_allclose(found, shares, atol=4 * 0.5 / np.sqrt(400_000))
    assert sum(found) == pytest.approx(1, abs=1e-14)


def test_one_item_has_a_closed_form():
    # P(theta > 1/2) for Beta(2, 1) is 3/4; with no item the three regions follow the prior.
    assert of_answers(1, 0, 1, 0.0)[0] == pytest.approx(0.75, abs=1e-15)
    # For Dirichlet(1, 1, 2), the difference d > 0 has P(d > r) = (1 - r)^3 / 2.
    assert of_answers(0, 0, 0, 0.2)[0] == pytest.approx(0.8**3 / 2, abs=1e-12)


@pytest.mark.parametrize("rope", [0.001, 0.01, 0.1])
def test_many_items_are_nearly_normal(rope):
    n, wins, losses = 1_000_000, 60_000, 59_000
    better = of_answers(wins, losses, n, rope)[0]
    p, q = wins / n, losses / n
    error = np.sqrt((p + q - (p - q) ** 2) / n)
    assert better == pytest.approx(stats.norm.sf(rope, p - q, error), abs=3e-4)


def test_swapped_methods_swap_the_ends():
    one, other = of_answers(7, 2, 30, 0.05), of_answers(2, 7, 30, 0.05)
    assert one == pytest.approx(other[::-1], abs=1e-14)


@pytest.mark.parametrize("rope", [0.0, 0.1, 1.0, 3.0])
def test_means_are_students_t(rope):
    found = of_means(0.2, 0.1, 5, rope)
    t = stats.t(5, 0.2, 0.1)
    shares = t.sf(rope), t.cdf(rope) - t.cdf(-rope), t.cdf(-rope)
    np.testing.assert_allclose(found, shares, atol=1e-12)


def test_a_difference_without_variation_has_no_posterior():
    assert np.isnan(of_means(0.2, 0, 5, 0.2)).all()


def test_the_comparison_says_which():
    assert pb.compare_items(made(1), rope=0).posterior == "dirichlet"
    for kw in ({"runs": 2}, {"clusters": 5}, {"weighted": True}, {"answers": False}):
        assert pb.compare_items(made(1, **kw), rope=0).posterior == "student"
    assert pb.compare_items(made(1)).better is None


def test_a_rope_of_one_holds_every_difference_of_answers():
    result = pb.compare_items(made(1), rope=1)
    assert result.equal.tolist() == [1, 1, 1]
