"""Import an optional package, or say which extra brings it."""

from __future__ import annotations

import importlib
from types import ModuleType

from pybench.base import planted
from pybench.base.errors import ExtraMissing


def require(module: str, extra: str, purpose: str) -> ModuleType:
    """Import ``module``; where it is absent raise `ExtraMissing` naming the extra."""
    package = module.partition(".")[0]
    planted.avoid_numba_settings()  # which many of these import
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        here = "" if error.name == package else f", which does not import here: {error}"
        raise ExtraMissing(
            f"{purpose} needs the Python package `{package}`{here}",
            hint=f'Install it with: pip install "pybench[{extra}]"',
        ) from error
