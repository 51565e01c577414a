"""Is a dataset a subset of another, or another with a coarser target? Evidence from equal rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from pybench.base.text import counted, shown

CHANCE = 0.001  #: most that the chance may be that two classes fit another target by themselves


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a dataset, without their values.

    Attributes
    ----------
    dataset : str
    keys : n bytes
        As from `pybench.suite.duplicates.row_keys`: equal for rows of equal features.
    target : n str or None
        The target of each row, as text.
    numbers : n float, or None
        The target of each row, if its column is numeric.
    width : int
        Number of features; 0 for series. Rows of different widths are never equal.
    """

    dataset: str
    keys: Sequence[bytes]
    target: Sequence[str | None]
    numbers: Sequence[float] | None = None
    width: int = 0

    @property
    def classes(self) -> set[str]:
        """The different values of the target."""
        return {text for text in self.target if text is not None}


def subset_of(one: Rows, others: Sequence[Rows]) -> tuple[bool | None, str]:
    """Compare the rows of a dataset, and their targets, with those of other datasets.

    Returns
    -------
    holds : bool or None
        True if all rows, with their targets, are rows of a larger dataset. None otherwise: the
        larger dataset may not be among the others.
    reason : str
        How many rows another dataset has, with its name.
    """
    own = list(zip(one.keys, one.target, strict=True))
    most, where = 0, ""
    for other in _as_wide(one, others):
        there = set(zip(other.keys, other.target, strict=True))
        common = sum(pair in there for pair in own)
        if common == len(own) < len(other.keys):
            size = counted(len(other.keys), "row")
            return True, (
                f"all of its {counted(len(own), 'row')} are, with their targets, among the {size} "
                f"of {shown(other.dataset)}"
            )
        if common > most:
            most, where = common, other.dataset
    rows = counted(len(own), "row")
    if most:
        return None, f"{most} of its {rows} are, with their targets, rows of {shown(where)} as well"
    compared = counted(len(others), "other candidate")
    return None, f"none of its {rows} is, with its target, in the data of {compared}"


def binarised(one: Rows, others: Sequence[Rows]) -> tuple[bool | None, str]:
    """Look for a dataset with the same features whose target is finer.

    Returns
    -------
    holds : bool or None
        False if the target has more than two values. True if another dataset has all rows, and its
        target determines the two classes: each of its three or more classes belongs to one of the
        two, or a cut through its numbers separates them. None otherwise: the finer target may be
        that of a dataset that is not among the others.
    reason : str
    """
    if len(one.classes) > 2:
        return False, f"its target has {len(one.classes)} different values"
    for other in _as_wide(one, others):
        if found := _merged(one, other):
            return True, found
    compared = counted(len(others), "other candidate")
    return None, f"none of {compared} has all of its rows with a finer target"


def _as_wide(one: Rows, others: Sequence[Rows]) -> list[Rows]:
    return [other for other in others if other.width == one.width]


def _merged(one: Rows, other: Rows) -> str:
    """Return how the two classes follow from the target of another dataset, "" if they do not."""
    if len(one.classes) != 2 or len(other.classes) <= 2 or not {*one.keys} <= {*other.keys}:
        return ""
    mine, theirs = _once(one.keys), _once(other.keys)
    pairs = [(one.target[row], theirs[key]) for key, row in mine.items() if key in theirs]
    # Of as many arrangements of the two classes over these rows, few would fit by chance.
    arrangements = comb(len(pairs), sum(label == min(one.classes) for label, _ in pairs))
    where = f"its rows are, without the target, rows of {shown(other.dataset)}"
    if (cut := _cut(pairs, other)) and 2 / arrangements <= CHANCE:
        return f"{where}, whose target it cuts between {cut[0]:g} and {cut[1]:g}"
    merged: dict[str | None, set[str | None]] = {}
    for label, there in pairs:
        merged.setdefault(other.target[there], set()).add(label)
    whole = all(len(labels) == 1 for labels in merged.values())
    if len(merged) > 2 and whole and 2 ** len(merged) / arrangements <= CHANCE:
        return f"{where}, whose {len(merged)} classes it merges into two"
    return ""


def _cut(pairs: Sequence[tuple[str | None, int]], other: Rows) -> tuple[float, float] | None:
    """Return the numbers of the other target between which the classes change, if only once."""
    if other.numbers is None:
        return None
    ordered = sorted((other.numbers[there], str(label)) for label, there in pairs)
    cuts = [at for at in range(1, len(ordered)) if ordered[at][1] != ordered[at - 1][1]]
    if len(cuts) != 1:
        return None
    low, high = ordered[cuts[0] - 1][0], ordered[cuts[0]][0]
    return (low, high) if low < high else None


def _once(keys: Sequence[bytes]) -> dict[bytes, int]:
    """Return the place of each key that occurs once."""
    found: dict[bytes, int] = {}
    twice: set[bytes] = set()
    for row, key in enumerate(keys):
        if key in found:
            twice.add(key)
        found[key] = row
    return {key: row for key, row in found.items() if key not in twice}
