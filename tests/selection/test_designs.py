"""A- and D-optimal designs against direct inverses and determinants, also with p > n."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.selection import designs
from pybench.selection.space import gram, standardized


def criterion(x, chosen, ridge, kind):
    information = x[chosen].T @ x[chosen] + ridge * np.eye(x.shape[1])
    if kind == "d":
        return float(np.linalg.slogdet(information)[1])
    return -float(np.trace(np.linalg.inv(information)))


RULES = {
    "a": (designs._trace_gain, designs._trace_swaps, designs.a_optimal),
    "d": (designs._determinant_gain, designs._determinant_swaps, designs.d_optimal),
}


@pytest.mark.parametrize("kind", ["a", "d"])
@pytest.mark.parametrize("p", [2, 5, 40])
@pytest.mark.parametrize("seed", range(3))
def test_greedy_and_swaps_are_those_of_direct_computation(kind, p, seed):
    x, ridge, size = standardized(np.random.default_rng(seed).normal(size=(11, p))), 0.01, 5
    gain, swaps, _ = RULES[kind]
    order = designs.greedy(gram(x)[None], size, ridge, gain)[0]
    expected: list[int] = []
    for _ in range(size):
        free = [j for j in range(11) if j not in expected]
        expected.append(max(free, key=lambda j: criterion(x, [*expected, j], ridge, kind)))
    assert order.tolist() == expected
    found = designs.improved(gram(x)[None], order[None].copy(), ridge, swaps)[0].tolist()
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


def trace(x, chosen, ridge):
    return float(np.trace(np.linalg.inv(x[chosen].T @ x[chosen] + ridge * np.eye(x.shape[1]))))


def test_coordinates_have_the_inner_products_and_no_more_directions():
    x = np.random.default_rng(0).normal(size=(2, 9, 3))
    grams = np.array([gram(np.hstack([one, one])) for one in x])
    assert designs.directions(grams).tolist() == [3, 3]
    places = designs.coordinates(grams, 3)
    assert places.shape == (2, 9, 3)
    # Sums of six products of numbers of at most about 3.
    assert np.abs(places @ places.transpose(0, 2, 1) - grams).max() < 1e-13


def test_what_a_dataset_takes_is_what_the_trace_loses():
    x, chosen, ridge = np.random.default_rng(1).normal(size=(9, 3)), [0, 4, 5, 7], 1e-4
    found = designs.trace_taken(x, x[chosen], ridge)
    for j in range(9):
        expected = trace(x, chosen, ridge) - trace(x, [*chosen, j], ridge)
        assert found[j] == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("ridge", [1e-3, 1e-5, 1e-7])
@pytest.mark.parametrize(("size", "twice"), [(4, False), (10, False), (10, True), (17, False)])
def test_no_swap_improves_a_design_of_more_datasets_than_directions(size, twice, ridge):
    x = standardized(np.random.default_rng(size).normal(size=(40, 3)))
    x[-1] = 0.0
    frame = pd.DataFrame(np.hstack([x, x]) / np.sqrt(2) if twice else x)
    names = frame.index = [f"d{i:02d}" for i in range(40)]
    found = pb.select(frame, size, "a-optimal", standardize=False, ridge=ridge)
    chosen = [names.index(name) for name in found.names]
    value = trace(x, chosen, ridge)  # the columns twice only add a constant
    for i in range(size):
        for j in set(range(40)) - set(chosen):
            other = [*chosen[:i], j, *chosen[i + 1 :]]
            assert trace(x, other, ridge) >= value * (1 - 1.001e-6)


@pytest.mark.parametrize("kind", ["a", "d"])
@pytest.mark.parametrize("p", [2, 5])
def test_a_greedy_design_is_direct_greedy_choice_at_every_size(kind, p):
    """Also beyond the number of directions, where swaps would change the choice."""
    values = np.random.default_rng(p).normal(size=(11, p))
    place = pd.DataFrame(values, [f"d{i:02d}" for i in range(11)])
    x, ridge = standardized(values), 1e-3
    expected: list[int] = []
    for _ in range(8):
        free = [j for j in range(11) if j not in expected]
        expected.append(max(free, key=lambda j: criterion(x, [*expected, j], ridge, kind)))
        k = len(expected)
        found = pb.select(place, k, f"{kind}-optimal-greedy").names
        assert [int(name[1:]) for name in found] == expected
        swapped = [int(name[1:]) for name in pb.select(place, k, f"{kind}-optimal").names]
        assert criterion(x, swapped, ridge, kind) >= criterion(x, expected, ridge, kind) - 1e-9


def test_designs_with_and_without_swaps_are_judged_on_the_same_trials():
    made = pb.synthetic_benchmark(0, datasets=20, models=4, repeats=1)
    names = ["a-optimal", "a-optimal-greedy", "d-optimal", "d-optimal-greedy"]
    found = pb.rank_preservation(
        made.table, {"x": made.oracle}, names, (2, 5), 5, metrics=["mae"], ridge=0.1
    )
    assert found.auc["strategy"].tolist() == names
    record = pb.record_selection(made.oracle, 3, "d-optimal-greedy")
    assert "log determinant" in record.why["reason"].iloc[0]
    assert record.why["gain"].is_monotonic_decreasing
