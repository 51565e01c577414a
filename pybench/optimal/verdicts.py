"""The rule that turns intervals of gaps to the optimal classifier into verdicts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.student import t_quantile

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
#: A quantity ("auc", or the gap to a line), an edge, and the side of it (1: above).
Condition = tuple[str, float, int]

VERDICTS = ("optimal", "at chance", "above", "suboptimal", "between the lines", "undecided")
MARGIN = 0.02  # of AUC and of ACC*
ENOUGH = 5  # fewest runs with which anything is said to lie within the margin
COMPARED = ("auc", "acc_star")
GAPS = ("hidden", "observed", "numerical")
METHODS = {
    "hidden": "lrt_hidden", "observed": "lrt_exact_chain", "numerical": "lrt_numerical"
}  # fmt: skip
POWER = 0.8  # default power of runs_needed
MOST = 100_000  # runs; the search stops beyond this and returns infinity

RULE = (
    "A gap is a classifier's score less that of a likelihood ratio on the same test paths. Its "
    "95 % interval is Student's t over the runs, each on paths simulated anew, and this interval "
    "decides: if gaps are approximately normal, it lies on the wrong side of an edge in 2.5 % of "
    "cases at most. The best is LRT observed, the exact likelihood ratio of the observed points, "
    "where it is computed, and else LRT hidden, which sees the whole path. optimal: the gap to the "
    "best lies within the margin. at chance: the AUC lies within the margin of 0.5. above: the gap "
    "to the best lies above 0, which is luck or a leak, since no classifier can know more. "
    "suboptimal: the gap to the best lies below 0 by more than the margin; if the best is LRT "
    "hidden, which sees more than the classifier, the gap to LRT numerical must lie below 0, too. "
    "between the lines, only if the best is LRT hidden: the gap to it lies below 0 by more than "
    "the margin, and the gap to LRT numerical lies above minus the margin. undecided: none of "
    "these; runs_needed says how many runs would decide. The first that holds is the verdict. With "
    f"fewer than {ENOUGH} runs nothing is said to lie within the margin or between the lines. "
    "crossed: LRT numerical is above LRT hidden."
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A mean over runs, their standard deviation, and the 95 % interval by Student's t."""

    mean: float
    sd: float  #: infinite with one run, where it is unknown
    runs: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return _quantile(self.runs) * self.sd / math.sqrt(self.runs) if self.sd else 0.0

    @property
    def lower(self) -> float:
        """Lower end."""
        return self.mean - self.half

    @property
    def upper(self) -> float:
        """Upper end."""
        return self.mean + self.half

    def beyond(self, edge: float, side: int) -> bool:
        """Return whether the interval lies entirely on one side of an edge."""
        return side * (self.mean - edge) > self.half

    def chance(self, edge: float, side: int, runs: int) -> float:
        """Return the probability that `beyond` holds after ``runs`` runs, at this mean and sd."""
        from scipy import stats

        distance = side * (self.mean - edge)
        if distance <= 0 or not self.sd:
            return float(distance > 0)
        shift = math.sqrt(runs) * distance / self.sd
        # Not scipy.special.nctdtr, which is NaN for many large shifts.
        return float(stats.nct.sf(_quantile(runs), runs - 1, shift))


def _quantile(runs: int) -> float:
    return -t_quantile(0.025, max(runs - 1, 1))


def gap(values: Floats) -> Gap:
    """Return mean and standard deviation of one value per run."""
    runs = len(values)
    if runs == 1:
        return Gap(float(values[0]), math.inf, runs)
    if values.min() == values.max():
        return Gap(float(values[0]), 0.0, runs)  # exact to the last bit, as a mean may not be
    return Gap(float(values.mean()), float(values.std(ddof=1)), runs)


def best_of(gaps: Iterable[str]) -> str:
    """Return the line that no classifier can surpass: the observed one if it was computed."""
    return "observed" if "observed" in gaps else "hidden"


def claims(margin: float, runs: int, best: str = "hidden") -> dict[str, tuple[Condition, ...]]:
    """Return the conditions of each verdict possible with this many runs, in order of priority."""
    enough = runs >= ENOUGH
    made: dict[str, tuple[Condition, ...]] = {}
    if enough:
        made["optimal"] = ((best, -margin, 1), (best, margin, -1))
        made["at chance"] = (("auc", 0.5 - margin, 1), ("auc", 0.5 + margin, -1))
    made["above"] = ((best, 0.0, 1),)
    below = (best, -margin, -1)
    made["suboptimal"] = (below,) if best == "observed" else (below, ("numerical", 0.0, -1))
    if enough and best == "hidden":
        made["between the lines"] = (below, ("numerical", -margin, 1))
    return made


def verdict(gaps: Mapping[str, Gap], margin: float) -> str:
    """Return the verdict on a classifier from its AUC ("auc") and its gaps to the lines."""
    for said, conditions in claims(margin, gaps["hidden"].runs, best_of(gaps)).items():
        if all(gaps[name].beyond(edge, side) for name, edge, side in conditions):
            return said
    return "undecided"


def runs_needed(gaps: Mapping[str, Gap], margin: float, power: float) -> float:
    """Return the total number of runs that would decide with a power, at these means and sds.

    NaN after one run, which has no standard deviation; infinite where the mean is at the margin.
    """
    if math.isinf(gaps["hidden"].sd):
        return math.nan

    def decide(runs: int) -> bool:
        possible = claims(margin, runs, best_of(gaps))
        possible.pop("above")  # no classifier truly is: nothing to plan for
        return any(_together(gaps, one, runs) >= power for one in possible.values())

    return fewest(decide, gaps["hidden"].runs)


def fewest(decide: Callable[[int], bool], least: int) -> float:
    """Return the smallest number of runs above ``least`` that decides; infinity if it is huge."""
    most = least + 1
    while not decide(most):
        if most > MOST:
            return math.inf
        least, most = most, 2 * most
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if decide(middle) else (middle, most)
    return float(most)


def _together(gaps: Mapping[str, Gap], conditions: Iterable[Condition], runs: int) -> float:
    """Return a lower bound of the probability that all conditions hold (Bonferroni)."""
    return 1.0 - sum(1.0 - gaps[name].chance(edge, side, runs) for name, edge, side in conditions)


@dataclass(frozen=True, slots=True)
class Words:
    """Rows of verdicts in words, with their margin; None for a rule without one."""

    margin: float | None

    def verdict(self, row: Mapping[Any, Any]) -> str:
        """Write a verdict, with its margin or the runs that would decide."""
        said = str(row["verdict"])
        if self.margin is None:
            return said
        if said == "optimal":
            return f"optimal within {self.margin:g}"
        if said != "undecided" or math.isnan(row["runs_needed"]):
            return said
        if math.isinf(row["runs_needed"]):
            return "undecided (at the margin, however many runs)"
        return f"undecided (about {row['runs_needed']:,.0f} runs would decide)"

    def training(self, row: Mapping[Any, Any]) -> str:
        """Write the mean score on the training paths; files of earlier versions have none."""
        score = row.get("train", math.nan)
        return "" if math.isnan(score) else f" ({score:.3f} on training paths)"

    def lines(self, row: Mapping[Any, Any]) -> list[str]:
        """Return the lines that are known; files of earlier versions lack LRT observed."""
        return [line for line in GAPS if not math.isnan(row.get(line, math.nan))]

    def best(self, row: Mapping[Any, Any]) -> str:
        """Return the line that no classifier can surpass."""
        return best_of(self.lines(row))

    def gap(self, row: Mapping[Any, Any], line: str) -> str:
        """Write a gap with its interval; a gap that is the same in all runs has none."""
        mean, lower, upper = (row[f"gap_{line}{end}"] for end in ("", "_lower", "_upper"))
        if lower == upper:
            return f"{mean:+.3f}" if mean else "0"
        if math.isinf(lower):
            return f"{mean:+.3f} (one run, no interval)"
        return f"{mean:+.3f} ({lower:+.3f} to {upper:+.3f})"


def judged(
    runs: pd.DataFrame,
    lines: pd.DataFrame,
    settings: Iterable[str],
    classifiers: tuple[str, ...],
    margin: float,
    power: float = POWER,
) -> pd.DataFrame:
    """Return the verdicts of an `Optimality` from its runs and lines."""
    import pandas as pd

    rows = []
    none = pd.Series(dtype=np.float64)
    for setting in settings:
        of_lines = lines[lines["setting"] == setting].pivot(
            index="run", columns=["statistic", "method"], values="value"
        )
        for name in classifiers:
            here = (runs["setting"] == setting) & (runs["classifier"] == name)
            own = runs[here].set_index("run")
            for statistic in COMPARED:
                place = {"setting": setting, "classifier": name, "statistic": statistic}
                best = {
                    line: of_lines.get((statistic, METHODS[line]), none).reindex(own.index)
                    for line in GAPS
                }
                rows.append({**place, **_row(own, statistic, best, margin, power)})
    return pd.DataFrame(rows)


def _row(
    own: pd.DataFrame, statistic: str, best: dict[str, pd.Series], margin: float, power: float
) -> dict[str, Any]:
    values = own[statistic]
    score = gap(values.to_numpy())
    parts = {line: (values - best[line]).to_numpy() for line in GAPS}
    gaps = {line: gap(part) for line, part in parts.items() if not np.isnan(part).any()}
    gaps["auc"] = gap(own["auc"].to_numpy())
    said = verdict(gaps, margin)
    return {
        "score": score.mean,
        "score_lower": score.lower,
        "score_upper": score.upper,
        **{line: float(best[line].mean(skipna=False)) for line in GAPS},
        **{key: value for line in GAPS for key, value in _interval(line, gaps.get(line))},
        "fit_seconds": float(own["fit_seconds"].median()),
        "verdict": said,
        "crossed": bool(gaps["numerical"].mean < gaps["hidden"].mean),
        "runs_needed": runs_needed(gaps, margin, power) if said == "undecided" else float(len(own)),
        "train": float(own.get(f"train_{statistic}", values * math.nan).mean()),
    }


def _interval(line: str, found: Gap | None) -> list[tuple[str, float]]:
    name = f"gap_{line}"
    if found is None:  # the line is not known in all runs
        return [(f"{name}{end}", math.nan) for end in ("", "_lower", "_upper")]
    return [(name, found.mean), (f"{name}_lower", found.lower), (f"{name}_upper", found.upper)]
