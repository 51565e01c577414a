"""What differs between operating systems: files, locks, processes, limits, folders of users.

The other files ask here. The answer depends on the functions that the system has, not on its name,
so that a test can take a function away.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

# Windows locks bytes against reading too; this one lies behind the end of every file of a run.
_LOCKED_BYTE = 2**31 - 2
# In a process of its own: some systems accept the limit, and allocate beyond it.
_LIMITED = """
import mmap, resource
_, hard = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (2**20, hard))
try:
    mmap.mmap(-1, 2**30)
except OSError:
    print("limited", end="")
"""


# ---- files --------------------------------------------------------------------------------------


def open_file(path: str | os.PathLike[str], flags: int, *, follow: bool = True) -> int:
    """Return the descriptor of a file whose bytes are read and written as they are.

    Parameters
    ----------
    path : path
    flags : int
        Of `os.open`.
    follow : bool
        False: refuse a link as the last part of the path, where the system can.
    """
    flags |= getattr(os, "O_BINARY", 0)  # without it Windows writes "\\n" as two bytes
    return os.open(path, flags if follow else flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def open_folder(folder: str | os.PathLike[str]) -> int | None:
    """Return a descriptor of a folder, to sync or lock it; None if the system opens only files."""
    return os.open(folder, os.O_RDONLY) if hasattr(os, "O_DIRECTORY") else None


def rename_folder(source: str, target: str) -> None:
    """Give a folder another name, which an empty folder may have."""
    try:
        os.replace(source, target)
    except PermissionError:  # Windows replaces files only
        os.rmdir(target)
        os.replace(source, target)


def lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it.

    The lock is ``flock``, which the R package uses too, or else the lock of Windows. On a system
    with neither, nothing is locked.

    Raises
    ------
    OSError
        If the file system has no locks.
    """
    try:
        import fcntl
    except ImportError:
        return _lock_byte(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_byte(descriptor: int) -> bool:
    """Lock one byte with the lock of Windows."""
    try:
        import msvcrt
    except ImportError:
        return True
    windows: Any = msvcrt
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    try:
        windows.locking(descriptor, windows.LK_NBLCK, 1)
    except PermissionError:
        return False
    finally:
        os.lseek(descriptor, place, os.SEEK_SET)
    return True


# ---- processes ----------------------------------------------------------------------------------


def passes_files() -> bool:
    """Return whether a process can be started with an open file of this one, and can fork."""
    return hasattr(os, "fork") and hasattr(os, "killpg")


def is_running(process: int) -> bool:
    """Return whether a process of this number exists; False if the system cannot tell."""
    if not hasattr(os, "killpg"):  # os.kill(process, 0) would end it on Windows
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def has_ended(process: subprocess.Popen[Any]) -> bool:
    """Return whether a process that leads a group has ended; its number stays reserved.

    Without ``waitid`` (macOS before Python 3.13) the number is free from then on, so the rest of
    the group is ended at once.
    """
    if process.returncode is None and hasattr(os, "waitid"):
        with suppress(ChildProcessError):
            flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
            return os.waitid(os.P_PID, process.pid, flags) is not None
    if process.returncode is None and process.poll() is not None:
        end_group(process.pid)
    return process.returncode is not None


def end_group(leader: int) -> None:
    """End the process of this number at once, with the group that it leads; 0 is our own group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


# ---- limits -------------------------------------------------------------------------------------


def limits_memory() -> bool:
    """Return whether the memory of a process can be limited: on Linux it can, on macOS not."""
    try:
        import resource
    except ImportError:
        return False
    if not hasattr(resource, "RLIMIT_AS"):
        return False
    command = [sys.executable, "-I", "-S", "-c", _LIMITED]
    return subprocess.run(command, capture_output=True, check=False).stdout == b"limited"


@contextmanager
def limited_memory(size: int | None) -> Iterator[None]:
    """Let allocations fail beyond ``size`` bytes of address space, including libraries."""
    if size is None:
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    ceiling = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (ceiling, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def open_files() -> float:
    """Return how many files this process may have open, infinity if there is no limit."""
    try:
        import resource
    except ImportError:
        return math.inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


# ---- folders of a user --------------------------------------------------------------------------


def cache_folder() -> str:
    """Return the usual folder for what can be computed again; a tilde stands for the home."""
    return {"darwin": "~/Library/Caches", "win32": "~/AppData/Local"}.get(sys.platform, "~/.cache")


def settings_folder() -> str:
    """Return the usual folder for settings; a tilde stands for the home."""
    usual = {"darwin": "~/Library/Application Support", "win32": "~/AppData/Roaming"}
    return usual.get(sys.platform, "~/.config")
