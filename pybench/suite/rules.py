"""Which candidates become tasks: ranges of qualities, computed and declared exclusions.

The built-in rules are those of OpenML-CC18 (Bischl et al., arXiv 1708.03731, section 4). Each rule
gives a verdict on each candidate. What nobody measured or declared is unknown, which does not pass.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.read.tabular import DataTable
from pybench.seriesset.series import SeriesSet
from pybench.suite import qualities, trivial
from pybench.suite.candidates import Candidate
from pybench.suite.data import TaskData
from pybench.suite.task import Constraint, Exclusion, Verdict

#: Constraints (a) to (d) of CC18.
CC18 = (
    Constraint("(a) size", "NumberOfInstances", 500.0, 100_000.0),
    Constraint("(b) width", "NumberOfFeatures", None, 5000.0),
    Constraint("(c) classes", "NumberOfClasses", 2.0, None),
    Constraint("(c) smallest class", "MinorityClassSize", 20.0, None),
    Constraint("(d) balance", "MinorityToMajority", 0.05, None, low_included=False),
)
#: Computed exclusions of CC18: what is measured, and when a candidate is kept.
COMPUTED = {
    "one attribute": ("accuracy by one attribute", "< 1"),  # (e)
    "decision tree": ("accuracy of a decision tree", "< 1"),  # (f)
    "one-hot": ("NumberOfOneHotFeatures", "<= 5000"),  # (g)
    "sparse": ("SparseFormat", "0"),  # (i)
}
#: Exclusions of CC18 that only people can declare.
DECLARED = {
    "artificial": "artificially generated",  # (a)
    "grouped": "grouped samples, a time series or a stream: not to be divided at random",  # (b)
    "subset": "a subset of a larger dataset",  # (c)
    "no source": "no source or reference",  # (d)
    "binarised": "made binary from a regression or from more classes",  # (h)
}
#: Exclusions that are about classes, with the thresholds of their verdicts.
OF_CLASSES = {"one attribute": "< 1", "decision tree": "< 1", "binarised": "not so"}
MOST_ONE_HOT = 5000.0
EVERY = "*"  #: in a flag: all datasets that no other flag of this kind names


@dataclass(frozen=True, slots=True)
class Rules:
    """The checked requirements for candidates."""

    constraints: tuple[Constraint, ...] = ()
    exclude: tuple[str, ...] = ()  #: of COMPUTED and DECLARED
    classes: str = "occurring"
    seed: int = 0

    @property
    def screening(self) -> dict[str, Any]:
        """What the verdicts depend on besides the constraints, as stored in a manifest."""
        return {"exclude": list(self.exclude), "classes": self.classes, "seed": self.seed}


@dataclass(frozen=True, slots=True)
class Judged:
    """Qualities of a candidate and verdicts on it."""

    qualities: dict[str, float]
    verdicts: tuple[Verdict, ...]

    @property
    def kept(self) -> bool:
        """Whether no rule fails."""
        return all(one.verdict != "fail" for one in self.verdicts)


def check_rules(constraints: object, exclude: object, classes: object, seed: int) -> Rules:
    """Check the requirements for candidates.

    Parameters
    ----------
    constraints : {"cc18"}, mapping of quality to (low, high), iterable of Constraint, or None
    exclude : {"cc18"}, iterable of str, or None
    classes : {"occurring", "declared"}
    seed : int

    Raises
    ------
    ArgumentError
    """
    check.choice("classes", classes, qualities.CLASSES)
    return Rules(_constraints(constraints), _exclude(exclude), str(classes), seed)


def _constraints(asked: Any) -> tuple[Constraint, ...]:
    if asked is None:
        return ()
    if isinstance(asked, str):
        check.choice("constraints", asked, ("cc18",))
        return CC18
    if isinstance(asked, Mapping):
        asked = [constraint(str(quality), ends) for quality, ends in asked.items()]
    found = tuple(map(_finite, asked)) if isinstance(asked, Iterable) else (asked,)
    names = [one.rule for one in found if isinstance(one, Constraint)]
    if len(names) < len(found) or len(set(names)) < len(names):
        expected = '"cc18", a mapping of qualities to (low, high), or constraints, each once'
        raise ArgumentError(
            f"`constraints` must be {expected}, not {asked!r}", expected=expected, found=repr(asked)
        )
    return found


def _finite(one: Any) -> Any:
    """Return a constraint with open ends in place of infinite ones, which JSON does not have."""
    if not isinstance(one, Constraint):
        return one
    low = None if one.low == -math.inf else one.low
    high = None if one.high == math.inf else one.high
    if not all(math.isfinite(end) for end in (low, high) if end is not None):
        raise ArgumentError(
            f"`constraints` of {one.quality} must have numbers as ends, or None for an open end, "
            f"not ({one.low!r}, {one.high!r})",
            expected="numbers, None for an open end",
            found=f"({one.low!r}, {one.high!r})",
        )
    return replace(one, low=low, high=high)


def constraint(quality: str, ends: Any) -> Constraint:
    """Return a range of a quality, including both ends; None is an open end."""
    # Arrays and indexes work like pairs; unordered collections have no low and high end.
    pair = tuple(ends) if isinstance(ends, Iterable) and not isinstance(ends, (str, Set)) else ()
    numbers = [end for end in pair if end is not None]
    if len(pair) != 2 or not numbers or not all(isinstance(end, Real) for end in numbers):
        expected = "two numbers, None for an open end"
        raise ArgumentError(
            f"`constraints` of {quality} must be {expected}, not {ends!r}",
            expected=expected,
            found=repr(ends),
        )
    low, high = (None if end is None else float(end) for end in pair)
    if low is not None and high is not None and low > high:
        raise ArgumentError(f"`constraints` of {quality} must have low <= high, not {ends!r}")
    return Constraint(quality, quality, low, high)


def _exclude(asked: Any) -> tuple[str, ...]:
    if asked is None:
        return ()
    known = (*COMPUTED, *DECLARED)
    if asked == "cc18":
        return known
    listed = check.listed("exclude", asked, "names of rules")
    return tuple(check.choice("exclude", name, known) for name in listed)


def exclusions(flags: Any, names: Sequence[str]) -> tuple[Exclusion, ...]:
    """Check flags that people set.

    Parameters
    ----------
    flags : iterable of Exclusion or of mappings with its fields, or a frame of these fields
    names : sequence of str
        Names of the candidates.

    Raises
    ------
    ArgumentError
        If a flag has no reason or source, is unknown, or is about a dataset that is not a
        candidate.
    """
    flags = as_frame(() if flags is None else flags)
    flags = flags.to_dict("records") if hasattr(flags, "columns") else flags
    found = []
    for flag in check.listed("flags", flags, "flags of datasets"):
        one = flag if isinstance(flag, Exclusion) else _exclusion(flag)
        check.choice("flag", one.flag, DECLARED)
        check.choice("dataset", one.dataset, (*names, EVERY))
        check.flag("holds", one.holds)
        for field in ("reason", "source"):
            if not str(getattr(one, field) or "").strip():
                raise ArgumentError(
                    f'the flag "{one.flag}" of `{one.dataset}` must have a `{field}`',
                    expected="a string",
                    found="nothing",
                    hint="Say in `reason` why the flag is set, and give a reference in `source`.",
                )
        found.append(one)
    return tuple(found)


def _exclusion(flag: Any) -> Exclusion:
    try:
        return Exclusion(**flag)
    except TypeError as error:  # not a mapping, or it has other fields
        expected = "mappings with " + ", ".join(f"`{field.name}`" for field in fields(Exclusion))
        raise ArgumentError(
            f"`flags` must be {expected}, not {flag!r}", expected=expected, found=repr(flag)
        ) from error


def judge(
    candidate: Candidate,
    source: DataTable | SeriesSet | None,
    data: TaskData | None,
    rules: Rules,
    flags: Sequence[Exclusion],
) -> Judged:
    """Measure a candidate and apply every rule; ``source`` and ``data`` were read from it."""
    measured = measure(candidate, source, rules.classes)
    asked, others = _asked(candidate, rules)
    known = {**candidate.stated, **measured}
    verdicts = list(ranges(candidate.name, known, asked.constraints))
    about = (candidate.name, candidate.dataset.name, EVERY)
    mine = [one for one in flags if one.dataset in about]
    for name in asked.exclude:
        if name in DECLARED:
            verdicts.append(declared(candidate.name, name, mine))
        else:
            verdicts.append(_computed(candidate, data, name, measured, rules.seed))
    return Judged(measured, (*verdicts, *others))


def _asked(candidate: Candidate, rules: Rules) -> tuple[Rules, list[Verdict]]:
    """Return the rules that apply to a candidate, and a verdict for each of the others."""
    if candidate.task_type != "regression":
        return rules, []
    ranges = [one for one in rules.constraints if one.quality in qualities.OF_CLASSES]
    named = [name for name in rules.exclude if name in OF_CLASSES]
    note = "the target of a regression has no classes"
    others = [
        *(Verdict(candidate.name, r.rule, None, r.threshold, "not asked", note) for r in ranges),
        *(Verdict(candidate.name, n, None, OF_CLASSES[n], "not asked", note) for n in named),
    ]
    constraints = tuple(one for one in rules.constraints if one not in ranges)
    exclude = tuple(name for name in rules.exclude if name not in named)
    return replace(rules, constraints=constraints, exclude=exclude), others


def measure(
    candidate: Candidate, source: DataTable | SeriesSet | None, classes: str
) -> dict[str, float]:
    """Return the qualities of a candidate: measured, or as given by its source."""
    if source is None:
        return dict(candidate.measured or {})
    if isinstance(source, SeriesSet):
        return qualities.of_series(source, candidate.task_type)
    ignored, type = candidate.dataset.ignore, candidate.task_type
    return qualities.of_table(source, candidate.target, ignored, classes, type)


def ranges(
    name: str, measured: Mapping[str, float], constraints: Iterable[Constraint]
) -> Iterable[Verdict]:
    """Yield the verdict of each constraint; unknown if the quality was not measured."""
    for one in constraints:
        value = measured.get(one.quality)
        if value is None:
            note = f"{one.quality} was not measured"
            yield Verdict(name, one.rule, None, one.threshold, "unknown", note)
        else:
            verdict = "pass" if one.holds(value) else "fail"
            yield Verdict(name, one.rule, float(value), one.threshold, verdict)


def declared(name: str, flag: str, flags: Iterable[Exclusion]) -> Verdict:
    """Return the verdict by what people declare of a dataset, unknown if nobody has.

    A flag of all datasets decides only if no flag names this one.
    """
    said = [one for one in flags if one.flag == flag]
    said = [one for one in said if one.dataset != EVERY] or said
    if not said:
        return Verdict(name, flag, None, "not so", "unknown", "nobody has declared it")
    holds = any(one.holds for one in said)
    reason = next(one for one in said if one.holds == holds)
    note = f"{reason.reason} ({reason.source})"
    return Verdict(
        name, flag, "yes" if holds else "no", "not so", "fail" if holds else "pass", note
    )


def _computed(
    candidate: Candidate, data: TaskData | None, rule: str, measured: Mapping[str, float], seed: int
) -> Verdict:
    name, threshold = candidate.name, COMPUTED[rule][1]
    value: float | str | None
    note = ""
    if rule == "one-hot":
        value = measured.get("NumberOfOneHotFeatures")
        fails = value is not None and value > MOST_ONE_HOT
    elif rule == "sparse":
        value = measured.get("SparseFormat")
        fails = value == 1.0
    else:
        value, note = _accuracy(candidate, data, rule, seed)
        fails = value == 1.0
    if value is None:
        return Verdict(name, rule, None, threshold, "unknown", note or "not measured")
    return Verdict(name, rule, value, threshold, "fail" if fails else "pass", note)


def _accuracy(
    candidate: Candidate, data: TaskData | None, rule: str, seed: int
) -> tuple[float | str | None, str]:
    import numpy as np

    if data is None:
        return None, "the data are not here" if candidate.measured is not None else "cannot be run"
    variables = trivial.variables_of(data.X)
    if variables is None:
        return None, "it has columns of strings, or series of unequal length"
    labels = data.y.tolist()
    if rule == "one attribute":
        value, which = trivial.one_attribute(variables, labels, candidate.name, seed)
        return value, f"by {which}" if which else ""
    x = np.column_stack([trivial.coded(variable) for variable in variables])
    return trivial.default_tree(x, labels, candidate.name, seed), "10 stratified folds"
