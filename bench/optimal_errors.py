"""How often is a verdict of `pb.optimality` wrong, and does its interval hold the truth?

    python -m bench.optimal_errors [runs]

Each row of bench/optimal_errors.csv holds a design in which the mean gap to the best is exactly at
the margin, so that "optimal" and "suboptimal" are both wrong; how many runs a verdict has; the
shares of studies with either; and the share whose 95 % interval holds the gap. Learners are the
likelihood ratio of two normals with noise added, so that both AUCs are known in closed form; the
last design fails in one run of ten and is as good as the best in the others. RUNS runs are
simulated for each design.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtrit

from pybench.optimal.verdicts import ENOUGH, MARGIN

Floats = NDArray[np.float64]

OUT = Path(__file__).with_name("optimal_errors.csv")
HEAD = ["design", "test", "runs", "studies", "optimal", "suboptimal", "coverage"]
RUNS, BLOCK, STUDY = 100_000, 5_000, (5, 10, 40)
#: The best AUC, and test paths of a run; those of a-T1, a-T4, near 1, and few test paths.
DESIGNS = ((0.760, 500), (0.921, 500), (0.999, 500), (0.760, 50), (0.760, 20))
FAILING = 0.1  # share of runs


def areas(scores: Floats) -> Floats:
    """Return the AUC of each row, whose second half is of class 1; no two scores are equal."""
    half = scores.shape[-1] // 2
    ranks = scores.argsort(axis=-1).argsort(axis=-1) + 1.0
    above = ranks[..., half:].sum(axis=-1) - half * (half + 1) / 2
    return np.asarray(above / half**2)


def gaps(best: float, test: int, runs: int) -> Floats:
    """Return gaps of so many runs of a learner whose AUC is the margin below the best."""
    distance = math.sqrt(2) * float(ndtri(best))
    reached = float(ndtri(best - MARGIN))
    noise = math.sqrt((distance**2 / reached) ** 2 / 2 - distance**2)
    assert math.isclose(ndtr(distance**2 / math.sqrt(2 * (distance**2 + noise**2))), best - MARGIN)
    parts = []
    for place in range(0, runs, BLOCK):
        rng = np.random.default_rng([round(best * 1000), test, place])
        hidden = rng.normal(0, distance, (BLOCK, test))
        hidden[:, test // 2 :] += distance**2
        parts.append(areas(hidden + rng.normal(0, noise, hidden.shape)) - areas(hidden))
    return np.concatenate(parts)[:runs]


def failing(runs: int) -> Floats:
    """Return gaps of a learner that loses ten margins in one run of ten, nothing in the others."""
    rng = np.random.default_rng(0)
    scatter = rng.normal(0, 0.005, runs)
    return np.asarray(scatter - (rng.random(runs) < FAILING) * MARGIN / FAILING)


def judged(values: Floats, runs: int) -> tuple[Floats, Floats]:
    """Return both ends of the interval of each study of so many runs."""
    studies = values[: len(values) // runs * runs].reshape(-1, runs)
    half = stdtrit(runs - 1, 0.975) * studies.std(axis=1, ddof=1) / math.sqrt(runs)
    return studies.mean(axis=1) - half, studies.mean(axis=1) + half


def rows(runs: int) -> Iterator[list[object]]:
    """Yield the rows of the table."""
    designs: list[tuple[str, object, Floats]] = [
        (f"best {best:g}", test, gaps(best, test, runs)) for best, test in DESIGNS
    ]
    designs.append(("fails in one run of ten", "", failing(runs)))
    for name, test, values in designs:
        for study in STUDY:
            low, high = judged(values, study)
            shares = (
                ((low > -MARGIN) & (high < MARGIN) & (study >= ENOUGH)).mean(),
                (high < -MARGIN).mean(),
                ((low <= -MARGIN) & (high >= -MARGIN)).mean(),
            )
            yield [name, test, study, len(low), *(f"{share:.4f}" for share in shares)]


def main(runs: int) -> None:
    """Measure and store."""
    with OUT.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows(runs)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
