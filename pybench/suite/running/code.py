"""What a function or class computes, where its name does not say it: code, captured values."""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_PLAIN = (type(None), bool, int, float, str, tuple)  # class attributes that are described


def described_code(value: Any, describe: Callable[[Any], Any]) -> dict[str, Any]:
    """Return what tells a function or class from others of its name.

    The SHA-256 of code that no package brings; and the values that a function has captured or
    takes by default, as ``describe`` tells them.
    """
    found: dict[str, Any] = {}
    if isinstance(value, FunctionType):
        found = _captured(value, describe)
    elif isinstance(value, type) and "<locals>" in value.__qualname__:
        found = _members(value, describe)
    code = [_code(one) for one in (value.__mro__ if isinstance(value, type) else [value])]
    if own := [one for one in code if one]:
        text = own[0] if len(own) == 1 else hashlib.sha256("".join(own).encode()).hexdigest()
        found["code"] = text
    return found


def _captured(function: FunctionType, describe: Callable[[Any], Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if function.__closure__:
        # A function may hold itself; a cell that is not filled yet holds nothing.
        cells = dict(zip(function.__code__.co_freevars, function.__closure__, strict=True))
        found["closure"] = {name: _cell(cell, function, describe) for name, cell in cells.items()}
    if not _of_package(function.__module__):
        if function.__defaults__:
            found["defaults"] = describe(function.__defaults__)
        if function.__kwdefaults__:
            found["defaults by name"] = describe(function.__kwdefaults__)
    return found


def _cell(cell: Any, function: FunctionType, describe: Callable[[Any], Any]) -> Any:
    try:
        held = cell.cell_contents
    except ValueError:
        return {"empty": True}
    return {"itself": True} if held is function else describe(held)


def _members(kind: type, describe: Callable[[Any], Any]) -> dict[str, Any]:
    """Describe what a class that a function made may have from it."""
    found = {}
    for name, member in sorted(vars(kind).items()):
        inner = getattr(member, "__func__", member)
        if isinstance(inner, FunctionType):
            # Methods that call super() hold their class.
            held = _captured(inner, lambda one: "the class" if one is kind else describe(one))
            found[name] = {"code": _bytecode(inner.__code__), **held}
        elif isinstance(member, _PLAIN) and not name.startswith("__"):
            found[name] = describe(member)
    return {"members": found}


def _code(value: Any) -> str:
    """Return the hash of code that has no version: a script's, a notebook's, a user's module."""
    module = value.__module__ or "builtins"
    if _of_package(module):
        return ""
    compiled = getattr(value, "__code__", None)
    file = getattr(sys.modules.get(module), "__file__", None)
    try:
        text = Path(file).read_bytes() if file else inspect.getsource(value).encode()
    except (OSError, TypeError):
        if compiled is None:
            return "unknown"
        text = b""
    # Two functions of one file, or of one line, may have one name.
    more = "" if compiled is None else _bytecode(compiled)
    return hashlib.sha256(text + more.encode()).hexdigest()


def _bytecode(code: CodeType) -> str:
    """Return the hash of compiled code: of what it does, not of where it stands."""
    constants = [
        _bytecode(one) if isinstance(one, CodeType) else _constant(one) for one in code.co_consts
    ]
    parts = [code.co_code.hex(), repr(code.co_names), repr(code.co_varnames), *constants]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _constant(value: Any) -> str:
    if isinstance(value, frozenset):  # of texts has another order in every process
        return repr(sorted(map(repr, value)))
    return repr(value)


def _of_package(module: str | None) -> bool:
    top = (module or "builtins").partition(".")[0]
    return top in sys.stdlib_module_names or top == "pybench" or top in packages()


@functools.cache
def packages() -> Mapping[str, list[str]]:
    """Return top module -> the packages that bring it."""
    return metadata.packages_distributions()
