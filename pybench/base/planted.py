"""Prevent code in the current folder from running: modules, programs, settings of numba.

For files that R would run, `pybench.bridge.startfiles` does this.
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
    """Prevent code of the current folder from running in this process and its children.

    Only for pybench's own processes: the environment of other processes belongs to the user.
    """
    os.environ.update(environment())
    avoid_numba_settings()


def environment() -> dict[str, str]:
    """Return the environment of pybench's processes, and of those they start, as joblib does.

    Imports and programs are not searched for in the current folder, and numba unpickles nothing
    from a folder named by a file there.
    """
    fixed = {"PYTHONSAFEPATH": "1", "PATH": path.programs()}
    return {"NUMBA_CACHE_DIR": "", **os.environ, **fixed}


def avoid_numba_settings() -> None:
    """Prevent numba, once imported, from finding a settings file in the current folder.

    numba reads this file when it is imported, and each time it compiles. The file can name a folder
    from which numba unpickles, and a file that numba overwrites. numba offers no other way to
    prevent this.
    """
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder:
    """Finds the settings module of numba, and nothing else."""

    def find_spec(
        self, name: str, places: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find as usual, but load with `_Loader`."""
        spec = PathFinder.find_spec(name, places) if name == _NUMBA else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin)
        return spec


class _Loader(SourceFileLoader):
    """Loads the module with a name for the settings file that cannot exist."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code with the name replaced."""
        code = super().get_code(fullname)
        if code is None:
            return None
        constants = (_NOWHERE if one == _SETTINGS else one for one in code.co_consts)
        return code.replace(co_consts=tuple(constants))
