"""Calls of R's users that take seconds, timed in R by its own clock."""

from __future__ import annotations

import subprocess

from bench.timing import Row, rows

# Prints the seconds of each run, after one that is not measured.
SOURCE = """
library(pybench)
set.seed(1)
scores <- matrix(runif(112 * 35), 112, dimnames = list(paste0("d", 1:112), paste0("m", 1:35)))
t <- pb_read_results(scores, higher_is_better = TRUE)
taken <- replicate(6, system.time(pb_bayesian_sign(t, rope = 0.01, seed = 1))[["elapsed"]])
cat(taken[-1])
"""


def run() -> list[Row]:
    """Time the Bayesian sign test of all pairs of 35 methods on 112 datasets."""
    command = ["Rscript", "--vanilla", "-e", SOURCE]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds = {"pybench": [float(one) for one in told.split()]}
    return rows("R: Bayesian sign test, 595 pairs, n = 112", seconds, 2.5, {})
