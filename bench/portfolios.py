"""The bootstrap of the landscape paper: 10,000 portfolios of each size, 14 methods."""

from __future__ import annotations

import time
import tracemalloc

import numpy as np

import pybench as pb
from bench.timing import Row, rows

REPEATS, SIZES = 10_000, (2, 3, 4)
MEMBERS = (23, 9, 5, 25, 16)  # representatives of the paper's regions at 90 percent
N, K = 112, 14
SUMS = "physical: draw and add up"
PEER_PORTFOLIOS = 30  # of each size; a peer's time is proportional: one call a portfolio

# What PMCMR's functions do on one portfolio: friedman.test, mean ranks, ptukey of every pair.
_R_LOOP = """
portfolio <- function(n, k) {
  x <- matrix(stats::runif(n * k), n)
  p <- stats::friedman.test(x)$p.value
  means <- colMeans(t(apply(-x, 1, rank)))
  q <- abs(outer(means, means, "-")) / sqrt(k * (k + 1) / (12 * n))
  stats::ptukey(q, k, Inf, lower.tail = FALSE)
}
elapsed <- system.time(
  for (n in %d * c(%s)) for (i in seq_len(%d)) portfolio(n, %d)
)
elapsed[["elapsed"]]
"""


def run() -> list[Row]:
    """Time both languages beside loops over portfolios, in turn."""
    t, regions = _results(), _regions()
    ways = ("pybench", "pybench in R, asked from Python", "R's tests in a loop", "scikit-posthocs")
    seconds: dict[str, list[float]] = {who: [] for who in (*ways, SUMS)}
    scale = REPEATS / PEER_PORTFOLIOS
    for _ in range(4):
        seconds["pybench"].append(_seconds(lambda: _ours(t, regions, "python")))
        seconds[ways[1]].append(_seconds(lambda: _ours(t, regions, "r")))
        seconds["R's tests in a loop"].append(scale * _r_loop())
        seconds["scikit-posthocs"].append(scale * _seconds(lambda: _scikit_posthocs(t)))
        seconds[SUMS].append(_seconds(_sums))
    tracemalloc.start()
    _ours(t, regions, "python")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    measured = f"{PEER_PORTFOLIOS} portfolios of each size measured, times {scale:g}"
    return rows(
        "Bootstrap, 3 x 10,000 portfolios, 14 methods",
        {who: times[1:] for who, times in seconds.items()},
        2.0,
        {
            "pybench": f"peak of its arrays {peak / 1e6:.0f} MB",
            "R's tests in a loop": f"friedman.test and ptukey; {measured}",
            "scikit-posthocs": measured,
            SUMS: "as many places drawn, as many rows of ranks added, no test",
        },
    )


def _results() -> pb.ResultsTable:
    x = np.random.default_rng(0).normal(size=(N, K)) + 0.1 * np.arange(K)
    names, classifiers = [f"d{i}" for i in range(N)], [f"c{j}" for j in range(K)]
    return pb.read_results(x, higher_is_better=True, datasets=names, classifiers=classifiers)


def _regions() -> dict[str, list[str]]:
    ends = np.cumsum(MEMBERS)
    return {
        f"R{i}": [f"d{j}" for j in range(end - size, end)]
        for i, (end, size) in enumerate(zip(ends, MEMBERS, strict=True), 1)
    }


def _ours(t, regions, engine: str) -> None:
    pb.bootstrap(t, regions, SIZES, REPEATS, engine=engine)


def _sums() -> None:
    rng = np.random.default_rng(1)
    ranks = rng.random((N, K))
    for size in SIZES:
        drawn = rng.integers(0, N, (size * len(MEMBERS), REPEATS))
        total = np.zeros((REPEATS, K))
        for places in drawn:
            total += ranks[places]


def _r_loop() -> float:
    from pybench.bridge.call import call

    sizes = ", ".join(map(str, SIZES))
    source = _R_LOOP % (len(MEMBERS), sizes, PEER_PORTFOLIOS, K)
    return float(call("bridge_eval", {"source": source}))


def _scikit_posthocs(t) -> None:
    import scikit_posthocs as sp
    from scipy import stats

    rng = np.random.default_rng(1)
    for size in SIZES:
        for _ in range(PEER_PORTFOLIOS):
            part = t.scores[rng.choice(N, size * len(MEMBERS), replace=False)]
            stats.friedmanchisquare(*part.T)
            sp.posthoc_nemenyi_friedman(part)


def _seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
