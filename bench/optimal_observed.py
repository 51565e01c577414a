"""Write bench/optimal_observed.csv: LRT observed in all settings, beside hidden and numerical.

    OMP_NUM_THREADS=1 nice -n 10 python -m bench.optimal_observed [PATHS] [SETTING ...]

A row is a setting: AUC of the three likelihood ratios on the same paths, the differences of those
next to each other with their standard errors (DeLong et al. 1988, paired), how the ratio of the
observed points was computed, and its estimated error. `lost` estimates the AUC that this error
costs: it is what the AUC falls if normal noise of the size of each path's error is added once more.
Settings with the same process, times and fine steps share a computation, because paths depend on
the seed and the process alone. Rows that are there are kept; name settings to compute them again.
PATHS, of each class, is for settings whose bridges are drawn: 1,000 by default. Rows tell theirs.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import pybench as pb
from pybench.base.stream import stream
from pybench.optimal import quadrature, scores
from pybench.optimal.catalogue import Setting
from pybench.optimal.likelihood import is_observed_known, transitions

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "bench" / "optimal_observed.csv"
SEED = 1  # that of bench/optimal_lines.csv
PATHS = 10_000  # of each class
FEWER, BRIDGES = 1_000, 128  # where bridges are drawn
REPEATS = 20  # of noise that is added
LINES = ("hidden", "observed", "numerical")


def way(one: Setting) -> str:
    """Return how the ratio of the observed points is computed."""
    process, grid = one.process, one.grid
    if not is_observed_known(process, grid):
        return "bridges"
    formula = one.case == "a" or bool(transitions(process, grid))
    return "formula" if formula or not quadrature.treats(process, grid) else "quadrature"


def row(name: str, fewer: int = FEWER) -> dict[str, Any]:
    """Return the row of a setting; ``fewer`` paths of each class if bridges are drawn."""
    one = pb.optimal.setting(name)
    by = way(one)
    few = fewer if by == "bridges" else PATHS
    seen = pb.simulate(one, few, seed=SEED)
    given = {"bridges": BRIDGES if by == "bridges" else None}
    begun = time.perf_counter()
    best, error = pb.likelihood_ratio(one, seen, method="exact_chain", errors=True, **given)
    seconds = time.perf_counter() - begun
    lines = {"hidden": seen.hidden, "observed": best, "numerical": pb.likelihood_ratio(one, seen)}
    made: dict[str, Any] = {"setting": name, "way": by, "paths": few, **given}
    for line in LINES:
        made[line] = scores.auc(*np.split(lines[line], 2)).value
    made["observed_se"] = scores.auc(*np.split(best, 2)).se
    for statistic in ("acc_star", "acc_at_zero"):
        found = scores.scores(*np.split(best, 2))[statistic]
        made |= {statistic: found.value, f"{statistic}_se": found.se}
    for upper, lower in (("hidden", "observed"), ("observed", "numerical")):
        made[f"{upper}_less_{lower}"] = made[upper] - made[lower]
        off = scores.paired_error(seen.label, lines[upper], lines[lower])
        made[f"{upper}_less_{lower}_se"] = off
    random = stream(SEED, "noise", name)
    noisy = [best + error * random.standard_normal(len(best)) for _ in range(REPEATS)]
    aucs = [scores.auc(*np.split(one, 2)).value for one in noisy]
    made["lost"] = made["observed"] - float(np.mean(aucs))
    made |= {"error_median": float(np.median(error)), "error_most": float(error.max())}
    return made | {"seconds": seconds}


def alike(name: str) -> tuple[Any, ...]:
    """Return what the row of a setting depends on."""
    one = pb.optimal.setting(name)
    process, grid = one.process, one.grid
    sigma = getattr(process.noise, "sigma", None)
    scale = sigma if isinstance(sigma, float) else str(one.case)
    return process.name, process.dimension, scale, tuple(grid.times), tuple(grid.substeps)


def lines() -> pd.DataFrame:
    """Return the rows of LRT observed as bench/optimal_lines.csv has those of the others."""
    table = pd.read_csv(TABLE)
    parts = [
        table[["setting", "paths"]].assign(
            method="lrt_exact_chain", statistic=statistic, value=table[value], se=table[se]
        )
        for statistic, value, se in (
            ("auc", "observed", "observed_se"),
            ("acc_star", "acc_star", "acc_star_se"),
            ("acc_at_zero", "acc_at_zero", "acc_at_zero_se"),
        )
    ]
    return pd.concat(parts)


def write(names: list[str], fewer: int = FEWER) -> None:
    """Compute the rows that are asked for, or else those that are missing."""
    kept = pd.read_csv(TABLE) if TABLE.exists() else pd.DataFrame(columns=["setting"])
    rows: dict[str, dict[Any, Any]] = {
        one["setting"]: one for one in kept.to_dict("records") if one["setting"] not in names
    }
    every = list(pb.optimal.settings().index)
    same = {alike(name): rows[name] for name in every if name in rows}
    for name in every:
        if name not in rows and (not names or name in names):
            found = same.get(alike(name)) or row(name, fewer)
            same[alike(name)] = found
            rows[name] = {**found, "setting": name}
            print(*(f"{key} {value}" for key, value in rows[name].items()), flush=True)
            ordered = [rows[one] for one in every if one in rows]
            pd.DataFrame(ordered).to_csv(TABLE, index=False, float_format="%.6f")


if __name__ == "__main__":
    asked = sys.argv[1:]
    count = int(asked.pop(0)) if asked and asked[0].isdigit() else FEWER
    write(asked, count)
