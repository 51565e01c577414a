"""Write bench/girsanov.csv: what a classifier gains that knows the family of the diffusions.

    OMP_NUM_THREADS=1 nice -n 10 python -m bench.girsanov

Each row is a setting: mean AUC of "girsanov" over RUNS runs, its 95 % interval (Student's t), the
AUC of the likelihood ratios on the same test paths, and the gaps to LRT observed (where it is
known) and LRT numerical, with intervals. Beside it stand the means of ROCKET and the random forest
in bench/optimal_fits.csv, on the same paths, with their numbers of runs. Finished fits are kept in
out/girsanov: killed and started again, the rest is fitted. A fit takes about one second of a quiet
core, in long settings four; LRT observed of a run of case e takes a minute or more, and e-L10,
e-L20 and e-L40 do not have it yet. bench/girsanov_curve.csv is the learning curve in d-d6.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

import pandas as pd

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent
TABLE, FITS = ROOT / "bench" / "girsanov.csv", ROOT / "bench" / "optimal_fits.csv"
CURVE = ROOT / "bench" / "girsanov_curve.csv"
RUNS, WIDE = 20, 100
SHOWN = ("a-T1", "b-T2", "c-d1", "d-d6", "d-d24", "e-L5", "f-L10")
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


def curve() -> None:
    """Write the learning curve in d-d6."""
    found = pb.optimal.learning_curve("d-d6", "girsanov", runs=RUNS, out=ROOT / "out" / "girsanov")
    table = found.table.merge(found.limits, on="classifier")
    table.assign(setting=found.setting, runs=RUNS, best=found.best).to_csv(
        CURVE, index=False, float_format="%.4f"
    )


def section() -> str:
    """Return the section of docs/reproduction-optimal.md about it, from the table."""
    table = pd.read_csv(TABLE, index_col="setting")
    gain = table["score"] - table[["ROCKET", "random forest"]].max(axis=1)
    d_f, e = (gain[gain.index.str.match(cases)] for cases in ("[df]-", "e-"))
    curve = pd.read_csv(CURVE)
    first, last = curve.iloc[0], curve.iloc[-1]
    rows = [
        f"| `{name}` | {one.score:.3f} ({one.score_lower:.3f} to {one.score_upper:.3f}) | "
        f"{one.ROCKET:.3f} | {one['random forest']:.3f} | {one.numerical:.3f} | "
        f"{'not computed' if pd.isna(one.observed) else f'{one.observed:.3f}'} | {one.hidden:.3f} |"
        for name, one in table.loc[list(SHOWN)].iterrows()
    ]
    head = "| Setting | girsanov | ROCKET | random forest | numerical | observed | hidden |"
    return "\n".join(
        [
            "## A classifier that knows the family",
            "",
            fill(
                "The paper expects that a classifier which uses information about the model is "
                "much better and needs fewer training paths, and leaves it to future work. The "
                'classifier "girsanov" (`pb.optimal.girsanov()`) knows the family of the process, '
                "for example that agents attract one another by their distance, but not the "
                f"coefficients of the drifts. The table shows its mean AUC over {RUNS} runs with a "
                "95 % interval, beside the learners above and the likelihood ratios. "
                "`bench/girsanov.csv` has all 36 settings.",
                WIDE,
            ),
            "",
            head,
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
            fill(
                "The expectation holds for the interacting particles in cases d and f: in each "
                f"setting, the AUC is higher than those of ROCKET and the forest by "
                f"{d_f.min():.2f} or more. It is also higher than that of the numerical likelihood "
                "ratio, which has the true coefficients but the error of coarse Euler steps. In "
                "case e, where the noise depends on the state, the expectation does not hold: the "
                "AUC minus that of the better one of the two learners is between "
                f"{e.min():.3f} and {e.max():.3f}.",
                WIDE,
            ),
            "",
            fill(
                f"In `d-d6`, {first['size']} training paths give the AUC {first.auc:.3f}, and "
                f"{last['size']} give {last.auc:.3f} (`pb.optimal.learning_curve()`, "
                f"`bench/girsanov_curve.csv`); ROCKET has {table.ROCKET['d-d6']:.3f} with 1500. "
                "The gap to the hidden ratio that no number of training paths removes is "
                f"estimated as {last.approximation:.3f} ({last.approximation_lower:.3f} to "
                f"{last.approximation_upper:.3f}).",
                WIDE,
            ),
            "",
        ]
    )


if __name__ == "__main__":
    others = [name for name in pb.optimal.settings().index if name not in FIRST]
    rows = []
    for name in (*FIRST, *others):
        rows.append(row(name))
        pd.DataFrame(rows).to_csv(TABLE, index=False, float_format="%.4f")
        print(name, *(f"{key} {rows[-1][key]:.3f}" for key in (*KEPT, *GAP)), flush=True)
    curve()
