"""Describe what a function or class computes beyond its name: code, captured values."""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from pathlib import Path
from types import (
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    ModuleType,
)
from typing import Any

from pybench.base.document import read_json

# Members of a class body that do not affect predictions, or follow from its bases.
_PASSED_OVER = (
    "__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__",
    "__annotations_cache__", "__annotate_func__", "__firstlineno__", "__static_attributes__",
    "__orig_bases__", "__parameters__", "__abstractmethods__", "_abc_impl",
    "__dataclass_fields__", "__dataclass_params__",
    "__slotnames__",  # added when an instance is copied
)  # fmt: skip
_GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
_SLOTS = (MemberDescriptorType, GetSetDescriptorType)


@functools.cache
def packages() -> Mapping[str, list[str]]:
    """Return top-level module -> the packages that provide it."""
    return metadata.packages_distributions()


def of_package(module: str | None) -> bool:
    """Return whether a package or Python provides a module, so that its name identifies it."""
    top = (module or "builtins").partition(".")[0]
    return top in sys.stdlib_module_names or top == "pybench" or top in packages()


def is_released(module: str | None) -> bool:
    """Return whether a package provides a module, unless it is installed as editable."""
    top = (module or "builtins").partition(".")[0]
    edited = top != "pybench" and any(map(_is_editable, packages().get(top, ())))
    return of_package(module) and not edited


@functools.cache
def _is_editable(package: str) -> bool:
    """Return whether a package is installed in editable mode (``pip install -e``)."""
    origin = metadata.distribution(package).read_text("direct_url.json")
    return origin is not None and bool(read_json(origin).get("dir_info", {}).get("editable"))


class Code(ABC):
    """Descriptions of functions, classes and modules; subclasses describe the values they hold.

    Parameters
    ----------
    by_name : callable
        Takes the name of a module and returns whether names identify its content.
    """

    def __init__(self, by_name: Callable[[str | None], bool]) -> None:
        self.by_name = by_name

    @abstractmethod
    def reached(self, value: Any) -> Any:
        """Describe the values that code holds."""

    def described(self, value: Any) -> dict[str, Any]:
        """Return what distinguishes a function or class from others of its name.

        The SHA-256 of code that a name does not identify; and the values that a function has
        captured, has as defaults or reads as globals, and the members of a class.
        """
        found: dict[str, Any] = {}
        if isinstance(value, FunctionType):
            found = self._captured(value)
        mro = value.__mro__ if isinstance(value, type) else ()
        if own := [kind for kind in mro if not self.by_name(kind.__module__)]:
            found = {"members": [self._members(kind) for kind in own]}
        code = [_source(one) for one in (mro or [value]) if not self.by_name(one.__module__)]
        if told := [one for one in code if one]:
            text = told[0] if len(told) == 1 else hashlib.sha256("".join(told).encode()).hexdigest()
            found["code"] = text
        return found

    def module(self, module: ModuleType, names: Iterable[str]) -> dict[str, Any]:
        """Return the description of a module used in code: its file, and its ``names``."""
        found: dict[str, Any] = {"name": module.__name__}
        if not self.by_name(module.__name__):
            file = getattr(module, "__file__", None)
            if file:
                found["code"] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
            held = vars(module)
            found["uses"] = {name: self.reached(held[name]) for name in sorted({*names} & {*held})}
        return found

    def _captured(self, function: FunctionType) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if function.__closure__:
            # A function may hold itself; an unfilled cell holds nothing.
            cells = dict(zip(function.__code__.co_freevars, function.__closure__, strict=True))
            found["closure"] = {name: self._cell(cell, function) for name, cell in cells.items()}
        if not self.by_name(function.__module__):
            if function.__defaults__:
                found["defaults"] = self.reached(function.__defaults__)
            if function.__kwdefaults__:
                found["defaults by name"] = self.reached(function.__kwdefaults__)
            if vars(function):
                found["attributes"] = self.reached(vars(function))
        # The result of a decorator from a package has the name of the wrapped object.
        held = function.__globals__
        if not self.by_name(held.get("__name__")):
            names, more = names_in(function.__code__)
            used = {name: held[name] for name in sorted(names) if name in held}
            if used:
                found["globals"] = {
                    name: self.module(one, more)
                    if isinstance(one, ModuleType)
                    else self.reached(one)
                    for name, one in used.items()
                }
        return found

    def _cell(self, cell: Any, function: FunctionType) -> Any:
        try:
            held = cell.cell_contents
        except ValueError:
            return {"empty": True}
        return {"itself": True} if held is function else self.reached(held)

    def _members(self, kind: type) -> dict[str, Any]:
        """Describe the members of a class that its name does not identify."""
        found = {}
        for name, member in sorted(vars(kind).items()):
            if name in _PASSED_OVER or isinstance(member, _SLOTS):
                continue
            if isinstance(member, property):
                parts = [member.fget, member.fset, member.fdel]
                found[name] = {"property": [self._member(part) for part in parts]}
            else:
                found[name] = self._member(member)
        return found

    def _member(self, member: Any) -> Any:
        bound = isinstance(member, (staticmethod, classmethod))
        inner = member.__func__ if bound else member
        if not isinstance(inner, FunctionType):
            return self.reached(inner)
        found = {"code": _bytecode(inner.__code__), **self._captured(inner)}
        return {"bound": type(member).__name__, **found} if bound else found


def names_in(code: CodeType) -> tuple[set[str], set[str]]:
    """Return the globals that code reads, and all its names, including those of attributes."""
    own = {one.argval for one in dis.get_instructions(code) if one.opname in _GLOBAL}
    every = set(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            more = names_in(inner)
            own |= more[0]
            every |= more[1]
    return own, every


def _source(value: Any) -> str:
    """Return the hash of code without a version: a script's, a notebook's, a user's module."""
    compiled = getattr(value, "__code__", None)
    file = getattr(sys.modules.get(value.__module__), "__file__", None)
    try:
        text = Path(file).read_bytes() if file else inspect.getsource(value).encode()
    except (OSError, TypeError):
        if compiled is None:
            return ""  # a class in a notebook: its members identify it
        text = b""
    # Two functions of one file, or of one line, may have one name.
    more = "" if compiled is None else _bytecode(compiled)
    return hashlib.sha256(text + more.encode()).hexdigest()


def _bytecode(code: CodeType) -> str:
    """Return the hash of compiled code: of what it does, not of its place."""
    constants = [
        _bytecode(one) if isinstance(one, CodeType) else _constant(one) for one in code.co_consts
    ]
    parts = [code.co_code.hex(), repr(code.co_names), repr(code.co_varnames), *constants]
    if table := getattr(code, "co_exceptiontable", b""):  # the ranges of try blocks
        parts.append(table.hex())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _constant(value: Any) -> str:
    if isinstance(value, frozenset):  # a set of texts has another order in every process
        return repr(sorted(map(repr, value)))
    return repr(value)
