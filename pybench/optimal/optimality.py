"""The gap of classifiers to the optimal one, per setting, with intervals and a verdict."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.path import to_write
from pybench.base.progress import Clock, Progress
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.optimal.benchmark import LikelihoodRatios
from pybench.optimal.catalogue import Setting
from pybench.optimal.catalogue import setting as named_setting
from pybench.optimal.classifierrun import (
    LINES,
    Answer,
    ClassifierRun,
    complete,
    digest,
    kept,
    naming,
    naming_dead,
    read_kept,
    solve,
)
from pybench.optimal.estimators import named, require_scores, seeded
from pybench.optimal.likelihood import WHICH
from pybench.optimal.processes import Process
from pybench.optimal.scores import STATISTICS
from pybench.optimal.verdicts import MARGIN, POWER, RULE, Words, judged
from pybench.store.inside import inside

if TYPE_CHECKING:
    import distributed
    import pandas as pd

    from pybench.table import ResultsTable


NEGLIGIBLE = 1e-6  # error of a log ratio


@dataclass(frozen=True, slots=True, eq=False)
class Optimality(Result):
    """Comparison of classifiers with the likelihood ratio; each run simulates new paths."""

    verdicts: pd.DataFrame  #: one row per setting, classifier and statistic: score, gaps, verdict
    runs: pd.DataFrame  #: one row per setting, run and classifier: scores, errors, seconds;
    #: "train_..." are scores on the training paths: NaN in fits of earlier versions
    lines: pd.DataFrame  #: one row per setting, run, method and statistic, on the test paths;
    #: nine in ten log ratios of LRT observed have an estimated error of at most "observed_error"
    scores: pd.DataFrame  #: of the first run: one row per setting, method and test path
    rule: str  #: how verdicts are determined
    settings: tuple[str, ...]
    classifiers: tuple[str, ...]
    n_runs: int
    seed: int
    margin: float | None  #: largest gap that is optimal; None in files of a rule without one

    schema: ClassVar[str] = "optimality/2"

    def to_frame(self) -> pd.DataFrame:
        """Return the verdicts."""
        return self.verdicts.copy()

    def shown(self, setting: str | None = None) -> LikelihoodRatios:
        """Return how classifiers and likelihood ratios score the test paths of the first run.

        Parameters
        ----------
        setting : str, optional
            Name of a setting. Default: the first setting.

        Returns
        -------
        LikelihoodRatios
            The scores that each method gives to these paths. Only the scores of the
            likelihood-ratio tests are likelihood ratios. The field ``process`` is the name of the
            setting.
        """
        name = check.choice("setting", setting or self.settings[0], self.settings)
        own = self.scores[self.scores["setting"] == name]
        parts = dict(iter(own.groupby("method", sort=False)))
        known = [one for one in (*self.classifiers, *LINES) if one in parts]
        ratios = {one: parts[one]["score"].to_numpy(np.float64) for one in known}
        label = parts[known[0]]["label"].to_numpy(np.int64)
        return LikelihoodRatios(ratios, label, name, self.seed)

    def results(self, statistic: str = "auc") -> ResultsTable:
        """Return the scores as a results table, which `pybench.compare` takes.

        Parameters
        ----------
        statistic : {"auc", "acc_star", "acc_at_zero"}

        Returns
        -------
        ResultsTable
            A table whose datasets are the settings and whose repeats are the runs. Higher scores
            are better.
        """
        from pybench.table import results_table

        check.choice("statistic", statistic, STATISTICS)
        ordered = self.runs.set_index(["setting", "classifier", "run"])[statistic]
        cells = np.array(
            [
                [[ordered[s, c, r] for r in range(self.n_runs)] for c in self.classifiers]
                for s in self.settings
            ]
        )
        return results_table(
            cells.mean(axis=2),
            list(self.settings),
            list(self.classifiers),
            higher_is_better=True,
            metric=statistic,
            by_repeat=cells if self.n_runs > 1 else None,
            n_repeats=self.n_runs,
        )

    def judged(self, margin: float = MARGIN) -> Optimality:
        """Return the verdicts on the same runs by another margin; no classifier is fitted again.

        Parameters
        ----------
        margin : float in (0, 0.5)
            As in `pybench.optimality`.

        Returns
        -------
        Optimality
        """
        near = _checked(margin)
        verdicts = judged(self.runs, self.lines, self.settings, self.classifiers, near)
        return replace(self, verdicts=verdicts, rule=RULE, margin=near)

    def runs_needed(self, margin: float | None = None, *, power: float = POWER) -> pd.DataFrame:
        """Return how many runs are needed to decide each undecided verdict.

        Parameters
        ----------
        margin : float, optional
            The margin of the verdicts; by default the margin of this result.
        power : float in (0, 1)
            Probability with which ``runs`` runs are to decide the verdict. The mean and the
            standard deviation of the gaps in the runs made so far are taken as the true values; the
            probability then follows from the noncentral t distribution. A verdict can require two
            conditions, such as a gap above ``-margin`` and below ``margin``; Bonferroni's
            inequality combines their probabilities. The fewer runs were made, the less accurate the
            result is.

        Returns
        -------
        pandas.DataFrame
            One row per undecided verdict: ``setting``, ``classifier``, ``statistic`` and ``runs``,
            the total number of runs, including those made. ``runs`` is NaN after a single run,
            because one run has no standard deviation. It is infinite if more than about 100,000
            runs are needed, for example if the mean gap is equal to the margin.

        Examples
        --------
        >>> import pybench as pb
        >>> found = pb.optimality("a-T1", "LRT numerical", runs=2)
        >>> found.runs_needed()["runs"].tolist()
        [5.0, 5.0]
        """
        level = check.level("power", power)
        near = self.margin or MARGIN if margin is None else _checked(margin)
        names = self.settings, self.classifiers
        found = judged(self.runs, self.lines, *names, near, level)
        left = found[found["verdict"] == "undecided"].rename(columns={"runs_needed": "runs"})
        return left[["setting", "classifier", "statistic", "runs"]].reset_index(drop=True)

    def __str__(self) -> str:
        runs = counted(self.n_runs, "run")
        lines = [f"How far from the best: {runs} per setting, seed {self.seed}"]
        words = Words(self.margin)
        for row in self.verdicts.to_dict("records"):
            gaps = [
                f"LRT {line} {row[line]:.3f}, gap {words.gap(row, line)}"
                for line in words.lines(row)
            ]
            lines.append(
                f"  {row['setting']}, {row['classifier']}: {row['statistic']} {row['score']:.3f}"
                f"{words.training(row)}; "
                f"{'; '.join(gaps)}: {words.verdict(row)}"
                f"{'; the lines cross' if row['crossed'] else ''}"
            )
        for setting, error in observed_errors(self.lines).items():
            lines.append(
                f"  {setting}: nine in ten log ratios of LRT observed have an estimated error of "
                f"at most {error:.2g}"
            )
        if self.margin is None:
            last = "Rule of an earlier version, which `.judged()` replaces: "
        else:
            last = f"Margin {self.margin:g}. Rule: "
        return lined([*lines, f"{last}{self.rule}"])


def observed_errors(lines: pd.DataFrame) -> dict[str, float]:
    """Return the largest error of LRT observed over the runs of each setting, where it matters."""
    if "observed_error" not in lines:  # of an earlier version
        return {}
    own = lines[lines["observed_error"] > NEGLIGIBLE]
    return {str(name): float(part.max()) for name, part in own.groupby("setting")["observed_error"]}


def _checked(margin: object) -> float:
    return check.number("margin", margin, "a number between 0 and 0.5", 0.0, 0.5)


def optimality(
    settings: Any,
    classifiers: Any,
    *,
    runs: int = 40,
    margin: float = MARGIN,
    observed: str = "quick",
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = 1,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Optimality:
    """Measure how far classifiers are from the likelihood ratio, the optimal classifier.

    Parameters
    ----------
    settings : str, Setting or list of them
        One or several settings: names in `pybench.optimal.settings`, or your own settings
        (`pybench.optimal.own_setting`). A setting is a process with observed times and numbers of
        paths.
    classifiers : str, estimator, list or mapping
        One or several classifiers. A classifier is the name of a built-in one, or an object with
        the method ``fit`` and one of the methods ``predict_proba`` and ``decision_function``. A
        mapping gives names to classifiers; its values can also be functions that make a classifier
        for a setting. The built-in classifiers are

        * "random forest",
        * "ROCKET", and "ROCKET normalised", which first z-normalises series, as aeon and sktime do
          by default,
        * "MiniRocket",
        * "ResNet" with 150 epochs, as in the paper (see Notes), and "ResNet reduced" with at most
          30 epochs,
        * "girsanov", which knows the family of the process, but not the coefficients of the drifts
          (`pybench.optimal.girsanov`),
        * "LRT numerical", the likelihood-ratio test with transition densities of the Euler scheme
          between observed points,
        * "LRT exact", the likelihood-ratio test by the method "exact_chain" of
          `pybench.likelihood_ratio`. It is the optimal classifier of the observed points. For
          particles and for case e of the paper, it takes long.

        Classifiers of series (those of aeon, and those with an attribute ``series = True``) get the
        paths as an array (n, channels, time) whose last channel is the times. Other classifiers get
        the same numbers as one row per path.
    runs : int
        Number of runs. Each run simulates new paths, trains on the setting's number of training
        paths (1500 by default) and tests on other paths (500 by default). With fewer than 5 runs,
        no classifier is called optimal.
    margin : float in (0, 0.5)
        Largest difference from the optimal classifier that does not matter, in AUC or ACC* (the
        largest balanced accuracy over thresholds). A classifier's gap is the difference between its
        score and that of LRT observed, the exact likelihood ratio of the observed points; or, if
        this ratio is not computed, that of LRT hidden, the likelihood ratio of the whole path. A
        classifier is called optimal if the 95 % interval of this gap lies between ``-margin`` and
        ``margin``.
    observed : {"quick", "all"}
        Whether to compute LRT observed only where it takes seconds at most, or also where it takes
        longer: for noise that depends on the state (10 to 30 seconds for each fit), and, by random
        bridges, for particles (seconds to minutes).
    seed : int
        Seed. The seed of each run is derived from this number, the setting and the number of the
        run. The seed of each fit is derived from the same values and from the name of the
        classifier.
    out : path, optional
        A folder that keeps every finished fit, so that a call can be interrupted and resumed. A
        stored fit is used again if process, times, parameters, user code, seeds and pybench's
        version are the same; the versions of other libraries are not compared.
    workers : int, optional
        Number of processes. 1: compute in this process. None: one process per core.
    cluster : str or distributed.Client, optional
        A Dask cluster to use instead of processes on this machine.
    progress : callable, optional
        Called with a `Progress` before the first fit and after each fit.

    Returns
    -------
    Optimality
        ``.verdicts`` says which classifiers are optimal, and ``.rule`` explains the verdicts in
        words. ``.runs`` has the scores of the classifiers in each run: on the test paths, and
        (``train_auc`` and so on) on as many training paths, where a classifier that overfits is
        better. ``.lines`` has the scores of the likelihood ratios. ``.results()`` returns a results
        table for `pybench.compare`.

    Raises
    ------
    ArgumentError
        No such setting or classifier; a classifier without scores, or with scores that are not
        finite; paths that become infinite or NaN; with ``out``, a process or classifier with
        parameters whose content cannot be described.
    TasksFailed
        A classifier fails. The message names the classifier, the run, the setting and the reason;
        the error of the classifier is the ``__cause__``. With ``out``, finished fits are kept.
    ExtraMissing
        ROCKET without aeon, ResNet without torch.

    Notes
    -----
    The procedure follows "Benchmarking optimality of time series classification methods in
    distinguishing diffusions", arXiv 2301.13112, section 5, with two differences. The authors' 40
    runs share one dataset; here each run simulates new paths. Their figure 6 compares accuracies of
    classifiers with the AUC of likelihood ratios; here both are scored by the same statistic on the
    same test paths. The interval of a gap is Student's interval over the runs. In simulations with
    500 test paths and a true gap equal to the margin, 2.5 to 3.5 % of studies call the classifier
    optimal (``bench/optimal_errors.csv``). But a classifier that is bad in one run of ten and
    optimal in the others is called optimal in 59 % of studies with 5 runs, and in 8 % of studies
    with 40 runs.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimality("a-T1", "LRT numerical", runs=5)
    >>> found.verdicts["verdict"].tolist()
    ['optimal', 'optimal']
    """
    single = isinstance(settings, (Setting, Process))
    asked = [settings] if single else check.listed("settings", settings, "a setting or several")
    listed = [named_setting(one) for one in asked]
    makers = named(classifiers)
    count = check.count("runs", runs)
    near = _checked(margin)
    check.choice("observed", observed, WHICH)
    start = check.seed(seed)
    # Absolute: code that makes or fits a classifier may change the working directory.
    folder = None if out is None else to_write("out", out).absolute()
    if len({one.name for one in listed}) != len(listed) or not listed:
        raise ArgumentError(
            "`settings` must be one or more settings with different names",
            expected="one or more settings",
            found=", ".join(one.name for one in listed),
        )
    refuse_unmade(listed, makers)
    tasks = [
        ClassifierRun(one, run, name, make, start, observed=observed)
        for one in listed
        for run in range(count)
        for name, make in makers.items()
    ]
    with inside(folder):
        answers = solved(tasks, folder, workers, cluster, progress)
    return _collected(listed, tuple(makers), count, start, near, tasks, answers)


def refuse_unmade(settings: list[Setting], makers: Mapping[str, Callable[[Setting], Any]]) -> None:
    """Refuse classifiers that cannot be made, before anything is fitted."""
    for one in settings:
        for name, make in makers.items():
            with naming(f"{name}, for {one.name}"):
                require_scores(seeded(make(one), 0))


def solved(
    tasks: list[ClassifierRun],
    folder: Path | None,
    workers: int | None,
    cluster: Any,
    progress: Callable[[Progress], object] | None,
) -> list[Answer]:
    """Return the answers of tasks: those that the folder keeps, and the others computed."""
    from pybench import parallel
    from pybench.store import atomic

    if folder is not None:
        atomic.make_folder(folder)
    paths = [kept(folder, task) for task in tasks]
    answers = [read_kept(path, task) for path, task in zip(paths, tasks, strict=True)]
    left = [place for place, answer in enumerate(answers) if answer is None]
    clock = Clock(dict.fromkeys(range(len(tasks)), 1.0), left, progress, "fits")
    todo = [tasks[place] for place in left]
    with naming_dead(todo):
        done = parallel.completed(
            solve, todo, workers=workers, cluster=cluster,
            sound=lambda place, answer: complete(todo[place], answer) and bool(digest(answer)),
        )  # fmt: skip
        for place, answer in done:
            answers[left[place]] = answer
            path = paths[left[place]]
            if path is not None:
                atomic.write_text(path, json.dumps({**answer, "sha256": digest(answer)}))
            clock.done(left[place], todo[place].classifier)
    return [answer for answer in answers if answer is not None]


def _scores(tasks: list[ClassifierRun], answers: list[Answer]) -> pd.DataFrame:
    """Return the scores of the test paths of the run whose scores are kept."""
    import pandas as pd

    parts, seen = [], set()
    for task, answer in zip(tasks, answers, strict=True):
        if "test" not in answer:
            continue
        label = answer["test"]["label"]
        for method, values in answer["test"]["scores"].items():
            if (task.setting.name, method) not in seen:
                seen.add((task.setting.name, method))
                place = {"setting": task.setting.name, "method": method, "path": range(len(label))}
                parts.append(pd.DataFrame({**place, "label": label, "score": values}))
    return pd.concat(parts, ignore_index=True)


def _collected(
    settings: list[Setting],
    classifiers: tuple[str, ...],
    runs: int,
    seed: int,
    margin: float,
    tasks: list[ClassifierRun],
    answers: list[Answer],
) -> Optimality:
    import pandas as pd

    rows, lines = [], []
    for task, answer in zip(tasks, answers, strict=True):
        own = answer["scores"][task.classifier]
        place = {"setting": task.setting.name, "run": task.run}
        rows.append(
            {
                **place,
                "classifier": task.classifier,
                **{name: own[name][0] for name in STATISTICS},
                **{f"{name}_se": own[name][1] for name in STATISTICS},
                **{
                    f"train_{name}": answer["train"][name][0] if "train" in answer else np.nan
                    for name in STATISTICS
                },
                "fit_seconds": answer["fit_seconds"],
                "predict_seconds": answer["predict_seconds"],
                **{f"paired_{line}": answer["paired"].get(line, np.nan) for line in LINES},
            }
        )
        if task.classifier == classifiers[0]:
            lines += [
                {
                    **place,
                    "method": line,
                    "statistic": name,
                    "value": value,
                    "se": se,
                    "observed_error": answer.get("error", np.nan) if line == LINES[-1] else np.nan,
                }
                for line in LINES
                if line in answer["scores"]
                for name, (value, se) in answer["scores"][line].items()
            ]
    fits, best = pd.DataFrame(rows), pd.DataFrame(lines)
    names = tuple(one.name for one in settings)
    return Optimality(
        verdicts=judged(fits, best, names, classifiers, margin),
        runs=fits,
        lines=best,
        scores=_scores(tasks, answers),
        rule=RULE,
        settings=names,
        classifiers=classifiers,
        n_runs=runs,
        seed=seed,
        margin=margin,
    )
