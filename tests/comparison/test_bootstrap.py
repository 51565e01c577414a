"""Resampling of datasets: the draws are those of the stream."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.base.stream import uniforms
from pybench.comparison.bootstrap import limits, resampled, weighted


def test_counts_are_the_draws_of_the_stream():
    counts = np.concatenate(list(resampled(3, "test", 7, 5)))
    for r, row in enumerate(counts):
        drawn = np.floor(uniforms(3, "test", 5 * r, 5) * 5).astype(int)
        assert row.tolist() == [int((drawn == i).sum()) for i in range(5)]


def test_blocks_give_what_one_block_gives(monkeypatch):
    whole = np.concatenate(list(resampled(0, "test", 100, 9)))
    monkeypatch.setattr("pybench.comparison.bootstrap._BLOCK", 50)
    parts = list(resampled(0, "test", 100, 9))
    assert len(parts) == 20
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_every_dataset_is_drawn_alike():
    counts = np.concatenate(list(resampled(1, "test", 40_000, 6)))
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=4 * np.sqrt(5 / 6 / 40_000))
    assert (counts.sum(axis=1) == 6).all()


def test_weights_are_exponential_numbers_of_the_stream():
    (weights,) = weighted(3, "test", 7, 5)
    drawn = -np.log1p(-uniforms(3, "test", 0, 42)).reshape(7, 6)
    np.testing.assert_allclose(weights, drawn / drawn.sum(axis=1, keepdims=True), rtol=1e-15)


def test_weights_in_blocks_are_those_of_one_block(monkeypatch):
    (whole,) = weighted(0, "test", 100, 9)
    monkeypatch.setattr("pybench.comparison.bootstrap._BLOCK", 50)
    np.testing.assert_array_equal(np.concatenate(list(weighted(0, "test", 100, 9))), whole)


def test_limits_are_quantiles_of_type_7():
    low, high = limits(np.arange(11.0), np.arange(11.0) + 1, 0.9)
    assert (float(low), float(high)) == pytest.approx((0.5, 10.5))
