"""Normal numbers of many paths at once: Philox4x64-10, then the normal quantile function."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from pybench.optimal.kernels.compiled import compiled

# Salmon et al. (2011): multipliers of the rounds, and the key increments between them.
FIRST, SECOND = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
FIRST_STEP, SECOND_STEP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
SHIFT = np.uint64(11)
UNIT = 2.0**-53
SMALLEST = 2.0**-54  # replaces 0, whose normal quantile is infinite


@intrinsic  # type: ignore[untyped-decorator]
def _high(typing_context: Any, a: Any, b: Any) -> Any:
    """Return the upper 64 bits of a product in one instruction."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        first, second = (builder.zext(argument, wide) for argument in arguments)
        upper = builder.lshr(builder.mul(first, second), ir.Constant(wide, 64))
        return builder.trunc(upper, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


@numba.njit(inline="always")
def _block(c0, c1, k0, k1):  # type: ignore[no-untyped-def]
    """Return the four words of the block with counter (c0, c1, 0, 0)."""
    c2 = np.uint64(0)
    c3 = np.uint64(0)
    for _ in range(10):
        high0, low0 = _high(FIRST, c0), FIRST * c0
        high1, low1 = _high(SECOND, c2), SECOND * c2
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += FIRST_STEP
        k1 += SECOND_STEP
    return c0, c1, c2, c3


@numba.njit(inline="always")
def _middle(q):  # type: ignore[no-untyped-def]
    """Return the normal quantile of 1/2 + q for |q| <= 0.425 (Wichura 1988, algorithm AS 241)."""
    r = 0.180625 - q * q
    top = 2.5090809287301226727e3
    top = top * r + 3.3430575583588128105e4
    top = top * r + 6.7265770927008700853e4
    top = top * r + 4.5921953931549871457e4
    top = top * r + 1.3731693765509461125e4
    top = top * r + 1.9715909503065514427e3
    top = top * r + 1.3314166789178437745e2
    top = top * r + 3.3871328727963666080e0
    low = 5.2264952788528545610e3
    low = low * r + 2.8729085735721942674e4
    low = low * r + 3.9307895800092710610e4
    low = low * r + 2.1213794301586595867e4
    low = low * r + 5.3941960214247511077e3
    low = low * r + 6.8718700749205790830e2
    low = low * r + 4.2313330701600911252e1
    low = low * r + 1.0
    return q * top / low


@numba.njit
def _tail(p):  # type: ignore[no-untyped-def]
    """Return minus the normal quantile of p, for 0 < p < 0.075 (the same algorithm)."""
    r = math.sqrt(-math.log(p))
    if r <= 5.0:
        r -= 1.6
        top = 7.74545014278341407640e-4
        top = top * r + 2.27238449892691845833e-2
        top = top * r + 2.41780725177450611770e-1
        top = top * r + 1.27045825245236838258e0
        top = top * r + 3.64784832476320460504e0
        top = top * r + 5.76949722146069140550e0
        top = top * r + 4.63033784615654529590e0
        top = top * r + 1.42343711074968357734e0
        low = 1.05075007164441684324e-9
        low = low * r + 5.47593808499534494600e-4
        low = low * r + 1.51986665636164571966e-2
        low = low * r + 1.48103976427480074590e-1
        low = low * r + 6.89767334985100004550e-1
        low = low * r + 1.67638483018380384940e0
        low = low * r + 2.05319162663775882187e0
    else:
        r -= 5.0
        top = 2.01033439929228813265e-7
        top = top * r + 2.71155556874348757815e-5
        top = top * r + 1.24266094738807843860e-3
        top = top * r + 2.65321895265761230930e-2
        top = top * r + 2.96560571828504891230e-1
        top = top * r + 1.78482653991729133580e0
        top = top * r + 5.46378491116411436990e0
        top = top * r + 6.65790464350110377720e0
        low = 2.04426310338993978564e-15
        low = low * r + 1.42151175831644588870e-7
        low = low * r + 1.84631831751005468180e-5
        low = low * r + 7.86869131145613259100e-4
        low = low * r + 1.48753612908506148525e-2
        low = low * r + 1.36929880922735805310e-1
        low = low * r + 5.99832206555887937690e-1
    return top / (low * r + 1.0)


@compiled("void(uint64, uint64, uint64, uint64, float64[:, ::1])")
def fill(k0, k1, start, stride, out):  # type: ignore[no-untyped-def]
    """Fill `out` (4 b, n): column p gets the numbers of the blocks from start + p * stride on."""
    rows, paths = out.shape
    uniform = np.empty((4, paths))
    far = np.empty(paths, np.int64)
    for b in range(rows // 4):
        for p in range(paths):
            counter = start + np.uint64(p) * stride + np.uint64(b + 1)
            w0, w1, w2, w3 = _block(counter, np.uint64(0), k0, k1)
            uniform[0, p] = np.float64(w0 >> SHIFT) * UNIT
            uniform[1, p] = np.float64(w1 >> SHIFT) * UNIT
            uniform[2, p] = np.float64(w2 >> SHIFT) * UNIT
            uniform[3, p] = np.float64(w3 >> SHIFT) * UNIT
        for i in range(4):
            drawn, row = uniform[i], out[4 * b + i]
            for p in range(paths):
                row[p] = _middle(drawn[p] - 0.5)
            many = 0
            for p in range(paths):
                far[many] = p
                many += abs(drawn[p] - 0.5) > 0.425
            for place in range(many):
                u = drawn[far[place]]
                size = _tail(max(min(u, 1.0 - u), SMALLEST))
                row[far[place]] = -size if u < 0.5 else size
