"""The hierarchical model of tables; the sampler itself is tested in test_gibbs.py."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.table import results_table


def repeated(scores, higher_is_better=True):
    n, k, _ = np.shape(scores)
    return results_table(
        np.mean(scores, axis=2),
        [f"d{i}" for i in range(n)],
        [f"c{j + 1}" for j in range(k)],
        higher_is_better=higher_is_better,
        by_repeat=scores,
    )


@pytest.fixture(scope="module")
def scores():
    """Three methods, 12 datasets, 5 repeats: c1 is better than c2 by 0.1, c3 in between."""
    rng = np.random.default_rng(11)
    ability = np.array([0.1, 0.0, 0.05])[None, :, None]
    return 0.5 + ability + 0.03 * rng.normal(size=(12, 3, 5))


FEW = {"samples": 800, "warmup": 100}


def test_finds_what_is_there(scores):
    result = pb.bayesian_hierarchical(repeated(scores), 0.01, **FEW)
    assert result.better.loc["c1", "c2"] > 0.99
    assert result.worse.loc["c2", "c1"] == result.better.loc["c1", "c2"]
    assert result.mean_better.loc["c1", "c2"] > result.mean_better.loc["c1", "c3"]
    assert (result.test, result.samples, result.prior) == ("bayesian_hierarchical", 800, None)
    assert (np.diag(result.r_hat) == 1).all()
    assert result.effective_samples.loc["c1", "c2"] > 50
    total = result.mean_better + result.mean_equal + result.mean_worse
    np.testing.assert_allclose(total, 1, rtol=1e-12)


def test_correlated_repeats_are_worth_less(scores):
    """With rho the means of repeats are less sure, so the next dataset is, too."""
    t = repeated(scores)
    assert pb.bayesian_hierarchical(t, **FEW).rho == 1 / 5
    assert pb.bayesian_hierarchical(t, rho=0.2, **FEW).better.equals(
        pb.bayesian_hierarchical(t, **FEW).better
    )


def test_direction_flips_the_answer_within_the_error(scores):
    up, down = (
        pb.bayesian_hierarchical(repeated(scores, flag), 0.01, samples=4000)
        for flag in (True, False)
    )
    np.testing.assert_allclose(up.mean_better, down.mean_worse, atol=0.02)


def test_classifiers_that_do_not_differ(scores):
    same = np.concatenate([scores, scores[:, :1], scores[:, :1] + 0.25], axis=1)
    same = np.round(same * 256) / 256
    result = pb.bayesian_hierarchical(repeated(same), 0.01, **FEW)
    assert result.equal.loc["c1", "c4"] == result.mean_equal.loc["c1", "c4"] == 1
    assert result.worse.loc["c1", "c5"] == 1  # by 0.25 everywhere
    assert result.r_hat.loc["c1", "c4"] == 1
    assert pb.bayesian_hierarchical(repeated(same), 0.0, **FEW).equal.loc["c1", "c4"] == 1


def test_datasets_without_spread(scores):
    constant = scores.copy()
    constant[:6] = np.round(constant[:6, :, :1], 2)
    result = pb.bayesian_hierarchical(repeated(constant), 0.01, **FEW)
    assert np.isfinite(result.mean_better).all(axis=None)
    assert result.better.loc["c1", "c2"] > 0.9
    every = np.repeat(scores[:, :, :1], 4, axis=2)  # spread between datasets alone
    result = pb.bayesian_hierarchical(repeated(every), 0.01, **FEW)
    assert result.better.loc["c1", "c2"] > 0.9


def test_one_seed_one_answer(scores):
    t = repeated(scores)
    first, again, other = (pb.bayesian_hierarchical(t, seed=seed, **FEW) for seed in (0, 0, 1))
    assert first.mean_better.equals(again.mean_better)
    assert not first.mean_better.equals(other.mean_better)
    two = pb.bayesian_hierarchical(t.select(classifiers=["c1", "c3"]), **FEW)
    assert two.mean_better.loc["c1", "c3"] == pytest.approx(
        first.mean_better.loc["c1", "c3"], rel=1e-12
    )


@pytest.mark.parametrize("factor", [2.0**-1000, 2.0**7, 2.0**1000])
def test_unit_of_the_score_does_not_matter(scores, factor):
    plain, scaled = (
        pb.bayesian_hierarchical(repeated(scores * x), 0.02 * x, **FEW) for x in (1.0, factor)
    )
    np.testing.assert_allclose(scaled.mean_better, plain.mean_better, rtol=1e-9)


def test_notes(scores):
    t = repeated(scores)
    short = pb.bayesian_hierarchical(t, samples=32, warmup=0, seed=1)  # 0 agrees by luck
    assert "not-converged" in short.notes
    long = pb.bayesian_hierarchical(t, samples=4000)
    assert long.notes == ()  # its repeats are part of the model: no "mean-of-repeats"
    assert pb.bayesian_hierarchical(t, samples=33, warmup=0, chains=4).samples == 36


def test_one_pair_that_has_not_converged_is_enough(scores):
    """A pair that never varies agrees perfectly; it must not hide the others."""
    same = np.round(np.concatenate([scores, scores[:, :1]], axis=1) * 256) / 256
    result = pb.bayesian_hierarchical(repeated(same), 0.02, samples=2000, chains=100, warmup=0)
    assert result.r_hat.loc["c1", "c4"] == 1 < 1.01 < result.r_hat.loc["c1", "c3"]
    assert result.effective_samples.to_numpy().min() > 400  # so that it is the other reason
    assert "not-converged" in result.notes


def test_monte_carlo_error_is_that_of_dependent_draws(scores):
    """It foretells how far other seeds land; that of independent draws is 1.4 times less."""
    t = repeated(scores).select(classifiers=["c1", "c3"])
    results = [pb.bayesian_hierarchical(t, 0.05, samples=1000, seed=seed) for seed in range(16)]
    shares = np.array([result.better.loc["c1", "c3"] for result in results])
    error = np.mean([result.monte_carlo_error.loc["c1", "c3"] for result in results])
    independent = np.sqrt(shares.mean() * (1 - shares.mean()) / 1000)
    assert error > 1.25 * independent
    # The spread of 16 values is known to 18 %, and the draws that an error rests on to as much.
    assert 0.6 < np.std(shares, ddof=1) / error < 1.6


def test_needs_repeats(make_table, scores):
    with pytest.raises(pb.ResultsTableError, match="expected at least 2 repeats"):
        pb.bayesian_hierarchical(make_table([[1, 2], [2, 1]]))
    with pytest.raises(pb.ResultsTableError, match="expected at least 2 repeats"):
        pb.bayesian_hierarchical(repeated(scores[:, :, :1]))


@pytest.mark.parametrize(
    ("argument", "value"),
    [("rope", -1), ("rho", 1), ("samples", 31), ("seed", 0.5), ("chains", 1), ("warmup", -1)],
)
def test_bad_arguments(scores, argument, value):
    with pytest.raises(pb.ArgumentError, match=f"`{argument}` must be"):
        pb.bayesian_hierarchical(repeated(scores), **{argument: value})


@pytest.mark.r
def test_both_languages(scores):
    """The same chains, sweep by sweep: 300 sweeps would carry any difference far."""
    for higher, options in (
        (True, {"rope": 0.01}),
        (False, {"rope": 0.0, "rho": 0.1, "seed": 5, "chains": 2}),
        (False, {"rope": 0.05, "rho": 0.0, "chains": 3}),
    ):
        result = pb.bayesian_hierarchical(
            repeated(scores, higher), **options, samples=600, warmup=100, engine="both"
        )
        assert result.engine == "both"


@pytest.mark.r
def test_both_languages_on_degenerate_tables(scores):
    for values in (
        np.ones((3, 2, 2)),
        np.repeat(scores[:, :, :1], 2, axis=2),
        scores[:2, :, :2] * 2.0**1000,
        np.concatenate([scores[:3, :1] + 1, scores[:3, :1]], axis=1),
    ):
        pb.bayesian_hierarchical(repeated(values), samples=64, warmup=20, engine="both")


@pytest.mark.r
@pytest.mark.parametrize("seed", [2, 4, 7])
def test_both_languages_with_two_repeats_of_one_difference(seed):
    """A dataset whose mean is known tightly must not make rounding grow until the chains part."""
    rng = np.random.default_rng(seed)
    differences = 0.02 + 0.05 * rng.normal(size=(rng.integers(3, 11), 2))
    differences[0, 1] = differences[0, 0]
    scores = np.stack([0.5 + differences, np.full_like(differences, 0.5)], axis=1)
    scores[0, :, 1] = scores[0, :, 0]
    assert pb.bayesian_hierarchical(repeated(scores), samples=2000, engine="both").engine == "both"
