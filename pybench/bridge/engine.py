"""Who answers: Python, R, or both with a check that they agree."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import numpy as np

from pybench.base import notes
from pybench.base.options import engine_or_default
from pybench.base.result import Result, nested

R = TypeVar("R", bound=Result)

_KEYS: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "str": str}


def answer(
    name: str,
    arguments: Mapping[str, object],
    *,
    engine: str | None,
    kind: type[R],
    python: Callable[[], R],
    places: Collection[str] = (),
) -> R:
    """Answer a question with the engine asked for.

    Parameters
    ----------
    name : str
        Public name; R's function is ``pb_<name>``.
    arguments : mapping
        R's arguments, checked; places counted from 1, as R does.
    engine : {"python", "r", "both"} or None
    kind : type
        Class of the result, built from the fields of R's.
    python : callable
        The Python implementation, bound to its arguments.
    places : collection of str
        Fields that hold places, counted from 1 in R's answer and from 0 in ours.

    Returns
    -------
    The result; with "both", Python's, its ``engine`` field set to "both".

    Raises
    ------
    LanguagesDisagree
        With "both", where a field differs by more than the tolerance table allows.
    """
    chosen = engine_or_default(engine)
    if chosen == "python":
        return python()
    from pybench.bridge.call import call

    fields = call("pb_" + name, arguments)
    theirs = build(kind, {**fields, **{place: fields[place] - 1 for place in places}})
    if chosen == "r":
        return theirs
    from pybench.bridge.agreement import agreements, require_all

    ours = python()
    found = (*getattr(ours, "notes", ()), *getattr(theirs, "notes", ()))
    require_all(agreements(name, ours, theirs), found)
    return _by_both(ours)


def build(kind: type[R], fields: Mapping[str, Any]) -> R:
    """Build a result from R's fields, each cast to the type its dataclass declares."""
    declared = {field.name: str(field.type) for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    around = vars(sys.modules[kind.__module__])
    values = {name: _cast(fields.get(name), declared[name], around) for name in declared}
    if fields.get("note_details"):
        values["notes"] = notes.told(values["notes"], fields["note_details"])
    return kind(**values)


def _by_both(result: R) -> R:
    """Say that both languages made a result, and the results in its mappings."""
    changes: dict[str, Any] = {"engine": "both"}
    for name, inner in nested(result).items():
        changes[name] = {key: _by_both(item) for key, item in inner.items()}
    return dataclasses.replace(result, **changes)  # type: ignore[type-var]


def _cast(value: Any, declared: str, around: Mapping[str, Any]) -> Any:
    """Cast to a declared type; `around` is where the classes of results are found by name."""
    if declared.startswith("Mapping["):
        key, _, item = declared.removeprefix("Mapping[").removesuffix("]").partition(", ")
        cells = value or {}  # R's list() has no names
        return {_KEYS[key](name): _cast(cell, item, around) for name, cell in cells.items()}
    inner = around.get(declared)
    if isinstance(inner, type) and issubclass(inner, Result):
        return build(inner, value)
    casts: list[tuple[str, Callable[[Any], Any]]] = [
        ("tuple[tuple[", lambda v: tuple(tuple(_listed(item)) for item in _listed(v))),
        ("tuple[float", lambda v: tuple(float(item) for item in _listed(v))),
        ("tuple[int", lambda v: tuple(int(item) for item in _listed(v))),
        ("tuple[", lambda v: tuple(_listed(v))),
        ("pd.DataFrame", _frame),
        ("pd.Series", _series),
        ("NDArray[np.int64]", lambda v: _array(v, np.int64)),
        ("NDArray", _array),
        ("float", float),
        ("int", int),
    ]
    if value is None:
        return () if declared.startswith("tuple") else None
    for prefix, cast in casts:
        if declared.startswith(prefix):
            return cast(value)
    return value


def _listed(value: Any) -> list[Any]:
    # The bridge hands a vector of length one over as a scalar.
    if isinstance(value, (str, bool, int, float)):
        return [value]
    return [*value.values()] if isinstance(value, dict) else list(value)


def _frame(value: Any) -> Any:
    import pandas as pd

    if hasattr(value, "to_pandas"):  # a data frame of R's; a matrix is a dictionary
        return value.to_pandas()
    return pd.DataFrame(value["values"], index=value["rows"], columns=value["columns"])


def _series(value: dict[str, float]) -> Any:
    import pandas as pd

    return pd.Series(list(value.values()), index=list(value), dtype=float)


def _array(value: Any, kind: type | None = None) -> Any:
    array = np.array(value["values"] if isinstance(value, dict) else value, dtype=kind)
    array.flags.writeable = False
    return array
