"""Normal numbers: the stream of both languages, through an inverse with a known error."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats

from pybench.base.errors import ArgumentError
from pybench.base.stream import uniforms
from pybench.optimal import normals
from pybench.optimal.normals import STRIDE, Drawn


@pytest.fixture
def without_numba(monkeypatch):
    """Take the way of those who have no numba."""
    monkeypatch.setattr(normals, "compiled", lambda file, name: None)


def test_numbers_are_those_of_the_shared_stream_by_the_inverse_distribution_function():
    """Within 8 units in the last place of SciPy's: both have errors of a few."""
    z = Drawn(7, "x", 3, 5).take(1000)
    for column in range(5):
        u = uniforms(7, "x", (3 + column) * STRIDE, 1000)
        expected = special.ndtri(u)
        assert (np.abs(z[:, column] - expected) <= 8 * np.spacing(np.abs(expected))).all()


def test_without_numba_the_numbers_are_the_same(without_numba):
    plain = Drawn(7, "x", 3, 5).take(1000)
    u = uniforms(7, "x", 4 * STRIDE, 1000)
    assert np.array_equal(plain[:, 1], special.ndtri(u))


@pytest.mark.parametrize("rows", [1, 2, 3, 5, 48, 999])
def test_rows_taken_bit_by_bit_are_those_taken_at_once(rows):
    whole = Drawn(0, "x", 0, 9).take(2 * 999).copy()
    source = Drawn(0, "x", 0, 9)
    parts = [source.take(rows).copy() for _ in range(2 * 999 // rows)]
    assert np.array_equal(np.concatenate(parts), whole[: rows * len(parts)])


def test_a_path_does_not_depend_on_its_block():
    assert np.array_equal(Drawn(1, "x", 0, 20).take(50)[:, 17], Drawn(1, "x", 17, 8).take(50)[:, 0])


def test_moments_and_law_are_normal():
    z = Drawn(0, "law", 0, 1000).take(1000).ravel()
    assert stats.kstest(z, "norm").pvalue > 0.001
    assert abs(z.mean()) < 4e-3
    assert abs((z**2).mean() - 1) < 6e-3
    assert abs((z**4).mean() - 3) < 0.04


def test_paths_and_times_are_uncorrelated():
    z = Drawn(0, "law", 0, 300).take(300)
    for pair in (z[1:] * z[:-1], z[:, 1:] * z[:, :-1], z[4:] * z[:-4]):
        assert abs(pair.mean()) < 4 / 300


def test_a_path_too_long_for_its_stream_is_refused(monkeypatch):
    monkeypatch.setattr(normals, "STRIDE", 100)
    source = Drawn(0, "x", 0, 8)
    source.take(96)
    with pytest.raises(ArgumentError, match="normal random numbers"):
        source.take(8)
