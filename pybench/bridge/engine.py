"""Compute in Python, in R, or in both with a check that they agree."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar, get_origin

import numpy as np

from pybench.base.options import engine_or_default
from pybench.base.result import Result, decode, nested

R = TypeVar("R", bound=Result)


def answer(
    name: str,
    arguments: Mapping[str, object],
    *,
    engine: str | None,
    kind: type[R],
    python: Callable[[], R],
    places: Collection[str] = (),
) -> R:
    """Compute a result with the requested engine.

    Parameters
    ----------
    name : str
        Public name; R's function is ``pb_<name>``.
    arguments : mapping
        R's arguments, checked; places are counted from 1, as in R.
    engine : {"python", "r", "both"} or None
    kind : type
        Class of the result, built from the fields of R's result.
    python : callable
        The Python implementation, bound to its arguments.
    places : collection of str
        Fields that contain positions. R's result counts positions from 1, and Python's from 0.

    Returns
    -------
    The result; with "both", Python's, its ``engine`` field set to "both".

    Raises
    ------
    LanguagesDisagree
        With "both", if a field differs by more than the tolerance table allows.
    """
    chosen = engine_or_default(engine)
    if chosen == "python":
        return python()
    from pybench.bridge.call import call

    fields = call("pb_" + name, arguments)
    theirs = build(kind, fields, places)
    if chosen == "r":
        return theirs
    from pybench.bridge.agreement import agreements, require_all

    ours = python()
    found = (*getattr(ours, "notes", ()), *getattr(theirs, "notes", ()))
    require_all(agreements(name, ours, theirs), found)
    return _by_both(ours)


def build(kind: type[R], fields: Mapping[str, Any], places: Collection[str] = ()) -> R:
    """Build a result from R's fields; `places` as in `answer`."""
    from_zero = {place: np.asarray(fields[place], np.int64) - 1 for place in places}
    return decode(kind, {**fields, **from_zero}, _as_json)


def _by_both(result: R) -> R:
    """Mark a result, and results in its mappings, as computed by both languages."""
    changes: dict[str, Any] = {"engine": "both"}
    for name, inner in nested(result).items():
        changes[name] = {key: _by_both(item) for key, item in inner.items()}
    return dataclasses.replace(result, **changes)  # type: ignore[type-var]


def _as_json(hint: Any, value: Any) -> Any:
    """Return an R value in its JSON form.

    R has no scalars, so a vector of length one arrives as one; NULL means no values; vectors and
    matrices may have names; whole numbers may be doubles.
    """
    kind = get_origin(hint) or hint
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)
    if kind in (tuple, np.ndarray):
        if isinstance(value, Mapping):
            value = value["values"] if "values" in value else list(value.values())
        if isinstance(value, (str, bool, int, float)):
            return [value]
        if value is None:
            return []
        return value.tolist() if kind is tuple and isinstance(value, np.ndarray) else value
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return value or {}  # R's list() has no names
    return value.to_pandas() if hasattr(value, "to_pandas") else value
