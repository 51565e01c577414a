"""Sums with 64 significant bits: with integers as with the long double of x86-64."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.base import shared, stream
from pybench.landscape import extended
from pybench.landscape.extended import _with_integers, extended_sum

X86 = np.finfo(np.longdouble).nmant == 63
ONE = 2.0**-63  # the last place of a sum between 1 and 2


def hard(seed: int) -> np.ndarray:
    """Return numbers of many sizes and signs, with sums that cancel and ties of rounding."""
    draw = stream.uniforms(seed, "extended", 0, 900).reshape(3, 300)
    sizes = np.exp2(np.floor((draw[0] - 0.5) * [8, 60, 140, 1500][seed % 4]))
    values = (draw[1] - 0.5) * sizes
    short = np.round(draw[1] * 8) * sizes  # few bits: half way between two numbers often
    values = short if seed % 3 == 0 else values
    return np.concatenate([values, -values[draw[2] < 0.5]]) if seed % 2 else values


@pytest.mark.skipif(not X86, reason="compares with the long double of x86-64")
def test_integers_give_the_bits_of_the_long_double():
    seen = set()
    for seed in range(400):
        values = hard(seed)
        for divisor in (1, 3, len(values)):
            there = extended_sum(values, divisor)
            assert _with_integers(values, divisor).hex() == there.hex(), (seed, divisor)
        seen.add(extended_sum(values) == np.add.accumulate(values)[-1])
    assert seen == {True, False}  # often, a sum of doubles is another number


@pytest.mark.parametrize(
    ("values", "total"),
    [
        ([0.0, -0.0], 0.0),
        ([1.0, ONE, -1.0], ONE),
        ([1.7e308, 1.7e308, -1.7e308], 1.7e308),
        ([-1.7e308, -1.7e308], -np.inf),
        ([1.0, ONE / 2, -1.0], 0.0),  # half way, to the even one below
        ([1.0, ONE, ONE / 2, -1.0], 2 * ONE),  # half way, to the even one above
        ([-1.0, -ONE, -ONE / 2, 1.0], -2 * ONE),
        ([1.0, ONE / 2, ONE / 2, -1.0], 0.0),  # each is rounded away, one after the other
        ([5e-324, 5e-324], 1e-323),
        ([1e16, 1.0, -1e16], 1.0),
    ],
)
@pytest.mark.parametrize("way", [extended_sum, _with_integers] if X86 else [extended_sum])
def test_sums_by_hand(way, values, total):
    assert way(np.array(values), 1) == total


@pytest.mark.parametrize("way", [extended_sum, _with_integers] if X86 else [extended_sum])
def test_a_mean_is_rounded_to_64_bits_and_then_to_a_double(way):
    # The quotient is a little above 1 + 2^-53; in 64 bits it is that number, half way to the next.
    assert way(np.array([4099.0, 1025 * 2.0**-51]), 4099) == 1.0
    assert Fraction(4099 + Fraction(1025, 2**51)) / 4099 > 1 + Fraction(1, 2**53)


def test_features_are_scaled_to_the_same_bits_without_long_doubles(monkeypatch):
    table = pb.read_features(shared.r_source() / "inst" / "extdata" / "features.csv")
    here = pb.scale_features(table)
    monkeypatch.setattr(extended, "_LONG_DOUBLE", False)
    there = pb.scale_features(table)
    assert there.values.tobytes() == here.values.tobytes()
    assert there.values.shape[1] > 300
