"""Import an optional package, or name the extra that installs it."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from pybench.base import planted
from pybench.base.errors import ExtraMissing

#: The name on PyPI; ``pybench`` there is another project.
DISTRIBUTION = "pybench-stats"


def installing(extra: str | None = None) -> str:
    """Return the command that installs pybench, or one of its extras.

    Examples
    --------
    >>> installing("series")
    'pip install "pybench-stats[series]"'
    """
    return f'pip install "{DISTRIBUTION}[{extra}]"' if extra else f"pip install {DISTRIBUTION}"


def absent(*modules: str) -> list[str]:
    """Return the top-level modules that are not installed; nothing is imported."""
    return [module for module in modules if importlib.util.find_spec(module) is None]


def require(module: str, extra: str, purpose: str) -> ModuleType:
    """Import ``module``; if it is missing, raise `ExtraMissing` naming the extra."""
    package = module.partition(".")[0]
    planted.avoid_numba_settings()  # many of these import numba
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        here = "" if error.name == package else f", which does not import here: {error}"
        raise ExtraMissing(
            f"{purpose} needs the Python package `{package}`{here}",
            hint=f"Install it with: {installing(extra)}",
        ) from error
