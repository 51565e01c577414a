"""How often does each 95 % interval hold the truth, and how wide is it? bench/interval_grid.py.

    python -m bench.intervals [tables]

Each row of bench/intervals.csv has an interval, a design with its numbers of methods and of
datasets (of runs, of paths), and the share of tables whose interval holds the truth. Rows with 0
tables are enumerated: all tables of two methods, the least coverage over 500 shares.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.special import ndtr
from scipy.stats import binom, gamma

from bench.interval_grid import CLASSIFIERS, SHARES, SIZES, TABLES, Floats, designs, ranked
from pybench.base import shared
from pybench.base.measured import ENOUGH
from pybench.comparison.bootstrap import limits, weighted
from pybench.comparison.effects import effect_sizes
from pybench.optimal.scores import acc_star, accuracy_at, auc
from pybench.optimal.verdicts import gap

CONFIDENCE, RESAMPLES, BLOCK = 0.95, 1000, 500
OUT = Path(__file__).with_name("intervals.csv")
HEAD = ["interval", "design", "classifiers", "size", "tables", "truth", "coverage", "width"]
#: Intervals that hold the truth on every design.
COVERED = (
    "mean rank",
    "concordance",
    "superiority",
    "rank_biserial",
    "hodges_lehmann",
    "d_z",
    "auc",
    "accuracy",
    "run mean",
)
Row = list[object]
Limits = tuple[Floats, Floats]


def mean_rank_draws(ranks: Floats, k: int, weights: Floats) -> Limits:
    """Return mean ranks under weights with one more dataset: (tables, N) -> (draws, tables)."""
    lower = weights[:, :-1] @ ranks.T + weights[:, -1:]
    return lower, lower + weights[:, -1:] * (k - 1)


def concordance_draws(ranks: Floats, weights: Floats) -> Limits:
    """Return W under weights with one more dataset: (tables, N, k) -> (draws, tables).

    `weighted_w` for many tables at once; a test compares them.
    """
    tables, n, k = ranks.shape
    centred = ranks - (k + 1) / 2
    others = centred.sum(axis=1, keepdims=True) - centred
    size = np.maximum(1e-300, np.sqrt((others**2).sum(axis=2)))
    along = (centred * others).sum(axis=2) / size
    own, more = weights[:, :-1], weights[:, -1:]
    longest = k * (k * k - 1) / 12
    within = own @ (centred**2).sum(axis=2).T + more * longest
    sums = (own @ centred.transpose(1, 0, 2).reshape(n, -1)).reshape(-1, tables, k)
    against = np.maximum(0, own @ along.T - more * longest**0.5)
    towards = np.sqrt((sums**2).sum(axis=2)) + more * longest**0.5
    return np.minimum(1, against**2 / within), np.minimum(1, towards**2 / within)


def weights_of(n: int, count: int) -> Floats:
    """Return the weights that all tables of n datasets share."""
    return np.concatenate(list(weighted(0, "bench", count, n)))


def of_two_classifiers() -> Iterator[Row]:
    """Yield the coverage where every table is enumerated: x of n datasets for the second."""
    for n in SIZES:
        wins = np.arange(n + 1)
        chance = binom.pmf(wins[:, None], n, SHARES)
        second = (np.arange(n) < wins[:, None]).astype(float)
        both = np.stack([1 + second, 2 - second], axis=-1)
        weights = weights_of(n, 10_000)
        ranks = limits(*mean_rank_draws(1 + second, 2, weights), CONFIDENCE)
        concordance = limits(*concordance_draws(both, weights), CONFIDENCE)
        found = {
            "mean rank": (ranks, 1 + SHARES),
            "concordance": (concordance, (1 - 2 * SHARES) ** 2),
            "superiority": (superiority(second), SHARES),
        }
        for name, ((low, high), truth) in found.items():
            # A rank that is q but for the last bit is q.
            inside = (low[:, None] <= truth + 1e-12) & (truth - 1e-12 <= high[:, None])
            share = (chance * inside).sum(axis=0)
            width = chance.T @ (high - low)
            for q in (0.02, 0.05, 0.2, 0.5):
                at = int(np.flatnonzero(q == SHARES)[0])
                yield row(name, f"q = {q:g}", 2, n, 0, truth[at], share[at], width[at])
            worst = int(share.argmin())
            said = f"least of 500 (q = {SHARES[worst]:g})"
            yield row(name, said, 2, n, 0, truth[worst], share[worst], width.mean())


def superiority(second: Floats) -> Limits:
    """Return the intervals of the share of datasets on which the second is better."""
    _, low, high = effect_sizes(2 * second - 1, np.ones(len(second)), CONFIDENCE)["superiority"]
    return low, high


def of_ranks(tables: int) -> Iterator[Row]:
    """Yield the coverage of the mean ranks of the first, middle and last, and of W."""
    for k in CLASSIFIERS:
        for design in designs(k):
            for n in SIZES:
                ranks = ranked(design.draw(np.random.default_rng([k, n]), (tables, n, k)))
                weights = weights_of(n, RESAMPLES)
                for name, j in (("first", 0), ("middle", k // 2), ("last", k - 1)):
                    draws = (mean_rank_draws(part[..., j], k, weights) for part in blocks(ranks))
                    said = f"{design.name}: {name}"
                    yield of_draws("mean rank", said, k, n, design.mean_ranks[j], draws)
                draws = (concordance_draws(part, weights) for part in blocks(ranks))
                yield of_draws("concordance", design.name, k, n, design.concordance, draws)


def blocks(tables: Floats) -> Iterator[Floats]:
    """Yield some tables at a time."""
    for start in range(0, len(tables), BLOCK):
        yield tables[start : start + BLOCK]


def of_draws(name: str, design: str, k: int, n: int, truth: float, draws: Iterator[Limits]) -> Row:
    """Return the row of simulated tables: the widths are those of the first block.

    A lower end is at most the truth where at least a tail of the draws is.
    """
    tail = (1 - CONFIDENCE) / 2
    inside, width = [], None
    for lower, upper in draws:
        if width is None:
            low, high = limits(lower, upper, CONFIDENCE)
            width = float((high - low).mean())
        from_below = (lower <= truth + 1e-9).mean(axis=0) >= tail
        inside.append(from_below & ((upper >= truth - 1e-9).mean(axis=0) >= tail))
    held = np.concatenate(inside)
    return row(name, design, k, n, len(held), truth, held.mean(), width or 0.0)


def _of(values: Floats, chance: Floats) -> dict[str, float]:
    """Return the true effects of differences with finitely many values."""
    mean = float(values @ chance)
    both = (values[:, None] + values) / 2
    weight = chance[:, None] * chance
    order = np.argsort(both, axis=None)
    middle = np.searchsorted(np.cumsum(weight.ravel()[order]), 0.5)
    left = np.where(values == 0, 0, chance)
    return {
        "mean_difference": mean,
        "hodges_lehmann": float(both.ravel()[order][middle]),
        "d_z": mean / float((values - mean) ** 2 @ chance) ** 0.5,
        "superiority": float(chance[values > 0].sum() + chance[values == 0].sum() / 2),
        "rank_biserial": float(left @ np.sign(both) @ left) / left.sum() ** 2,
    }


def _normal(mean: float) -> dict[str, float]:
    names = ("mean_difference", "hodges_lehmann", "d_z", "auc", "accuracy", "run mean")
    above, pair = float(ndtr(mean)), float(ndtr(mean * 2**0.5))
    return dict.fromkeys(names, mean) | {"superiority": above, "rank_biserial": 2 * pair - 1}


_COARSE = np.arange(-12, 15) / 2
_CHANCE = np.diff(ndtr(np.append(_COARSE - 0.25, 14.25 / 2 + 0.125) - 0.5))
_CHANCE /= _CHANCE.sum()
#: Differences: rows of them, and their true effects.
DIFFERENCES = {
    **{
        f"normal {mean:g}": (
            lambda rng, shape, mean=mean: rng.normal(mean, 1, shape),
            _normal(mean),
        )
        for mean in (0.0, 0.5, 2.0)
    },
    "uniform": (
        lambda rng, shape: rng.uniform(-0.5, 1.5, shape),
        # The sum of two is triangular on [-1, 3]: it is negative with chance 1/8.
        {"mean_difference": 0.5, "hodges_lehmann": 0.5, "d_z": 0.75**0.5, "superiority": 0.75}
        | {"rank_biserial": 0.75},
    ),
    "ties": (lambda rng, shape: rng.choice(_COARSE, shape, p=_CHANCE), _of(_COARSE, _CHANCE)),
    "skewed": (  # exponential, less 1/2; the sum of two is a gamma variable
        lambda rng, shape: rng.exponential(1, shape) - 0.5,
        {"mean_difference": 0.5, "hodges_lehmann": gamma.median(2) / 2 - 0.5, "d_z": 0.5}
        | {"superiority": np.exp(-0.5), "rank_biserial": 4 * np.exp(-1) - 1},
    ),
}


def of_effects(tables: int) -> Iterator[Row]:
    """Yield the coverage of the five effect sizes."""
    for design, (drawn, true) in DIFFERENCES.items():
        for n in SIZES:
            rng = np.random.default_rng(n)
            parts = [
                effect_sizes(drawn(rng, (BLOCK, n)), np.ones(BLOCK), CONFIDENCE)
                for _ in range(0, tables, BLOCK)
            ]
            for name, truth in true.items():
                low, high = np.concatenate([part[name][1:] for part in parts], axis=1)
                yield held(name, design, 2, n, truth, (low, high))


def of_scores(tables: int) -> Iterator[Row]:
    """Yield the coverage of the area under a ROC curve of two normals, and of accuracies."""
    for apart in (0.0, 1.0, 3.0, 4.5):
        area, rate = float(ndtr(apart / 2**0.5)), float(ndtr(apart / 2))
        for n in (50, 200, 1000):
            rng = np.random.default_rng(n)
            draws = [(rng.normal(0, 1, n), rng.normal(apart, 1, n)) for _ in range(tables)]
            for name, score, truth in (
                ("auc", auc, area),
                ("accuracy", lambda a, b, cut=apart / 2: accuracy_at(a, b, cut), rate),
                ("accuracy, best threshold", acc_star, rate),
            ):
                low, high = np.array([score(a, b).interval(CONFIDENCE) for a, b in draws]).T
                said = f"normals {apart:g} apart"
                yield held(name, said, 2, n, truth, (low, high))


def of_runs(tables: int) -> Iterator[Row]:
    """Yield the coverage of the mean of AUCs over runs, 500 test paths each."""
    for runs in (2, 5, 10, 40):
        rng = np.random.default_rng(runs)
        values = rng.normal(0.02, 0.01, (tables, runs))
        found = [gap(one) for one in values]
        limits = np.array([[one.lower, one.upper] for one in found]).T
        yield held("run mean", "normal", 2, runs, 0.02, (limits[0], limits[1]))


def held(name: str, design: str, k: int, n: int, truth: float, limits: Limits) -> Row:
    """Return the row of simulated tables; a limit that is the truth but for rounding holds it."""
    low, high = limits
    share = ((low <= truth + 1e-12) & (truth - 1e-12 <= high)).mean()
    return row(name, design, k, n, len(low), truth, share, (high - low).mean())


def row(
    name: str, design: str, k: int, n: int, tables: int, truth: float, share: float, width: float
) -> Row:
    """Return a row of the table."""
    sys.stdout.write(f"{name:16} {design:24} {k:3} {n:5} {share:.4f} {width:.4f}\n")
    return [name, design, k, n, tables, f"{truth:.4f}", f"{share:.4f}", f"{width:.4f}"]


def least(rows: list[Row]) -> list[Row]:
    """Return the least coverage of each interval at each size, and on which design."""
    table: dict[tuple[object, object], Row] = {}
    for name, design, _, size, _, _, share, _ in rows:
        if (name, size) not in table or str(share) < str(table[name, size][2]):
            table[name, size] = [name, size, share, design]
    return [table[place] for place in sorted(table, key=str)]


def main(tables: int) -> int:
    """Measure, store, and say whether an interval that should cover does not."""
    rows = [
        *of_two_classifiers(),
        *of_ranks(tables),
        *of_effects(tables),
        *of_scores(tables // 5),
        *of_runs(tables),
    ]
    return stored(rows)


def stored(rows: list[Row]) -> int:
    """Write the table, and the part of it that results speak of."""
    for place, head, part in (
        (OUT, HEAD, rows),
        (shared.path("coverage.csv"), ["interval", "size", "coverage", "design"], least(rows)),
    ):
        with place.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([head, *part])
    return int(any(one[0] in COVERED and float(str(one[6])) < ENOUGH for one in rows))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES))
