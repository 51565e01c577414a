"""What a worker is started with, and whether a worker of an earlier call may serve a later one."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from pybench.base import planted

BLAS_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS",
)  # fmt: skip
_PYTHONS = os.path.dirname(os.__file__) + os.sep
_INSTALLED = tuple(f"{os.sep}{name}{os.sep}" for name in ("site-packages", "dist-packages"))


@dataclass(frozen=True)
class Setting:
    """What a worker is started with, and the files of modules that its tasks may load."""

    program: tuple[str, ...]
    folder: str
    environment: Mapping[str, str]
    files: Mapping[str, tuple[int, int]]  #: time and size

    @classmethod
    def present(cls, code: str) -> Setting:
        """Return the setting of this process, as it is now, for workers that run some code."""
        program = sys.executable, "-P", "-c", code, json.dumps(sys.path)
        environment = {**planted.environment(), **dict.fromkeys(BLAS_THREADS, "1")}
        files = {}
        for file in _own_files(len(sys.modules)):
            with suppress(OSError):
                status = os.stat(file)
                files[file] = status.st_mtime_ns, status.st_size
        return cls(program, current_folder(), environment, files)

    def allows(self, later: Setting) -> bool:
        """Return whether a worker that was started with this setting may serve a later call."""
        one, other = ((s.program, s.folder, s.environment) for s in (self, later))
        # It loads further modules as they are then.
        return one == other and self.files.items() <= later.files.items()


@functools.lru_cache(maxsize=1)
def _own_files(_: int) -> list[str]:
    """Return the files of all loaded modules that are neither Python's nor installed, nor ours."""
    found = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__dict__", {}).get("__file__")
        if isinstance(file, str) and name.partition(".")[0] != "pybench":
            installed = file.startswith(_PYTHONS) or any(part in file for part in _INSTALLED)
            found += [] if installed else [file]
    return found


def current_folder() -> str:
    """Return the current folder; "." if it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return os.curdir
