"""What lies in the current folder does not run: modules, programs, settings of numba.

What R would run there is kept from it in `pybench.bridge.startfiles`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from pybench.base import path

_NUMBA, _SETTINGS = "numba.core.config", ".numba_config.yaml"
_NOWHERE = os.path.join(os.devnull, _SETTINGS)


def avoid() -> None:
    """Run nothing of the current folder in this process, nor in any that it starts.

    For a process of our own alone: the environment of one that only calls pybench is its user's.
    """
    os.environ.update(environment())
    avoid_numba_settings()


def environment() -> dict[str, str]:
    """Return the environment of our processes, and of those that they start, as joblib does.

    Imports and programs are not looked for in the current folder, and numba unpickles nothing from
    a folder that a file there names.
    """
    fixed = {"PYTHONSAFEPATH": "1", "PATH": path.programs()}
    return {"NUMBA_CACHE_DIR": "", **os.environ, **fixed}


def avoid_numba_settings() -> None:
    """Let numba, once it is imported, find no file of settings in the current folder.

    It would read there which folder to unpickle from and which file to write over, when it is
    imported and each time it compiles. It has no other way to be told.
    """
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder:
    """Finds the settings of numba, and nothing else."""

    def find_spec(
        self, name: str, places: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find as usual, and load by `_Loader`."""
        spec = PathFinder.find_spec(name, places) if name == _NUMBA else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin)
        return spec


class _Loader(SourceFileLoader):
    """Loads with another name for the file of settings, at which none can be."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code with the name replaced."""
        code = super().get_code(fullname)
        if code is None:
            return None
        constants = (_NOWHERE if one == _SETTINGS else one for one in code.co_consts)
        return code.replace(co_consts=tuple(constants))
