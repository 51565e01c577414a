"""The page docs/reproduction-optimal.md, from the tables of lines and fits."""

from __future__ import annotations

import pandas as pd

import pybench as pb
from pybench.optimal.verdicts import MARGIN, POWER, VERDICTS, Gap, Words, gap, runs_needed, verdict

LINES = ("hidden", "numerical")
ERRORS = ["auc_se", "hidden_error", "numerical_error"]  # of AUC, and of its gaps to the lines
LEARNERS = ("random forest", "ROCKET", "ResNet, 30 epochs", "ResNet, 150 epochs")
#: Case: what the paper concludes of it, of the random forest, ROCKET and ResNet together.
CLAIMS = {
    "a": "optimal",
    "b": "between the two lines, nearly optimal",
    "c": "suboptimal; the two lines are the same",
    "d": "unsuccessful: AUC near 0.5",
    "e": "between the two lines, nearly optimal",
    "f": "suboptimal",
    "8a": "AUC rises with time, far below the lines",
    "8b": "AUC rises as noise falls",
    "8c": "AUC rises with training size, far below the lines at 4000",
}


def page(
    lines: pd.DataFrame, fits: pd.DataFrame, times: pd.DataFrame, first: tuple[str, ...]
) -> str:
    """Return the page.

    Parameters
    ----------
    lines : pandas.DataFrame
        A row per setting, method and statistic.
    fits : pandas.DataFrame
        A row per setting, run and classifier.
    times : pandas.DataFrame
        A row per learner and setting: seconds of a fit on a machine that does nothing else.
    first : tuple of str
        The first setting of each case.
    """
    fits = fits.replace({"classifier": {"ResNet": "ResNet, 150 epochs"}})
    judged = pd.DataFrame(_judged(fits))
    text = [HEAD.format(paths=f"{int(lines['paths'].iloc[0]):,}"), *_lines(lines), f"\n{MIDDLE}\n"]
    text += [*_fits(judged), f"\n{CONCLUSIONS}\n", *_claims(judged), f"\n{TAIL}\n"]
    text += [*_run(fits, first), f"\n{TIME}\n", *_times(times)]
    return "\n".join([*text, ""])


def _lines(lines: pd.DataFrame) -> list[str]:
    wide = lines.pivot(index="setting", columns=["method", "statistic"], values="value")
    rows = [
        "| Setting | AUC hidden | AUC numerical | ACC* hidden | ACC* numerical |",
        "|---|---|---|---|---|",
    ]
    for name in pb.optimal.settings().index:
        cells = [
            f"{wide.loc[name, (f'lrt_{line}', what)]:.3f}"
            for what in ("auc", "acc_star")
            for line in ("hidden", "numerical")
        ]
        rows.append(f"| `{name}` | {' | '.join(cells)} |")
    return rows


def _judged(fits: pd.DataFrame) -> list[dict[str, object]]:
    """Return a row per setting and learner: means, gaps, verdict by the rule of `pb.optimality`."""
    order = {name: place for place, name in enumerate(pb.optimal.settings().index)}
    rows = []
    for (setting, learner), part in fits.groupby(["setting", "classifier"], sort=False):
        gaps = {line: gap((part["auc"] - part[f"{line}_auc"]).to_numpy()) for line in LINES}
        gaps["auc"] = gap(part["auc"].to_numpy())
        rows.append(
            {
                **part.mean(numeric_only=True).to_dict(),
                "setting": setting,
                "learner": learner,
                "case": pb.optimal.setting(setting).case,
                "runs": len(part),
                "gap_hidden": gaps["hidden"],
                "gap_numerical": gaps["numerical"],
                "verdict": verdict(gaps, MARGIN),
                "runs_needed": runs_needed(gaps, MARGIN, POWER),
            }
        )
    return sorted(rows, key=lambda row: (order[row["setting"]], row["learner"]))


def _fits(judged: pd.DataFrame) -> list[str]:
    rows = [
        "| Setting | Learner | Runs | AUC | gap to hidden | gap to numerical | ACC* "
        "| ACC* hidden | Verdict |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in judged.to_dict("records"):
        cells = [
            f"{row['auc']:.3f}",
            *(_told(row[f"gap_{line}"]) for line in LINES),
            f"{row['acc_star']:.3f}",
            f"{row['hidden_acc_star']:.3f}",
        ]
        rows.append(
            f"| `{row['setting']}` | {row['learner']} | {row['runs']} | {' | '.join(cells)} | "
            f"{Words(MARGIN).verdict(row)} |"
        )
    return rows


def _told(found: Gap) -> str:
    return f"{found.mean:+.3f} ± {found.half:.3f}" if found.half else f"{found.mean:+.3f}"


def _claims(judged: pd.DataFrame) -> list[str]:
    rows = ["| Case | The paper says | Ours |", "|---|---|---|"]
    for case, claim in CLAIMS.items():
        told = []
        for learner in LEARNERS:
            part = judged[(judged["learner"] == learner) & (judged["case"] == case)]
            if len(part):
                counts = part["verdict"].value_counts().reindex(VERDICTS).dropna()
                told.append(f"{learner}: " + ", ".join(f"{n:.0f} {v}" for v, n in counts.items()))
        rows.append(f"| {case} | {claim} | {'; '.join(told) or 'not run'} |")
    return rows


def _run(fits: pd.DataFrame, first: tuple[str, ...]) -> list[str]:
    """Say exactly what was run, from the table itself."""
    said = []
    for learner, part in fits.groupby("classifier"):
        counts = part.groupby("setting")["run"].nunique()
        firsts = counts[counts.index.isin(first)]
        others = counts[~counts.index.isin(first)]
        pieces = []
        for name, some in (("first settings", firsts), ("other settings", others)):
            if len(some):
                runs = f"{some.min()}" if some.min() == some.max() else f"{some.min()}-{some.max()}"
                word = "run" if runs == "1" else "runs"
                pieces.append(f"{len(some)} {name} with {runs} {word} each")
        said.append(f"* {learner}: {' and '.join(pieces)}.")
    return said


def _times(times: pd.DataFrame) -> list[str]:
    wide = times.pivot(index="setting", columns="learner", values="seconds")
    wide = wide.reindex(times["setting"].unique())[list(times["learner"].unique())]
    rows = [f"| Setting | {' | '.join(wide.columns)} |", "|---" * (1 + len(wide.columns)) + "|"]
    for name, row in wide.iterrows():
        rows.append(f"| `{name}` | {' | '.join(f'{seconds:.1f}' for seconds in row)} |")
    return rows


HEAD = """# The optimality benchmark, reproduced

This page compares table 2 and figures 1 to 8 of one paper with our own runs. The paper, called "the
paper" below, is "Benchmarking optimality of time series classification methods in distinguishing
diffusions" (arXiv 2301.13112). `bench/reproduce_optimal.py` writes this page from the tables
`bench/optimal_lines.csv` and `bench/optimal_fits.csv`. `tests/optimal/test_benchmark.py` compares
our likelihood ratios with those of an independent simulator, with up to 100,000 paths per class.

Each setting of the paper has two classes, and each class is a stochastic process (a diffusion).
Paths of both classes are simulated. A *learner* (a classifier that is trained) sees only the values
of these paths at the observed points in time. The likelihood ratio of the whole path is the optimal
classifier, so the benchmark shows how far a learner is from the optimum. Table 2 of the paper has
these cases:

* a: constant drift;
* b: double-well and single-well potential;
* c: Ornstein-Uhlenbeck processes;
* d and f: interacting particles;
* e: linear and nonlinear drift.

Figure 8 of the paper has three more cases of interacting particles: 8a, 8b and 8c. Each case has
several settings, in which one quantity varies: the end time (T), the number of coordinates (d), the
number of observed intervals (L), the size of the noise (s) or the number of training paths (m). The
name of a setting consists of its case (`fig8a` for 8a), the letter of the quantity that varies, and
its value. For example, `c-d2` is case c with two coordinates.

## The lines

The paper draws the scores of two likelihood ratios as lines, with which the scores of the learners
are compared. The *hidden* line belongs to the likelihood ratio of the finely simulated path, which
no learner sees. The *numerical* line belongs to an approximate likelihood ratio, which the Euler
scheme computes from the observed points only.

The table gives two scores of each line: the AUC (area under the ROC curve) and ACC*. ACC* is the
highest accuracy that any threshold gives if both classes are equally frequent. We simulate {paths}
paths of each class, so the standard errors of the scores are at most 0.004; the paper simulates
1,000 paths.

`pb.optimal.exact()` computes exact scores for two cases: for case a in closed form (to 1e-12), and
for case c by Imhof's integral (to 1e-9). The simulated scores differ from the exact ones by at most
0.004 in AUC and 0.007 in ACC*, which is at most 2.3 standard errors. The simulated ACC* tends to be
too high (here by 0.001 on average), because its threshold is chosen on the same paths.
"""

MIDDLE = """In figure 6 of the paper, the ACC* of the learners is below both lines in every case.
The reason is an error of the paper's plotting program: as lines, the program draws the AUC of the
likelihood ratios instead of their ACC* (`docs/errata.md`). In the setting `a-T1`, for example, the
exact ACC* of the hidden line is 0.691, and its exact AUC is 0.760.

Our lines confirm what the paper says about the best possible score. This score rises with a longer
time (cases a, b and 8a), with more coordinates (c and d) and with less noise (8b). If a path is
observed at more points of the same time span (cases e and f), the hidden line does not rise,
because the finely simulated path stays the same.

More observed points do raise the numerical line, but mostly because the Euler scheme becomes more
accurate. For the potentials (case b) with end time 2, we compared observations every 0.5 with
observations every 0.05, which gives ten times as many points. The AUC of the exact likelihood ratio
of the observed points rises only from 0.758 to 0.786. The AUC of Euler's approximation rises from
0.661 to 0.768 (`pb.optimal.sweep`, `tests/optimal/test_sweeps.py`).

Two other statements of the paper are wrong (`docs/errata.md`). First, the paper says that both
lines are the same for Ornstein-Uhlenbeck processes (case c). Second, the paper says that the
numerical line is a lower bound for classifiers. But the Euler scheme only approximates the
likelihood ratio of the observed points, so a classifier that is worse than the optimum can be above
or below the numerical line.

## Learners

The learners are ROCKET, ResNet and random forests. Each run simulates new paths, trains a learner
on 1,500 of them (in case 8c on 500 to 4,000, depending on the setting) and tests it on 500 others.

The *gap* of a learner to a line (hidden or numerical) is the learner's score minus the score of the
likelihood ratio to which the line belongs, on the same test paths. Each gap has a 95 % interval
(Student's t over the runs). The intervals and the verdicts on the AUC follow the rules of
`pb.optimality`. The verdict is the first one in this list whose condition holds:

* optimal: the interval of the gap to the hidden line lies between -0.02 and 0.02;
* at chance: the interval of the AUC lies between 0.48 and 0.52;
* suboptimal: the interval of the gap to the hidden line lies below -0.02, and the interval of the
  gap to the numerical line lies below 0;
* between the lines: the interval of the gap to the hidden line lies below -0.02, and the interval
  of the gap to the numerical line lies above -0.02;
* undecided: none of the conditions above holds. The table then says about how many runs would be
  enough for another verdict. With two or three runs, the intervals are wide.

The verdicts "optimal", "at chance" and "between the lines" need 5 runs or more. `pb.optimality` has
one more verdict, "above": the interval of the gap to the hidden line lies above 0. This verdict
does not occur on this page.

The columns "gap to hidden" and "gap to numerical" give the mean gaps in AUC to the two lines; the
number after ± is half the width of the interval of the gap. The column "ACC* hidden" gives the ACC*
of the hidden line on the same test paths. Learners get arrays of shape (paths, channels, time),
with one channel per coordinate; the authors' program scrambles arrays of more than one channel
(`docs/errata.md`)."""

CONCLUSIONS = """## The paper's conclusions, and ours

For each case and learner, the table counts the settings of the case by their verdict on the AUC.
With fewer than 5 runs, a learner cannot get the verdicts "optimal", "at chance" or "between the
lines". Nearly all verdicts "undecided" come from only 2 or 3 runs."""

TAIL = """The paper's last conclusion is that the maximal accuracy of each learner is below that of
the likelihood ratio in all cases. This conclusion is based on figure 6, whose lines are wrong. With
the correct lines, a learner whose AUC is near a line has an ACC* near this line, too.

"ROCKET normalised" is ROCKET with the default setting of the libraries aeon and sktime, which
z-normalises every series first. The normalisation removes information that separates the classes,
above all in case b: in the setting `b-T2`, the AUC of ROCKET is 0.563 with normalisation and 0.745
without.

The authors' program trains ResNet for 30 epochs, but the text of the paper says 150. On the same
paths, the AUC of ResNet was about as high with 30 epochs as with 150, or higher. In the settings
`b-T2`, `c-d1` and `f-L10`, the mean AUC over two runs was higher by 0.02 to 0.07 with 30 epochs.
Two runs are too few to say whether this difference is due to chance.

## What was run

The paper reports 40 runs, all on one stored data set. The paper says that ResNet was trained for
150 epochs, but the authors' program trains for 30 epochs. We ran only what the following list says.
In the list, "first settings" are the six settings in the table of times below, one for each of the
cases a to f; all others are "other settings"."""

TIME = """## Time

Like figure 7 of the paper, the table gives the time of one fit on 1,500 paths, in seconds. Each fit
used one thread on an otherwise idle machine. ResNet was timed for five epochs. All epochs take
about the same time, so 150 epochs take about thirty times as long."""
