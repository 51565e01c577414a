"""Nemenyi p-values of ten thousand bootstrap replicates, 20 datasets by 14 methods."""

from __future__ import annotations

import time

import numpy as np

from bench.timing import Row, rows
from pybench.comparison.nemenyi import nemenyi_pvalues
from pybench.comparison.ranks import doubled_ranks

REPLICATES, N, K = 10_000, 20, 14
PEER_REPLICATES = 200  # the peer's time is proportional: one call a replicate


def run() -> list[Row]:
    """Rank and test every replicate, p-values included."""
    rng = np.random.default_rng(2)
    x = np.round(rng.normal(size=(N, K)) * 0.1 + rng.normal(size=K) * 0.05, 2)
    drawn = x[rng.integers(0, N, size=(REPLICATES, N))]
    ours = [_seconds(lambda: nemenyi_pvalues(doubled_ranks(drawn, True))) for _ in range(8)][1:]
    peer = [_seconds(lambda: _scikit_posthocs(drawn)) for _ in range(4)][1:]
    sort = [_seconds(lambda: np.sort(drawn)) for _ in range(7)]
    scale = REPLICATES / PEER_REPLICATES
    return rows(
        "10,000 Nemenyi tests 20 x 14, p-values",
        {
            "pybench": ours,
            "scikit-posthocs": [second * scale for second in peer],
            "physical: the rows sorted": sort,
        },
        0.5,
        {"scikit-posthocs": f"{PEER_REPLICATES} replicates measured, times {scale:g}"},
    )


def _seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _scikit_posthocs(drawn: np.ndarray) -> None:
    import scikit_posthocs as sp

    for replicate in drawn[:PEER_REPLICATES]:
        sp.posthoc_nemenyi_friedman(replicate)
