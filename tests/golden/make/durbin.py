"""Write ../statistics/durbin.csv and four tables of scores: what scikit-posthocs makes of them.

    python -P durbin.py     with scikit-posthocs 0.17.1 (NumPy 2.4.6, SciPy 1.17.1)

Ranks of ice creams: Conover (1999), Practical Nonparametric Statistics, 3rd ed., page 391.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pandas as pd
import scikit_posthocs

OUT = Path(__file__).parents[1] / "statistics"
FANO = [sorted((i + step) % 7 for step in (0, 1, 3)) for i in range(7)]
TASTED = [(0, 1, 3), (1, 2, 4), (2, 3, 5), (3, 4, 6), (0, 4, 5), (1, 5, 6), (0, 2, 6)]
RANKS = [(2, 3, 1), (3, 1, 2), (2, 1, 3), (1, 2, 3), (3, 1, 2), (3, 1, 2), (3, 1, 2)]


def tables() -> dict[str, np.ndarray]:
    """Return the scores, NaN where there is none."""
    rng = np.random.default_rng(5)
    ice, tied, four = (np.full(shape, np.nan) for shape in ((7, 7), (7, 7), (8, 4)))
    for i in range(7):
        ice[i, TASTED[i]] = RANKS[i]
        tied[i, [j for j in range(7) if j not in FANO[i]]] = rng.integers(1, 5, 4)
    for i, block in enumerate(list(itertools.combinations(range(4), 3)) * 2):
        four[i, block] = np.round(rng.normal(size=3), 2)
    complete = np.round(rng.normal(size=(12, 4)), 1)
    return {"icecream": ice, "tied_k7_m4": tied, "four_k4_m3": four, "complete_k4_N12": complete}


def main() -> None:
    """Write the tables and the p-values."""
    lines = ["case,i,j,scikit_posthocs_durbin_p"]
    for name, scores in tables().items():
        n, k = scores.shape
        frame = pd.DataFrame(scores, [f"D{i + 1:03d}" for i in range(n)], list("ABCDEFG")[:k])
        frame.rename_axis("dataset").to_csv(OUT / "tables" / f"durbin_{name}.csv", na_rep="NA")
        long = frame.stack().dropna().rename_axis(["block", "group"]).rename("y").reset_index()
        found = scikit_posthocs.posthoc_durbin(
            long, y_col="y", group_col="group", block_col="block", block_id_col="block", melted=True
        )
        for i, j in itertools.combinations(range(k), 2):
            p = float(found.loc[frame.columns[i], frame.columns[j]])
            lines.append(f"{name},{i + 1},{j + 1},{p!r}")
    (OUT / "durbin.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
