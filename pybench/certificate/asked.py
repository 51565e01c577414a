"""One question to both languages, and the few ways in which it is put."""

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

    room: str  #: "compare", "landscape", "select", "optimal" or "suite", as the commands
    name: str  #: that of the function in R without ``pb_``; in Python the same, or in `optimal`
    table: str  #: what it is asked of
    settings: str  #: the options chosen, in words
    python: Callable[[], Answer]  #: what Python answers, computed by Python alone
    r: Callable[[], Answer]  #: what R answers


Questions = Iterator[Asked]


def engines(
    room: str,
    function: Callable[..., Result],
    table: str,
    *arguments: Any,
    settings: str = "defaults",
    **options: Any,
) -> Asked:
    """Ask a function that has an implementation in either language and takes ``engine``."""
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
    """Ask two functions that answer in forms of their own: each gives fields of the same names."""
    sides = (partial(_named, side) for side in (ours, theirs))
    return Asked(room, name, table, settings, *sides)


def _named(side: Callable[[], Mapping[str, Any]]) -> SimpleNamespace:
    return SimpleNamespace(**side())


def in_r(function: str, **arguments: Any) -> Any:
    """Call a function of R."""
    return call(function, arguments)


def made(function: str, **arguments: Any) -> Rebuilt:
    """Return an argument that only R can hold: what one of its functions makes."""
    return Rebuilt("bridge_made", {"name": function, "arguments": arguments})


def numbers(value: Any) -> Any:
    """Return R's numbers without their names: a vector, or a matrix as it stands."""
    if isinstance(value, Mapping):
        value = value["values"] if "values" in value else list(value.values())
    return np.asarray(value, dtype=np.float64)


def texts(value: Any) -> list[Any]:
    """Return R's texts as a list: one alone arrives as a scalar, none as NULL."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        value = value.values()
    return [value] if isinstance(value, str) else list(value)
