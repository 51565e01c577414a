"""The Bayesian signed-rank and sign tests against scmamp, brute force and quadrature."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from originals import available, numbers, table_of
from scipy import integrate, special, stats

import pybench as pb
from pybench.comparison.dirichlet import (
    SIGNED_RANK,
    sign_regions,
    sign_thetas,
)
from pybench.comparison.staircase import signed_rank_thetas, staircase
from pybench.comparison.weights import weights

REGIONS = ("better", "equal", "worse")
THEIRS = ("right", "rope_p", "left")  # scmamp's names: right is the first method better
SAMPLES = 20_000
# Standard errors that a Monte-Carlo answer may be off: 1e-5 for one number, a few hundred asked.
SIGMAS = 4.5


def shares_of(result, a, b):
    return np.array([getattr(result, region).loc[a, b] for region in REGIONS])


def error_of(shares, samples):
    smoothed = (shares * samples + 0.5) / (samples + 1)
    return np.sqrt(smoothed * (1 - smoothed) / samples)


@pytest.mark.parametrize("name", sorted(set(available()) & set(numbers("bayes.csv"))))
@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_signed_rank_of_scmamp(name, rope):
    """scmamp 0.3.2, 10 000 draws each: within 4 standard errors of both, means of 4 of theirs."""
    draws, unit = 10_000, 2.0**-60  # exact, and no score a decimal: theirs are doubles
    whole, theirs = table_of(name), numbers("bayes.csv")[name]
    t = replace(whole, scores=whole.scores * unit)
    for at, (i, j) in enumerate(zip(theirs["i"], theirs["j"], strict=True)):
        a, b = (t.classifiers[int(place) - 1] for place in (i, j))
        result = pb.bayesian_signed_rank(t.select(classifiers=[a, b]), rope * unit, prior=0.5)
        ours = shares_of(result, a, b)

        def of_scmamp(names, at=at):
            return np.array([theirs[f"bSignedRankTest_rope{rope:g}_{x}"][at] for x in names])

        allowed = 4 * np.hypot(error_of(ours, 50_000), error_of(ours, draws))
        assert (np.abs(ours - of_scmamp(THEIRS)) <= allowed).all()
        means = np.array([getattr(result, f"mean_{region}").loc[a, b] for region in REGIONS])
        spread = of_scmamp(["sd_theta_right", "sd_theta_rope", "sd_theta_left"]) / math.sqrt(draws)
        gap = means - of_scmamp(["mean_theta_right", "mean_theta_rope", "mean_theta_left"])
        assert (np.abs(gap) <= 4 * spread + 1e-12).all()


def brute_thetas(z, drawn, rope):
    """theta by the double sum of the paper, one draw a column of ``drawn``."""
    sums = z[:, None] + z[None, :]
    regions = (sums > 2 * rope, np.abs(sums) <= 2 * rope, sums < -2 * rope)
    w = drawn / drawn.sum(axis=0)
    return np.stack([np.einsum("id,ij,jd->d", w, region, w) for region in regions])


@pytest.mark.parametrize("n", [2, 3, 10, 40])
@pytest.mark.parametrize("rope", [0.0, 0.125, 0.3])
def test_draws_are_the_double_sum(n, rope):
    rng = np.random.default_rng(n)
    z = rng.integers(-4, 5, size=n) / 8  # ties, zeros and sums on the edge of the rope
    drawn = weights(SIGNED_RANK, n, 7, 50, prior=0.5, seed=3)
    expected = brute_thetas(np.r_[0.0, z], drawn, rope)
    np.testing.assert_allclose(
        signed_rank_thetas(drawn, staircase(z, rope)), expected, rtol=0, atol=1e-13
    )


@pytest.mark.parametrize("prior", [0.0, 0.5, 1.0, 3.7])
def test_mean_is_the_moment_of_the_dirichlet_distribution(prior):
    """E w_i w_j = (a_i a_j + a_i [i = j]) / (A (A + 1)), summed over all i and j."""
    z = np.random.default_rng(5).integers(-4, 5, size=17) / 8
    alpha = np.r_[prior, np.ones(17)]
    moments = (np.outer(alpha, alpha) + np.diag(alpha)) / (alpha.sum() * (alpha.sum() + 1))
    sums = np.add.outer(np.r_[0.0, z], np.r_[0.0, z])
    for rope in (0.0, 0.25):
        expected = [
            moments[region].sum()
            for region in (sums > 2 * rope, np.abs(sums) <= 2 * rope, sums < -2 * rope)
        ]
        np.testing.assert_allclose(staircase(z, rope).means(prior), expected, rtol=1e-13)


def test_two_datasets_by_areas(make_table):
    """With prior 1 the weights of N = 2 are uniform on a triangle: shares are areas."""
    t = make_table([[0.5, 0.0], [0.0, 0.25]])
    m = 600
    i, j = (part.ravel() for part in np.meshgrid(np.arange(m), np.arange(m)))
    inside = i + j < m - 1
    a, b = (i[inside] + 1 / 2) / m, (j[inside] + 1 / 2) / m
    thetas = brute_thetas(np.array([0.0, 0.5, -0.25]), np.stack([1 - a - b, a, b]), 0.1)
    exact = np.bincount(thetas.argmax(axis=0), minlength=3) / inside.sum()
    result = pb.bayesian_signed_rank(t, 0.1, prior=1.0)
    assert np.abs(shares_of(result, "c1", "c2") - exact).max() < SIGMAS * 0.5 / 50_000**0.5 + 2 / m


@pytest.mark.parametrize("place", ["rope", "better", "worse"])
def test_sign_test_by_quadrature(make_table, place):
    """P(one of three gamma variables is the largest) is an integral of density times cdfs."""
    t = make_table([[0.3, 0]] * 4 + [[0.1, 0]] * 3 + [[0, 0.4]] * 2)
    shape = np.array([4.0, 3.0, 2.0])
    shape[{"better": 0, "rope": 1, "worse": 2}[place]] += 0.5
    exact = []
    for i in range(3):
        j, k = (x for x in range(3) if x != i)
        exact.append(
            integrate.quad(
                lambda x, i=i, j=j, k=k: (
                    stats.gamma.pdf(x, shape[i])
                    * special.gammainc(shape[j], x)
                    * special.gammainc(shape[k], x)
                ),
                0,
                np.inf,
            )[0]
        )
    result = pb.bayesian_sign(t, 0.2, place=place)
    ours = shares_of(result, "c1", "c2")
    assert (np.abs(ours - exact) <= SIGMAS * error_of(np.array(exact), 50_000)).all()
    means = [getattr(result, f"mean_{region}").loc["c1", "c2"] for region in REGIONS]
    np.testing.assert_allclose(means, shape / shape.sum(), rtol=1e-14)
    assert result.monte_carlo_error.loc["c1", "c2"] == pytest.approx(
        error_of(ours, 50_000).max(), rel=1e-12
    )


def test_sign_draws_are_sums_of_weights():
    z = np.array([[0.3, -0.3, 0.1, 0.3, -0.1]])
    drawn = weights(SIGNED_RANK, 5, 0, 20, prior=0.5, seed=0)
    better, equal, worse = sign_thetas(drawn, *sign_regions(z, 0.2, "rope"))
    np.testing.assert_allclose(better[0], drawn[[1, 4]].sum(axis=0), rtol=1e-14)
    np.testing.assert_allclose(worse[0], drawn[2], rtol=1e-14)
    np.testing.assert_allclose(better + equal + worse, drawn.sum(axis=0)[None], rtol=1e-14)


@pytest.mark.parametrize("function", [pb.bayesian_signed_rank, pb.bayesian_sign])
class TestBoth:
    def test_mirror(self, function, random_tables):
        for t in random_tables(5, seed=1, largest=12):
            result = function(t, 0.05, 500)
            for a, b in itertools.combinations(t.classifiers, 2):
                np.testing.assert_array_equal(
                    shares_of(result, a, b), shares_of(result, b, a)[::-1]
                )
                assert shares_of(result, a, b).sum() == pytest.approx(1, abs=1e-12)
            assert (np.diag(result.equal) == 1).all()
            assert (np.diag(result.better) == 0).all()
            assert (np.diag(result.monte_carlo_error) == 0).all()

    def test_direction_flips_the_answer(self, function, make_table):
        scores = np.random.default_rng(3).normal(size=(12, 3))
        up, down = (function(make_table(scores, flag), 0.1, 500) for flag in (True, False))
        assert up.better.equals(down.worse)
        assert up.mean_better.equals(down.mean_worse)

    def test_identical_classifiers_are_equivalent(self, function, make_table):
        t = make_table([[0.3, 0.3, 0.1], [0.2, 0.2, 0.5], [0.7, 0.7, 0.7]])
        for rope in (0.0, 0.01):
            result = function(t, rope, 100)
            assert result.equal.loc["c1", "c2"] == 1
            assert result.mean_equal.loc["c1", "c2"] == 1
            assert result.better.loc["c1", "c2"] == result.worse.loc["c1", "c2"] == 0

    def test_a_pair_has_the_same_answer_in_every_table(self, function, make_table):
        t = make_table(np.random.default_rng(4).normal(size=(9, 5)))
        whole, two = (function(x, 0.1, 3000) for x in (t, t.select(classifiers=["c4", "c2"])))
        assert (shares_of(whole, "c4", "c2") == shares_of(two, "c4", "c2")).all()

    def test_seed(self, function, make_table):
        t = make_table(np.random.default_rng(5).normal(size=(9, 2)))
        first, again, other = (function(t, 0.1, 2000, seed=seed) for seed in (1, 1, 2))
        assert first.better.equals(again.better)
        assert not first.better.equals(other.better)

    def test_order_of_datasets_matters_within_the_error_only(self, function, make_table):
        scores = np.random.default_rng(4).normal(size=(20, 2))
        one, two = (function(make_table(x), 0.2, SAMPLES) for x in (scores, scores[::-1]))
        gap = np.abs(shares_of(one, "c1", "c2") - shares_of(two, "c1", "c2"))
        assert gap.max() < SIGMAS * math.sqrt(2) * one.monte_carlo_error.loc["c1", "c2"]
        assert one.mean_better.loc["c1", "c2"] == pytest.approx(two.mean_better.loc["c1", "c2"])

    @pytest.mark.parametrize("factor", [2.0**-1040, 2.0**-200, 2.0**10, 2.0**1020])
    def test_unit_of_the_score_does_not_matter(self, function, make_table, factor):
        scores = np.random.default_rng(6).integers(-8, 9, size=(15, 3)) / 8.0
        plain, scaled = (function(make_table(scores * x), 0.25 * x, 500) for x in (1.0, factor))
        assert plain.better.equals(scaled.better)
        assert plain.mean_equal.equals(scaled.mean_equal)

    def test_the_rope_is_closed(self, function, make_table):
        """Differences of exactly the rope are inside; the paper's open intervals lose them."""
        result = function(make_table([[0.75, 0.5], [0.5, 0.75], [0.5, 0.25]]), 0.25, 100)
        assert result.equal.loc["c1", "c2"] == result.mean_equal.loc["c1", "c2"] == 1
        assert "rope-edge" not in result.notes

    def test_rounding_at_the_edge_of_the_rope_is_noted(self, function, make_table):
        """As doubles 0.8 - 0.7 is one bit above 0.1, 0.9 - 0.8 below; as decimals both are 0.1."""
        steps, unit = np.array([[0.8, 0.7], [0.9, 0.8]]), 2.0**-60
        exact = function(make_table(steps), 0.1, 100)
        assert exact.equal.loc["c1", "c2"] == 1
        assert "rope-edge" not in exact.notes
        t = make_table(steps * unit)
        result = function(t, 0.1 * unit, 100)
        assert result.equal.loc["c1", "c2"] < 1
        assert "rope-edge" in result.notes
        for rope in (0.04, 0.0999, 0.1001):
            assert "rope-edge" not in function(t, rope * unit, 100).notes

    def test_prior_of_nothing(self, function, make_table):
        result = function(make_table([[1, 0], [1, 0]]), 0.1, 100, prior=0)
        assert result.better.loc["c1", "c2"] == result.mean_better.loc["c1", "c2"] == 1

    @pytest.mark.parametrize(
        ("argument", "values", "expected"),
        [
            ("rope", [-0.1, math.nan, math.inf, "0", None, True], "a number >= 0"),
            ("prior", [-1, math.nan, "s"], "a number >= 0"),
            ("samples", [0, -5, 2.5, "9", None, True, math.inf], "a whole number >= 1"),
            ("seed", [0.5, "1", None, True, 2**53], "an integer"),
        ],
    )
    def test_bad_arguments(self, function, make_table, argument, values, expected):
        t = make_table([[1, 2], [2, 1]])
        for value in values:
            with pytest.raises(pb.ArgumentError, match=f"`{argument}` must be {expected}"):
                function(t, **{argument: value})

    @pytest.mark.r
    def test_both_languages(self, function, random_tables, make_table):
        for t in random_tables(6, seed=2, largest=25):
            for rope, prior, seed in ((0.0, 0.5, 0), (0.1, 2.3, -7), (0.05, 0.0, 2**40)):
                result = function(t, rope, 3000, prior=prior, seed=seed, engine="both")
                assert result.engine == "both"
        function(make_table(np.ones((3, 3))), engine="both")
        function(make_table([[0.8, 0.7], [0.9, 0.8]]), 0.1, engine="both")
        function(make_table(np.array([[1, 2], [3, 1]]) * 2.0**1020), engine="both")


@pytest.mark.r
def test_places_in_both_languages(make_table):
    t = make_table(np.random.default_rng(0).normal(size=(8, 4)))
    for place in ("rope", "better", "worse"):
        result = pb.bayesian_sign(t, 0.3, 2000, 1.5, place, engine="both")
        assert result.place == place


def test_bad_place(make_table):
    with pytest.raises(pb.ArgumentError, match='`place` must be one of "rope"'):
        pb.bayesian_sign(make_table([[1, 2], [2, 1]]), place="left")
