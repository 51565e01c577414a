"""What the conclusions of the paper compare, from the tables of the reproduction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pandas as pd

import pybench as pb
from bench.optimal_rules import MORE, SAME, Rule, Statement, difference, stated
from pybench.base.student import t_quantile
from pybench.optimal.verdicts import MARGIN, Gap, gap

LEARNERS = ("ROCKET", "random forest", "ResNet, 30 epochs")  # of the paper
FULL = 1 - MARGIN  # an AUC above it cannot rise by the margin


@dataclass(frozen=True, eq=False)
class Study:
    """The tables, and what the conclusions compare."""

    fits: pd.DataFrame
    lines: pd.DataFrame
    times: pd.DataFrame
    girsanov: pd.DataFrame
    curve: pd.DataFrame  #: of girsanov
    observed: pd.DataFrame  #: bench/optimal_observed.csv: LRT observed on paths of its own

    def settings(self, *cases: str) -> list[str]:
        """Return the settings of cases, in the order of the paper."""
        table = pb.optimal.settings()
        return [name for case in cases for name in table.index[table["case"] == case]]

    def of(self, learner: str, setting: str) -> pd.DataFrame:
        """Return the runs of a learner, by their number."""
        own = (self.fits["classifier"] == learner) & (self.fits["setting"] == setting)
        return self.fits[own].set_index("run")

    def score(self, learner: str, setting: str, statistic: str = "auc") -> Gap | None:
        """Return the mean score."""
        return mean_gap(self.of(learner, setting)[statistic])

    def to_line(self, line: str, learner: str, setting: str, statistic: str = "auc") -> Gap | None:
        """Return the gap to a line, on the same paths."""
        runs = self.of(learner, setting)
        return mean_gap(runs[statistic] - runs[f"{line}_{statistic}"])

    def overfitting(self, learner: str, setting: str) -> Gap | None:
        """Return the AUC on training paths less that of LRT hidden, in the runs that have it."""
        runs = self.of(learner, setting)
        return mean_gap((runs["train_auc"] - runs["hidden_auc"]).dropna())

    def to_best(self, learner: str, setting: str) -> Gap | None:
        """Return the gap to LRT observed where it is known, else to LRT hidden."""
        to_hidden = self.to_line("hidden", learner, setting)
        known = self.to_line("observed", learner, setting)
        return known or by_table(to_hidden, self.observed, setting) or to_hidden

    def line(self, line: str, setting: str) -> Gap | None:
        """Return the AUC of a line over the paths of the table of lines."""
        own = self.lines[(self.lines["setting"] == setting) & (self.lines["statistic"] == "auc")]
        own = own[own["method"] == line]
        if own.empty:
            return None
        paths = int(own["paths"].iloc[0])
        return Gap(float(own["value"].iloc[0]), float(own["se"].iloc[0]) * paths**0.5, paths)

    def line_rise(self, line: str, case: str) -> Gap | None:
        """Return the AUC of a line in the last setting of a case less that in the first."""
        places = self.settings(case)
        return difference(self.line(line, places[-1]), self.line(line, places[0]))

    def seconds(self, learner: str) -> pd.Series:
        """Return the seconds of a fit by setting; those of ResNet are of 150 epochs."""
        name, times = learner, 1.0
        if learner.startswith("ResNet"):
            name, times = "ResNet, 5 epochs", 30.0
        own = self.times[self.times["learner"] == name]
        return own.set_index("setting")["seconds"] * times


def by_table(to_hidden: Gap | None, observed: pd.DataFrame, setting: str) -> Gap | None:
    """Return the gap to LRT observed where it is not known on the paths of the runs.

    It is the gap to LRT hidden, on these paths, plus what LRT hidden has more than LRT observed, on
    the paths of the table, whose error is in the interval.
    """
    own = observed[observed["setting"] == setting]
    if to_hidden is None or own.empty:
        return None
    row = own.iloc[0]
    paths, more = int(row["paths"]), float(row["hidden_less_observed"])
    error = float(row["hidden_less_observed_se"])
    return difference(to_hidden, Gap(-more, error * paths**0.5, paths))


def mean_gap(values: pd.Series) -> Gap | None:
    """Return the mean over runs with its interval; None if it is not known in every run."""
    return gap(values.to_numpy(float)) if len(values) and values.notna().all() else None


def everywhere(
    settings: Iterable[str], rule: Rule, measure: Callable[[str, str], Gap | None]
) -> list[Statement]:
    """Judge each learner of the paper in each setting."""
    places = list(settings)
    return [stated(who, measure(who, place), rule) for who in LEARNERS for place in places]


def rises(
    study: Study,
    cases: str | tuple[str, ...],
    who: str,
    score: Callable[[str], Gap | None],
    unit: str = "runs",
) -> Iterator[Statement]:
    """Judge each step to the next setting of a case; an AUC near 1 has no room to rise."""
    for case in cases:
        for first, second in pairwise(study.settings(case)):
            before, after = score(first), score(second)
            if before is None or before.mean <= FULL:
                yield stated(who, difference(after, before), MORE, unit)


def rise(study: Study, *cases: str, statistic: str = "auc") -> list[Statement]:
    """Judge each step of each learner of the paper."""
    found: list[Statement] = []
    for who in LEARNERS:
        score = partial(study.score, who, statistic=statistic)
        found += rises(study, cases, who, score)
    return found


def ends(study: Study, statistic: str = "auc") -> list[Statement]:
    """Judge whether a score is the same in the first and the last setting of cases e and f."""
    found = []
    for who in LEARNERS:
        for places in (study.settings("e"), study.settings("f")):
            first, last = (study.score(who, place, statistic) for place in (places[0], places[-1]))
            found.append(stated(who, difference(last, first), SAME))
    return found


def paired(study: Study, one: str, other: str, place: str) -> Gap | None:
    """Return the AUC of one learner less that of another, in the runs that both have."""
    apart = (study.of(one, place)["auc"] - study.of(other, place)["auc"]).dropna()
    return mean_gap(apart)


def kept(row: pd.Series, name: str) -> Gap:
    """Return a gap from its mean and interval in a table."""
    runs = int(row["runs"])
    half = (row[f"{name}_upper"] - row[f"{name}_lower"]) / 2
    return Gap(float(row[name]), float(half / t_quantile(0.975, runs - 1) * runs**0.5), runs)
