"""Log weights of bridges: what a step adds to the log density of a chain with drift."""

from __future__ import annotations

from pybench.optimal.kernels.compiled import compiled


@compiled(
    "void(float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[::1], "
    "float64, float64[:, ::1])"
)
def weigh(before, after, first, second, weight, half, total):  # type: ignore[no-untyped-def]
    """Add to `total` (2, n) what a step from `before` to `after`, (d, n) each, adds by each class.

    That is the sum over coordinates of weight b (move - half b), with the drifts b of the classes,
    `first` and `second` (d, n); `half` is half the length of the step.
    """
    rows, columns = before.shape
    for i in range(rows):
        own = weight[i]
        for c in range(columns):
            move = after[i, c] - before[i, c]
            a = first[i, c]
            b = second[i, c]
            total[0, c] += own * a * (move - half * a)
            total[1, c] += own * b * (move - half * b)
