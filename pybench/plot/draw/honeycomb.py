"""The shape of a map's units: hexagons or squares that touch. No matplotlib."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Corners round the centre of a unit of width 1, y upwards; side s runs from corner s to s + 1.
_HEXAGON = [(math.sin(a) / math.sqrt(3), math.cos(a) / math.sqrt(3)) for a in
            (math.pi * i / 3 for i in range(6))]  # fmt: skip
_SQUARE = [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]


@dataclass(frozen=True, slots=True)
class Honeycomb:
    """A grid of units, x running fastest, from the lower left; lengths in steps of the grid."""

    xdim: int
    ydim: int
    hexagonal: bool

    @property
    def count(self) -> int:
        """How many units there are."""
        return self.xdim * self.ydim

    def centres(self) -> Floats:
        """Return where the units stand, (units, 2), as `Som.grid.coordinates`."""
        y, x = np.divmod(np.arange(self.count), self.xdim)
        if not self.hexagonal:
            return np.column_stack([x + 1.0, y + 1.0])
        return np.column_stack([x + 1.0 + 0.5 * (y % 2 == 0), (y + 1.0) * math.sqrt(3) / 2])

    @property
    def shape(self) -> Floats:
        """The corners of a unit round its centre, (6 or 4, 2)."""
        return np.array(_HEXAGON if self.hexagonal else _SQUARE)

    def corners(self) -> Floats:
        """Return the corners of the units, (units, 6 or 4, 2); those that touch are equal."""
        return np.asarray((self.centres()[:, None] + self.shape).round(9))

    def beside(self) -> Ints:
        """Return the unit on the other side of each side, (units, sides); -1 where there is none.

        Clockwise from the upper right of a hexagon, from the top of a square.
        """
        y, x = np.divmod(np.arange(self.count), self.xdim)
        if self.hexagonal:
            right = (y % 2 == 0).astype(np.int64)  # the rows that are half a step to the right
            across = [right, right * 0 + 1, right, right - 1, right * 0 - 1, right - 1]
            up = [1, 0, -1, -1, 0, 1]
        else:
            across, up = [x * 0, x * 0 + 1, x * 0, x * 0 - 1], [1, 0, -1, 0]
        columns = []
        for along, above in zip(across, up, strict=True):
            to_x, to_y = x + along, y + above
            inside = (to_x >= 0) & (to_x < self.xdim) & (to_y >= 0) & (to_y < self.ydim)
            columns.append(np.where(inside, to_x + to_y * self.xdim, -1))
        return np.column_stack(columns)

    def borders(self, labels: Ints) -> Floats:
        """Return the sides between units of different labels, (sides, 2, 2)."""
        other = self.beside()
        here = np.arange(self.count)[:, None]
        apart = (other > here) & (labels[:, None] != labels[np.maximum(other, 0)])
        return self._sides(apart)

    def rim(self) -> Floats:
        """Return the sides at the edge of the map, (sides, 2, 2)."""
        return self._sides(self.beside() < 0)

    def _sides(self, wanted: npt.NDArray[np.bool_]) -> Floats:
        corners = self.corners()
        unit, side = np.nonzero(wanted)
        after = (side + 1) % corners.shape[1]
        return np.stack([corners[unit, side], corners[unit, after]], axis=1)

    def parts(self, labels: Ints) -> list[Ints]:
        """Return the connected parts of equal labels, the largest first."""
        beside = self.beside()
        part = np.full(self.count, -1, np.int64)
        found = []
        for start in range(self.count):
            if part[start] >= 0:
                continue
            part[start], front, members = start, [start], [start]
            while front:
                near = np.unique(beside[front])
                near = near[(near >= 0)]
                near = near[(part[near] < 0) & (labels[near] == labels[start])]
                part[near] = start
                front = near.tolist()
                members += front
            found.append(np.array(sorted(members), np.int64))
        return sorted(found, key=lambda units: (-len(units), int(units[0])))

    def depths(self, labels: Ints) -> Ints:
        """Return how many steps each unit is from a unit of another label or the edge, from 1."""
        beside = self.beside()
        near = np.maximum(beside, 0)
        depth = np.ones(self.count, np.int64)
        inner = ((beside >= 0) & (labels[near] == labels[:, None])).all(axis=1)
        while inner.any():
            depth[inner] += 1
            inner = inner & (depth[near].min(axis=1) == depth)
        return depth


def heart(members: Ints, depths: Ints, centres: Floats) -> Ints:
    """Return the units of a part, the best for its name first: deep inside, near its middle."""
    gaps = ((centres[members] - centres[members].mean(axis=0)) ** 2).sum(axis=1)
    return np.asarray(members[np.lexsort((gaps.round(9), -depths[members]))])


def differences(codes: Floats, comb: Honeycomb, coordinates: Floats, toroidal: bool) -> Floats:
    """Return the mean distance of each code to those of the units at grid distance 1, (units,).

    NaN for a map of one unit. Neighbours are those of the topographic error: 8 on a rectangle.
    """
    total, many = np.zeros(comb.count), np.zeros(comb.count)
    for unit in range(comb.count):
        near = _near(unit, comb, coordinates, toroidal)
        gaps = np.sqrt(((codes[near] - codes[unit]) ** 2).sum(axis=1))
        total[unit], many[unit] = gaps.sum(), len(near)
    with np.errstate(invalid="ignore"):
        return np.asarray(total / many)


def _near(unit: int, comb: Honeycomb, coordinates: Floats, toroidal: bool) -> Ints:
    across, up = np.abs(coordinates - coordinates[unit]).T
    if toroidal:
        top = coordinates[-1, 1]
        across = np.where(across > comb.xdim / 2, comb.xdim - across, across)
        up = np.where(up > top / 2, top - up, up)
    apart = np.hypot(across, up) if comb.hexagonal else np.maximum(across, up)
    return np.flatnonzero(apart.round(3) == 1)


def tints(labels: Ints, comb: Honeycomb, colours: int) -> Sequence[int]:
    """Return a colour's number for each label; labels that touch differ as far as colours go."""
    beside = comb.beside()
    k = int(labels.max()) + 1
    if k <= colours:
        return range(k)
    touching: list[set[int]] = [set() for _ in range(k)]
    unit, side = np.nonzero(beside >= 0)
    for one, other in zip(labels[unit].tolist(), labels[beside[unit, side]].tolist(), strict=True):
        if one != other:
            touching[one].add(other)
    chosen: list[int] = []
    for label in range(k):
        taken = [chosen[other] for other in touching[label] if other < label]
        used = [(taken.count(c), chosen.count(c), c) for c in range(colours)]
        chosen.append(min(used)[2])
    return chosen
