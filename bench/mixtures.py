"""How often is a true null hypothesis rejected where some methods differ and others do not?

    python -m bench.mixtures [tables]

A row of bench/mixtures.csv holds a test, a correction, a design and a share at level 0.05:

* "any": tables in which at least one pair that does not differ is called different;
* "rate": the mean share of such pairs among all that are called different;
* "pair": tables in which one fixed pair that does not differ has p <= 0.05, not adjusted.

`python -m bench.type_one` runs it too. All tables of a block are tested at once: a test holds the
p-values of a few against the public functions.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import special

from pybench.comparison.adjust import ADJUSTMENTS, LOGICAL, adjusted, adjusted_pairs
from pybench.comparison.conover import conover_t
from pybench.comparison.eisinga import two_sided_tail
from pybench.comparison.nemenyi import nemenyi_pvalues
from pybench.comparison.ranksums import rank_sum_gaps
from pybench.comparison.siegel import siegel_z, z_pvalues
from pybench.comparison.signedrank import subset_sums, twice
from pybench.comparison.studentized import studentized_quantile

Floats = NDArray[np.float64]
LEVEL, TABLES, BLOCK = 0.05, 20_000, 1000
OUT = Path(__file__).with_name("mixtures.csv")
HEAD = ["test", "adjust", "what", "design", "tables", "size", "monte_carlo_errors_off", "verdict"]


@dataclass(frozen=True)
class Design:
    """Scores of methods, some of which differ: no datasets' effects, which no test sees."""

    name: str
    n: int
    draw: Callable[[np.random.Generator, tuple[int, int]], Floats]  #: (tables, N) -> (..., k)
    groups: tuple[int, ...]  #: the group of each method: those of one do not differ
    control: bool = False  #: whether all are compared with the first alone

    @property
    def k(self) -> int:
        """How many methods."""
        return len(self.groups)

    @property
    def true(self) -> NDArray[np.bool_]:
        """Which pairs do not differ; (k, k), or against the control (k - 1,)."""
        same = np.equal.outer(self.groups, self.groups)
        return same[1:, 0] if self.control else np.triu(same, 1)


def shifted(apart: float, *groups: int) -> Callable[..., Floats]:
    """Draw normal scores, one unit wide, whose means are ``apart`` from group to group."""

    def draw(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
        return rng.normal(size=(*shape, len(groups))) - apart * np.array(groups)

    return draw


def wide(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Draw equal means, two of six methods with ten times the spread of the others."""
    return rng.normal(size=(*shape, 6)) * np.array([10, 10, 1, 1, 1, 1])


def variants(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Draw equal means, six of eight methods being variants of one."""
    scores = rng.normal(size=(*shape, 8))
    scores[..., 2:] = rng.normal(size=(*shape, 1)) + 0.01 * scores[..., 2:]
    return scores


TWO, FIVE = (0,) * 4 + (1,) * 4, (0,) * 2 + (1,) * 3
ONE = (0,) * 5 + (1,) * 5
DESIGNS = (
    Design("Three methods that do not differ, 20 datasets", 20, shifted(0, 0, 0, 0), (0,) * 3),
    Design(
        "Two groups of 2 and 3 methods, with group means 5 SD apart, 20 datasets",
        20,
        shifted(5, *FIVE),
        FIVE,
    ),
    Design(
        "Two groups of 4 methods each, with group means 5 SD apart, 30 datasets",
        30,
        shifted(5, *TWO),
        TWO,
    ),
    Design(
        "Two groups of 4 methods each, with group means 0.6 SD apart, 30 datasets",
        30,
        shifted(0.6, *TWO),
        TWO,
    ),
    Design(
        "Six methods with the same mean, two of them with 10 times the SD, 30 datasets",
        30,
        wide,
        (0,) * 6,
    ),
    Design(
        "Eight methods with the same mean, six of them variants of one method, 30 datasets",
        30,
        variants,
        (0,) * 8,
    ),
    Design(
        "Nine methods and a control: none differs from the control; 30 datasets",
        30,
        shifted(0, *ONE),
        (0,) * 10,
        True,
    ),
    Design(
        "Nine methods and a control: four do not differ from it, five are 5 SD lower; 30 datasets",
        30,
        shifted(5, *ONE),
        ONE,
        True,
    ),
)


def ranks(values: Floats) -> NDArray[np.int32]:
    """Return ranks along the last axis, 1 the smallest; nothing is tied."""
    return (np.argsort(np.argsort(values, axis=-1), axis=-1) + 1).astype(np.int32)


def pvalues(scores: Floats) -> dict[str, Floats]:
    """Return the raw p-values of every test of pairs, (tables, k, k), larger scores better."""
    n, k = scores.shape[-2:]
    doubled = 2 * ranks(-scores)
    first, second = np.triu_indices(k, 1)
    gaps = np.moveaxis(scores[..., first] - scores[..., second], -1, -2)  # (tables, P, N)
    sizes = ranks(np.abs(gaps))
    plus = (sizes * (gaps > 0)).sum(axis=-1)
    half = n * (n + 1) // 4
    law = np.cumsum(subset_sums(np.arange(1, n + 1, dtype=np.int32), half))
    wins = (gaps > 0).sum(axis=-1)
    t = gaps.mean(axis=-1) / (gaps.std(axis=-1, ddof=1) / math.sqrt(n))
    df = (n - 1) * (k - 1)
    weights = 2 * ranks(np.ptp(scores, axis=-1)).astype(np.int64)
    weighted = weights[..., None] * (doubled - (k + 1))
    sums = weighted.sum(axis=-2)
    squares = (weighted**2).sum(axis=(-1, -2))
    spread = 2 * (n * squares - (sums**2).sum(axis=-1)) / df
    aligned = scores - scores.mean(axis=-1, keepdims=True)
    together = ranks(-aligned.reshape(*aligned.shape[:-2], -1)).reshape(aligned.shape)
    means = together.mean(axis=-2)
    within = ((together - together.mean(axis=-1, keepdims=True)) ** 2).sum(axis=(-1, -2))
    z = (means[..., None, :] - means[..., None]) / np.sqrt(2 * within / (n**2 * (k - 1)))[
        ..., None, None
    ]
    quade = (sums[..., None, :] - sums[..., None]) / np.sqrt(spread)[..., None, None]
    of_pairs = {
        "wilcoxon": twice(law[np.minimum(plus, n * (n + 1) // 2 - plus)]),
        "sign_test": twice(special.bdtr(np.minimum(wins, n - wins), n, 0.5)),
        "paired_t": 2 * special.stdtr(n - 1, -np.abs(t)),
    }
    differ = math.sqrt(2) * np.abs(conover_t(doubled)) >= studentized_quantile(LEVEL, k, df)
    found = {}
    for name, p in of_pairs.items():
        found[name] = np.ones((*p.shape[:-1], k, k))
        found[name][..., first, second] = found[name][..., second, first] = p
    return found | {
        "siegel": z_pvalues(siegel_z(doubled), "two-sided"),
        "conover": 2 * special.stdtr(df, -np.abs(conover_t(doubled))),
        "eisinga": two_sided_tail(n, k)[(np.abs(rank_sum_gaps(doubled)) + 1) // 2],
        "quade_pairs": 2 * special.stdtr(df, -np.abs(quade)),
        "aligned_ranks_pairs": z_pvalues(z, "two-sided"),
        "nemenyi": nemenyi_pvalues(doubled),
        "miller": special.chdtrc(k - 1, siegel_z(doubled) ** 2),
        "conover single-step": np.where(differ, 0.0, 1.0),
    }


OWN = ("nemenyi", "miller", "conover single-step")


def verdicts(design: Design, raw: dict[str, Floats]) -> dict[tuple[str, str], NDArray[np.bool_]]:
    """Tell which pairs each test with each correction calls different."""
    found = {}
    for test, p in raw.items():
        every = ADJUSTMENTS if test == "wilcoxon" else ("holm",)
        for correction in ("",) if test in OWN else every:
            if design.control and (test in OWN or correction in LOGICAL):
                continue
            if correction == "bergmann" and design.k > 5:
                continue  # many sets of hypotheses: it takes minutes, and rejects with Shaffer's
            if not correction:
                final = p
            elif design.control:
                final = adjusted(p[..., 1:, 0], correction)
            else:
                final = adjusted_pairs(p, correction)
            found[test, correction] = final <= LEVEL
    if design.control:
        found["bonferroni-dunn", ""] = adjusted(raw["siegel"][..., 1:, 0], "bonferroni") <= LEVEL
    return found


def measured(design: Design, tables: int, seed: int) -> list[list[object]]:
    """Return the rows of a design."""
    rng = np.random.default_rng([seed, 20261123])
    shares: dict[tuple[str, str, str], list[Floats]] = {}
    true = design.true
    tested = true | ~true if design.control else np.triu(np.ones_like(true), 1)
    axes = -1 if design.control else (-2, -1)
    fixed = np.argwhere(true)[0]  # the first pair that does not differ
    for _ in range(math.ceil(tables / BLOCK)):
        raw = pvalues(design.draw(rng, (BLOCK, design.n)))
        for (test, correction), rejected in verdicts(design, raw).items():
            false = (rejected & true).sum(axis=axes)
            every = (rejected & tested).sum(axis=axes)
            shares.setdefault((test, correction, "any"), []).append(false > 0)
            if correction in ("finner", "BH", "BY"):
                rate = false / np.maximum(every, 1)
                shares.setdefault((test, correction, "rate"), []).append(rate)
        for test in set(raw) - set(OWN):
            at = (fixed[0] + 1, 0) if design.control else tuple(fixed)
            small = raw[test][(..., *at)] <= LEVEL
            shares.setdefault((test, "", "pair"), []).append(small)
    rows: list[list[object]] = []
    for (test, correction, what), parts in sorted(shares.items()):
        values = np.concatenate(parts)
        size, error = values.mean(), math.sqrt(LEVEL * (1 - LEVEL) / len(values))
        off = (size - LEVEL) / error
        verdict = "nominal" if abs(off) <= 3 else "liberal" if off > 0 else "conservative"
        rows.append(
            [test, correction, what, design.name, len(values), f"{size:.4f}", f"{off:.1f}", verdict]
        )
    return rows


def main(tables: int = TABLES) -> None:
    """Measure all designs and write the table."""
    rows = []
    for seed, design in enumerate(DESIGNS):
        rows += measured(design, tables, seed)
        sys.stdout.write(f"{design.name}\n")
        sys.stdout.flush()
    with OUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEAD)
        writer.writerows(rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
