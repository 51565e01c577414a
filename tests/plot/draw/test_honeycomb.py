"""The shape of a map: units that touch, neighbours, borders, parts, against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components, shortest_path

from pybench.landscape.quality import UnitGrid
from pybench.plot.draw.honeycomb import Honeycomb, differences, heart, tints

SIZES = [(1, 1), (1, 5), (5, 1), (2, 2), (3, 3), (4, 7), (17, 6)]
SHAPES = [(x, y, h) for x, y in SIZES for h in (True, False)]


def touching(comb):
    """Return the pairs of units that share a side, by their corners alone."""
    corners = comb.corners()
    sides = {}
    for unit, shape in enumerate(corners.tolist()):
        for one, other in zip(shape, shape[1:] + shape[:1], strict=True):
            sides.setdefault(frozenset((tuple(one), tuple(other))), []).append(unit)
    return sides


@pytest.mark.parametrize(("x", "y", "hexagonal"), SHAPES)
def test_units_stand_where_the_map_says(x, y, hexagonal):
    topology = "hexagonal" if hexagonal else "rectangular"
    expected = np.column_stack(UnitGrid(x, y, topology).places(np.arange(x * y)))
    np.testing.assert_array_equal(Honeycomb(x, y, hexagonal).centres(), expected)


@pytest.mark.parametrize(("x", "y", "hexagonal"), [*SHAPES, (50, 50, True), (50, 50, False)])
def test_units_touch_without_gaps(x, y, hexagonal):
    comb = Honeycomb(x, y, hexagonal)
    shared = [units for units in touching(comb).values() if len(units) == 2]
    assert {len(units) for units in touching(comb).values()} <= {1, 2}
    beside = comb.beside()
    pairs = {(i, int(j)) for i, row in enumerate(beside) for j in row if j > i}
    assert {tuple(sorted(units)) for units in shared} == pairs
    assert len(shared) == len(pairs)  # one side each: corners are the same bits
    assert len(comb.rim()) == len(touching(comb)) - len(shared)


@pytest.mark.parametrize(("x", "y"), SIZES)
def test_neighbours_are_at_grid_distance_1(x, y):
    comb, grid, units = Honeycomb(x, y, True), UnitGrid(x, y, "hexagonal"), np.arange(x * y)
    for unit in units:
        near = np.flatnonzero(grid.distances(units, np.full(x * y, unit), False).round(3) == 1)
        assert sorted(n for n in comb.beside()[unit] if n >= 0) == near.tolist()


@pytest.mark.parametrize("hexagonal", [True, False])
def test_borders_parts_and_depths(hexagonal):
    comb = Honeycomb(9, 7, hexagonal)
    labels = np.random.default_rng(3).integers(0, 3, comb.count)
    labels[:20] = 0
    beside = comb.beside()
    pairs = [(i, j) for i, row in enumerate(beside) for j in row if j > i]
    assert len(comb.borders(labels)) == sum(labels[i] != labels[j] for i, j in pairs)
    same = np.array([(i, j) for i, j in pairs if labels[i] == labels[j]])
    graph = coo_matrix((np.ones(len(same)), same.T), (comb.count, comb.count))
    count, part = connected_components(graph, directed=False)
    found = comb.parts(labels)
    assert len(found) == count
    assert {tuple(np.flatnonzero(part == p)) for p in range(count)} == {tuple(m) for m in found}
    assert [len(m) for m in found] == sorted((len(m) for m in found), reverse=True)
    whole = coo_matrix((np.ones(len(pairs)), np.array(pairs).T), (comb.count, comb.count))
    steps = shortest_path(whole, directed=False, unweighted=True)
    edge = (beside < 0).any(axis=1)
    for unit, depth in enumerate(comb.depths(labels)):
        other = steps[unit, labels != labels[unit]].min()
        assert depth == min(other, steps[unit, edge].min() + 1)


def test_a_name_stands_deep_inside():
    comb = Honeycomb(7, 7, False)
    everything = np.zeros(49, np.int64)
    assert heart(np.arange(49), comb.depths(everything), comb.centres())[0] == 24


@pytest.mark.parametrize("toroidal", [False, True])
@pytest.mark.parametrize("topology", ["hexagonal", "rectangular"])
def test_differences_by_brute_force(topology, toroidal):
    comb, grid = Honeycomb(5, 4, topology == "hexagonal"), UnitGrid(5, 4, topology)
    codes = np.random.default_rng(1).normal(size=(20, 3))
    units = np.arange(20)
    found = differences(codes, comb, comb.centres(), toroidal)
    for unit in units:
        apart = grid.distances(units, np.full(20, unit), toroidal)
        gaps = [np.linalg.norm(codes[unit] - codes[o]) for o in units if round(apart[o], 3) == 1]
        assert found[unit] == pytest.approx(np.mean(gaps))


def test_one_unit_has_no_neighbours():
    comb = Honeycomb(1, 1, True)
    assert np.isnan(differences(np.ones((1, 2)), comb, comb.centres(), False)).all()


def test_labels_that_touch_have_different_colours():
    comb = Honeycomb(12, 12, True)
    labels = np.arange(144) // 12 * 4 + np.arange(144) % 12 // 3
    colours = tints(labels, comb, 6)
    beside = comb.beside()
    for unit, row in enumerate(beside):
        for other in row[row >= 0]:
            if labels[unit] != labels[other]:
                assert colours[labels[unit]] != colours[labels[other]]
    assert set(colours) == set(range(6))
    assert list(tints(labels % 6, comb, 6)) == list(range(6))
