"""Paths from outside, checked in one place, so that invalid ones raise pybench errors."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError, refusal


def to_read(name: str, value: Any) -> Path:
    """Return a path that is to be read; whether it exists is checked on reading.

    Parameters
    ----------
    name : str
        Of the argument, for messages.
    value : str or path-like

    Raises
    ------
    ArgumentError
        Not a path: None, bytes, a number, a text with NUL.
    InputError
        The system refuses access: no permission, a loop of links, a name that is too long.

    Examples
    --------
    >>> to_read("source", "nowhere.csv").name
    'nowhere.csv'
    """
    path = _path(name, value)
    if reason := _refusal(path):
        hint = "Check the path."
        raise refusal("a path that can be read", reason, hint, file=str(path), kind=InputError)
    return path


def to_write(name: str, value: Any) -> Path:
    """Return a path that is to be written; arguments as for `to_read`.

    Raises
    ------
    ArgumentError
        Not a path.
    EnvironmentProblem
        The system refuses access.
    """
    path = _path(name, value)
    if reason := _refusal(path):
        raise EnvironmentProblem(
            f"cannot write to this path: {reason}",
            file=str(path),
            expected="a path that can be written",
            found=reason,
            hint="Choose another path.",
        )
    return path


def all_to_read(name: str, values: Any) -> list[Path]:
    """Return one path or several, as from `to_read`."""
    one = isinstance(values, (str, bytes, os.PathLike)) or not isinstance(values, Iterable)
    return [to_read(name, value) for value in ([values] if one else values)]


def absolute(folders: str | None) -> list[str]:
    """Return the folders of a search path that do not depend on the current folder.

    Examples
    --------
    >>> absolute("/usr/bin:.::bin")
    ['/usr/bin']
    """
    named = (folders or "").split(os.pathsep)
    return [folder for folder in named if os.path.isabs(os.path.expanduser(folder))]


def programs() -> str:
    """Return the ``PATH`` without the folders that depend on the current one."""
    return os.pathsep.join(absolute(os.environ.get("PATH"))) or os.defpath


def _path(name: str, value: Any) -> Path:
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if isinstance(text, str) and "\0" not in text:
        return Path(text)
    found = repr(value) if isinstance(value, (str, bytes)) else type(value).__name__
    raise ArgumentError(
        f"`{name}` must be a path, not {found[:80]}",
        expected="a str or os.PathLike of str, without NUL",
        found=found,
    )


def _refusal(path: Path) -> str | None:
    """Return why the system refuses to look up a path, or to enter it as a folder."""
    try:
        os.stat(os.path.join(path, "."))
    except (FileNotFoundError, NotADirectoryError):
        return None  # it does not exist, or is a file
    except OSError as error:
        return error.strerror or str(error)
    return None
