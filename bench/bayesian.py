"""The Bayesian signed-rank test, 50,000 draws: one pair of 112 datasets, and 595 pairs."""

from __future__ import annotations

import time

import numpy as np

import pybench as pb
from bench.comparing import N, scores, table
from bench.timing import Row, rows

SAMPLES, ROPE = 50_000, 0.01
DRAWS = "physical: the exponentials drawn"
PASSES = "physical: the weights read 595 times"


def run() -> list[Row]:
    """Time one pair beside baycomp's, and all pairs."""
    x = scores()
    whole = table(x)
    pair = whole.select(classifiers=whole.classifiers[:2])
    one = {"pybench": [], "baycomp": [], DRAWS: []}
    for _ in range(6):
        one["pybench"].append(_seconds(lambda: _ours(pair)))
        one["baycomp"].append(_seconds(lambda: _baycomp(x)))
        one[DRAWS].append(_seconds(_draws))
    every = [_seconds(lambda: _ours(whole)) for _ in range(3)]
    peer = [second * 595 for second in one["baycomp"][1:]]
    weights, seen = _draws(), np.ones(x.shape[0] + 1)
    passes = [_seconds(lambda: [weights @ seen for _ in range(595)]) for _ in range(3)]
    return [
        *rows(
            "Bayesian signed rank, one pair, n = 112",
            {who: seconds[1:] for who, seconds in one.items()},
            0.1,
            {DRAWS: "of a Dirichlet distribution's weights, unscaled"},
        ),
        *rows(
            "Bayesian signed rank, 595 pairs, n = 112",
            {"pybench": every, "baycomp": peer, PASSES: passes},
            4.0,
            {
                "baycomp": "one pair measured, times 595",
                PASSES: "a product of matrix and vector for each pair: bandwidth of the memory",
            },
        ),
    ]


def _draws() -> np.ndarray:
    return np.random.default_rng(0).standard_exponential((SAMPLES, N + 1))


def _ours(t) -> None:
    pb.bayesian_signed_rank(t, rope=ROPE, samples=SAMPLES, engine="python")


def _baycomp(x) -> None:
    import baycomp

    baycomp.SignedRankTest.probs(x[:, 0], x[:, 1], rope=ROPE, nsamples=SAMPLES)


def _seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
