"""Prevent links in an output folder from leading reads or writes out of it.

A folder may come from somebody else, with links in it: ``index.html -> ../../.bashrc``. While a
call works in a folder, no path below it is written, removed or moved if links below it lead
outside, or if it would write to a pipe or device. Links to the folder itself are up to its user,
and links that stay inside are allowed. Links created during the check, and hard links, are not
detected.
"""

from __future__ import annotations

import os
import stat
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pybench.base.errors import InputError, refusal

_bounds: Counter[str] = Counter()  # of all threads: a pool that writes for a call is bound too
_lock = threading.Lock()


@contextmanager
def inside(folder: str | os.PathLike[str] | None) -> Iterator[None]:
    """Restrict all writing below a folder, if one is given, to that folder during the block.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as root:
    ...     os.mkdir(f"{root}/out")
    ...     os.symlink("../victim", f"{root}/out/index.html")
    ...     with inside(f"{root}/out"):
    ...         try:
    ...             target(f"{root}/out/index.html")
    ...         except InputError as error:
    ...             print(error.message.replace(root, "DIR"))
    expected files and folders of DIR/out, found a link that leads out of that folder, to DIR/victim
    """
    if folder is None:
        yield
        return
    bound = os.path.abspath(folder)
    with _lock:
        _bounds[bound] += 1
    try:
        yield
    finally:
        with _lock:
            _bounds[bound] -= 1
            if not _bounds[bound]:
                del _bounds[bound]


def target(path: str | os.PathLike[str]) -> str:
    """Return the real path, with all links resolved.

    Raises
    ------
    InputError
        The path is below a restricted folder, and a link below that folder leads out of it, or the
        path is a pipe, socket or device.
    """
    asked, real = os.path.abspath(path), os.path.realpath(path)
    with _lock:
        bounds = [bound for bound in _bounds if _below(asked, bound)]
    for bound in bounds:
        root = os.path.realpath(bound)
        if not _below(real, root):
            raise _leads_out(asked, bound, root)
    if bounds and _is_odd(real):
        raise refusal(
            f"files and folders of {bounds[0]}",
            "a pipe, socket or device, on which writing could block forever",
            "Nothing was written there. Remove the pipe, socket or device, or use another folder.",
            file=asked,
            kind=InputError,
        )
    return real


def _is_odd(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # it does not exist, or the writer reports the reason
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _leads_out(path: str, bound: str, root: str) -> InputError:
    """Return the refusal of a path: the first link on it that leads out of the folder."""
    place = bound
    for part in os.path.relpath(path, bound).split(os.sep):
        place = os.path.join(place, part)
        if not _below(os.path.realpath(place), root):
            break
    return refusal(
        f"files and folders of {bound}",
        f"a link that leads out of that folder, to {os.path.realpath(place)}",
        "Nothing was written there. Remove the link, or use another folder.",
        file=place,
        kind=InputError,
    )
