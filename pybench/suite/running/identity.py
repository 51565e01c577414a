"""What an estimator is, in words that can be compared: classes, parameters, code, versions."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import math
from collections.abc import Mapping
from importlib import metadata
from types import FunctionType, ModuleType
from typing import Any

from pybench.base.errors import ArgumentError
from pybench.base.text import clipped
from pybench.suite.running.code import described_code, packages

DEPTH = 20
_SEEDS = "random_state"  # set anew for every fit, so it says nothing


def describe(estimator: Any) -> Any:
    """Return a JSON-safe description: equal descriptions are equal estimators.

    Classes by name with all their parameters, nested ones too; arrays by their SHA-256; code that
    no package brings by the SHA-256 of its file; functions with what they have captured, methods
    with their object. ``random_state`` is left out.

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
    return _described(estimator, 0)


def digest(description: Any) -> str:
    """Return the SHA-256 of a description."""
    text = json.dumps(description, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def versions_of(description: Any) -> dict[str, str]:
    """Return package -> version of all that a description names."""
    found: dict[str, str] = {}
    for module in sorted(set(_modules(description))):
        for package in packages().get(module.partition(".")[0], ()):
            found[package] = version(package)
    return found


@functools.cache
def version(package: str) -> str:
    """Return the version of a package; reading it takes milliseconds."""
    return metadata.version(package)


def _described(value: Any, depth: int) -> Any:
    if depth > DEPTH:
        raise _undescribed(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"number": repr(value)}
    if isinstance(value, Mapping):
        return {"mapping": [[_described(x, depth + 1) for x in item] for item in value.items()]}
    if isinstance(value, (list, tuple)):
        return [_described(item, depth + 1) for item in value]
    if isinstance(value, (set, frozenset)):
        return {"set": sorted((_described(item, depth + 1) for item in value), key=repr)}
    if isinstance(value, functools.partial):
        parts = [value.func, list(value.args), value.keywords]
        return {"partial": [_described(part, depth + 1) for part in parts]}
    if inspect.ismethod(value):
        return {"method": _described(value.__func__, depth + 1), "of": _of(value, depth)}
    if inspect.isbuiltin(value) and not isinstance(value.__self__, (ModuleType, type(None))):
        return {"name": _path(value), "of": _of(value, depth)}
    if isinstance(value, (type, FunctionType)) or inspect.isbuiltin(value):
        return {"name": _path(value), **_code(value, depth)}
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        return _array(value, depth)
    return _object(value, depth)


def _array(value: Any, depth: int) -> Any:
    if value.ndim == 0 or value.dtype == object:
        return _described(value.tolist(), depth + 1)
    sha256 = hashlib.sha256(value.tobytes()).hexdigest()
    return {"array": [value.dtype.str, list(value.shape)], "sha256": sha256}


def _object(value: Any, depth: int) -> dict[str, Any]:
    kind = type(value)
    if hasattr(value, "get_params") and not isinstance(value, type):
        state = value.get_params(deep=False)
        held = {name: item for name, item in sorted(state.items()) if name != _SEEDS}
        what = "parameters"
    elif isinstance(getattr(value, "__dict__", None), dict) and not isinstance(value, ModuleType):
        held, what = dict(sorted(vars(value).items())), "state"
    else:
        raise _undescribed(value)
    named = {name: _described(item, depth + 1) for name, item in held.items()}
    return {"class": _path(kind), what: named, **_code(kind, depth)}


def _of(method: Any, depth: int) -> Any:
    return _described(method.__self__, depth + 1)


def _code(value: Any, depth: int) -> dict[str, Any]:
    return described_code(value, lambda held: _described(held, depth + 1))


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
        f"a parameter of an estimator cannot be described: {found}",
        expected="numbers, texts, arrays, functions, and objects made of these",
        found=found,
        hint="A run that cannot say what it ran cannot be repeated: give a class of your own.",
    )
