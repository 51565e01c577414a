"""Flags that data and metadata show, so that people declare only what nothing shows.

Sources come from metadata, subsets and binarised copies from equal rows, and an order of time from
dates or from neighbouring rows. A flag is suggested only on evidence: that nothing was found does
not show that a flag does not apply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from pybench.base import shared
from pybench.base.errors import InputError
from pybench.base.text import clipped
from pybench.read.tabular import DataTable
from pybench.suite.candidates import Candidate
from pybench.suite.duplicates import row_keys
from pybench.suite.order import order_of
from pybench.suite.overlap import Rows, binarised, subset_of
from pybench.suite.task import Dataset, Exclusion, Verdict

NOTHING: tuple[bool | None, str] = (None, "")  #: nothing could be examined
#: Flags of `rules.DECLARED` for which there can be evidence; "artificial" shows in nothing.
SUGGESTED = ("grouped", "subset", "no source", "binarised")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the evidence says of a flag of a dataset."""

    dataset: str  #: name of the candidate
    data: str  #: name of its dataset, which differs from that of a task of another name
    flag: str
    holds: bool | None  #: None if the evidence does not decide
    reason: str  #: the evidence, with its numbers; "" if nothing could be examined

    @property
    def exclusion(self) -> Exclusion:
        """The flag as people declare it, with pybench as source."""
        source = f"pybench {shared.version()}"
        return Exclusion(self.dataset, self.flag, self.reason, source, bool(self.holds))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is kept of a candidate after its data were read; the data themselves are not."""

    rows: Rows | None = None
    order: tuple[bool | None, str] = NOTHING


def suggestions(
    candidates: Sequence[Candidate], flags: Collection[str] = SUGGESTED, seed: int = 0
) -> list[Suggestion]:
    """Examine candidates for flags.

    Parameters
    ----------
    candidates : sequence of Candidate
        Their rows are compared with each other.
    flags : collection of str
        Flags to examine; those that are not of `SUGGESTED` are ignored.
    seed : int
        Of the random orders that the order of rows is compared with.

    Returns
    -------
    list of Suggestion
        For each candidate and flag, in the order of `SUGGESTED`.
    """
    asked = [flag for flag in SUGGESTED if flag in flags]
    by_data = bool({*asked} - {"no source"})
    seen = [_seen(one, seed) if by_data else _Seen() for one in candidates]
    found = []
    for candidate, mine in zip(candidates, seen, strict=True):
        others = [
            its.rows
            for one, its in zip(candidates, seen, strict=True)
            if its.rows is not None and one.dataset.name != candidate.dataset.name
        ]
        answers = {
            "grouped": mine.order,
            "subset": NOTHING if mine.rows is None else subset_of(mine.rows, others),
            "no source": _source(candidate.dataset),
            "binarised": _binarised(candidate, mine.rows, others),
        }
        names = candidate.name, candidate.dataset.name
        found += [Suggestion(*names, flag, *answers[flag]) for flag in asked]
    return found


def accepted(found: Iterable[Suggestion], declared: Iterable[Exclusion]) -> list[Exclusion]:
    """Return the suggestions that decide, as flags, unless somebody declared them by name."""
    known = {(one.dataset, one.flag) for one in declared}
    return [
        one.exclusion
        for one in found
        if one.holds is not None and not {(one.dataset, one.flag), (one.data, one.flag)} & known
    ]


def explained(verdicts: Iterable[Verdict], found: Iterable[Suggestion]) -> tuple[Verdict, ...]:
    """Return verdicts whose notes also have the evidence that decides nothing.

    It is added to what people declare as well: a flag of all datasets must not hide it.
    """
    looked = {(one.dataset, one.flag): one.reason for one in found if one.holds is None}

    def noted(one: Verdict) -> Verdict:
        reason = looked.get((one.dataset, one.rule))
        return replace(one, note=f"{one.note}; {reason}") if reason else one

    return tuple(map(noted, verdicts))


def _seen(candidate: Candidate, seed: int) -> _Seen:
    """Read a candidate; what cannot be read shows nothing here, and its verdict says why."""
    try:
        source = candidate.read()
    except InputError:
        return _Seen()
    if isinstance(source, DataTable) and candidate.target in source.names:
        return _of_table(candidate, source, seed)
    if source is None or isinstance(source, DataTable):
        return _Seen()
    return _Seen(Rows(candidate.name, row_keys(source), list(source.label)))


def _of_table(candidate: Candidate, table: DataTable, seed: int) -> _Seen:
    goal, ignored = table.variable(candidate.target), candidate.dataset.ignore
    others = [one for one in table.variables if one.name != goal.name]
    features = [one.name for one in others if one.name not in ignored]
    target, rows = goal.texts(), None
    if features and target:
        numbers = goal.values if goal.type == "numeric" else None
        keys = row_keys(table.to_frame(features))
        rows = Rows(candidate.name, keys, target, numbers, len(features))  # type: ignore[arg-type]
    many = len({*target}) > len(target) / 2  # numbers to predict, and no classes
    classes = [None] * len(target) if many else target
    return _Seen(rows, order_of(others, classes, candidate.name, seed))


def _source(dataset: Dataset) -> tuple[bool | None, str]:
    """Return whether the metadata of a dataset name no source: a licence alone names none."""
    told = {"citation": dataset.citation, "web address": dataset.url}
    known = [f"{what} {clipped(text)}" for what, text in told.items() if text and text.strip()]
    known += [] if dataset.openml_id is None else [f"id {dataset.openml_id} on OpenML"]
    if known:
        return False, "its metadata have: " + ", ".join(known)
    return None, "its metadata have neither citation nor web address nor an id on OpenML"


def _binarised(
    candidate: Candidate, rows: Rows | None, others: Sequence[Rows]
) -> tuple[bool | None, str]:
    if rows is not None:
        return binarised(rows, others)
    classes = (candidate.measured or {}).get("NumberOfClasses", 0.0)
    return (False, f"its target has {classes:g} different values") if classes > 2 else NOTHING
