"""What an answer depends on, as text: kept answers are found by it, and by nothing else.

Values count by their content: arrays by their bytes, objects by their class and attributes,
functions by their code and what it refers to. What comes with a library counts by its name, so
that an answer outlives edits which change no numbers. An attribute that is None says nothing.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from pybench.base.errors import ArgumentError
from pybench.optimal.catalogue import Setting

#: Packages whose code counts by its name: it changes with their version, not from run to run.
LIBRARIES = frozenset(
    [
        "builtins",
        "functools",
        "math",
        "operator",
        "pybench",
        "numpy",
        "scipy",
        "pandas",
        "sklearn",
        "aeon",
        "sktime",
        "torch",
        "xgboost",
        "lightgbm",
    ]
)
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


def described(value: Any) -> Any:
    """Return lists of texts and numbers that two values share if they are the same by content.

    Raises
    ------
    ArgumentError
        An object whose content cannot be told, such as a generator or an open file.
    """
    return _described(value, ())


def setting_described(one: Setting) -> list[Any]:
    """Return what simulated paths depend on: process, times, steps and how many paths."""
    grid = one.grid
    times = [described(part) for part in (grid.times, grid.substeps)]
    return [one.name, described(one.process), *times, grid.scheme, grid.late, one.train, one.test]


def _described(value: Any, within: tuple[int, ...]) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PLAIN):
        return repr(value)
    if id(value) in within:
        return "again"
    inside = (*within, id(value))
    if isinstance(value, Setting):
        return setting_described(value)
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
    """Describe what can be called and is no object of a class of Python's; None of others."""
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
    names = sorted(_names(value.__code__) & known.keys())
    return [*told, _described(value.__code__, within)] + [
        [name, _described(known[name], within)] for name in names
    ]


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that is bound later
        return None


def _names(code: types.CodeType) -> set[str]:
    inner = [one for one in code.co_consts if isinstance(one, types.CodeType)]
    return set(code.co_names).union(*(_names(one) for one in inner))


def _class(value: type, within: tuple[int, ...]) -> list[Any]:
    """Describe a class: by its name, one's own by its code too."""
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
        # Nested parameters come with the objects that have them.
        own = {**value.get_params(deep=False), "series": getattr(value, "series", None) or None}
        return ["estimator", kind, _fields(own, within)]
    if all(hasattr(value, name) for name in ("dist", "args", "kwds")):  # scipy's, of a search
        return ["distribution", value.dist.name, _described([value.args, value.kwds], within)]
    if not hasattr(value, "__dict__") or type(value).__module__ == "builtins":
        raise ArgumentError(
            f"out= cannot keep answers that depend on a {type(value).__name__}: its content "
            "cannot be told, so that another's answers could be taken for its own",
            expected="parameters that are numbers, texts, arrays, functions or objects of these",
            found=f"{type(value).__module__}.{type(value).__qualname__}",
            hint="Leave out= out, or give the numbers themselves.",
        )
    return ["object", kind, _fields(vars(value), within)]


def _comes_with_library(module: str | None) -> bool:
    return (module or "").partition(".")[0] in LIBRARIES
