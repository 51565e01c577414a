"""Import an optional package, or say which extra brings it."""

from __future__ import annotations

import importlib
from types import ModuleType

from pybench.base import planted
from pybench.base.errors import ExtraMissing

#: The name on PyPI; ``pybench`` there is somebody else's project.
DISTRIBUTION = "pybench-stats"


def installing(extra: str | None = None) -> str:
    """Return the command that installs pybench, or what an extra brings.

    Examples
    --------
    >>> installing("series")
    'pip install "pybench-stats[series]"'
    """
    return f'pip install "{DISTRIBUTION}[{extra}]"' if extra else f"pip install {DISTRIBUTION}"


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
            hint=f"Install it with: {installing(extra)}",
        ) from error
