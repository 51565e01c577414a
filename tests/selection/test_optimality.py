"""A- and D-optimal designs against direct inverses and determinants, also with p > n."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.selection import optimality
from pybench.selection.space import gram, standardized


def criterion(x, chosen, ridge, kind):
    information = x[chosen].T @ x[chosen] + ridge * np.eye(x.shape[1])
    if kind == "d":
        return float(np.linalg.slogdet(information)[1])
    return -float(np.trace(np.linalg.inv(information)))


RULES = {
    "a": (optimality._trace_gain, optimality._trace_swaps, optimality.a_optimal),
    "d": (optimality._determinant_gain, optimality._determinant_swaps, optimality.d_optimal),
}


@pytest.mark.parametrize("kind", ["a", "d"])
@pytest.mark.parametrize("p", [2, 5, 40])
@pytest.mark.parametrize("seed", range(3))
def test_greedy_and_swaps_are_those_of_direct_computation(kind, p, seed):
    x, ridge, size = standardized(np.random.default_rng(seed).normal(size=(11, p))), 0.01, 5
    gain, swaps, _ = RULES[kind]
    order = optimality.greedy(gram(x)[None], size, ridge, gain)[0]
    expected: list[int] = []
    for _ in range(size):
        free = [j for j in range(11) if j not in expected]
        expected.append(max(free, key=lambda j: criterion(x, [*expected, j], ridge, kind)))
    assert order.tolist() == expected
    found = optimality.improved(gram(x)[None], order[None].copy(), ridge, swaps)[0].tolist()
    value = criterion(x, expected, ridge, kind)
    while True:
        swapped = [
            (criterion(x, [*expected[:i], j, *expected[i + 1 :]], ridge, kind), i, j)
            for i in range(size)
            for j in range(11)
            if j not in expected
        ]
        best, i, j = max(swapped)
        if best <= value + 1e-9 * abs(value):
            break
        value, expected[i] = best, j
    assert found == expected


@pytest.mark.parametrize("kind", ["a", "d"])
def test_no_swap_improves_what_is_found(place, pools, kind):
    found = pools(place(1, n=12, p=3), count=4, size=10)
    x = found.space.coordinates()
    for size, part in zip((1, 3, 6), RULES[kind][2](found, (1, 3, 6)), strict=True):
        for rows, chosen in zip(found.rows, part, strict=True):
            assert len(set(chosen.tolist())) == size
            value = criterion(x, rows[chosen], 1e-3, kind)
            for i in range(size):
                for j in set(range(10)) - set(chosen.tolist()):
                    other = chosen.copy()
                    other[i] = j
                    swapped = criterion(x, rows[other], 1e-3, kind)
                    assert swapped <= value + 1e-6 * abs(value)


@pytest.mark.parametrize("kind", ["a", "d"])
def test_equal_datasets_and_zero_vectors_do_no_harm(place, pools, kind):
    found = pools(place(0, grid=True))
    (chosen,) = RULES[kind][2](found, (14,))
    assert sorted(chosen[0].tolist()) == list(range(14))


@pytest.mark.parametrize("strategy", ["a-optimal", "d-optimal"])
def test_a_ridge_that_is_lost_in_the_lengths_is_refused(strategy):
    place = pd.DataFrame({"a": [1.0, 1, 2, 3], "b": [5.0, 5, 1, 0]}, list("wxyz"))
    assert len(pb.select(place, 4, strategy, ridge=1e-8).names) == 4
    for ridge in (1e-300, 1e-10):
        with pytest.raises(pb.ArgumentError, match=r"`ridge` must be at least .* not 1e-"):
            pb.select(place, 4, strategy, ridge=ridge)
