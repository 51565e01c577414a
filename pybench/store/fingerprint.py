"""Comparable descriptions of estimators: classes, parameters, code, versions."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import logging
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from importlib import metadata
from pathlib import PurePath
from types import FunctionType, ModuleType
from typing import Any

from pybench.base.errors import ArgumentError
from pybench.base.extras import DISTRIBUTION
from pybench.base.text import clipped
from pybench.store.code import Code, of_package, packages

DEPTH = 20
_SEEDS = "random_state"  # set anew for every fit, so it is irrelevant
_VALUES = (bytes, complex, range, slice, type(...), PurePath)  # repr describes them fully


def describe(estimator: Any, by_name: Callable[[str | None], bool] = of_package) -> Any:
    """Return a JSON-safe description: equal descriptions are equal estimators.

    Contains classes by name with all their parameters, also nested ones; arrays by their SHA-256;
    code that no package provides by the SHA-256 of its file; functions with their captured values
    and the globals that they read; methods with their object. A ``random_state`` among the
    parameters is left out. Folders of users contain descriptions and their digests, so the
    description of an object must not change.

    Parameters
    ----------
    estimator : object
        Or any value that an estimator may hold.
    by_name : callable
        Takes the name of a module and returns whether names identify its content.

    Raises
    ------
    ArgumentError
        A parameter that cannot be described.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> describe(GaussianNB())
    {'class': 'sklearn.naive_bayes.GaussianNB', 'parameters': {'priors': None,
     'var_smoothing': 1e-09}}
    """
    return _Walk(by_name).value(estimator, 0)


def digest(description: Any) -> str:
    """Return the SHA-256 of a description."""
    text = json.dumps(description, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def versions_of(description: Any) -> dict[str, str]:
    """Return package -> version for all packages in a description."""
    found: dict[str, str] = {}
    for root in sorted(roots(description)):
        for package in packages().get(root, ()):
            if package != DISTRIBUTION:  # pybench's version is in every description of a run
                found[package] = version(package)
    return found


def roots(description: Any) -> set[str]:
    """Return the top-level modules of all classes and functions in a description."""
    return {name.partition(".")[0] for name in _modules(description)}


@functools.cache
def version(package: str) -> str:
    """Return the version of a package; reading it takes milliseconds."""
    return metadata.version(package)


class _Walk(Code):
    """One description: code described once is referred to by name when it recurs."""

    def __init__(self, by_name: Callable[[str | None], bool], told: Iterable[Any] = ()) -> None:
        super().__init__(by_name)
        self.told = list(told)  # keep the objects alive, so that no id is reused
        self.within: list[Any] = []  # the objects that contain the present one

    def value(self, value: Any, depth: int) -> Any:
        if depth > DEPTH:
            raise _undescribed(value)
        if value is None or isinstance(value, (bool, int, str)):
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else {"number": repr(value)}
        if isinstance(value, _VALUES):
            return {type(value).__name__: repr(value)}
        if isinstance(value, re.Pattern):  # repr truncates it
            return {"pattern": self.value(value.pattern, depth + 1), "flags": value.flags}
        return self.container(value, depth)

    def container(self, value: Any, depth: int) -> Any:
        if isinstance(value, Mapping):
            return {"mapping": [self.each(item, depth) for item in value.items()]}
        if isinstance(value, (list, tuple)):
            return self.each(value, depth)
        if isinstance(value, (set, frozenset)):
            # Their order is arbitrary, so each is described independently of the others.
            parts = [_Walk(self.by_name, self.told).value(item, depth + 1) for item in value]
            return {"set": sorted(parts, key=repr)}
        if isinstance(value, functools.partial):
            return {"partial": self.each([value.func, list(value.args), value.keywords], depth)}
        if inspect.ismethod(value):
            func, of = self.each([value.__func__, value.__self__], depth)
            return {"method": func, "of": of}
        if inspect.isbuiltin(value) and not isinstance(value.__self__, (ModuleType, type(None))):
            return {"name": _path(value), "of": self.value(value.__self__, depth + 1)}
        if isinstance(value, (type, FunctionType)) or inspect.isbuiltin(value):
            return {"name": _path(value), **self.code(value)}
        if isinstance(value, ModuleType):
            return self.module(value, ())
        if hasattr(value, "dtype") and hasattr(value, "tobytes"):
            return self.array(value, depth)
        return self.object(value, depth)

    def each(self, values: Iterable[Any], depth: int) -> list[Any]:
        return [self.value(item, depth + 1) for item in values]

    def array(self, value: Any, depth: int) -> Any:
        if value.ndim == 0 or value.dtype == object:
            return self.value(value.tolist(), depth + 1)
        sha256 = hashlib.sha256(value.tobytes()).hexdigest()
        return {"array": [value.dtype.str, list(value.shape)], "sha256": sha256}

    def object(self, value: Any, depth: int) -> dict[str, Any]:
        kind = type(value)
        if isinstance(value, logging.Logger):  # it only logs, and affects nothing
            return {"class": _path(kind), "called": value.name}
        if _path(kind) == "numpy.ufunc" and not getattr(value, "__dict__", None):
            return {"class": _path(kind), "called": value.__name__}
        if kind.__module__.startswith("numba.") and hasattr(value, "py_func"):
            return {"class": _path(kind), "of": self.value(value.py_func, depth + 1)}
        for place, one in enumerate(self.within):
            if one is value:
                return {"within": place}
        what, held = _held(value)
        self.within.append(value)
        named = {name: self.value(item, depth + 1) for name, item in sorted(held.items())}
        self.within.pop()
        return {"class": _path(kind), what: named, **self.code(kind)}

    def code(self, value: Any) -> dict[str, Any]:
        for place, one in enumerate(self.told):
            if one is value:
                return {"again": place}
        self.told.append(value)
        return self.described(value)

    def reached(self, value: Any) -> Any:
        """Describe what code holds; no code is described twice, so this ends at any depth."""
        return self.value(value, 0)


def _held(value: Any) -> tuple[str, dict[str, Any]]:
    """Return the content of an object, and its name in a description."""
    if hasattr(value, "get_params") and not isinstance(value, type):
        given = value.get_params(deep=False)
        return "parameters", {name: one for name, one in given.items() if name != _SEEDS}
    if _path(type(value)).startswith("scipy.stats.") and hasattr(value, "kwds"):
        # A distribution of a search; other than scipy's own ones, its name is not enough.
        stats = sys.modules["scipy.stats"]
        if isinstance(getattr(stats, str(value.dist.name), None), type(value.dist)):
            return "state", {"dist": value.dist.name, "args": value.args, "kwds": value.kwds}
        raise _undescribed(value)
    if isinstance(getattr(value, "__dict__", None), dict):
        return "state", vars(value)
    if is_dataclass(value):  # with slots
        return "state", {field.name: getattr(value, field.name) for field in fields(value)}
    raise _undescribed(value)


def _path(value: Any) -> str:
    return f"{value.__module__ or 'builtins'}.{value.__qualname__}"


def _modules(description: Any) -> list[str]:
    if isinstance(description, list):
        return [name for item in description for name in _modules(item)]
    if isinstance(description, dict):
        own = [
            description[key] for key in ("class", "name") if isinstance(description.get(key), str)
        ]
        return own + [name for item in description.values() for name in _modules(item)]
    return []


def _undescribed(value: Any) -> ArgumentError:
    found = f"{type(value).__name__}: {clipped(repr(value))}"
    return ArgumentError(
        f"a value that an estimator holds, or that its code uses, cannot be described: {found}",
        expected="numbers, strings, arrays, functions, and objects made of these",
        found=found,
        hint="A run that cannot say what it ran cannot be repeated: create the value inside the "
        "code that uses it, and write your class in a file (`file:` of a definition).",
    )
