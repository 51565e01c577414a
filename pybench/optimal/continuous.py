"""The log likelihood ratio in continuous time: the limit of quadrature of ever finer steps."""

from __future__ import annotations

import numpy as np

from pybench.optimal import quadrature
from pybench.optimal.noise import Floats
from pybench.optimal.processes import Process
from pybench.optimal.quadrature import LEFT, TooFine
from pybench.optimal.timegrid import TimeGrid

LIMIT = 1e-6  # of a log ratio, relative to its size if that is above 1
DOUBLED = (8, 16, 32, 64, 128)  # fine steps from which a limit is extrapolated


def log_ratios(process: Process, times: Floats, paths: Floats) -> tuple[Floats, Floats]:
    """Return the log ratios of the process in continuous time, and estimates of their errors.

    They are the limit of more and more fine steps between the times (L + 1,). Steps are doubled and
    results extrapolated (Richardson) until two in succession differ by at most `LIMIT`, except for
    a share `LEFT` of the paths. The error of Euler's scheme has all powers of the length of a step.
    """
    known: list[Floats] = []
    error = np.full(len(paths), np.inf)
    for steps in DOUBLED:
        grid = TimeGrid(times, np.full(len(times) - 1, steps))
        try:
            row = [quadrature.log_ratios(process, grid, paths)[0]]
        except TooFine:
            if not known:
                raise
            break
        for power, coarse in enumerate(known, 1):
            row.append(row[-1] + (row[-1] - coarse) / (2**power - 1))
        if known:
            error = np.abs(row[-1] - known[-1])
        known = row
        if (error > LIMIT * np.maximum(1.0, np.abs(row[-1]))).mean() <= LEFT:
            break
    return known[-1], error
