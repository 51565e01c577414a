"""User modules beside a file of definitions: find their files, and load them.

Only the source text of the inspected files is loaded. Their folder is not added to Python's path,
where any file in it could shadow a package, and compiled code beside them, which nobody can read,
is ignored.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

PACKAGE = "__init__.py"


def files_of(file: Path) -> dict[str, Path]:
    """Return a module and those it imports from its folder, as name -> file.

    They are found by reading source text; nothing is imported. For a package, all its files are
    included. A module of Python or of an installed package has precedence over a file with the same
    name, as in every import.

    Examples
    --------
    >>> _ = Path("mine.py").write_text("import json, helper")
    >>> _ = Path("helper.py").write_text("DEPTH = 3")
    >>> list(files_of(Path("mine.py")))
    ['helper', 'mine']
    """
    folder = file.parent.parent if file.name == PACKAGE else file.parent
    found: dict[str, Path] = {}
    pending = [file]
    while pending:
        own = _whole(pending.pop())
        found |= own
        for name in {name for one in own.values() for name in _imported(one)}:
            if name not in found and (near := _near(name, folder)):
                pending.append(near)
    return dict(sorted(found.items()))


def _whole(file: Path) -> dict[str, Path]:
    """Return a module, or all modules of a package, by name."""
    if file.name != PACKAGE:
        return {file.stem: file}
    top = file.parent
    named = ((one.relative_to(top.parent).with_suffix("").parts, one) for one in top.rglob("*.py"))
    return {
        ".".join(parts[:-1] if parts[-1] == "__init__" else parts): one
        for parts, one in named
        if all(part.isidentifier() for part in parts)
    }


def _imported(file: Path) -> Iterator[str]:
    """Yield the top-level names of what the text of a module imports."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return  # importing it will report the reason
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _near(name: str, folder: Path) -> Path | None:
    """Return the file of a module in the folder, unless something else provides that module."""
    for file in (folder / name / PACKAGE, folder / f"{name}.py"):
        with suppress(OSError):  # a name that is too long
            if file.is_file():
                return None if elsewhere(name, file) else file
    return None


def elsewhere(name: str, file: Path) -> str:
    """Return what else provides a module with the name of a file; "" if nothing does."""
    if name in sys.stdlib_module_names:
        return "Python itself"
    spec = PathFinder.find_spec(name)
    if spec is None or spec.origin is None or Path(spec.origin).resolve() == file.resolve():
        return ""
    return spec.origin


class Clash(Exception):
    """Another module has the same name; the text says where it comes from."""


def load(file: Path) -> ModuleType:
    """Return the module of a file; register the files of the modules that it imports.

    Raises
    ------
    Clash
        Python holds one module per name, so the classes of the other module would run instead.
    Exception
        Whatever the code of the module raises.
    """
    files = files_of(file)
    name = file.stem
    if other := elsewhere(name, file):
        raise Clash(other)
    for one, place in files.items():
        if one in sys.modules:
            held = getattr(sys.modules[one], "__file__", None)
            if held is None or Path(held).resolve() != place.resolve():
                raise Clash(f"{held or 'a module without a file'}, loaded by the name {one}")
    if _OWN not in sys.meta_path:
        sys.meta_path.insert(0, _OWN)
    _OWN.files |= files
    known = name in sys.modules
    module = importlib.import_module(name)
    if not known:
        _travels(files)
    return module


def _travels(names: dict[str, Path]) -> None:
    """Pickle classes by value for joblib's processes, which cannot find these files."""
    for place in ("cloudpickle", "joblib.externals.cloudpickle"):  # joblib bundled it up to 1.5
        with suppress(ImportError):
            pickler = importlib.import_module(place)
            for name in names.keys() & sys.modules.keys():
                pickler.register_pickle_by_value(sys.modules[name])


class _Text(SourceFileLoader):
    """Compiles the text of a module: compiled code beside it may come from another text."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


class _Finder(MetaPathFinder):
    """Finds the modules of `files` and no others."""

    def __init__(self) -> None:
        self.files: dict[str, Path] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: Any = None
    ) -> ModuleSpec | None:
        file = self.files.get(fullname)
        if file is None:
            return None
        # No search locations: submodules that are not listed are not found either.
        inner: list[str] | None = [] if file.name == PACKAGE else None
        loader = _Text(fullname, str(file))
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=inner
        )


_OWN = _Finder()
