"""pybench: which methods really differ, on which datasets, and how sure are we.

Public names are loaded on first use. The only list of them is ``__init__.pyi``: type checkers read
that file, and this module reads it at run time.
"""

from __future__ import annotations

import ast
import importlib
from pathlib import Path


def _public_names() -> dict[str, tuple[str, str]]:
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: (statement.module, alias.name)
        for statement in stub.body
        if isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names
    }


_PUBLIC = _public_names()
__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = importlib.import_module("pybench.base.shared").version()
    elif name in _PUBLIC:
        module, attribute = _PUBLIC[name]
        if module == __name__:
            value = importlib.import_module(f"{module}.{attribute}")
        else:
            value = getattr(importlib.import_module(module), attribute)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
