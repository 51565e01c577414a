"""Rules that judge a conclusion of the paper by intervals: shown, refuted or undecided."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pybench.base.student import t_quantile
from pybench.optimal.verdicts import ENOUGH, MARGIN, POWER, Gap, fewest

FAR = 0.1  # of AUC: "far below"
Edges = tuple[tuple[float, int], ...]  # an edge, and the side of it on which the interval lies


@dataclass(frozen=True, slots=True)
class Rule:
    """When the interval of a quantity shows a statement, and when it refutes it."""

    name: str
    words: str
    shown: Edges
    refuted: tuple[Edges, ...]
    careful: str = "shown"  #: the answer that says that something is small: it needs more runs


SAME = Rule(
    "same",
    f"shown if the interval lies between -{MARGIN:g} and {MARGIN:g}, refuted if it lies outside",
    ((-MARGIN, 1), (MARGIN, -1)),
    (((MARGIN, 1),), ((-MARGIN, -1),)),
)
MORE = Rule(
    "more",
    f"shown if the interval lies above 0, refuted if not and if it lies below {MARGIN:g}",
    ((0.0, 1),),
    (((MARGIN, -1),),),
    careful="refuted",
)
REACHES = Rule(
    "reaches",
    f"shown if the interval lies above -{MARGIN:g}, refuted if it lies below it",
    ((-MARGIN, 1),),
    (((-MARGIN, -1),),),
)
FARTHER = Rule(
    "far",
    f"shown if the interval lies above {FAR:g}, refuted if it lies below it",
    ((FAR, 1),),
    (((FAR, -1),),),
    careful="neither",
)
EQUAL = Rule(
    "equal",
    "shown if the quantity is 0 in every run, refuted if the interval does not contain 0",
    (),
    (((0.0, 1),), ((0.0, -1),)),
)
RULES = (SAME, MORE, REACHES, FARTHER, EQUAL)


@dataclass(frozen=True, slots=True)
class Statement:
    """One comparison: of whom, the answer, the measured value, and how many runs would decide."""

    who: str
    answer: str  #: "shown", "refuted" or "undecided"
    value: float = math.nan
    needed: float = math.nan
    unit: str = "runs"  #: what is needed: runs, or paths of each class


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What the paper says, where, how it is judged, and the comparisons that judge it."""

    said: str
    where: str
    how: str
    statements: list[Statement]

    @property
    def verdict(self) -> str:
        """Judge the conclusion by the answers to its statements."""
        answers = {one.answer for one in self.statements}
        if {"shown", "refuted"} <= answers:
            return "holds in part"
        if "refuted" in answers:
            return "does not hold"
        return "holds" if answers == {"shown"} else "undecided"

    @property
    def numbers(self) -> str:
        """Say the answers, with the range of the values, of each for whom there are any."""
        said = []
        for who in dict.fromkeys(one.who for one in self.statements):
            own = [one for one in self.statements if one.who == who]
            parts = [
                f"{sum(one.answer == answer for one in own)} {answer}"
                for answer in ("shown", "refuted", "undecided")
                if any(one.answer == answer for one in own)
            ]
            said.append(f"{who}: {', '.join(parts)}{_range(own)}{_needed(own)}")
        return "; ".join(said) or "not measured"


def _range(found: list[Statement]) -> str:
    values = [one.value for one in found if not math.isnan(one.value)]
    if not values:
        return ""
    low, high = f"{min(values):.3f}", f"{max(values):.3f}"
    return f" ({low})" if low == high else f" ({low} to {high})"


def _needed(found: list[Statement]) -> str:
    needed = [one.needed for one in found if one.answer == "undecided"]
    known = [one for one in needed if math.isfinite(one)]
    unit = found[0].unit
    about = "up to about" if len(known) > 1 else "about"
    said = f"; {about} {max(known):,.0f} {unit} would decide" if known else ""
    if any(math.isinf(one) for one in needed):
        said += f"; at an edge, however many {unit}"
    return said


def stated(who: str, found: Gap | None, rule: Rule, unit: str = "runs") -> Statement:
    """Judge an interval by a rule; None if nothing was measured."""
    if found is None:
        return Statement(who, "undecided")
    answer = answered(found, rule)
    needed = math.nan if answer != "undecided" else _runs_needed(found, rule)
    return Statement(who, answer, found.mean, needed, unit)


def answered(found: Gap, rule: Rule) -> str:
    """Return the answer of a rule to an interval."""
    shown = _lies(found, rule.shown) if rule.shown else _is_zero(found)
    if shown and _enough(found.runs, rule, "shown"):
        return "shown"
    refuted = any(_lies(found, edges) for edges in rule.refuted)
    return "refuted" if refuted and _enough(found.runs, rule, "refuted") else "undecided"


def once(who: str, found: list[Gap | None]) -> Statement:
    """Judge by *more* whether one quantity or more is above 0, at a level of 5 % for all together.

    Bonferroni's intervals have the level 1 - 0.05 / n for n quantities.
    """
    known = [one for one in found if one is not None and one.runs > 1]
    level = 1 - 0.025 / max(len(known), 1)
    shown = [
        one.mean
        for one in known
        if one.mean > t_quantile(level, one.runs - 1) * one.sd / math.sqrt(one.runs)
    ]
    if shown:
        return Statement(who, "shown", max(shown))
    each = {"undecided" if one is None else answered(one, MORE) for one in found}
    return Statement(who, "refuted" if each == {"refuted"} else "undecided")


def _enough(runs: int, rule: Rule, answer: str) -> bool:
    return runs >= ENOUGH or (runs > 1 and rule.careful != answer)


def _lies(found: Gap, edges: Edges) -> bool:
    return all(found.beyond(edge, side) for edge, side in edges)


def _is_zero(found: Gap) -> bool:
    return found.mean == found.sd == 0


def _runs_needed(found: Gap, rule: Rule) -> float:
    """Return how many runs would decide, at this mean and spread, in four of five studies."""
    if math.isinf(found.sd):
        return math.nan
    if not rule.shown and _is_zero(found):
        return ENOUGH
    possible = [("shown", rule.shown)] if rule.shown else []
    possible += [("refuted", edges) for edges in rule.refuted]

    def decide(runs: int) -> bool:
        return any(
            _enough(runs, rule, answer)
            and 1 - sum(1 - found.chance(edge, side, runs) for edge, side in edges) >= POWER
            for answer, edges in possible
        )

    return fewest(decide, found.runs)


def difference(one: Gap | None, other: Gap | None) -> Gap | None:
    """Return ``one`` less ``other`` of independent runs.

    The interval is Welch's with the degrees of freedom of the smaller number of runs, so it is too
    wide rather than too narrow.
    """
    if one is None or other is None:
        return None
    runs = min(one.runs, other.runs)
    sd = math.sqrt(runs * (one.sd**2 / one.runs + other.sd**2 / other.runs))
    return Gap(one.mean - other.mean, sd, runs)


def minus(found: Gap | None) -> Gap | None:
    """Return the gap in the other direction."""
    return None if found is None else Gap(-found.mean, found.sd, found.runs)


def spread(who: str, one: Gap | None, other: Gap | None) -> Statement:
    """Judge whether the first spreads more, by the F test of two variances."""
    from scipy.stats import f

    if one is None or other is None or min(one.runs, other.runs) < ENOUGH or not other.sd:
        return Statement(who, "undecided")
    ratio = (one.sd / other.sd) ** 2
    low, high = (ratio / f.ppf(level, one.runs - 1, other.runs - 1) for level in (0.975, 0.025))
    answer = "shown" if low > 1 else "refuted" if high < 1 else "undecided"
    return Statement(who, answer, math.sqrt(ratio))
