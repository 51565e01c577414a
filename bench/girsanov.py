"""Write bench/girsanov.csv: what a classifier gains that knows the family of the diffusions.

    OMP_NUM_THREADS=1 nice -n 10 python -m bench.girsanov

Each row is a setting: mean AUC of "girsanov" over RUNS runs, its 95 % interval (Student's t), the
AUC of the likelihood ratios on the same test paths, and the gaps to LRT observed (where it is
known) and LRT numerical, with intervals. Beside it stand the means of ROCKET and the random forest
in bench/optimal_fits.csv, on the same paths, with their numbers of runs. Finished fits are kept in
out/girsanov: killed and started again, the rest is fitted. A fit takes about one second of a quiet
core, in long settings four.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent
TABLE, FITS = ROOT / "bench" / "girsanov.csv", ROOT / "bench" / "optimal_fits.csv"
RUNS = 20
FIRST = ("d-d6", "d-d24", "a-T1", "b-T2", "c-d1", "e-L5", "f-L10")
KEPT = ("score", "score_lower", "score_upper", "hidden", "observed", "numerical")
GAP = [f"gap_{line}{end}" for line in ("observed", "numerical") for end in ("", "_lower", "_upper")]


def row(setting: str) -> dict[str, object]:
    """Return the row of a setting."""
    found = pb.optimality(setting, "girsanov", runs=RUNS, out=ROOT / "out" / "girsanov")
    own = found.verdicts.set_index("statistic").loc["auc"]
    made = {"setting": setting, "runs": RUNS, **own[[*KEPT, *GAP, "verdict"]].to_dict()}
    fits = pd.read_csv(FITS).query("setting == @setting")
    for learner in ("ROCKET", "random forest"):
        auc = fits.loc[fits["classifier"] == learner, "auc"]
        made |= {learner: auc.mean(), f"{learner} runs": len(auc)}
    return made


if __name__ == "__main__":
    others = [name for name in pb.optimal.settings().index if name not in FIRST]
    rows = []
    for name in (*FIRST, *others):
        rows.append(row(name))
        pd.DataFrame(rows).to_csv(TABLE, index=False, float_format="%.4f")
        print(name, *(f"{key} {rows[-1][key]:.3f}" for key in (*KEPT, *GAP)), flush=True)
