"""Locks on files, which end with the process that holds them, however that ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pybench.base import system
from pybench.base.errors import EnvironmentProblem
from pybench.store import inside


def hold(descriptor: int, path: str | os.PathLike[str], found: str) -> None:
    """Lock an open file for this process alone, until it is closed or the process ends.

    The lock is the one of `system.lock`, which the R package uses too, except on Windows.

    Parameters
    ----------
    descriptor : int
        Of the open file.
    path : path
        Its name, for messages.
    found : str
        The message if another process holds it.

    Raises
    ------
    EnvironmentProblem
        If another live process holds it.
    OSError
        If the file system has no locks.
    """
    if not system.lock(descriptor):
        raise EnvironmentProblem(
            "another run is at work in this folder",
            file=os.fspath(path),
            expected="one run at a time",
            found=found,
            hint="Wait until that run has ended, stop that run, or use another folder.",
        )


@contextmanager
def alone_in(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Lock a folder during the block, without leaving a file in it.

    Where folders cannot be locked (NFS, Windows), nothing is locked.

    Raises
    ------
    EnvironmentProblem
        If another live process holds it.
    """
    descriptor = system.open_folder(folder)
    if descriptor is None:
        yield
        return
    try:
        with suppress(OSError):
            hold(descriptor, folder, "a folder that a running process writes")
        yield
    finally:
        os.close(descriptor)


class Lock:
    """A file used only as a lock, from the creation of this object until `close`.

    Raises
    ------
    EnvironmentProblem
        If another live process holds it, in Python or in R; if it cannot be locked.
    InputError
        If a link leads out of the folder that is written into.

    Examples
    --------
    >>> import tempfile
    >>> lock = Lock(tempfile.mkdtemp() + "/lock")
    >>> lock.close()
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            target = inside.target(path)  # no longer a link
            self._descriptor = system.open_file(target, os.O_RDWR | os.O_CREAT, follow=False)
            try:
                hold(self._descriptor, path, "a lock that a running process holds")
            except BaseException:
                os.close(self._descriptor)
                raise
        except OSError as error:
            reason = error.strerror or str(error)
            raise EnvironmentProblem(
                f"cannot lock the file: {reason}",
                file=os.fspath(path),
                expected="a file that can be locked",
                found=reason,
                hint="Check the folder and its permissions, or use a folder on a local disk.",
            ) from error

    def close(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)
