"""The synthetic benchmark has what the paper says."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def test_errors_follow_from_the_geometry_and_noise_changes_no_rank():
    made = pb.synthetic_benchmark(3, datasets=30, models=6, repeats=4)
    folds = made.table.by_repeat
    order = folds.argsort(axis=1)
    assert (order == order[:, :, :1]).all()
    shift = folds - folds[:, :1]
    np.testing.assert_allclose(shift[:, :, 0], shift[:, :, 3], atol=1e-12)
    assert np.std(made.latent) == pytest.approx(1, abs=0.2)
    # The oracle's columns are linear in the latent places but for 0.01; the broken one's hardly.
    for view, least, most in ((made.oracle, 0, 0.02), (made.broken, 0.7, 1.2)):
        x = view.to_numpy()
        rest = x - made.latent @ np.linalg.lstsq(made.latent, x, rcond=None)[0]
        assert least < rest.std() < most


def test_seeds_are_benchmarks_of_their_own():
    one, same, other = (pb.synthetic_benchmark(s, datasets=9, models=3).latent for s in (0, 0, 1))
    np.testing.assert_array_equal(one, same)
    assert (one != other).all()


@pytest.mark.parametrize("noise", [0, 0.5])
def test_noise_of_the_errors_has_the_deviation_asked_for_and_changes_no_rank(noise):
    """Of each dataset, of each repeat; neither moves positions or views."""
    quiet = {"dataset_noise": 0, "repeat_noise": 0}
    sizes = {"datasets": 200, "models": 4, "repeats": 50}
    plain = pb.synthetic_benchmark(1, **sizes, **quiet)
    for name in quiet:
        made = pb.synthetic_benchmark(1, **sizes, **{**quiet, name: noise})
        added = (made.table.by_repeat - plain.table.by_repeat)[:, 0]
        of_dataset, of_repeat = added.mean(axis=1).std(), added.std(axis=1).mean()
        expected = (noise, 0) if name == "dataset_noise" else (noise / 50**0.5, noise)
        assert (of_dataset, of_repeat) == pytest.approx(expected, rel=0.15, abs=1e-12)
        np.testing.assert_array_equal(made.broken, plain.broken)
        np.testing.assert_array_equal(pb.ranks(made.table), pb.ranks(plain.table))


def test_views_are_positions_times_a_weight_plus_noise():
    """The broken view is linear in its weight, and the oracle view in its noise."""
    sizes = {"datasets": 9, "models": 2, "repeats": 1}
    made = {x: pb.synthetic_benchmark(2, **sizes, signal=x).broken for x in (0, 1, 3)}
    shown = made[1] - made[0]
    np.testing.assert_allclose(made[3] - made[0], 3 * shown, atol=1e-12)
    exact = pb.synthetic_benchmark(2, **sizes, oracle_noise=0).oracle
    np.testing.assert_allclose(exact, shown, atol=1e-12)
    noisy = pb.synthetic_benchmark(2, **sizes, oracle_noise=2).oracle - exact
    assert noisy.to_numpy().std() == pytest.approx(2, rel=0.15)


def test_what_is_refused():
    for wrong in ({"datasets": 1}, {"models": 0}, {"latent": 0}):
        with pytest.raises(ArgumentError):
            pb.synthetic_benchmark(0, **wrong)
    for name in ("dataset_noise", "repeat_noise", "oracle_noise", "signal"):
        for wrong in (-0.1, 1e6, float("nan"), "much"):
            with pytest.raises(ArgumentError, match=f"`{name}` must be a number >= 0"):
                pb.synthetic_benchmark(0, **{name: wrong})
