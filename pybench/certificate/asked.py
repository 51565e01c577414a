"""One statistic computed in both languages, and the ways to call it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from pybench.base.result import Result
from pybench.bridge.agreement import Answer
from pybench.bridge.call import call
from pybench.bridge.forms import Rebuilt


@dataclass(frozen=True, slots=True)
class Asked:
    """One statistic of one table with one choice of settings."""

    room: str  #: "compare", "landscape", "select", "optimal", "items" or "suite", as the commands
    name: str  #: R's function without ``pb_``; in Python the same, or in `optimal`
    table: str  #: the table used
    settings: str  #: the options chosen, in words
    python: Callable[[], Answer]  #: Python's result, computed by Python alone
    r: Callable[[], Answer]  #: R's result


Questions = Iterator[Asked]


def engines(
    room: str,
    function: Callable[..., Result],
    table: str,
    *arguments: Any,
    settings: str = "defaults",
    **options: Any,
) -> Asked:
    """Call a function that has an implementation in both languages and takes ``engine``."""
    bound = partial(function, *arguments, **options)
    ours, theirs = (partial(bound, engine=engine) for engine in ("python", "r"))
    return Asked(room, function.__name__, table, settings, ours, theirs)


def twins(
    room: str,
    name: str,
    table: str,
    ours: Callable[[], Mapping[str, Any]],
    theirs: Callable[[], Mapping[str, Any]],
    settings: str = "defaults",
) -> Asked:
    """Call two functions that return the same fields in different forms."""
    sides = (partial(_named, side) for side in (ours, theirs))
    return Asked(room, name, table, settings, *sides)


def _named(side: Callable[[], Mapping[str, Any]]) -> SimpleNamespace:
    return SimpleNamespace(**side())


def in_r(function: str, **arguments: Any) -> Any:
    """Call a function of R."""
    return call(function, arguments)


def made(function: str, **arguments: Any) -> Rebuilt:
    """Return an argument that only R can hold: the result of an R function."""
    return Rebuilt("bridge_made", {"name": function, "arguments": arguments})


def numbers(value: Any) -> Any:
    """Return R's numbers without their names: a vector, or a matrix as it is."""
    if isinstance(value, Mapping):
        value = value["values"] if "values" in value else list(value.values())
    return np.asarray(value, dtype=np.float64)


def texts(value: Any) -> list[Any]:
    """Return R's texts as a list: a single one arrives as a scalar, none as NULL."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        value = value.values()
    return [value] if isinstance(value, str) else list(value)
