"""Tables as large as target R10 asks: 10,000 datasets by 500 methods, 4950 pairs."""

from __future__ import annotations

import numpy as np

import pybench as pb
from bench.comparing import table
from bench.timing import Row, measure


def run() -> list[Row]:
    """Ranks with Friedman's test, Nemenyi's, and all signed-rank tests; beside the bare sort."""
    rng = np.random.default_rng(1)
    scores = rng.random((10_000, 500)).round(3)
    large, pairs = table(scores), table(rng.random((200, 100)))
    sort = {"physical: one sort": lambda: np.argsort(scores, axis=1)}
    note = {"physical: one sort": "NumPy's argsort of the same rows"}
    runs = 5
    return [
        *measure(
            "Friedman 10,000 x 500",
            {"pybench": lambda: pb.friedman(large), **sort},
            runs=runs,
            target_s=2.0,
            notes=note,
        ),
        *measure("Nemenyi 10,000 x 500", {"pybench": lambda: pb.nemenyi(large)}, runs=runs),
        *measure(
            "4950 signed-rank tests, 200 datasets",
            {"pybench": lambda: pb.wilcoxon(pairs)},
            runs=runs,
            target_s=10.0,
        ),
    ]
