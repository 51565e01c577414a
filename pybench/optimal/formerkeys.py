"""Keys of answers kept by earlier states of 0.1.0, which are still read but no longer written.

The key contains the version, so a later version finds none of them: remove this module after 0.1.0.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from pybench.base.shared import version
from pybench.optimal.catalogue import Setting
from pybench.store.code import names_in

#: Packages whose code counts by name.
LIBRARIES = {
    "builtins", "functools", "math", "operator", "pybench", "numpy", "scipy", "pandas", "sklearn",
    "aeon", "sktime", "torch", "xgboost", "lightgbm",
}  # fmt: skip
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


def earlier_key(setting: Setting, run: int, classifier: str, seed: int, estimator: Any) -> str:
    """Return the former key of an answer; where there was none, a key that no file has."""
    try:
        parts = [_setting(setting), run, classifier, seed, version(), _described(estimator, ())]
    except LookupError:
        return "none"
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def _setting(one: Setting) -> list[Any]:
    grid = one.grid
    told = [_described(part, ()) for part in (one.process, grid.times, grid.substeps)]
    return [one.name, *told, grid.scheme, grid.late, one.train, one.test]


def _described(value: Any, within: tuple[int, ...]) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PLAIN):
        return repr(value)
    if id(value) in within:
        return "again"
    inside = (*within, id(value))
    if isinstance(value, Setting):
        return _setting(value)
    if isinstance(value, np.ndarray):
        return _array(value, inside)
    if isinstance(value, (list, tuple, range)):
        return ["list", *(_described(one, inside) for one in value)]
    if isinstance(value, (set, frozenset)):
        return ["set", *sorted(repr(_described(one, inside)) for one in value)]
    if isinstance(value, Mapping):
        return _fields(value, inside)
    return _code(value, inside) or _object(value, inside)


def _array(value: Any, within: tuple[int, ...]) -> list[Any]:
    if value.dtype == object:
        return ["array", list(value.shape), _described(value.ravel().tolist(), within)]
    content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
    return ["array", list(value.shape), value.dtype.str, content]


def _fields(fields: Mapping[Any, Any], within: tuple[int, ...]) -> list[Any]:
    told = {str(name): one for name, one in fields.items() if one is not None}
    return ["fields", *([name, _described(told[name], within)] for name in sorted(told))]


def _code(value: Any, within: tuple[int, ...]) -> list[Any] | None:
    if isinstance(value, types.ModuleType):
        return ["module", value.__name__]
    if isinstance(value, partial):
        return [
            "partial",
            *(_described(p, within) for p in (value.func, value.args, value.keywords)),
        ]
    if isinstance(value, types.MethodType):
        return ["method", _described(value.__self__, within), _described(value.__func__, within)]
    if isinstance(value, types.FunctionType):
        return _function(value, within)
    if isinstance(value, types.CodeType):
        constants = [_described(one, within) for one in value.co_consts]
        return ["code", value.co_code.hex(), list(value.co_names), constants]
    if isinstance(value, type):
        return _class(value, within)
    if isinstance(value, (types.BuiltinFunctionType, np.ufunc)):
        return ["named", str(getattr(value, "__module__", "")), value.__name__]
    inner = getattr(value, "__wrapped__", None) or getattr(value, "__func__", None)
    return None if inner is None else ["wrapped", _described(inner, within)]


def _function(value: types.FunctionType, within: tuple[int, ...]) -> list[Any]:
    bound = [_content(cell) for cell in value.__closure__ or ()]
    given = [bound, value.__defaults__, value.__kwdefaults__]
    told = ["function", _described(given, within)]
    if _comes_with_library(value.__module__):
        return [*told, value.__module__, value.__qualname__]
    known = value.__globals__
    names = sorted(names_in(value.__code__)[1] & known.keys())
    return [*told, _described(value.__code__, within)] + [
        [name, _described(known[name], within)] for name in names
    ]


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a closure variable that is bound later
        return None


def _class(value: type, within: tuple[int, ...]) -> list[Any]:
    told: list[Any] = ["class", value.__qualname__]
    if _comes_with_library(value.__module__):
        return told
    own = {
        name: one
        for name, one in vars(value).items()
        if isinstance(one, (*PLAIN, types.FunctionType, classmethod, staticmethod, np.ndarray))
        and name not in ("__doc__", "__module__", "__firstlineno__", "__static_attributes__")
    }
    bases = [_described(one, within) for one in value.__bases__]
    return [*told, _fields(own, within), bases]


def _object(value: Any, within: tuple[int, ...]) -> list[Any]:
    kind = _described(type(value), within)
    if hasattr(value, "get_params"):
        own = {**value.get_params(deep=False), "series": getattr(value, "series", None) or None}
        return ["estimator", kind, _fields(own, within)]
    if all(hasattr(value, name) for name in ("dist", "args", "kwds")):  # a scipy distribution
        return ["distribution", value.dist.name, _described([value.args, value.kwds], within)]
    if not hasattr(value, "__dict__") or type(value).__module__ == "builtins":
        raise LookupError(kind)
    return ["object", kind, _fields(vars(value), within)]


def _comes_with_library(module: str | None) -> bool:
    return (module or "").partition(".")[0] in LIBRARIES
