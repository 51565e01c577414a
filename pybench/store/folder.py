"""The folders of a user: the cache, which can be recomputed, and the configuration."""

from __future__ import annotations

import os
from pathlib import Path

from pybench.base import system
from pybench.base.errors import EnvironmentProblem


def user_cache(*parts: str) -> Path:
    """Return a folder below the user's cache; make it if it does not exist.

    The cache is ``PYBENCH_CACHE``, else ``pybench`` below ``XDG_CACHE_HOME``, else ``pybench``
    below the usual place of the system (``~/.cache`` on Linux).

    Raises
    ------
    EnvironmentProblem
        The folder cannot be made or written to.
    """
    root = _root()
    try:
        folder = root.expanduser().joinpath(*parts)
        folder.mkdir(parents=True, exist_ok=True)
    except RuntimeError as error:  # a user without a home, as in some containers
        raise _unusable(root, "this user has no home folder") from error
    except OSError as error:
        raise _unusable(folder, error.strerror) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unusable(folder, "no permission to write")
    return folder


def user_config() -> Path:
    """Return the folder of the user's configuration, without making it.

    ``PYBENCH_CONFIG``, else ``pybench`` below ``XDG_CONFIG_HOME``, else ``pybench`` below the usual
    place of the system (``~/.config`` on Linux).

    Raises
    ------
    EnvironmentProblem
        This user has no home folder.
    """
    own = os.environ.get("PYBENCH_CONFIG")
    usual = os.environ.get("XDG_CONFIG_HOME") or system.settings_folder()
    root = Path(own) if own else Path(usual) / "pybench"
    try:
        return root.expanduser().absolute()
    except RuntimeError as error:
        raise EnvironmentProblem(
            f"expected a folder of settings, found {root}: this user has no home folder",
            expected="a folder of settings",
            found=str(root),
            hint="Set the environment variable PYBENCH_CONFIG to a folder that you own.",
        ) from error


def _root() -> Path:
    if own := os.environ.get("PYBENCH_CACHE"):
        return Path(own)
    usual = os.environ.get("XDG_CACHE_HOME") or system.cache_folder()
    return Path(usual) / "pybench"


def _unusable(folder: Path, reason: str | None) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"expected a cache folder that can be written to, found {folder}: {reason}",
        expected="a folder that can be written to",
        found=str(folder),
        hint="Set the environment variable PYBENCH_CACHE to a folder of yours.",
    )
