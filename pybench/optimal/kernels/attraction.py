"""Drifts of agents in the plane that attract one another by kernels with two steps."""

from __future__ import annotations

import numpy as np

from pybench.optimal.kernels.compiled import compiled

TILE = 64  # paths at a time, so that states and drifts stay in the innermost caches


@compiled("void(float64[:, ::1], float64[::1], float64[:, ::1], float64[:, ::1], float64[:, ::1])")
def attract(x, edges, values, first, second):  # type: ignore[no-untyped-def]
    """Write the drifts of both classes, (2 N, n) each, for states x (2 N, n).

    `edges`: squares of the two distances at which the kernels step; `values` (2, 3): their values
    below, between and beyond these.
    """
    rows, paths = x.shape
    agents = rows // 2
    near, far = edges[0], edges[1]
    a0, a1, a2 = values[0, 0], values[0, 1], values[0, 2]
    b0, b1, b2 = values[1, 0], values[1, 1], values[1, 2]
    here = np.empty((rows, TILE))
    force = np.empty((2 * rows, TILE))
    work = np.empty((8, TILE))
    for start in range(0, paths, TILE):
        width = min(TILE, paths - start)
        here[:, :width] = x[:, start : start + width]
        here[:, width:] = 0.0
        force[:] = 0.0
        for i in range(agents):
            xi, yi = here[2 * i], here[2 * i + 1]
            work[:4] = 0.0
            for j in range(i + 1, agents):
                xj, yj = here[2 * j], here[2 * j + 1]
                for p in range(TILE):
                    u = xj[p] - xi[p]
                    v = yj[p] - yi[p]
                    r = u * u + v * v
                    a = a0 if r < near else (a1 if r < far else a2)
                    b = b0 if r < near else (b1 if r < far else b2)
                    work[0, p] += a * u
                    work[1, p] += a * v
                    work[2, p] += b * u
                    work[3, p] += b * v
                    work[4, p] = a * u
                    work[5, p] = a * v
                    work[6, p] = b * u
                    work[7, p] = b * v
                for k in range(4):
                    from_i, to_j = work[4 + k], force[4 * j + k]
                    for p in range(TILE):
                        to_j[p] -= from_i[p]
            for k in range(4):
                from_i, to_i = work[k], force[4 * i + k]
                for p in range(TILE):
                    to_i[p] += from_i[p]
        for i in range(agents):
            for c in range(2):
                for p in range(width):
                    first[2 * i + c, start + p] = force[4 * i + c, p] / agents
                    second[2 * i + c, start + p] = force[4 * i + 2 + c, p] / agents
