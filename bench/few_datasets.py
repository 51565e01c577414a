"""How often does each limiting distribution reject on few datasets, where no method differs?

    python -m bench.few_datasets [tables]

Each row of bench/few_datasets.csv holds a test, the numbers of methods and datasets, and the
share of null tables without ties with p <= 0.05: of an omnibus test, of one fixed pair, unadjusted,
or of any pair of a test that adjusts by itself. Durbin's tests are measured on balanced designs,
whose number of scores a dataset stands in the name. r/inst/shared/few-datasets.csv draws its bounds
from here: below them ``reference="auto"`` takes permutations.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy import special

from pybench.comparison.studentized import range_quantile, studentized_quantile

LEVEL, TABLES, BLOCK = 0.05, 20_000, 5_000
CLASSIFIERS, DATASETS = (2, 3, 4, 5, 6, 8), (*range(2, 16), 18, 20, 21, 25, 30)
# Methods, and scores a dataset: each choice of so many is one dataset of a round.
BALANCED, MOST_BALANCED = ((3, 2), (4, 2), (4, 3), (5, 2), (5, 4), (6, 3)), 60
OUT = Path(__file__).with_name("few_datasets.csv")
HEAD = ["test", "classifiers", "datasets", "tables", "size"]
NOISE = 1e-9  # of sums of squares, relative


def places(values: np.ndarray) -> np.ndarray:
    """Rank along the last axis, from 1, without ties."""
    return values.argsort(-1).argsort(-1) + 1.0


def pvalues(scores: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield each test with its p-values by the limit, (tables,), from scores (tables, N, k)."""
    m, _, k = scores.shape
    ranks = places(scores) - (k + 1) / 2
    weights = places(np.ptp(scores, axis=-1))[..., None]
    aligned = places((scores - scores.mean(-1, keepdims=True)).reshape(m, -1)).reshape(scores.shape)
    aligned -= aligned.mean(-1, keepdims=True)
    for names, values in (
        (("iman-davenport", "friedman", "conover", "siegel"), ranks),
        (("quade", None, "quade_pairs", None), ranks * weights),
        ((None, "aligned_ranks", None, "aligned_ranks_pairs"), aligned),
    ):
        found = _omnibus_and_pair(values)
        yield from ((name, p) for name, p in zip(names, found, strict=True) if name)
    yield from _families(ranks)


def _squares(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    sums = values.sum(1)
    between, total = (sums**2).sum(1) / values.shape[1], (values**2).sum((1, 2))
    left = total - between
    return sums, total, np.where(left < NOISE * total, 0.0, left)


def _omnibus_and_pair(values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return p of F, of chi-square, and of the first pair by t and by the normal."""
    _, n, k = values.shape
    df = (k - 1) * (n - 1)
    sums, total, left = _squares(values)
    gap = sums[:, 0] - sums[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        f = (n - 1) * (total - left) / left
        t = np.where(gap == 0, 0.0, np.abs(gap) / np.sqrt(2 * n * left / df))
    chi_square = (k - 1) * n * (total - left) / total
    z = np.abs(gap) / np.sqrt(2 * total / (k - 1))
    return (
        special.fdtrc(k - 1, df, f),
        special.chdtrc(k - 1, chi_square),
        2 * special.stdtr(df, -t),
        2 * special.ndtr(-z),
    )


def _families(ranks: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield tests of all pairs; p is 0 or 1: whether any pair differs."""
    _, n, k = ranks.shape
    df = (k - 1) * (n - 1)
    sums, total, left = _squares(ranks)
    width = np.ptp(sums, axis=1)
    z = width / np.sqrt(2 * total / (k - 1))
    with np.errstate(divide="ignore"):
        t = width / np.sqrt(2 * n * left / df)
    yield "nemenyi, all pairs", 1.0 - (z * 2**0.5 >= range_quantile(LEVEL, k) - NOISE)
    edge = studentized_quantile(LEVEL, k, df) - NOISE
    yield "conover single-step, all pairs", 1.0 - (t * 2**0.5 >= edge)
    yield "miller, all pairs", special.chdtrc(k - 1, z**2)


def balanced_pvalues(
    scores: np.ndarray, chosen: np.ndarray, k: int
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield Durbin's tests with their p-values by the limit, (tables,).

    From scores (tables, N, m), the smallest the best, of the methods ``chosen``, (N, m).
    """
    _, n, m = scores.shape
    ranks = places(scores) - (m + 1) / 2
    there = np.arange(k) == chosen[..., None]
    sums, total = np.einsum("tnm,nmk->tk", ranks, there.astype(float)), n * m * (m * m - 1) / 12
    df, each = n * (m - 1) - (k - 1), n * m / k
    chi_square = (k - 1) * (sums**2).sum(1) / total
    left = n * (m - 1) - chi_square
    left[left < NOISE * n] = 0.0
    gap = sums[:, 0] - sums[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        f = chi_square / (k - 1) / (left / df)
        scale = np.sqrt(2 * each * total / df * left / (n * (m - 1)))
        t = np.where(gap == 0, 0.0, np.abs(gap) / scale)
    yield f"durbin chi-square, {m} scores", special.chdtrc(k - 1, chi_square)
    yield f"durbin F, {m} scores", special.fdtrc(k - 1, df, f)
    yield f"durbin_pairs, {m} scores", 2 * special.stdtr(df, -t)


def balanced(tables: int) -> Iterator[list[object]]:
    """Yield the rows of Durbin's tests."""
    for k, m in BALANCED:
        one = np.array(list(combinations(range(k), m)))
        for rounds in range(1, MOST_BALANCED // len(one) + 1):
            chosen = np.tile(one, (rounds, 1))
            n = len(chosen)
            if n * (m - 1) == k - 1:  # no degrees of freedom are left
                continue
            scores = np.random.default_rng([k, m, n]).normal(size=(tables, n, m))
            for name, p in balanced_pvalues(scores, chosen, k):
                yield [name, k, n, tables, f"{(p <= LEVEL).sum() / tables:.4f}"]


def main(tables: int) -> int:
    """Measure and store."""
    rows: list[list[object]] = [*balanced(tables)]
    for k in CLASSIFIERS:
        for n in DATASETS:
            rejected: dict[str, int] = {}
            for block in range(0, tables, BLOCK):
                rng = np.random.default_rng([k, n, block])
                scores = rng.normal(size=(min(BLOCK, tables - block), n, k))
                for name, p in pvalues(scores):
                    rejected[name] = rejected.get(name, 0) + int((p <= LEVEL).sum())
            rows += [[name, k, n, tables, f"{hit / tables:.4f}"] for name, hit in rejected.items()]
            sys.stdout.write(f"{k} methods, {n} datasets\n")
    with OUT.open("w", newline="", encoding="utf-8") as file:
        ordered = sorted(rows, key=lambda row: row[:3])
        csv.writer(file, lineterminator="\n").writerows([HEAD, *ordered])
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES))
