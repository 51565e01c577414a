"""Argument checks; all messages about arguments are made here."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.text import clipped, strangers

if TYPE_CHECKING:
    import pandas as pd

#: Most numbers held in memory at once: 16 GiB of doubles.
MOST_NUMBERS = 2**31


def choice(name: str, value: object, allowed: Collection[str]) -> str:
    """Return ``value`` if it is one of ``allowed``."""
    if isinstance(value, str) and value in allowed:
        return value
    expected = ", ".join(f'"{item}"' for item in allowed)
    found = f'"{value}"' if isinstance(value, str) else repr(value)
    raise ArgumentError(
        f"`{name}` must be one of {expected}, not {found}", expected=expected, found=found
    )


def member(argument: str, name: object, names: Sequence[str]) -> int:
    """Return the position of a method of the table."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    raise ArgumentError(
        f"`{argument}` must be a method of the table, not {name!r}",
        expected="one of: " + ", ".join(names),
        found=repr(name),
        hint=strangers([name], names),
    )


def number(name: str, value: object, expected: str, low: float, high: float) -> float:
    """Return ``value`` as a float if it is a number strictly between ``low`` and ``high``."""
    found = _double(value)
    if low < found < high:
        return found
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def listed(name: str, value: object, expected: str) -> list[Any]:
    """Return an iterable as a list; a single string becomes a list of one."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Iterable) and getattr(value, "ndim", 1) > 0:
        return list(value)
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def mapping(name: str, value: object, expected: str) -> Mapping[Any, Any]:
    """Return ``value`` if it is a mapping."""
    if isinstance(value, Mapping):
        return value
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def level(name: str, value: object) -> float:
    """Return a significance level, a number strictly between 0 and 1."""
    return number(name, value, "a number between 0 and 1", 0.0, 1.0)


def count(name: str, value: object, low: int = 1) -> int:
    """Return a whole number of at least ``low`` and less than 2^53, which R can hold too."""
    if _double(value) % 1.0 == 0.0 and low <= _double(value) < 2.0**53:
        return int(value)  # type: ignore[call-overload, no-any-return]
    expected = f"a whole number >= {low}"
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if whole and low <= value <= high:  # type: ignore[operator]
        return int(value)  # type: ignore[call-overload, no-any-return]
    expected = f"a whole number from {low} to {high}"
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def room(name: str, value: int, each: int = 1) -> None:
    """Refuse a count of items, with ``each`` numbers per item, that no memory can hold."""
    most = max(1, MOST_NUMBERS // each)
    if value > most:
        raise ArgumentError(
            f"`{name}` must be at most {most} for this input, not {value}",
            expected=f"at most {most}",
            found=str(value),
            hint="pybench holds at most 2^31 numbers (16 GiB) in memory at once.",
        )


def seed(value: object) -> int:
    """Return a seed, an integer that a double in R holds exactly."""
    if not isinstance(value, float) and abs(_double(value)) < 2.0**53:
        return int(value)  # type: ignore[call-overload, no-any-return]
    raise ArgumentError(
        f"`seed` must be an integer between -2^53 and 2^53, not {value!r}",
        expected="an integer between -2^53 and 2^53",
        found=repr(value),
    )


def flag(name: str, value: object) -> bool:
    """Return ``value`` if it is True or False."""
    if isinstance(value, bool):
        return value
    raise ArgumentError(
        f"`{name}` must be True or False, not {value!r}",
        expected="True or False",
        found=repr(value),
    )


def function(name: str, value: object) -> None:
    """Refuse a value that is not callable."""
    if not callable(value):
        raise ArgumentError(
            f"`{name}` must be a function, not {value!r}",
            expected="a function",
            found=repr(value),
        )


def not_negative(name: str, value: object) -> float:
    """Return a finite number that is not negative."""
    if _double(value) == 0.0:
        return 0.0
    return number(name, value, "a number >= 0", 0.0, math.inf)


def share(name: str, value: object) -> float:
    """Return a share below 1: a number in [0, 1)."""
    if _double(value) == 0.0:
        return 0.0
    return number(name, value, "a number >= 0 and < 1", 0.0, 1.0)


def fraction(name: str, value: object) -> float:
    """Return a share above 0: a number in (0, 1]."""
    if _double(value) == 1.0:
        return 1.0
    return number(name, value, "a number > 0 and <= 1", 0.0, 1.0)


def percent(name: str, value: object) -> float:
    """Return a percentage above 0: a number above 0 and at most 100."""
    if _double(value) == 100.0:
        return 100.0
    return number(name, value, "a number above 0 and at most 100", 0.0, 100.0)


def doubles(value: object) -> NDArray[np.float64] | None:
    """Return numbers of any shape as doubles; None if any value is text, missing or other."""
    try:
        found = np.asarray(value)
        real = (
            all(hasattr(one, "__float__") for one in found.flat)
            if found.dtype == object
            else (found.dtype.kind in "biuf")
        )
        return found.astype(np.float64, copy=False) if real else None
    except (TypeError, ValueError, OverflowError):  # ragged, or not representable as double
        return None


def numbers(name: str, value: object) -> NDArray[np.float64]:
    """Return numbers of any shape as doubles."""
    found = doubles(value)
    if found is not None:
        return found
    told = clipped(repr(value))
    raise ArgumentError(f"`{name}` must hold numbers, not {told}", expected="numbers", found=told)


def matrix(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return a matrix of finite numbers as doubles."""
    expected = "a matrix of finite numbers"
    found, what = np.empty(0), type(value).__name__
    with suppress(TypeError, ValueError):
        plain = as_frame(value)
        if np.iscomplexobj(np.asarray(plain)):
            what = "complex ones"  # NumPy would keep only the real part
        else:
            found = np.asarray(plain, dtype=np.float64)
    if found.ndim == 2:
        if np.isfinite(found).all():
            return found
        what = "missing or infinite ones"
    raise ArgumentError(f"`{name}` must be {expected}, not {what}", expected=expected, found=what)


def places(name: str, value: object, below: int, length: int | None = None) -> NDArray[np.int64]:
    """Return whole numbers from 0 to less than ``below``, ``length`` of them or at least one."""
    array = np.asarray(value)
    whole = array.ndim == 1 and array.dtype.kind in "iu" and array.size > 0
    right = whole and array.size == (length or array.size)
    if right and array.min() >= 0 and array.max() < below:
        return array.astype(np.int64)
    many = "" if length is None else f"{length} "
    expected = f"{many}whole numbers from 0 to {below - 1}"
    found = f"{array.size} of {array.dtype}" if array.ndim == 1 else type(value).__name__
    if right:
        found = f"{array.min()} to {array.max()}"
    raise ArgumentError(f"`{name}` must be {expected}, not {found}", expected=expected, found=found)


def names(name: str, value: object, expected: str) -> list[str]:
    """Return at least one string, as a list."""
    listed = list(value) if isinstance(value, Iterable) and not isinstance(value, str) else []
    if listed and all(isinstance(item, str) for item in listed):
        return listed
    found = type(value).__name__
    raise ArgumentError(f"`{name}` must be {expected}, not {found}", expected=expected, found=found)


def text(name: str, value: object) -> str:
    """Return ``value`` if it is a string."""
    if isinstance(value, str):
        return value
    raise ArgumentError(
        f"`{name}` must be a string, not {value!r}", expected="a string", found=repr(value)
    )


def kind(name: str, value: object, wanted: type, maker: str) -> None:
    """Refuse a value that is not a result of class ``wanted``, made by ``maker``."""
    if isinstance(value, wanted):
        return
    article = "an" if wanted.__name__[0] in "AEIO" else "a"
    raise ArgumentError(
        f"`{name}` must be {article} {wanted.__name__}, not {type(value).__name__}",
        expected=f"{article} {wanted.__name__}",
        found=type(value).__name__,
        hint=f"Make one: pybench.{maker}.",
    )


def tie_tolerance(value: object, convention: str = "standard") -> float | str:
    """Return a tie tolerance: "decimal", "auto", or a finite number that is not negative.

    With a convention of other packages, "decimal" is 0, since these packages subtract doubles.
    """
    if isinstance(value, str) and value in ("decimal", "auto"):
        return 0.0 if value == "decimal" and convention != "standard" else value
    if _double(value) == 0.0:
        return 0.0
    return number("tie_tol", value, '"decimal", "auto" or a number >= 0', 0.0, math.inf)


def by_equality(tie_tol: float | str) -> bool:
    """Return whether ties are equal doubles or decimals: there rounding noise may decide."""
    return tie_tol in (0.0, "decimal")


def _double(value: object) -> float:
    """Return a Python or NumPy number as a double, NaN for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def row_names(name: str, index: pd.Index[Any]) -> None:
    """Refuse rows that do not name their dataset: positions match no names.

    Raises
    ------
    ArgumentError
        An index that pandas numbered itself, or a missing name.
    """
    import pandas as pd

    numbered = isinstance(index, pd.RangeIndex)
    if numbered or (index.nlevels == 1 and index.hasnans):
        found = "rows without names" if numbered else "a missing name"
        raise ArgumentError(
            f"`{name}` must name the dataset of each row, but has {found}",
            expected="rows named by dataset, or a column `dataset`",
            found=found,
            hint="Set the index to the names of the datasets, or add a column `dataset`.",
        )
