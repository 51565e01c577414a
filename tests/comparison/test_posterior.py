"""The draws of one pair, against the shares that the tests report."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.table import results_table

TESTS = ("bayesian_signed_rank", "bayesian_sign", "bayesian_hierarchical")
REGIONS = ("better", "equal", "worse")


@pytest.fixture(scope="module")
def table():
    repeats = 0.05 * np.random.default_rng(3).normal(size=(9, 3, 4))
    return results_table(
        repeats.mean(axis=2),
        [f"d{i}" for i in range(9)],
        ["a", "b", "c"],
        higher_is_better=False,
        metric="error",
        by_repeat=repeats,
    )


@pytest.mark.parametrize("test", TESTS)
def test_shares_are_those_of_the_test(table, test):
    whole = getattr(pb, test)(table, 0.02, samples=4000)
    for a, b in (("a", "c"), ("c", "a"), ("b", "c")):
        found = pb.posterior(table, a, b, test, 0.02, 4000)
        for region in REGIONS:
            assert getattr(found, region) == getattr(whole, region).loc[a, b]
            mean = getattr(whole, f"mean_{region}").loc[a, b]
            column = found.draws[:, REGIONS.index(region)]
            # Of at least 500 independent draws.
            assert abs(column.mean() - mean) < 5 * column.std() / 500**0.5 + 1e-12
        np.testing.assert_allclose(found.draws.sum(axis=1), 1, rtol=1e-12)
        assert found.draws.shape == (4000, 3)
        assert not found.draws.flags.writeable


def test_place_and_prior_arrive(table):
    whole = pb.bayesian_sign(table, 0.02, 3000, 5.0, "worse")
    found = pb.posterior(table, "a", "b", "bayesian_sign", 0.02, 3000, 5.0, "worse")
    assert found.worse == whole.worse.loc["a", "b"]


def test_frame_and_text(table):
    found = pb.posterior(table, "a", "b", samples=100, seed=4)
    assert found.to_frame().shape == (100, 3)
    assert list(found.to_frame()) == list(REGIONS)
    lines = str(found).splitlines()
    assert lines[0] == (
        "Posterior of a against b: bayesian_signed_rank, rope 0.01, 100 draws, seed 4; "
        "engine python"
    )
    assert lines[1] == f"  P(a better than b) = {found.better:.4g}"
    assert found.metric == "error"


def test_text_puts_the_better_first_and_says_what_is_decided(make_table):
    t = make_table(np.c_[np.zeros(20), np.r_[np.full(14, 0.2), np.full(6, -0.1)], np.full(20, 9.0)])
    found = pb.posterior(t, "c1", "c2", samples=500)
    assert str(found).splitlines()[1:] == [
        f"  P(c2 better than c1) = {found.worse:.4g}",
        f"  P(c2 equivalent to c1) = {found.equal:.4g}",
        f"  P(c1 better than c2) = {found.better:.4g}",
        "  c2 is better (P > 0.95)" if found.worse > 0.95 else "  undecided: no P > 0.95",
    ]
    turned = pb.posterior(t, "c2", "c1", samples=500)
    assert str(turned).splitlines()[1:] == str(found).splitlines()[1:]
    assert "  c3 is better (P > 0.95)" in str(pb.posterior(t, "c1", "c3", samples=500))
    alike = str(pb.posterior(t, "c1", "c2", rope=0.5, samples=500))
    assert "  the two are practically equivalent (P > 0.95)" in alike


def test_refusals(table, make_table):
    with pytest.raises(pb.ArgumentError, match="`second` must be a method of the table"):
        pb.posterior(table, "a", "x")
    with pytest.raises(pb.ArgumentError, match="`first` must be a method of the table"):
        pb.posterior(table, 0, "a")
    with pytest.raises(pb.ArgumentError, match="must be two different methods"):
        pb.posterior(table, "a", "a")
    with pytest.raises(pb.ArgumentError, match="`test` must be one of"):
        pb.posterior(table, "a", "b", "bayesian_t")
    with pytest.raises(pb.ResultsTableError, match="expected at least 2 repeats"):
        pb.posterior(make_table([[1, 2], [2, 1]]), "c1", "c2", "bayesian_hierarchical")


@pytest.mark.r
@pytest.mark.parametrize("test", TESTS)
def test_both_languages(table, test):
    for a, b in (("a", "c"), ("c", "b")):
        found = pb.posterior(table, a, b, test, 0.02, 1000, engine="both")
        assert found.engine == "both"
    theirs = pb.posterior(table, "a", "b", test, samples=100, engine="r")
    ours = pb.posterior(table, "a", "b", test, samples=100)
    for name in type(ours).__dataclass_fields__:
        assert type(getattr(ours, name)) is type(getattr(theirs, name)), name


def test_only_the_hierarchical_test_asks_for_many_samples(make_table):
    t = make_table([[3, 1], [2, 1], [5, 4], [1, 2]])
    assert pb.posterior(t, "c1", "c2", samples=1).samples == 1
    with pytest.raises(pb.ArgumentError, match="`samples`"):
        pb.posterior(t, "c1", "c2", "bayesian_hierarchical", samples=1)
