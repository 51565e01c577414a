"""Facility location and k-medoids against every subset and every swap."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pybench.selection.medoids import facility_location, k_medoids


def cost(apart, chosen):
    return apart[:, list(chosen)].min(axis=1).sum()


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("grid", [False, True])
def test_greedy_and_swaps(place, pools, metric, grid):
    found = pools(place(3, grid=grid), count=4, size=9, metric=metric)
    orders = facility_location(found, (4,))[0]
    medoids = k_medoids(found, (1, 2, 4))
    for t in range(4):
        apart = found.apart[t]
        chosen: list[int] = []
        for _ in range(4):
            free = [j for j in range(9) if j not in chosen]
            costs = [cost(apart, [*chosen, j]) for j in free]
            chosen.append(free[int((np.array(costs) <= min(costs) + 1e-9).argmax())])
        assert orders[t].tolist() == chosen
        for part in medoids:
            own = part[t].tolist()
            assert len(set(own)) == len(own)
            for i, j in itertools.product(range(len(own)), set(range(9)) - set(own)):
                assert cost(apart, [*own[:i], j, *own[i + 1 :]]) >= cost(apart, own) - 1e-7
        best = min(cost(apart, pair) for pair in itertools.combinations(range(9), 1))
        assert cost(apart, medoids[0][t]) == pytest.approx(best)


def test_greedy_is_within_its_guarantee_of_the_best(place, pools):
    found = pools(place(5), metric="euclidean")
    apart = found.apart[0]
    chosen = facility_location(found, (3,))[0][0]
    far = apart.max()
    gained = 14 * far - cost(apart, chosen)
    best = 14 * far - min(cost(apart, s) for s in itertools.combinations(range(14), 3))
    assert gained >= (1 - 1 / np.e) * best
