"""Pictures of docs/reproduction-optimal.md: the figures of the paper, drawn by pybench."""

from __future__ import annotations

import re

import pandas as pd

import pybench as pb
from bench.optimal_measured import LEARNERS, Study
from bench.pictures import FOLDER, WIDTH, picture
from pybench.optimal.optimality import Optimality
from pybench.optimal.verdicts import METHODS

#: Figure of the paper: the setting whose process it shows, and its name.
PROCESSES = {
    1: ("b-T2", "Potentials of both classes of case b"),
    2: ("e-L5", "Drifts of both classes of case e"),
    3: ("d-d6", "Interaction kernels of both classes of case d"),
}
TOGETHER, EIGHT = (("a", "b"), ("c", "d"), ("e", "f")), (("8a",), ("8b",), ("8c",))
FEW = 8  # settings that fit into one picture


def processes() -> dict[str, str]:
    """Draw figures 1 to 3 of the paper: what differs between the classes, and a few paths."""
    found = {}
    for number, (name, title) in PROCESSES.items():
        found[f"drifts_{number}"] = picture(
            f"optimal-{number}-drifts",
            pb.plot.drifts(name, width=WIDTH / 2),
            f"{title}: two curves",
        )
        found[f"paths_{number}"] = picture(
            f"optimal-{number}-paths",
            pb.plot.paths(pb.simulate(name, 5), width=WIDTH),
            f"Five simulated paths of each class, of setting {name}",
        )
    return found


def scores(study: Study) -> dict[str, str]:
    """Draw AUC and ACC* of the learners by setting: figures 5, 6 and 8 of the paper."""
    cases = pb.optimal.settings()["case"]
    found = {}
    for statistic, title in (("auc", "AUC"), ("acc_star", "ACC*")):
        for drawn in (*TOGETHER, *(EIGHT if statistic == "auc" else ())):
            name = f"{title.lower().strip('*')}-{''.join(drawn)}"
            found[name] = picture(
                f"optimal-{name}",
                pb.plot.optimality(
                    _runs(study, list(cases.index[cases.isin(drawn)])),
                    statistic=statistic,
                    width=WIDTH,
                    height=2.6,
                ),
                f"{title} of {', '.join(LEARNERS)} by setting, with the lines of likelihood "
                f"ratios; case {' and '.join(drawn)}",
            )
    return found


def seconds(times: pd.DataFrame) -> str:
    """Draw seconds of a fit by setting, as the paper's figure 7: of who was timed in all."""
    runs = times.rename(columns={"learner": "classifier", "seconds": "fit_seconds"}).assign(run=0)
    cases = pb.optimal.settings()["case"]
    settings = [name for name in cases.index if (runs["setting"] == name).any()]
    # Colours follow the order of names: as in the other figures.
    names = [*LEARNERS[:2], *sorted(one for one in set(runs["classifier"]) if "ResNet" in one)]
    names = [one for one in names if (runs["classifier"] == one).sum() == len(settings)]
    groups = [settings]
    if len(settings) > FEW:
        groups = [[one for one in settings if cases[one] in drawn] for drawn in TOGETHER]
    lines = pd.DataFrame(columns=["setting", "method", "statistic", "value"])
    found = []
    for place, own in enumerate(groups):
        result = _result(runs, lines, tuple(own), tuple(names), 1)
        found.append(
            picture(
                f"optimal-seconds-{place + 1}",
                pb.plot.optimality(result, statistic="fit_seconds", width=WIDTH, height=2.6),
                f"Seconds of one fit of {', '.join(names)} in {', '.join(own)}",
            )
        )
    return "\n\n".join(found)


def curves(result: Optimality) -> None:
    """Draw the ROC curves of one run for each setting: the paper's figure 4."""
    for name in result.settings:
        picture(f"optimal-roc-{name}", pb.plot.roc(result, setting=name, width=WIDTH / 2), "")


def curves_drawn() -> str:
    """Return the pictures of ROC curves, which stay as `curves` drew them, two in a line."""
    found = []
    for path in sorted(FOLDER.glob("optimal-roc-*")):
        setting = path.stem.removeprefix("optimal-roc-")
        alt = f"ROC curves of ROCKET, a random forest and both likelihood ratios in {setting}"
        found.append(f"![{alt}](images/{path.name})")
    return "\n\n".join(map(" ".join, zip(found[::2], found[1::2], strict=True)))


def section(study: Study) -> str:
    """Return the section of the page that shows all figures."""
    shown = processes() | scores(study) | {"seconds": seconds(study.times), "roc": curves_drawn()}
    return re.sub(r"\{([\w-]+)\}", lambda match: shown[match[1]], FIGURES)


def _runs(study: Study, settings: list[str]) -> Optimality:
    """Return all runs of the paper's learners; LRT observed is that of the runs if all have it."""
    fits = study.fits
    runs = fits[fits["setting"].isin(settings) & fits["classifier"].isin(LEARNERS)]
    lines = pd.concat(
        runs[["setting", "run"]].assign(
            method=method, statistic=statistic, value=runs[f"{line}_{statistic}"]
        )
        for line, method in METHODS.items()
        for statistic in ("auc", "acc_star")
    ).drop_duplicates()
    unknown = lines[lines["value"].isna()][["setting", "method"]].drop_duplicates()
    known = study.lines.merge(unknown)[["setting", "method", "statistic", "value"]]
    some = lines.merge(unknown, how="left", indicator=True)["_merge"].to_numpy() == "left_only"
    lines = pd.concat([lines[some], known.assign(run=0)])
    return _result(runs, lines, tuple(settings), LEARNERS, int(runs["run"].nunique()))


def _result(
    runs: pd.DataFrame,
    lines: pd.DataFrame,
    settings: tuple[str, ...],
    learners: tuple[str, ...],
    n_runs: int,
) -> Optimality:
    """Return what `pybench.optimality` would, as far as the figures need it."""
    none = pd.DataFrame()
    return Optimality(none, runs, lines, none, "", settings, learners, n_runs, 0, None)


FIGURES = """## The paper's figures, drawn again

The paper's figures are not copied here; each picture is ours, drawn by pybench. Figures 1 to 3 are
simulated anew, with seed 0; figures 5 to 8 show the numbers of this page.

{drifts_1} {paths_1}

*Figure 1 of the paper:* two potentials and sample paths. What agrees: one potential has one well,
the other has two, and the paths look similar. What cannot be compared: single paths, because they
are random.

{drifts_2} {paths_2}

*Figure 2 of the paper:* two drifts and sample paths. What agrees: one drift is a line, the other is
a wave, and paths with the linear drift decay faster. We draw the drifts at time 0; the linear drift
also depends on time.

{drifts_3} {paths_3}

*Figure 3 of the paper:* two interaction kernels and paths of one coordinate. What agrees: the
kernel of class 0 is stronger for far neighbours, the kernel of class 1 is stronger for close ones,
and the paths look similar.

{roc}

*Figure 4 of the paper:* ROC curves of one run, for the first setting of each case, by the command
`python -m bench.reproduce_optimal roc`, without ResNet. The AUC is beside each name. What agrees:
in case d, the curves of both learners are near the diagonal, and the curve of LRT numerical is far
above them; in case f, both are below LRT numerical; in case a, the curve of ROCKET is near those of
the likelihood ratios. What differs: in case a, the curve of the random forest is lower; in case e,
that of ROCKET is below both lines. In cases b and c, all curves are close to each other. One run
does not show more: differences of the AUC below 0.04 may be chance (two standard deviations,
according to the paper).

{auc-ab}

{auc-cd}

{auc-ef}

*Figure 5 of the paper:* AUC by setting. The boxes have all runs of each learner; the tables above
say how many these are. What cannot be compared: the spread over runs, because all runs of the paper
share one data set. The table of conclusions says what agrees and what differs.

{acc-ab}

{acc-cd}

{acc-ef}

*Figure 6 of the paper:* ACC* by setting. What differs: we draw lines of ACC*, while the paper draws
those of the AUC. So where a learner is near the lines here, it is below them in the paper. The
table of conclusions says what else agrees and differs.

{seconds}

*Figure 7 of the paper:* seconds of one fit, of the learners that were timed in all settings shown.
What cannot be compared: the seconds themselves, because the machines differ. The table of
conclusions says what agrees and what differs.

{auc-8a}

{auc-8b}

{auc-8c}

*Figure 8 of the paper:* AUC of interacting particles by time, noise and training size. The table
of conclusions says what agrees and what differs.
"""
