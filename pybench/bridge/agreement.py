"""Compare Python's and R's results field by field, using one table of tolerances."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import shared
from pybench.base.catalogue import kinds
from pybench.base.errors import LanguagesDisagree
from pybench.base.result import Result, json_safe, nested

# Relative differences of smaller numbers are meaningless: near 0 doubles lose digits.
_LEAST = 1e-290

Answer = Result | SimpleNamespace


@dataclass(frozen=True, slots=True)
class Agreement:
    """One quantity computed in both languages."""

    quantity: str  #: "nemenyi.pvalues", ...
    difference: float  #: largest difference, relative or absolute by `relative`
    tolerance: float  #: largest difference allowed
    relative: bool  #: whether both are; near 0, relative to tolerances.csv or the interval
    python: float  #: Python's value at the largest difference; NaN for a field without numbers
    r: float  #: R's value there

    @property
    def agrees(self) -> bool:
        """Whether the difference is within the tolerance."""
        return self.difference <= self.tolerance

    @property
    def strain(self) -> float:
        """The difference in units of its tolerance: above 1 the languages disagree."""
        return self.difference / self.tolerance if self.tolerance else self.difference

    @classmethod
    def of_equal(cls, quantity: str, python: object, r: object) -> Agreement:
        """Compare two values that must be exactly equal."""
        difference = 0.0 if python == r else math.inf
        return cls(quantity, difference, 0.0, False, math.nan, math.nan)

    def __str__(self) -> str:
        kind = "relative" if self.relative else "absolute"
        return f"{self.quantity}: {self.difference:.2e} {kind} (allowed {self.tolerance:.0e})"


def agreements(name: str, python: Answer, r: Answer) -> list[Agreement]:
    """Compare all fields of two results of the same kind.

    Parameters
    ----------
    name : str
        Public name of the statistic.
    python, r : Result or SimpleNamespace
        The two results; a namespace holds the fields of other return values.

    Returns
    -------
    list of Agreement
        One per field except ``engine``: fields without a tolerance must be equal. The fields of
        nested results follow.
    """
    return [row for row, _ in counted_agreements(name, python, r)]


def counted_agreements(name: str, python: Answer, r: Answer) -> list[tuple[Agreement, int]]:
    """Return `agreements`, each with the number of compared values."""
    convention = getattr(python, "convention", "standard")
    within = [*_numeric(name, convention, python, r), *_equal(name, python, r)]
    for field, inner in nested(python).items() if isinstance(python, Result) else ():
        for key in inner.keys() & getattr(r, field).keys():
            ours, theirs = inner[key], getattr(r, field)[key]
            within += counted_agreements(_public_name(ours), ours, theirs)
    return within


def numeric_agreement(
    quantity: str, ours: NDArray[np.float64], theirs: NDArray[np.float64], convention: str = "any"
) -> Agreement:
    """Compare two arrays of the same shape by the tolerance of a quantity."""
    return _largest(quantity, ours.ravel(), theirs.ravel(), *_tolerance(quantity, convention))


def require_all(rows: Iterable[Agreement], notes: Collection[str] = ()) -> None:
    """Raise `LanguagesDisagree` naming every quantity beyond its tolerance.

    Notes of the results tell whether a tie decides; then neither of the two is wrong.
    """
    apart = "; ".join(str(row) for row in rows if not row.agrees)
    if apart:
        hint = (
            "Please report this difference, together with the table: "
            "one of the two implementations is wrong."
        )
        if "tied-cut" in notes:
            hint = (
                "A tie was broken differently (tied-cut): both results are right. Use one language."
            )
        raise LanguagesDisagree(
            "Python and R disagree on " + apart,
            expected="agreement within tolerances.csv",
            found=apart,
            hint=hint,
        )


def _numeric(
    name: str, convention: str, python: Answer, r: Answer
) -> Iterator[tuple[Agreement, int]]:
    for field in measured_fields(name):
        quantity = f"{name}.{field}"
        relative, absolute = _tolerance(quantity, convention)
        if hasattr(python, field):
            if getattr(python, field) is None and getattr(r, field) is None:
                continue  # a quantity that this test does not have
            labels = [_labels(getattr(result, field)) for result in (python, r)]
            if labels[0] != labels[1]:  # numbers under different names cannot be compared
                yield Agreement.of_equal(quantity, *labels), 1
                continue
            ours, theirs = _values(python, field), _values(r, field)
            if not ours.size:  # a mapping without regions
                yield Agreement.of_equal(quantity, 0, theirs.size), 1
                continue
            lengths = _lengths(python, field)
            yield _largest(quantity, ours, theirs, relative, absolute, lengths), ours.size


def _lengths(answer: Answer, field: str) -> Any:
    """Return the lengths of the intervals whose limits are in a field; 0 for other fields.

    A limit is rounded like its interval: a limit near 0 has few digits of its own.
    """
    stem, _, end = field.rpartition("_")
    if end not in ("low", "high") or not hasattr(answer, f"{stem}_low"):
        return 0.0
    low, high = (_values(answer, f"{stem}_{side}") for side in ("low", "high"))
    with np.errstate(invalid="ignore"):  # Inf - Inf
        return np.nan_to_num(high - low, nan=0.0, posinf=0.0)


def _equal(name: str, python: Answer, r: Answer) -> Iterator[tuple[Agreement, int]]:
    measured = {*measured_fields(name), "engine"}
    for field in _fields(python):
        if field not in measured:
            ours, theirs = (_plain(getattr(answer, field)) for answer in (python, r))
            yield Agreement.of_equal(f"{name}.{field}", ours, theirs), _count(ours)


def _fields(answer: Answer) -> list[str]:
    if isinstance(answer, SimpleNamespace):
        return list(vars(answer))
    return [field.name for field in dataclasses.fields(answer)]  # type: ignore[arg-type]


def _count(plain: Any) -> int:
    """Return the number of values in a field; an empty one counts as one."""
    if isinstance(plain, Mapping):
        plain = list(plain.values())
    return max(1, sum(map(_count, plain))) if isinstance(plain, list) else 1


def _largest(
    quantity: str,
    ours: NDArray[np.float64],
    theirs: NDArray[np.float64],
    relative: float,
    absolute: float,
    lengths: Any = 0.0,
) -> Agreement:
    # With both tolerances, values compare as in numpy.allclose: near 0 the absolute one decides.
    least = np.maximum(lengths, absolute / relative if relative and absolute else _LEAST)
    with np.errstate(invalid="ignore"):  # Inf - Inf and Inf / Inf
        gaps = np.abs(ours - theirs)
        if relative:
            gaps /= np.maximum(np.maximum(np.abs(ours), np.abs(theirs)), least)
    equal = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
    gaps = np.where(equal, 0.0, gaps)
    gaps = np.nan_to_num(gaps, nan=math.inf, posinf=math.inf)
    worst = int(gaps.argmax())
    difference = float(gaps[worst])
    return Agreement(
        quantity,
        difference,
        relative or absolute,
        bool(relative),
        float(ours[worst]),
        float(theirs[worst]),
    )


def _public_name(result: Result) -> str:
    return result.schema.partition("/")[0].replace("-", "_")


def _labels(value: Any) -> list[Any]:
    """Return the names along each axis of a frame or series, the length of anything else.

    Text columns in a frame are names too.
    """
    if isinstance(value, Mapping):
        return [[key, _labels(item)] for key, item in value.items()]
    if hasattr(value, "axes"):
        return [list(axis) for axis in value.axes] + [list(value[name]) for name in _texts(value)]
    return [[np.size(value)]]


def _texts(value: Any) -> list[str]:
    if not hasattr(value, "select_dtypes"):
        return []
    return list(value.select_dtypes(exclude=["number", "bool"]).columns)


def _values(result: Answer, field: str) -> NDArray[np.float64]:
    value = getattr(result, field)
    return np.concatenate([np.zeros(0), *_flat(value)])


def _flat(value: Any) -> Iterator[NDArray[np.float64]]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _flat(item)
    else:
        value = value.drop(columns=names) if (names := _texts(value)) else value
        yield np.asarray(math.nan if value is None else value, dtype=float).ravel()


def _plain(value: Any) -> Any:
    """Return comparable values: nested results by their names only."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return None if isinstance(value, Result) else json_safe(value)


def measured_fields(name: str) -> list[str]:
    """Return the fields of a statistic that have a tolerance: of its own or of its kind."""
    owners = (name, kinds().get(name))
    parts = (quantity.split(".") for quantity, _ in _tolerances())
    return list(dict.fromkeys(field for owner, field in parts if owner in owners))


def _tolerance(quantity: str, convention: str) -> tuple[float, float]:
    """Return the relative and absolute tolerance: of the statistic itself, else of its kind."""
    name, _, field = quantity.partition(".")
    for owner in (name, kinds().get(name)):
        for kind in (convention, "any"):
            if found := _tolerances().get((f"{owner}.{field}", kind)):
                return found
    return 0.0, 0.0


@cache
def _tolerances() -> dict[tuple[str, str], tuple[float, float]]:
    return {
        (row["quantity"], row["convention"]): (float(row["relative"]), float(row["absolute"]))
        for row in shared.rows("tolerances.csv")
    }
