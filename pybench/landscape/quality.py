"""How well a map fits its rows: quantization and topographic errors, explained variance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.landscape.weighting import check_row_weights, mean_of

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TOPOLOGIES = ("hexagonal", "rectangular")
_CELLS = 8_000_000  # distances held at a time


@dataclass(frozen=True, slots=True, eq=False)
class MapQuality(Result):
    """Errors of a map. The two units of a row are its own unit and the second-nearest unit."""

    quantization_error: float  #: mean squared distance of a row from its unit's code
    mean_distance: float  #: mean distance, which is Kohonen's definition of the quantization error
    topographic_error: float  #: share of rows whose two units are not neighbours, edges not joined
    topographic_error_torus: float  #: the same with the edges of a toroidal map joined
    explained_variance: float  #: percent, 100 (1 - quantization error / total variance)
    explained_variance_rounded: float  #: as aweSOM reports it, to 2 decimals
    kaski_error: float  #: mean distance to the unit, plus the path via neighbours to the second
    grid_error: float  #: mean distance on the grid between a row's two units
    grid_error_of_codes: float  #: mean over units of the grid distance to the nearest other code
    empty_units: int  #: units without rows
    n_rows: int  #: rows
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "map-quality/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row with all quality measures."""
        import pandas as pd

        return pd.DataFrame([{name: getattr(self, name) for name in self.__slots__}])

    def __str__(self) -> str:
        return lined(
            [
                f"Map of {counted(self.n_rows, 'row')}, {counted(self.empty_units, 'unit')} empty; "
                f"engine {self.engine}",
                f"  quantization error {self.quantization_error:.6g} "
                f"(mean distance {self.mean_distance:.6g})",
                f"  topographic error {self.topographic_error:.4f} "
                f"(edges joined: {self.topographic_error_torus:.4f})",
                f"  explained variance {self.explained_variance:.2f}%",
                f"  Kaski-Lagus error {self.kaski_error:.6g}, grid error {self.grid_error:.4f}",
            ]
        )


def map_quality(
    X: ArrayLike,
    codes: ArrayLike,
    xdim: int,
    ydim: int,
    units: ArrayLike | None = None,
    topology: str = "hexagonal",
    toroidal: bool = False,
    weights: ArrayLike | None = None,
    *,
    engine: str | None = None,
) -> MapQuality:
    """Return quality measures of a map on given rows.

    Parameters
    ----------
    X : array_like, shape (rows, features)
    codes : array_like, shape (xdim * ydim, features)
        Codes of the map, one row per unit: unit (x, y) is row x + y * xdim, all counted from 0.
    xdim, ydim : int
        Size of the grid.
    units : array_like of int, shape (rows,), optional
        Unit of each row, counted from 0. By default, the nearest unit; if several units are equally
        near, the one with the lowest number.
    topology : {"hexagonal", "rectangular"}
    toroidal : bool
        Whether opposite edges of the map are joined.
    weights : array_like, shape (rows,), optional
        How much each row counts in means, shares and the variance over rows: numbers >= 0. By
        default, all rows count alike.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    MapQuality

    Raises
    ------
    ArgumentError
        Values that are not finite numbers, or shapes that do not fit each other or the grid.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    `grid_error` and `grid_error_of_codes` are defined as in the R package kohonen 2.0, the other
    measures as in the R package aweSOM, unless stated otherwise. The measures follow these rules:

    - Neighbours are units whose grid distance, rounded to 3 decimals, is 1. On a rectangular grid,
      the distance is the maximum norm, so a unit has up to 8 neighbours.
    - On a toroidal map, `topographic_error_torus` and the two grid errors join opposite edges. The
      other measures do not join them, as in aweSOM.
    - The second unit of a row is found by sorting all units by the squared distance of their codes
      from the row, and tied units by their number. The second unit in this order is taken. If the
      two nearest units are tied and the map assigned the row to the second of them, the row's own
      unit is also its second unit. This counts as a topographic error.
    - The variance of the rows has divisor n. If it is 0, the explained variance is NaN.
    - Topographic errors and the Kaski-Lagus error are NaN for a map of one unit.

    Examples
    --------
    >>> import pybench as pb
    >>> q = pb.map_quality([[0.0], [1.0], [4.0]], [[0.0], [1.0], [3.0], [9.0]], 4, 1)
    >>> round(q.quantization_error, 4), q.topographic_error
    (0.3333, 0.0)
    """
    rows, code = check.matrix("X", X), check.matrix("codes", codes)
    width, height = check.count("xdim", xdim), check.count("ydim", ydim)
    check.choice("topology", topology, TOPOLOGIES)
    check.flag("toroidal", toroidal)
    if not len(rows):
        raise ArgumentError(
            "`X` must have at least one row", expected="at least one row", found="none"
        )
    if len(code) != width * height or rows.shape[1] != code.shape[1] or not rows.shape[1]:
        expected = f"{width * height} codes of {rows.shape[1]} features"
        found = f"{len(code)} of {code.shape[1]}"
        raise ArgumentError(
            f"`codes` must be {expected}, not {found}", expected=expected, found=found
        )
    where = None if units is None else check.places("units", units, len(code), len(rows))
    times = check_row_weights(weights, len(rows))
    return engines.answer(
        "map_quality",
        {
            "X": rows,
            "codes": code,
            "xdim": width,
            "ydim": height,
            "units": None if where is None else where + 1,
            "topology": topology,
            "toroidal": toroidal,
            "weights": times,
        },
        engine=engine,
        kind=MapQuality,
        python=lambda: _quality(
            rows, code, UnitGrid(width, height, topology), where, toroidal, times
        ),
    )


def _quality(
    rows: Doubles,
    code: Doubles,
    grid: UnitGrid,
    units: Ints | None,
    toroidal: bool,
    weights: Doubles | None,
) -> MapQuality:
    first, second = nearest_two(rows, code)
    best = first if units is None else units
    squared = ((rows - code[best]) ** 2).sum(axis=1)
    error = mean_of(squared, weights)
    apart = (rows - np.average(rows, axis=0, weights=weights)) ** 2
    variance = float(np.average(apart, axis=0, weights=weights).sum())
    left = error / variance if variance > 0 else math.nan
    flat, joined = (grid.distances(best, second, t) for t in (False, toroidal))
    everyone = np.arange(len(code))
    itself, other = nearest_two(code, code)
    others = np.where(itself == everyone, other, itself)  # among equal codes, another unit
    return MapQuality(
        quantization_error=error,
        mean_distance=mean_of(np.sqrt(squared), weights),
        topographic_error=_share_apart(flat, code, weights),
        topographic_error_torus=_share_apart(joined, code, weights),
        explained_variance=100.0 - 100.0 * left,
        explained_variance_rounded=100.0 - round(100.0 * left, 2),
        kaski_error=mean_of(np.sqrt(squared) + _paths(code, grid, best, second), weights),
        grid_error=mean_of(joined, weights),
        grid_error_of_codes=float(grid.distances(everyone, others, toroidal).mean()),
        empty_units=len(code) - len(np.unique(best)),
        n_rows=len(rows),
        engine="python",
    )


def _share_apart(distances: Doubles, codes: Doubles, weights: Doubles | None) -> float:
    return mean_of(distances.round(3) != 1, weights) if len(codes) > 1 else math.nan


@dataclass(frozen=True)
class UnitGrid:
    """Positions of the units of a grid."""

    xdim: int
    ydim: int
    topology: str

    def places(self, units: Ints) -> tuple[Doubles, Doubles]:
        """Return x and y; a hexagonal grid shifts its odd rows by half a step."""
        y, x = np.divmod(units, self.xdim)
        if self.topology == "rectangular":
            return x + 1.0, y + 1.0
        return x + 1.0 + 0.5 * (y % 2 == 0), (y + 1.0) * math.sqrt(3) / 2

    def distances(self, a: Ints, b: Ints, toroidal: bool) -> Doubles:
        """Return the distance of each pair: Euclidean, or maximum norm on a rectangular grid."""
        (ax, ay), (bx, by) = self.places(a), self.places(b)
        x, y = np.abs(ax - bx), np.abs(ay - by)
        if toroidal:
            top = float(self.places(np.array([self.xdim * self.ydim - 1]))[1][0])
            x, y = np.minimum(x, np.abs(self.xdim - x)), np.minimum(y, np.abs(top - y))
        if self.topology == "rectangular":
            return np.asarray(np.maximum(x, y))
        return np.asarray(np.sqrt(x**2 + y**2))


def nearest_two(rows: Doubles, codes: Doubles) -> tuple[Ints, Ints]:
    """Return the two nearest codes of each row, lower units first if tied; (rows,) each.

    A matrix product finds the few candidates, and sums of squared differences decide: equal codes
    have equal sums, which matrix products do not guarantee.
    """
    if len(codes) == 1:
        return np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    middle = codes.mean(axis=0)
    b = codes - middle
    norms = (b**2).sum(axis=1)
    # Bound on the rounding error of a product of n terms, with a margin.
    noise = 4.0 * (codes.shape[1] + 4) * np.finfo(float).eps
    out = np.empty((2, len(rows)), dtype=np.int64)
    step = max(1, _CELLS // len(codes))
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        a = part - middle
        size = (a**2).sum(axis=1)
        rough = norms - 2.0 * (a @ b.T)
        bound = np.partition(rough, 1, axis=1)[:, 1] + noise * (size + norms.max())
        row, unit = np.nonzero(rough <= bound[:, None])
        exact = ((part[row] - codes[unit]) ** 2).sum(axis=1)
        order = np.lexsort((unit, exact, row))
        at = np.searchsorted(row, np.arange(len(part)))  # sorting keeps rows together
        out[0, start : start + step] = unit[order[at]]
        out[1, start : start + step] = unit[order[at + 1]]
    return out[0], out[1]


def _paths(codes: Doubles, grid: UnitGrid, start: Ints, end: Ints) -> Doubles:
    """Return the shortest path between codes via neighbours; map edges are not joined."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import dijkstra

    n = len(codes)
    if n == 1:
        return np.full(len(start), math.nan)
    units = np.arange(n)
    steps = [(dx, dy) for dy in (0, 1) for dx in (-1, 0, 1) if (dx, dy) > (0, 0) or dy]
    a, b = [], []
    for dx, dy in steps:
        y, x = np.divmod(units, grid.xdim)
        inside = (x + dx >= 0) & (x + dx < grid.xdim) & (y + dy < grid.ydim)
        here = units[inside]
        there = here + dx + dy * grid.xdim
        near = grid.distances(here, there, False).round(3) == 1
        a.append(here[near])
        b.append(there[near])
    here, there = np.concatenate(a), np.concatenate(b)
    lengths = np.sqrt(((codes[here] - codes[there]) ** 2).sum(axis=1))
    # scipy reads 0 as no edge; equal codes get this tiny distance, too small to change a sum.
    lengths = np.maximum(lengths, np.finfo(float).tiny)
    graph = coo_matrix((lengths, (here, there)), shape=(n, n)).tocsr()
    sources, which = np.unique(start, return_inverse=True)
    far = dijkstra(graph, directed=False, indices=sources)
    return np.asarray(far[which, end])
